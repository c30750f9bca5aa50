"""`python -m runtime.saved_model`."""

from __future__ import annotations

import sys

from runtime.saved_model.command_line import main

sys.exit(main())
