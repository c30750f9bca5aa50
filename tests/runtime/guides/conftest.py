"""The programs are run by `test_guides.py`, not imported; `record.py` is run by hand."""

collect_ignore_glob = ["programs/*", "record.py"]
