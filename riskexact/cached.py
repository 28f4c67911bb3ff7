"""A property that is computed once, without a lock (that of `functools` has one until Python 3.12).

That lock belongs to the class, not to the instance, so that no two battles could be answered at
once; and a process that forks while another thread holds it has a child that waits for ever.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property:  # noqa: N801
        """A property whose value is kept where it shadows the property.

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
