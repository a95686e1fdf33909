#!/usr/bin/env python3
"""Plants faults in the optimisations, one at a time, and finds out whether the tests notice: mutation testing by mutant
schemata (Untch, Offutt, Harrold: "Mutation Analysis Using Mutant Schemata", ISSTA 1993).

Usage: run_mutants.py [--check] [--only NUMBERS] [--jobs N] [--limit SECONDS] [--folder FOLDER] [PROJECT]

tests/mutants/*.toml hold the mutants, a file for each optimisation. The sources are copied into FOLDER (build/mutants)
and all mutants are put into the copy, each under a condition that reads the environment variable SPOILS_MUTANT. So one
build holds all of them, and the sources of the product hold none. First the tests must pass without any mutant; then
each mutant must make one of the test programs that it names fail, crash or run far longer than it does without a mutant.

--check only looks whether each mutant still fits the sources. Exits with 1 if a mutant survives, if the tests fail
without one, or if the list is stale.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import subprocess
import sys
import time
import tomllib

COPIED = ("CMakeLists.txt", "CMakePresets.json", "bench", "bindings", "cmake", "docs", "examples", "fuzz", "include",
          "packs", "src", "tests", "tools")
KEYS = {"number", "name", "file", "fault", "original", "replacement", "tests"}
WORD = "MUTANT"  # in a replacement: the condition under which the fault is active
HEADER = "src/mutants.h"
HEADER_TEXT = """#pragma once

#include <cstdlib>

namespace spoils {

inline bool is_mutant(int number) {
  static const int picked = [] {
    const char* const word = std::getenv("SPOILS_MUTANT");
    return word == nullptr ? 0 : std::atoi(word);
  }();
  return picked == number;
}

}  // namespace spoils

