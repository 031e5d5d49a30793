"""Native lines that no test reaches, compared with the reasons in core/unreached.toml.

    python .ci/unreached.py build/native-coverage.json     # as gcovr writes it; ends with 1 if a reason is missing
    python .ci/unreached.py build/native-coverage.json --list

A reason names lines by their text, since numbers change with every edit: it stands for every unreached line of the file
with that text. One that no unreached line needs is refused too, so that the list only gets shorter.

Lines that state nothing need no reason: the end of a block, where the compiler puts what it undoes if something is
thrown; the head of a class and what is said to be by default, where it puts functions of its own making.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
REASONS = ROOT / "core" / "unreached.toml"
_STATES_NOTHING = re.compile(r"[\])}(;,]*|.*\)( noexcept)?( override)? = default;|(class|struct) [^;]*\{")


def unreached(report: dict, root: Path = ROOT) -> dict[str, dict[int, str]]:
    """By file: number and text of each line that was counted and never run, in any of its instances."""
    runs: dict[tuple[str, int], int] = defaultdict(int)
    for file in report["files"]:
        for line in file["lines"]:
            if not line.get("gcovr/excluded", False) and not line.get("gcovr/noncode", False):
                runs[file["file"], line["line_number"]] += line["count"]
    found: dict[str, dict[int, str]] = defaultdict(dict)
    texts: dict[str, list[str]] = {}
    for (name, number), count in sorted(runs.items()):
        if count == 0:
            lines = texts.setdefault(name, (root / name).read_text(encoding="utf-8").splitlines())
            text = lines[number - 1].strip()
            if not _STATES_NOTHING.fullmatch(text):
                found[name][number] = text
    return dict(found)


def complaints(found: dict[str, dict[int, str]], reasons: list[dict]) -> list[str]:
    """What is wrong with the reasons: lines without one, and reasons without lines."""
    known = {(entry["file"], text): entry["reason"] for entry in reasons for text in entry["lines"]}
    needed = {(name, text) for name, lines in found.items() for text in lines.values()}
    missing = [
        f"{name}:{number}: not reached by any test, and without a reason: {text}"
        for name, lines in found.items()
        for number, text in lines.items()
        if not known.get((name, text), "").strip()
    ]
    spare = [f"{name}: every line is reached that reads: {text}" for name, text in sorted(set(known) - needed)]
    return missing + spare


def main(arguments: list[str]) -> int:
    """The exit code; says what is wrong, or with ``--list`` all lines that are not reached."""
    report = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    found = unreached(report)
    if "--list" in arguments:
        for name, lines in found.items():
            for number, text in lines.items():
                print(f"{name}:{number}: {text}")
        return 0
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8")).get("unreached", [])
    wrong = complaints(found, reasons)
    print("\n".join(wrong))
    print(f"{sum(map(len, found.values()))} native lines are not reached, {len(wrong)} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
