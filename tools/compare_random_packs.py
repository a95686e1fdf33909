#!/usr/bin/env python3
"""Compares the odds of millions of random packs with brute force, on all processors, and goes on where it ended.

Usage: compare_random_packs.py [--packs N] [--from N] [--minutes M] [--jobs N] [--state FILE] PROGRAM

PROGRAM is test_reference of a release build. It has shards of random packs (tests/reference/random_packs_test.cpp), of
which each has seeds of its own. A piece of work is 1,000 packs of one shard; the pieces that are done are kept in FILE
(compared.txt beside PROGRAM), and are not done again as long as PROGRAM is the same. --from leaves out the first packs,
which an earlier run has compared elsewhere. --minutes ends the run early. Exits with 1 if some pack differs, and prints
it, made as small as possible; with 3 if the time ended before all were compared.
"""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import time

SHARDS = 20  # kShards
PACKS = 1_000
REPORT_SECONDS = 60
FIGURES = re.compile(r"^(\d+) packs: (\d+) equal, (\d+) too long, (\d+) refused, (\d+) unknown", re.MULTILINE)


def compare(program, part, shard):
    """Returns the figures of a piece of work, or what the test printed if a pack differs."""
    settings = {"SPOILS_REFERENCE_PACKS": str(PACKS * SHARDS), "SPOILS_REFERENCE_FIRST": str(PACKS * part)}
    done = subprocess.run([program, f"--gtest_filter=Reference/ReferenceShard.OddsAreTheSameFractions/{shard}"],
                          env=os.environ | settings, capture_output=True, text=True)
    found = FIGURES.search(done.stdout)
    return [int(figure) for figure in found.groups()] if found and done.returncode == 0 else done.stdout + done.stderr


class Progress:
    """The pieces of work that are done, in a file that begins with the digest of the program."""

    def __init__(self, file, program):
        digest = hashlib.sha256(program.read_bytes()).hexdigest()
        self.figures = {}
        lines = file.read_text().splitlines() if file.exists() else []
        if lines and lines[0] == digest:
            for line in lines[1:]:
                part, shard, *figures = map(int, line.split())
                self.figures[part, shard] = figures
            self.file = file.open("a")
        else:
            self.file = file.open("w")
            print(digest, file=self.file, flush=True)

    def add(self, piece, figures):
        self.figures[piece] = figures
        print(*piece, *figures, file=self.file, flush=True)

    def text(self, pieces):
        of = [self.figures[piece] for piece in pieces if piece in self.figures]
        packs, equal, too_long, refused, unknown = map(sum, zip(*of)) if of else (0,) * 5
        return (f"{packs} packs compared: {equal} equal, {too_long} too long for brute force, {refused} refused, "
                f"{unknown} unknown to the reference")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--packs", type=int, default=10_000_000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--state", type=pathlib.Path)
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error(f"{options.program}: no such program; `cmake --build --preset agreement` makes it")

    per_part = PACKS * SHARDS
    parts = range(options.first // per_part, -(-(options.first + options.packs) // per_part))
    pieces = [(part, shard) for part in parts for shard in range(SHARDS)]
    progress = Progress(options.state or options.program.with_name("compared.txt"), options.program)
    left = iter([piece for piece in pieces if piece not in progress.figures])
    end = time.monotonic() + options.minutes * 60 if options.minutes is not None else float("inf")
    differing = []

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {}
        last_report = time.monotonic()

        def begin():
            piece = next(left, None) if time.monotonic() < end and not differing else None
            if piece is not None:
                running[pool.submit(compare, options.program, *piece)] = piece

        for _ in range(options.jobs):
            begin()
        while running:
            done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                piece, figures = running.pop(future), future.result()
                if isinstance(figures, str):
                    differing.append(figures)
                else:
                    progress.add(piece, figures)
                begin()
            if time.monotonic() - last_report >= REPORT_SECONDS:
                last_report = time.monotonic()
                print(progress.text(pieces), flush=True)

    for text in differing:
        print(text)
    print(progress.text(pieces))
    if differing:
        return 1
    return 0 if all(piece in progress.figures for piece in pieces) else 3


if __name__ == "__main__":
    sys.exit(main())
