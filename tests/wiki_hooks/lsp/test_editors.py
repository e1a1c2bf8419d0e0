"""What `docs/editors/` holds works: in the editor where it is installed, else by its documented form."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.repository import HOTEL, ROME, TODAY, Repository, wiki_repository
from tests.wiki_hooks.lsp.test_actions import errors

EDITORS = Path(__file__).parents[3] / "docs" / "editors"
PAGE = (EDITORS.parent / "editors.md").read_text(encoding="utf-8")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def environ(wiki: Repository) -> dict[str, str]:
    home = wiki.path.parent / "home"
    home.mkdir(exist_ok=True)
    lisp = {name: value for name, value in os.environ.items() if name == "EMACSLOADPATH"}
    return {**wiki.environ, **lisp, "HOME": str(home), "MEMWIKI_TODAY": str(TODAY), "TERM": "dumb"}


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "it")


# Neovim

SESSION = """
vim.g.memwiki_command = { ARGV }
vim.cmd('filetype on')
vim.cmd('luafile ' .. vim.fn.fnameescape('SETUP'))
local told = {}
local function shown()
  local codes = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    local data = each.user_data and each.user_data.lsp or {}
    table.insert(codes, each.code or data.code)
  end
  return codes
end
local function until_shown(fits)
  return vim.wait(20000, function() return fits(shown()) end, 20)
