"""The examples of README and docs run and print what the text says, what the text names exists, and lines are wrapped.

Every block has a language. ``csv title="name"`` and ``toml title="name"`` are files to create; ``python`` is run as a
doctest; ``console`` is commands after ``$`` with what they print on standard output, checked if there is any; ``sh`` is
commands, of which those of spminer are run, or only looked up if the block has a title (they need data or hours).
``text`` is no code. Files in a folder ``data`` beside a page are there when its examples run, and pictures that it
shows from a folder ``pictures`` are those that its examples draw.
"""

import doctest
import re
import shlex
import tomllib
from pathlib import Path

import benchmark_plot
import click
import number_sources
import pictures
import pytest
import story_data
from pages import BLOCK, commands, drawn, files_of, run

from spminer.cli.commands import VERBS, application
from spminer.errors import ExitCode
from spminer.graphs.formats.registry import FORMATS
from spminer.methods.registry import method_names
from support.processes import FORKS, server

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_WIDTH = 120
_UNWRAPPED = re.compile(r"\s*(\||#|!\[|\S+$)")  # rows of tables, headings, pictures, and what has no space to break at
_PATH = re.compile(r"(?:benchmarks|core|docs|examples|src|tests)/[\w./-]+")


def page_name(path):
    return str(path.relative_to(ROOT))


def check_command(command, folder):
    programs = server().program("spminer", "support.page_commands") if FORKS else None
    printed = run(command.line, folder, programs)
    if command.output is not None:
        assert printed.rstrip() == command.output.rstrip(), command.line


def check_python(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=report.append)
    assert test.examples, "write Python examples with >>>"
    assert not report, "".join(report)


def options_of(verb=None):
    """Options of one verb of spminer, or of all."""
    group = application()
    names = group.list_commands(click.Context(group)) if verb is None else [verb]
    verbs = [*([group] if verb is None else []), *(group.get_command(click.Context(group), name) for name in names)]
    verbs += [part for one in verbs for part in getattr(one, "commands", {}).values()]
    names = {name for one in verbs for option in one.params for name in (*option.opts, *option.secondary_opts)}
    switches = {option.opts[0] for one in verbs for option in one.params if getattr(option, "is_flag", False)}
    return names | {"--help"} | {f"--no-{name[2:]}" for name in switches}


def options_in(folder, pattern):
    """Options that programs with argparse define in their sources."""
    return {option for file in folder.glob(pattern) for option in re.findall(r'"(--[a-z][\w-]*)"', file.read_text())}


def unknown_options(line):
    """Options that a command does not have, looked up and not run; ``None`` if it is no command of ours."""
    program, *words = shlex.split(re.sub(r"\.\.\.|[\[\]]", "", line)) or [""]
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    if program == "spminer" and words and words[0][:1].islower():
        return used - options_of(words[0])
    if program == "python" and words[:1] == ["-m"] and words[1].startswith("spminer."):
        module = words[1].replace(".", "/")
        return used - options_in(ROOT / "src", f"{module}.py") - options_in(ROOT / "src", f"{module}/**/*.py")
    if program == "python" and words[0].startswith(("benchmarks/", "examples/")):
        return used - options_in(ROOT, words[0]) - options_in(ROOT, "benchmarks/common.py")
    return None


def check_block(language, options, text, page, folder):
    if language in {"csv", "toml"}:
        (folder / re.fullmatch(r'title="([\w.]+)"', options)[1]).write_text(text)
    elif language == "python":
        check_python(text, page)
    elif language == "sh" and options:
        assert all(unknown_options(command.line) == set() for command in commands(language, text)), text
    else:
        for command in commands(language, text):
            if language == "console" or command.line.startswith("spminer "):
                check_command(command, folder)


