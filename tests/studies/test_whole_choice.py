"""The study of recommendations: one population run again, and what is claimed of the headline read off its results."""

from __future__ import annotations

import numpy as np
import pytest
from studies.whole_choice import SIMULATIONS, every_population, known, result_of, run

from costcurves.results.recommendation import MANY_HELD

ROWS = known()
NUMBERS = [{name: float(str(value)) for name, value in row.items()} for row in ROWS]
#: Twice what shares of 2,000 simulations scatter by.
SCATTER = 2 * (0.05 * 0.95 / SIMULATIONS) ** 0.5


def test_all_populations_are_there_with_enough_simulations() -> None:
    assert [one for one in every_population() if result_of(one, ROWS) is None] == []
    assert len(ROWS) == 50
    assert {row["simulations"] for row in NUMBERS} == {SIMULATIONS}
    assert SIMULATIONS >= 2_000


def test_the_headline_holds_what_the_choice_costs() -> None:
    for row in NUMBERS:
        if row["positives"] >= 20:
            assert row["coverage"] >= 0.93 - SCATTER, row


def test_the_headline_is_hardly_biased_and_the_winners_row_is() -> None:
    many = [row for row in NUMBERS if row["positives"] >= 20]
    for row in many:
        assert row["headline"] == pytest.approx(row["new"], abs=0.02), row
    unlike = [row for row in many if row["models"] == 30 and row["correlation"] == 0]
    assert all(row["winners_row"] < row["headline"] for row in unlike)
    assert np.mean([row["same_records"] for row in many]) < np.mean([row["winners_row"] for row in many])


def test_equal_models_are_seldom_told_apart() -> None:
    for row in NUMBERS:
        assert row["told_apart"] <= 0.05 + SCATTER, row


def test_a_population_run_again_gives_the_same() -> None:
    population = next(one for one in every_population() if (one.models, one.positives) == (3, 20))
    before, again = result_of(population, ROWS), run(population, simulations=100)
    assert before is not None
    for name, scatter in (("coverage", 0.08), ("new", 0.03), ("headline", 0.03)):
        assert float(str(again[name])) == pytest.approx(float(str(before[name])), abs=scatter)


def test_what_is_said_of_intervals_of_many_models_is_what_was_found() -> None:
    held = [row["rows_coverage"] for row in NUMBERS if row["models"] == 30 and row["positives"] >= 20]
    assert f"in {100 * min(held):.0f} to {100 * max(held):.0f} of 100 samples" in MANY_HELD
    assert min(row["rows_coverage"] for row in NUMBERS if row["models"] <= 3) > 0.9
