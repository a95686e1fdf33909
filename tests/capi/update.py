#!/usr/bin/env python3
"""Writes the results of the C interface into conformance.json as what is expected. Read the difference: each binding
must give these bytes. program_test.py compares those that the program can give with its output.

Usage: update.py CONFORM, the program capi_conform
"""

import json
import pathlib
import subprocess
import sys


def main():
    path = pathlib.Path(__file__).parent / "conformance.json"
    suite = json.loads(path.read_text())
    command = [sys.argv[1], str(path), "--print"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == len(suite["cases"]), f"{len(lines)} results of {len(suite['cases'])} cases"
    for case, line in zip(suite["cases"], lines):
        case["expect"] = bytes.fromhex(line).decode()
    path.write_text(json.dumps(suite, indent=1) + "\n")


if __name__ == "__main__":
    main()
