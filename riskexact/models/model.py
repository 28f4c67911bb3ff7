"""A Markov model: variables, commands with guards, a goal; in the PRISM language, and as DRN.

A chain has one command for each state; where a player decides, several hold.  PRISM has the
commands; DRN lists the states, and has fractions of any length where PRISM has 64 bits.  Storm, a
model checker that nobody here wrote, is asked by its package stormpy.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from riskexact.base.errors import RiskError, require
from riskexact.base.frozen import FrozenMapping, NamedTuple
from riskexact.base.text import fraction_text, number_or_text

MAX_TOTAL = 1 << 63
"""Whole numbers of the PRISM language are smaller, as Storm reads them."""

MAX_LISTED = 1_000_000
"""States that a DRN file may list."""

Guard = Mapping[str, tuple[int, int | None]]
"""The least and the greatest value of each variable; None: as great as it may be."""

Valuation = tuple[int, ...]

NO_CHANGES: Mapping[str, int] = FrozenMapping({})


class Variable(NamedTuple):
    """A whole number from 0 to `most`, and what it is at the start."""

    most: int
    start: int


class Branch(NamedTuple):
    """One of the ways in which a command can go on, by its weight: what is added to variables."""

    weight: int
    changes: Mapping[str, int]


class GuardedCommand(NamedTuple):
    """What can happen where the guard holds; the weights of the branches are over their sum."""

    guard: Guard
    branches: Sequence[Branch]
    label: str = ""

    @property
    def total(self) -> int:
        """The sum of the weights."""
        return sum(branch.weight for branch in self.branches)


def certainly(
    guard: Guard, changes: Mapping[str, int] = NO_CHANGES, label: str = ""
) -> GuardedCommand:
    """Return a command that goes on in one way."""
    return GuardedCommand(guard, [Branch(1, changes)], label)


class Worth(NamedTuple):
    """What the state is worth in which the player stops.

    - `each`: the value of a variable, for each unit of it;
    - `parts`: values that count where a guard holds.
    """

    each: Mapping[str, Fraction]
    parts: Sequence[tuple[Fraction, Guard]]


class Model(NamedTuple):
    """A Markov chain, or a Markov decision process if a player decides.

    - `goal`: where it is won; `worth`: or what the state is worth where the command "stop" holds;
    - `about`: lines that say what is asked; `answer`: the bounds of what we answer.
    """

    variables: Mapping[str, Variable]
    commands: Sequence[GuardedCommand]
    goal: Guard
    decides: bool = False
    worth: Worth | None = None
    about: Sequence[str] = ()
    answer: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))

    def possible(self) -> list[GuardedCommand]:
        """Return the commands that hold for some values of the variables."""
        return [
            each
            for each in self.commands
            if all(
                low <= self.variables[name].most and (high is None or low <= high)
                for name, (low, high) in each.guard.items()
            )
        ]

    @property
    def kind(self) -> str:
        """The kind of the model, as PRISM calls it."""
        return "mdp" if self.decides else "dtmc"

    @property
    def asked(self) -> str:
        """The property that is asked for, in the language of PRISM."""
        if self.worth:
            return 'R{"worth"}max=? [F "stop"]'
        return f'P{"max" * self.decides}=? [F "win"]'

    @property
    def total(self) -> int:
        """The largest sum of weights."""
        return max(each.total for each in self.commands)

    def prism(self) -> str:
        """Return the model in the PRISM language.

        Raises `RiskError` where a weight has more than 63 bits, which DRN can have.
        """
        if self.total >= MAX_TOTAL:
            raise RiskError(
                f"format must be drn where weights have more than 63 bits, not prism: "
                f"{self.total.bit_length()} here"
            )
        lines = [f"// {line}" for line in self.about]
        lines += [f"{self.kind}\n", "module risk"]
        lines += [f"  {name} : [0..{v.most}] init {v.start};" for name, v in self.variables.items()]
        lines += [_command(each) for each in self.commands]
        label = "stop" if self.worth else "win"
        lines += ["endmodule\n", f'label "{label}" = {_condition(self.goal)};']
        if self.worth:
            terms = [f"({fraction_text(x)})*{name}" for name, x in self.worth.each.items()]
            for value, guard in self.worth.parts:
                text = fraction_text(value)
                terms.append(f"({_condition(guard)} ? {text} : 0)" if guard else f"({text})")
            lines += ['rewards "worth"', f"  [stop] true : {' + '.join(terms)};", "endrewards"]
        return "\n".join([*lines, ""])

    def drn(self) -> str:
        """Return the model with all its states, as Storm's DRN format lists them."""
        states, rows = self._explored()
        goals = [n for state, n in states.items() if holds(self.goal, self.named(state))]
        label = "stop" if self.worth else "win"
        own = {0: " init"} | {n: f" {label}" if n else f" init {label}" for n in goals}
        rewards = any(reward for choices in rows for reward, _ in choices)
        if not goals or (self.worth and not rewards):
            # Storm asks for a label, and for a reward, that some state has: of one out of reach
            own[len(rows)] = f" {label}"
            rows.append([(Fraction(1), {len(rows): Fraction(1)})])
        lines = [f"// {line}".replace("--prism", "--explicit-drn") for line in self.about]
        lines += [f"@type: {self.kind.upper()}", "@value_type: rational", "@parameters", ""]
        lines += ["@reward_models", "worth" if self.worth else ""]
        lines += ["@nr_states", str(len(rows)), "@nr_choices", str(sum(map(len, rows))), "@model"]
        for number, choices in enumerate(rows):
            lines.append(f"state {number}{' [0]' if self.worth else ''}{own.get(number, '')}")
            for place, (reward, after) in enumerate(choices):
                paid = f" [{fraction_text(reward)}]" if self.worth else ""
                lines.append(f"\taction {place}{paid}")
                lines += [f"\t\t{n} : {fraction_text(p)}" for n, p in sorted(after.items())]
        return "\n".join([*lines, ""])

    def _explored(
        self,
    ) -> tuple[dict[Valuation, int], list[list[tuple[Fraction, dict[int, Fraction]]]]]:
        """Return the states by number, and of each the reward and the chances of each choice."""
        numbers = {tuple(v.start for v in self.variables.values()): 0}
        rows = []
        for state in (waiting := list(numbers)):
            choices, named = [], self.named(state)
            for command in self.commands:
                if not holds(command.guard, named):
                    continue
                total = command.total
                after: dict[int, Fraction] = {}
                for weight, changes in command.branches:
                    then = tuple(n + changes.get(name, 0) for name, n in named.items())
                    if then not in numbers:
                        numbers[then] = len(numbers)
                        waiting.append(then)
                    number = numbers[then]
                    after[number] = after.get(number, Fraction(0)) + Fraction(weight, total)
                choices.append((self._reward(named, command), after))
            rows.append(choices)
            if len(numbers) > MAX_LISTED:
                raise RiskError(f"a model in DRN must have at most {MAX_LISTED} states")
        return numbers, rows

    def named(self, state: Valuation) -> Mapping[str, int]:
        """Return the values of a state by their variables."""
        return dict(zip(self.variables, state, strict=True))

    def _reward(self, named: Mapping[str, int], command: GuardedCommand) -> Fraction:
        if self.worth is None or command.label != "stop":
            return Fraction(0)
        each = sum((x * named[name] for name, x in self.worth.each.items()), Fraction(0))
        return each + sum(value for value, guard in self.worth.parts if holds(guard, named))


