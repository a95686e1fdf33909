#!/usr/bin/env python3
"""Tests of what the program takes for large packs and large rolls: memory, work, and what becomes of its output.

Usage: limits_test.py --binary PATH [unittest options]

Work that grows with the square of an input would take minutes to hours for the inputs below, linear work a second or
two. Each program gets a minute of processor time, and ends with a signal beyond it.
"""

import json
import os
import resource
import subprocess
import unittest

import cli_test
from cli_test import CliTest, FINE, INTERNAL, INVALID, LIMIT
from records_pack import records_pack

PROCESSOR_SECONDS = 60
MEGABYTES_OF_RECORDS = 300  # for 90,000 of them

HEAD = "pack big\ninput depth: 1..9 = 1\n"
FLOOR = "rule floor { kind = gold }\n"


def lines(count, line):
    return "".join(line.format(i) for i in range(count))


# Texts that are read to their end, whether they are packs or not: the exit code of `check`, and the text.
LARGE = {
    "names that are too long": (INVALID, HEAD + "rule " + "a" * 400_000 + " { x = 1 }\n"),
    "the name of the pack": (INVALID, "pack " + "a" * 400_000 + "\n" + FLOOR),
    "a version": (INVALID, 'pack big "Big" 1.' + "1" * 400_000 + "\n" + FLOOR),
    "a title": (INVALID, 'pack big "' + "a" * 400_000 + '"\n' + FLOOR),
    "a title with blanks": (FINE, 'pack big "' + "a " * 30_000 + '"\n' + FLOOR),
    "digits": (INVALID, HEAD + "rule floor { x = " + "1" * 400_000 + " }\n"),
    "zeros": (INVALID, HEAD + "rule floor { x = 0." + "0" * 400_000 + " }\n"),
    "a doc comment of one line": (FINE, HEAD + "## " + "a" * 10_000_000 + "\n" + FLOOR),
    "many doc comments": (FINE, HEAD + "## a\n" * 200_000 + FLOOR),
    "mistakes of quantities": (INVALID, HEAD + "rule floor {\n" + "x = 10 // (depth - 3)\n" * 60_000 + "}\n"),
    "doc comments in parentheses": (FINE, HEAD + "rule floor { x = (" + "\n## a" * 200_000 + "\n1) }\n"),
    "blanks": (FINE, HEAD + " " * 10_000_000 + "\n" + FLOOR),
    "quotes": (INVALID, HEAD + '"\\"\n' * 200_000),
    "quotes left open": (INVALID, HEAD + '"\n' * 400_000),
    "braces in quotes": (INVALID, HEAD + '"{"\n' * 200_000),
    "strange characters": (INVALID, HEAD + "$\n" * 400_000),
    "rules without ends": (INVALID, HEAD + "rule floor {\n" * 100_000),
    "rules without ends behind a text": (INVALID, HEAD + '$ "a\nrule a { $\n' * 100_000),
    "unknown declarations": (INVALID, HEAD + lines(100_000, "foo{0} bar {{ }}\n")),
    "one name declared often": (INVALID, HEAD + FLOOR * 100_000),
    "one error often": (INVALID, HEAD + "rule floor {\n" + "x = 1 + true\n" * 100_000 + "}\n"),
    "unknown rules": (INVALID, HEAD + "rule floor {\n" + lines(100_000, "a{0}()\n") + "}\n"),
    "unknown tables beside known ones": (INVALID, HEAD + FLOOR + lines(60_000, "table a{0} {{ (pick b{0}) }}\n")),
    "unknown records": (INVALID, HEAD + FLOOR + "collection c { a: int = 0 }\n" + lines(100_000, "c r{0} : x{0} {{ }}\n")),
    "unknown types": (INVALID, HEAD + FLOOR + lines(60_000, "table a{0} {{ b }}\nfield f{0}: b{0}\n")),
    "unknown overrides": (INVALID, HEAD + FLOOR + lines(100_000, "override def a{0} = 1\n")),
    "overrides of one display": (INVALID, HEAD + FLOOR + 'override display floor "x"\n' * 100_000),
    "collections": (FINE, HEAD + FLOOR + lines(20_000, "collection c{0} {{ a: int = 0 }}\nc{0} r{0} {{ }}\n")),
    "rows": (FINE, HEAD + "rule floor { kind = pick t }\ntable t {\n" + lines(90_000, "1 a{0}\n") + "}\n"),
    "rows of one outcome": (FINE, HEAD + "rule floor { kind = pick t }\ntable t {\n" + "1 a\n" * 200_000 + "}\n"),
    "a million rows": (INVALID, HEAD + "rule floor { kind = pick t }\ntable t {\n" + "1 a\n" * 1_000_000 + "}\n"),
    "a wide table": (FINE, HEAD + "rule floor { kind = pick t }\ntable t: " + ", ".join(f"c{i}" for i in range(800)) +
                     " {\n" + lines(800, "1 r{0} " + "1 " * 800 + "\n") + "}\n"),
    "members of a list": (FINE, HEAD + "rule floor { x = [" + "1, " * 200_000 + "1] }\n"),
    "statements on a line": (FINE, HEAD + "rule floor { " + "x = depth; " * 100_000 + "}\n"),
    "conditions": (FINE, HEAD + "rule floor {\n" + "if depth == 1 { x = 1 }\n" * 60_000 + "}\n"),
    "choices": (FINE, "pack big\ninput k: {" + ", ".join(f"a{i}" for i in range(90_000)) + "} = a0\nrule floor { kind = k }\n"),
    "packs that are not there": (INVALID, HEAD + lines(100_000, "use nothing{0}\n") + FLOOR),
    "rules beyond the limit": (INVALID, HEAD + lines(90_000, "rule a{0} {{ b() }}\n") + "rule b { x = 1 }\n"),
    "fields beyond the limit": (INVALID, HEAD + "rule floor {\n" + lines(100_000, "a{0} = {0}\n") + "}\n"),
}


