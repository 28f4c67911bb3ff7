"""Questions: values that say themselves, in words and in JSON, and are read back from JSON."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from riskexact.base.arguments import did_you_mean, short_repr
from riskexact.base.certain import Real
from riskexact.base.errors import RiskError
from riskexact.base.export import Exported, parsed
from riskexact.base.frozen import Any, Frozen, defaults_of
from riskexact.base.text import chance_text, fraction_text, number_or_text
from riskexact.rules import RULES_PARTS, Rules
from riskexact.rules.catalogue import in_words, label, rules_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from matplotlib.axes import Axes

    from riskexact.base.drawing.bars import Survivors
    from riskexact.rules.blitz import BlitzVersion
    from riskexact.rules.distribution import Distribution

Parts = tuple[list[tuple[str, Fraction, str]], list[tuple[str, str]]]
"""Chances, each with its name and its kind ("good", "bad" or ""), and other values with theirs."""


class Displayed:
    """Base of values that are shown by what they are and, where it takes no time, their answer.

    They are equal, and hashed, by what their `_key` returns.
    """

    __eq__, __hash__, __delattr__ = Frozen.__eq__, Frozen.__hash__, Frozen.__delattr__

    def __setattr__(self, name: str, value: object) -> None:
        if name in vars(self):  # what has been set does not change
            raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be changed")
        super().__setattr__(name, value)

    @property
    def _is_quick(self) -> bool:
        return True

    @property
    def brief(self) -> str:
        """The question in few words."""
        raise NotImplementedError

    def _answer(self) -> str:
        """Return the answer in few words."""
        raise NotImplementedError

    def _parts(self) -> Parts:
        """Return what a notebook shows."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return the question and the answer, as at a prompt."""
        answer = f": {self._answer()}" if self._is_quick else ""
        return f"<{type(self).__name__} {self.brief}{answer}>"

    def _repr_html_(self) -> str:
        from riskexact.base.grid import chances

        parts = self._parts() if self._is_quick else ([], [])
        return chances(f"{type(self).__name__} {self.brief}", *parts).html()


class Question(Displayed, Frozen):
    """A question as a value: immutable, checked, and able to say itself.

    Its fields are the arguments of its class.  JSON has the `kind`, which is the name of the class,
    and the fields that are not as by default: rules by the name that the catalogue has for them,
    or by their parts, fractions as text "p/q", and several values as a list.
    """

    def words(self, armies: bool = False) -> str:
        """Return the question in words, as titles have it.

        - `armies`: whether the attacker's units are told as armies too, the one that stays counted.
        """
        raise NotImplementedError

    def title(self, armies: bool = False) -> str:
        """Return the words in one line."""
        return self.words(armies).replace("\n", ", ")

    def json(self) -> dict[str, object]:
        """Return the question in the types of JSON."""
        return {"kind": self._kind()} | {
            name: _written(value) for name, value in self._non_default_fields().items()
        }

    @classmethod
    def from_json(cls, data: object) -> "Self":
        """Return the question that `json` or `to_json` describes, checked as any other.

        Answers in a text are not read, but computed again.  Raises a `RiskError` that names the
        key, and what is allowed.
        """
        if isinstance(data, str) and isinstance(read := parsed(data), dict):
            answers = "version", "win", "outcomes"
            data = {key: value for key, value in read.items() if key not in answers}
        if not isinstance(data, Mapping):
            raise RiskError(f"question must be a JSON object, not {short_repr(data)}")
        if data.get("kind") != cls._kind():
            others = "" if "kind" in data else ": the JSON of commands has none"
            raise RiskError(
                f"kind must be {cls._kind()}, not {short_repr(data.get('kind'))}{others}"
            )
        keys, defaults = ("kind", *cls.__match_args__), defaults_of(cls.__init__)
        for key in data:
            if key not in keys:
                meant = did_you_mean(key, keys) if isinstance(key, str) else ""
                raise RiskError(
                    f"key must be one of {', '.join(keys)}, not {short_repr(key)}{meant}"
                )
        for key in keys:
            if key not in data and key not in defaults:
                raise RiskError(f"{key} must be given")
        return cls(**{key: _read(key, data[key], defaults) for key in data if key != "kind"})

    @classmethod
    def _kind(cls) -> str:
        return cls.__name__.lower()


