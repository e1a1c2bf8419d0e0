"""What a note said before, and bringing words back."""
