"""Reading the log for people: filtered, followed, across its archives."""
