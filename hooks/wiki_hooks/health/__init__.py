"""What stands around the health pass: when it is due, what of it is shown, what it writes down."""
