"""The public declarations of a double, as the compiler's own symbol graph tells them."""
import json
import os
import shutil
import subprocess
import tempfile

MODULES = ("FoundationAdditions", "CoreGraphics", "UniformTypeIdentifiers", "CoreTransferable", "ImageIO", "QuartzCore",
           "CoreLocation", "CoreMedia", "AVFoundation", "UIKit", "Photos", "PhotosUI", "SwiftUI")
TOOLS = os.path.dirname(os.path.realpath(shutil.which("swiftc")))
# Written by the compiler for every type of its kind.
GIVEN = ("==(_:_:)", "!=(_:_:)", "hash(into:)", "hashValue", "rawValue", "init(rawValue:)", "description",
         "localizedDescription")


def target():
    info = subprocess.run([f"{TOOLS}/swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return json.loads(info)["target"]["unversionedTriple"]


class Symbol:
    """One declaration: its path, its kind, since when it is there, on which actor, and whether it is Sendable."""

    def __init__(self, raw, sendable):
        self.path = ".".join(raw["pathComponents"])
        self.kind = raw["kind"]["identifier"]
        self.id = raw["identifier"]["precise"]
        fragments = raw.get("declarationFragments", [])
        self.text = "".join(piece["spelling"] for piece in fragments)
        self.on_main = "@MainActor" in self.text
        self.sendable = self.id in sendable
        self.since, self.deprecated = "", ""
        for entry in raw.get("availability", []):
            if entry.get("domain") == "iOS":
                self.since = version(entry.get("introduced")) or self.since
                self.deprecated = version(entry.get("deprecated")) or self.deprecated

    @property
    def is_type(self):
        return self.kind in ("swift.class", "swift.struct", "swift.enum", "swift.protocol")


def version(parts):
    return "" if not parts else f'{parts["major"]}.{parts.get("minor", 0)}'


def newer(first, second):
    """The later of two versions; an empty one is before all."""
    return max(first, second, key=lambda text: [int(part) for part in text.split(".")] if text else [0])


def graphs(module, folder):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run(
            [f"{TOOLS}/swift-symbolgraph-extract", "-module-name", module, "-I", folder, "-output-dir", out,
             "-minimum-access-level", "public", "-target", target()], check=True, capture_output=True)
        return [json.load(open(f"{out}/{name}")) for name in sorted(os.listdir(out))]


def parents(module, folder):
    """The superclass of each class, by name."""
    found = {}
    for graph in graphs(module, folder):
        names = {raw["identifier"]["precise"]: ".".join(raw["pathComponents"]) for raw in graph["symbols"]}
        for edge in graph["relationships"]:
            if edge["kind"] == "inheritsFrom":
                above = names.get(edge["target"]) or edge.get("targetFallback", "").split(".", 1)[-1]
                found[names[edge["source"]]] = above
    return found


def read(module, folder):
    """All public declarations of a module that was built into `folder`, each with what its enclosing type says."""
    all_graphs = graphs(module, folder)
    sendable = {edge["source"] for graph in all_graphs for edge in graph["relationships"]
                if edge["kind"] == "conformsTo" and edge["target"] in ("s:s8SendableP", "s:s8SendableMp")}
    found = {}
    for graph in all_graphs:
        for raw in graph["symbols"]:
            symbol = Symbol(raw, sendable)
            if "::SYNTHESIZED::" in symbol.id or raw["pathComponents"][-1] in GIVEN:
                continue
            # What Swift wants and Objective-C does not is named with an underscore.
            if symbol.path.startswith("_"):
                continue
            found[symbol.id] = symbol
    symbols = sorted(found.values(), key=lambda symbol: symbol.path)
    types = {symbol.path: symbol for symbol in symbols if symbol.is_type}
    for symbol in symbols:
        owner = symbol.path
        while "." in owner:
            owner = owner.rsplit(".", 1)[0]
            if owner in types:
                symbol.since = newer(symbol.since, types[owner].since)
    return symbols
