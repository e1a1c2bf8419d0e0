"""The only part of the ground that touches files: reading, writing, and what is remembered of it."""
