"""Options that several commands share, gathered into one request."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from costcurves.cli import console
from costcurves.cli.commands import any_file, in_section, misused
from costcurves.cli.file_options import DROP_MISSING, LOWER, SHEET
from costcurves.cli.given_options import PREDICTED, THRESHOLD
from costcurves.cli.option_types import NO_LEVEL, Choice, Level, Number, Whole
from costcurves.criteria.criterion_table import criterion_options

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from costcurves.cli.condition_options import ConditionOptions
    from costcurves.cli.goal_options import GoalOptions
    from costcurves.cli.request import IntervalOptions, ReadingOptions

    Command = Callable[..., Any]

Given: TypeAlias = dict[str, Any]


OUTCOMES = ("fp", "fn", "tp", "tn")
NUMBER = Number()
SHARE = Number(like="0.05 or 5%", most=1)
#: A value that may be a share; a level and a prevalence, which are checked where they are used.
VALUE, LEVEL = Number(like="0.8 or 80%"), Level(like="0.95 or 95%")

file_argument = click.argument("file", metavar="FILE", shell_complete=any_file)
#: Several files are the parts of one table.
files_argument = click.argument("files", metavar="FILE…", nargs=-1, required=True, shell_complete=any_file)
quiet_option = click.option(
    "-q", "--quiet", is_flag=True, expose_value=False, callback=console.hush,
    help="Do not print what was read and written.",
)  # fmt: skip

# ---- columns --------------------------------------------------------------------------------

_column = in_section("Columns of FILE")
FOLD = _column("--fold", metavar="COLUMN", help="Cross-validation folds.")
SEGMENT = _column("--segment", metavar="COLUMN", help="Segments to judge separately.")
PARTITION = _column(
    "--partition",
    metavar="COLUMN",
    help="Parts (train, validation, test): show numbers by part; by default column part, split or set.",
)
MARKS = (
    _column("--thousands", metavar="MARK", help="What parts thousands in numbers, a comma or a point."),
    _column("--decimal", metavar="MARK", help="What stands before decimals, a comma or a point."),
)


def mark_options(function: Command) -> Command:
    """Add the options of the marks in numbers to a command that takes no other options of columns."""
    return functools.reduce(lambda found, option: option(found), reversed(MARKS), function)


#: By what records are told apart.
APART = (FOLD, SEGMENT, PARTITION)
CELLS = (
    _column("--points", is_flag=True, help="FILE holds points: model, and tp fn fp tn, or fpr tpr."),
    _column("--counts", is_flag=True, help="FILE holds counts: model, score, positives, negatives."),
)
#: What says which columns are labels and scores of two classes.
LABELLED = (
    _column("--label", metavar="COLUMN", help="The labels; by default found by column name."),
    _column("--positive", metavar="VALUE", help="Label of the positive class; others are negative."),
    _column(
        "--score",
        multiple=True,
        metavar="COLUMN",
        help="Scores of a model (repeatable, or a,b); by default all other numeric columns.",
    ),
    PREDICTED,
    _column("--lower-is-positive", is_flag=True, help="Low scores mean positive, for every model."),
    LOWER,
)
READING = (
    *LABELLED,
    _column("--weight", metavar="COLUMN", help="Weights of the records."),
    FOLD,
    _column("--cluster", metavar="COLUMN", help="Clusters: records that belong together."),
    SEGMENT,
    PARTITION,
    SHEET,
    _column("--skip-rows", type=Whole(0), metavar="NUMBER", help="Rows above the header; else detected."),
    DROP_MISSING,
    *MARKS,
    *CELLS,
)


def _stated(kind: type, given: Given) -> Given:
    """Take the options that are fields of a part of the request out of all that were given."""
    return {field.name: given.pop(field.name) for field in dataclasses.fields(kind) if field.name in given}


def _by_outcome(lead: str, given: Given) -> Given:
    """Take the options of the four outcomes that were stated, such as costs."""
    taken = {name: given.pop(f"{lead}_{name}", None) for name in OUTCOMES}
    return {name: value for name, value in taken.items() if value is not None}


def _reading(given: Given) -> ReadingOptions:
    """Make the reading from its options."""
    from costcurves.cli.request import ReadingOptions  # as everywhere here, on use: --help is quick without

    kinds = [kind for kind in ("points", "counts") if given.pop(kind, False)]
    if len(kinds) > 1:
        raise misused(wrong="--points and --counts exclude each other", fix="leave out one of them")
    costs = _by_outcome("row", given)
    return ReadingOptions(kind=next(iter(kinds), None), row_costs=costs, **_stated(ReadingOptions, given))


# ---- costs of every record ------------------------------------------------------------------

_WHAT = {"fp": "a false positive", "fn": "a false negative", "tp": "a true positive", "tn": "a true negative"}

_by_row = in_section("Costs by record: a column, a number, or a number times a column (0.1*amount)")
ROW_COSTS = tuple(
    _by_row(
        f"--row-{name}",
        metavar="COLUMN|COST",
        help=f"What {_WHAT[name]} costs, record by record; by default nothing.",
    )
    for name in OUTCOMES
)

# ---- condition ------------------------------------------------------------------------------

_place = in_section("Operating condition")


def _prevalence(unstated: str) -> Callable[[Any], Any]:
    """Make the option of the prevalence; say what holds without it, or with what it goes."""
    text = f"Share of positives in practice, e.g. 0.02 or 2%; {unstated}."
    option: Callable[[Any], Any] = _place("--prevalence", type=SHARE, metavar="SHARE", help=text)
    return option


PREVALENCE = _prevalence("by default that of the records")
#: The same of a confusion matrix.
PREVALENCE_OF_MATRIX = _prevalence("by default that of the matrix")
#: The same where there are no records.
PREVALENCE_IN_USE = _prevalence("needs costs")
RECALIBRATE = _place(
    "--recalibrate-to",
    type=SHARE,
    metavar="SHARE",
    help="Take scores as probabilities where this share is positive, "
    "by Bayes' theorem from that of the records.",
)
CURRENCY = _place("--currency", metavar="UNIT", help="The unit of costs to show, such as EUR.")
CONDITION = (
    PREVALENCE,
    *(
        _place(f"--cost-{name}", type=NUMBER, metavar="COST", help=f"What {_WHAT[name]} costs.")
        for name in OUTCOMES
    ),
    *(
        _place(f"--benefit-{name}", type=NUMBER, metavar="VALUE", help=f"What {_WHAT[name]} brings.")
        for name in ("tp", "fp", "fn", "tn")
    ),
    _place("--free-errors", is_flag=True, help="A false positive or a false negative may cost 0."),
    CURRENCY,
    _place("--pc", type=SHARE, metavar="PC", help="Instead of costs: PC(+) itself."),
    _place(
        "--ratio",
        type=NUMBER,
        metavar="RATIO",
        help="Instead of costs: cost of a false positive over that of a false negative.",
    ),
    _place(
        "--threshold-probability",
        type=SHARE,
        metavar="P",
        help="Instead of costs: probability of a positive above which flagging pays.",
    ),
)


def _condition_of(given: Given) -> ConditionOptions:
    """Make the condition from its options."""
    from costcurves.cli.condition_options import ConditionOptions

    costs, benefits = (_by_outcome(lead, given) for lead in ("cost", "benefit"))
    return ConditionOptions(costs=costs, benefits=benefits, **_stated(ConditionOptions, given))


# ---- goal -----------------------------------------------------------------------------------

_goal = in_section("Goal, instead of the least cost")
#: How the options of the table of criteria are read.
_TAKES: dict[str, Given] = {
    "share": {"type": SHARE},
    "number": {"type": NUMBER},
    "value": {"type": VALUE},
    "name": {},
    "nothing": {"is_flag": True},
}
GOAL = (
    *(
        _goal(
            option.typed,
            option.name,
            **_TAKES[option.takes],
            nargs=max(1, len(option.parameters)),
            metavar=option.metavar or None,
            help=option.help,
        )
        for option in criterion_options()
    ),
    _goal(
        "--randomised",
        is_flag=True,
        help="Meet the goal exactly with a mixture of two thresholds, of one model or two.",
    ),
)


def _goal_of(given: Given) -> GoalOptions:
    """Make the goal from its options."""
    from costcurves.cli.goal_options import GoalOptions

    options = {option.name: given.pop(option.name) for option in criterion_options()}
    return GoalOptions(options=options, randomised=given.pop("randomised"))


# ---- choice, and all together ---------------------------------------------------------------

_choice = in_section("Choice")
MODEL = (_choice("--model", metavar="MODEL", help="Use this model; by default the best one."),)
CHAMPION = (
    _choice(
        "--champion", metavar="MODEL", help="Keep this model unless another is cheaper by more than chance."
    ),
)
POPULATION = (
    _place(
        "--population",
        type=NUMBER,
        metavar="CASES",
        help="Number of cases in practice: show outcomes and costs for all of them.",
    ),
)
CHOOSE_ON = (
    _choice(
        "--choose-on",
        metavar="FILE|PART",
        help="Choose model and threshold on this table, or on this part (of --partition, or one of several "
        "FILEs), and judge them on the other.",
    ),
)
JUDGE_ON = (
    _choice(
        "--judge-on",
        metavar="PART",
        help="Part on which to judge what --choose-on chose; by default the test part.",
    ),
)

# ---- uncertainty ----------------------------------------------------------------------------

_interval = in_section("Uncertainty")
BAND = _interval(
    "--band",
    type=Choice(["pointwise", "simultaneous"]),
    help="Whether a band holds at any one place, or at all places together.",
)
BOOTSTRAP = _interval("--bootstrap", type=Whole(), metavar="N", help="Bootstrap replicates; by default 2000.")
INTERVALS = (
    _interval(
        "--level",
        type=LEVEL,
        metavar="LEVEL",
        help="Confidence level of intervals, usually 95%; none for no intervals.",
    ),
    BOOTSTRAP,
    _interval("--seed", type=Whole(0), metavar="NUMBER", help="Seed for folds and replicates."),
    BAND,
)


def _intervals(given: Given) -> IntervalOptions:
    """Make the request for intervals from its options."""
    from costcurves.cli.request import IntervalOptions

    stated = _stated(IntervalOptions, given)
    is_off = stated.get("level") == NO_LEVEL
    return IntervalOptions(**stated | {"is_off": is_off, **({"level": None} if is_off else {})})


#: Groups of options: the field of the request that they make, and how. Costs of records are columns to read.
_GROUPS: tuple[tuple[tuple[Any, ...], str, Callable[[Given], Any] | None], ...] = (
    (ROW_COSTS, "row_costs", None),
    (READING, "reading", _reading),
    (CONDITION, "condition", _condition_of),
    (GOAL, "goal", _goal_of),
    (MODEL, "model", lambda given: given.pop("model")),
    ((RECALIBRATE,), "recalibrate_to", lambda given: given.pop("recalibrate_to")),
    ((CURRENCY,), "currency", lambda given: given.pop("currency")),
    (CHAMPION, "champion", lambda given: given.pop("champion")),
    (POPULATION, "population", lambda given: given.pop("population")),
    (THRESHOLD, "thresholds", lambda given: given.pop("threshold")),
    (CHOOSE_ON, "choose_on", lambda given: given.pop("choose_on")),
    (JUDGE_ON, "judge_on", lambda given: given.pop("judge_on")),
    (INTERVALS, "intervals", _intervals),
)


#: Groups of commands that decide.
DECIDED = (
    "recalibrate_to",
    "model",
    "champion",
    "population",
    "thresholds",
    "choose_on",
    "judge_on",
    "intervals",
)


def request_options(
    *fields: str, without: Collection[Callable[[Any], Any]] = ()
) -> Callable[[Command], Command]:
    """Add the options that make these fields of a request; they arrive together as `request`.

    Options that would have no effect on a command are left out by `without`.
    """
    groups = [group for group in _GROUPS if group[1] in fields]

    def decorated(function: Command) -> Command:
        @functools.wraps(function)
        def command(**given: Any) -> Any:
            from costcurves.cli.request import Request

            made = {field: make(given) for _, field, make in groups if make is not None}
            return function(**given, request=Request(**made))

        found: Command = command
        for option in reversed(
            [option for options, _, _ in groups for option in options if option not in without]
        ):
            found = option(found)
        return found

    return decorated
