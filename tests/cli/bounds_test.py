#!/usr/bin/env python3
"""Tests that figures of `spoils` claim no more than is known: bounds are shown as bounds, and what others share is
neither certain nor never.

Usage: bounds_test.py --binary PATH [unittest options]
"""

import csv
import io
import json
import math
import re
import unittest

import cli_test
from cli_test import CliTest

DICE = """
pack dice
input n: 1..3 = 2
rule r { x = 1d6; y = 1d4; kind = pick { 1 k1, 1 k2, 1 k3 }; z = x + y * n }
"""

FEW = ("--max-states", "3", "--exact")

RARE = """
pack rare
rule heap {
  kind = dust
  repeat 5 { if chance(1/1000000000000000000) { drop gem } }
  if chance(1/10000000000000) { drop ruby }
}
rule gem { kind = gem }
rule ruby { kind = ruby }
rule t { kind = if chance(1/1000000000000000000) then gold else iron }
rule maybe { kind = if chance 50% then none else gem }
"""


HEAP = """pack heap
rule r { x = 1d6; y = 1d6; repeat x { drop gem }; if x == y { drop ruby } }
rule gem { kind = gem }
rule ruby { kind = ruby }
"""


def percents(text):
    """The figures in percent of a text, without the parts in parentheses."""
    return [float(figure) for figure in re.findall(r"([0-9.]+)%", re.sub(r"\([^)]*\)", "", text))]


def bounds_of(cell):
    """The bounds in percent that a cell of a sweep shows."""
    if cell == ".":
        return 0, 0
    if cell == ">99.9":
        return 99.9, 100
    if cell.startswith("<"):
        return 0, float(cell.lstrip("<="))
    if cell.startswith(">="):
        return float(cell[2:]), 100
    low, _, high = cell.partition("-")
    return (float(low), float(high)) if high else (float(low) - 0.005, float(low) + 0.005)


