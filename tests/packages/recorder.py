"""A pytest plugin that writes down the outcome of every test as it ends, a line of JSON each.

It runs among the tests of a library, so it needs nothing but pytest. What a process that hangs or crashes has written
so far is of use, which is why it is no JUnit file. Its settings are environment variables: `OUTCOMES` is the file to
write, `ONLY_TESTS` a file that names the tests to run, all if it is not set.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

_TEST_SECONDS = 120

_RANK = ["passed", "skipped", "xfailed", "xpassed", "failed", "error"]


class Recorder:
    def __init__(self, path: str):
        self.file = open(path, "w", encoding="utf-8")
        self.current: dict[str, Any] = {}
        self.started = 0.0

    def write(self, **entry: Any) -> None:
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.write(test=report.nodeid, outcome="error", error=_first_line(report), seconds=0.0)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.current = {"test": nodeid, "outcome": "passed", "error": "", "seconds": 0.0}
        self.started = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, _TEST_SECONDS)
        self.write(test=nodeid, outcome="crashed", error="the process ended in this test", seconds=0.0)

    def pytest_runtest_logreport(self, report: Any) -> None:
        outcome = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = {"skipped": "xfailed", "passed": "xpassed"}.get(outcome, outcome)
        elif outcome == "failed" and report.when != "call":
            outcome = "error"
        if _RANK.index(outcome) > _RANK.index(self.current["outcome"]):
            self.current["outcome"] = outcome
            self.current["error"] = _first_line(report)

    def pytest_runtest_logfinish(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.current["seconds"] = time.process_time() - self.started
        self.write(**self.current)

    def pytest_sessionfinish(self) -> None:
        files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
        self.write(files={name: file for name, file in files.items() if file and "." not in name})
        self.file.close()


def _first_line(report: Any) -> str:
    """What pytest calls the crash of a report: the file, the line and the first line of the message."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        lines = str(report.longrepr).strip().splitlines()
        # The last line that pytest marks is the one that says what was raised.
        marked = [line[2:].strip() for line in lines if line.startswith("E ")]
        return (marked or lines or [""])[-1]
    return f"{Path(crash.path).name}:{crash.lineno}: {crash.message.partition(chr(10))[0]}"


def _stop(*_: Any) -> None:
    raise TimeoutError(f"the test took more than {_TEST_SECONDS} seconds of processor time")


def pytest_configure(config: Any) -> None:
    signal.signal(signal.SIGPROF, _stop)
    config.pluginmanager.register(Recorder(os.environ["OUTCOMES"]))
    hypothesis = sys.modules.get("hypothesis")
    if hypothesis is not None:
        # The same examples both times, a few of them, however long they take.
        hypothesis.settings.register_profile(
            "recorded", deadline=None, derandomize=True, database=None, max_examples=20
        )
        hypothesis.settings.load_profile("recorded")


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    if "ONLY_TESTS" in os.environ:
        wanted = set(json.loads(Path(os.environ["ONLY_TESTS"]).read_text()))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in wanted])
        items[:] = [item for item in items if item.nodeid in wanted]
