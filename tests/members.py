"""One test case for all members of a table: those that fail are named, each with what failed."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]


def each(
    names: str | Sequence[str],
    members: Iterable[Any],
    ids: Iterable[str] | Callable[[Any], str] | None = None,
) -> Callable[[Test], Test]:
    """Call a test with every member of a table, in one case.

    The arguments are those of `pytest.mark.parametrize`, which makes a case of each member instead: worth it
    where a member has something to tell of its own, but hundreds of cases of one law cost more than the law.
    All members are tried, whatever fails. Fixtures are made once for all of them.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = list(members)
    rows = [(member,) if len(arguments) == 1 else tuple(member) for member in table]
    named = [_named(one, ids or str) for one in table] if ids is None or callable(ids) else list(ids)
    assert len(set(named)) == len(named), f"two members have the same name: {named}"
    assert table, f"there are no members to try for {', '.join(arguments)}"

    def over_all(test: Test) -> Test:
        signature = inspect.signature(test)
        assert set(arguments) <= set(signature.parameters), f"{test.__name__} does not take {arguments}"
        kept = [one for name, one in signature.parameters.items() if name not in arguments]
        rest = signature.replace(parameters=kept)

        @functools.wraps(test)
        def case(*given: Any, **fixtures: Any) -> None:
            fixtures = rest.bind(*given, **fixtures).arguments  # hypothesis gives them by place
            faults: dict[str, BaseException] = {}
            for name, row in zip(named, rows, strict=True):
                try:
                    test(**fixtures, **dict(zip(arguments, row, strict=True)))
                except (Exception, pytest.fail.Exception) as fault:  # noqa: BLE001 - reported below
                    faults[name] = fault
            if faults:
                told = "".join(f"\n[{name}] {_told(fault)}" for name, fault in faults.items())
                message = f"{len(faults)} of {len(rows)} members fail:{told}"
                raise AssertionError(message) from next(iter(faults.values()))

        case.__signature__ = rest  # type: ignore[attr-defined]  # pytest asks it
        return case

    return over_all


def _named(member: Any, name: Callable[[Any], str]) -> str:
    return "-".join(map(name, member)) if isinstance(member, tuple) else name(member)


def _told(fault: BaseException) -> str:
    kind = "" if isinstance(fault, (AssertionError, pytest.fail.Exception)) else f"{type(fault).__name__}: "
    return kind + str(fault).replace("\n", "\n  ")