class Limited(CliTest):
    def limited(self, *words, stdout=subprocess.DEVNULL, megabytes=None):
        """Runs a command with little processor time, perhaps with little memory; returns its exit code and what it says."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
            if megabytes is not None:
                resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))

        error = self.home / "error.txt"
        with open(error, "wb") as said:
            code = subprocess.run([cli_test.BINARY, *map(os.fsencode, words)], stdout=said if stdout is None else stdout,
                                  stderr=said, cwd=self.home, env=self.environment(), preexec_fn=limit).returncode
        return code, error.read_text()


class LargePacks(Limited):
    def test_work_is_linear(self):
        for name, (code, text) in LARGE.items():
            with self.subTest(name):
                self.write("big.loot", text)
                found, error = self.limited("check", "big.loot")
                self.assertEqual(found, code, error[-2000:])
                self.assertLess(len(error), 3_000_000)
                found, error = self.limited("fmt", "--stdout", "big.loot")
                self.assertIn(found, (FINE, INVALID), error[-2000:])

    def test_fifty_megabytes(self):
        self.write("big.loot", HEAD + FLOOR + "# and so on\n" * 4_400_000)
        found, error = self.limited("check", "big.loot", stdout=None, megabytes=50)
        self.assertEqual(found, INVALID, error)
        self.assertIn("16 MiB", error)

    def test_many_files(self):
        for i in range(1_001):
            self.write(f"many/f{i}.loot", "pack many\n" if i == 0 else "")
        found, error = self.limited("check", "many", stdout=None)
        self.assertEqual(found, INVALID, error)
        self.assertIn("1000 files", error)

    def test_many_places_with_many_values(self):
        """Which of 2^20 combinations of inputs go wrong is searched within limits, and so is what is kept of them."""
        inputs = "".join(f"input i{i}: 0..1 = 1\n" for i in range(64))
        weights = " + ".join(f"i{i} * {2 ** i}" for i in range(20))
        sums = (" + ".join(f"i{(i + j) % 20}" for j in (0, 3, 5, 7, 9, 11, 13)) for i in range(150))
        self.write("values.loot", "pack values\n" + inputs + f"rule floor {{\n y = 10 // ({weights} - 77777)\n"
                   + "".join(f"x{i} = 10 // ({total} - 6)\n" for i, total in enumerate(sums)) + "}\n")
        found, error = self.limited("check", "values.loot", stdout=None, megabytes=200)
        self.assertEqual(found, FINE, error)
        self.assertIn("N0502", error)

    def test_diff_of_many_rules(self):
        """A question costs what it reaches, not what the pack has."""
        for name, sides in (("old", 6), ("new", 8)):
            self.write(f"{name}.loot", "pack many\n" + lines(3_000, f"rule r{{0}} {{{{ k = pick {{{{a{{0}}, b}}}}; n = d{sides} }}}}\n"))
        self.assertEqual(self.limited("diff", "old.loot", "new.loot"), (FINE, ""))

    def test_many_records(self):
        self.write("records.loot", records_pack(90_000))
        for words in (["check", "records.loot"], ["fmt", "--stdout", "records.loot"],
                      ["roll", "records.loot", "-n", "100"]):
            self.assertEqual(self.limited(*words, megabytes=MEGABYTES_OF_RECORDS), (FINE, ""), words)


class RollsThatFail(Limited):
    """What a roll has made when it fails is all that it makes: nothing goes on after a fault or beyond a limit."""

    def test_folds_end_at_the_first_member_that_fails(self):
        sums = "sum(a in 1..100000: sum(b in 1..100000: b))"
        for value in (sums, sums + " / 3", f"count(list(a in 1..100000: sum(b in 1..100000: b)))"):
            self.write("sums.loot", f"pack sums\nconstant def f(n: int) = {value}\nrule r {{ k = f(1) }}\n")
            code, error = self.limited("roll", "sums.loot", "--seed", "1", stdout=None, megabytes=300)
            self.assertEqual(code, LIMIT, error)
            self.assertIn("texts and lists of one roll grew too large", error)

    def test_the_decisions_of_one_outcome_are_limited(self):
        defs = "".join(f"def f{i} = if f{i - 1} > 3 then f{i - 1} else f{i - 1} * f{i - 1} mod 100\n" for i in range(1, 30))
        self.write("ways.loot", "pack ways\ndef f0 = pick {1 (d6), 2 (d8)}\n" + defs + "rule r { k = greatest(f29) }\n")
        code, error = self.limited("roll", "ways.loot", "--seed", "1", stdout=None, megabytes=200)
        self.assertEqual(code, LIMIT, error)


class LargeRolls(Limited):
    """One roll may make a hundred thousand things, and each may show a text of 64 KiB that all of them share."""

    def setUp(self):
        super().setUp()
        self.write("many.loot", 'pack many\nrule floor { repeat 3000 { drop coin() } }\n'
                                'rule coin { kind = gold; story = "' + "once upon a time " * 3_000 + '" }\n')
        self.write("few.loot", "pack few\nrule floor { kind = pick {gold, gems}; amount = d6 }\n")

    def test_are_streamed(self):
        for form in ("text", "json", "csv"):
            done = self.limited("roll", "many.loot", "--seed", "1", "-q", "--format", form, megabytes=90)
            self.assertEqual(done, (FINE, ""), form)  # of some 150 MB that are written
        done = self.limited("explain", "many.loot", "--seed", "1", "--format", "json", megabytes=90)
        self.assertEqual(done, (FINE, ""))

    def test_many_rolls_are_streamed(self):
        for form in ("text", "json", "csv"):
            done = self.limited("roll", "few.loot", "-n", "300000", "--seed", "1", "--format", form, megabytes=30)
            self.assertEqual(done, (FINE, ""), form)

    def test_are_whole(self):
        things = json.loads(self.good("roll", "many.loot", "--seed", "1", "--format", "json"))["things"]
        self.assertEqual(len(things), 3000)
        self.assertEqual({len(thing["fields"]["story"]) for thing in things}, {51_000})

    def test_end_quietly_where_nobody_reads(self):
        for form in ("text", "json", "csv"):
            with subprocess.Popen([cli_test.BINARY, "roll", "many.loot", "--seed", "1", "--format", form],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.home,
                                  env=self.environment()) as process:
                process.stdout.read(100)
                process.stdout.close()
                self.assertEqual((process.wait(60), process.stderr.read()), (FINE, b""), form)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_say_once_that_the_disk_is_full(self):
        for words in (["roll", "many.loot", "--seed", "1", "--format", "json"],
                      ["roll", "many.loot", "--seed", "1", "--format", "csv"], ["roll", "many.loot", "--seed", "1"],
                      ["explain", "many.loot", "--seed", "1", "--format", "json"], ["explain", "few.loot"],
                      ["odds", "few.loot"], ["book", "few.loot"]):
            with open("/dev/full", "wb") as full:
                found, error = self.limited(*words, stdout=full)
            self.assertEqual((found, error.count("\n")), (INTERNAL, 1), (words, error))
            self.assertIn("No space left", error, words)


if __name__ == "__main__":
    cli_test.main()