#define SPOILS_MUTANT(number) (::spoils::is_mutant(number))
"""
MAX_MEMORY = 6 << 30  # bytes that a test program may allocate: a fault may allocate without end
UNLIMITED = {"compile_c"}  # runs programs under AddressSanitizer, which reserves far more addresses than that


MANY_TIMES = 10  # as long as without a mutant a test program may run at least, however slow the machine is


class Stale(Exception):
    """What is wrong with the list of mutants, a line each."""


def read_list(project):
    """Returns the mutants in the order of their numbers; each has its optimisation besides what the file says."""
    faults = []
    mutants = {}
    for path in sorted((project / "tests/mutants").glob("*.toml")):
        try:
            content = tomllib.loads(path.read_text())
        except tomllib.TOMLDecodeError as error:
            raise Stale([f"{path.name}: {error}"]) from error
        for mutant in content.get("mutant", []):
            place = f"{path.name}: mutant {mutant.get('number', '?')}"
            if set(mutant) != KEYS:
                faults.append(f"{place}: the keys must be {', '.join(sorted(KEYS))}")
                continue
            if mutant["number"] in mutants:
                faults.append(f"{place}: there is another one with this number")
            mutants[mutant["number"]] = {**mutant, "optimisation": content["optimisation"]}
    if faults:
        raise Stale(faults)
    return [mutants[number] for number in sorted(mutants)]


def planted(project, mutants):
    """Returns path -> text of the sources with all mutants in them."""
    faults = []
    places = {}
    for mutant in mutants:
        number, path = mutant["number"], mutant["file"]
        place = f"mutant {number} ({mutant['name']})"
        source = project / path
        text = source.read_text() if source.is_file() else ""
        times = text.count(mutant["original"])
        if times != 1:
            faults.append(f"{place}: {path} has the original text {times} times instead of once")
            continue
        if not re.search(rf"\b{WORD}\b", mutant["replacement"]):
            faults.append(f"{place}: the replacement does not say {WORD}")
        begin = text.index(mutant["original"])
        places.setdefault(path, []).append((begin, begin + len(mutant["original"]), mutant))
        for spec in mutant["tests"]:
            if not list((project / "tests" / spec.partition(":")[0]).glob("*_test.cpp")):
                faults.append(f"{place}: there is no tests/{spec.partition(':')[0]}/*_test.cpp")
    out = {}
    for path, found in places.items():
        text = (project / path).read_text()
        found.sort(key=lambda place: place[:2])
        for (_, end, one), (begin, _, other) in zip(found, found[1:]):
            if begin < end:
                faults.append(f"mutants {one['number']} and {other['number']} change the same text of {path}")
        for begin, end, mutant in reversed(found):
            code = re.sub(rf"\b{WORD}\b", f"SPOILS_MUTANT({mutant['number']})", mutant["replacement"])
            text = text[:begin] + code + text[end:]
        include = re.search(r"^#include ", text, re.MULTILINE)
        at = include.start() if include else 0
        out[path] = text[:at] + '#include "mutants.h"\n\n' + text[at:]
    for folder in ("src", "include"):
        for path in sorted((project / folder).rglob("*")):
            if path.is_file() and "SPOILS_MUTANT" in path.read_text(errors="replace"):
                faults.append(f"{path.relative_to(project)}: SPOILS_MUTANT in a source of the product")
    for folder in re.findall(r"^ *add_subdirectory\((\w+)\)", (project / "CMakeLists.txt").read_text(), re.MULTILINE):
        if folder not in COPIED:
            faults.append(f"CMakeLists.txt builds {folder}/, which is not copied")
    if faults:
        raise Stale(faults)
    return out


def copy(project, tree, changed):
    """Makes `tree` the project with other texts for some files. Unchanged files keep their time: builds are short."""
    wanted = {HEADER: HEADER_TEXT.encode()} | {path: text.encode() for path, text in changed.items()}
    for name in COPIED:
        source = project / name
        files = [source] if source.is_file() else sorted(path for path in source.rglob("*") if path.is_file())
        for path in files:
            if "__pycache__" not in path.parts:
                wanted.setdefault(str(path.relative_to(project)), path)
    for path, content in wanted.items():
        target = tree / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, pathlib.Path):
            mode = content.stat().st_mode
            content = content.read_bytes()
            if not target.exists() or target.read_bytes() != content:
                target.write_bytes(content)
            target.chmod(mode)
        elif not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)
    for name in COPIED:
        for path in (tree / name).rglob("*") if (tree / name).is_dir() else []:
            if path.is_file() and str(path.relative_to(tree)) not in wanted:
                path.unlink()


def build(tree, folders, jobs):
    """Builds the test programs of these folders under tests/."""
    subprocess.run(["cmake", "--preset", "dev", "-DSPOILS_WERROR=OFF", "-DSPOILS_BUILD_MPI=OFF"], cwd=tree, check=True,
                   stdout=subprocess.DEVNULL)
    targets = [f"test_{folder}" for folder in folders]
    subprocess.run(["cmake", "--build", "--preset", "dev", "--parallel", str(jobs), "--target", *targets], cwd=tree,
                   check=True)


def run(tree, spec, number, limit):
    """Runs a test program; returns the test that noticed something, or None, and the seconds that it took."""
    folder, _, pattern = spec.partition(":")
    command = [f"build/dev/tests/test_{folder}", "--gtest_fail_fast", f"--gtest_filter={pattern or '*'}"]
    environment = {**os.environ, "RC_PARAMS": "seed=1", "SPOILS_MUTANT": str(number)}
    begin = time.monotonic()
    limit_memory = None if folder in UNLIMITED else lambda: resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY,) * 2)
    with subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=limit_memory,
    ) as process:
        try:
            out = process.communicate(timeout=limit)[0].decode(errors="replace")
            how = "" if process.returncode > 0 else " (crash)"
            noticed = process.returncode != 0
        except subprocess.TimeoutExpired:
            process.kill()
            out = process.communicate()[0].decode(errors="replace")
            how, noticed = " (time limit)", True
    seconds = time.monotonic() - begin
    if not noticed:
        if not re.search(r"^\[  PASSED  \] [1-9]", out, re.MULTILINE):
            return f"{folder}: `{pattern}` is no test", seconds
        return None, seconds
    failed = re.search(r"^\[  FAILED  \] (\S+?)[, ]", out, re.MULTILINE)
    begun = re.findall(r"^\[ RUN      \] (\S+)", out, re.MULTILINE)
    test = failed[1] if failed else begun[-1] if begun else "?"
    return f"{folder}/{test}{how}", seconds


def try_out(tree, mutant, limits):
    """Returns which test noticed a mutant, or None, and after how many seconds."""
    total = 0.0
    for spec in mutant["tests"]:
        noticed, seconds = run(tree, spec, mutant["number"], limits[spec])
        total += seconds
        if noticed:
            return noticed, total
    return None, total


def summary(results):
    """Returns the score by optimisation, as a table of Markdown."""
    lines = ["| optimisation | mutants | caught |", "|---|---|---|"]
    names = dict.fromkeys(mutant["optimisation"] for mutant, _, _ in results)
    for name in names:
        own = [noticed for mutant, noticed, _ in results if mutant["optimisation"] == name]
        lines.append(f"| {name} | {len(own)} | {sum(noticed is not None for noticed in own)} |")
    caught = sum(noticed is not None for _, noticed, _ in results)
    lines.append(f"| all | {len(results)} | {caught} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only look whether the list is stale")
    parser.add_argument("--only", default="", help="numbers, parted by commas")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=120, help="seconds that a test program may take at least")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("project", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1])
    options = parser.parse_args()
    try:
        mutants = read_list(options.project)
        changed = planted(options.project, mutants)
    except Stale as stale:
        print("\n".join(stale.args[0]))
        print("the list of mutants is stale: see CONTRIBUTING.md, Mutants")
        return 1
    if options.check:
        print(f"mutants: {len(mutants)} fit the sources")
        return 0
    tree = (options.folder or options.project / "build/mutants") / "tree"
    copy(options.project, tree, changed)
    picked = {int(number) for number in options.only.split(",") if number}
    wanted = [mutant for mutant in mutants if not picked or mutant["number"] in picked]
    specs = list(dict.fromkeys(spec for mutant in wanted for spec in mutant["tests"]))
    build(tree, sorted({spec.partition(":")[0] for spec in specs}), options.jobs)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as threads:
        limits = {}
        for spec, (noticed, seconds) in zip(specs, threads.map(lambda one: run(tree, one, 0, None), specs)):
            limits[spec] = max(options.limit, MANY_TIMES * seconds)
            print(f"without a mutant  {spec:40} {seconds:6.1f} s  {noticed or 'passed'}", flush=True)
            if noticed:
                print("the tests fail without a mutant")
                return 1
        results = []
        found = threads.map(lambda one: try_out(tree, one, limits), wanted)
        for mutant, (noticed, seconds) in zip(wanted, found):
            results.append((mutant, noticed, seconds))
            print(f"{mutant['number']:4} {mutant['optimisation']:28} {mutant['name']:52} {seconds:6.1f} s  "
                  f"{noticed or 'SURVIVED'}", flush=True)
    lines = summary(results)
    print("", *lines, sep="\n")
    (tree.parent / "score.md").write_text("\n".join(lines) + "\n")
    return 1 if any(noticed is None for _, noticed, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
