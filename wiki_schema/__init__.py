"""The rules of a memory wiki: pure values and functions that know neither disk, git nor clock."""

from wiki_schema.hookspecs import hookimpl

__all__ = ["hookimpl"]
