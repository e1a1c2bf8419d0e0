"""A stranger's plugin that adds a log format."""
