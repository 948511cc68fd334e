#!/usr/bin/env python3
"""facts.py TABLES MODULES: writes Apple/Facts/declarations.tsv: for each declaration of the doubles the row that proves it.

TABLES is a folder with apple-swift.tsv, apple-enums.tsv and swift-spellings.tsv (facts about Apple's API that were collected
from public sources); MODULES is where the doubles were built. What these tables do not tell, or tell wrong, is in
Apple/Facts/exceptions.tsv, each line with its public evidence. Only those who add to the doubles need this; the check itself
reads Apple/Facts alone.
"""
import collections
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import symbols

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
Row = collections.namedtuple("Row", "since deprecated isolation sendable origin")


def normal(version):
    """Versions up to 13 are not told apart by the tables."""
    return "" if not version or float(version.split(".")[0]) < 13 else version


def table(path):
    for line in open(path, encoding="utf-8"):
        if not line.startswith("#"):
            yield line.rstrip("\n").split("\t")


def read(folder):
    facts = {}
    for cells in table(f"{folder}/apple-swift.tsv"):
        if len(cells) < 11 or cells[0] == "framework":
            continue
        row = Row(normal(cells[4]), cells[5], cells[9] or "-", cells[10] or "-", "importer " + cells[3])
        kind = cells[2]
        if kind in ("class", "protocol"):
            facts.setdefault(cells[1], row._replace(origin=kind))
        elif cells[7]:
            facts.setdefault(cells[1] + "." + cells[7].split(".", 1)[-1], row)
    for cells in table(f"{folder}/apple-enums.tsv"):
        if len(cells) < 10 or cells[0] == "framework" or not cells[8]:
            continue
        row = Row(normal(cells[4]), cells[5], "-", "Sendable", "enum " + cells[1])
        facts.setdefault(cells[8] + "." + cells[9], row._replace(origin="enum " + cells[2]))
        if cells[8] not in facts or not row.since:
            facts[cells[8]] = row._replace(deprecated="")
    spelled = {}
    for cells in table(f"{folder}/swift-spellings.tsv"):
        if len(cells) < 6 or cells[0] == "ObjC type":
            continue
        row = Row(normal(cells[5]), "", "@MainActor" if cells[4] == "@MainActor" else "-", "-", "spelling " + cells[1])
        for text in (cells[2], cells[3]):
            for name in re.findall(r"[\w.]+\((?:\w+:)*\)|[\w.]+", text):
                member = name.split(".")[-1] if "(" not in name else re.sub(r"^.*[.](?=[^.]*[(])", "", name)
                spelled.setdefault(f"{cells[0]}.{member}", row)
    return facts, spelled


def exceptions():
    """Several for a name where overloads differ."""
    found = {}
    for cells in table(f"{ROOT}/Apple/Facts/exceptions.tsv"):
        if len(cells) == 6:
            found.setdefault(cells[0], []).append(Row(*cells[1:6]))
    return found


def prove(symbol, facts, spelled, proven, parents):
    if symbol.path in proven:
        known = proven[symbol.path]
        return next((row for row in known if row.since == symbol.since), known[0])
    if symbol.path in facts:
        return facts[symbol.path]
    if symbol.path in spelled:
        return spelled[symbol.path]
    owner, _, member = symbol.path.rpartition(".")
    if owner in parents and member == "init(coder:)":
        return Row(symbol.since, "", "@MainActor" if symbol.on_main else "-", "-", "NSCoding")
    if owner in parents and member in ("init()", "isEqual(_:)", "hash"):
        return Row(symbol.since, "", "@MainActor" if symbol.on_main else "-", "-", "NSObject")
    ancestor = parents.get(owner)
    while ancestor:
        for source in (proven, facts, spelled):
            if f"{ancestor}.{member}" in source:
                row = source[f"{ancestor}.{member}"]
                row = row[0] if isinstance(row, list) else row
                return row._replace(since=symbols.newer(row.since, symbol.since), origin=f"inherits {ancestor}.{member}")
        ancestor = parents.get(ancestor)
    return None


def main(tables, modules):
    facts, spelled = read(tables)
    proven = exceptions()
    lines, missing = [], []
    everything = {module: symbols.read(module, modules) for module in symbols.MODULES}
    parents = {}
    for module in symbols.MODULES:
        parents.update(symbols.parents(module, modules))
    for module in symbols.MODULES:
        seen = set()
        for symbol in everything[module]:
            row = prove(symbol, facts, spelled, proven, parents)
            if (symbol.path, row) in seen:
                continue
            seen.add((symbol.path, row))
            if row is None:
                missing.append(f"{module}\t{symbol.path}\t{symbol.since}\t{'@MainActor' if symbol.on_main else '-'}"
                               f"\t{'Sendable' if symbol.sendable else '-'}\t{symbol.text}")
            else:
                lines.append("\t".join((module, symbol.path, *row)))
    with open(f"{ROOT}/Apple/Facts/declarations.tsv", "w", encoding="utf-8") as out:
        out.write("# What proves each declaration of the doubles. Written by Scripts/apple-checks/facts.py; exceptions.tsv is "
                  "written by hand.\n# module\tdeclaration\tsince (empty: before iOS 13)\tdeprecated\tisolation\tSendable"
                  "\torigin\n")
        out.write("\n".join(lines) + "\n")
    print("\n".join(missing))
    print(f"{len(lines)} proven, {len(missing)} not", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
