#!/usr/bin/env python3
"""Tests of the limits on memory and time of everything that computes odds, from outside.

Usage: budget_test.py --binary PATH [unittest options]. Nothing here looks at a clock: what never ends is ended by ctest.
"""

import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import time
import unittest

import cli_test
from cli_test import ASSERTION, FINE, LIMIT, USAGE, CliTest

# Every element of a list under construction is in a list of its own.
LISTS = 'pack p "P" 1.0\nrule r { let l = [1]\n repeat 100000 { l += 1 }\n n = count(l) }\n'
# Ten values each, and nothing that joins them.
SLOTS = 'pack p "P" 1.0\nrule r {\n' + "\n".join(f" x{i} = d10" for i in range(40)) + "\n}\n"
SLOTS += 'display r "' + "".join(f"{{x{i}}}" for i in range(40)) + '"\n'
# Each turn multiplies two fractions, whose numerators grow by some bits.
FRACTIONS = 'pack p "P" 1.0\nrule r { n = 0\n repeat 4000 { if chance (n + 1) / (n + 7) { n = n + 1 } } }\n'
# Each value takes a million steps, and each path another value.
CONSTANTS = 'pack p "P" 1.0\nconstant def c(n) = sum(a in 1..1000: sum(b in 1..1000: if (a * b + n) mod 7 == 3 then 1 else 0))\n'
CONSTANTS += 'rule r { n = c(d1000) }\n'
LONG_CONSTANT = ('pack p "P" 1.0\n'
                 'constant def c(n) { let t = 0; for i in 1..n { for j in 1..n { t += 1 } }; give t }\n'
                 'rule r { n = c(100000) }\n')
# 11^30 outcomes, one of which has three quarters of the probability.
LIKELY = 'pack p "P" 1.0\ntable t { 990 a; 1 b, c, d, e, f, g, h, i, j, k }\nrule r {\n'
LIKELY += "\n".join(f" x{i} = pick t" for i in range(30)) + "\n}\n"
LIKELY += 'display r "' + " ".join(f"{{x{i}}}" for i in range(30)) + '"\n'
TABLES = 61


def nested_tables(expects):
    rows = "".join(f"table t{i} {{ (pick t{i + 1}), (pick t{i + 1}) }}\n" for i in range(1, TABLES))
    expectation = 'expect "half": odds(r: kind == a) == 50%\n' if expects else ""
    return f'pack p "P" 1.0\nrule r {{ kind = pick t1 }}\n{rows}table t{TABLES} {{ a, b }}\n{expectation}'


