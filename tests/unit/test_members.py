"""A test over all members of a table tries them all and names those that fail."""

from __future__ import annotations

import inspect

import pytest

from tests.members import each


def test_every_member_is_tried_and_those_that_fail_are_named():
    tried = []

    @each("name", ["one", "two", "three", "four"])
    def law(name, place):
        tried.append((place, name))
        assert "o" not in name, "no o is allowed"
        int(place) if name == "three" else None

    assert list(inspect.signature(law).parameters) == ["place"]
    with pytest.raises(AssertionError) as failed:
        law(place="here")
    assert tried == [("here", name) for name in ("one", "two", "three", "four")]
    told = str(failed.value)
    assert told.startswith("4 of 4 members fail:\n[one] no o is allowed")
    assert "\n[three] ValueError: invalid literal for int()" in told
    assert isinstance(failed.value.__cause__, AssertionError)


def test_loops_nest_and_name_both_members():
    @each("base", [2, 3], ids=["two", "three"])
    @each(("power", "value"), [(1, 2), (2, 4)])
    def law(base, power, value):
        assert base**power == value

    with pytest.raises(
        AssertionError, match=r"1 of 2 members fail:\n\[three\] 2 of 2 members fail:\n  \[1-2\]"
    ):
        law()


def test_what_is_expected_to_raise_and_does_not_is_a_fault_too():
    @each("value", [0.0, 1.0])
    def law(value):
        with pytest.raises(ZeroDivisionError):
            _ = 1 / value

    with pytest.raises(AssertionError, match=r"1 of 2 members fail:\n\[1.0\] DID NOT RAISE"):
        law()


def test_a_loop_over_nobody_is_a_mistake():
    with pytest.raises(AssertionError, match="no members"):
        each("value", [])
