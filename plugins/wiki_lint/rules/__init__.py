"""The rules on a store: each a module with a `check`, and beside it its page."""
