"""The memory tool of the Claude API, on a wiki: its six commands, in its own words, by the rules."""