end
vim.cmd('edit wiki/trips.md')
told.attached = vim.wait(20000, function() return #vim.tbl_keys(vim.lsp.buf_get_clients(0)) > 0 end, 20)
vim.api.nvim_buf_set_lines(0, 2, 3, false, { '- We go to Rome by bus — ben, 2026-11-01' })
until_shown(function(codes) return #codes == 2 end)
told.before = shown()
vim.ui.select = function(items, options, choose)
  for _, item in ipairs(items) do
    local title = options.format_item and options.format_item(item) or ''
    if title:find('^Supersede:') then return choose(item) end
  end
  told.unchosen = #items
  choose(nil)
end
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.lsp.buf.code_action()
vim.wait(20000, function() return vim.api.nvim_buf_line_count(0) > 4 end, 20)
vim.cmd('wall')
until_shown(function(codes) return #codes == 0 end)
told.after = shown()
local file = io.open('TOLD', 'w')
file:write(vim.json and vim.json.encode(told) or vim.fn.json_encode(told))
file:close()
vim.cmd('qall!')
"""


@needs("nvim")
def test_neovim_shows_a_note_applies_an_action_and_saves(wiki: Repository) -> None:
    told = wiki.path.parent / "told.json"
    command = ", ".join(f"[[{part}]]" for part in (sys.executable, "-m", "wiki_hooks.cli", "lsp"))
    setup = EDITORS / "neovim" / "memwiki.lua"
    script = wiki.path.parent / "session.lua"
    words = SESSION.replace("ARGV", command).replace("SETUP", str(setup)).replace("TOLD", str(told))
    script.write_text(words, encoding="utf-8")
    done = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {script}"],
        cwd=wiki.path,
        env=environ(wiki),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=90,
        check=False,
    )
    assert told.exists(), done.stderr.decode()
    found = json.loads(told.read_text())
    assert found["attached"] is True
    assert sorted(found["before"]) == ["fact-rewritten", "log-missing"]
    assert not found["after"], done.stderr.decode()
    assert wiki.read("wiki/trips.md") == (
        f"# Trips\n\n- ~~{ROME}~~ — superseded 2026-11-30 by Ben Okri\n"
        f"- We go to Rome by bus — Ben Okri, 2026-11-30\n- {HOTEL}\n"
    )
    assert "| SUPERSEDE | Ben Okri | trips.md |" in wiki.read("wiki/log.md")
    assert errors(wiki) == []


# Emacs


@needs("emacs")
def test_emacs_loads_and_compiles_it_without_a_warning(tmp_path: Path) -> None:
    shutil.copy(EDITORS / "emacs" / "memwiki.el", tmp_path)
    lisp = '(progn (setq byte-compile-error-on-warn t) (byte-compile-file "memwiki.el") (require \'memwiki))'
    done = subprocess.run(
        ["emacs", "--batch", "-Q", "-L", ".", "--eval", lisp],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "memwiki.elc").exists()


def has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    asked = ["emacs", "--batch", "-Q", "--eval", "(kill-emacs (if (require 'eglot nil t) 0 1))"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not has_eglot(), reason="this Emacs has no eglot")
def test_eglot_serves_a_note_by_memwiki(wiki: Repository) -> None:
    command = json.dumps([sys.executable, "-m", "wiki_hooks.cli", "lsp"]).replace(",", "")
    lisp = f"""(progn
      (define-derived-mode markdown-mode text-mode "Markdown")
      (require 'eglot) (require 'memwiki)
      (setq memwiki-command '({command[1:-1]}) eglot-sync-connect t)
      (find-file "wiki/trips.md") (markdown-mode)
      (apply #'eglot (eglot--guess-contact))
      (goto-char (point-min)) (search-forward "by train") (replace-match "by bus")
      (eglot--signal-textDocument/didChange)
      (with-timeout (20) (while (not (flymake-diagnostics)) (flymake-start) (accept-process-output nil 0.1)))
      (princ (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\\n")))"""
    done = subprocess.run(
        ["emacs", "--batch", "-Q", "-L", str(EDITORS / "emacs"), "--eval", lisp],
        cwd=wiki.path,
        env=environ(wiki),
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert "was changed in place" in done.stdout, done.stderr


# By form


def test_helix_is_told_of_a_server_and_of_the_language_that_it_serves() -> None:
    config = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text())
    server = config["language-server"]["memwiki"]
    assert [server["command"], *server["args"]] == ["memwiki", "lsp"]
    (markdown,) = config["language"]
    assert markdown["name"] == "markdown" and "memwiki" in markdown["language-servers"]


def test_the_parts_of_the_zed_extension_name_the_same_server() -> None:
    extension = tomllib.loads((EDITORS / "zed" / "extension.toml").read_text())
    required = {"id", "name", "version", "schema_version", "authors", "description", "repository"}
    assert required <= extension.keys()
    ((server, about),) = extension["language_servers"].items()
    assert about["languages"] == ["Markdown"]
    settings = json.loads((EDITORS / "zed" / "settings.json").read_text())
    assert settings["languages"]["Markdown"]["language_servers"] == [server, "..."]
    cargo = tomllib.loads((EDITORS / "zed" / "Cargo.toml").read_text())
    assert cargo["lib"]["crate-type"] == ["cdylib"]
    code = (EDITORS / "zed" / cargo["lib"]["path"]).read_text()
    assert 'which("memwiki")' in code and 'args: vec!["lsp".into()]' in code
    assert cargo["package"]["version"] == extension["version"]


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EDITORS / "vscode" / "package.json").read_text())
    return found


def test_the_vs_code_manifest_has_what_is_required(manifest: dict[str, Any]) -> None:
    assert {"name", "version", "publisher", "engines", "main"} <= manifest.keys()
    assert (EDITORS / "vscode" / manifest["main"]).exists()
    assert "onLanguage:markdown" in manifest["activationEvents"]
    assert manifest["capabilities"]["untrustedWorkspaces"]["supported"] is False
    assert set(manifest["dependencies"]) == {"vscode-languageclient"}


def test_its_code_asks_for_the_settings_and_commands_that_it_declares(manifest: dict[str, Any]) -> None:
    code = (EDITORS / "vscode" / "extension.js").read_text()
    declared = set(manifest["contributes"]["configuration"]["properties"])
    assert {f"memwiki.{name}" for name in re.findall(r'get\("(\w+)"', code)} == declared
    commands = {each["command"] for each in manifest["contributes"]["commands"]}
    assert set(re.findall(r'registerCommand\("([\w.]+)"', code)) == commands
    assert manifest["contributes"]["configuration"]["properties"]["memwiki.command"]["scope"] == "machine"


@needs("node")
def test_its_code_starts_the_server_with_what_the_settings_say(tmp_path: Path) -> None:
    """The extension in a VS Code that is made of the parts it touches."""
    modules = tmp_path / "node_modules"
    (modules / "vscode").mkdir(parents=True)
    (modules / "vscode" / "index.js").write_text(
        "exports.workspace = { getConfiguration: () => ({ get: (name, given) => given }) };"
        "exports.commands = { registerCommand: (name, run) => { exports.restart = run; return {}; } };"
        "exports.window = { showErrorMessage: (text) => console.log(text) };"
    )
    (modules / "vscode-languageclient").mkdir()
    (modules / "vscode-languageclient" / "node.js").write_text(
        "exports.LanguageClient = class { constructor(...given) { console.log(JSON.stringify(given)); }"
        " async start() { this.on = true; } needsStop() { return this.on; }"
        " async stop() { console.log('stopped'); } };"
    )
    shutil.copy(EDITORS / "vscode" / "extension.js", tmp_path)
    (tmp_path / "run.js").write_text(
        "const e = require('./extension.js'); const v = require('vscode');"
        "e.activate({ subscriptions: [] }).then(() => v.restart()).then(() => e.deactivate());"
    )
    done = subprocess.run(["node", "run.js"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, stopped, _, again = done.stdout.strip().split("\n")
    name, _, server, options = json.loads(first)
    assert (name, server) == ("memwiki", {"command": "memwiki", "args": ["lsp"]})
    assert options["initializationOptions"] == {"lint": True}
    assert {each.get("language") for each in options["documentSelector"]} == {"markdown", None}
    assert stopped == again == "stopped"


def test_the_page_shows_what_the_files_hold() -> None:
    for path in re.findall(r"\]\((editors/[^)]+)\)", PAGE):
        assert (EDITORS.parent / path).exists(), path
    for folder in sorted(each.name for each in EDITORS.iterdir()):
        assert f"editors/{folder}" in PAGE
