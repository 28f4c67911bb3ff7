"""Exact odds of battles in the board game Risk.

>>> import riskexact as rx
>>> rx.win_probability(3, 2)
Fraction(6610505, 10077696)
>>> rx.win_decimal(17, 6, digits=30)
'0.991795867352332512207455532040'

Attackers are the units free to fight: the one that must stay behind is not counted.  All answers
are `fractions.Fraction`, in lowest terms, or `Certain`, known by bounds with digits on demand;
no float is ever on the way to one.
"""

from riskexact.base.version import VERSION
from riskexact.features import FEATURES, FLOORS, present

__version__ = VERSION

_HOME_OF: dict[str, tuple[str, str]] = {}
"""The folder and the module of each public name; a stub beside says them to type checkers."""

_offered = dict(FLOORS)
for _feature in FEATURES:
    _offered[_feature] = FEATURES[_feature]["names"]
for _folder, _modules in _offered.items():
    for _module, _names in _modules.items():
        for _name in _names.split():
            _HOME_OF[_name] = _folder, _module

__all__ = sorted(_HOME_OF)

_PACKAGES = ("formulas", "pictures")
"""The parts of the package that are public themselves."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that the first answer waits for no other."""
    from importlib import import_module

    if name in _PACKAGES:
        return import_module(f"riskexact.{name}")
    if name in _HOME_OF:
        folder, module = _HOME_OF[name]
        if not present(folder):
            raise AttributeError(f"riskexact.{name} needs the feature {folder}, which is not here")
        home = import_module(f"riskexact.{folder}.{module}".removesuffix("."))
        return globals().setdefault(name, getattr(home, name))
    from riskexact.base.arguments import nearest

    spelled = {known.lower().replace("_", ""): known for known in __dir__()}
    meant = nearest(name.lower().replace("_", ""), spelled)
    hint = f"did you mean {spelled[meant]}?" if meant else "dir(riskexact) has the public names"
    # without the module, or Python would suggest a name once more
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; {hint}", name=name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES, "__version__"])
