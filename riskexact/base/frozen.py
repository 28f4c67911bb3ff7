"""Values that stay as they are: copied and pickled by what they are made of, and nothing else."""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

K = TypeVar("K")
V = TypeVar("V", covariant=True)


class Frozen:
    """Base of frozen dataclasses whose copies and pickles hold their fields only.

    What has been computed from the fields is left behind.  It may be large, it may be of a library
    that cannot be pickled, and a hash that is kept would be wrong elsewhere: that of a text is
    another one in every process.

    >>> import pickle
    >>> from riskexact.rules import STANDARD
    >>> pickle.loads(pickle.dumps(STANDARD)) == STANDARD
    True
    """

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields."""
        return {field.name: self.__dict__[field.name] for field in fields(self)}  # type: ignore[arg-type]

    def __repr__(self) -> str:
        """Return the fields, for a dataclass with `repr=False`: no number is too long for it."""
        parts = (f"{name}={_short(value)}" for name, value in self.__getstate__().items())
        return f"{type(self).__qualname__}({', '.join(parts)})"


def _short(value: object) -> str:
    """Return `repr(value)`, or the kind of value where Python refuses to print its digits."""
    try:
        return repr(value)
    except ValueError:
        return f"<a long {type(value).__name__}>"


class FrozenMapping(Mapping[K, V]):
    """A mapping that cannot be changed; unlike a `MappingProxyType` it can be pickled.

    It is as it was when it was made, whatever becomes of the mapping that it was made from.

    >>> squares = FrozenMapping({2: 4, 3: 9})
    >>> squares, squares[3], squares == {3: 9, 2: 4}
    (FrozenMapping({2: 4, 3: 9}), 9, True)
    >>> squares[4] = 16
    Traceback (most recent call last):
        ...
    TypeError: 'FrozenMapping' object does not support item assignment
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[K, V]) -> None:
        """Keep a copy."""
        self._values = dict(values)

    def __getitem__(self, key: K) -> V:
        """Return the value of a key; `KeyError` for any other."""
        return self._values[key]

    def __iter__(self) -> Iterator[K]:
        """Iterate over the keys, in the order in which they were given."""
        return iter(self._values)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._values)

    def __repr__(self) -> str:
        """Return the mapping as it could be typed."""
        return f"FrozenMapping({self._values!r})"

    # those of `Mapping` look up every key anew

    def __contains__(self, key: object) -> bool:
        """Return whether it has the key."""
        return key in self._values

    def keys(self) -> KeysView[K]:
        """Return a view of the keys."""
        return self._values.keys()

    def values(self) -> ValuesView[V]:
        """Return a view of the values."""
        return self._values.values()

    def items(self) -> ItemsView[K, V]:
        """Return a view of the keys with their values."""
        return self._values.items()


if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property:  # noqa: N801
        """A property whose value is kept where it shadows the property, without a lock.

        That of `functools` has one until Python 3.12, which belongs to the class and not to the
        instance: no two battles could be answered at once, and a process that forks while another
        thread holds it has a child that waits for ever.

        Threads that ask at once may each compute it; all are given the one that was kept first.

        >>> class Three:
        ...     @cached_property
        ...     def digits(self):
        ...         print("computed")
        ...         return [3]
        >>> three = Three()
        >>> three.digits is three.digits
        computed
        True
        """

        def __init__(self, compute):
            """Take over the documentation of what computes the value, for `doctest` too."""
            self._compute = compute
            self.__doc__, self.__module__ = compute.__doc__, compute.__module__

        def __set_name__(self, owner, name):
            """Learn where the value is to be kept."""
            self._name = name

        def __get__(self, instance, owner=None):
            """Compute the value, and keep it."""
            if instance is None:
                return self
            return vars(instance).setdefault(self._name, self._compute(instance))