class Fought(Exported, Question):
    """A battle or a campaign: its answer is the chance to win, its picture shows who is left.

    In files it is the table of its `outcomes`; in JSON the question, the chance to win, and those.
    """

    blitz: "BlitzVersion | None" = None

    @property
    def outcomes(self) -> "Distribution[Any]":
        """The exact distribution over who is left."""
        raise NotImplementedError

    def _written(self, format: str) -> str:  # noqa: A002
        from riskexact.base.report import Report, Value

        win = Value("win", self.win_probability, "")
        report = Report(self.title(), self.json(), win, self.outcomes.table(short=True))
        report.fractions = not self.blitz
        return report.written(format)

    @property
    def win_probability(self) -> Real:
        """The exact chance that the attacker wins."""
        raise NotImplementedError

    def _refuse_blitz(self, what: str) -> None:
        if self.blitz:
            raise RiskError(f"blitz must be False for {what}: Balanced Blitz throws no dice")

    def _answer(self) -> str:
        return chance_text(self.win_probability)

    @property
    def survivors(self) -> "Survivors":
        """The survivors of either side, to be drawn."""
        from riskexact.base.drawing.bars import survivors_of

        return survivors_of(self.outcomes)

    def plot(self, ax: "Axes | None" = None, **style: Any) -> "Axes":
        """Draw who is left on either side, as `pictures.outcome_bars` and `net_results` do.

        Returns the matplotlib axes: those given, or those of a new figure of pyplot.  The percent
        of all such axes in a figure have one scale; on axes that have bars an outline is drawn, and
        a legend.  `style` is what `bar` of axes takes, such as
        `color` and `label`, a `title`, and `figsize` of a new figure.  Needs the `plot` extra.

        >>> from riskexact.battle.battle import Battle
        >>> Battle(12, 9).plot(alpha=0.5).get_title("left")
        '12 attackers against 9 defenders, standard rules: 79.0 %'
        """
        from riskexact.base.drawing.bars import plot_survivors
        from riskexact.base.drawing.labels import percent

        title = f"{self.title()}: {percent(self.win_probability)}"
        return plot_survivors(self.survivors, ax, **{"title": title} | style)


def each_in_words(rules: Rules | Sequence[Rules], blitz: "BlitzVersion | None" = None) -> str:
    """Return what a title says of the rules, of one rule set or of one for each territory."""
    said = in_words(rules) if isinstance(rules, Rules) else f"rules: {', '.join(map(label, rules))}"
    return f"{said}, {blitz.words}" if blitz else said


def _written(value: object) -> object:
    if isinstance(value, Rules):
        return rules_json(value)
    if isinstance(value, Fraction):
        return fraction_text(value)
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _written(each) for key, each in value.items()}
    return value.json() if isinstance(value, Frozen) and hasattr(value, "json") else value


def _read(key: str, value: Any, defaults: Mapping[str, object]) -> Any:
    if key == "rules":
        return rules_of_json(value)
    if key == "blitz":
        from riskexact.rules.blitz import version_of_json

        return version_of_json(value)
    is_exact = isinstance(defaults.get(key), Fraction)
    return number_or_text(value) if is_exact else value


def rules_of_json(value: Any) -> Any:
    """Return rules, several, or the rules of each territory."""
    if isinstance(value, list):
        return tuple(map(rules_of_json, value))
    if not isinstance(value, Mapping):
        return value
    if not any(part in value for part in RULES_PARTS):
        return {territory: rules_of_json(each) for territory, each in value.items()}
    from riskexact.rules.files import rules_of_parts

    return rules_of_parts(value)
