"""The house is as its plan says: what stands in two places says the same in both."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from wiki_hooks import cli
from wiki_hooks.cli.parser import Parser
from wiki_schema.plugins import find_entries, get_plugin_manager, load_store_rules
from wiki_schema.policy.schema import docs_tables
from wiki_schema.rules import RULES

HOUSE = Path(__file__).parents[1]
README = (HOUSE / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS = [entry for entry in find_entries() if entry.name in PROJECT["entry-points"]["memwiki"]]
MANIFEST = YAML(typ="safe").load((HOUSE / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def imports(file: Path) -> set[str]:
    """The top packages that a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def modules(folder: str) -> list[Path]:
    return sorted((HOUSE / folder).rglob("*.py"))


def test_every_plugin_folder_is_an_entry_point_and_no_other() -> None:
    folders = {path.name for path in (HOUSE / "plugins").iterdir() if (path / "__init__.py").exists()}
    assert set(PROJECT["entry-points"]["memwiki"].values()) == folders


def test_our_own_reading_of_entry_points_agrees_with_the_library() -> None:
    library = {entry.name: entry.value for entry in metadata.entry_points(group="memwiki")}
    assert {entry.name: entry.target for entry in find_entries()} == library


@pytest.mark.parametrize("file", modules("wiki_schema"), ids=lambda path: path.stem)
def test_the_ground_knows_neither_doors_nor_rooms(file: Path) -> None:
    assert not {name for name in imports(file) if name.startswith("wiki_") and name != "wiki_schema"}


@pytest.mark.parametrize("file", modules("plugins"), ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_a_room_knows_the_ground_and_itself_alone(file: Path) -> None:
    room = file.relative_to(HOUSE / "plugins").parts[0]
    assert {name for name in imports(file) if name.startswith("wiki_")} <= {"wiki_schema", room}


@pytest.mark.parametrize("file", modules("hooks"), ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_a_door_reaches_the_rooms_through_hooks_only(file: Path) -> None:
    assert {name for name in imports(file) if name.startswith("wiki_")} <= {"wiki_schema", "wiki_hooks"}


@pytest.mark.parametrize("hook", MANIFEST, ids=lambda hook: hook["id"])
def test_every_hook_of_the_manifest_is_a_command_and_stands_in_the_readme(hook: dict[str, str]) -> None:
    program, name, *options = hook["entry"].split()
    command = cli.built_in(name)
    parser = Parser("memwiki", "")
    command.add_arguments(parser)
    message = [".git/COMMIT_EDITMSG"] if "commit-msg" in hook["stages"] else []
    parser.parse_args([*options, *message])
    assert program in PROJECT["scripts"]
    assert f"`{hook['id']}`" in README


def test_the_readme_names_every_command_and_every_rule_and_no_other() -> None:
    assert set(re.findall(r"^\| `memwiki ([a-z-]+)", README, re.MULTILINE)) == set(cli.NAMES)
    linked = set(re.findall(r"\[`([a-z-]+)`\]\(wiki_schema/rules/\1\.md\)", README))
    assert linked == {rule.name for rule in RULES}
    on_stores = re.findall(r"\[`([a-z-]+)`\]\(plugins/[a-z_/]+/\1\.md\)", README)
    known = [rule.name for rule in load_store_rules(get_plugin_manager(OURS))]
    assert on_stores == known


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for document in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        text = (HOUSE / document).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert "://" in target or (HOUSE / target).exists(), f"{document}: {target}"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_has_its_page_and_its_module(rule: object) -> None:
    name = rule.name  # type: ignore[attr-defined]
    page = rule.page()  # type: ignore[attr-defined]
    assert page.startswith(f"# {name}\n") or page.startswith(f"# `{name}`\n")
    assert (HOUSE / "wiki_schema" / "rules" / f"{name.replace('-', '_')}.py").exists()


def test_the_version_is_the_one_of_the_changelog() -> None:
    changelog = (HOUSE / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {PROJECT['version']}" in changelog


def test_all_modules_stay_rooms_one_can_see_across() -> None:
    large = {
        str(path.relative_to(HOUSE)): lines
        for folder in ("wiki_schema", "hooks", "plugins")
        for path in modules(folder)
        if (lines := len(path.read_text(encoding="utf-8").split("\n"))) > 400
    }
    assert large == {}


def test_the_page_on_configuration_has_every_key() -> None:
    page = (HOUSE / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert page.endswith(docs_tables())
