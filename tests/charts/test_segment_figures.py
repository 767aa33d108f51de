"""The picture and the table of segments hold what was found, in every renderer."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import costcurves as cc
from costcurves.charts.lettering import printable
from costcurves.charts.marks import Bars, Line, Points
from costcurves.results.interval_tables import segments_table
from costcurves.stats import segment_chart
from tests.charts.sample_charts import HOSTILE
from tests.charts.test_every_renderer import RENDERERS


def found(names: tuple[str, ...] = ("north", "south", "west")) -> cc.stats.Segments:
    """Segments with own thresholds; one more holds negatives only."""
    rng = np.random.default_rng(4)
    place = rng.integers(0, len(names), 240)
    y = rng.random(240) < 0.4
    score = rng.normal(size=240) + 2 * y + place
    segment = np.array([*np.array(names, dtype=object)[place], "sea"], dtype=object)
    records = cc.Records.read([*y, False], {"forest": [*score, 0.0]}, segment=segment)
    condition = cc.OperatingCondition(0.2, cc.Costs(fp=1, fn=3))
    return cc.stats.segment_costs(records, condition, repeats=2)


def test_dots_and_whiskers_are_the_estimates_and_their_intervals():
    segments = found()
    chart = segment_chart(segments)
    assert chart.y.tick_labels == ("all records", "north", "south", "west")
    dots = [mark for mark in chart.marks if isinstance(mark, Points)]
    assert [mark.label for mark in dots] == ["one threshold for all", "its own threshold"]
    shown = (segments.overall, *segments.segments)
    assert dots[0].x.tolist() == [one.nec.estimate for one in shown]
    assert dots[1].x.tolist() == [one.own.estimate for one in segments.segments if one.own]
    whiskers = [mark for mark in chart.marks if isinstance(mark, Bars)]
    ends = {(float(mark.left[0]), float(mark.right[0])) for mark in whiskers}
    assert ends == {
        (one.low, one.high) for segment in shown for one in (segment.nec, segment.own) if one is not None
    }
    # Every dot lies on its whisker, within its row, and no two share a height.
    heights = [*dots[0].y.tolist(), *dots[1].y.tolist()]
    assert len(set(heights)) == len(heights)
    for mark in whiskers:
        assert min(abs((mark.base + float(mark.y[0])) / 2 - height) for height in heights) < 1e-9
    lines = [mark for mark in chart.marks if isinstance(mark, Line)]
    assert lines[0].x.tolist() == [segments.overall.nec.estimate] * 2
    assert chart.notes == ("sea: no positive records",)
    assert dots[0].hover[1].startswith("north, one threshold for all: 0.")


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("names", [("north", "south", "west"), HOSTILE])
def test_every_renderer_draws_segments(renderer, names):
    chart = segment_chart(found(tuple(names)))
    text = RENDERERS[renderer](chart)
    if renderer != "json":
        assert printable(chart.title) in text
        assert "one threshold for all" in text


def test_matplotlib_draws_it_on_axes_of_ones_own():
    _, ax = plt.subplots()
    assert segment_chart(found()).plot(ax) is ax
    assert [label.get_text() for label in ax.get_yticklabels()][:2] == ["all records", "north"]
    plt.close("all")


def test_the_table_words_estimates_with_their_intervals():
    segments = found()
    table = segments_table(segments)
    keys = [column.key for column in table.columns]
    rows = {row[0]: dict(zip(keys, row, strict=True)) for row in table.rows}
    assert list(rows) == ["all records", "north", "south", "west"]
    north = segments["north"]
    assert rows["north"]["nec"] == f"{north.nec.estimate:.3f} [{north.nec.low:.3f}, {north.nec.high:.3f}]"
    assert rows["north"]["cost"] == north.cost.estimate  # type: ignore[union-attr]  # money is known
    assert rows["north"]["flag"] == north.flag
    assert rows["all records"]["own"] is None
    assert "sea (1 record) is not judged: no positive records." in table.notes


def test_benefits_are_shown_as_profit():
    rng = np.random.default_rng(4)
    y = rng.random(200) < 0.4
    records = cc.Records.read(y, {"m": rng.normal(size=200) + y}, segment=np.arange(200) % 2)
    gains = cc.OperatingCondition.from_benefits(tp=3, fp=-1, prevalence=0.4)
    segments = cc.stats.segment_costs(records, gains, rule=cc.rules.fixed(0.0))
    table = segments_table(segments)
    place = [column.key for column in table.columns].index("cost")
    assert table.columns[place].title == "benefit per case"
    assert table.rows[0][place] == -segments.overall.cost.estimate  # type: ignore[union-attr]  # money is known
    relative = cc.stats.segment_costs(records, cc.OperatingCondition.from_pc(0.3), rule=cc.rules.fixed(0.0))
    assert "cost" not in [column.key for column in segments_table(relative).columns]