class Bounds(CliTest):
    """Of an answer that is not exact."""

    def setUp(self):
        super().setUp()
        self.write("dice.loot", DICE)

    def test_why(self):
        words = ("odds", "dice.loot", "--by", "z", "--why", "3", *FEW)
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertEqual((told["exact"], "p" in told), (False, False))
        self.assertLessEqual(told["lo"], 1 / 24)
        self.assertGreaterEqual(told["hi"], 1 / 24)
        self.assertGreater(len(told["ways"]), 0)
        for way in told["ways"]:
            self.assertNotIn("p", way)
            self.assertLessEqual(way["lo"], 1 / 24 + 1e-12)
        shown = self.good(*words)
        low, high = percents(shown.splitlines()[1])
        self.assertTrue(low <= 100 / 24 + 0.01 <= high, shown)
        self.assertIn("\n  at least ", shown)
        self.assertNotIn("of it", shown)

    def check_sweep(self, *words):
        truth = {}
        for row in csv.DictReader(io.StringIO(self.good(*words, "--format", "csv"))):
            first = next(name for name in row if name not in ("n", "p", "lo", "hi"))
            truth[row[first], row["n"]] = 100 * float(row["p"])
        lines = [line.split() for line in self.good(*words, *FEW).splitlines() if line.startswith("  ")]
        cells = 0
        values = []
        for line in lines:
            if line[0] == "n":
                values = [value.lstrip("~").partition("..")[0] for value in line[1:]]
                self.assertTrue(all(value.startswith("~") for value in line[1:]))
                continue
            if not re.fullmatch(r"\d+", line[0]):
                continue
            for value, cell in zip(values, line[1:], strict=True):
                low, high = bounds_of(cell)
                true = truth.get((line[0], value), 0)
                self.assertTrue(low - 1e-9 <= true <= high + 1e-9, (line[0], value, cell, true))
                cells += 1
        self.assertGreater(cells, 0)

    def test_sweep(self):
        self.check_sweep("odds", "dice.loot", "--by", "z", "--sweep", "n")

    def test_sweep_of_a_count(self):
        self.check_sweep("odds", "dice.loot", "--count", "x + n == 6", "--sweep", "n")

    def test_sweep_under_a_condition(self):
        self.check_sweep("odds", "dice.loot", "--by", "z", "--where", "kind != k1", "--sweep", "n")

    def test_estimates_of_a_sweep_are_marked(self):
        shown = self.good("odds", "dice.loot", "--by", "kind", "--sweep", "n", "--max-states", "2", "--estimate", "5000")
        self.assertRegex(shown, r"(?m)^  k1 +~3[0-9.]+")
        self.assertIn("not exact: --format csv has the bounds beside these estimates", " ".join(shown.split()))

    def test_fractions_of_a_sweep(self):
        shown = self.good("odds", "dice.loot", "--by", "kind", "--sweep", "n", "--fractions", *FEW)
        if "~" in shown:
            self.assertNotIn("1/3", shown)

    def test_the_rest_of_the_rows(self):
        self.write("rows.loot", "pack rows\nrule r { a = pick { 9 common, 1 rare }\n"
                                "  b = if a == common then pick 1..1000 else 1001 }\n")
        shown = self.good("odds", "rows.loot", "--by", "b", "--rows", "3", "--max-states", "300", "--exact")
        rest = re.search(r"and (\d+) more, (.*) together", shown)
        low, high = percents(rest[2])
        self.assertTrue(low <= int(rest[1]) * 0.09 <= high, shown)  # of which each has 0.09%

    def test_mean_numbers(self):
        words = ("odds", "heap.loot", "--each", "kind", "--max-states", "2")
        self.write("heap.loot", "pack heap\nrule r { x = 1d6; y = 1d6; repeat x { drop gem }; if x == y { drop ruby } }\n"
                                "rule gem { kind = gem }\nrule ruby { kind = ruby }\n")
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertFalse(told["exact"])
        for row in told["rows"]:
            self.assertEqual((row["hi"], "expected" in row), (None, False))
            self.assertLessEqual(row["lo"], 3.5)
        for row in csv.DictReader(io.StringIO(self.good(*words, "--format", "csv"))):
            self.assertEqual((row["expected"], float(row["hi"])), ("", math.inf))
        self.assertRegex(self.good(*words, "--exact"), r"(?m)^  all +>=[0-9.]+$")
        for row in csv.DictReader(io.StringIO(self.good(*words[:-2], "--format", "csv"))):
            self.assertEqual((row["lo"], row["hi"]), (row["expected"], row["expected"]))

    def test_mean_numbers_are_estimated_beside_their_bounds(self):
        words = ("odds", "heap.loot", "--each", "kind", "--max-states", "2", "--estimate", "20000")
        self.write("heap.loot", HEAP)
        means = {"gem": 3.5, "ruby": 1 / 6, None: 1}
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertEqual(told["estimate"]["rolls"], 20000)
        self.assertTrue(told["estimate"]["all"]["lo"] < 3.5 + 1 + 1 / 6 < told["estimate"]["all"]["hi"])
        self.assertEqual({row["values"][0] for row in told["rows"]}, set(means))
        for row in told["rows"]:
            mean = means[row["values"][0]]
            half = row["estimate"]["hi"] - row["estimate"]["lo"]
            self.assertTrue(row["estimate"]["lo"] - half <= mean <= row["estimate"]["hi"] + half, row)
            self.assertLessEqual(row["lo"], row["estimate"]["lo"])
        for row in csv.DictReader(io.StringIO(self.good(*words, "--format", "csv"))):
            self.assertTrue(float(row["est_lo"]) <= float(row["est"]) <= float(row["est_hi"]), row)
        shown = self.good(*words)
        self.assertRegex(shown, r"(?m)^  kind +estimated +proven$")
        self.assertRegex(shown, r"(?m)^  ruby +0\.1\d+ \+- 0\.00\d+ +>=0\.\d+$")
        self.assertIn("estimated, not proven: +- with 95% confidence, by 20000 rolls of seed 1", shown)
        self.assertEqual(shown, self.good(*words))
        self.assertNotEqual(shown, self.good(*words, "--seed", "2"))
        exact = self.good(*words[:-2], "--exact")
        self.assertNotIn("estimate", exact)
        self.assertIn("lower bounds", exact)

    def test_a_sweep_of_mean_numbers_marks_its_estimates(self):
        self.write("heap.loot", "pack heap\ninput n: 1..3 = 1\nrule r { x = 1d6; y = 1d6; if x <= n { repeat y { drop gem } } }\n"
                                "rule gem { kind = gem }\n")
        words = ("odds", "heap.loot", "--each", "kind", "--sweep", "n", "--max-states", "2")
        shown = self.good(*words)
        if "~" in shown:
            self.assertIn("~ estimated, not proven", shown)
        self.assertNotIn("~", self.good(*words, "--exact"))


