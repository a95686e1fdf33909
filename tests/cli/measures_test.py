#!/usr/bin/env python3
"""Tests of `--with MEASURE` from outside.

Usage: measures_test.py --binary PATH [unittest options]
"""

import csv
import io
import json
import unittest

import cli_test
from cli_test import USAGE, CliTest

SHOP = """
pack shop "Shop" 1.0
rule r { kind = sword; plus = 3; drop coin }
rule coin { kind = coin; plus = 0 }
input luck: 0..3 = 0
rule drawn { plus = d2 + luck }
def edge = plus * 2
measure worth = edge + 10 - plus
measure share = 6 / plus
"""


class Measures(CliTest):
    def setUp(self):
        super().setUp()
        self.write("shop.loot", SHOP)

    def test_rolls(self):
        text = self.good("roll", "shop.loot", "--seed", "1", "--quiet", "--with", "worth,share")
        self.assertEqual(text.split("\n")[:2], ["sword  plus=3  worth=13  share=2", "coin   plus=0  worth=10"])
        things = json.loads(self.good("roll", "shop.loot", "--seed", "1", "--format", "json", "--with", "worth,share"))["things"]
        self.assertEqual([thing["measures"] for thing in things],
                         [{"worth": 13, "share": 2}, {"worth": 10, "share": None}])
        rows = list(csv.DictReader(io.StringIO(self.good("roll", "shop.loot", "--seed", "1", "--format", "csv", "--with", "share"))))
        self.assertEqual([row["share"] for row in rows], ["2", ""])

    def test_without_it_nothing_changes(self):
        thing = json.loads(self.good("roll", "shop.loot", "--seed", "1", "--format", "json"))["things"][0]
        self.assertNotIn("measures", thing)

    def test_explanations_have_the_terms(self):
        text = self.good("explain", "shop.loot", "--seed", "1", "--with", "worth")
        self.assertIn("\nworth of sword\n  edge   6\n  10    10\n  plus  -3\n", text)
        told = json.loads(self.good("explain", "shop.loot", "--seed", "1", "--with", "worth,share", "--format", "json"))
        self.assertEqual(told["things"][0]["measures"], {"worth": 13, "share": 2})
        self.assertEqual(told["things"][0]["terms"],
                         {"worth": [{"name": "edge", "value": 6}, {"name": "10", "value": 10}, {"name": "plus", "value": -3}],
                          "share": []})

    def test_odds_and_simulations(self):
        rows = json.loads(self.good("odds", "shop.loot", "drawn", "--by", "plus", "--with", "worth", "--format", "json"))["rows"]
        self.assertEqual(sorted(tuple(row["values"]) for row in rows), [(1, 11), (2, 12)])
        self.assertEqual(sorted(row["measures"]["worth"] for row in rows), [11, 12])
        swept = json.loads(self.good("odds", "shop.loot", "drawn", "--by", "plus", "--format", "json"))["rows"]
        self.assertTrue(all("measures" not in row for row in swept))
        told = json.loads(self.good("simulate", "shop.loot", "drawn", "--runs", "50", "--seed", "1", "--by", "plus",
                                    "--with", "worth", "--format", "json"))
        self.assertEqual(sorted((row["values"], row["measures"]) for row in told["tables"][0]["rows"]),
                         [([1, 11], {"worth": 11}), ([2, 12], {"worth": 12})])
        counted = self.good("simulate", "shop.loot", "drawn", "--runs", "50", "--seed", "1", "--by", "plus", "--with", "worth")
        self.assertIn("worth", counted)

    def test_ranges_of_a_column(self):
        def rows(*options):
            text = self.good("odds", "shop.loot", "drawn", "--format", "csv", "--fractions", *options)
            return [list(row.values()) for row in csv.DictReader(io.StringIO(text))]

        cut = rows("--by", "worth", "--cut", "worth=-5,0,12")
        self.assertEqual([(row[0], row[1]) for row in cut], [("0..11", "0.5"), ("12 or more", "0.5")])
        both = rows("--by", "plus,share", "--cut", "share=4,5")
        self.assertEqual([row[:3] for row in both], [["2", "below 4", "0.5"], ["1", "5 or more", "0.5"]])
        swept = json.loads(self.good("odds", "shop.loot", "drawn", "--by", "worth", "--cut", "worth=11,12", "--sweep",
                                     "luck=0,3", "--format", "json"))
        self.assertEqual(swept["by"], ["worth"])
        self.assertEqual([[row["values"] for row in each["rows"]] for each in swept["sweep"]],
                         [[["11"], ["12 or more"]], [["12 or more"]]])
        self.good("odds", "shop.loot", "drawn", "--by", "worth", "--cut", "worth=11,12", "--verify", "1000")
        for wrong in ("worth", "worth=", "worth=3,2", "worth=a", "=3"):
            said, _ = self.bad(USAGE, "odds", "shop.loot", "drawn", "--by", "worth", "--cut", wrong)
            self.assertIn("has no column with ascending whole numbers", said)
        said, hint = self.bad(USAGE, "odds", "shop.loot", "drawn", "--by", "plus", "--cut", "worth=3")
        self.assertIn("`--cut` has no column `worth` to cut", said)

    def test_mistakes(self):
        for command in ("roll", "explain", "odds"):
            said, hint = self.bad(USAGE, command, "shop.loot", "--with", "worht")
            self.assertIn("the pack has no measure `worht`", said)
            self.assertIn("there is a measure `worth`", hint)
        said, _ = self.bad(USAGE, "odds", "shop.loot", "--with", "worth", "--count", "plus == 0")
        self.assertIn("`--with` and `--count` exclude each other", said)


# The tests of the base class belong to cli_test.py.
del CliTest

if __name__ == "__main__":
    cli_test.main()
