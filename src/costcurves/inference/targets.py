"""What an interval is for, and what it holds for at its level: as enumerations, with their words."""

from __future__ import annotations

import enum


class Target(enum.Enum):
    """What an interval is for: a number that knows no thresholds, or costs at thresholds of some kind.

    Examples
    --------
    >>> Target.GIVEN.value, Target.GIVEN.words()
    ('given', 'the threshold as given')
    >>> Target.OTHER_RECORDS.words("operating point")
    'operating points chosen on other records'
    """

    #: A number that knows no thresholds, such as an AUC, a rate or a mean.
    NUMBER = "number"
    #: A threshold, or a decision, that does not know the records.
    GIVEN = "given"
    #: Thresholds chosen on other records.
    OTHER_RECORDS = "other_records"
    #: Thresholds for each fold chosen on the other folds.
    CROSS_FITTED = "cross_fitted"
    #: Model and threshold for each fold chosen together on the other folds.
    WHOLE_CHOICE = "whole_choice"
    #: The best thresholds there are for the population, found on the same records.
    BEST = "best"
    #: The best thresholds of every replicate, which look too cheap.
    EVERY_REPLICATE = "every_replicate"
    #: Thresholds of another rule, or of two rules.
    RULE = "rule"

    def words(self, what: str = "threshold") -> str:
        """Say what the interval is for; empty for what has words of its own: numbers and other rules."""
        return _WORDS.get(self, "").format(what)


_WORDS = {
    Target.GIVEN: "the {} as given",
    Target.OTHER_RECORDS: "{}s chosen on other records",
    Target.CROSS_FITTED: "{}s chosen on the other folds (cross-fitted)",
    Target.WHOLE_CHOICE: "model and {} chosen together on the other folds (cross-fitted)",
    Target.BEST: "the best possible {}s, found on the same records and corrected for optimism",
    Target.EVERY_REPLICATE: ("the best {}, chosen again on every replicate: too cheap on average"),
}


class Scope(enum.Enum):
    """What an interval or a band holds for at its level: itself alone, or several together.

    Examples
    --------
    >>> Scope.of(), Scope.of(models=3, conditions=True)
    (<Scope.ALONE: 'alone'>, <Scope.MODELS_AND_CONDITIONS: 'models_and_conditions'>)
    >>> Scope.ALONE.words(), Scope.MODELS.words(3), Scope.MODELS_AND_CONDITIONS.words(2)
    ('by itself', 'for all 3 models together', 'for both models and at all conditions together')
    """

    #: One interval by itself; of a band each place by itself.
    ALONE = "alone"
    #: All places of the axis together.
    PLACES = "places"
    #: All operating conditions together.
    CONDITIONS = "conditions"
    #: All models together, so that it holds for the one that is chosen, too.
    MODELS = "models"
    MODELS_AND_CONDITIONS = "models_and_conditions"
    #: All pairs of models together.
    PAIRS = "pairs"

    @classmethod
    def of(cls, *, models: int = 1, conditions: bool = False) -> Scope:
        """Return the scope of an interval that holds for so many models, and at all conditions or one."""
        if models > 1:
            return cls.MODELS_AND_CONDITIONS if conditions else cls.MODELS
        return cls.CONDITIONS if conditions else cls.ALONE

    def words(self, models: int = 1) -> str:
        """Say what holds, to follow "holds"; `models` counts those that it holds for."""
        all_models = "for both models" if models == 2 else f"for all {models} models"
        return {
            Scope.ALONE: "by itself",
            Scope.PLACES: "at all places together",
            Scope.CONDITIONS: "at all conditions together",
            Scope.MODELS: f"{all_models} together",
            Scope.PAIRS: "for all pairs of models together",
            Scope.MODELS_AND_CONDITIONS: f"{all_models} and at all conditions together",
        }[self]
