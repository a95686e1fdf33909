#!/usr/bin/env python3
"""Tests of the questions of `spoils odds`, and of what broken expectations show, from outside.

Usage: odds_test.py --binary PATH [unittest options]
"""

import csv
import io
import json
import re
import shlex
import unittest
import xml.etree.ElementTree as xml

import cli_test
from cli_test import ASSERTION, INVALID, LIMIT, USAGE, CliTest

CHESTS = """
pack chests "Chests" 1.0
input depth: 1..4 = 2
state dry: 0..3 = 0
rule chest {
  if chance(25% * (1 + dry)) { kind = gem; dry = 0 } else { kind = dust; dry = min(3, dry + 1) }
}
rule box { kind = pick { (depth) ruby, 6 (pick scraps) }; dented = chance 50% }
table scraps { 2 rope, 1 rag }
rule heap { repeat 3 { drop box } }
"""

HOPES = """
expect "rags are rare": odds(box(): kind == rag) < 20%
expect "no <rope> & no rag": odds(box(): kind == ruby, depth = 4) == 100%
expect "kept": odds(box(): dented) == 50%
"""


class Questions(CliTest):
    def setUp(self):
        super().setUp()
        self.write("chests.loot", CHESTS)

    def test_many_rolls(self):
        told = json.loads(self.good("odds", "chests.loot", "chest", "--rolls", "3", "--format", "json"))
        self.assertEqual((told["schema"], told["rolls"], told["independent"]), ("spoils.repeated", 3, False))
        gem = next(row for row in told["rows"] if row["values"] == ["gem"])
        self.assertAlmostEqual(gem["at_least_one"], 1 - 0.75 * 0.5 * 0.25)
        self.assertAlmostEqual(gem["mean_wait"], 1 + 0.75 + 0.375 + 0.09375)
        self.assertEqual([gem["wait_50"], gem["wait_90"], gem["wait_99"]], [2, 3, 4])
        rows = list(csv.DictReader(io.StringIO(self.good("odds", "chests.loot", "chest", "--rolls", "3",
                                                         "--format", "csv"))))
        self.assertEqual([row["kind"] for row in rows], ["dust", "gem"])
        self.assertAlmostEqual(float(rows[1]["expected"]), gem["expected"])

    def test_bars_are_as_long_as_the_likeliest_range(self):
        self.write("dice.loot", "pack dice\nrule throw { sum = 2d6 }\n")  # 2 or 3: 3 of 36; 4 to 9: 27; more: 6
        text = self.good("odds", "dice.loot", "--by", "sum", "--cut", "sum=4,10")
        bars = [line.count("#") for line in text.splitlines()[1:]]
        self.assertEqual(len(bars), 3)
        self.assertEqual(max(bars), bars[1])
        self.assertLessEqual(bars[1], 40)
        self.assertAlmostEqual(bars[0] / bars[1], 3 / 27, delta=0.02)
        self.assertAlmostEqual(bars[2] / bars[1], 6 / 27, delta=0.02)

    def test_rows_of_one_number_are_in_its_order(self):
        self.write("dice.loot", """
pack dice
input luck: 0..1 = 0
rule throw { sum = 3d6 + luck }
rule perhaps { if chance 50% { sum = 12 - d3 } }
rule part { field_of = pick { (7/2); 2 (1/3); 10 } }
rule both { kind = pick { 2 b; a }; sum = d2 }
field field_of: number
""")
        first_words = lambda *arguments: [line.split()[0] for line in self.good("odds", "dice.loot", *arguments).splitlines()[1:]]
        self.assertEqual(first_words("throw", "--by", "sum")[:16], [str(sum) for sum in range(3, 19)])
        self.assertEqual(first_words("throw", "--by", "sum", "--sweep", "luck")[1:18],
                         [str(sum) for sum in range(3, 20)])
        # The likeliest are shown, and those in order.
        self.assertEqual(first_words("throw", "--by", "sum", "--rows", "4")[:5], ["9", "10", "11", "12", "and"])
        self.assertEqual(first_words("perhaps", "--by", "sum")[:4], ["9", "10", "11", "none"])
        self.assertEqual(first_words("part", "--by", "field_of")[:3], ["1/3", "3.5", "10"])
        self.assertEqual(first_words("throw", "--by", "sum", "--rolls", "2")[1:17],
                         [str(sum) for sum in range(3, 19)])
        # With another column the likeliest is first, as in programs' formats.
        self.assertEqual(first_words("both", "--by", "kind,sum")[1:5], ["b", "b", "a", "a"])
        told = json.loads(self.good("odds", "dice.loot", "throw", "--by", "sum", "--format", "json"))
        self.assertEqual([row["values"][0] for row in told["rows"]][:4], [10, 11, 9, 12])

    def test_words_cannot_be_cut(self):
        self.write("dice.loot", "pack dice\nrule throw { sum = 2d6; kind = pick {win, lose} }\n")
        message = self.bad(USAGE, "odds", "dice.loot", "--by", "kind", "--cut", "kind=1,2")
        self.assertIn("`--cut` cuts numbers, and `kind` is of type symbol", message[0])

    def test_equal_rows_of_a_sweep_are_in_the_order_of_numbers(self):
        self.write("gold.loot", "pack gold\ninput n: 1..3 = 1\nrule r { gold = 90 + (n - 1) * 60 }\n")
        text = self.good("odds", "gold.loot", "--by", "gold", "--sweep", "n")
        self.assertEqual(re.findall(r"(?m)^  (\d+) ", text), ["90", "150", "210"])  # as texts 90 is the last one

    def test_a_word_alone_is_no_condition(self):
        help_text = self.bad(USAGE, "odds", "chests.loot", "heap", "--count", "ruby")[1]
        self.assertIn("`kind == ruby`", help_text)

    def test_the_long_run_of_shipped_packs(self):
        def wait(chance_after):  # of rolls without, summed by hand
            mean, still, rolls = 0.0, 1.0, 0
            while still > 1e-15:
                chance = chance_after(rolls)
                rolls += 1
                mean += rolls * still * chance
                still *= 1 - chance
            return mean

        def unique(dry):  # at 100% of magic find, of a minion
            weight = (100 + 100 * 250 / 350) * 0.3 + 10 * max(0, min(300, dry) - 60)
            return weight / (7500 + 20 * (100 + 100 * 600 / 700) + 4 * (100 + 100 * 400 / 500) + weight)

        for words, rarity, mean in [
                (("boosters", "draw"), "legendary", wait(lambda n: min(1, 0.012 + 0.05 * max(0, n - 38)))),
                (("drops", "item", "--magic_find", "100"), "unique", wait(unique))]:
            told = json.loads(self.good("odds", *words, "--by", "rarity", "--rolls", "forever", "--format", "json"))
            row = next(row for row in told["rows"] if row["values"] == [rarity])
            self.assertAlmostEqual(row["mean_wait"], mean, places=6)
            self.assertAlmostEqual(row["rate"], 1 / mean, places=9)

    def test_the_long_run(self):
        words = ("odds", "chests.loot", "chest", "--rolls", "forever")
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertEqual((told["schema"], told["worlds"], told["recurrent"], told["classes"]),
                         ("spoils.long_run", 4, 4, 1))
        gem = next(row for row in told["rows"] if row["values"] == ["gem"])
        mean = 1 + 0.75 + 0.375 + 0.09375
        self.assertAlmostEqual(gem["mean_wait"], mean)
        self.assertAlmostEqual(gem["rate"], 1 / mean)
        self.assertEqual((gem["ever"], gem["unknown"]), (1, []))
        exact = json.loads(self.good(*words, "--fractions", "--format", "json"))
        gem = next(row for row in exact["rows"] if row["values"] == ["gem"])
        self.assertEqual((gem["rate_num"], gem["rate_den"], gem["wait_num"], gem["wait_den"]), ("32", "71", "71", "32"))
        self.assertIn("gem: long run 32/71, wait 71/32", self.good(*words, "--fractions"))
        rows = list(csv.DictReader(io.StringIO(self.good(*words, "--format", "csv"))))
        self.assertAlmostEqual(float(rows[0]["rate"]) + float(rows[1]["rate"]), 1)
        for line in self.good(*words).splitlines():
            self.assertLessEqual(len(line), 80)

    def test_from_a_given_state(self):
        for words in (("--set", "dry=3"), ("--dry", "3")):
            told = json.loads(self.good("odds", "chests.loot", "chest", *words, "--format", "json"))
            self.assertEqual([(row["values"], row["p"]) for row in told["rows"]], [(["gem"], 1)])
            self.assertEqual(told["state"], {"dry": 3})
        shown = self.good("odds", "chests.loot", "chest", "--dry", "1")
        self.assertIn("dry 1", shown)
        swept = self.good("odds", "chests.loot", "chest", "--sweep", "dry", "--format", "csv")
        gems = {row["dry"]: float(row["p"]) for row in csv.DictReader(io.StringIO(swept)) if row["kind"] == "gem"}
        self.assertEqual(gems, {"0": 0.25, "1": 0.5, "2": 0.75, "3": 1})

    def test_from_a_world_with_unset_state(self):
        self.write("w.loot", "pack w\nstate f = false\nstate n: int\nstate k: {x, y} = x\n"
                   "rule r { if chance 1 in 1000000 { g = true; h = x; i = 3 }; f = g; k = h; n = i }\n")
        self.good("roll", "w.loot", "--world", "w.json", "--seed", "1")
        self.assertIsNone(json.loads((self.home / "w.json").read_text())["state"]["f"])
        text = self.good("odds", "w.loot", "--world", "w.json", "--by", "f,n,k", "--format", "csv")
        self.assertEqual(text.splitlines()[1].split(",")[:4], ["", "", "", "0.999999"])

    def test_a_set_of_records_has_records_only(self):
        self.write("w.loot", "pack w\ncollection art { n: int = 1 }\nart aa { }\nart bb { }\nstate made: set of art\n"
                   "rule r { kind = zed; t = count(made) }\n")
        said, _ = self.bad(USAGE, "odds", "w.loot", "--by", "t", "--set", "made={zed}")
        self.assertEqual(said, "spoils: state `made` cannot be `{zed}`: `zed` is not one of `art`")
        self.assertIn("100%", self.good("odds", "w.loot", "--by", "t", "--set", "made={aa}"))

    def test_from_a_world(self):
        self.write("game.json", json.dumps({"schema": "spoils.world", "version": 1, "pack": "chests", "seed": "0x1",
                                            "next": 2, "state": {"dry": 2}}))
        words = ("odds", "chests.loot", "chest", "--world", "game.json")
        before = (self.home / "game.json").read_text()
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertEqual(told["state"], {"dry": 2})
        self.assertEqual(max(row["p"] for row in told["rows"]), 0.75)
        self.assertIn("world game.json", self.good(*words))
        # Options take precedence over the file.
        self.assertEqual(json.loads(self.good(*words, "--dry", "0", "--format", "json"))["state"], {"dry": 0})
        self.assertEqual((self.home / "game.json").read_text(), before)
        self.bad(5, "odds", "chests.loot", "chest", "--world", "none.json")

    def test_beside_rolls(self):
        words = ("odds", "chests.loot", "box", "--by", "kind,dented", "--verify", "3000")
        told = json.loads(self.good(*words, "--format", "json"))["verify"]
        self.assertEqual((told["rolls"], told["agrees"], told["risk"], told["uncompared"], told["discrepancies"]),
                         (3000, True, 1e-6, None, []))
        self.assertEqual(told["outcomes"], len(json.loads(self.good(*words, "--format", "json"))["rows"]))
        shown = " ".join(self.good(*words).split())
        self.assertIn("3000 rolls compared with the odds: all agree (a sound answer is reported as wrong once in 1e+06; "
                      "chi-square", shown)
        swept = self.good("odds", "chests.loot", "box", "--sweep", "depth", "--verify", "500", "--format", "json")
        self.assertEqual(json.loads(swept)["verify"]["rolls"], 2000)
        run = self.spoils(*words, "--format", "csv")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(len(list(csv.DictReader(io.StringIO(run.stdout.decode())))), told["outcomes"])
        self.assertIn("all agree", run.stderr.decode())
        each = self.good("odds", "chests.loot", "heap", "--each", "kind", "--verify", "500", "--format", "json")
        self.assertTrue(json.loads(each)["verify"]["agrees"])

    def test_a_roll_that_goes_wrong_is_not_compared(self):
        self.write("faulty.loot", 'pack faulty "Faulty" 1.0\nrule r { n = d6; let k = d6; m = 5 // (k - 3) }\n')
        words = ("odds", "faulty.loot", "--no-check", "--by", "n", "--verify", "1000", "--format", "json")
        told = json.loads(self.good(*words))["verify"]
        self.assertEqual((told["rolls"], told["agrees"]), (0, None))
        self.assertIn("fails: faulty.loot:2:", told["uncompared"])

    def test_expectations_beside_rolls(self):
        self.write("kept.loot", CHESTS + 'expect "kept": odds(box(): dented) == 50%\n')
        told = json.loads(self.good("check", "kept.loot", "--format", "json"))["promises"][0]["verified"]
        self.assertEqual((told["rolls"], told["agrees"], told["uncompared"]), (4096, True, None))
        told = json.loads(self.good("check", "kept.loot", "--verify", "900", "--format", "json"))
        self.assertEqual(told["promises"][0]["verified"]["rolls"], 900)
        told = json.loads(self.good("check", "kept.loot", "--no-verify", "--format", "json"))
        self.assertIsNone(told["promises"][0]["verified"])
        self.bad(USAGE, "check", "kept.loot", "--no-verify", "--verify", "9")
        self.bad(USAGE, "check", "kept.loot", "--verify", "0")

    def test_of_a_count(self):
        told = json.loads(self.good("odds", "chests.loot", "heap", "--count", "kind == ruby", "--rolls", "2",
                                    "--format", "json"))
        self.assertAlmostEqual(told["rows"][0]["at_least_one"], 1 - 0.75**6)
        self.assertAlmostEqual(told["rows"][0]["expected"], 1.5)

    def test_numbers_have_a_middle(self):
        self.write("dice.loot", "pack dice\ninput n: 1..2 = 1\n"
                                "rule r { gold = 3d6 * n; odd = pick { 1; none }; kind = sword }\n")
        # 3d6 is symmetric about 10.5, and half of it is at most 10.
        self.assertEqual(self.good("odds", "dice.loot", "--by", "gold").splitlines()[-1], "  mean 10.5, median 10")
        given = self.good("odds", "dice.loot", "--by", "gold", "--where", "gold > 16").splitlines()
        self.assertEqual(given[-2], "  mean 17.25, median 17")  # 3 of 4 are 17, the other is 18
        swept = self.good("odds", "dice.loot", "--by", "gold", "--sweep", "n").splitlines()
        self.assertEqual(swept[-2].split(), ["mean", "10.5", "21"])
        swept = self.good("odds", "dice.loot", "--by", "gold", "--sweep", "n", "--where", "gold > 18").splitlines()
        self.assertEqual(swept[-2].split()[:2], ["mean", "-"])  # one of them is never so large
        answer = json.loads(self.good("odds", "dice.loot", "--by", "gold", "--format", "json"))
        self.assertAlmostEqual(answer["mean"], 10.5)
        for by in ("odd", "kind", "gold,kind"):
            self.assertNotIn("mean", json.loads(self.good("odds", "dice.loot", "--by", by, "--format", "json")))
            self.assertNotIn("mean", self.good("odds", "dice.loot", "--by", by))
        few = ("odds", "dice.loot", "--by", "gold", "--max-states", "2", "--exact")
        self.assertNotIn("mean", self.good(*few))

    def test_a_swept_number_is_one_in_json(self):
        self.write("heap.loot", "pack heap\ninput n: 1..2 = 1\nrule heap { repeat n { drop coin } }\n"
                                "rule coin { kind = coin }\n")
        for words in (("--by", "n"), ("--each", "kind"), ("--count", "true"), ("--count", "true", "--rolls", "2")):
            answer = json.loads(self.good("odds", "heap.loot", "heap", *words, "--sweep", "n", "--format", "json"))
            self.assertEqual([row["inputs"] for row in answer["sweep"]], [{"n": 1}, {"n": 2}], words)

    def test_texts_that_read_like_something_else(self):
        self.write("words.loot", "pack words\nfield said: text\nrule r { kind = a\n"
                   "  if chance 50% { said = pick {\"none\", \"true\"} } }\n")
        told = json.loads(self.good("odds", "words.loot", "--by", "said", "--format", "json"))
        self.assertEqual({(row["values"][0], row["p"]) for row in told["rows"]},
                         {(None, 0.5), ("none", 0.25), ("true", 0.25)})
        rows = list(csv.DictReader(io.StringIO(self.good("odds", "words.loot", "--by", "said", "--format", "csv"))))
        self.assertEqual({row["said"] for row in rows}, {"", "none", "true"})
        counted = json.loads(self.good("simulate", "words.loot", "r", "--by", "said", "--runs", "200", "--seed", "1",
                                       "--format", "json"))
        self.assertEqual({row["values"][0] for row in counted["tables"][0]["rows"]}, {None, "none", "true"})
        for words in (("--by", "said", "--rolls", "2"), ("--by", "said", "--rolls", "forever")):
            told = json.loads(self.good("odds", "words.loot", *words, "--format", "json"))
            self.assertEqual({row["values"][0] for row in told["rows"]}, {None, "none", "true"}, words)
        self.write("heap.loot", "pack heap\nrule heap { repeat 2 { drop r } }\n"
                   "rule r { n = 1; if chance 50% { kind = pick {a, b} } }\n")
        told = json.loads(self.good("odds", "heap.loot", "--each", "kind", "--format", "json"))
        self.assertEqual({(row["values"][0], row["expected"]) for row in told["rows"]},
                         {(None, 1), ("a", 0.5), ("b", 0.5)})
        self.write("fewer.loot", "pack words\nfield said: text\nrule r { kind = a\n"
                   "  if chance 25% { said = pick {\"none\", \"true\"} } }\n")
        told = json.loads(self.good("diff", "words.loot", "fewer.loot", "--format", "json"))
        table = next(table for table in told["tables"] if table["by"] == ["said"])
        self.assertEqual({row["values"][0] for row in table["rows"]}, {None, "none", "true"})

    def test_roll_and_odds_refuse_alike(self):
        # Whether it goes wrong depends on the state that a world begins with, so `check` cannot say.
        self.write("mode.loot", "pack mode\nstate mode: {a, b} = a\nstate left: 0..9 = 0\n"
                   "table next: to { a b; b c }\nrule r { k = d2; left = min(9, left + 1)\n"
                   "  mode = next[if left == 1 then a else b].to }\n")
        self.good("roll", "mode.loot", "--world", "w", "--seed", "1")
        rolled, _ = self.bad(INVALID, "roll", "mode.loot", "--world", "w", "-q")
        asked, _ = self.bad(INVALID, "odds", "mode.loot", "--by", "mode", "--set", "left=1")
        self.assertIn("would be c, which is none of {a, b}", rolled)
        self.assertIn("would be c, which is none of {a, b}", asked)
        self.good("odds", "mode.loot", "--by", "k")
        self.write("mode.loot", "pack mode\nstate mode: {a, b} = a\nrule r { mode = pick {a, c} }\n")
        for command in (["roll"], ["odds", "--by", "mode"], ["check"]):
            run = self.spoils(command[0], "mode.loot", *command[1:])
            self.assertEqual(run.returncode, INVALID)
            self.assertIn("E0510", (run.stdout + run.stderr).decode())

    def test_spreadsheets_compute_nothing(self):
        self.write("cells.loot", "pack cells\nfield said: text\nrule r { n = -3; said = pick {\"=1+1\", \"+x\","
                   " \"-y, \\\"z\\\"\", \"@a\", \"plain\"} }\n")
        plain = self.good("odds", "cells.loot", "--by", "n,said", "--format", "csv")
        self.assertIn("-3,=1+1,", plain)
        for words in (("odds", "cells.loot", "--by", "n,said"), ("roll", "cells.loot", "-n", "40", "--seed", "1"),
                      ("simulate", "cells.loot", "r", "--by", "n,said", "--runs", "99", "--seed", "1")):
            before = list(csv.reader(io.StringIO(self.good(*words, "--format", "csv"))))
            after = list(csv.reader(io.StringIO(self.good(*words, "--format", "csv", "--spreadsheet-safe"))))
            self.assertEqual(len(before), len(after))
            changed = set()
            for old, new in zip(before, after):
                for a, b in zip(old, new, strict=True):
                    self.assertIn(b, (a, "'" + a))
                    if a != b:
                        changed.add(a)
            self.assertEqual(changed, {"=1+1", "+x", "-y, \"z\"", "@a"})

    def test_of_each_kind(self):
        words = ("odds", "chests.loot", "heap", "--each", "kind")
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertEqual(told["schema"], "spoils.each")
        expected = {row["values"][0]: row["expected"] for row in told["rows"]}
        # Three boxes at depth 2: ruby 2 of 8, else rope 2 of 3.
        self.assertAlmostEqual(expected["ruby"], 3 * 2 / 8)
        self.assertAlmostEqual(expected["rope"], 3 * 6 / 8 * 2 / 3)
        self.assertAlmostEqual(expected["rag"], 3 * 6 / 8 / 3)
        text = self.good(*words)
        self.assertRegex(text, r"(?m)^  rope +1\.5$")
        self.assertRegex(text, r"(?m)^  all +3$")
        rows = list(csv.DictReader(io.StringIO(self.good(*words, "--sweep", "depth", "--format", "csv"))))
        ruby = {row["depth"]: float(row["expected"]) for row in rows if row["kind"] == "ruby"}
        for depth, number in ruby.items():
            self.assertAlmostEqual(number, 3 * int(depth) / (int(depth) + 6))
        self.assertIn("`--each` and `--count`", self.bad(USAGE, *words, "--count", "true")[0])
        self.assertIn("is not a field of type symbol", self.bad(USAGE, "odds", "chests.loot", "heap", "--each", "dented")[0])
        self.assertIn("did you mean `kind`", self.bad(USAGE, "odds", "chests.loot", "heap", "--each", "kid")[1])

    def test_a_rule_without_these_fields_says_which_it_has(self):
        self.write("shop.loot", "pack shop\nrule shop { wares = pick 2 distinct from {5 rope, 3 lamp, 2 net}; price = d6 }\n"
                   "rule item { kind = pick {a, b} }\n")
        text = self.good("odds", "shop.loot", "shop", env={"COLUMNS": "200"})
        self.assertIn("but wares, price: `--by wares` gives the odds", text)
        # It may set the field with another input.
        self.write("deep.loot", "pack deep\ninput n: 1..9 = 1\nrule r { kind = a; if n > 3 { bonus = 5 } }\n")
        self.assertIn("sets no bonus with these values, but kind", self.good("odds", "deep.loot", "--by", "bonus"))
        self.assertNotIn("--by", self.good("odds", "shop.loot", "item"))

    def test_a_rule_without_a_thing_of_its_own_says_what_to_ask(self):
        self.write("boss.loot", "pack boss\nrule boss { drop coin }\nrule coin { kind = pick {gold, silver} }\n")
        text = " ".join(self.good("odds", "boss.loot", "--by", "kind").split())
        self.assertIn("makes no thing of its own", text)
        self.assertIn("`--each FIELD`", text)
        self.assertNotIn("no thing of its own", self.good("odds", "boss.loot", "coin", "--by", "kind"))

    def test_columns_that_read_the_same_are_one(self):
        self.write("steps.loot", "pack steps\ninput depth: 1..50 = 1\ninput mood: {calm, wild} = calm\n"
                   "rule r { deep = depth >= 30 }\n")
        text = self.good("odds", "steps.loot", "--by", "deep", "--sweep", "depth")
        self.assertEqual(text.splitlines()[1].split(), ["depth", "1..29", "30..50"])
        self.assertEqual(text.splitlines()[2].split()[1:], ["100", "."])
        # Words are no range.
        text = self.good("odds", "steps.loot", "--by", "deep", "--sweep", "mood")
        self.assertEqual(text.splitlines()[1].split(), ["mood", "calm", "wild"])

    def test_over_a_hundred_values_are_sampled(self):
        self.write("luck.loot", "pack luck\ninput luck: -30..1000 = 0\ninput few: 1..100 = 1\n"
                   "state dry: 0..5000 = 0\nrule r { good = luck >= 120; much = few > 50; late = dry > 70 }\n")
        heading, values, good, *_ = self.good("odds", "luck.loot", "--by", "good", "--sweep", "luck").splitlines()
        self.assertIn("(22 values; others may differ: --sweep luck=-30..1000)", heading)
        expected = [-30, *range(0, 1001, 50)]
        self.assertEqual(values.split(), ["luck", *map(str, expected)])  # none of them represents its neighbours
        self.assertEqual(good.split(), ["false", *("100" if value < 120 else "." for value in expected)])
        # A hundred values are shown, and so are all values that the option names.
        text = self.good("odds", "luck.loot", "--by", "much", "--sweep", "few")
        self.assertEqual(text.splitlines()[1].split(), ["few", "1..50", "51..100"])
        text = self.good("odds", "luck.loot", "--by", "good", "--sweep", "luck=-30..1000")
        self.assertEqual(text.splitlines()[1].split(), ["luck", "-30..119", "120..1000"])
        text = self.good("odds", "luck.loot", "--by", "good", "--sweep", "luck=7,8,119,120")
        self.assertEqual(text.splitlines()[1].split(), ["luck", "7..8", "119", "120"])
        self.assertIn("(26 values; others may differ", self.good("odds", "luck.loot", "--by", "late", "--sweep", "dry"))
        rows = self.good("odds", "luck.loot", "--by", "good", "--sweep", "luck", "--format", "csv").splitlines()
        self.assertEqual(len(rows), 1 + 1031)

    def test_what_is_certain_is_100_percent(self):
        # Ten thirds of a tenth each do not add up to 1 in binary.
        self.write("sure.loot", "pack sure\ntable t { 3 a, 3 b, 3 c, 1 d }\nrule r { kind = pick t\n"
                   "  more = pick t\n  last = pick t }\n")
        text = self.good("odds", "sure.loot", "--by", "kind,more,last", "--where", "kind in {a, b, c, d}")
        self.assertIn("the condition holds with probability 100%", text)
        text = self.good("odds", "sure.loot", "--where", "kind == a or more != d")
        self.assertIn("the condition holds with probability 93%", text)

    def test_great_numbers_are_rounded_like_others(self):
        self.write("rich.loot", "pack rich\nrule r { repeat 3 { drop coin } }\n"
                   "rule coin { kind = pick { 1 gold, 123456 dust } }\n")
        self.assertIn("(1 in 123500)", self.good("odds", "rich.loot", "coin"))

    def test_ways_add_up(self):
        words = ("odds", "chests.loot", "box", "--by", "kind,dented", "--format", "json")
        for row in json.loads(self.good(*words))["rows"]:
            value = ",".join("true" if v is True else "false" if v is False else v for v in row["values"])
            told = json.loads(self.good(*words, "--why", value))
            self.assertAlmostEqual(told["p"], row["p"])
            self.assertAlmostEqual(sum(way["p"] for way in told["ways"]), row["p"])
            for way in told["ways"]:
                for step in way["steps"]:
                    self.assertEqual(step["file"], "chests.loot")
                    line = CHESTS.splitlines()[step["line"] - 1]
                    word = step["chosen"] if step["chosen"] not in ("yes", "no") else "chance"
                    self.assertIn(word, line[step["column"] - 1:])

    def test_one_question_at_a_time(self):
        for words in (("--rolls", "5", "--why", "gem"), ("--rolls", "0"),
                      ("--rolls", "many"), ("--why", "gem", "--format", "csv"), ("--why", "gem,gem"),
                      ("--why", "gme"), ("--rolls", "3", "--where", "kind == gem")):
            self.bad(USAGE, "odds", "chests.loot", "chest", *words)

    def test_the_former_name_of_max_paths(self):
        words = ("odds", "chests.loot", "box", "--by", "kind")
        self.assertEqual(self.good(*words, "--max-ways", "9000000"), self.good(*words, "--max-paths", "9000000"))
        self.assertIn("--max-ways", self.bad(USAGE, *words, "--max-ways", "0")[0])
        self.assertNotIn("--max-ways", self.good("help", "odds"))

    def test_too_large_says_what_multiplies(self):
        shown = self.good("odds", "chests.loot", "box", "--by", "kind,dented", "--max-states", "2")
        self.assertRegex(shown, r"most\s+differ\s+in\s+kind\s+\(\d\s+values\)")


