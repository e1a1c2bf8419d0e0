"""What happened between two sides of a store, fact by fact and line by line."""
