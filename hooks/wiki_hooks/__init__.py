"""The doors: what the outside calls. Each translates, asks the ground and answers; none has a rule."""
