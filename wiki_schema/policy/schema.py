"""The table of configuration keys as a JSON Schema, for editors, and as Markdown tables, for the docs."""

from __future__ import annotations

from wiki_schema.policy import keys as policy_keys
from wiki_schema.policy.keys import Key, Table

_TYPES: dict[str, dict[str, object]] = {
    policy_keys.TEXT: {"type": "string"},
    policy_keys.PATH: {"type": "string", "minLength": 1},
    policy_keys.TEXTS: {"type": "array", "items": {"type": "string"}},
    policy_keys.FLAG: {"type": "boolean"},
    policy_keys.COUNT: {"type": "integer", "minimum": 0},
}
_WORDS = {
    policy_keys.TEXT: "text",
    policy_keys.PATH: "path",
    policy_keys.TEXTS: "list of texts",
    policy_keys.FLAG: "true or false",
    policy_keys.COUNT: "whole number",
    policy_keys.TABLE: "table",
}


def json_schema() -> dict[str, object]:
    """The JSON Schema of `memwiki.toml`; that of a members file is its definition `members`."""
    tables = {table.name: _table_schema(table) for table in policy_keys.POLICY_TABLES}
    rosters = {table.name: _table_schema(table) for table in policy_keys.ROSTER_TABLES}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "memwiki.toml",
        "description": "The policy of a memory wiki.",
        **_closed(tables),
        "required": ["store"],
        "definitions": {"members": {"title": "members.toml", **_closed(rosters)}},
    }


def _closed(properties: dict[str, dict[str, object]]) -> dict[str, object]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _table_schema(table: Table) -> dict[str, object]:
    if table.values:
        one: dict[str, object] = {"type": "object", "additionalProperties": {"enum": list(table.values)}}
    else:
        one = _closed({key.name: _key_schema(table, key) for key in table.keys})
    required = [key.name for key in table.keys if key.required]
    if required:
        one["required"] = required
    if table.many:
        one = {"type": "array", "items": one}
    return {"description": table.doc, **one}


def _key_schema(table: Table, key: Key) -> dict[str, object]:
    if key.type == policy_keys.TABLE:
        return _table_schema(policy_keys.INNER_TABLES[f"{table.name}.{key.name}"])
    schema: dict[str, object] = {"description": key.doc, **_TYPES[key.type]}
    if key.choices:
        schema["enum"] = list(key.choices)
    if key.default not in (None, ""):
        schema["default"] = list(key.default) if isinstance(key.default, tuple) else key.default
    return schema


def docs_tables() -> str:
    """Every table and key as Markdown, in the order of the table of keys."""
    tables = (*policy_keys.POLICY_TABLES, *policy_keys.INNER_TABLES.values(), *policy_keys.ROSTER_TABLES)
    return "\n".join(_docs_table(table) for table in tables)


def _docs_table(table: Table) -> str:
    header = f"[[{table.name}]]" if table.many else f"[{table.name}]"
    rows = [f"### `{header}`", "", table.doc, ""]
    if table.keys:
        rows += ["| key | value | default | meaning |", "|---|---|---|---|", *map(_docs_row, table.keys)]
        rows.append("")
    return "\n".join(rows)


def _docs_row(key: Key) -> str:
    value = " \\| ".join(f"`{choice}`" for choice in key.choices) or _WORDS[key.type]
    return f"| `{key.name}` | {value} | {_docs_default(key)} | {key.doc} |"


def _docs_default(key: Key) -> str:
    if key.required:
        return "required"
    if isinstance(key.default, bool):
        return f"`{str(key.default).lower()}`"
    return f"`{key.default}`" if key.default else ""
