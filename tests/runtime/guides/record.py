"""Records what TensorFlow shows for the programs here, beside them: run it by hand, with a Python that has TensorFlow.

python tests/runtime/guides/record.py [NAME ...]
"""

import sys
from pathlib import Path

import tensorflow as tf

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from cells import joined, run  # noqa: E402 - found beside this file

for path in sorted((HERE / "programs").glob("*.py")):
    if len(sys.argv) == 1 or path.stem in sys.argv[1:]:
        path.with_suffix(".txt").write_text(joined(run(path, tf)))
        print(path.stem)