class Budget(CliTest):
    def measured(self, *words):
        """Returns exit code, output, messages and the peak of memory in MB."""
        with open(self.folder / "out", "wb") as out, open(self.folder / "err", "wb") as err:
            child = subprocess.Popen([cli_test.BINARY, *words], stdout=out, stderr=err, cwd=self.home,
                                     env=self.environment())
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        return (child.returncode, (self.folder / "out").read_text(), (self.folder / "err").read_text(),
                usage.ru_maxrss / 1024)

    def interrupted(self, *words):
        """Runs a command for long enough that it computes, and interrupts it; returns its exit code."""
        child = subprocess.Popen([cli_test.BINARY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 cwd=self.home, env=self.environment())
        time.sleep(1.5)
        child.send_signal(signal.SIGINT)
        child.communicate()
        return child.returncode


class Memory(Budget):
    def test_lists_that_grow_are_refused_with_their_name(self):
        self.write("p.loot", LISTS)
        code, out, error, peak = self.measured("odds", "p.loot", "--by", "n", "--max-memory", "100M", "--exact")
        self.assertEqual((code, out), (LIMIT, ""))
        self.assertRegex(error, r"^spoils: the odds need more memory than the limit of 100 MB\nhelp: `l` grows to \d+")
        self.assertLess(peak, 400)

    def test_states_beyond_the_limit_are_given_up(self):
        self.write("p.loot", SLOTS)
        code, out, error, peak = self.measured("odds", "p.loot", "--by", "name", "--max-memory", "60M", "--max-paths",
                                               "3000000", "--rows", "1")
        self.assertIn(code, (FINE, LIMIT), error)
        self.assertIn("bounds:" if code == FINE else "memory", out + error)
        self.assertLess(peak, 400)

    def test_check_and_diff_and_book_and_simulate_obey(self):
        self.write("p.loot", LISTS + 'expect "long": odds(r: n == 100001) == 100%\n')
        code, out, _, peak = self.measured("check", "p.loot", "--max-memory", "60M")
        self.assertEqual(code, ASSERTION)
        self.assertIn("is undecided: its odds need more", out)
        self.assertLess(peak, 400)
        for words in (["diff", "p.loot", "p.loot"], ["book", "p.loot"],
                      ["simulate", "p.loot", "r", "--by", "n", "--runs", "2", "--threads", "1", "--seed", "1"],
                      ["odds", "p.loot", "--why", "100001", "--by", "n"],
                      ["odds", "p.loot", "--by", "n", "--fractions"],
                      ["odds", "p.loot", "--by", "n", "--rolls", "5"]):
            code, _, error, peak = self.measured(*words, "--max-memory", "60M")
            self.assertIn(code, (FINE, LIMIT), (words, error))
            self.assertLess(peak, 400, words)

    def test_a_book_of_a_thousand_rules_takes_the_memory_of_few(self):
        rules = ("table t{0} {{ {1} a, 2 b }}\nrule r{0} {{ kind = pick t{0}; n = {1}d6 + depth }}\n".format(i, 1 + i % 3)
                 for i in range(1000))
        self.write("p.loot", "pack many\ninput depth: 1..20 = 1\n" + "".join(rules))
        code, out, error, _ = self.measured("book", "p.loot", "--max-memory", "130M")
        self.assertEqual((code, error), (FINE, ""))
        self.assertIn("r999", out)

    def test_a_limit_that_is_met_changes_nothing(self):
        words = ("odds", "chest", "--format", "json")
        self.assertEqual(self.good(*words), self.good(*words, "--max-memory", "200M"))

    def test_sizes_and_times(self):
        for option, text in (("--max-memory", "0"), ("--max-memory", "3X"), ("--max-memory", "99999999999G"),
                             ("--time", "0"), ("--time", "soon"), ("--time", "1d"), ("--max-time", "0")):
            message, _ = self.bad(USAGE, "odds", "chest", option, text)
            self.assertIn(option, message)
        answer = self.good("odds", "chest", "--format", "json")
        for words in (("--time", "none"), ("--time", "60s"), ("--time", "60000ms"), ("--max-time", "1m")):
            self.assertEqual(answer, self.good("odds", "chest", "--format", "json", *words))


    def test_a_value_is_not_short_of_memory_because_of_others_beside_it(self):
        self.write("p.loot", 'pack p "P" 1.0\ninput n: 1..6 = 1\nrule r { x = 0\n repeat n { x = 11 * x + d9 } }\n')
        words = ("odds", "p.loot", "--by", "x", "--sweep", "n", "--max-memory", "600M", "--format", "json", "--threads")
        alone = self.good(*words, "1")
        self.assertEqual(alone, self.good(*words, "3"))
        self.assertEqual([one["exact"] for one in json.loads(alone)["sweep"]], [True] * 6)


class Time(Budget):
    def test_nested_tables_are_joined(self):
        self.write("p.loot", nested_tables(True))
        told = json.loads(self.good("odds", "p.loot", "--fractions", "--format", "json"))
        self.assertTrue(told["exact"])
        self.assertEqual([(row["num"], row["den"]) for row in told["rows"]], [("1", "2"), ("1", "2")])
        self.good("check", "p.loot")
        self.assertIn("50", self.good("book", "p.loot"))

    def test_fractions_obey_the_clock(self):
        self.write("p.loot", FRACTIONS)
        code, out, error, _ = self.measured("odds", "p.loot", "--by", "n", "--fractions", "--time", "1s")
        self.assertIn(code, (FINE, LIMIT), error)
        self.assertRegex(out + error, "bounds: |stopped")

    def test_the_values_of_constant_defs_obey_the_clock(self):
        self.write("p.loot", CONSTANTS)
        code, out, error, _ = self.measured("odds", "p.loot", "--by", "n", "--time", "1s")
        self.assertIn(code, (FINE, LIMIT), error)
        self.assertRegex(out + error, "bounds: |stopped")

    def test_so_does_the_one_that_a_last_roll_needs(self):
        # A thousand million steps, which the odds give up, and which no roll begins anew.
        self.write("p.loot", LONG_CONSTANT)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        code, _, error, _ = self.measured("odds", "p.loot", "--by", "n", "--time", "1s")
        self.assertEqual(code, LIMIT, error)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 4, "seconds of the processor")

    def test_the_likeliest_outcome_is_known_when_the_time_is_over(self):
        self.write("p.loot", LIKELY)
        told = json.loads(self.good("odds", "p.loot", "--by", "name", "--time", "2s", "--format", "json"))
        self.assertFalse(told["exact"])
        self.assertAlmostEqual(told["rows"][0]["lo"], 0.99**30, 9)

    def test_the_likeliest_outcome_is_known_when_memory_ends_before_the_time(self):
        self.write("p.loot", LIKELY)
        told = json.loads(self.good("odds", "p.loot", "--by", "name", "--time", "3s", "--max-memory", "40M", "--format",
                                    "json"))
        self.assertFalse(told["exact"])
        self.assertAlmostEqual(told["rows"][0]["lo"], 0.99**30, 9)

    def test_a_person_at_a_terminal_waits_two_seconds(self):
        self.write("p.loot", LIKELY)
        answer, _ = self.on_terminal("odds", "p.loot", "--by", "name", "--rows", "1")
        # A quick machine fills the memory first.
        self.assertRegex(answer, "bounds: (.|\n)*more with\\s+--(time|max-memory)")

    def test_the_values_of_a_sweep_share_two_seconds_on_a_terminal(self):
        # The last value has 400,009 states and 300 turns, which take a minute or more.
        self.write("p.loot", 'pack p "P" 1.0\ninput n: 1..300 = 1\n'
                             'rule r { x = 0\n repeat n { x = (7 * x + d6) mod 400009 } }\n')
        answer, _ = self.on_terminal("odds", "p.loot", "--by", "x", "--sweep", "n=1,2,300", "--format", "json")
        self.assertEqual([one["exact"] for one in json.loads(answer)["sweep"]], [True, True, False])

    def on_terminal(self, *words):
        """Runs a command whose output is a terminal; returns what it prints, and its exit code."""
        ours, theirs = os.openpty()
        environment = {key: value for key, value in self.environment().items() if key != "CI"}
        child = subprocess.Popen([cli_test.BINARY, *words], stdout=theirs, stderr=subprocess.DEVNULL, cwd=self.home,
                                 env=environment)
        os.close(theirs)
        out = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                break
            if not part:
                break
            out += part
        os.close(ours)
        return out.decode(), child.wait()

    def test_fractions_obey_an_interrupt(self):
        self.write("p.loot", FRACTIONS)
        self.assertIn(self.interrupted("odds", "p.loot", "--by", "n", "--fractions"), (FINE, LIMIT, -signal.SIGINT))

    def test_an_interrupted_book_leaves_nothing(self):
        self.write("p.loot", SLOTS)
        before = sorted(os.listdir(self.home))
        # A small pack may be done before the signal comes; then there is all of the book.
        code = self.interrupted("book", "p.loot", "-o", "book.md")
        self.assertIn(code, (FINE, -signal.SIGINT))
        after = sorted(os.listdir(self.home))
        self.assertEqual(after, before if code != FINE else sorted([*before, "book.md"]))

    def test_a_thousand_broken_expectations(self):
        expectations = "".join(f'expect "e{i}": odds(r: x == 1) > 50.{i:04}%\n' for i in range(1000))
        self.write("p.loot", f'pack p "P" 1.0\nrule r {{ let y = 0\n repeat 200 {{ y += d6 }}\n x = d1000 }}\n{expectations}')
        code, out, error, _ = self.measured("check", "p.loot", "--format", "json")
        self.assertEqual(code, ASSERTION, error)
        self.assertEqual(len(re.findall(r'"holds":false', out)), 1000)


    def test_expectations_are_not_begun_when_the_time_is_over(self):
        # All of them would take more than a minute.
        expectations = "".join(f'expect "e{i}": odds(r: n + m > {i % 900} and n * m < 50000) > 0.00001\n' for i in range(3000))
        self.write("p.loot", f'pack p "P" 1.0\nrule r {{ n = pick 1..1000; m = d100 }}\n{expectations}')
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        self.assertEqual(self.measured("check", "p.loot", "--time", "1s", "--threads", "1")[0], ASSERTION)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 20, "seconds of the processor")


class ClosedForms(Budget):
    def test_the_packs_of_the_benchmark_are_met(self):
        # Their expectations are closed forms, over more sets and orders than any budget has paths.
        folder = pathlib.Path(__file__).resolve().parents[2] / "bench" / "odds"
        packs = sorted(folder.glob("*.loot"))
        self.assertGreater(len(packs), 7)
        for pack in packs:
            self.good("check", str(pack))


if __name__ == "__main__":
    cli_test.main()
