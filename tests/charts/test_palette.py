"""Colours that everybody can tell apart, and more than colour."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from costcurves.charts.palette import DARK, LIGHT, dash_of, marker_of, ramp_ink

THEMES = {"light": LIGHT, "dark": DARK}

# Simulation of colour vision deficiencies in linear RGB at severity 1: Machado, Oliveira and Fernandes,
# "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15 (2009).
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}


def linear(colour: str) -> np.ndarray:
    """Linear RGB of a colour (IEC 61966-2-1)."""
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Contrast ratio as the Web Content Accessibility Guidelines 2.2 define it."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIELAB of linear RGB under D65."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_the_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_strokes_stand_out_from_the_paper(theme) -> None:
    assert min(contrast(colour, theme.paper) for colour in theme.series) >= 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_texts_are_readable(theme) -> None:
    assert min(contrast(colour, theme.paper) for colour in (*theme.words, theme.ink, theme.muted)) >= 4.5
    assert len(theme.words) == len(theme.series)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_first_six_series_differ_for_every_eye(theme, vision) -> None:
    seen = [lab(VISION[vision] @ linear(colour)) for colour in theme.series[:6]]
    distances = [float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)]
    assert min(distances) > 14  # about six times a just noticeable difference


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_no_two_of_forty_series_look_alike(theme) -> None:
    looks = {(theme.series[i % len(theme.series)], dash_of("model", i, None)) for i in range(40)}
    assert len(looks) == 40
    assert len({marker_of(i) for i in range(7)}) == 7


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_seven_series_differ_in_dash_and_in_colour(theme) -> None:
    assert len({dash_of("model", i, None) for i in range(7)}) == 7
    seen = [lab(linear(colour)) for colour in theme.series[:7]]
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) > 28


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_eye_sees_a_ramp_rise_in_even_steps(theme, vision) -> None:
    lightness = np.array([lab(VISION[vision] @ linear(colour))[0] for colour in theme.ramp])
    steps = np.diff(lightness if theme is DARK else lightness[::-1])
    # By lightness alone, away from the paper: more than twice a just noticeable difference, and evenly.
    assert steps.min() > 3
    assert steps.max() < 2.5 * steps.mean()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_high_end_of_a_ramp_is_far_from_the_paper(theme) -> None:
    assert contrast(theme.ramp[-1], theme.paper) > 9


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_stands_on_a_ramp_can_be_read(theme) -> None:
    colours = {"ink": theme.ink, "deep": DARK.paper, "paper": theme.paper}
    found = [contrast(colours[ramp_ink(step)], colour) for step, colour in enumerate(theme.ramp)]
    assert min(found) > 4
    assert sum(one < 4.5 for one in found) <= 1


def test_a_mark_may_ask_for_a_dash() -> None:
    assert dash_of("model", 1, "solid") == ()
    assert dash_of("trivial", 1, None) == dash_of("trivial", None, None) != ()
    assert dash_of("model", None, None) == ()
