"""`python -m tests.packages NAME [NAME...]`: see `tests.packages.compare`."""

import sys

from tests.packages.compare import main

sys.exit(main(sys.argv[1:]))