def holds(guard: Guard, named: Mapping[str, int]) -> bool:
    """Return whether a guard holds for these values of the variables.

    >>> holds({"a": (1, None), "d": (0, 2)}, {"a": 3, "d": 2, "n": 0})
    True
    """
    return all(
        low <= named[name] and (high is None or named[name] <= high)
        for name, (low, high) in guard.items()
    )


def _condition(guard: Guard) -> str:
    """Return the condition in PRISM.

    >>> _condition({"a": (3, None), "d": (1, 1), "t": (0, 2)})
    'a>=3 & d=1 & t<=2'
    """
    parts = []
    for name, (low, high) in guard.items():
        if low == high:
            parts.append(f"{name}={low}")
            continue
        parts += [f"{name}>={low}"] if low else []
        parts += [] if high is None else [f"{name}<={high}"]
    return " & ".join(parts) or "true"


def _command(command: GuardedCommand) -> str:
    ways = []
    for weight, changes in command.branches:
        chance = f"{weight}/{command.total} : " if weight < command.total else ""
        changed = [f"({name}'={name}{n:+d})" for name, n in changes.items() if n]
        ways.append(chance + (" & ".join(changed) or "true"))
    return f"  [{command.label}] {_condition(command.guard)} -> {' + '.join(ways)};"


def ask_storm(model: Model, form: str = "prism") -> Fraction:
    """Return what Storm answers, in rational numbers, of a model in one of the two languages.

    The sums of the chances are checked first, which Storm does not do unless it is told to.
    Raises `RiskError` where stormpy is missing.
    """
    require("stormpy", "storm", "model checking needs")
    import stormpy

    text = model.prism() if form == "prism" else model.drn()
    with TemporaryDirectory() as folder:
        path = Path(folder, f"model.{form}")
        path.write_text(text, encoding="utf-8")
        if form == "prism":
            program = stormpy.parse_prism_program(str(path))
            asked = stormpy.parse_properties(model.asked, program)
            options = stormpy.BuilderOptions(asked)
            options.set_exploration_checks(True)
            built = stormpy.build_model[stormpy.Rational](program, options=options)
        else:
            asked = stormpy.parse_properties(model.asked)
            built = stormpy.build_model_from_drn[stormpy.Rational](str(path))
        found = stormpy.model_checking(built, asked[0])
        value = number_or_text(str(found.get_value(built.initial_states[0])))
    if not isinstance(value, int | Fraction):
        raise RiskError(f"Storm must answer a number, not {value}")
    return Fraction(value)
