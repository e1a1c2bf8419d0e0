"""The tour: what memwiki refuses and what it lets through, shown by real commits."""
