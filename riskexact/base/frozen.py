"""Immutable values: compared, shown, copied and pickled by their fields.

The values that the first answer needs are built on this, not on `dataclasses` and `typing`, which
take longer to import than that answer takes to compute.
"""

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from itertools import repeat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from functools import cached_property as cached_property
    from typing import Any as Any
    from typing import ClassVar, Self, TypeVar
    from typing import NamedTuple as NamedTuple
    from typing import Never as Never

    K = TypeVar("K")
    V = TypeVar("V", covariant=True)


class Suggesting:
    """Base of values that say which attribute is meant where one has another name."""

    __slots__ = ()

    if not TYPE_CHECKING:  # which knows all names, and would take any other too

        def __getattr__(self, name):
            """Raise the error of an attribute that is not there, or that cannot be computed."""
            if hasattr(type(self), name):
                return object.__getattribute__(self, name)
            said = f"{type(self).__name__!r} object has no attribute {name!r}"
            if not name.startswith("_"):
                from riskexact.base.arguments import did_you_mean

                names = [*getattr(type(self), "__match_args__", ()), *dir(type(self))]
                names = [each for each in names if not each.startswith("_")]
                longer = next((each for each in names if each.startswith(name)), "")
                said += did_you_mean(name, names, {name.lower(): longer})
            raise AttributeError(said, name=None, obj=None)  # Python would guess once more


class Frozen(Suggesting):
    """Base of immutable values, which are equal, hashed, shown, copied and pickled by their fields.

    The fields are the arguments of `__init__`, which checks them and calls `_set`; where there is
    nothing to check, they are the names that the class annotates, after its base's fields.  A class
    may leave some out of comparisons with a `_key` of its own.

    What has been computed from the fields (`cached_property`) is left behind in copies and pickles:
    it may be large, or of a library that cannot be pickled, and the hash of a text is another one
    in every process.

    >>> class Point(Frozen):
    ...     x: int
    ...     y: int
    ...
    ...     def __init__(self, x: int, y: int = 0) -> None:
    ...         self._set(x=x, y=y)
    >>> point = Point(3)
    >>> point, point == Point(3, 0), point.replace(y=5)
    (Point(x=3), True, Point(x=3, y=5))
    >>> point.x = 4
    Traceback (most recent call last):
        ...
    AttributeError: Point is immutable: x cannot be changed
    >>> point.replaced
    Traceback (most recent call last):
        ...
    AttributeError: 'Point' object has no attribute 'replaced'; did you mean replace?
    """

    __match_args__: "ClassVar[tuple[str, ...]]" = ()

    def __init_subclass__(cls) -> None:
        code = cls.__init__.__code__ if "__init__" in vars(cls) else None
        named = code.co_varnames[1 : code.co_argcount] if code else ()
        cls.__match_args__ = named or (*cls.__match_args__, *cls.__annotations__)  # type: ignore[misc]

    def __init__(self, *values: "Any", **named: "Any") -> None:
        """Take the fields in their order, or by name."""
        self._set(**dict(zip(self.__match_args__, values, strict=not named)), **named)

    def _set(self, **fields: object) -> None:
        """Set the fields, at the end of `__init__`."""
        vars(self).update(fields)

    def _values(self) -> "tuple[Any, ...]":
        return tuple(map(getattr, repeat(self), self.__match_args__))

    def _named(self) -> "dict[str, Any]":
        return dict(zip(self.__match_args__, self._values(), strict=True))

    def _non_default_fields(self) -> "dict[str, Any]":
        defaults = defaults_of(type(self).__init__)
        return {
            name: value
            for name, value in self._named().items()
            if name not in defaults or defaults[name] != value
        }

    def _key(self) -> "tuple[Any, ...]":
        """Return the fields by which values are compared."""
        return self._values()

    def replace(self, **changes: object) -> "Self":
        """Return a value with some fields changed, checked as any other."""
        return type(self)(**(self._named() | changes))

    __replace__ = replace  # what copy.replace calls from Python 3.13 on

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        """Return the value as it could be typed, without defaults; no number is too long for it."""
        parts = ", ".join(
            f"{name}={_short(value)}" for name, value in self._non_default_fields().items()
        )
        return f"{type(self).__qualname__}({parts})"

    def __reduce__(self) -> "tuple[type[Self], tuple[Any, ...]]":
        return type(self), self._values()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")


def defaults_of(function: Callable[..., object]) -> "dict[str, Any]":
    """Return the arguments of a function that have a default, each with it.

    >>> defaults_of(lambda attackers, defenders=1, rules="standard": 0)
    {'defenders': 1, 'rules': 'standard'}
    """
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    return dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))


def _short(value: object) -> str:
    """Return `repr(value)`, or the kind of value where Python refuses to print its digits."""
    try:
        return repr(value)
    except ValueError:
        return f"<a long {type(value).__name__}>"


class FrozenMapping(Mapping["K", "V"]):
    """An immutable mapping; unlike a `MappingProxyType` it can be pickled.

    It holds a copy: later changes to the mapping that it was made from have no effect.

    >>> squares = FrozenMapping({2: 4, 3: 9})
    >>> squares, squares[3], squares == {3: 9, 2: 4}
    (FrozenMapping({2: 4, 3: 9}), 9, True)
    >>> squares[4] = 16
    Traceback (most recent call last):
        ...
    TypeError: 'FrozenMapping' object does not support item assignment
    """

    __slots__ = ("_values",)

    def __init__(self, values: "Mapping[K, V]") -> None:
        self._values = dict(values)

    def __getitem__(self, key: "K") -> "V":
        return self._values[key]

    def __iter__(self) -> "Iterator[K]":
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __reduce__(self) -> "tuple[type[Self], tuple[Mapping[K, V]]]":
        return type(self), (self._values,)  # protocols 0 and 1 know no slots

    def __repr__(self) -> str:
        return f"FrozenMapping({self._values!r})"


if not TYPE_CHECKING:
    Any = Never = object

    class _NamedTuples(type):
        """Makes a named tuple of each class that inherits `NamedTuple`."""

        def __new__(cls, name, bases, body):
            """Take the annotated names as the fields, as typing.NamedTuple does."""
            fields = super().__new__(cls, name, (), dict(body)).__annotations__
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for key, value in body.items():
                if key not in fields:
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_NamedTuples, "NamedTuple", (), {})

    class cached_property:  # noqa: N801
        """A property whose value is kept where it shadows the property, without a lock.

        Before Python 3.12 the one of `functools` locks per class, not per instance: two
        battles block each other, and a child forked while another thread holds the lock waits
        for ever.

        Threads that ask at once may each compute it; all are given the one that was kept first.
        """

        def __init__(self, compute):
            """Take over the documentation of what computes the value, for `doctest` too."""
            self._compute = compute
            self.__doc__, self.__module__ = compute.__doc__, compute.__module__

        def __repr__(self):
            return "<computed when first read>"

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            return vars(instance).setdefault(self._name, self._compute(instance))
