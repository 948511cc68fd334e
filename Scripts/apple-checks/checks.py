#!/usr/bin/env python3
"""checks.py CHECK …: what Scripts/apple-check finds out without a compiler of its own. Prints what is wrong; exit 1 if any is.

  declarations MODULES FACTS   every public declaration of a double against the row that proves it: name, version,
                               deprecation, actor, Sendable; and no row without a declaration
  twins MODULES FACTS          every method with a completion handler has its async twin, or is told to have none
  reexports FACTS SOURCES      each double re-exports what Apple's module does, and no more
  manifests ROOT               the packages of the root and of Apple/ give the shipped targets equal settings
  paths ROOT                   no two paths differ by case only
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import symbols


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if line.strip() and not line.startswith("#")]


def declarations(modules, facts):
    proven = {}
    for cells in rows(f"{facts}/declarations.tsv"):
        proven.setdefault((cells[0], cells[1]), []).append(cells[2:])
    for module in symbols.MODULES:
        found = set()
        for symbol in symbols.read(module, modules):
            found.add(symbol.path)
            known = proven.get((module, symbol.path))
            if known is None:
                yield f"{module}: nothing proves {symbol.path}"
                continue
            # Overloads share a name; one of the rows must fit.
            problems = [list(differences(symbol, row)) for row in known]
            if all(problems):
                yield from (f"{module}: {symbol.path} {problem}" for problem in problems[0])
        for row_module, path in proven:
            if row_module == module and path not in found:
                yield f"{module}: the facts have {path}, the double has not"


def differences(symbol, row):
    since, deprecated, isolation, sendable, _ = row
    told = "" if symbol.since and float(symbol.since.split(".")[0]) < 13 else symbol.since
    # The tables do not tell 13.0 from what was before.
    if told != since and (told, since) != ("13.0", ""):
        yield f"is declared since iOS {told or '-'}, the facts say {since or '-'}"
    # A deprecation in a system that nobody knows yet warns nobody.
    first, second = (text if text and float(text.split(".")[0]) < 27 else "" for text in (symbol.deprecated, deprecated))
    if first != second:
        yield f"is deprecated in {first or '-'}, the facts say {second or '-'}"
    if symbol.kind == "swift.enum.case":
        return
    if symbol.on_main != (isolation == "@MainActor"):
        yield f"is {'' if symbol.on_main else 'not '}@MainActor, the facts say {isolation}"
    wanted = sendable == "Sendable" or isolation == "@MainActor"
    if symbol.is_type and symbol.kind != "swift.protocol" and symbol.sendable != wanted:
        yield f"is {'' if symbol.sendable else 'not '}Sendable, the facts say {sendable}"


def twins(modules, facts):
    disabled = {cells[0] for cells in rows(f"{facts}/disabled-async.tsv")}
    used = set()
    for module in symbols.MODULES:
        all_symbols = symbols.read(module, modules)
        async_paths = {symbol.path for symbol in all_symbols if " async" in symbol.text}
        for symbol in all_symbols:
            label = re.search(r"[(:](completionHandler|completion|handler|resultHandler):\)$", symbol.path)
            if symbol.kind not in ("swift.method", "swift.type.method", "swift.func") or not label:
                continue
            # What answers at once too, such as a progress, gets none.
            if "->" in symbol.text.rsplit(")", 1)[-1]:
                continue
            twin = symbol.path[: label.start(1)] + ")"
            if twin in async_paths:
                continue
            if symbol.path in disabled:
                used.add(symbol.path)
                continue
            yield f"{module}: {symbol.path} has neither an async twin {twin} nor a row in disabled-async.tsv"
    for path in sorted(disabled - used):
        yield f"disabled-async.tsv: {path} is no declaration without a twin"


def reexports(facts, sources):
    told = {cells[0]: set(cells[1].split()) for cells in rows(f"{facts}/reexports.tsv")}
    for module in symbols.MODULES:
        if module == "FoundationAdditions":
            continue
        found = set()
        for folder, _, names in os.walk(f"{sources}/{module}"):
            for name in names:
                text = open(f"{folder}/{name}", encoding="utf-8").read()
                found |= set(re.findall(r"^@_exported\b.*\bimport (\w+)", text, re.MULTILINE))
        # Both stand for Apple's one.
        if "Foundation" in found and "FoundationAdditions" not in found:
            yield f"{module} re-exports Foundation without what stands for the rest of Apple's"
        found.discard("FoundationAdditions")
        if module not in told:
            yield f"{module} has no row in reexports.tsv"
        elif found != told[module]:
            yield f"{module} re-exports {' '.join(sorted(found)) or 'nothing'}, Apple's {' '.join(sorted(told[module]))}"


def dump(package):
    swift = shutil.which("swift")
    run = subprocess.run([swift, "package", "--package-path", package, "dump-package"], capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"the manifest of {package} cannot be read:\n{run.stderr}")
    return json.loads(run.stdout)


def settings(target):
    def one(setting):
        return json.dumps(setting["kind"], sort_keys=True) + json.dumps(setting.get("condition"))
    return sorted(one(setting) for setting in target["settings"])


def manifests(root):
    """The root is read as a Mac reads it: that part of it is copied, with the questions for the system answered."""
    with tempfile.TemporaryDirectory() as copy:
        text = open(f"{root}/Package.swift", encoding="utf-8").read()
        if "#if os(macOS)" not in text:
            yield "the root has no part for Macs"
        text = text.replace("#if os(macOS)", "#if true").replace("#if os(Linux)", "#if false")
        open(f"{copy}/Package.swift", "w", encoding="utf-8").write(text)
        ours = dump(copy)
    nested = dump(f"{root}/Apple")
    for key in ("platforms", "swiftLanguageVersions", "toolsVersion"):
        if ours[key] != nested[key]:
            yield f"{key}: {ours[key]} in the root, {nested[key]} in Apple/"
    first = {target["name"]: target for target in ours["targets"]}
    second = {target["name"]: target for target in nested["targets"]}
    shared = ("Filmstrip", "FilmstripFormats", "FilmstripTesting", "FilmstripApple", "FilmstripUIKit")
    for name in shared:
        if name not in first or name not in second:
            yield f"{name} is a target of {'Apple/' if name in second else 'the root'} alone"
            continue
        extra = [
            item for item in settings(second[name])
            if "FILMSTRIP_DOUBLES" not in item and "enable-actor-data-race-checks" not in item
        ]
        if settings(first[name]) != extra:
            yield f"{name}: the settings are {settings(first[name])} in the root and {extra} in Apple/"
        if first[name]["resources"] != second[name]["resources"]:
            yield f"{name}: the resources differ"
        inside = [
            [item["byName"][0] for item in target["dependencies"] if "byName" in item]
            for target in (first[name], second[name])
        ]
        if inside[0] != inside[1]:
            yield f"{name}: depends on {inside[0]} in the root and on {inside[1]} in Apple/"
        if any("unsafeFlags" in item for item in settings(first[name])):
            yield f"{name}: has unsafe flags in the root, so that nobody can depend on it"
    products = {product["name"] for product in ours["products"]}
    for name in ("Filmstrip", "FilmstripTesting", "FilmstripApple", "FilmstripUIKit"):
        if name not in products:
            yield f"{name} is no product on a Mac"


def case_twins(listed):
    seen = {}
    for path in listed:
        parts = path.split("/")
        for end in range(1, len(parts) + 1):
            part = "/".join(parts[:end])
            other = seen.setdefault(part.lower(), part)
            if other != part:
                yield f"{other} and {part} differ by case only"


def paths(root):
    run = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                         capture_output=True, text=True, check=True)
    listed = run.stdout.splitlines()
    if not listed:
        yield "no paths were found"
    yield from sorted(set(case_twins(listed)))


CHECKS = {"declarations": declarations, "twins": twins, "reexports": reexports, "manifests": manifests, "paths": paths}

if __name__ == "__main__":
    problems = list(CHECKS[sys.argv[1]](*sys.argv[2:]))
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
