"""What reading gives: evaluations, what was read, and steps on the way."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from costcurves._ground.number_words import percent
from costcurves.charts.part_shown import PartShown
from costcurves.errors import InputError
from costcurves.evaluation.evaluation import Evaluation
from costcurves.evaluation.part_results import PartResults
from costcurves.evaluation.shown_parts import part_shown, shown_part
from costcurves.results.remarks import calibrated_elsewhere

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurves.cli.file_statements import FileRead
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.curves.separation import Separation
    from costcurves.evaluation.uncertainty import Uncertainty

    Step = Callable[..., None]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Loaded:
    """Evaluations made from files.

    Attributes
    ----------
    evaluation : Evaluation
        The records in question: on them decisions are judged.
    statements : tuple of (str or FileRead)
        What was read.
    positive : str
        How the positive class is spelled; empty where there are no labels.
    parts : dict of str to Evaluation
        Parts of the table, and the table that thresholds were chosen on; empty without parts.
    roles : dict of str to str
        What each part is for: "train", "validation" or "test"; empty where its name does not tell.
    reference : str
        The part that others are compared with; empty if there are no parts.
    chosen_on : Evaluation or None
        Where thresholds are chosen, if not on the records in question.
    separation : Separation or None
        Two predictors of all records, if they are drawn.
    separations : dict of str to Separation
        The same of each part.
    left_out : tuple of (str, str)
        Columns that are no models without an option that names them, each with the reason.
    incomplete : int
        Rows that were left out since values are missing.
    """

    evaluation: Evaluation
    statements: tuple[str | FileRead, ...]
    positive: str = ""
    parts: dict[str, Evaluation] = dataclasses.field(default_factory=dict)
    reference: str = ""
    chosen_on: Evaluation | None = None
    separation: Separation | None = None
    left_out: tuple[tuple[str, str], ...] = ()
    separations: dict[str, Separation] = dataclasses.field(default_factory=dict)
    roles: dict[str, str] = dataclasses.field(default_factory=dict)
    incomplete: int = 0

    @property
    def part_results(self) -> PartResults:
        """The numbers of every model on every part, with the gaps to the part of reference."""
        tallies = {name: part.models for name, part in self.parts.items()}
        return PartResults(tallies, self.reference, tuned=self.chosen_on is not None)

    @property
    def shown_part(self) -> str:
        """The part that numbers are of which are not shown by part; empty without parts."""
        return shown_part(self.evaluation.name, self.parts, elsewhere=self.chosen_on is not None)

    @property
    def chooser(self) -> Evaluation:
        """The records that thresholds are chosen on."""
        return self.chosen_on or self.evaluation

    @property
    def compared(self) -> PartResults:
        """The numbers of all parts at one prevalence: the stated one, else that of the part that chooses."""
        return self.part_results.compared_with(self.chooser)

    def part(
        self, prevalence: float | None = None, condition: OperatingCondition | None = None,
        decision: Decision | None = None,
    ) -> PartShown | None:  # fmt: skip
        """Return the part that is shown where not all are, and its prevalence; None without parts.

        Without a stated one a condition has the prevalence of the records that choose.
        """
        if not self.parts:
            return None
        if prevalence is None and decision is None and condition is not None and condition.placed:
            return PartShown(self.shown_part, condition.prevalence, self.chooser.name)
        return part_shown(self.shown_part, self.evaluation.models, prevalence, condition, decision)

    def part_json(
        self, prevalence: float | None = None, condition: OperatingCondition | None = None
    ) -> dict[str, Any]:
        """Name the part that is shown and its prevalence, as documents do; empty without parts."""
        part = self.part(prevalence, condition)
        return {} if part is None else {"part": dataclasses.asdict(part)}

    @property
    def data(self) -> dict[str, Any]:
        """How many records there are, how many of them count, and the fingerprints of the parts."""
        parts = list(self.parts.values()) or [self.evaluation]
        sizes = [part.records for part in parts if part.records is not None]
        used = [len(one) if one.weight is None else int((one.weight > 0).sum()) for one in sizes]
        records = sum(map(len, sizes)) if len(sizes) == len(parts) else None
        prints = list(dict.fromkeys(part.fingerprint for part in parts))
        return {
            "records": records,
            "used": None if records is None else sum(used),
            "fingerprint": "-".join(prints),
            **({"incomplete": self.incomplete} if self.incomplete else {}),
        }

    @property
    def data_sentence(self) -> str:
        """The same in words."""
        found = self.data
        if found["records"] is None:
            return f"fingerprint of the data: {found['fingerprint']}"
        dropped = found["records"] - found["used"]
        how = "none dropped" if not dropped else f"{dropped:,} of them with weight 0"
        if self.incomplete:
            how = f"{self.incomplete:,} others dropped" + (f", {how}" if dropped else "")
        return f"{found['records']:,} records used, {how}; fingerprint of the data: {found['fingerprint']}"

    def at(self, prevalence: float | None, *, weighed: bool = False) -> Loaded:
        """Return evaluations and parts at a stated prevalence, perhaps with their records weighed to it."""
        if prevalence is None:
            return self
        placed = Evaluation.weighed if weighed else Evaluation.at_prevalence
        parts = {name: part.at_prevalence(prevalence) for name, part in self.parts.items()}
        others = None if self.chosen_on is None else placed(self.chosen_on, prevalence)
        here = placed(self.evaluation, prevalence)
        return dataclasses.replace(self, evaluation=here, parts=parts, chosen_on=others)

    def recalibrated(self, share: float | None) -> Loaded:
        """Return all evaluations with scores that are probabilities where a share is positive.

        They are taken to be calibrated on the part that trained the models, where there is one, else on the
        records that choose.
        """
        if share is None:
            return self
        train = [self.parts[name] for name, role in self.roles.items() if role == "train"]
        base = (train or [self.chosen_on or self.evaluation])[0]
        if base.prevalence is None:
            raise InputError(
                "--recalibrate-to needs the share of positives in the records", "none", "leave it out"
            )

        def moved(one: Evaluation) -> Evaluation:
            return one.recalibrated_to(share, calibrated_at=base.prevalence)

        said = (
            f"scores are taken as probabilities of {base.name}, of which {percent(base.prevalence)} are "
            f"positive, and recalibrated to {percent(share)}"
        )
        return dataclasses.replace(
            self,
            evaluation=moved(self.evaluation),
            parts={name: moved(part) for name, part in self.parts.items()},
            chosen_on=None if self.chosen_on is None else moved(self.chosen_on),
            statements=(*self.statements, said),
        )

    def remarked(self, prevalence: float | None) -> Loaded:
        """State, too, which scores seem to be no probabilities at a stated prevalence."""
        if prevalence is None or not 0 < prevalence < 1:
            return self
        found = tuple(map(str, calibrated_elsewhere(self.evaluation.at_prevalence(prevalence).models)))
        return dataclasses.replace(self, statements=(*self.statements, *found))

    def require_models(self, *names: str) -> None:
        """Refuse what is no model of a file; say so of a column that was left out, and why."""
        known = self.evaluation.models
        for name in names:
            why = dict(self.left_out).get(name)
            if name not in known and why is not None:
                raise InputError(
                    "the model must be one of the evaluation",
                    repr(name),
                    f"the models are {', '.join(known)}; left out: {name} ({why}); name every model that "
                    "you mean with --score",
                    where=self.evaluation.name,
                )
            self.evaluation.tally(name)


def silent(title: str, done: int | None = None, total: int | None = None) -> None:
    """Show no progress."""


def beside_other_intervals(uncertainty: Uncertainty, condition: OperatingCondition | None) -> str:
    """Say why intervals of single models, as other commands print them, are other ones."""
    from costcurves.inference.targets import Scope

    decided = ""
    if condition is not None:
        models = len(uncertainty.models)
        holds = Scope.of(models=models, conditions=uncertainty.simultaneous).words(models)
        decided = f"; `decide` one that holds {holds}, since the cheapest was chosen among them"
    return (
        "Both models of a pair scored the same records, so they may differ where the intervals of single "
        f"models overlap: `evaluate` gives each model an interval of its own{decided}."
    )