class Estimates(CliTest):
    """What cannot be exact is estimated beside its bounds, and told apart from them."""

    WORDS = ("odds", "dice.loot", "--by", "sum", "--max-states", "4")

    def setUp(self):
        super().setUp()
        self.write("dice.loot", 'pack dice "Dice" 1.0\nrule r { a = d6; b = d6; sum = a + b }\n')

    def test_text(self):
        shown = self.good(*self.WORDS, "--estimate", "5000", "--seed", "7")
        self.assertRegex(shown, r"(?m)^   7  1[0-9.]+% \+- [0-9.]+%  [0-9.]+% to [0-9.]+%  +#")
        self.assertIn("estimated, not proven: +- with 95% confidence, by 5000 rolls of seed 7", " ".join(shown.split()))
        self.assertIn("bounds: ", shown)
        self.assertEqual(shown, self.good(*self.WORDS, "--estimate", "5000", "--seed", "7"))
        self.assertNotEqual(shown, self.good(*self.WORDS, "--estimate", "5000", "--seed", "8"))

    def test_exact_refuses_estimates(self):
        shown = self.good(*self.WORDS, "--exact")
        self.assertNotIn("+-", shown)
        self.assertIn("bounds: ", shown)
        for words in (("--estimate", "9"), ("--seed", "1")):
            self.bad(USAGE, *self.WORDS, "--exact", *words)
        self.bad(USAGE, *self.WORDS, "--estimate", "0")
        self.assertNotIn("+-", self.good("odds", "dice.loot", "--by", "sum"))

    def test_json(self):
        told = json.loads(self.good(*self.WORDS, "--estimate", "5000", "--whole-rolls", "--format", "json"))
        self.assertEqual(told["estimate"]["samples"], 0)
        self.assertEqual(told["estimate"]["rolls"], 5000)
        self.assertEqual(told["estimate"]["confidence"], 0.95)
        self.assertAlmostEqual(told["estimate"]["unseen"], 3 / 5000, places=5)
        for row in told["rows"]:
            self.assertNotIn("p", row)
            self.assertLessEqual(row["lo"], row["estimate"]["lo"])
            self.assertGreaterEqual(row["hi"], row["estimate"]["hi"])
        self.assertAlmostEqual(sum(row["estimate"]["p"] for row in told["rows"]), 1, places=1)

    def test_samples_where_few_states_hold_most(self):
        self.write("hoard.loot", 'pack hoard "Hoard" 1.0\nrule r { if chance 90% { sum = d4 } else { let a = d8; let b = d8; '
                                 'let c = d8; sum = c + a + b } }\n')
        words = ("odds", "hoard.loot", "--by", "sum", "--max-states", "240", "--estimate", "20000")
        self.assertRegex(" ".join(self.good(*words).split()), r"by \d+ samples of the paths with seed 1;")
        told = json.loads(self.good(*words, "--format", "json"))["estimate"]
        self.assertGreater(told["samples"], 0)
        self.assertEqual((told["rolls"], told["counted"]), (0, 0))
        told = json.loads(self.good(*words, "--whole-rolls", "--format", "json"))["estimate"]
        self.assertEqual((told["rolls"], told["samples"]), (20000, 0))
        self.bad(USAGE, *words[:-2], "--exact", "--whole-rolls")

    def test_the_condition_has_bounds_and_an_estimate(self):
        words = (*self.WORDS, "--where", "a == 6")
        shown = self.good(*words, "--estimate", "5000")
        self.assertRegex(shown, r"condition holds with probability 1[0-9.]+% \+- [0-9.]+%  [0-9.]+% to [0-9.]+%\n")
        self.assertRegex(self.good(*words, "--exact"), r"condition holds with probability [0-9.]+% to [0-9.]+%\n")
        told = json.loads(self.good(*words, "--estimate", "5000", "--format", "json"))
        self.assertNotIn("given", told)
        self.assertLess(told["given_lo"], 1 / 6)
        self.assertGreater(told["given_hi"], 1 / 6)
        self.assertLess(told["estimate"]["given"]["lo"], 1 / 6)
        self.assertGreater(told["estimate"]["given"]["hi"], 1 / 6)
        told = json.loads(self.good("odds", "dice.loot", "--by", "sum", "--where", "a == 6", "--format", "json"))
        self.assertAlmostEqual(told["given"], 1 / 6)

    def test_bounds_have_no_mean(self):
        self.write("drops.loot", "pack drops \"Drops\" 1.0\nrule r { repeat 8 { if chance 1/2 { drop thing(d20) } } }\nrule thing(n) { worth = n }\n")
        words = ("odds", "drops.loot", "r", "--count", "worth > 0", "--format", "json")
        self.assertAlmostEqual(json.loads(self.good(*words))["mean"], 4)
        self.assertNotIn("mean", json.loads(self.good(*words, "--max-states", "2")))

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.good(*self.WORDS, "--format", "csv"))))
        self.assertEqual(list(rows[0]), ["sum", "p", "lo", "hi", "est", "est_lo", "est_hi"])
        self.assertEqual(rows[0]["p"], "")
        rows = list(csv.DictReader(io.StringIO(self.good(*self.WORDS, "--exact", "--format", "csv"))))
        self.assertEqual(list(rows[0]), ["sum", "p", "lo", "hi"])

    def test_columns_have_names_of_their_own(self):
        self.write("p.loot", 'pack p "P" 1.0\ninput n: 1..2 = 1\nrule r { p = d2; expected = pick {x}; w = 3 }\n')
        words = ("odds", "p.loot", "--by", "p,w,n", "--sweep", "n", "--format", "csv")
        self.assertEqual(self.good(*words).splitlines()[0], "n,by.p,w,by.n,p,lo,hi")
        words_of_each = ("odds", "p.loot", "--each", "expected", "--sweep", "n", "--format", "csv")
        self.assertEqual(self.good(*words_of_each).splitlines()[0], "n,by.expected,expected,lo,hi")
        for rolls in ("3", "forever"):
            head = self.good(*words, "--rolls", rolls).splitlines()[0].split(",")
            self.assertEqual(len(set(head)), len(head), head)

    def test_a_comma_in_a_text_is_no_end(self):
        self.write("t.loot", 'pack t "T" 1.0\nrule r { a = d2; note = if a == 1 then "one, two" else "it\'s" }\n')
        told = json.loads(self.good("odds", "t.loot", "--by", '(note == "one, two"),a', "--format", "json"))
        self.assertEqual([row["values"] for row in told["rows"]], [[True, 1], [False, 2]])

    def test_nothing_found_is_no_success(self):
        run = self.spoils(*self.WORDS, "--exact", "--max-paths", "1")
        self.assertEqual(run.returncode, LIMIT, run)
        self.assertIn(b"100% of all rolls is unexplored", run.stdout)
        self.good(*self.WORDS, "--max-paths", "1")  # rolls have found something

    def test_a_sweep_has_a_name(self):
        self.assertIn("`--sweep` needs a value", self.bad(USAGE, "odds", "chest", "--sweep", "")[0])
        self.assertIn("needs the name of an input", self.bad(USAGE, "odds", "chest", "--sweep", "=1..2")[0])

    def test_sweeps_mark_what_is_not_exact(self):
        self.write("more.loot", 'pack more "More" 1.0\ninput n: 1..3 = 1\n'
                                "rule r { if n == 1 { sum = 1 } else { a = d6; b = d6; sum = a + b } }\n")
        shown = self.good("odds", "more.loot", "--by", "sum", "--sweep", "n", "--max-states", "4")
        self.assertRegex(shown, r"n +1 +~2\.\.3")
        self.assertIn("~ not exact", shown)


