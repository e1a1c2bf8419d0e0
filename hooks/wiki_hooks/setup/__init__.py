"""Putting memwiki in place: stores, git hooks, merge drivers, the pre-commit framework."""
