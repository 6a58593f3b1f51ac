#!/usr/bin/env python3
"""Writes the tables of docs/performance.md from the measurements in docs/results/*.json.

Usage: scripts/performance.py [--check] [FOLDER]

A table stands between "<!-- results: NAME -->" and "<!-- end -->"; NAME is that of the JSON file.
--check writes nothing and ends with 1 where the page is not what the measurements make of it.
FOLDER holds performance.md and results/ (default: docs beside this script's folder).

A file has "machine" and "groups"; a group "title", "command" and "rows"; a row
  what, value  what was measured: one number, or the least and the most of several
  unit         of the value, the parts, peers and floors
  statistic    such as "median of 5"; may be missing
  parts        name: part of the value
  peers        other ways to the same result: [{"what", "value"}]; the table has their ratio to the value
  floors       what bounds the value from below: [{"what", "value"}]
  date, commit when, and of which state of the program
"""
import json
import re
import sys
from pathlib import Path

ROW_KEYS = {"what", "value", "unit", "statistic", "parts", "peers", "floors", "date", "commit"}
REQUIRED = {"what", "value", "unit", "date", "commit"}
TABLE = re.compile(r"(<!-- results: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def number(value):
    return f"{value:g}" if value < 1e4 else f"{value:.0f}"


def ratio(peer, values):
    """How many times longer the peer takes than the mean of least and most."""
    times = peer / ((values[0] + values[-1]) / 2)
    return f"{times:.0f}×" if times >= 10 else f"{times:.1f}×"


def result(row):
    values = " to ".join(number(v) for v in row["value"])
    statistic = f" ({row['statistic']})" if "statistic" in row else ""
    return f"{values} {row['unit']}{statistic}"


def beside(row):
    unit = row["unit"]
    said = [f"{p['what']} {number(p['value'])} {unit} ({ratio(p['value'], row['value'])})" for p in row.get("peers", [])]
    said += [f"floor: {f['what']} {number(f['value'])} {unit}" for f in row.get("floors", [])]
    return "; ".join(said)


def check(name, row):
    wrong = (row.keys() - ROW_KEYS) | (REQUIRED - row.keys())
    if wrong or not 1 <= len(row["value"]) <= 2:
        sys.exit(f"performance.py: {name}: keys {sorted(wrong)} of {row}: see the head of this script")


def table(name, results):
    lines = [results["machine"], "", "| | result | of which | beside it | date, commit |", "|---|---|---|---|---|"]
    for group in results["groups"]:
        lines.append(f"| **{group['title']}**: `{group['command']}` | | | | |")
        for row in group["rows"]:
            check(name, row)
            parts = ", ".join(f"{part} {number(value)}" for part, value in row.get("parts", {}).items())
            cells = [row["what"], result(row), parts, beside(row), f"{row['date']}, {row['commit']}"]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def page(text, folder):
    def filled(match):
        file = folder / f"{match[2]}.json"
        if not file.exists():
            sys.exit(f"performance.py: {file} is missing: correct the name in the page")
        return match[1] + table(match[2], json.loads(file.read_text(encoding="utf-8"))) + match[3]

    made = TABLE.sub(filled, text)
    unused = {f.stem for f in folder.glob("*.json")} - {m[2] for m in TABLE.finditer(text)}
    if unused:
        sys.exit(f"performance.py: no table has the results of {', '.join(sorted(unused))}: add one to the page")
    return made


def main(words):
    checking = "--check" in words
    folders = [w for w in words if w != "--check"]
    if len(folders) > 1 or any(f.startswith("-") for f in folders):
        sys.exit(__doc__)
    docs = Path(folders[0]) if folders else Path(__file__).resolve().parent.parent / "docs"
    file = docs / "performance.md"
    text = file.read_text(encoding="utf-8")
    made = page(text, docs / "results")
    if not checking:
        file.write_text(made, encoding="utf-8")
    elif made != text:
        sys.exit(f"performance.py: {file} is not what docs/results makes of it: run scripts/performance.py")


if __name__ == "__main__":
    main(sys.argv[1:])
