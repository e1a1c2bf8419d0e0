"""Where a wiki lies, what its rules are there, and who is told of what happened."""
