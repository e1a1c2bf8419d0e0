"""Putting memwiki in front of coding agents: into the settings of each host, and out without a trace."""
