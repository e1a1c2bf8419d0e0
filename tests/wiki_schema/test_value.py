"""Values: frozen tuples with named fields and defaults."""

from __future__ import annotations

import pytest

from wiki_schema.value import Value


class Point(Value):
    """A place."""

    x: int
    y: int = 2
    name: str = "here"

    @property
    def far(self) -> bool:
        return self.x > 9


@pytest.mark.parametrize(
    ("made", "fields"),
    [
        (Point(1), (1, 2, "here")),
        (Point(1, 5), (1, 5, "here")),
        (Point(1, 5, "there"), (1, 5, "there")),
        (Point(x=1), (1, 2, "here")),
        (Point(1, name="there"), (1, 2, "there")),
        (Point(y=0, x=1), (1, 0, "here")),
    ],
)
def test_fields_are_given_in_order_by_name_or_by_default(made: Point, fields: tuple[object, ...]) -> None:
    assert (made.x, made.y, made.name) == fields == tuple(made)


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, 2, "a", 4), {}), ((1,), {"z": 3}), ((1,), {"x": 3}), ((), {"y": 3})],
)
def test_what_is_no_such_value_is_refused(values: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Point"):
        Point(*values, **named)


def test_values_are_equal_and_hash_by_their_fields_and_never_change() -> None:
    point = Point(10)
    assert point == Point(10, 2, "here") != Point(11)
    assert hash(point) == hash(Point(10))
    assert point._replace(y=7) == Point(10, 7)
    assert point.far
    assert repr(point) == "Point(x=10, y=2, name='here')"
    with pytest.raises(AttributeError):
        point.x = 3  # type: ignore[misc]
    with pytest.raises(TypeError, match="z"):
        point._replace(z=1)
