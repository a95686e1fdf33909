#!/usr/bin/env python3
"""Tests of `spoils explain` from outside.

Usage: explain_test.py --binary PATH [unittest options]
"""

import json
import math
import pty
import os
import re
import subprocess
import unittest

import cli_test
from cli_test import FINE, INTERNAL, INVALID, USAGE, CliTest

DUNGEON = """
pack dungeon "Dungeon" 1.0
rule r {
  kind = pick {50 rat, 30 bat, 20 ogre}
  retry { str = 3d6 } while str < 12
  with stream lcg(bits = 15, multiplier = 5, increment = 3, seed = 1) { luck = pick {good, bad} }
  a = seen(kind)
  b = seen(kind)
  rare = pick {9999 no, 1 yes}
  repeat 2 { hold coin }
}
rule coin { value = pick 1..1000000; metal = pick {copper, silver, gold, tin, lead, iron, zinc, brass, steel, bronze} }
world def seen(k) = pick {red, green}
"""


def decisions(steps):
    """Yields the decisions below some steps, in order."""
    for step in steps:
        if step["step"] == "decision":
            yield step
        yield from decisions(step.get("steps", []))


class Explain(CliTest):
    def told(self, *words, **options):
        """Returns the object that `explain --json` prints."""
        return json.loads(self.good("explain", *words, "--format", "json", **options))

    def test_it_is_the_roll_that_is_told(self):
        for rule in ("item", "chest", "relic", "hoard", "maybe", "deeper"):
            for index in range(20):
                words = ("chest", rule, "--depth", "9", "--seed", "tour", "--index", str(index))
                told, rolled = self.told(*words), self.rolls(*words)[0]
                for key in ("pack", "rule", "seed", "index", "inputs", "things"):
                    self.assertEqual(told[key], rolled[key], (words, key))
                self.assertEqual((told["schema"], told["version"]), ("spoils.explain", 2))

    def test_long_names_are_not_held(self):
        self.write("long.loot", "pack long\nrule r { repeat 4000 { drop item } }\nrule item { n = d6 }\n"
                   + 'display item "{n}' + "x" * 30000 + '"\n')
        env = self.environment(ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1")
        peaks = {}
        for command in ("roll", "explain", "tweak"):
            with subprocess.Popen([cli_test.BINARY, command, "long.loot", "r", "--seed", "1"], stdout=subprocess.DEVNULL,
                                  env=env, cwd=self.home) as process:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            peaks[command] = usage.ru_maxrss / 1024
        # 120 MB are printed, of which a tweak holds the names, to compare them with those after the next edit.
        self.assertLess(peaks["explain"], peaks["roll"] + 60)
        self.assertLess(peaks["tweak"], peaks["roll"] + 240)

    def test_probabilities(self):
        self.write("d.loot", DUNGEON)
        for index in range(20):
            told = self.told("d.loot", "--seed", "1", "--index", str(index))
            product = 1
            for each in decisions(told["steps"]):
                total = each["p"] + sum(other["p"] for other in each["alternatives"]) + each.get("left_out_p", 0)
                self.assertAlmostEqual(total, 1, places=12)
                self.assertTrue(each["file"].endswith("d.loot"))
                if "num" in each:
                    self.assertAlmostEqual(int(each["num"]) / int(each["den"]), each["p"])
                if each.get("declared") or each.get("settled"):
                    self.assertEqual(each["p"], 1)
                if not each.get("rejected"):
                    product *= each["p"]
            self.assertAlmostEqual(told["p"] / product, 1)
            self.assertAlmostEqual(told["log10_p"], math.log10(product))

    def test_steps_nest(self):
        self.write("d.loot", DUNGEON)
        told = self.told("d.loot", "--seed", "1")
        root, = told["steps"]
        self.assertEqual((root["step"], root["name"], root["thing"]), ("roll", "r", 0))
        kinds = [step["step"] for step in root["steps"]]
        self.assertEqual([kind for kind in kinds if kind != "try"],
                         ["decision", "lcg", "world_def", "world_def", "decision", "loop", "turn", "turn"])
        turn = root["steps"][-1]
        self.assertEqual((turn["number"], turn["most"]), (2, 2))
        hold, = turn["steps"]
        self.assertEqual((hold["step"], hold["name"]), ("hold", "coin"))
        self.assertEqual(told["things"][hold["thing"]]["holder"], 0)

    def test_text(self):
        self.write("d.loot", DUNGEON)
        text = self.good("explain", "d.loot", "--seed", "1")
        lines = text.splitlines()
        self.assertRegex(lines[0], r"^dungeon r  seed 0x0{15}1  index 0$")
        self.assertRegex(text, r"(?m)^kind = (rat|bat|ogre) +(50|30|20)% +d\.loot:4$")
        self.assertRegex(text, r"(?m)^    or (rat 50%|bat 30%), (ogre 20%|bat 30%)$")
        self.assertRegex(text, r"(?m)^with stream lcg: drawn by the declared stream +d\.loot:6$")
        self.assertRegex(text, r"(?m)^  luck = \w+ +fixed +d\.loot:6$")
        self.assertRegex(text, r"(?m)^  pick \{red, green\}: (red|green) +settled +d\.loot:13$")
        self.assertRegex(text, r"(?m)^rare = no +99\.99% ")
        self.assertRegex(text, r"(?m)^    or yes \(1 in 10000\)$")
        self.assertRegex(text, r"(?m)^  hold coin: coin +d\.loot:10$")
        self.assertRegex(text, r"(?m)^    value = \d+ from 1\.\.1000000 +1 in 1000000 +d\.loot:12$")
        self.assertRegex(text, r"(?m)^        or equally copper, .* and \d more$|^        or equally \w+, .* and \d more$")
        self.assertRegex(text, r"(?m)^probability of all \d+ decisions together: 1 in \d\.?\d* x 10\^\d+$")
        self.assertTrue(text.endswith(self.good("roll", "d.loot", "--seed", "1")))

    def test_rows_of_one_outcome_are_one_result(self):
        self.write("same.loot", "pack same\ninput lvl: 1..3 = 1\n"
                   "rule r { kind = pick {3 a; (lvl) b if lvl > 1 else a} }\n"
                   "rule s { kind = pick {1 a; 1 b; 2 a; 4 b} }\n")
        text = self.good("explain", "same.loot", "r", "--seed", "1")
        self.assertRegex(text, r"(?m)^kind = a +certain ")
        self.assertNotIn(" or ", text)
        self.assertIn("probability of this decision: certain", text)
        self.assertEqual(len(self.told("same.loot", "r", "--seed", "1")["steps"][0]["steps"][0]["alternatives"]), 1)
        text = self.good("explain", "same.loot", "s", "--seed", "1")
        self.assertRegex(text, r"(?m)^kind = (a +37\.5%|b +62\.5%) ")
        self.assertRegex(text, r"(?m)^ +or (a 37\.5%|b 62\.5%)$")
        self.assertRegex(text, r"(?m)^probability of this decision: (37\.5%|62\.5%)$")

    def test_rejected_tries(self):
        self.write("d.loot", DUNGEON)
        for seed in range(40):
            text = self.good("explain", "d.loot", "--seed", str(seed))
            count = len(re.findall(r"(?m)^try \d+, rejected: str = \d+ +d\.loot:5$", text))
            more = re.search(r"(?m)^and (\d+) more (?:try|tries), rejected$", text)
            told = self.told("d.loot", "--seed", str(seed))
            tries = [step for step in told["steps"][0]["steps"] if step["step"] == "try"]
            self.assertEqual(len(tries) - 1, count + (int(more.group(1)) if more else 0))
            self.assertEqual(told["rejected_tries"], len(tries) > 1)
            self.assertEqual("count as if they had been the only ones" in text, len(tries) > 1)
            in_full = self.good("explain", "d.loot", "--seed", str(seed), "--all")
            self.assertEqual(len(re.findall(r"(?m)^try \d+, rejected +d\.loot", in_full)), len(tries) - 1)
            self.assertNotIn(" more", in_full)

    def test_width(self):
        self.write("d.loot", DUNGEON)
        for width in (24, 40, 60, 80, 120):
            for more in ([], ["--all"]):
                text = self.good("explain", "d.loot", "--seed", "2", *more, env={"COLUMNS": str(width)})
                for line in text.splitlines():
                    self.assertLessEqual(len(line), width, line)

    def test_colour_is_for_terminals(self):
        words = ("explain", "chest", "--seed", "1")
        plain = self.good(*words)
        self.assertNotIn("\x1b", plain)
        coloured = self.good(*words, env={"CLICOLOR_FORCE": "1"})
        self.assertIn("\x1b[1m", coloured)
        self.assertEqual(re.sub(r"\x1b\[\d+m", "", coloured), plain)
        main, side = pty.openpty()
        with os.fdopen(main, "rb", buffering=0) as reader:
            subprocess.run([cli_test.BINARY, *words], stdout=side, stdin=subprocess.DEVNULL, cwd=self.home,
                           env=self.environment(TERM="xterm"), timeout=60, check=True)
            os.close(side)
            self.assertIn(b"\x1b[1m", reader.read(65536))

    def test_world_stays_as_it_is(self):
        self.good("roll", "chest", "chest", "--seed", "5", "--world", "w.json", "-n", "3")
        before = (self.home / "w.json").read_bytes()
        told = self.told("chest", "chest", "--world", "w.json")
        self.assertEqual((self.home / "w.json").read_bytes(), before)
        self.assertEqual(told["index"], 3)
        rolled = self.rolls("chest", "chest", "--world", "w.json")[0]
        self.assertEqual(told["things"], rolled["things"])
        self.assertIn("world w.json", self.good("explain", "chest", "chest", "--world", "w.json"))
        self.told("chest", "chest", "--seed", "5", "--world", "new.json")
        said = self.bad(INTERNAL, "explain", "chest", "chest", "--world", "new.json")
        self.assertIn("world file new.json does not exist", said[0])
        self.assertFalse((self.home / "new.json").exists())

    def test_fault_is_told_up_to_its_end(self):
        for index in range(20):
            run = self.spoils("explain", "chest", "faulty", "--seed", "1", "--index", str(index))
            if run.returncode == FINE:
                continue
            self.assertEqual(run.returncode, INVALID)
            self.assertIn("chance 50%: no", run.stdout.decode())
            self.assertRegex(run.stderr.decode(), r"^spoils: .*chest\.loot:\d+:\d+: ")
            words = ("explain", "chest", "faulty", "--seed", "1", "--index", str(index), "--json")
            told = json.loads(self.spoils(*words).stdout)
            self.assertIn("fault", told)
            self.assertNotIn("things", told)
            return
        self.fail("no roll has failed")

    def test_wrong_usage(self):
        self.bad(USAGE, "explain")
        self.bad(USAGE, "explain", "chest", "item", "more")
        self.bad(USAGE, "explain", "chest", "--index", "x")
        self.bad(USAGE, "explain", "chest", "--index", "1", "--world", "w.json")
        self.bad(USAGE, "explain", "chest", "--world", "")
        self.bad(USAGE, "explain", "chest", "-n", "3")
        self.assertIn("`--depth`", self.bad(USAGE, "explain", "chest", "--dept", "3")[1])
        self.bad(USAGE, "explain", "chest", "--depth", "99")

    def test_help_and_completion(self):
        text = self.good("explain", "--help")
        self.assertIn("Usage: spoils explain PACK [RULE]", text)
        self.assertIn("Examples:\n  spoils explain ", text)
        self.assertIn("--depth 1..50", self.good("explain", "chest", "--help"))
        candidates = self.good("__complete", "explain", "chest", "--")
        for option in ("--depth", "--json", "--all", "--seed", "--index", "--world"):
            self.assertIn(option, candidates)
        self.assertIn("explain\t", self.good("__complete", ""))
        self.assertIn("relic", self.good("__complete", "explain", "chest", ""))


# The tests of the base class belong to cli_test.py.
del CliTest

if __name__ == "__main__":
    cli_test.main()
