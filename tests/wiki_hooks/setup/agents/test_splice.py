"""Adding to JSON and taking out again: the laws, and what the result looks like."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.wiki_hooks.setup.agents.settings_texts import texts, values
from wiki_hooks.setup.agents.jsonc import Broken, parse
from wiki_hooks.setup.agents.splice import put, take


@given(st.data(), values)
def test_a_text_says_what_was_written(data: st.DataObject, value: object) -> None:
    text = data.draw(texts(st.just(value))).removeprefix("\ufeff")
    assert parse(text).value == value


@given(values)
def test_what_json_writes_is_read_alike(value: object) -> None:
    for indent in (None, 0, 4, "\t"):
        assert parse(json.dumps(value, indent=indent)).value == value


names = st.lists(st.sampled_from("abc"), min_size=1, max_size=3)


@settings(max_examples=300)
@given(texts(st.dictionaries(st.sampled_from("abcd"), values, max_size=3)), names, st.booleans(), values)
def test_what_was_put_in_is_taken_out_without_a_trace(
    text: str, path: list[str], is_list: bool, value: object
) -> None:
    text = text.removeprefix("\ufeff")
    before = parse(text).value
    key = None if is_list else "new"
    inside = before
    for name in path:
        inside = inside.get(name, {}) if isinstance(inside, dict) else None
    if is_list and inside == {}:
        inside = []
    assume(isinstance(inside, list if is_list else dict) and "new" not in inside)
    try:
        after = put(text, path, key, value)
    except Broken:
        assume(False)
    where = [*path, len(inside) if is_list else "new"]
    found = parse(after).value
    for name in where:
        found = found[name]
    assert found == value
    assert take(after, where) == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('{"a": 1}', '{"a": 1,\n  "b": {\n    "c": 2\n  }}'),
        ('{\n\t"a": 1 // why\n}\n', '{\n\t"a": 1, // why\n\t"b": {\n\t\t"c": 2\n\t}\n}\n'),
        ('{\n    "a": 1,\n}', '{\n    "a": 1,\n    "b": {\n        "c": 2\n    },\n}'),
        ("{}", '{"b": {\n    "c": 2\n  }}'),
        ('{"b": {}}', '{"b": {"c": 2}}'),
        ('{"b": {"d": []}}', '{"b": {"d": [],\n  "c": 2}}'),
        ('{\r\n "a": 1\r\n}', '{\r\n "a": 1,\r\n "b": {\r\n  "c": 2\r\n }\r\n}'),
    ],
)
def test_it_looks_like_what_is_around_it(text: str, after: str) -> None:
    assert put(text, ["b"], "c", 2) == after
    assert take(after, ["b", "c"]) == text


def test_what_others_put_beside_it_stays() -> None:
    made = put('{\n  "a": 1\n}', ["hooks", "Stop"], None, "ours")
    grown = put(put(made, ["hooks", "Stop"], None, "theirs"), ["hooks", "Start"], None, "theirs too")
    left = take(grown, ["hooks", "Stop", 0])
    assert parse(left).value == {"a": 1, "hooks": {"Stop": ["theirs"], "Start": ["theirs too"]}}


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("", "ends too early", 1),
        ('{\n  "a" 1}', "colon", 2),
        ('{\n  "a": 1\n  "b": 2}', "comma", 3),
        ('{"a": tru}', "value is missing", 1),
        ('{"a": 01}', "no value of JSON", 1),
        ('{"a": 1}\n\n{}', "more after the end", 3),
        ('{"a": 1,\n"a": 2}', "there twice", 2),
        ("{a: 1}", "key in quotes", 1),
        ('{"a": "\\x"}', "no value of JSON", 1),
        ('{"a": 1 /* }', "comma", 1),
        ("[" * 5000, "nested too deeply", 1),
        ("{,}", "key in quotes", 1),
    ],
)
def test_what_is_no_json_is_told_with_its_line(text: str, words: str, line: int) -> None:
    with pytest.raises(Broken) as caught:
        parse(text)
    assert words in caught.value.words
    assert caught.value.line == line
