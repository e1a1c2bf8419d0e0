"""What an agent may do with a wiki, whichever protocol asks: read, look for words, write by the rules."""
