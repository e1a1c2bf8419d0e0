"""The live watcher: what was saved, by whom, what that means, and the log line it lacks."""
