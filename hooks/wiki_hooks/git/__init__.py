"""The doors to git: what git says about a commit, a merge, a range or a push becomes changes to judge."""
