"""What raises on JAX where `jax.jit` calls a converted function: the exceptions are among the results."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

import runtime as tf
from autograph import StagingError, convert, set_loop_options, to_graph

jax = pytest.importorskip("jax")


class Missing(Exception):
    """An exception with attributes of its own."""

    def __init__(self, name, number):
        super().__init__(f"{name} {number}")
        self.number = number


def limited(n):
    """Raises itself."""
    if n > 2:
        raise ValueError(f"{n} is too big", n)
    return n * 2


def total(n):
    """Has what it calls raise, in a loop."""
    t = 0
    for i in range(n):
        t += limited(i)
    return t


def without_value(n):
    """Has no value for a variable on one path."""
    if n > 2:
        y = n
    return y + 1


def none(n):
    """Computes with None on one path."""
    best = None
    if n > 2:
        best = n
    return {"best": best + 1}


def checked(n):
    """Asserts, and returns nothing."""
    assert n < 5, "too big"
    assert n > 0, n


def of_its_own(n):
    """Raises an exception of another class from one that it catches."""
    try:
        return limited(n), "ok"
    except ValueError as error:
        raise Missing("n", n * 2) from error


def always(n):
    """Raises on every path."""
    if n > 2:
        raise ValueError("big")
    raise KeyError("small")


def after_a_with(n):
    """Raises where nothing is around that would be told of it, after something was."""
    with Entered():
        n += 1
    if n > 2:
        raise IndexError(n)
    return [n, "a" if n > 1 else "b", None]


class Entered:
    """A context manager."""

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


def outcome(function, n):
    """What a function returns, or raises."""
    try:
        return jax.tree.map(lambda leaf: leaf if isinstance(leaf, str) else int(leaf), function(n))
    except Exception as error:
        cause = error.__cause__
        attributes = {name: value for name, value in vars(error).items() if name != "__notes__"}
        said = str(error).partition("\n")[0]  # what pytest adds to an assertion that fails goes
        return type(error), said, str(attributes), cause and (type(cause), str(cause))


PROGRAMS = [limited, total, without_value, none, checked, of_its_own, always, after_a_with]


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.__name__ for program in PROGRAMS])
@pytest.mark.parametrize(
    "staged",
    [
        lambda function: jax.jit(convert(function)),
        lambda function: jax.jit(to_graph(function)),
        lambda function: jax.jit(lambda n: to_graph(function)(n)),
        lambda function: lambda n: jax.jit(to_graph(function)).lower(n).compile()(n),
    ],
    ids=["convert", "to_graph", "tail call", "ahead of time"],
)
def test_a_program_raises_what_the_function_does(program, staged):
    form = staged(program)
    for n in (0, 4, 1, 5, 0, 2, 3, 1):
        assert outcome(form, n) == outcome(program, n)


def test_a_derivative_raises_what_the_function_does():
    derivative = jax.grad(jax.jit(to_graph(limited)))
    assert float(derivative(1.0)) == 2.0
    with pytest.raises(ValueError, match="too big"):
        derivative(3.0)


def test_the_lines_that_an_exception_went_through_are_in_its_traceback():
    with pytest.raises(ValueError) as caught:
        jax.jit(to_graph(total))(5)
    lines = [(entry.name, entry.line) for entry in traceback.extract_tb(caught.value.__traceback__)]
    assert lines[-2:] == [("total", "t += limited(i)"), ("limited", 'raise ValueError(f"{n} is too big", n)')]
    assert not any("autograph/operators" in entry.filename for entry in traceback.extract_tb(caught.tb))


def refused(function, *args):
    """The error of what cannot be staged."""
    with pytest.raises(StagingError) as caught:
        function(*args)
    return caught.value.code


def test_where_jax_computes_with_what_a_function_returns_a_raise_is_refused():
    form = to_graph(limited)
    numbers = jax.numpy.arange(2)
    assert refused(jax.vmap(form), numbers) == "AG027"
    assert refused(jax.jit(jax.vmap(form)), numbers) == "AG027"
    assert refused(jax.jit(jax.grad(form)), 1.0) == "AG027"
    assert refused(jax.jit(lambda n: jax.lax.scan(lambda c, x: (form(c), x), n, numbers)), 1) == "AG027"
    assert refused(jax.jit(lambda n: form(n) + 1), 1) == "AG027"
    assert refused(jax.jit(lambda n: (form(n), n)[1]), 1) == "AG027"

    def caught(n):
        try:
            return form(n)
        except ValueError:
            return 0

    assert refused(jax.jit(caught), 1) == "AG027"


def test_a_function_that_is_mapped_raises_in_a_callback():
    with pytest.raises(Exception, match="too big"):
        jax.block_until_ready(jax.vmap(jax.jit(to_graph(limited)))(jax.numpy.arange(5)))
        jax.effects_barrier()


def test_the_structure_of_what_is_returned_is_that_without_exceptions():
    assert jax.eval_shape(jax.jit(to_graph(limited)), 1).shape == ()


def path_of(n):
    """Appends as often as nobody knows."""
    path = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        path.append(n)
    return path


def nested(n):
    """Appends in loops in a loop."""
    out = []
    for i in range(n):
        for j in range(i):
            if (i + j) % 2:
                out.append(i * j)
    return out, len(out)


@pytest.mark.parametrize("program", [path_of, nested])
def test_a_list_grows_in_a_loop_of_which_nobody_knows_how_often_it_runs(program):
    form = jax.jit(to_graph(program))
    for n in (1, 7, 27):
        assert outcome(form, n) == outcome(program, n)


def test_a_list_that_outgrows_its_room_fails():
    def squares(n):
        out = []
        for i in range(n):
            out.append(i * i)
        return out

    def bounded(n):
        out = []
        for i in range(n):
            set_loop_options(maximum_iterations=3000)
            out.append(i * i)
        return out

    form = jax.jit(to_graph(squares))
    assert outcome(form, 1000) == outcome(squares, 1000)
    with pytest.raises(StagingError) as caught:
        form(1001)
    text = str(caught.value)
    assert text.startswith("'out' has more than 1000 elements after an iteration of a staged `for` [AG022]\n")
    assert "for i in range(n):" in text
    assert text.endswith("= help: say how often the loop can run: autograph.set_loop_options(maximum_iterations=...)")
    assert outcome(jax.jit(to_graph(bounded)), 2500) == outcome(squares, 2500)


def test_strings_in_a_list_that_get_too_long_say_so_where_the_program_runs():
    def grown(n):
        words = [""]
        for _ in range(n):
            words = [word + "ten.digits" for word in words] + ["more"]
        return words

    form = jax.jit(to_graph(grown))
    assert outcome(form, 6) == outcome(grown, 6)
    with pytest.raises(StagingError) as caught:
        form(7)
    text = str(caught.value)
    assert text.startswith(
        "'words' has a string of more than 64 characters after an iteration of a staged `for` [AG022]\n"
    )
    assert "for _ in range(n):" in text
    assert text.endswith(
        "= help: keep numbers, or tuples of some length, in 'words', and make strings of them after the loop"
    )


def test_a_string_of_a_function_that_calls_itself_says_so_where_it_gets_too_long():
    def words(n):
        return "end" if n <= 0 else words(n - 1) + "fifteen letters"

    def run(n):
        return words(n)

    form = jax.jit(to_graph(run))
    assert outcome(form, 16) == outcome(run, 16)
    with pytest.raises(StagingError) as caught:
        form(17)
    text = str(caught.value)
    assert text.startswith("a string that 'words' makes, which calls itself, has more than 256 characters [AG022]\n")
    assert text.endswith("= help: keep numbers, or tuples of some length, and make strings of them afterwards")


def test_a_handler_for_all_errors_is_not_given_that_of_a_list_that_outgrows_its_room():
    def guarded(n):
        out = []
        try:
            for i in range(n):
                out.append(i)
        except Exception:
            return [-1]
        return out

    form = jax.jit(to_graph(guarded))
    assert [int(x) for x in form(3)] == [0, 1, 2]
    assert refused(form, 3000) == "AG022"


@pytest.mark.parametrize("staged", [jax.jit, tf.function])
def test_a_negative_power_of_an_integer_fails(staged):
    def power(n):
        return 2**n

    form = staged(to_graph(power))
    assert int(form(np.int32(5))) == 32
    with pytest.raises(StagingError) as caught:
        form(np.int32(-1))
    summary, *_, reason, help = str(caught.value).splitlines()
    assert summary == "an integer is raised to a negative power here [AG013]"
    assert "        return 2**n" in str(caught.value)
    assert reason.strip() == (
        "= that is a float, and the other powers are integers: which it is, is known only when the program runs"
    )
    assert help.strip() == "= help: raise a float: `2.0 ** n`"


@pytest.mark.parametrize("staged, deepest", [(jax.jit, 3), (tf.function, 7)])
def test_recursion_in_several_places_says_why_it_is_traced_to_a_smaller_depth(staged, deepest):
    def ways(n, above):  # dicts of its own have no place on a stack
        if n < 2:
            return 1
        return ways(n - 1, {"above": n}) + ways(n - 2, {"above": n})

    with pytest.raises(StagingError) as caught:
        staged(to_graph(lambda n: ways(n, {})))(np.int32(12))
    summary, *_, reason, help = str(caught.value).splitlines()
    assert summary == f"'ways' calls itself more than {deepest} times, one call in the other [AG052]"
    assert reason.strip() == (
        "= a tensor ends the recursion, so that so many calls are part of the graph: fewer than 16, for it calls itself "
        "in several places or a loop, and each call is traced apart"
    )
    assert help.strip() == "= help: write it as a loop over a list of what is to be done, or let a Python number end it"


@pytest.mark.parametrize("staged", [jax.jit, tf.function])
def test_recursion_that_goes_deeper_than_it_was_traced_fails(staged):
    def total(n, above):
        if n < 1:
            return 0
        return n + total(n - 1, {"above": n})

    form = staged(to_graph(lambda n: total(n, {})))
    assert int(form(np.int32(16))) == total(16, {})
    with pytest.raises(StagingError) as caught:
        form(np.int32(17))
    summary, *_, reason, help = str(caught.value).splitlines()
    assert summary == "'total' calls itself more than 16 times, one call in the other [AG052]"
    assert '        return n + total(n - 1, {"above": n})' in str(caught.value)
    assert reason.strip() == "= a tensor ends the recursion, so that so many calls are part of the graph"
    assert help.strip() == "= help: write the recursion as a loop, or let a Python number end it"


@pytest.mark.parametrize("staged", [jax.jit, tf.function])
def test_recursion_goes_as_deep_as_that_of_python_and_then_fails_as_it_does(staged):
    def total(n):
        if n < 1:
            return 0
        return n + total(n - 1)

    form = staged(to_graph(total))
    assert int(form(np.int32(700))) == total(700)
    with pytest.raises(RecursionError, match="maximum recursion depth exceeded"):
        form(np.int32(1100))


def test_a_list_that_a_function_changes_which_calls_itself_has_room_for_so_many_elements_on_jax():
    def counted(n):
        out = []

        def go(k):
            if k > 0:
                out.append(k)
                go(k - 1)

        go(n)
        return len(out)

    form = jax.jit(to_graph(counted))
    assert int(form(np.int32(256))) == 256
    with pytest.raises(StagingError) as caught:
        form(np.int32(257))
    summary, *_, reason, help = str(caught.value).splitlines()
    assert summary == "a list that 'go' changes, which calls itself, has more than 256 elements [AG022]"
    assert reason.strip() == "= each call keeps what is in it, and has room for so many"
    assert help.strip() == "= help: write the recursion as a loop over a list of what is to be done"


@pytest.mark.parametrize("name", ["print", "assign", "random"])
def test_a_function_that_calls_itself_does_nothing_twice(name, capfd):
    """On a stack it would be run anew after each of its calls: its calls are traced one in the other."""
    count = tf.Variable(0)
    doing = {
        "print": lambda: tf.print("called"),
        "assign": lambda: count.assign_add(1),
        "random": lambda: tf.random.uniform([]),
    }[name]

    def total(n):
        doing()
        if n < 1:
            return 0
        return n + total(n - 1) + total(n - 2)

    assert int(tf.function(to_graph(total))(np.int32(2))) == 3
    if name == "assign":
        assert int(count) == 5
    if name == "print":
        assert capfd.readouterr().err.count("called") == 5


def test_a_function_of_the_runtime_that_calls_itself():
    @tf.function
    def digit_sum(n):
        if n < 10:
            return n
        return n % 10 + digit_sum(n // 10)

    assert int(digit_sum(tf.constant(12345))) == 15
