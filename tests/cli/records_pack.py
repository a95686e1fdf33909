#!/usr/bin/env python3
"""Writes a pack of many records, to measure what each costs: records_pack.py [N] >many.loot

90,000 is about what the limits on words and on symbols leave room for.
"""

import sys


def records_pack(count):
    lines = ['pack records "Many records" 1.0', "input depth: 1..9 = 1", "",
             "rule item { kind = pick item; level = item[kind].level }", "", "collection item { level: int = 1 }"]
    lines += [f'item item_{i} "Item {i}" {{ level = {i % 50} }}' for i in range(count)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(records_pack(int(sys.argv[1]) if len(sys.argv) > 1 else 90_000))
