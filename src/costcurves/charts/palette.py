"""How marks look, whatever draws them: colours, dashes, markers.

The hues follow the colour-blind-safe palette of Okabe and Ito (2008), moved in lightness until each
has a contrast of at least 3:1 on its paper and its text colour one of at least 4.5:1. Colour is never
the only cue: series also differ by dash and by marker.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of one theme, as ``#RRGGBB``.

    Parameters
    ----------
    paper, ink, muted, grid : str
        Background, text and decisions, secondary text and references, grid lines.
    series : tuple of str
        Strokes and fills of the series.
    words : tuple of str
        The same hues for text.
    ramp : tuple of str
        Steps from low to high values, from the shade of the paper away from it: lightness alone orders
        them, for every eye and in print.
    """

    paper: str
    ink: str
    muted: str
    grid: str
    series: tuple[str, ...]
    words: tuple[str, ...]
    ramp: tuple[str, ...]


LIGHT = Theme(
    paper="#FFFFFF",
    ink="#1A1C20",
    muted="#5F6368",
    grid="#E4E6EA",
    series=("#0062B8", "#D66800", "#0A996A", "#931567", "#6B4E0C", "#7A4DF0", "#6B93C4", "#7F2A30"),
    words=("#0062B8", "#A84F00", "#0A7A55", "#931567", "#6B4E0C", "#7A4DF0", "#466C9C", "#7F2A30"),
    ramp=(
        "#F8F4B6",
        "#CBEAA0",
        "#99DE97",
        "#5DD199",
        "#10BFA0",
        "#07A9A1",
        "#0C929C",
        "#037D95",
        "#03688C",
        "#115380",
        "#254066",
        "#262F4A",
    ),
)

DARK = Theme(
    paper="#16181D",
    ink="#E8EAED",
    muted="#A3A9B2",
    grid="#30343B",
    series=("#4AA3E8", "#F0763A", "#4FCB8A", "#FFB8DA", "#EDE04A", "#7078FF", "#C96A5E", "#C44FD8"),
    words=("#4AA3E8", "#F0763A", "#4FCB8A", "#FFB8DA", "#EDE04A", "#8F96FF", "#DB8074", "#D57BE4"),
    ramp=(
        "#201F4F",
        "#1D306A",
        "#004583",
        "#015C85",
        "#00728D",
        "#008793",
        "#039E96",
        "#0BB591",
        "#66C58A",
        "#9ED28B",
        "#CCDE98",
        "#F1EAB2",
    ),
)

#: Dashes of the series, in pixels on and off; seven against eight colours, so that the pairs repeat after 56.
DASHES: tuple[tuple[float, ...], ...] = (
    (), (8, 3), (9, 3, 2, 3), (4, 2.5), (12, 3, 2, 3, 2, 3), (16, 4), (14, 3, 5, 3),
)  # fmt: skip

#: Dashes a mark may ask for by name.
NAMED_DASHES: dict[str, tuple[float, ...]] = {
    "solid": (), "dashed": (5, 4), "dotted": (1.5, 2.5), "dashdot": (8, 3, 2, 3),
}  # fmt: skip

#: More markers of one mark than this are drawn smaller, by this factor, and without a rim.
CROWD, CROWDED = 150, 0.55

#: Opacity of areas.
AREA = 0.35

#: Markers of the series.
MARKERS = ("circle", "triangle", "square", "diamond", "inverted", "plus", "cross")


@dataclass(frozen=True, slots=True)
class RoleStyle:
    """The look that a role gives a mark.

    Parameters
    ----------
    width : float
        Stroke width of lines, in pixels.
    radius : float
        Radius of markers, in pixels.
    opacity : float
        Of the stroke.
    dash : tuple of float, optional
        None: by series.
    tone : str
        Colour of a mark without series: ``"ink"`` or ``"muted"``.
    """

    width: float
    radius: float
    opacity: float
    dash: tuple[float, ...] | None
    tone: str


#: What a mark is there for, and how that looks.
ROLES: dict[str, RoleStyle] = {
    "model": RoleStyle(2.0, 4.0, 1.0, None, "ink"),
    "hull": RoleStyle(1.25, 3.0, 1.0, NAMED_DASHES["dotted"], "ink"),
    "joint": RoleStyle(6.0, 3.0, 0.22, NAMED_DASHES["solid"], "ink"),
    "trivial": RoleStyle(1.25, 3.5, 1.0, NAMED_DASHES["dashed"], "muted"),
    "reference": RoleStyle(1.0, 3.0, 1.0, NAMED_DASHES["solid"], "muted"),
    "decision": RoleStyle(1.5, 5.5, 1.0, NAMED_DASHES["solid"], "ink"),
    "detail": RoleStyle(0.75, 2.5, 0.45, NAMED_DASHES["solid"], "muted"),
}


#: What is written on a step of a ramp: ink up to the first of these steps, from the second on paper; between
#: them a dark tone, since ramps are of middling lightness there in both themes.
_ON_RAMP = (5, 7)


def ramp_ink(step: int) -> str:
    """Return which colour is read best on a step of the ramps of both themes: "ink", "deep" or "paper"."""
    return "ink" if step < _ON_RAMP[0] else "deep" if step < _ON_RAMP[1] else "paper"


def dash_of(role: str, series: int | None, dash: str | None) -> tuple[float, ...]:
    """Return the dash of a line: the one asked for, else the role's, else the series'."""
    if dash is not None:
        return NAMED_DASHES[dash]
    given = ROLES[role].dash
    if given is not None:
        return given
    return DASHES[(series or 0) % len(DASHES)]


def marker_of(series: int | None) -> str:
    """Return the marker of a series."""
    return MARKERS[(series or 0) % len(MARKERS)]
