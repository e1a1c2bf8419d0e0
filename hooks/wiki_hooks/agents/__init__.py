"""The hook of coding agents: a write that would break a rule is refused before it lands."""
