#!/usr/bin/env python3
"""Counts the instructions of a thing as games roll it: cold, on levels with changing inputs and seeds, by rollers that
are made often, things that never repeat, with their fields and names read. Instructions, unlike times, do not depend on
the load of the machine; bench/README.md has the results.

  bench/as_in_games.py build/bench [NAME]...         a table of instructions a thing, for these cases or for all
  bench/as_in_games.py build/bench --caches NAME...  the same of each cache that is taken away
  bench/as_in_games.py build/bench --times NAME...   nanoseconds of one roll (p50, p99, p99.9, worst), bytes of a roller

The folder holds the programs `bench/spoils_as_in_games` and `spoils` (or SPOILS names that). The row "compiled" is the
C that `spoils compile` writes, by gcc -O2; it caches nothing, so that only what is read matters.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# Pack, rule, settings, things that are counted where the number is free.
CASES = {
    "rogue": ("rogue", "floor", [], 4000),
    "rogue_level": ("rogue", "level", [], 4000),
    "crawl": ("crawl", "floor", ["depth=10"], 4000),
    "crawl_game": ("crawl_game", "floor", ["depth=10"], 2000),
    "powder_item": ("powder", "item", [], 4000),
    "powder_artifact": ("powder", "artifact", [], 2000),
    "pyrel": ("pyrel", "find", ["t=good", "depth=30"], 1000),
    "wide": (os.path.join(HERE, "as_in_games", "wide.loot"), "gem", [], 4000),
}

# Use as bench/as_in_games/rolls.cpp knows it, things if their number is fixed, heading.
USES = [
    ("make", 1000, "make a roller"),
    ("first", 1, "first thing"),
    ("first", 100, "first 100"),
    ("first", 1000, "first 1,000"),
    ("remade", 1000, "a roller each 100"),
    ("levels", None, "levels of 20"),
    ("seeds", None, "a seed each"),
    ("inputs", None, "an input each"),
    ("warm", None, "warm"),
    ("two-by-number", None, "+ 2 fields by number"),
    ("all-by-number", None, "+ all by number"),
    ("all-at-once", None, "+ all at once"),
    ("two-by-name", None, "+ 2 by name"),
    ("all-by-name", None, "+ all by name"),
    ("names", None, "+ name"),
]

DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include "loot.h"
static loot_thing things[4096];
static int64_t words[65536];
__attribute__((noinline)) uint64_t spoils_measured(uint64_t wanted, int use) {
  uint64_t count = 0, since = 0, level = 0, sum = 0, i;
  loot_stream stream = {1, 0};
  loot_inputs inputs = loot_default_inputs();
  loot_out out = {things, 4096, words, 65536, 0, 0, ""};
  SETTINGS
  while (count < wanted) {
    if (use == 1 && since >= 20) { ++level; since = 0; stream.seed = 1 + level; SET_DEPTH(level) }
    if (use == 2) { ++stream.seed; }
    if (use == 3) { SET_DEPTH(count) }
    if (loot_roll_RULE(&stream, &inputs, DEFAULTS&out) != loot_fault_ok) { abort(); }
    for (i = 0; i < out.count; ++i) { sum += (uint64_t)things[i].made_by; }
    count += out.count > 0 ? out.count : 1;
    since += out.count > 0 ? out.count : 1;
  }
  return sum == 1 ? 1 : count;
}
int main(int argc, char **argv) {
  (void)argc;
  printf("%llu\\n", (unsigned long long)spoils_measured(strtoull(argv[1], NULL, 10), atoi(argv[2])));
  return 0;
}
"""
USES_IN_C = {"first": 0, "warm": 0, "levels": 1, "seeds": 2, "inputs": 3}


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def counted(words):
    """Returns instructions a thing of the function that is measured."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        # Programs say which part counts; one that was built without the headers of valgrind says nothing.
        for part in ("--instr-atstart=no", "--toggle-collect=spoils_measured"):
            printed = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", part, *words])
            with open(out, encoding="utf-8") as profile:
                # If a function is chosen by its name, the summary may be 0, and the totals further down are right.
                instructions = max(map(int, re.findall(r"^(?:totals|summary): (\d+)", profile.read(), re.MULTILINE)))
            if instructions > 1000:
                break
    if instructions <= 1000:
        sys.exit(f"{' '.join(words)}: nothing was counted")
    return instructions / int(printed.split()[0])


def compiled_case(build, case, folder):
    """Compiles a rule to C with its driver; returns the program, None if the rule cannot be compiled."""
    pack, rule, settings, _ = CASES[case]
    path = pack if os.path.isabs(pack) else os.path.join(HERE, "..", "packs", pack)
    header = os.path.join(folder, "loot.h")
    spoils = os.environ.get("SPOILS", os.path.join(build, "spoils"))
    done = subprocess.run([spoils, "compile", "-q", path, rule, "--prefix", "loot", "-o", header], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        return None
    with open(header, encoding="utf-8") as text:
        lines = text.read()
    members = re.search(r"typedef struct loot_inputs \{(.*?)\} loot_inputs;", lines, re.DOTALL).group(1)
    depth = next((name for name in ("depth", "level") if re.search(rf"\b{name};", members)), None)
    before = rf"loot_roll_{rule}\(loot_stream \*stream, const loot_inputs \*inputs, "
    parameters = re.search(before + r"(.*?)loot_out \*out\)", lines).group(1)
    values, assignments = dict(setting.split("=") for setting in settings), ""
    given = []
    for parameter in [each for each in parameters.split(", ") if each]:
        kind, name = parameter.split(" ")
        value = values.pop(name, None)
        if kind == "loot_number":
            given.append("(loot_number){0, 0}")
        else:
            given.append("LOOT_DEFAULT" if value is None else value if value.isdigit() else f"LOOT_{value.upper()}")
    if "  uint64_t *cache;" in lines:
        assignments += "static uint64_t cache[1000000]; out.cache = cache; out.cache_words = 1000000; "
    for name, value in values.items():
        assignments += f"inputs.{name} = {value};"
    source = DRIVER.replace("SETTINGS", assignments).replace("RULE", rule)
    source = source.replace("DEFAULTS", "".join(each + ", " for each in given))
    set_depth = rf"inputs.{depth} = 1 + (int64_t)(\1 % 25);" if depth else "(void)0;"
    source = re.sub(r"SET_DEPTH\((\w+)\)", set_depth, source)
    with open(os.path.join(folder, "main.c"), "w", encoding="utf-8") as out:
        out.write(source)
    program = os.path.join(folder, "main")
    run(["cc", "-std=c11", "-O2", "-o", program, os.path.join(folder, "main.c")])
    return program


def row(name, figures):
    print(f"| {name} | " + " | ".join(f"{figure:,.0f}" if figure is not None else "" for figure in figures) + " |",
          flush=True)


def main(words):
    if not words:
        sys.exit(__doc__)
    build, *rest = words
    program = os.path.join(build, "bench", "spoils_as_in_games")
    options = [word for word in rest if word.startswith("--")]
    names = [word for word in rest if not word.startswith("--")] or list(CASES)
    if "--times" in options:
        print("| case | p50 | p99 | p99.9 | worst | bytes, made | 1 roll | 100 | 1,000 | 20,000 |\n|---|" + "---|" * 9)
        for name in names:
            pack, rule, settings, _ = CASES[name]
            latency = run([program, pack, rule, "latency", "20000", "all", *settings]).split()
            memory = run([program, pack, rule, "memory", "20000", "all", *settings]).split()
            row(name, [int(figure) for figure in latency + memory])
        return
    print("| case | " + " | ".join(heading for _, _, heading in USES) + " |\n|---|" + "---|" * len(USES))
    for name in names:
        pack, rule, settings, most = CASES[name]
        for caches in ("all", "no-trie", "no-memos", "none") if "--caches" in options else ("all",):
            figures = [counted([program, pack, rule, use, str(things or most), caches, *settings])
                       for use, things, _ in USES]
            row(name if caches == "all" else f"{name}, {caches}", figures)
        with tempfile.TemporaryDirectory() as folder:
            in_c = compiled_case(build, name, folder)
            if in_c is not None:
                row(f"{name}, compiled", [counted([in_c, str(things or most), str(USES_IN_C[use])])
                                          if use in USES_IN_C else None for use, things, _ in USES])


if __name__ == "__main__":
    main(sys.argv[1:])
