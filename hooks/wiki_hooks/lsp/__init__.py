"""The door for editors: a language server. It translates only; what is right is said elsewhere."""
