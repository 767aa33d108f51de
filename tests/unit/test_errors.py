"""Exceptions: their family, and the one form of their messages."""

from __future__ import annotations

import pickle

import pytest

from costcurves.errors import (
    LONGEST,
    Code,
    CostCurvesError,
    InputError,
    MissingExtraError,
    UndefinedError,
    kind_of,
)


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"must": "a"}, "a"),
        ({"must": "a", "came": "b"}, "a; got b"),
        ({"must": "a", "where": "c"}, "a (c)"),
        ({"must": "a", "fix": "d"}, "a: d"),
        ({"must": "a", "came": "b", "where": "c", "fix": "d"}, "a; got b (c): d"),
    ],
)
def test_message_says_what_must_hold_what_came_where_and_what_to_do(parts, text):
    assert str(InputError.because(**parts)) == text


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [(InputError, ValueError), (UndefinedError, ValueError), (MissingExtraError, ImportError)],
)
def test_errors_are_caught_as_ours_and_as_python_s(kind, builtin):
    error = kind.because(must="x")
    assert type(error) is kind
    assert isinstance(error, CostCurvesError)
    assert isinstance(error, builtin)


def test_missing_extra_names_the_command():
    text = str(MissingExtraError.for_extra("reading xlsx", "xlsx"))
    assert text == 'reading xlsx needs the extra "xlsx": pip install "costcurves[xlsx]"'


def test_errors_can_be_pickled():
    error = pickle.loads(pickle.dumps(UndefinedError.because(must="a", came="b")))
    assert (type(error), str(error)) == (UndefinedError, "a; got b")
    assert (error.code, error.must, error.came) == (Code.UNDEFINED, "a", "b")


def test_errors_have_codes_for_programs():
    for kind, code in (
        (InputError, "input"),
        (UndefinedError, "undefined"),
        (MissingExtraError, "missing_extra"),
    ):
        assert (kind("x").code, kind.because(must="x").code) == (code, code)
    error = UndefinedError.because(must="a", came="b", fix="c", code=Code.TOO_FEW)
    other = error.but(came="d", where="e")
    assert (type(other), str(other), other.code) == (UndefinedError, "a; got d (e): c", "too_few")
    of_argument = InputError.because(argument="alpha", must="is a share", came="2")
    assert str(of_argument) == "alpha is a share; got 2"
    assert str(of_argument.but(argument="--alpha")) == "--alpha is a share; got 2"


def test_messages_are_one_line_of_bounded_length():
    text = str(InputError.because(must="a", came="b\nc\td", where="e\n", fix="f"))
    assert text == "a; got b c d (e ): f"
    assert len(str(InputError.because(must="a", came="x" * 10_000))) == len("a; got  …") + LONGEST
    assert kind_of(text) == "an object of type str"
