#!/usr/bin/env python3
"""Checks that every #include in src/ and include/ follows src/layers.txt.

Usage: check_layers.py [PROJECT]. Prints a line for each include that breaks a rule and exits with 1 if there is one.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
ALWAYS = "spoils"  # include/spoils: the public headers


def read_layers(path):
    """Returns folder -> set of folders that it may include, and the faults of the file itself."""
    layers, faults = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, colon, allowed = line.partition(":")
        if not colon or folder in layers:
            faults.append(f"{path}:{number}: want `folder: folders`, each folder once")
            continue
        layers[folder] = set(allowed.split())
    for folder, allowed in layers.items():
        for unknown in sorted(allowed - layers.keys() - {"*"}):
            faults.append(f"{path}: {folder} may include {unknown}, which has no line")
    faults += [f"{path}: {' -> '.join(cycle)} is a cycle" for cycle in cycles(layers)]
    return layers, faults


def cycles(layers):
    """Yields the chains of folders that lead back to their beginning. `*` is for folders without includers."""
    done = set()

    def visit(folder, chain):
        if folder in chain:
            yield chain[chain.index(folder):] + [folder]
        elif folder not in done:
            for target in sorted(layers.get(folder, ())):
                yield from visit(target, chain + [folder])
            done.add(folder)

    for folder in layers:
        yield from visit(folder, [])


def quoted_includes(path):
    """Yields line number and path of each #include "..."."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def check(project):
    """Returns the faults as lines of text."""
    source = project / "src"
    layers, faults = read_layers(source / "layers.txt")
    for path in sorted(source.rglob("*")):
        if path.suffix not in (".h", ".cpp", ".def"):
            continue
        folder = str(path.relative_to(source).parent)
        if folder not in layers:
            faults.append(f"{path}: {folder} has no line in layers.txt")
            continue
        allowed = layers[folder] | {folder, ALWAYS}
        for number, target in quoted_includes(path):
            target_folder, slash, _ = target.rpartition("/")
            if not slash:
                faults.append(f'{path}:{number}: write "{folder}/{target}"; paths start with a folder')
            elif target_folder not in allowed and "*" not in allowed:
                faults.append(f"{path}:{number}: {folder} may not include {target_folder} ({target})")
    for path in sorted((project / "include").rglob("*.h")):
        for number, target in quoted_includes(path):
            if not target.startswith(ALWAYS + "/"):
                faults.append(f"{path}:{number}: a public header may only include spoils/... ({target})")
    return faults


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    faults = check(project)
    print("\n".join(faults) if faults else "layers: every include follows src/layers.txt")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
