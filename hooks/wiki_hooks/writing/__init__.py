"""How memwiki itself writes: one lock, a journal, and nothing lands that the rules refuse."""
