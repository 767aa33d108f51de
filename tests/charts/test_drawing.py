"""What renderers share: thinning, clipping, placing of labels, widths of texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costcurves.charts.lettering import (
    ascii_text,
    cell_width,
    printable,
    shorten,
    shorten_cells,
    text_width,
    wrap,
)
from costcurves.charts.mark_labels import LabelRequest, place_labels
from costcurves.charts.paths import THIN_ABOVE, Box, clip_polygon, clip_polyline, sample, thin

BOX = Box(0, 0, 10, 10)
# Single precision: squares of tiny steps, which `distance` divides by, stay above 0.
coordinates = st.floats(-20, 30, width=32)
places = st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=12)


@given(places)
def test_clipped_lines_lie_in_the_box_and_on_the_line(points) -> None:
    x, y = np.array(points).T
    for piece in clip_polyline(x, y, BOX):
        assert piece.min() >= -1e-9
        assert piece.max() <= 10 + 1e-9
        for point in piece:
            assert distance(point, x, y) < 1e-9


def distance(point: np.ndarray, x: np.ndarray, y: np.ndarray) -> float:
    """Distance of a point from a polyline."""
    found = [float(np.hypot(x[0] - point[0], y[0] - point[1]))]
    for i in range(len(x) - 1):
        start, step = np.array([x[i], y[i]]), np.array([x[i + 1] - x[i], y[i + 1] - y[i]])
        squared = float(step @ step)
        share = float(np.clip(step @ (point - start) / squared, 0, 1)) if squared > 0 else 0.0
        found.append(float(np.hypot(*(start + share * step - point))))
    return min(found)


def test_a_step_of_next_to_nothing_is_clipped_too() -> None:
    x, y = np.array([5.0, 5.0, 15.0]), np.array([2.0, np.nextafter(2.0, 3), 5e-324])
    assert clip_polyline(np.array([5e-324, 0.0, 15.0]), y, BOX)[0].max() <= 10 + 1e-9
    assert clip_polyline(x, y, BOX)[0][0].tolist() == [5.0, 2.0]


def test_lines_inside_stay_as_they_are_and_others_leave_nothing() -> None:
    x, y = np.array([1.0, 5.0]), np.array([2.0, 10.0])
    assert [piece.tolist() for piece in clip_polyline(x, y, BOX)] == [[[1, 2], [5, 10]]]
    assert clip_polyline(x + 20, y, BOX) == []
    assert clip_polyline(x, np.array([11.0, 11.0]), BOX) == []
    assert clip_polyline(np.array([]), np.array([]), BOX) == []


def test_a_line_that_leaves_and_comes_back_is_two_pieces() -> None:
    pieces = clip_polyline(np.array([1.0, 4, 6, 9]), np.array([5.0, 15, 15, 5]), BOX)
    assert [piece.tolist() for piece in pieces] == [[[1, 5], [2.5, 10]], [[7.5, 10], [9, 5]]]


def test_polygons_are_cut_at_every_side() -> None:
    square = np.array([-5.0, 15, 15, -5]), np.array([-5.0, -5, 15, 15])
    cut = clip_polygon(*square, BOX)
    assert {tuple(corner) for corner in cut.tolist()} == {(0, 0), (10, 0), (10, 10), (0, 10)}
    assert clip_polygon(square[0] + 40, square[1], BOX).shape == (0, 2)
    assert clip_polygon(np.array([]), np.array([]), BOX).shape == (0, 2)


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(THIN_ABOVE + 1, 6000))
def test_thinning_moves_nothing_by_more_than_half_a_pixel(seed, count) -> None:
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 300, count))
    y = np.cumsum(rng.normal(0, 0.05, count))
    kept = thin(x, y)
    assert {0, count - 1, int(np.argmin(y)), int(np.argmax(y))} <= set(kept.tolist())
    before = np.searchsorted(kept, np.arange(count), side="right") - 1
    gap = np.hypot(x - x[kept[before]], y - y[kept[before]])
    assert gap.max() <= np.sqrt(2) / 3
    assert thin(x[:THIN_ABOVE], y[:THIN_ABOVE]).tolist() == list(range(THIN_ABOVE))


def test_samples_follow_the_line_closely() -> None:
    found = sample([np.array([[0.0, 0], [3, 4]]), np.array([[5.0, 5]])], 1.0)
    assert found[0].tolist() == [0, 0]
    assert [3, 4] in found.tolist()
    assert [5, 5] in found.tolist()
    assert np.hypot(*np.diff(found[:-2], axis=0).T).max() <= 1
    assert sample([], 1.0).shape == (0, 2)


def test_labels_keep_clear_of_lines_and_of_each_other() -> None:
    at = np.linspace(5, 95, 91)
    lines = [np.column_stack([at, np.full(91, height)]) for height in (30.0, 45.0, 80.0)]
    requests = [LabelRequest(30, 8, line, number) for number, line in enumerate(lines)]
    found = place_labels(requests, lines, Box(0, 0, 100, 100))
    boxes = [box for box in found if box is not None]
    assert len(boxes) == 3
    for number, box in enumerate(boxes):
        gaps = [max(box.top - height, height - box.bottom) for height in (30, 45, 80)]
        assert int(np.argmin(gaps)) == number
        assert min(gaps) > 0
        for other in boxes[number + 1 :]:
            assert (
                box.right <= other.left
                or other.right <= box.left
                or box.bottom <= other.top
                or other.bottom <= box.top
            )


def test_a_label_without_room_is_left_out_unless_it_insists() -> None:
    crowd = np.array([[x, y] for x in range(0, 100, 3) for y in range(0, 100, 3)], dtype=float)
    anchor = np.array([[50.0, 50.0]])
    area = Box(0, 0, 100, 100)
    assert place_labels([LabelRequest(30, 10, anchor)], [crowd], area) == [None]
    assert place_labels([LabelRequest(30, 10, anchor, insists=True)], [crowd], area)[0] is not None
    assert place_labels([LabelRequest(300, 10, anchor, insists=True)], [crowd], area) == [None]
    assert place_labels([LabelRequest(30, 10, np.empty((0, 2)))], [], area) == [None]


def test_a_box_knows_its_size() -> None:
    assert (BOX.width, BOX.height) == (10, 10)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\tb\r\nc", "a b  c"), ("\x1b[0m\x00", "�[0m�"), ("\ud800x\uffff", "�x�"), ("\u2028é模", " é模")],
)
def test_what_cannot_be_shown_is_replaced(text, shown) -> None:
    assert printable(text) == shown


def test_widths_grow_with_what_is_written() -> None:
    assert text_width("iii", 12) < text_width("nnn", 12) < text_width("MMM", 12) < text_width("模型模", 12)
    assert text_width("abc", 12, bold=True) > text_width("abc", 12)
    assert cell_width("e\u0301模") == 3


@given(st.text(max_size=40), st.integers(1, 30))
def test_shortened_texts_fit(text, cells) -> None:
    text = printable(text)
    short = shorten_cells(text, cells)
    assert cell_width(short) <= cells
    assert short == text or "…" in short
    assert text_width(shorten(text, cells * 8, 12), 12) <= max(cells * 8, text_width("…", 12))
    assert len(ascii_text(text)) == cell_width(text) or not text.isascii()


def test_the_narrowest_text_is_a_sign() -> None:
    assert shorten("mmmm", 5, 12) == "…"
    assert shorten_cells("模型", 1) == "…"
    assert shorten_cells("ab", 0) == ""


def test_texts_break_at_blanks() -> None:
    assert wrap("one two three", 60, 12) == ["one two", "three"]
    assert wrap("", 50, 12) == []
    assert wrap("a-very-long-word-indeed b", 60, 12)[1:] == ["b"]
