#!/usr/bin/env python3
"""Counts instructions per thing, which unlike seconds do not depend on the load of the machine.

  bench/instructions.py build/bench/bench/spoils_rolls [NAME]...

Each case is rolled under valgrind --tool=callgrind with two numbers of rolls; the difference, divided by the
additional things, excludes loading and the first rolls, in which a roller fills its caches.
"""
import os
import re
import subprocess
import sys
import tempfile

FEW, MANY = 50_000, 70_000

# The rolls of the two runs, for rules that take long.
FEWER = {"rogue_level_1": (2_000, 4_000), "rogue_level_26": (2_000, 4_000), "rogue_descent": (40, 80),
         "crawl_game_floor_10": (5_000, 10_000), "pyrel_good_30": (5_000, 10_000), "pyrel_great_60": (5_000, 10_000)}

CASES = {
    "rogue_floor": ["rogue", "floor", "rolled"],
    "rogue_level_1": ["rogue", "level", "rolled", "level=1"],
    "rogue_level_26": ["rogue", "level", "rolled", "level=26"],
    "rogue_descent": ["rogue", "descent", "rolled"],
    "powder_item": ["powder", "item", "rolled"],
    "powder_artifact": ["powder", "artifact", "rolled"],
    "powder_artifact_class": ["powder", "artifact", "rolled", "class=weapon"],
    "powder_artifact_named": ["powder", "artifact", "rolled", "name=Treyslug", "class=weapon"],
    "crawl_floor_10": ["crawl", "floor", "rolled", "depth=10"],
    "crawl_game_floor_10": ["crawl_game", "floor", "rolled", "depth=10"],
    "pyrel_good_30": ["pyrel", "find", "rolled", "t=good", "depth=30"],
    "pyrel_great_60": ["pyrel", "find", "rolled", "t=great", "depth=60"],
    "fused/rogue_floor": ["rogue", "floor", "fused"],
    "fused/powder_plain_item": ["powder", "plain_item", "fused"],
    "fused/crawl_floor_10": ["crawl", "floor", "fused", "depth=10"],
}


def counted(program, case, rolls):
    """Returns instructions and things of so many rolls."""
    pack, rule, way, *values = case
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program, pack, rule, str(rolls), way, *values],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{pack} {rule}: {done.stdout}{done.stderr}")
        with open(out, encoding="utf-8") as profile:
            instructions = re.search(r"^(?:totals|summary): (\d+)", profile.read(), re.MULTILINE)
    return int(instructions.group(1)), int(done.stdout)


def main(words):
    if not words:
        sys.exit(__doc__)
    program, *names = words
    for name in names or CASES:
        few, many = FEWER.get(name, (FEW, MANY))
        before, fewer = counted(program, CASES[name], few)
        after, more = counted(program, CASES[name], many)
        print(f"{name:24} {(after - before) / (more - fewer):10.1f} instructions a thing", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