class WrongQuestions(CliTest):
    """What is misspelt or contradicts itself is an error with a hint, never an answer."""

    CASES = (
        (("--by", ""), "`--by` needs a value: --by FIELD", ""),
        (("--where", ""), "`--where` needs a value: --where EXPR", ""),
        (("--count", ""), "`--count` needs a value: --count EXPR", ""),
        (("--by", "kind,depth,kind"), "`--by kind,depth,kind` names `kind` twice", ""),
        (("--depth", "99999999999999999999"), "`depth` is 99999999999999999999, outside of 1..4", ""),
        (("--depth", "99999999999999999999x"), "`depth` takes an integer, not `99999999999999999999x`", "1..4"),
        (("--by", "kind,"), "`--by kind,` names an empty field", "commas"),
        (("--sweep", "detph"), "no input `detph`", "did you mean `depth`?"),
        (("--sweep", "moon"), "no input `moon`", "its inputs are depth"),
        (("--sweep", "depth", "--by", "knid"), "no rule sets a field `knid`", "did you mean `kind`?"),
        (("--sweep", "depth", "--depth", "3"), "also set to `3`", "remove one of the two options"),
        (("--sweep", "depth=1..2", "--set", "depth=3"), "also set to `3`", "remove one of the two options"),
        (("--sweep", "dyr"), "no input `dyr`", "did you mean `dry`?"),
        (("--sweep", "dry=1,,2"), "names an empty value", "--sweep depth=1,5,10"),
        (("--sweep", "dry=1,7"), "cannot sweep `dry` over 7", "its range is 0..3"),
        (("--sweep", "dry=2..7"), "cannot sweep `dry` over 2..7", "its range is 0..3"),
        (("--sweep", "dry", "--dry", "2"), "also set to `2`", "remove one of the two options"),
        (("--dry", "4"), "`dry` is 4, outside of 0..3", ""),
        (("--set", "dry=many"), "`dry` takes an integer, not `many`", "0..3"),
        (("--dyr", "2"), "unknown option `--dyr`", "did you mean `--dry`?"),
        (("--rolls", "forever", "--fractions", "--format", "csv"), "has no fractions", "`--format text` or `json`"),
        (("--verify", "0"), "`--verify` must be at least 1", ""),
        (("--verify", "9", "--rolls", "3"), "`--verify` and `--rolls` exclude each other", "odds of one roll"),
        (("--where", "kind = ruby"), "(in `kind = ruby`)", "did you mean `==`?"),
        (("--where", "kind =="), "expected a value, found its end (in `kind ==`)", ""),
        (("--where", "kind == gem, depth = 3"), "expected the end of the expression, found `,` (in `kind == gem, depth = 3`)",
         ""),
        (("--count", "kind == gem) + count(thing in things where true"), "expected the end of the expression, found `)`",
         ""),
        (("--fractions", "--rolls", "3"), "`--fractions` and `--rolls` exclude each other", ""),
        (("--fractions", "--why", "gem"), "`--fractions` and `--why` exclude each other", ""),
        (("--fractions", "--sweep", "depth", "--rolls", "forever"), "no room for fractions", "`--format json`"),
        (("--sweep", "depth", "--why", "gem"), "`--sweep` and `--why` exclude each other", ""),
        (("--sweep", "dept", "--rolls", "3"), "no input `dept` to sweep", "did you mean `depth`?"),
        (("--sweep", "depth=1..7", "--rolls", "3"), "`depth` is 5, outside of 1..4 when depth is 5", ""),
        (("--where", "kind == rubi"), "`rubi` is not a field or input, and not a word of pack `chests`",
         "did you mean `ruby`?"),
        (("--where", "name == \"a ruby\""), "`name` is a column, the name of a thing", "`name` alone"),
        (("--count", "name == ruby"), "`name` is a column, the name of a thing", "`name` alone"),
        (("--where", "knid == ruby"), "`knid` is not a field", "did you mean `kind`?"),
        (("--count", "kind == rubi"), "`rubi` is not a field", "did you mean `ruby`?"),
        (("--count", "kind == rubi", "--rolls", "3"), "`rubi` is not a field", "did you mean `ruby`?"),
        (("--by", "(kind == rubi)"), "`rubi` is not a field", "did you mean `ruby`?"),
        (("--by", "(kind == rubi)", "--why", "true"), "`rubi` is not a field", "did you mean `ruby`?"),
    )

    def test_each(self):
        self.write("chests.loot", CHESTS)
        for words, message, hint in self.CASES:
            with self.subTest(words=words):
                said, helped = self.bad(USAGE, "odds", "chests.loot", "box", *words)
                self.assertIn(message, said)
                self.assertIn(hint, helped)

    def test_words_that_are_known(self):
        self.write("chests.loot", CHESTS)
        for words in (("--where", "kind == rope or depth == 2"), ("--count", "thing.made_by == box"),
                      ("--by", "(kind == gem)"), ("--by", "kind == gem"), ("--where", "kind in {gem, rope}"),
                      ("--fractions", "--sweep", "depth", "--format", "csv")):
            self.good("odds", "chests.loot", "box", *words)

    def test_an_abstract_record_without_others_is_known(self):
        self.write("things.loot", "pack things\ncollection c { }\nabstract c relic { }\nc ax { }\n"
                   "rule item { kind = pick c }\n")
        self.assertIn("  0  100%", self.good("odds", "things.loot", "--count", "kind is relic"))

    def test_fractions_of_a_sweep(self):
        self.write("chests.loot", CHESTS)  # at depth d of d + 6 rows: d rubies, 4 ropes, 2 rags
        text = self.good("odds", "chests.loot", "box", "--by", "kind", "--sweep", "depth", "--fractions")
        rows = {line.split()[0]: line.split()[1:] for line in text.splitlines()[1:-1]}
        self.assertEqual(rows["ruby"], ["1/7", "1/4", "1/3", "2/5"])
        self.assertEqual(rows["rope"], ["4/7", "1/2", "4/9", "2/5"])
        self.assertEqual(rows["rag"], ["2/7", "1/4", "2/9", "1/5"])
        self.assertEqual(text.splitlines()[-1], "  exact; . never")

    def test_long_fractions_of_a_sweep(self):
        self.write("long.loot", "pack long\ninput n: 1..2 = 1\n"
                   "rule r { hit = chance n / 1000003 and chance 1/1000003 and chance 1/1000003 }\n")
        text = self.good("odds", "long.loot", "--by", "hit", "--sweep", "n", "--fractions")
        self.assertIn(">99.9%", text)
        self.assertIn("% a fraction that is longer, which --format json has", text)

    def test_a_sweep_of_many_rolls(self):
        self.write("chests.loot", CHESTS)
        # The chance of a gem is 25% * (1 + dry), and each miss raises dry by 1.
        chances = [1 - 0.75 * 0.5, 1 - 0.5 * 0.25, 1 - 0.25 * 0, 1.0]
        words = ("odds", "chests.loot", "chest", "--sweep", "dry", "--rolls", "2")
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertEqual([one["inputs"] for one in told["sweep"]], [{"dry": dry} for dry in range(4)])
        for one, chance in zip(told["sweep"], chances):
            gem = next(row for row in one["rows"] if row["values"] == ["gem"])
            self.assertAlmostEqual(gem["at_least_one"], chance)
        lines = self.good(*words).splitlines()
        self.assertEqual(lines[0], "chests chest  depth 2  by dry")
        self.assertIn(["gem", "62.50", "87.50", "100", "100"], [line.split() for line in lines])
        self.assertEqual(lines[-1], "  in percent, at least one occurrence in 2 rolls; . never")
        rows = list(csv.DictReader(io.StringIO(self.good(*words, "--format", "csv"))))
        self.assertAlmostEqual(float(next(row["at_least_one"] for row in rows
                                          if row["dry"] == "1" and row["kind"] == "gem")), chances[1])

    def test_a_sweep_of_a_count_in_many_rolls(self):
        self.write("gems.loot", "pack gems\ninput n: 1..3 = 1\nrule r { kind = if chance n / 4 then gem else dust }\n")
        words = ("odds", "gems.loot", "--count", "kind == gem", "--sweep", "n", "--rolls")
        in_two = [line.split() for line in self.good(*words, "2").splitlines()]
        self.assertIn(["at", "least", "one", "43.75", "75.00", "93.75"], in_two)
        for_ever = [line.split() for line in self.good(*words, "forever").splitlines()]
        self.assertIn(["at", "least", "one", "25.00", "50.00", "75.00"], for_ever)

    def test_many_rolls_that_are_estimated(self):
        stamps = "; ".join(f"s{i}" for i in range(20))
        self.write("album.loot", "pack album\ninput luck: 1..2 = 1\nstate have: set of stamp\n"
                   f"table stamp {{ {stamps} }}\n"
                   "rule open { repeat luck { have += pick stamp }; full = count(have) == 20 }\n")
        words = ("odds", "album.loot", "--by", "full", "--rolls", "60")
        told = json.loads(self.good(*words, "--estimate", "500", "--seed", "3", "--format", "json"))
        self.assertEqual((told["estimate"]["worlds"], told["estimate"]["seed"]), (500, 3))
        row = next(row for row in told["rows"] if row["values"] == [True])
        self.assertLess(row["est_lo"], row["at_least_one"])
        self.assertEqual(row["unknown"], ["mean_wait", "wait_50", "wait_90", "wait_99"])
        text = " ".join(self.good(*words, "--estimate", "500").split())
        self.assertIn("estimated, not proven: +- with 95% confidence, by 500 worlds of 60 rolls, the first of seed 1", text)
        self.assertIn("no wait is known: the state that is carried from roll to roll has too many values", text)
        head = self.good(*words, "--estimate", "500", "--format", "csv").splitlines()[0]
        self.assertEqual(head.split(",")[-2:], ["est_lo", "est_hi"])
        swept = self.good(*words, "--sweep", "luck", "--estimate", "500")
        self.assertIn("~ not exact: --format csv has the bounds beside these estimates", " ".join(swept.split()))
        self.assertIn("has too many values", self.bad(LIMIT, *words, "--exact")[0])
        self.assertIn("exclude each other", self.bad(USAGE, *words, "--whole-rolls")[0])

    def test_a_roll_shows_a_path_where_none_was_found(self):
        self.write("sums.loot", "pack sums\nrule r { let a = d30; let b = d30; let c = d30; n = a * b + c }\n")
        said, helped = self.bad(LIMIT, "odds", "sums.loot", "--by", "n", "--why", "200", "--max-states", "5")
        self.assertIn("no path to `200` was found within the limits", said)
        roll = re.search(r"roll (\d+) of seed 1 has this outcome", " ".join(helped.split()))
        self.assertIsNotNone(roll, helped)
        told = json.loads(self.good("roll", "sums.loot", "--seed", "1", "--index", roll.group(1), "--format", "json"))
        self.assertEqual(told["things"][0]["fields"]["n"], 200)

    def test_a_sweep_of_the_long_run(self):
        self.write("coin.loot", "pack coin\ninput n: 1..3 = 1\nrule toss { kind = if chance n / 4 then head else tail }\n")
        words = ("odds", "coin.loot", "--sweep", "n", "--rolls", "forever")
        lines = self.good(*words).splitlines()
        self.assertIn(["head", "25.00", "50.00", "75.00"], [line.split() for line in lines])
        self.assertEqual(lines[-1], "  in percent, the share of rolls in the long run; . never")
        told = json.loads(self.good(*words, "--fractions", "--format", "json"))
        head = next(row for row in told["sweep"][2]["rows"] if row["values"] == ["head"])
        self.assertEqual((head["rate_num"], head["rate_den"]), ("3", "4"))
        self.assertEqual(self.good(*words, "--format", "csv").splitlines()[0].split(",")[:3], ["n", "kind", "p"])

    def test_a_sweep_says_where_it_fails(self):
        self.write("fail.loot", "pack fail\ninput n: 0..9 = 1\nrule r { kind = pick 1..(5 - n) }\n")
        for words in (("--by", "kind"), ("--by", "kind", "--rolls", "2")):
            said, _ = self.bad(INVALID, "odds", "fail.loot", "--no-check", "--sweep", "n=4..6", *words)
            self.assertIn("the range to pick from ends before it begins when n is 5", said)

    def test_a_misspelt_word_of_a_set(self):
        self.write("relics.loot", "pack relics\nstate found: set of relic\ntable relic { 3 map; 2 key }\n"
                   "rule r { kind = pick x in relic where not x in found or nothing; found += kind }\n")
        said, helped = self.bad(USAGE, "odds", "relics.loot", "--set", "found={map, kye}")
        self.assertIn("has no word `kye`", said)
        self.assertEqual(helped, "help: did you mean `key`?")

    def test_what_cannot_be_swept(self):
        self.write("kept.loot", "pack kept\ntable t { a; b }\nstate has: map of t to int\nstate seen: set of t\n"
                   "rule r { kind = pick t; has[kind] += 1; n = has[a]; seen += kind }\n")
        for state, value, likely in (("has", "{a 1, b 2}", "2"), ("seen", "{a, b}", "1")):
            _, told = self.bad(USAGE, "odds", "kept.loot", "--by", "n", "--sweep", state)
            self.assertIn(f"--set {state}='{value}'", told)
            shown = self.good("odds", "kept.loot", "--by", "n", "--set", f"{state}={value}", "--format", "csv")
            self.assertIn(f"{likely},0.5", shown)

    def test_a_parameter_without_a_value(self):
        self.write("luck.loot", "pack luck\nrule r(n: 0..5) { kind = pick { 10 sword; (1 + n) gem } }\n")
        lines = self.good("odds", "luck.loot", "--sweep", "n=0,4").splitlines()
        self.assertEqual([line.split() for line in lines[1:4]],
                         [["n", "0", "4"], ["sword", "90.91", "66.67"], ["gem", "9.09", "33.33"]])
        for words in (("--fractions", "--format", "json"), ("--rolls", "3", "--format", "json")):
            told = json.loads(self.good("odds", "luck.loot", "--sweep", "n=0,4", *words))
            self.assertEqual((told["inputs"], [row["inputs"] for row in told["sweep"]]), ({}, [{"n": 0}, {"n": 4}]))
        self.assertIn("all agree", self.good("odds", "luck.loot", "--sweep", "n", "--verify", "500"))
        said, helped = self.bad(USAGE, "odds", "luck.loot", "--sweep", "n=3..9")
        self.assertEqual(said, "spoils: cannot sweep `n` over 3..9")
        self.assertIn("its range is 0..5", helped)

    def test_a_parameter_that_hides_an_input(self):
        self.write("lib.loot", "pack lib\nrule forge(level: 1..5 = 2) { size = level; w = d2 * level }\n")
        self.write("user.loot", "pack user\nuse lib\ninput level: 1..9 = 7\nrule mine { forge(); deep = level }\n")
        swept = self.good("odds", "user.loot", "forge", "--by", "size", "--sweep", "level=2..3").splitlines()
        self.assertEqual([line.split() for line in swept[1:4]],
                         [["level", "2", "3"], ["2", "100", "."], ["3", ".", "100"]])
        for given, size in (((), 2), (("--level", "3"), 3)):
            for fused in ((), ("--fused",)):
                words = ("roll", "user.loot", "forge", *given, *fused, "-n", "2", "--seed", "1", "--format", "json")
                for line in self.good(*words).splitlines():
                    told = json.loads(line, object_pairs_hook=lambda pairs: pairs)
                    inputs = dict(told)["inputs"]
                    self.assertEqual(inputs, [("level", 3 if given else None)])
                    self.assertEqual(json.loads(line)["things"][0]["fields"]["size"], size)
        words = ("tweak", "user.loot", "forge", "--seed", "1", "--script", "s.json")
        shown = self.good(*words, "--edit", "reroll")
        self.assertIn("size=2", shown)
        self.assertIn("size=2", self.good(*words))
        self.assertEqual(self.good("roll", "user.loot", "forge", "--help").count("--level"), 1)


