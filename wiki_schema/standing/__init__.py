"""A store as it stands, and the health pass over it."""
