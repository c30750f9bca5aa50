"""Converted code in tracebacks, in the debugger, and under line tracing: the user's file, the user's lines."""

from __future__ import annotations

import bdb
import contextlib
import io
import linecache
import pdb
import sys
import traceback

import pytest

from autograph import to_graph
from autograph.operators import frames
from tests.autograph.differential import define, tracing


def entries(function, *args):
    """The function and line of each frame of the traceback that a call leaves, from the call on."""
    with pytest.raises(Exception) as caught:
        function(*args)
    return [(f.name, f.lineno - function.__code__.co_firstlineno) for f in _frames(caught.value)], caught.value


def _frames(error):
    return [f for f in traceback.extract_tb(error.__traceback__) if f.name not in ("entries", "<module>")]


def folded(found):
    """Without the entries by which a function leads into a statement of its own."""
    return [entry for entry, after in zip(found, [*found[1:], (None, 0)]) if entry[0] != after[0]]


def test_a_traceback_shows_only_frames_of_the_user():
    def check(rows, limit):
        for row in rows:
            if row > limit:
                while row:
                    row -= 1
                    if row == 3:
                        raise ValueError(row)
        return "end"

    original, _ = entries(check, [1, 9], 2)
    assert original == [("check", 6)]
    assert entries(to_graph(check), [1, 9], 2)[0] == original
    with tracing():
        found, error = entries(to_graph(check), [1, 9], 2)
    assert found == [("check", 1), ("check", 2), ("check", 3), ("check", 5), ("check", 6)]
    assert all(f.filename == __file__ for f in _frames(error))


def test_the_traceback_of_a_generator_shows_its_statements_around_the_line():
    def check(rows, limit):
        yield len(rows)
        for row in rows:
            if row > limit:
                while row:
                    row -= 1
                    if row == 3:
                        raise ValueError(row)

    def drain(generator):
        return list(generator([1, 9], 2))

    original, _ = entries(drain, check)
    found, error = entries(drain, to_graph(check))
    assert folded(found) == original
    assert len(found) == len(original) + 4
    assert all(f.filename == __file__ for f in _frames(error))


@pytest.mark.parametrize("staging", [False, True])
def test_the_traceback_of_functions_that_call_each_other(staging):
    def outer(x):
        if x > 0:
            return middle(x) + 1
        return 0

    def middle(x):
        helper = lambda y: y / (x - 1) if y else None  # noqa: E731
        return [helper(y) for y in range(3)] if x else None

    original, _ = entries(outer, 1)
    with tracing() if staging else contextlib.nullcontext():
        found, error = entries(to_graph(outer), 1)
    names = [entry for entry in folded(found) if entry[0] not in ("<lambda>", "<listcomp>")]
    assert names == [entry for entry in original if entry[0] not in ("<lambda>", "<listcomp>")]
    assert found[-1] == original[-1]
    assert all(f.filename == __file__ for f in _frames(error))


def test_tracebacks_through_every_operator_show_only_the_user():
    def run(kind, bad):
        def fail():
            raise KeyError(kind)

        if kind == 0:
            return 1 if bad and fail() else 2
        if kind == 1:
            return bad or not (fail() or 3)
        if kind == 2:
            return 1 < len(bad) < fail()
        if kind == 3:
            assert not bad, fail()
        for _ in bad if kind < 5 else [1]:
            fail()

    for kind, bad in [(0, 1), (1, 0), (2, "ab"), (3, 1), (4, "a"), (5, "")]:
        original, _ = entries(run, kind, bad)
        found, error = entries(to_graph(run), kind, bad)
        assert all(f.filename == __file__ for f in _frames(error)), (kind, traceback.format_tb(error.__traceback__))
        assert found[-1] == original[-1] and found[0][0] == "run"
        assert {line for _, line in found} >= {line for _, line in original}


def test_internal_frames_are_shown_on_request(monkeypatch):
    def run(x):
        while x > 0:
            raise ValueError(x)

    monkeypatch.setattr(frames, "show_internal_frames", True)
    with tracing():
        _, error = entries(to_graph(run), 1)
    assert any("operators" in f.filename for f in _frames(error))


def test_the_text_of_a_traceback():
    run = define("""
        def run(items):
            for item in items:
                if item == 0:
                    1 / item
    """)
    with pytest.raises(ZeroDivisionError) as caught, tracing():
        to_graph(run)([0])
    text = "".join(traceback.format_exception(caught.value)[2:])
    name = run.__code__.co_filename
    assert [line for line in text.splitlines() if set(line.strip()) - set("~^ ")] == [
        f'  File "{name}", line 2, in run',
        "    for item in items:",
        f'  File "{name}", line 3, in run',
        "    if item == 0:",
        f'  File "{name}", line 4, in run',
        "    1 / item",
        "ZeroDivisionError: division by zero",
    ]
    assert "    1 / item\n    ~~^~~~~~\n" in text


def lines_run(function, *args):
    """The lines of the function that run, relative to its first, each once, in the order they are first reached."""
    seen = []
    code = function.__code__

    def trace(frame, event, argument):
        if frame.f_code.co_filename != code.co_filename:
            return None
        if event == "line":
            line = frame.f_lineno - code.co_firstlineno
            if line not in seen:
                seen.append(line)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return seen


