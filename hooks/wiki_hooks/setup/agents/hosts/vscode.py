"""VS Code: the hooks of Copilot CLI, the server in `.vscode/mcp.json`."""

from __future__ import annotations

from wiki_hooks.setup.agents.host import Host, Switch, server_file
from wiki_hooks.setup.agents.hosts.copilot_cli import FILE

HOST = Host(
    name="vscode",
    title="VS Code",
    guard=FILE,
    others=(server_file(".vscode/mcp.json", "servers", type="stdio"),),
    seen=(".vscode/mcp.json",),
    home=(),
    broken="a hook that cannot be run lets the write through: the watcher and the commit check catch it",
    fails_open=True,
    hints=(
        "VS Code and Copilot CLI share .github/hooks/memwiki.json; where .claude/settings.json has the hooks "
        "too, a write that two hooks look at is judged alike by both and announced once",
    ),
    switches=(Switch(".vscode/settings.json", ("chat.hookFilesLocations", ".github/hooks"), False),),
    reads="claude-code",
)
