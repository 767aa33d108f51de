"""Exceptions: their family, and the form of their messages."""

from __future__ import annotations

import math
import pickle

import pytest

from costcurves import Tally
from costcurves.errors import (
    LONGEST,
    Code,
    CostCurvesError,
    InputError,
    MissingExtraError,
    UndefinedError,
    exact,
    kind_of,
    no_such,
)
from costcurves.measures.proper_scores import brier


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"must": "a"}, "a"),
        ({"must": "a", "came": "b"}, "a; got b"),
        ({"must": "a", "where": "c"}, "a (c)"),
        ({"must": "a", "fix": "d"}, "a; d"),
        ({"must": "a", "where": "c", "fix": "d"}, "a (c); d"),
        ({"must": "a", "came": "b", "where": "c", "fix": "d"}, "a; got b (c): d"),
    ],
)
def test_message_says_what_must_hold_what_came_where_and_what_to_do(parts, text):
    assert str(InputError(**parts)) == text


def test_what_is_not_there_is_said_first():
    assert str(InputError("no such file: 'a'")) == "no such file: 'a'"
    error = InputError("no such file: 'a'", where="--to", fix="check the path", code=Code.NO_SUCH_FILE)
    assert str(error) == "no such file: 'a' (--to); check the path"
    assert (error.must, error.where, error.code) == ("no such file: 'a'", "--to", "no_such_file")
    other = error.but(fix="make it")
    assert (str(other), other.code) == ("no such file: 'a' (--to); make it", "no_such_file")


def test_names_that_may_have_been_meant():
    known = ["report", "evaluate", "plot"]
    error = no_such("repot", known, what="command")
    assert (str(error), error.code) == ("no such command 'repot'; did you mean 'report'?", "no_such_name")
    assert str(no_such("PLOT", known, what="command")) == "no such command 'PLOT'; did you mean 'plot'?"
    assert str(no_such("x", ["a", "b"], what="model", where="--lower", other="the models are")) == (
        "no such model 'x' (--lower); the models are 'a', 'b'"
    )
    assert str(no_such("x", (), what="model")) == "no such model 'x'"
    many = str(no_such("x", range(20), what="fold"))
    assert many.endswith("'11' … (20 in all)")
    # As near as each other: both; much less near than the best: not.
    assert str(no_such("rat", ["rate", "rats", "rattle"], what="name")).endswith("'rats' or 'rate'?")


def test_refused_numbers_never_look_like_their_bound():
    texts = [exact(value) for value in (1.0000001, 1 + 2**-52, 0.5 - 2**-54, 2, -1e-300, math.inf)]
    assert texts == ["1.0000001", "1.0000000000000002", "0.49999999999999994", "2", "-1e-300", "inf"]
    with pytest.raises(InputError, match=r"must lie in \[0, 1\]; got scores from 0.5 to 1.0000001:"):
        brier(Tally.from_scores([1, 0], [1.0000001, 0.5]))


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [(InputError, ValueError), (UndefinedError, ValueError), (MissingExtraError, ImportError)],
)
def test_errors_are_caught_as_ours_and_as_python_s(kind, builtin):
    error = kind("x")
    assert type(error) is kind
    assert isinstance(error, CostCurvesError)
    assert isinstance(error, builtin)


def test_missing_extra_names_the_command():
    error = MissingExtraError.for_extra("reading xlsx", "openpyxl", extra="xlsx", instead="save it as CSV")
    assert str(error) == (
        "reading xlsx needs openpyxl, which is not installed; save it as CSV, "
        'or pip install openpyxl (extra "xlsx")'
    )


def test_errors_can_be_pickled():
    error = pickle.loads(pickle.dumps(UndefinedError("a", "b")))
    assert (type(error), str(error)) == (UndefinedError, "a; got b")
    assert (error.code, error.must, error.came) == (Code.UNDEFINED, "a", "b")


def test_errors_have_codes_for_programs():
    for kind, code in (
        (InputError, "input"),
        (UndefinedError, "undefined"),
        (MissingExtraError, "missing_extra"),
    ):
        assert kind("x").code == code
    error = UndefinedError("a", "b", "c", code=Code.TOO_FEW)
    other = error.but(came="d", where="e")
    assert (type(other), str(other), other.code) == (UndefinedError, "a; got d (e): c", "too_few")
    of_argument = InputError("is a share", "2", argument="alpha")
    assert str(of_argument) == "alpha is a share; got 2"
    assert str(of_argument.but(argument="--alpha")) == "--alpha is a share; got 2"


def test_messages_are_one_line_of_bounded_length():
    text = str(InputError("a", "b\nc\td", "f", where="e\n"))
    assert text == "a; got b c d (e ): f"
    assert len(str(InputError("a", "x" * 10_000))) == len("a; got  …") + LONGEST
    assert kind_of(text) == "an object of type str"
