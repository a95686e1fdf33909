#!/usr/bin/env python3
"""Checks what clang-format does not: ASCII sources, lines of 120 columns, files of 500 lines, that the tests which
comments name exist, and that programs which link the shared library can call each function of include/spoils.

Usage: check_style.py [PROJECT]. Looks at src, include, tests, bench, fuzz and examples; only src, whose files are to be
read in one sitting, is bound to the length, and there tables (.def) are not. Exits with 1 if there is a fault.
"""

import pathlib
import re
import sys

FOLDERS = ("src", "include", "tests", "bench", "fuzz", "examples")
SUFFIXES = (".h", ".cpp", ".def")
MAX_COLUMNS = 120
MAX_LINES = 500
TEST = re.compile(rb"tests/[a-z_/]+_test\.(?:cpp|py)")
PUBLIC = "include"
# A function outside of classes, which begins its line there; one that is defined in the header needs no library.
FUNCTION = re.compile(rb"(?:\[\[nodiscard\]\] )?(?!SPOILS|inline|constexpr|namespace|class|struct|enum)"
                      rb"[a-zA-Z][\w:<>,* &]*[ &*]\w+\((?!.*\{)")


def functions_not_exported(lines):
    """Yields the numbers of the lines of a public header that declare a function which a shared library would hide."""
    before = b""
    for number, line in enumerate(lines, 1):
        if FUNCTION.match(line) and not before.startswith(b"template"):
            yield number
        before = line


def check(project):
    """Returns the faults as lines of text."""
    faults = []
    for folder in FOLDERS:
        for path in sorted((project / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            lines = path.read_bytes().splitlines()
            for number, line in enumerate(lines, 1):
                if not line.isascii():
                    faults.append(f"{path}:{number}: not ASCII")
                elif len(line) > MAX_COLUMNS:
                    faults.append(f"{path}:{number}: {len(line)} columns, {MAX_COLUMNS} at most")
            for number, line in enumerate(lines, 1):
                for name in TEST.findall(line):
                    if not (project / name.decode()).is_file():
                        faults.append(f"{path}:{number}: there is no {name.decode()}")
            if folder == PUBLIC:
                faults += [f"{path}:{number}: not SPOILS_EXPORT" for number in functions_not_exported(lines)]
            if folder == "src" and path.suffix != ".def" and len(lines) > MAX_LINES:
                faults.append(f"{path}: {len(lines)} lines, {MAX_LINES} at most; split it by construct")
    return faults


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    faults = check(project)
    print("\n".join(faults) if faults else "style: ASCII, lines and files short enough")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