class LongHeadings(CliTest):
    def test_stay_on_the_screen(self):
        self.write("chests.loot", CHESTS)
        condition = " or ".join(["kind == ruby"] * 9)
        for words in ((), ("--sweep", "depth"), ("--why", "ruby")):
            shown = self.good("odds", "chests.loot", "box", "--where", condition, *words)
            self.assertIn(condition, " ".join(shown.split()))
            for line in shown.splitlines():
                self.assertLessEqual(len(line), 80)


class BrokenPromises(CliTest):
    def setUp(self):
        super().setUp()
        self.write("chests.loot", CHESTS + HOPES)

    def test_the_witness_is_one(self):
        done = self.spoils("check", "chests.loot", "--format", "json")
        self.assertEqual(done.returncode, ASSERTION)
        promises = json.loads(done.stdout)["promises"]
        self.assertEqual([promise["holds"] for promise in promises], [False, False, True])
        for promise, wanted in zip(promises, (r"rag", r"rope|rag")):
            command = shlex.split(promise["witness"])
            self.assertEqual(command[:2], ["spoils", "explain"])
            thing = json.loads(self.good(*command[1:], "--json"))["things"][0]
            self.assertRegex(thing["fields"]["kind"] if "fields" in thing else thing["kind"], wanted)
            self.assertTrue(1 <= len(promise["ways"]) <= 3)

    def test_junit(self):
        done = self.spoils("check", "chests.loot", "--format", "junit")
        self.assertEqual(done.returncode, ASSERTION)
        suite = xml.fromstring(done.stdout).find("testsuite")
        self.assertEqual((suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors")),
                         ("chests", "4", "2", "0"))
        cases = suite.findall("testcase")
        self.assertEqual(cases[2].get("name"), "no <rope> & no rag")
        self.assertIn("spoils explain chests.loot box", cases[2].find("failure").text)
        self.assertIsNone(cases[3].find("failure"))

    def test_junit_of_a_pack_that_does_not_compile(self):
        self.write("bad.loot", "pack bad \"Bad\" 1.0\nrule r { kind = pick nowhere }\n")
        done = self.spoils("check", "bad.loot", "chests.loot", "--format", "junit")
        self.assertEqual(done.returncode, INVALID)
        suites = xml.fromstring(done.stdout).findall("testsuite")
        self.assertEqual([suite.get("errors") for suite in suites], ["1", "0"])
        self.assertTrue(re.search(r"E\d{4}", suites[0].find("testcase/error").text))


if __name__ == "__main__":
    cli_test.main()
