"""Git as memwiki reads it: processes, objects, trees, and where a repository lies."""
