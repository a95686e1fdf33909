#!/usr/bin/env python3
"""Times batches of the Python package: things a second, with their fields as Python values.

Usage: SPOILS_LIBRARY=.../libspoils.so.1 bench/batches.py [seconds]
"""

import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import spoils  # noqa: E402

CASES = (("rogue", "floor", ["kind", "worth"], {}), ("crawl", "floor", ["kind", "brand"], {"depth": 10}),
         ("powder", "artifact", ["name", "verb"], {}))


def things_a_second(make, seconds):
    """Repeats `make(first)`, which returns a number of things, for that long."""
    begin, things, rolls = time.process_time(), 0, 0
    while time.process_time() - begin < seconds:
        things += make(rolls)
        rolls += 20_000
    return things / (time.process_time() - begin)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2
    for name, rule, fields, inputs in CASES:
        roller = spoils.load(ROOT / "packs" / name).roller(rule, **inputs)
        known = [field for field in fields if field in roller.pack.fields]

        def columns(first, names=False):
            batch = roller.batch(1, 20_000, first=first, fields=known, names=names)
            for field in known:
                batch[field]
            return len(batch)

        def objects(first):
            return sum(1 for thing in roller.batch(1, 20_000, first=first, fields=known) if thing.name)

        figures = (things_a_second(columns, seconds), things_a_second(lambda first: columns(first, True), seconds),
                   things_a_second(objects, seconds))
        print(f"{name + ' ' + rule:16} {', '.join(known):16} columns {figures[0]:>12,.0f}  and names"
              f" {figures[1]:>12,.0f}  things {figures[2]:>12,.0f}")


if __name__ == "__main__":
    main()
