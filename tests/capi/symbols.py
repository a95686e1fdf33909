#!/usr/bin/env python3
"""The functions of the C interface, which are its ABI: those that spoils.h declares, those of the list symbols.txt, and
those that a library defines must be the same. A function that leaves the list needs another SPOILS_ABI.

Usage: symbols.py LIBRARY [--dynamic]
"""

import pathlib
import re
import subprocess
import sys


def main():
    folder = pathlib.Path(__file__).parent
    header = (folder / "../../include/spoils/spoils.h").read_text()
    listed = (folder / "symbols.txt").read_text().split()
    declared = re.findall(r"^SPOILS_C\b[^;]*?\b(spoils_\w+)\(", header, re.M)
    command = ["nm", "--extern-only", "--defined-only", sys.argv[1]] + sys.argv[2:]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    defined = re.findall(r" T (spoils_\w+)$", output, re.M)
    faults = []
    if listed != sorted(listed):
        faults.append("symbols.txt is not sorted")
    for name, found in (("spoils.h", declared), ("the library", defined)):
        faults += [f"{name} lacks {one}" for one in listed if one not in found]
        faults += [f"{name} has {one}, symbols.txt has not" for one in sorted(set(found)) if one not in listed]
    print("\n".join(faults) if faults else f"symbols: {len(listed)} functions")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