@pytest.mark.parametrize("path", [path for path in PAGES if BLOCK.search(path.read_text())], ids=page_name)
def test_examples_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files_of(path, tmp_path)
    Path("friends.csv").write_text("source,target\nanna,bela\nbela,cleo\ncleo,anna\ncleo,dora\n")
    for language, options, text in BLOCK.findall(path.read_text()):
        if language == "text":
            assert not re.search(r"^(\$|>>>|spminer|python|pip|make) ", text, re.MULTILINE), "code in a text block"
        else:
            assert language in {"csv", "toml", "python", "console", "sh"}, (
                f"a block of language {language!r} is not tested"
            )
            check_block(language, options, text, page_name(path), tmp_path)
    for name in drawn(path):
        assert Path(name).read_bytes() == (path.parent / "pictures" / name).read_bytes(), f"{name} is drawn otherwise"


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_links_lead_somewhere(path):
    missing = [link for link in _LINK.findall(path.read_text()) if not (path.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_what_the_text_names_exists(path):
    spans = _INLINE.findall(BLOCK.sub("", path.read_text()))
    wrong = {span: unknown for span in spans if (unknown := unknown_options(span))}
    bare = {span.split()[0].partition("=")[0] for span in spans if span.startswith("--")}
    scripts = options_in(ROOT, "benchmarks/*.py") | options_in(ROOT, "examples/*.py")
    known = (
        options_of()
        | scripts
        | options_in(ROOT / "src", "spminer/encoder/**/*.py")
        | options_in(ROOT / "src", "spminer/paper/count_prediction/*.py")
    )
    files = {found for span in spans for found in _PATH.findall(span) if "*" not in span}
    assert wrong == {}
    assert bare - known == set()
    assert [file for file in sorted(files) if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("path", [*PAGES, ROOT / "CHANGELOG.md"], ids=page_name)
def test_prose_is_wrapped(path):
    without_code = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), path.read_text())
    lines = enumerate(without_code.splitlines(), start=1)
    assert [number for number, line in lines if len(line) > _WIDTH and not _UNWRAPPED.match(line)] == []


def test_every_verb_and_exit_code_is_documented():
    text = (ROOT / "docs" / "reference" / "cli.md").read_text()
    assert all(f"| `{name} " in text for name in VERBS)
    assert all(f"| {int(code)} | " in text for code in ExitCode)


def test_every_method_is_in_the_choice():
    text = (ROOT / "docs" / "guides" / "methods.md").read_text()
    assert [name for name in method_names() if f"**`{name}`**" not in text] == []


@pytest.mark.parametrize("folder", ["guides", "stories"])
def test_every_picture_that_commands_draw_is_shown(folder):
    pages = (ROOT / "docs" / folder).glob("*.md")
    kept = {path.name for path in (ROOT / "docs" / folder / "pictures").iterdir()}
    assert {name for page in pages for name in drawn(page)} == kept


def test_the_files_of_the_stories_are_those_that_the_script_makes():
    folder = ROOT / "docs" / "stories" / "data"
    kept = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert kept == story_data.made()


def test_the_molecule_is_drawn_as_the_program_draws_it(tmp_path):
    pictures.draw_molecule(tmp_path / "nitrobenzene.svg")
    kept = (ROOT / "docs" / "images" / "nitrobenzene.svg").read_text()
    assert (tmp_path / "nitrobenzene.svg").read_text() == kept


def test_the_figures_of_the_benchmark_picture_are_in_the_tables():
    for row in benchmark_plot.ROWS:
        tables = [line for line in (ROOT / "docs" / row.page).read_text().splitlines() if line.startswith("|")]
        numbers = [set(re.findall(r"[\d.,]*\d", line)) for line in tables]
        assert any(set(row.figures) <= found for found in numbers), row
    assert benchmark_plot.PICTURE.read_text() == benchmark_plot.picture()


@pytest.mark.parametrize("page", ["evaluation/performance.md", "guides/other-tools.md"])
def test_measured_numbers_are_in_the_record(page):
    assert [number for number, source in number_sources.sources(ROOT / "docs" / page).items() if source == "-"] == []


def test_messages_of_the_page_on_troubleshooting_are_in_the_sources():
    sources = "".join(path.read_text() for path in (ROOT / "src" / "spminer").rglob("*.py"))
    joined = re.sub(r'"\s*\n\s*f?"', "", sources)  # texts over several lines
    page = (ROOT / "docs" / "guides" / "troubleshooting.md").read_text()
    for table in re.findall(r"^\| message \|.*?(?=\n\n)", page, re.MULTILINE | re.DOTALL):
        for row in table.splitlines()[2:]:
            missing = [words for words in _INLINE.findall(row.split("|")[1]) if words not in joined]
            assert missing == [], row


def test_readme_is_short_and_its_table_names_verbs_that_exist():
    text = (ROOT / "README.md").read_text()
    assert len(text.split()) <= 650
    named = set(re.findall(r"`spminer ([a-z]+)", text))
    assert named <= set(VERBS)
    assert {"info", "mine", "enumerate", "count", "profile", "verify"} <= named
    formats = re.search(r"`GRAPH` is an (.*?), a\s+\[store\]", text, re.DOTALL)[1]
    titles = " ".join(form.title for form in FORMATS).lower()
    assert [
        name for name in re.split(r",\s+(?:an? )?", formats) if name.lower().removesuffix("'s export") not in titles
    ] == []


def test_extras_that_pages_name_exist():
    text = "".join(page.read_text() for page in PAGES)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {name for names in re.findall(r"spminer\[([a-z,]+)\]", text) for name in names.split(",")}
    assert named <= set(extras)
    assert len(named) >= 6