class NearlyCertain(CliTest):
    """What a double rounds to 1 or cancels to 0."""

    def setUp(self):
        super().setUp()
        self.write("rare.loot", RARE)

    def test_odds(self):
        self.assertRegex(self.good("odds", "rare.loot", "t"), r"(?m)^  iron  >99\.99% ")
        for row in csv.DictReader(io.StringIO(self.good("odds", "rare.loot", "t", "--format", "csv"))):
            self.assertLess(float(row["p"]), 1)
        for row in json.loads(self.good("odds", "rare.loot", "t", "--format", "json"))["rows"]:
            self.assertLess(row["p"], 1)

    def test_many_rolls(self):
        for rolls in ("3", "1000000", "forever"):
            told = json.loads(self.good("odds", "rare.loot", "t", "--rolls", rolls, "--format", "json"))
            iron = next(row for row in told["rows"] if row["values"] == ["iron"])
            self.assertLess(iron["p"], 1)
            self.assertLess(iron["rate" if rolls == "forever" else "at_least_one"], 1)

    def test_many_rolls_with_state(self):
        self.write("dry.loot", "pack dry\nstate dry: 0..9 = 0\n"
                               "rule r { if chance(if dry == 9 then 1 else 1/2) { kind = gem; dry = 0 }\n"
                               "  else { kind = dust; dry = dry + 1 } }\n"
                               "rule s { kind = if chance 1/2 then gem else dust; dry = 9 - dry }\n")
        told = [json.loads(self.good("odds", "dry.loot", *words, "--format", "json"))["rows"]
                for words in (("r", "--rolls", "10"), ("r", "--rolls", "9"), ("s", "--rolls", "2000"))]
        once = [next(row["at_least_one"] for row in rows if row["values"] == ["gem"]) for rows in told]
        self.assertEqual(once[0], 1)  # the tenth roll gives one if no other did
        self.assertLess(once[1], 1)
        self.assertLess(once[2], 1)

    def test_explanations(self):
        shown = self.good("explain", "rare.loot", "t", "--seed", "1")
        self.assertNotIn("certain", shown)
        self.assertIn(">99.99%", shown)

    def test_at_least_one(self):
        self.assertIn("at least one <0.0000001% (1 in 2 x 10^17)", self.good("odds", "rare.loot", "heap", "--count",
                                                                              "kind == gem"))
        self.assertIn("at least one <0.0000001% (1 in 10000000000000)", self.good("odds", "rare.loot", "heap", "--count",
                                                                                  "kind == ruby"))
        self.assertIn("at least one 100%", self.good("odds", "rare.loot", "heap", "--count", "kind == dust"))
        self.assertIn("at least one 0%", self.good("odds", "rare.loot", "heap", "--count", "kind == gem and kind == ruby"))

    def test_one_row_of_several_is_not_all(self):
        self.assertNotIn("no thing of its own", self.good("odds", "rare.loot", "maybe", "--rows", "1"))

    def test_no_share_in_the_long_run_is_not_never(self):
        self.write("once.loot", "pack once\ninput n: 1..2 = 1\nstate done: 0..1 = 0\n"
                                "rule r { kind = if done == 0 then first else if n == 2 then two else later\n"
                                "  done = 1 }\n")
        lines = [line.split() for line in
                 self.good("odds", "once.loot", "--by", "kind", "--sweep", "n", "--rolls", "forever").splitlines()]
        self.assertIn(["first", "0", "0"], lines)
        self.assertIn(["later", "100", "."], lines)
        self.assertIn("0 occurs, but with no share in the long run", " ".join(sum(lines, [])))

    def test_columns_of_a_sweep_that_differ_stay_apart(self):
        self.write("near.loot", "pack near\ninput n: 1..4 = 1\n"
                                "rule r { kind = if chance 1/10^(5 + min(n, 3)) then rare else usual }\n")
        first, *lines = self.good("odds", "near.loot", "--by", "kind", "--sweep", "n").splitlines()
        self.assertEqual(lines[0].split(), ["n", "1", "2", "3..4"], first)
        self.assertEqual(lines[2].split(), ["rare", "0.000100", "0.000010", "0.000001"])

    def test_whole_numbers_have_all_their_digits(self):
        self.write("many.loot", "pack many\nrule r { repeat 12345 { drop x }; gold = 12345 + d3 }\n"
                                "rule x { kind = sword }\n"
                                "rule rare { kind = if chance 99.999% then usual else rare }\n")
        self.assertIn("  mean 12345, at least one 100%", self.good("odds", "many.loot", "r", "--count", "kind == sword"))
        self.assertIn(["sword", "12345"], [line.split() for line in
                                           self.good("odds", "many.loot", "r", "--each", "kind").splitlines()])
        shown = self.good("simulate", "many.loot", "r", "--runs", "50", "--per-run", "gold")
        self.assertRegex(shown, r"mean 1234[67] \(1234[67]\.\.1234[78]\), exactly 12347")
        # The first n with 1 - 0.99999^n of at least a half: log 2 / -log 0.99999.
        rolls = math.ceil(math.log(2) / -math.log1p(-1e-5))
        self.assertIn(str(rolls), self.good("odds", "many.loot", "rare", "--rolls", "3"))

    def test_books(self):
        self.write("rares.loot", "pack rares\nrule one { kind = if chance(1/10000000000) then gold else iron }\n"
                                 "rule two { kind = if chance(1/1000000000000) then gold else iron }\n"
                                 "rule three { kind = if chance(1/1000000000000) then gold else iron }\n")
        book = self.good("book", "rares.loot", "--format", "markdown")
        self.assertNotIn("| 100%", book)
        self.assertIn("1 in 1000000000000", book)
        self.assertEqual(len(re.findall(r"As in", book)), 1, book)

    def test_what_no_double_holds_is_not_never(self):
        self.write("lost.loot", "pack lost\n"
                                "rule r { repeat 30 while chance 1 in 1000000000000 { n += 1 }; won = n == 30 }\n"
                                'expect "never": odds(r: won) == 0\n')
        tiny = "less than 1 in 10^300"
        book = self.good("book", "lost.loot", "--format", "markdown")
        self.assertRegex(book, rf"\| won +\| {re.escape(tiny)} \|")
        reached = self.good("tweak", "lost.loot", "--seed", "1", "-q", "--reach", "won=true")
        self.assertIn("won=true: <0.0000001%", reached)
        self.assertIn("gives it with <0.0000001%", reached)
        self.assertIn("never", self.good("tweak", "lost.loot", "--seed", "1", "-q", "--reach", "n=31"))
        path = next(line for line in self.spoils("check", "lost.loot").stdout.decode().splitlines() if "-> yes" in line)
        self.assertIn(f"<0.0000001% ({tiny})  chance", path)
        self.assertRegex(self.good("odds", "lost.loot", "--by", "won", "--fractions"), r"true +<0\.0000001% \(less")


if __name__ == "__main__":
    cli_test.main()
