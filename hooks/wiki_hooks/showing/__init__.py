"""What several commands show in the same way."""
