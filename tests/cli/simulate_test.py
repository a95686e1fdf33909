#!/usr/bin/env python3
"""Tests of `spoils simulate` from outside: formats, threads, interruptions, files that cannot be written.

Usage: simulate_test.py --binary PATH [unittest options]
"""

import csv
import io
import json
import os
import random
import shlex
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

import cli_test
from cli_test import FINE, INTERNAL, INVALID, LIMIT, USAGE, CliTest

GAME = """
pack game "Game" 1.0
input depth: 1..9 = 1
state dry: 0..9 = 0
rule run { for d in 1..4 { with depth = d { drop room } } }
rule room {
  size = pick 1..3
  if chance(20% * (1 + dry)) { dry = 0; drop item } else { dry = min(9, dry + 1) }
}
rule item { kind = pick { 6 dagger, 3 ring, 1 crown }; worth = 10 * depth + d6 }
"""
QUESTIONS = ("--by", "depth,kind", "--by", "made_by", "--sum", "worth", "--count", "kind == crown", "--per-run", "dry",
             "--first", "kind == ring", "--nth", "1,2", "--at", "depth")


class Simulate(CliTest):
    def setUp(self):
        super().setUp()
        self.write("game.loot", GAME)

    def simulate(self, *words):
        return self.good("simulate", "game.loot", "--seed", "5", *words)

    def told(self, *words):
        return json.loads(self.simulate("--format", "json", *words))

    def test_says_why_nothing_was_compared(self):
        self.write("wide.loot", "pack wide\nrule r { n = pick 1..9000 }\n")
        text = self.good("simulate", "wide.loot", "--per-run", "sum(thing in things: thing.n)", "--runs", "5000",
                         "--seed", "1")
        self.assertIn("nothing was compared with exact odds:", text)
        self.assertIn("it has more than 1000 values", text)
        told = json.loads(self.good("simulate", "wide.loot", "--per-run", "sum(thing in things: thing.n)", "--runs",
                                    "5000", "--seed", "1", "--format", "json"))
        self.assertEqual((told["compared"], len(told["uncompared"])), (0, 1))
        self.assertEqual(self.told()["uncompared"], [])

    def test_the_run_rule_is_the_default(self):
        self.assertIn("game run  depth 1  seed 0x0000000000000005  1000 runs", self.simulate("--runs", "1000"))
        self.assertIn("game item", self.simulate("item", "--runs", "1000", "--depth", "3"))

    def test_json_counts_what_rolls_give(self):
        told = self.told("--runs", "200", *QUESTIONS)
        self.assertEqual((told["schema"], told["runs"], told["complete"]), ("spoils.simulation", 200, True))
        rolls = self.rolls("game.loot", "run", "--seed", "5", "-n", "200")
        things = [thing for roll in rolls for thing in roll["things"]]
        self.assertEqual(told["things"], len(things))
        for row in told["tables"][0]["rows"]:
            depth, kind = row["values"]
            here = [t for t in things if t["fields"]["kind"] == kind and t.get("inputs", {}).get("depth", 1) == depth]
            self.assertEqual(row["things"], len(here))
            self.assertEqual(int(row["sums"][0]["total"]), sum(t["fields"]["worth"] or 0 for t in here))
        crowns = [sum(t["fields"]["kind"] == "crown" for t in roll["things"]) for roll in rolls]
        self.assertEqual({row["value"]: row["runs"] for row in told["per_run"][0]["rows"]},
                         {n: crowns.count(n) for n in set(crowns)})
        self.assertEqual(told["disagreements"], [])
        self.assertGreater(told["compared"], 20)

    def test_same_bytes_for_any_number_of_threads(self):
        for form in ("text", "json"):
            outputs = {self.simulate("--runs", "3000", "--threads", str(threads), "--format", form, *QUESTIONS)
                       for threads in (1, 2, 4)}
            self.assertEqual(len(outputs), 1)

    def test_csv_has_one_question(self):
        rows = list(csv.DictReader(io.StringIO(self.simulate("--runs", "500", "--by", "kind,depth", "--where",
                                                             "kind != none", "--sum", "worth", "--format", "csv"))))
        self.assertEqual({row["kind"] for row in rows}, {"dagger", "ring", "crown"})
        for row in rows:
            self.assertLessEqual(float(row["low"]), float(row["mean"]))
            self.assertAlmostEqual(float(row["mean"]), int(row["things"]) / 500)
        rows = list(csv.DictReader(io.StringIO(self.simulate("--runs", "500", "--per-run", "dry", "--format", "csv"))))
        self.assertEqual(sum(int(row["runs"]) for row in rows), 500)
        rows = list(csv.DictReader(io.StringIO(self.simulate("--runs", "500", "--first", "kind == crown", "--nth",
                                                             "1,9", "--format", "csv"))))
        self.assertEqual([row["nth"] for row in rows], ["1", "9"])
        self.assertAlmostEqual(float(rows[0]["wait"]) * float(rows[0]["chance"]), 1)
        self.bad(USAGE, "simulate", "game.loot", "--by", "kind", "--per-run", "dry", "--format", "csv")

    def test_bad_arguments(self):
        for words in ((), ("--runs", "0"), ("--runs", "-1"), ("--runs", "many"), ("--threads", "5000"),
                      ("--by", "knid"), ("--by", "kind,"), ("--where", "kind == dager"), ("--count", "kind =="),
                      ("--per-run", "d6"), ("--sum", "kind"), ("--nth", "2"), ("--at", "depth"),
                      ("--first", "kind == crown", "--nth", "0"), ("--first", "kind == crown", "--nth", "1,x"),
                      ("--resume",), ("--every", "10s"), ("--checkpoint", "c"), ("--format", "xml"),
                      ("--checkpoint", "c", "--seed", "1", "--every", "soon"), ("--depth", "10"), ("nothing",),
                      ("run", "more")):
            self.bad(USAGE, "simulate", *(("game.loot", *words) if words else ()))
        self.assertIn("kind", self.bad(USAGE, "simulate", "game.loot", "--by", "knid")[1])
        self.assertFalse((self.home / "c").exists())

    def test_what_goes_wrong_in_a_run(self):
        self.write("faulty.loot", 'pack faulty "Faulty" 1.0\nrule run { x = 6 / (pick 1..500 - 1) }\n')
        message, _ = self.bad(INVALID, "simulate", "faulty.loot", "--per-run", "x", "--quiet", "--seed", "1")
        self.assertIn("faulty.loot:2", message)
        self.bad(LIMIT, "simulate", "game.loot", "--by", "worth", "--max-keys", "3")
        # Few values, but long ones: 60,000 bytes each.
        self.write("long.loot", 'pack long\nrule r { kind = "' + "x" * 60000 + '{pick 1..1000000000}" }\n')
        for words in (("--by", "kind"), ("--per-run", "kind"), ("--first", "true", "--at", "kind")):
            said = self.bad(LIMIT, "simulate", "long.loot", *words, "--runs", "3000")
            self.assertIn("values of more than 64 MB together", said[0])

    def test_files_that_cannot_be_written_are_told_first(self):
        for path in ("missing/c", "."):
            self.bad(INTERNAL, "simulate", "game.loot", "--seed", "1", "--runs", "1000000000000", "--checkpoint", path)
        self.write("other", "no checkpoint")
        self.bad(INTERNAL, "simulate", "game.loot", "--seed", "1", "--checkpoint", "other", "--resume")
        self.simulate("--runs", "100", "--checkpoint", "mine")
        for words in (("--seed", "6"), ("--seed", "5", "--by", "depth"), ("--seed", "5", "--runs", "99")):
            self.bad(INTERNAL, "simulate", "game.loot", "--checkpoint", "mine", "--resume", *words)

    def test_files_that_nobody_meant_to_lose_stay(self):
        self.simulate("--runs", "100", "--checkpoint", "mine", "--out", "mine.db")
        self.simulate("--runs", "100", "--out", "mine.db")
        before = {name: (self.home / name).read_bytes() for name in ("mine", "game.loot")}
        for words, message, hint in ((("--checkpoint", "mine"), "mine already exists", "--resume"),
                                     (("--out", "game.loot"), "game.loot already exists, and is not a spoils results database", "--out"),
                                     (("--checkpoint", "new", "--out", "./new"), "need the name of a file", "")):
            said, helped = self.bad(USAGE, "simulate", "game.loot", "--seed", "5", "--runs", "10", *words)
            self.assertIn(message, said)
            self.assertIn(hint, helped)
        self.assertEqual(before, {name: (self.home / name).read_bytes() for name in before})

    def test_what_cannot_be_kept_is_shown(self):
        for words in (("--out", "gone/results.db"), ("--checkpoint", "gone/counts", "--every", "0s")):
            (self.home / "gone").mkdir()
            process = self.start("--runs", "1000000000000", "--format", "json", *words)
            time.sleep(0.5)
            while (self.home / "gone").exists():  # a checkpoint may be written while it is removed
                shutil.rmtree(self.home / "gone", ignore_errors=True)
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            output, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, INTERNAL)
            self.assertIn(b"cannot be written", error)
            self.assertFalse(json.loads(output)["complete"])

    def test_more_runs_later(self):
        self.simulate("--runs", "100", "--checkpoint", "mine", *QUESTIONS)
        self.assertEqual(self.simulate("--runs", "1000", "--checkpoint", "mine", "--resume", *QUESTIONS),
                         self.simulate("--runs", "1000", *QUESTIONS))

    def start(self, *words):
        return subprocess.Popen([cli_test.BINARY, "simulate", "game.loot", "--seed", "5", *words], cwd=self.home,
                                env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_a_log_tells_how_far_it_is(self):
        """Where there is no terminal: a line every ten seconds."""
        process = self.start("--runs", "1000000000000", "--no-exact")
        line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertRegex(line, rb"^spoils: \d+ of 1000000000000 runs, 1\d s; \d+ h \d\d min left\n$")

    def test_interrupted_shows_what_there_is(self):
        process = self.start("--runs", "1000000000000", "--format", "json", "--checkpoint", "mine", "--every", "0s")
        while not (self.home / "mine").exists():
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=60)
        self.assertEqual((process.returncode, error), (-signal.SIGINT, b""))
        told = json.loads(output)
        self.assertFalse(told["complete"])
        whole = self.told("--runs", str(told["runs"]), "--no-exact")
        self.assertEqual(told["tables"], whole["tables"])
        # And its checkpoint goes on from there.
        more = str(told["runs"] + 10)
        self.assertEqual(self.told("--runs", more, "--checkpoint", "mine", "--resume"), self.told("--runs", more))

    def test_killed_at_any_moment_and_resumed(self):
        moments = random.Random(20)
        words = ("--runs", "40000", "--format", "json", "--no-exact", *QUESTIONS)
        begin = time.monotonic()
        wanted = self.simulate(*words)
        # A study that has just begun outlives any of these moments, however fast the machine is.
        longest = (time.monotonic() - begin) / 4
        killed = 0
        while killed < 50:
            process = self.start(*words, "--checkpoint", "mine", "--every", "0s", "--resume", "--threads",
                                 str(1 + killed % 3))
            try:
                output, _ = process.communicate(timeout=moments.uniform(0, longest))
                self.assertEqual(output.decode(), wanted)
                (self.home / "mine").unlink()
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                killed += 1
        self.assertEqual(self.simulate(*words, "--checkpoint", "mine", "--resume"), wanted)
        leftovers = [path.name for path in self.home.iterdir() if path.name.endswith(".tmp")]
        self.assertLess(len(leftovers), 51)

    def test_memory_does_not_grow_with_runs(self):
        if "ASAN_OPTIONS" in os.environ:
            self.skipTest("sanitizers keep what was freed")
        self.write("small.loot", 'pack small "Small" 1.0\nrule run { x = pick 1..6; kind = pick { 3 ring, 1 crown } }\n')
        kilobytes = [self.most_memory("simulate", "small.loot", "--runs", str(10**power), "--seed", "5", "--by", "kind",
                                      "--per-run", "x", "--first", "kind == crown", "--threads", "1")
                     for power in (5, 6, 7)]
        self.assertLess(max(kilobytes) - min(kilobytes), 1024, kilobytes)

    def most_memory(self, *words):
        process = subprocess.Popen([cli_test.BINARY, *words], cwd=self.home, env=self.environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, FINE)
        return used.ru_maxrss

    def change(self, file, command):
        database = sqlite3.connect(self.home / file)
        database.execute(command)
        database.commit()
        database.close()

    def test_results_answer_queries(self):
        self.simulate("--runs", "400", "--out", "game.db", *QUESTIONS)
        told = self.told("--runs", "400", *QUESTIONS)
        database = sqlite3.connect(self.home / "game.db")
        self.addCleanup(database.close)
        fields = dict(database.execute("SELECT field, value FROM metadata"))
        self.assertEqual((fields["pack"], fields["rule"], fields["seed"], fields["runs"], fields["pack_hash"]),
                         ("game", "run", "0x0000000000000005", "400", told["pack_hash"]))
        self.assertRegex(fields["program"], r"^spoils \d")
        rows = list(database.execute("SELECT depth, kind, things, mean, mean_low, mean_high FROM things_1"))
        self.assertEqual([(*row["values"], row["things"]) for row in told["tables"][0]["rows"]],
                         [(depth, kind, things) for depth, kind, things, *_ in rows])
        for _, _, things, mean, low, high in rows:
            self.assertEqual(mean, things / 400)
            self.assertTrue(low <= mean <= high)
        self.assertEqual(list(database.execute("SELECT value, runs FROM firsts_values WHERE number = 1")),
                         [(row["value"], row["runs"]) for row in told["firsts"][0]["rows"]])
        # The command that the file tells makes the same file.
        words = shlex.split(fields["command"])[1:]
        self.good(*words, "--out", "again.db")
        self.assertEqual((self.home / "again.db").read_bytes(), (self.home / "game.db").read_bytes())

    @unittest.skipUnless(shutil.which("sqlite3"), "needs the program sqlite3")
    def test_results_open_with_sqlite3(self):
        self.simulate("--runs", "100", "--by", "kind", "--out", "game.db")
        done = subprocess.run(["sqlite3", "game.db", "PRAGMA integrity_check; SELECT sum(things) FROM things_1"],
                              cwd=self.home, capture_output=True, check=True)
        told = self.told("--runs", "100", "--by", "kind")
        self.assertEqual(done.stdout.decode().split(), ["ok", str(told["things"])])

    def test_report_tells_what_simulate_told(self):
        words = ("--runs", "400", *QUESTIONS)
        shown = self.simulate(*words, "--out", "game.db")
        self.assertEqual(self.good("report", "game.db"), shown)
        self.assertEqual(json.loads(self.good("report", "game.db", "--format", "json")), self.told(*words))

    def test_what_was_written_into_results_is_checked(self):
        self.simulate("--runs", "100", "--by", "kind", "--per-run", "count(things)", "--out", "game.db")
        self.change("game.db", "UPDATE per_run_values SET last = 'x\"'")
        message, _ = self.bad(INTERNAL, "report", "game.db", "--format", "json")
        self.assertIn("a value is no integer", message)

    def test_results_without_what_others_need_are_refused(self):
        self.simulate("--runs", "100", "--per-run", "count(things)", *QUESTIONS, "--out", "whole.db")
        for change, why in (('UPDATE per_run SET "set" = NULL', "a mean of no numbers"),
                            ('UPDATE firsts SET "set" = 0', "a mean of no numbers"),
                            ("UPDATE firsts SET first_run = NULL", "runs without a first one")):
            shutil.copy(self.home / "whole.db", self.home / "game.db")
            self.change("game.db", change)
            message, _ = self.bad(INTERNAL, "report", "game.db")
            self.assertIn(why, message, change)

    def test_report_compares_and_draws(self):
        self.write("richer.loot", GAME.replace("1 crown", "4 crown"))
        self.simulate("--runs", "3000", "--by", "depth,kind", "--out", "a.db")
        self.good("simulate", "richer.loot", "--seed", "6", "--runs", "3000", "--by", "depth,kind", "--out", "b.db")
        self.assertIn("0 of", self.good("report", "a.db", "a.db"))
        told = json.loads(self.good("report", "a.db", "b.db", "--format", "json"))
        self.assertGreater(len(told["changes"]), 3)
        self.assertTrue(all("crown" in c["what"] for c in told["changes"] if abs(c["sigmas"]) > 12))
        shown = self.good("report", "a.db", "b.db", "--plots", "plots")
        self.assertIn("standard errors", shown)
        plots = sorted((self.home / "plots").iterdir())
        self.assertEqual([plot.name for plot in plots], ["things_1_at_least_one.svg", "things_1_mean.svg"])
        for plot in plots:
            self.assertEqual(xml.parse(plot).getroot().tag, "{http://www.w3.org/2000/svg}svg")

    def test_report_knows_how_little_two_runs_say(self):
        # 0 of 2: Wilson's interval ends at z^2 / (2 + z^2) with z = 1.96.
        for name, runs, kind in (("a", "2", "a"), ("b", "10000", "pick {1 a, 1000 b}")):
            self.write("two.loot", f'pack two "T" 1.0\nrule r {{ kind = {kind} }}\n')
            self.good("simulate", "two.loot", "--runs", runs, "--seed", "5", "--by", "kind", "--out", name + ".db")
        changes = json.loads(self.good("report", "a.db", "b.db", "--format", "json"))["changes"]
        never = [c["before"] for c in changes if "kind = b" in c["what"] and "with a thing" in c["what"]]
        self.assertEqual(len(never), 1)
        self.assertEqual((never[0]["value"], never[0]["low"]), (0, 0))
        self.assertAlmostEqual(never[0]["high"], 1.959964**2 / (2 + 1.959964**2), places=6)

    def test_tables_fit_the_screen(self):
        words = ("--runs", "50", "--by", "depth,kind", "--sum", "worth", "--sum", "depth * depth", "--sum", "depth + 1")
        for width in (50, 80):
            lines = self.good("simulate", "game.loot", *words, "--seed", "5", env={"COLUMNS": str(width)}).splitlines()
            self.assertLessEqual(max(map(len, lines)), width)
            heads = [line for line in lines if line.startswith("  depth  kind")]
            for column in ("a run", "at least one", "worth", "depth * depth", "depth + 1"):
                self.assertEqual(sum(f" {column} " in head for head in heads), 1, (column, heads))
            self.assertGreater(len(heads), 1)

    def test_report_of_what_is_no_results(self):
        self.write("text.db", "no database\n" * 100)
        self.bad(USAGE, "report")
        self.bad(USAGE, "report", "missing.db")
        self.bad(USAGE, "report", "a.db", "b.db", "c.db")
        self.bad(INTERNAL, "report", "text.db")
        self.assertIn("not a file", self.bad(USAGE, "report", ".")[0])
        for path in ("missing/a.db", "."):
            self.bad(INTERNAL, "simulate", "game.loot", "--runs", "1000000000000", "--out", path)

    def test_nothing_on_a_terminal_that_is_none(self):
        self.assertEqual(self.spoils("simulate", "game.loot", "--runs", "1000").returncode, FINE)


if __name__ == "__main__":
    cli_test.main()
