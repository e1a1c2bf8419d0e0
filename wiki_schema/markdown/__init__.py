"""Markdown as far as the rules need it: blocks, links, what hides words from a reader."""
