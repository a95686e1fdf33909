#!/usr/bin/env python3
"""Tests of `spoils tweak` from outside: edits, questions, scripts, and the menu with recorded keystrokes.

Usage: tweak_test.py --binary PATH [unittest options]
"""

import json
import os
import pty
import re
import select
import subprocess
import time

import cli_test
from cli_test import FINE, INTERNAL, INVALID, LIMIT, USAGE, CliTest

ITEM = """
pack item "Item" 1.0
rule item {
  base = pick {sword, helm, ring}
  bonus = 5
  repeat 2 { bonus += d6 }
  retry { mark = pick 1..6 } while mark < 3
}
measure worth = 2 * bonus
display "& {base}"
"""


class Tweak(CliTest):
    def setUp(self):
        super().setUp()
        self.write("item.loot", ITEM)

    def tweaked(self, *words):
        return json.loads(self.good("tweak", "item.loot", "--seed", "1", *words, "--format", "json"))

    def edited(self, *edits):
        return self.tweaked(*[word for edit in edits for word in ("--edit", edit)])

    def test_begins_with_the_state_that_is_set(self):
        self.write("pity.loot", "pack pity\nstate dry: 0..9 = 0\nrule r { kind = if dry >= 5 then crown else dust; n = d6 }\n")
        words = ("pity.loot", "--seed", "1", "--set", "dry=7")
        told = json.loads(self.good("tweak", *words, "--edit", "reroll n.1", "--script", "kept.json", "--format", "json"))
        self.assertEqual((told["state"], told["things"][0]["fields"]["kind"]), ({"dry": 7}, "crown"))
        with open(self.home / "kept.json") as script:
            self.assertEqual(json.load(script)["state"], {"dry": "7"})
        again = json.loads(self.good("tweak", "pity.loot", "--script", "kept.json", "--format", "json"))
        self.assertEqual(again["things"], told["things"])
        self.good("roll", "pity.loot", "--world", "w.json")
        self.assertIn("a world has state of its own", self.bad(USAGE, "tweak", *words[:1], "--world", "w.json", "--set", "dry=7")[0])

    def test_completion(self):
        def candidates(*words):
            return [line.split("\t")[0] for line in self.good("__complete", "tweak", "item.loot", *words).splitlines()]
        seed = ("--seed", "1")
        ids = [one["id"] for one in self.decisions(self.tweaked())]
        self.assertEqual(candidates(*seed, "--choices", ""), ids)
        self.assertEqual(candidates(*seed, "--choices=ba"), ["--choices=base.1"])
        self.assertEqual(candidates("--choices", ""), [])  # a random roll
        self.assertEqual(candidates(*seed, "--edit", "skip turn.2", "--choices", "turn.2"), [])
        self.assertLess(set(ids), set(candidates(*seed, "--outlook", "")))
        self.assertIn("turn.1", candidates(*seed, "--outlook", ""))
        self.assertEqual(candidates(*seed, "--edit", "re"), ["reroll"])
        for quote in ("", "'", '"'):
            self.assertEqual(candidates(*seed, "--edit", quote + "pin ba"), ["pin base.1 = "])
            self.assertEqual(candidates(*seed, "--edit", quote + "pin base.1 = "),
                             [f"pin base.1 = {kind}" for kind in ("sword", "helm", "ring")])
        self.assertEqual(candidates(*seed, "--edit=more "), ["--edit=more turn"])
        self.assertEqual(candidates(*seed, "--edit", "unset ma"), ["unset mark"])
        self.assertEqual(candidates(*seed, "--edit", "run it"), ["run item("])
        for words in (["--seed"], ["--seed", "x", "--index", "y", "--edit", "pin"], [*seed, "--edit", "pin a = b = c"],
                      [*seed, "--edit", "bad", "--choices", "x"], [*seed, "--edit", "'"], [*seed, "--edit", " "]):
            candidates(*words)

    def decisions(self, told):
        def walk(steps):
            for step in steps:
                if step["step"] == "decision" and not step.get("rejected"):
                    yield step
                yield from walk(step.get("steps", []))
        return [one for one in walk(told["steps"]) if not one["id"].startswith("rejected")]

    def test_a_thing_by_hand(self):
        self.write("item.loot", ITEM + "rule sharpen { bonus += d6 }\n")
        words = ("tweak", "item.loot", "--seed", "1", "--by-hand", "base = ring", "--by-hand", "bonus=3")
        told = json.loads(self.good(*words, "--format", "json"))
        self.assertEqual(told["things"][0]["name"], "a ring")
        self.assertEqual((told["things"][0]["fields"]["bonus"], told["things"][0]["measures"]), (3, {"worth": 6}))
        self.assertEqual((told["by_hand"], told["decisions"], told["against"]),
                         ({"base": "ring", "bonus": "3"}, 0, ["a thing by hand"]))
        run = ("--edit", "run sharpen()", "--edit", "pin edit.1/bonus.1 = 5")
        told = json.loads(self.good(*words, *run, "--script", "mine.json", "--format", "json"))
        self.assertEqual(told["things"][0]["fields"]["bonus"], 8)
        again = json.loads(self.good("tweak", "item.loot", "--script", "mine.json", "--format", "json"))
        self.assertEqual(again["things"], told["things"])
        self.assertIn("against the rules:\n  a thing by hand\n", self.good(*words))
        self.assertIn("no field `bas`", self.bad(USAGE, "tweak", "item.loot", "--by-hand", "bas = ring")[0])
        self.bad(USAGE, "tweak", "item.loot", "--by-hand", "base")
        self.bad(USAGE, "tweak", "item.loot", "--by-hand", "base = ring", "--script", "mine.json")
        self.bad(USAGE, "tweak", "item.loot", "--by-hand", "base = ring", "--world", "none.world", "--seed", "1")

    def test_long_draws_fit_the_screen(self):
        self.write("long.loot", "pack long\ninput luck: 0..9 = 3\nrule r { repeat 3 { kind = pick "
                                "{(luck + 1) a_sword_of_kings, (9 - luck) a_helm_of_kings, 30 a_ring_of_kings} } }\n")
        for words in ((), ("--choices", "turn.1/kind.1")):
            at_once = self.good("tweak", "long.loot", "--seed", "1", *words)
            for width in (60, 80):
                text = self.good("tweak", "long.loot", "--seed", "1", *words, env={"COLUMNS": str(width)})
                self.assertLessEqual(max(map(len, text.splitlines())), width, text)
                self.assertEqual(text.split(), at_once.split())  # nothing is lost

    def test_without_edits_it_is_the_roll(self):
        for index in range(20):
            told = self.tweaked("--index", str(index))
            rolled = self.rolls("item.loot", "--seed", "1", "--index", str(index), "--with", "worth")[0]
            for key in ("pack", "rule", "seed", "index", "inputs"):
                self.assertEqual(told[key], rolled[key])
            self.assertEqual([thing["fields"] for thing in told["things"]],
                             [thing["fields"] for thing in rolled["things"]])
            self.assertEqual((told["schema"], told["version"], told["edits"]), ("spoils.tweak", 1, []))

    def test_edits(self):
        told = self.edited("pin base.1 = ring", "pin turn.1/bonus.1 = 6", "pin turn.2/bonus.1 = 1")
        self.assertEqual(told["things"][0]["fields"]["base"], "ring")
        self.assertEqual(told["things"][0]["fields"]["bonus"], 12)
        self.assertEqual(told["things"][0]["measures"], {"worth": 24})
        self.assertTrue(told["by_the_rules"])
        self.assertEqual((told["num"], told["den"]), ("1", "648"))
        told = self.edited("pin turn.2/bonus.1 = 4", "skip turn.1", "set mark = 9")
        self.assertEqual(told["things"][0]["fields"]["bonus"], 9)
        self.assertEqual(told["things"][0]["fields"]["mark"], 9)
        self.assertEqual(told["against"], ["skip turn.1", "set mark = 9"])
        self.assertNotIn("p", told)
        self.assertIn("against the rules:", self.good("tweak", "item.loot", "--edit", "set mark = 9"))

    def test_questions(self):
        told = self.tweaked("--choices", "base.1", "--outlook", "turn.1", "--by", "bonus", "--reach", "bonus = 90")
        self.assertEqual([choice["value"] for choice in told["choices"]["choices"]], ["sword", "helm", "ring"])
        self.assertEqual(len(told["outlook"]["rows"]), 6)
        self.assertEqual({row["den"] for row in told["outlook"]["rows"]}, {"6"})
        self.assertEqual((told["reach"]["p"], told["reach"]["nearest"]), (0, ["17"]))
        text = self.good("tweak", "item.loot", "--seed", "1", "--reach", "bonus = 90")
        self.assertIn("bonus = 90: never\nnearest: 17\n", text)
        self.write("cellar.loot", 'pack x "X" 1.0\nrule r { k = pick {9 rat, 1 jar}; if k == jar { wine = pick {1 red, 1 old} } }\n')
        text = self.good("tweak", "cellar.loot", "--edit", "pin k.1 = rat", "--reach", "wine = old")
        self.assertIn("wine = old: 5%\ndepends on: k.1, which alone gives it with 5%\n", text)
        self.write("many.loot", 'pack x "X" 1.0\nrule r { n = pick 1..1000000; z = if n == 999999 then u else v }\n')
        text = self.good("tweak", "many.loot", "--seed", "1", "--reach", "z = u")
        self.assertRegex(text, r"z = u: not found among the [\d,]+ choices that were tried\n"
                               r"not all choices were tried: n.1\n")
        self.write("two.loot", 'pack x "X" 1.0\nrule r { a = d2; b = d2; z = if a + b == 2 then u else v }\n')
        text = self.good("tweak", "two.loot", "--edit", "pin a.1 = 2", "--edit", "pin b.1 = 2", "--reach", "z = u")
        self.assertIn("z = u: 25%, if 2 decisions were open\nno single decision changes it\n", text)
        page = self.tweaked("--choices", "base.1", "--from", "1", "--count", "1")
        self.assertEqual([choice["value"] for choice in page["choices"]["choices"]], ["helm"])

    def test_bad_input(self):
        for words in (["--edit", "pin bse.1 = ring"], ["--edit", "pin base.1 = bow"], ["--choices", "base.2"],
                      ["--reach", "bonus"], ["--outlook", "turn.1", "--by", "bnus"], ["--edit", "bend base.1"]):
            self.bad(USAGE, "tweak", "item.loot", *words)
        self.assertIn("did you mean `base.1`?", self.bad(USAGE, "tweak", "item.loot", "--edit", "pin bse.1 = x")[1])
        self.write("deep.loot", 'pack deep "Deep" 1.0\nrule r { n = pick 1..3; x = 6 // n; repeat n { y = d6 } }\n')
        self.bad(INVALID, "tweak", "deep.loot", "--edit", "force n.1 = 0")
        self.bad(LIMIT, "tweak", "deep.loot", "--edit", "force n.1 = 1000000000000")
        self.bad(USAGE, "tweak")

    def test_scripts(self):
        words = ("tweak", "item.loot", "--seed", "7", "--index", "3", "--script", "s.json", "--format", "json")
        first = self.good(*words, "--edit", "pin base.1 = ring", "--edit", "reroll turn.1")
        script = json.loads((self.home / "s.json").read_text())
        self.assertEqual(script["edits"], ["pin base.1 = ring", "reroll turn.1"])
        # The seed and the index are those of the script.
        again = self.good("tweak", "item.loot", "--script", "s.json", "--format", "json")
        self.assertEqual(json.loads(again)["things"], json.loads(first)["things"])
        before = (self.home / "s.json").read_bytes()
        self.bad(USAGE, "tweak", "item.loot", "--script", "s.json", "--edit", "pin base.1 = bow")
        self.assertEqual((self.home / "s.json").read_bytes(), before)
        self.good("tweak", "item.loot", "--script", "s.json", "--edit", "set bonus = 1")
        self.assertEqual(len(json.loads((self.home / "s.json").read_text())["edits"]), 3)

    def test_scripts_of_other_packs(self):
        self.good("tweak", "item.loot", "--seed", "1", "--script", "s.json", "--edit", "pin base.1 = ring",
                  "--edit", "skip turn.2")
        self.write("other.loot", 'pack other "Other" 1.0\nrule r { a = d6 }\n')
        self.bad(INVALID, "tweak", "other.loot", "--script", "s.json")
        self.write("item.loot", ITEM.replace("repeat 2", "repeat 1"))
        run = self.spoils("tweak", "item.loot", "--script", "s.json", "--format", "json")
        self.assertEqual(run.returncode, FINE)
        self.assertIn(b"the pack has changed", run.stderr)
        self.assertIn(b"left out: `skip turn.2`", run.stderr)
        self.assertEqual(json.loads(run.stdout)["edits"], ["pin base.1 = ring"])
        for text in ("", "[]", "{", '{"schema":"spoils.roll"}', '{"schema":"spoils.tweak","version":1,"pack":3}'):
            self.write("bad.json", text)
            self.bad(INTERNAL, "tweak", "item.loot", "--script", "bad.json", "--edit", "reroll")
            self.assertEqual((self.home / "bad.json").read_text(), text)

    def test_a_world_stays_as_it_is(self):
        self.good("roll", "chest", "chest", "--world", "w.json", "--seed", "3")
        before = (self.home / "w.json").read_bytes()
        told = json.loads(self.good("tweak", "chest", "chest", "--world", "w.json", "--format", "json"))
        self.assertEqual((self.home / "w.json").read_bytes(), before)
        rolled = json.loads(self.good("roll", "chest", "chest", "--world", "w.json", "--format", "json"))
        self.assertEqual(told["things"], rolled["things"])

    def test_the_menu(self):
        keys = ["?", "1", "1 3", "r 1", "u", "U", "= bonus 50", "x 99", "zzz", "w menu.json", ": unset mark", "q"]
        shown = self.play(keys, "tweak", "item.loot", "--seed", "1")
        self.assertIn("show the choices of decision 7", shown)
        self.assertIn("there is no line `99`", shown)
        self.assertIn("that is no command", shown)
        script = json.loads((self.home / "menu.json").read_text())
        self.assertEqual(script["edits"], ["pin base.1 = 3", "reroll base.1", "set bonus = 50"])
        # It shows what the JSON of the same edits has.
        told = self.edited(*script["edits"])
        self.assertIn("bonus=50", re.sub(r"= +", "=", shown))
        self.assertIn(told["things"][0]["name"], shown)
        listed = self.tweaked("--choices", "base.1")
        for choice in listed["choices"]["choices"]:
            self.assertIn(choice["value"], shown)
            self.assertIn(choice["name"], shown)

    def play(self, keys, *words):
        """Runs the menu on a terminal of its own; a key is sent when the prompt is there."""
        ours, theirs = pty.openpty()
        run = subprocess.Popen([cli_test.BINARY, *words], stdin=theirs, stdout=theirs, stderr=theirs, cwd=self.home,
                               env=self.environment(TERM="dumb", COLUMNS="200"))
        os.close(theirs)
        shown = ""
        deadline = time.monotonic() + 100
        pending = list(keys)
        since = ""
        while time.monotonic() < deadline:
            if not select.select([ours], [], [], 1)[0]:
                if run.poll() is not None:
                    break
                continue
            try:
                part = os.read(ours, 65536).decode()
            except OSError:
                break
            if not part:
                break
            shown += part
            since += part
            if pending and since.endswith("tweak> "):
                since = ""
                os.write(ours, (pending.pop(0) + "\n").encode())
        run.wait(timeout=100)
        os.close(ours)
        self.assertEqual((run.returncode, pending), (FINE, []), shown)
        return shown.replace("\r\n", "\n")


if __name__ == "__main__":
    cli_test.main()
