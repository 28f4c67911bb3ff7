"""The JavaScript modules as scripts: none is missing, and each comes after those it imports."""

import json
import re
from pathlib import Path
from posixpath import normpath

import riskexact
from riskexact.app import TABS
from riskexact.app.scripts import modules, script

SOURCES = Path(riskexact.__file__).parent / "app"

SCRIPTS = [
    modules(*filter(None, TABS.values())),
    *(modules(f"{name}/main.js") for name in TABS),
    modules("shared/tabs.js"),
]
"""The modules of the worker, of each tab, which has those of the worker too, and of the app."""


def test_every_module_is_sent_or_packed() -> None:
    found = {f"{path.parent.name}/{path.name}" for path in SOURCES.glob("*/*.js")}
    package = json.loads((SOURCES / "core/package.json").read_text("utf-8"))["files"]
    packed = {f"core/{name}" for name in package if name.endswith(".js")}
    assert {path for paths in SCRIPTS for path in paths} | packed == found


def test_each_module_comes_once_and_after_those_it_imports() -> None:
    for paths in SCRIPTS:
        assert len(paths) == len(set(paths))
        for number, path in enumerate(paths):
            text = (SOURCES / path).read_text("utf-8")
            for imported in re.findall(r'^import .* from "(.*)";$', text, re.MULTILINE):
                assert normpath(f"{path}/../{imported}") in paths[:number], path


def test_a_feature_knows_no_other() -> None:
    """What two of them use is in `shared` or in `core`, which know none."""
    for path in SOURCES.glob("*/*.js"):
        folder = path.parent.name
        allowed = {"core": {"core"}, "shared": {"core", "shared"}}
        for other in re.findall(r'"\.\./(\w+)/[\w-]+\.js"', path.read_text("utf-8")):
            assert other in allowed.get(folder, {"core", "shared", folder}), path


def test_a_port_names_its_original_and_the_test_of_both() -> None:
    ports = [path for path in SOURCES.glob("core/*.js") if path.stem not in ("catalogue", "index")]
    for path in [*ports, SOURCES / "battle/sentence.js", SOURCES / "explore/lattice.js"]:
        named = re.search(
            r"^// Original: (.*); test of both: (.*)\.$", path.read_text("utf-8"), re.M
        )
        assert named, path
        for each in named.groups():
            assert (SOURCES.parents[1] / each).exists(), (path, each)


def test_scripts_hold_no_module_syntax_and_no_end_of_a_script() -> None:
    for text in (script("page", paths) for paths in SCRIPTS):
        assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
        assert not re.search(r"</script|<!--", text, re.IGNORECASE)


def test_comments_types_and_indentations_are_left_out() -> None:
    for path in {path for paths in SCRIPTS for path in paths}:
        text = (SOURCES / path).read_text("utf-8")
        text = re.sub(r"(?m)/\*\* .*? \*/ (?=\S)|(?<=\S) // .*$", "", text)
        lines = [line for line in text.splitlines() if not re.match(r" *(//|/?\*)|import |$", line)]
        lines = [line.strip().removeprefix("export ") for line in lines]
        kept = script("page", [path]).split('"use strict";\n')[1].splitlines()
        assert kept[-2 - len(lines) : -2] == lines, path
        assert all(line.startswith("const {") for line in kept[: -2 - len(lines)]), path


def test_no_two_modules_declare_the_same_name() -> None:
    """They share one function: the last one would win, without a word."""
    for paths in SCRIPTS:
        text = "\n".join((SOURCES / path).read_text("utf-8") for path in paths)
        names = r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)"
        declared = re.findall(names, text, re.MULTILINE)
        assert len(declared) > 10
        assert sorted(declared) == sorted(set(declared))
