"""What two facts have to do with each other: whether they say the same, whether both can hold."""