def test_line_tracing_sees_the_lines_of_the_user():
    def run(items):
        total = 0
        for item in items:
            if item < 0:
                continue
            elif item > 10:
                total += 100
                break
            while item > 0:
                item -= 1
                total += 1 if item else 2
        else:
            total = -total
        try:
            total = total // (total - 3)
        except ZeroDivisionError:
            return "zero"
        finally:
            total = None
        if total:
            print("never")
        return total

    for items in ([1, -1, 2], [11], [], [2], [-1]):
        assert sorted(lines_run(to_graph(run), items)) == sorted(lines_run(run, items)), items


def test_code_that_does_not_run_is_not_seen_by_line_tracing():
    def run(x):
        if x:
            y = 1
        else:
            y = 2
        if y == 1:
            return y
        for _ in range(0):
            y = 5
        return y

    assert sorted(lines_run(to_graph(run), 1)) == sorted(lines_run(run, 1))
    assert sorted(lines_run(to_graph(run), 0)) == sorted(lines_run(run, 0))


def test_jumps_count_as_lines_that_run():
    def run(n):
        for i in range(n):
            if i == 1:
                continue
            if i == 3:
                break
            print(i)
        if n == 4:
            return
        for _ in range(2):
            if n:
                continue

    for n in (0, 2, 4, 5):
        assert sorted(lines_run(to_graph(run), n)) == sorted(lines_run(run, n)), n


@pytest.mark.skipif(sys.version_info < (3, 12), reason="sys.monitoring came with Python 3.12")
def test_line_monitoring_sees_the_lines_of_the_user():
    def run(n):
        total = 0
        for i in range(n):
            if i % 2:
                continue
            total += i
        return total

    def monitored(function):
        seen = set()
        tool = sys.monitoring.COVERAGE_ID
        sys.monitoring.use_tool_id(tool, "test")
        first, name = function.__code__.co_firstlineno, function.__code__.co_filename
        sys.monitoring.register_callback(
            tool,
            sys.monitoring.events.LINE,
            lambda code, line: seen.add(line - first) if code.co_filename == name else None,
        )
        sys.monitoring.set_events(tool, sys.monitoring.events.LINE)
        try:
            function(3)
        finally:
            sys.monitoring.set_events(tool, 0)
            sys.monitoring.free_tool_id(tool)
        return {line for line in seen if 0 <= line < 7}

    assert monitored(to_graph(run)) == monitored(run)


def test_the_debugger_stops_at_breakpoints_in_the_file_of_the_user(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(
        "def run(items):\n"
        "    total = 0\n"
        "    for item in items:\n"
        "        if item > 1:\n"
        "            total += item\n"
        "    return total\n"
    )
    namespace = {"__name__": "program"}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    linecache.checkcache(str(file))
    stops = []

    class Stop(pdb.Pdb):
        def user_line(self, frame):
            if self.break_here(frame):
                stops.append((frame.f_lineno, frame.f_code.co_name, frame.f_locals["item"], frame.f_locals["total"]))
            self.set_continue()

    debugger = Stop(stdin=io.StringIO(), stdout=io.StringIO(), nosigint=True, readrc=False)
    assert debugger.set_break(str(file), 5) is None
    try:
        result = debugger.runcall(to_graph(namespace["run"]), [1, 2, 3])
    finally:
        bdb.Breakpoint.clearBreakpoints()
        debugger.reset()
    assert result == 5
    assert stops == [(5, "run", 2, 0), (5, "run", 3, 2)]


def test_breakpoints_of_the_program_itself(monkeypatch):
    seen = []
    monkeypatch.setattr(sys, "breakpointhook", lambda: seen.append(sys._getframe(1).f_lineno))

    def run(items):
        for item in items:
            if item:
                breakpoint()
        return item

    to_graph(run)([0, 1])
    assert seen == [run.__code__.co_firstlineno + 3]


def test_notes_and_attributes_of_exceptions_are_kept():
    def run(x):
        try:
            if x > 0:
                raise OSError(2, "missing", "file")
        except OSError as error:
            error.add_note("noted")
            if x > 1:
                raise
            return error.filename

    assert to_graph(run)(1) == "file"
    with pytest.raises(OSError) as caught:
        to_graph(run)(2)
    assert caught.value.__notes__ == ["noted"]
    assert caught.value.filename == "file"


def test_errors_of_staging_show_the_frame_of_the_user(system):
    from autograph import StagingError
    from tests.autograph.staged import tensors

    def run(x):
        while x > 0:
            x = (x, x)
        return x

    with pytest.raises(StagingError) as caught:
        system.stage(run)(*tensors(system, (1.0,)))
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.name, last.lineno) == (__file__, "run", run.__code__.co_firstlineno + 1)


@pytest.mark.parametrize("staging", [False, True])
def test_tracebacks_of_stores_to_items_show_only_the_user(staging):
    def run(kind, items):
        if kind == 0:
            items[5] = 1
        elif kind == 1:
            items["a"] += 1
        elif kind == 2:
            items[0], items[7] = 1, 2
        elif kind == 3:
            del items[5]
        elif kind == 4:
            items.missing = 3
        elif kind == 5:
            items[5].attribute.missing += 3
        else:
            items[1:2] = 5

    for kind in range(7):
        original, _ = entries(run, kind, [1])
        with tracing() if staging else contextlib.nullcontext():
            found, error = entries(to_graph(run), kind, [1])
        assert all(f.filename == __file__ for f in _frames(error)), traceback.format_tb(error.__traceback__)
        assert found[-1] == original[-1]
