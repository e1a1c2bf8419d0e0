"""The MCP server: a wiki's tools, resources and prompts, for any client that starts `memwiki mcp`."""
