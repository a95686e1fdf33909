#!/usr/bin/env python3
"""Tests of the program `spoils` from outside.

Usage: cli_test.py --binary PATH [unittest options]. Needs a shell for nothing but the tests of completion.
"""

import argparse
import csv
import io
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

BINARY = None  # set by main()
HERE = pathlib.Path(__file__).resolve().parent
CHEST = HERE / "chest.loot"

FINE, ASSERTION, USAGE, INVALID, LIMIT, INTERNAL, DISAGREEMENT = range(7)


class CliTest(unittest.TestCase):
    """A folder of its own for each test, with the shipped packs `chest` and `warned`."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="spoils-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.packs = self.folder / "shipped"
        (self.packs / "chest").mkdir(parents=True)
        shutil.copy(CHEST, self.packs / "chest" / "chest.loot")
        self.home = self.folder / "here"
        self.home.mkdir()

    def environment(self, **changes):
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "ASAN_OPTIONS", "UBSAN_OPTIONS")
                if name in os.environ}
        return {**keep, "SPOILS_PATH": str(self.packs), "XDG_CACHE_HOME": str(self.folder / "cache"), **changes}

    def spoils(self, *words, stdin=b"", env=None, **options):
        return subprocess.run([BINARY, *map(os.fsencode, words)], input=stdin, capture_output=True, cwd=self.home,
                              env=self.environment(**(env or {})), timeout=120, check=False, **options)

    def good(self, *words, **options):
        """Runs a command that must succeed in silence on standard error; returns its output."""
        run = self.spoils(*words, **options)
        # Work that takes long says every ten seconds how far it is; how long it takes is the machine's affair.
        error = re.sub(r"(?m)^spoils: .*\d+ states?, \d+ s\n", "", run.stderr.decode())
        self.assertEqual((run.returncode, error), (FINE, ""), words)
        return run.stdout.decode()

    def bad(self, code, *words, **options):
        """Runs a command that must fail with one message; returns the message and the help."""
        run = self.spoils(*words, **options)
        error = run.stderr.decode()
        self.assertEqual(run.returncode, code, (words, error))
        lines = error.splitlines()
        ours = [line for line in lines if line.startswith("spoils: ")]
        self.assertEqual(len(ours), 1, (words, error))
        place = lines.index(ours[0])
        self.assertIn(len(lines) - place, (1, 2), error)
        help_line = lines[-1] if len(lines) - place == 2 else ""
        if help_line:
            self.assertTrue(help_line.startswith("help: "), error)
        return ours[0], help_line

    def write(self, name, text):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def rolls(self, *words, **options):
        """Returns the objects that `roll --format json` prints."""
        return [json.loads(line) for line in self.good("roll", *words, "--format", "json", **options).splitlines()]


class Program(CliTest):
    def test_version(self):
        self.assertRegex(self.good("--version"), r"^spoils \d+\.\d+\.\d+\n$")

    def test_help_lists_every_command_with_an_example(self):
        text = self.good("--help")
        for command in ("roll", "check", "fmt", "import", "packs", "completion"):
            self.assertRegex(text, rf"(?m)^  {command} +\w")
            self.assertRegex(text, rf"(?m)^  .*spoils {command}\b")
        self.assertEqual(text, self.good("help"))
        self.assertEqual(text, self.good("-h"))

    def test_each_command_has_help_with_examples_and_exit_codes(self):
        for command in ("roll", "check", "fmt", "import", "packs", "completion"):
            text = self.good(command, "--help")
            self.assertIn(f"Usage: spoils {command}", text)
            self.assertIn("Examples:\n  ", text)
            self.assertIn("Exit codes:\n  0  success", text)
            self.assertEqual(text, self.good("help", command))

    def test_help_keeps_to_the_width(self):
        for width in (40, 60, 120):
            for words in (["roll", "chest", "--help"], ["roll", "chest", "relic", "--help"]):
                for line in self.good(*words, env={"COLUMNS": str(width)}).splitlines():
                    self.assertLessEqual(len(line), width, line)

    def test_help_keeps_a_default_together(self):
        self.write("attic.loot",
                   "pack attic\n## The floor of the attic; higher up.\ninput floor: 1..9 = 1\nrule find { kind = floor }\n")
        for width in range(40, 100):
            text = self.good("roll", "attic.loot", "--help", env={"COLUMNS": str(width)})
            self.assertIn("(default 1)", text, width)

    def test_help_breaks_choices_between_them(self):
        colours = [f"colour_{number}" for number in range(30)]
        self.write("many.loot", 'pack many "Many" 1.0\ninput hue: {%s} = %s\nrule r { kind = hue }\n'
                   % (", ".join(colours), colours[0]))
        words = re.split(r"[|\s]+", self.good("roll", "many.loot", "--help"))
        self.assertEqual([word for word in words if word.startswith("colour_")][:30], colours)

    def test_commands_of_other_programs(self):
        for word, meant in (("format", "fmt"), ("lint", "check"), ("list", "packs"), ("run", "roll")):
            self.assertIn(f"did you mean `{meant}`?", self.bad(USAGE, word)[1])

    def test_remarks_are_wrapped_on_narrow_screens(self):
        self.write("set.loot", "pack set\nrule r { kind = {gold, gem, idol, crown, sceptre} }\n")
        wide = self.spoils("check", "set.loot").stdout.decode()
        for width in (60, 80):
            text = self.spoils("check", "set.loot", env={"COLUMNS": str(width)}).stdout.decode()
            remarks = [line for line in text.splitlines() if re.match(r" +(= |$)|  {10}", line)]
            self.assertGreater(len(remarks), 2)
            for line in remarks:
                self.assertLessEqual(len(line), width, line)
            self.assertEqual(text.split(), wide.split())  # the same words
        self.assertEqual(len([line for line in wide.splitlines() if " = " in line]), 3)
        said = self.spoils("odds", "set.loot", "--where", "knid == gold", env={"COLUMNS": "40"}).stderr.decode()
        self.assertTrue(all(len(line) <= 40 for line in said.splitlines() if not line.startswith("set.loot")), said)

    def test_findings_keep_to_the_width(self):
        self.write("wide.loot", "pack wide\ninput floor: 1..90 = 1\n"
                   "rule chest { kind = pick {3 coin; (floor) gem}; a = 1; b = 2; c = 3; d = 4; w = pick (floor - 40)..(20 - floor) }\n"
                   "rule r { m = 1 }\nstate n: 0..9 = 0\n"
                   "rule count { kind = pick {1 crown, 9 coin, 3 gem}; if kind == coin { n = n + 1 } else { n = 0 } }\n")
        for colour in ({}, {"CLICOLOR_FORCE": "1"}):
            for width in (50, 80):
                text = self.spoils("check", "wide.loot", env={"COLUMNS": str(width), **colour}).stdout.decode()
                self.assertIn("E0505", text)
                for line in re.sub("\x1b\\[[0-9;]*m", "", text).splitlines():
                    self.assertLessEqual(len(line), width, line)

    def test_no_command(self):
        text = self.good()
        for command in ("packs", "roll", "odds", "explain", "simulate", "check", "book"):
            self.assertIn(f"  spoils {command}", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_unknown_command(self):
        self.assertIn("`roll`", self.bad(USAGE, "rol")[1])
        self.assertIn("spoils roll chest", self.bad(USAGE, "chest")[1])
        self.bad(USAGE, "xyzzy")
        self.bad(USAGE, "--xyzzy")
        self.bad(USAGE, "help", "xyzzy")

    def test_unknown_option(self):
        self.assertIn("`--check`", self.bad(USAGE, "fmt", "--chek")[1])
        self.bad(USAGE, "packs", "-z")
        self.bad(USAGE, "packs", "chest")

    def test_messages_are_printable(self):
        message, _ = self.bad(USAGE, "a\x1b[31m\nb")
        self.assertNotIn("\x1b", message)
        self.assertIn("unknown command", self.bad(USAGE, b"\xff\xfe")[0])

    def test_closed_standard_output(self):
        run = subprocess.run(["/bin/sh", "-c", '"$0" roll chest >&-', BINARY], capture_output=True,
                             env=self.environment(), timeout=300, check=False)
        self.assertEqual(run.returncode, INTERNAL)


class RollOptions(CliTest):
    def test_rule_defaults_to_the_first(self):
        self.assertEqual(self.rolls("chest", "--seed", "1")[0]["rule"], "item")
        self.assertEqual(self.rolls("chest", "relic", "--seed", "1")[0]["rule"], "relic")

    def test_count(self):
        for words, count in ((["-n", "3"], 3), (["-n3"], 3), ([], 1), (["-n", "0"], 0)):
            self.assertEqual(len(self.rolls("chest", *words)), count, words)
        for words in (["--count", "3"], ["--count=3"]):  # which is an input of that pack, too
            self.assertEqual(len(self.spoils("roll", "chest", *words, "--format", "json").stdout.splitlines()), 3, words)

    def test_a_letter_takes_no_equals_sign(self):
        self.assertIn("`-q` takes no value", self.bad(USAGE, "roll", "chest", "-q=1")[0])
        message, help_line = self.bad(USAGE, "roll", "chest", "-n=3")
        self.assertIn("`-n` has no `=`", message)
        self.assertIn("`-n 3`", help_line)
        self.assertIn("did you mean `--depth=3`?", self.bad(USAGE, "roll", "chest", "-depth=3")[1])

    def test_inputs_become_options(self):
        for words in (["--depth", "12"], ["--depth=12"], ["--set", "depth=12"], ["--set=depth=12"]):
            roll, = self.rolls("chest", "item", *words)
            self.assertEqual(roll["inputs"]["depth"], 12)
            self.assertEqual(roll["things"][0]["fields"]["worth"], 120)
        roll, = self.rolls("chest", "--branch", "deep_vaults")
        self.assertEqual(roll["inputs"]["branch"], "deep_vaults")

    def test_options_stand_anywhere(self):
        for words in (["chest", "--depth", "2", "item"], ["--depth", "2", "chest", "item"],
                      ["-n", "1", "chest", "item", "--depth", "2"], ["--depth", "2", "--", "chest", "item"]):
            roll, = self.rolls(*words) if "--" not in words else [
                json.loads(self.good("roll", "--format", "json", *words))]
            self.assertEqual((roll["inputs"]["depth"], roll["rule"]), (2, "item"), words)

    def test_dashes_and_underscores(self):
        for words in (["--is_lit"], ["--is-lit"], ["--is-lit", "true"], ["--is-lit=true"], ["--set", "is-lit=true"]):
            self.assertIs(self.rolls("chest", *words)[0]["inputs"]["is_lit"], True, words)
        self.assertIs(self.rolls("chest", "--is-lit", "false")[0]["inputs"]["is_lit"], False)

    def test_a_flag_takes_no_operand_for_its_value(self):
        for words in (["chest", "--is-lit", "relic"], ["chest", "relic", "--is-lit"]):
            roll, = self.rolls(*words)
            self.assertEqual((roll["rule"], roll["inputs"]["is_lit"]), ("relic", True), words)

    def test_rule_parameters(self):
        roll, = self.rolls("chest", "chest", "--size", "5")
        self.assertEqual((roll["inputs"]["size"], len(roll["things"])), (5, 6))
        roll, = self.rolls("chest", "relic", "--called", "Old \"Tom\"")
        self.assertEqual(roll["things"][0]["fields"]["title"], 'Old "Tom"')
        self.assertEqual(self.rolls("chest", "needy", "--must=3")[0]["inputs"]["must"], 3)

    def test_set_reaches_inputs_hidden_by_options(self):
        rolls = self.rolls("chest", "--set", "count=4", "-n", "2")
        self.assertEqual([roll["inputs"]["count"] for roll in rolls], [4, 4])

    def test_values_out_of_range(self):
        for words in (["--depth", "51"], ["--depth", "0"], ["--depth", "-3"], ["--depth", "x"], ["--depth="],
                      ["--depth", "99999999999999999999"], ["--branch", "dungoen"], ["--set", "count=10"],
                      ["chest", "--size", "10"]):
            self.bad(USAGE, "roll", "chest", *words)

    def test_a_missing_value(self):
        self.bad(USAGE, "roll", "chest", "--depth")
        self.bad(USAGE, "roll", "chest", "--depth", "--format", "json")
        self.bad(USAGE, "roll", "chest", "--seed")
        self.bad(USAGE, "roll", "chest", "needy")

    def test_given_twice(self):
        self.bad(USAGE, "roll", "chest", "--depth", "1", "--depth", "2")
        self.bad(USAGE, "roll", "chest", "--seed", "1", "--seed", "2")
        self.bad(USAGE, "roll", "chest", "--depth", "1", "--set", "depth=2")

    def test_an_unknown_option_says_what_is_near(self):
        for words, near in ((["--depht", "3"], "--depth"), (["chest", "--sise", "3"], "--size"),
                            (["--sede", "3"], "--seed"), (["--size", "3"], "rule `chest`"),
                            (["--opned", "3"], "--opened"),
                            (["--xyzzy", "3"], "--depth")):
            self.assertIn(near, self.bad(USAGE, "roll", "chest", *words)[1], words)

    def test_a_state_by_set_and_numbers_of_rolls(self):
        self.write("dry.loot", "pack dry\nstate dry: 0..9 = 0\nrule r { kind = a; dry = min(9, dry + 1) }\n")
        self.assertEqual(self.spoils("roll", "dry.loot", "--set", "dry=2").returncode, FINE)
        self.assertEqual(self.spoils("tweak", "dry.loot", "--set", "dry=2", "--seed", "1").returncode, FINE)
        self.assertIn("unknown input `wet` in `--set`", self.bad(USAGE, "tweak", "dry.loot", "--set", "wet=2")[0])
        for words in (("-n", "9"), ("--rolls", "9")):
            self.assertIn("`--runs N`", self.bad(USAGE, "simulate", "dry.loot", *words)[1], words)
        self.assertIn("`--rolls N`", self.bad(USAGE, "odds", "dry.loot", "-n", "9")[1])

    def test_an_input_with_the_name_of_an_option(self):
        self.write("clock.loot", "pack clock\ninput time: 6..26 = 9\nstate rows: 0..9 = 0\n"
                                 "rule r { kind = if time >= 18 then bream else chub; rows = min(9, rows + 1) }\n")
        for command in (["odds"], ["diff", "clock.loot"]):
            run = self.spoils(*command, "clock.loot", "--time", "19")
            self.assertIn("`--time` is an option of `spoils " + command[0], run.stderr.decode())
            self.assertIn("--set time=19", run.stderr.decode())
            # Not where the input is set, or the user cannot have meant it.
            for words in (["--time", "19", "--set", "time=7"], ["--set", "time=7"], ["--format", "text"]):
                self.assertEqual(self.spoils(*command, "clock.loot", *words).stderr, b"")
        self.assertIn("--set rows=3", self.spoils("odds", "clock.loot", "--rows", "3").stderr.decode())
        self.assertEqual(self.spoils("roll", "clock.loot", "--time", "19").stderr, b"")
        self.write("count.loot", "pack count\ninput count: 1..9 = 1\nrule r { kind = a; n = count }\n")
        self.assertEqual(self.spoils("roll", "count.loot", "-n", "3").stderr, b"")
        self.assertIn("--set count=3", self.spoils("roll", "count.loot", "--count", "3").stderr.decode())

    def test_an_unknown_option_of_a_pack_without_inputs(self):
        self.write("attic.loot", "pack attic\nrule find { kind = candle }\n")
        message, help_text = self.bad(USAGE, "roll", "attic.loot", "--floor", "3")
        self.assertIn("unknown option `--floor`", message)
        self.assertIn("the pack has no inputs", help_text)

    def test_an_unknown_file_says_what_is_near(self):
        self.write("attic.loot", "pack attic\nrule find { kind = candle }\n")
        for wrong in ("atic.loot", "attic.lot", "attic"):
            self.assertIn("did you mean `attic.loot`?", self.bad(USAGE, "check", wrong)[1], wrong)
        self.write("packs/attic.loot", "pack attic\nrule find { kind = candle }\n")
        self.assertIn("did you mean `packs/attic.loot`?", self.bad(USAGE, "check", "packs/atic.loot")[1])
        self.assertIn("`spoils packs` lists the packs", self.bad(USAGE, "check", "nowhere/at_all.loot")[1])

    def test_an_unknown_rule_says_what_is_near(self):
        self.assertIn("`hoard`", self.bad(USAGE, "roll", "chest", "hoarde")[1])
        self.assertIn("item", self.bad(USAGE, "roll", "chest", "xyzzy")[1])
        self.assertIn("--depth 3", self.bad(USAGE, "roll", "chest", "depth=3")[1])
        self.bad(USAGE, "roll", "chest", "item", "item")

    def test_words_that_should_be_options_or_values(self):
        for words, what, help_text in (
                (["-seed", "1"], "unknown option `-s` in `-seed`", "did you mean `--seed`?"),
                (["-depth", "3"], "unknown option `-d` in `-depth`", "did you mean `--depth`?"),
                (["\u2013depth", "3"], "has no rule `\u2013depth`", "write `--depth`"),
                (["depth", "3"], "has no rule `depth`", "--depth"),
                (["item", "depth", "3"], "unexpected argument `depth`", "--depth"),
                (["item", "seed", "3"], "unexpected argument `seed`", "--seed"),
                (["item", "xyzzy"], "unexpected argument `xyzzy`", "inputs are options")):
            found, told = self.bad(USAGE, "roll", "chest", *words)
            self.assertIn(what, found, words)
            self.assertIn(help_text, told, words)
        for words, help_text in (
                (["--by", "kind,", "worth"], "write the list without blanks: --by kind,worth"),
                (["item", "--by", "kind,", "worth"], "write the list without blanks: --by kind,worth"),
                (["--where", "kind", "==", "sword"], "quote the condition: --where 'kind == ...'"),
                (["item", "--count", "worth", ">", "3"], "quote the condition: --count 'worth > ...'")):
            self.assertIn(help_text, self.bad(USAGE, "odds", "chest", *words)[1], words)

    def test_bad_options(self):
        for words in (["-n", "x"], ["-n", "-1"], ["-n", "1.5"], ["-n", "1e6"], ["-n", "18446744073709551616"],
                      ["--index", "-1"], ["--format", "xml"], ["--set", "depth"], ["--set", "=3"], ["-z"],
                      ["--show-seed=3"], ["--index", "18446744073709551615", "-n", "2"]):
            self.bad(USAGE, "roll", "chest", *words)
        self.assertIn("`json`", self.bad(USAGE, "roll", "chest", "--format", "jsn")[1])
        self.assertIn("(option `-n/--count`)", self.bad(USAGE, "roll", "chest", "-n", "x")[0])
        for words in (["odds", "chest"], ["simulate", "chest"]):
            for threads in ("0.5", "1025"):
                self.assertIn(f"`{threads}` is not an integer from 0 to 1024 (option `--threads`)",
                              self.bad(USAGE, *words, "--threads", threads)[0])

    def test_help_of_a_pack(self):
        text = self.good("roll", "chest", "--help")
        for part in ("A Chest", "item", "One item.", "--depth 1..50", "How deep the party is.", "dungeon|deep_vaults",
                     "default dungeon", "--size", "--set count=1..9"):
            self.assertIn(part, text)

    def test_help_of_a_rule(self):
        text = self.good("roll", "chest", "relic", "--help")
        for part in ("Something that may have a name of its own.", "--called", "--depth 1..50"):
            self.assertIn(part, text)
        self.assertNotIn("hoard", text)
        self.assertIn("required", self.good("roll", "chest", "needy", "--help"))


class RollSeeds(CliTest):
    def test_same_seed_same_things(self):
        for form in ("text", "json", "csv"):
            words = ("roll", "chest", "hoard", "-n", "20", "--format", form, "--seed")
            first = self.good(*words, "a b")
            self.assertEqual(first, self.good(*words, "a b"))
            self.assertNotEqual(first, self.good(*words, "a c"))

    def test_index_needs_no_replay(self):
        many = self.rolls("chest", "hoard", "--seed", "7", "-n", "5")
        one = self.rolls("chest", "hoard", "--seed", "7", "--index", "3")
        self.assertEqual(many[3], one[0])
        self.assertEqual([roll["index"] for roll in many], [0, 1, 2, 3, 4])
        last, = self.rolls("chest", "--seed", "7", "--index", "18446744073709551615")
        self.assertEqual(last["index"], 2**64 - 1)

    def test_spellings_of_a_seed(self):
        for word, seed in (("42", 42), ("0x2a", 42), ("0x2A", 42), ("0", 0), ("18446744073709551615", 2**64 - 1)):
            self.assertEqual(self.rolls("chest", "--seed", word)[0]["seed"], f"0x{seed:016x}", word)
        for word in ("-5", "--x", "[1,2]", "two words", "\u00e9"):
            self.assertRegex(self.rolls("chest", f"--seed={word}")[0]["seed"], "^0x[0-9a-f]{16}$", word)

    def test_a_random_seed_is_told_and_repeats(self):
        text = self.good("roll", "chest", "hoard", "-n", "10")
        head = re.match(r"chest hoard  seed (0x[0-9a-f]{16})  index 0\.\.9\n\n", text)
        self.assertTrue(head, text)
        again = self.good("roll", "chest", "hoard", "-n", "10", "--seed", head.group(1))
        self.assertEqual(text[head.end():], again)
        self.assertNotEqual(text, self.good("roll", "chest", "hoard", "-n", "10"))
        roll, = self.rolls("chest", "hoard")
        self.assertEqual([roll], self.rolls("chest", "hoard", "--seed", roll["seed"]))

    def test_csv_tells_a_random_seed_beside_the_table(self):
        run = self.spoils("roll", "chest", "--format", "csv")
        self.assertRegex(run.stderr.decode(), r"^spoils: seed 0x[0-9a-f]{16}\n$")
        self.assertEqual(self.good("roll", "chest", "--format", "csv", "-q").count("\n"), 2)

    def test_show_seed(self):
        self.assertIn("seed 0x000000000000002a  index 5\n", self.good("roll", "chest", "--seed", "42", "--index", "5",
                                                                       "--show-seed"))
        self.assertNotIn("seed", self.good("roll", "chest", "--seed", "42"))
        self.assertNotIn("seed", self.good("roll", "chest", "-q"))
        rows = list(csv.DictReader(io.StringIO(self.good("roll", "chest", "--seed", "42", "--show-seed", "--format",
                                                         "csv"))))
        self.assertEqual(rows[0]["seed"], "0x000000000000002a")


class RollText(CliTest):
    def test_names_come_first_and_fields_align(self):
        lines = self.good("roll", "chest", "item", "--seed", "1", "-n", "50").splitlines()
        self.assertEqual(len(lines), 50)
        places = {line.index("worth=") for line in lines}
        self.assertEqual(len(places), 1)
        for line in lines:
            self.assertRegex(line, r"^(a|an|\d+) (cursed )?(dagger|arrows?|long sword) +worth=10$")

    def test_whole_numbers_stand_to_the_right(self):
        text = self.good("roll", "chest", "deeper", "--seed", "1", "--depth", "50")
        self.assertRegex(text, r"(?m)worth=500$")
        self.assertRegex(text, r"(?m)depth=7 +worth= 70$")

    def test_what_is_held_is_indented(self):
        lines = self.good("roll", "chest", "chest", "--seed", "1", "--size", "4").splitlines()
        self.assertEqual(lines[0].rstrip(), "chest number 1")
        self.assertEqual(len(lines), 5)
        for line in lines[1:]:
            self.assertRegex(line, r"^  \S")

    def test_several_things_of_several_rolls_are_separated(self):
        text = self.good("roll", "chest", "hoard", "--seed", "1", "-n", "3", "--index", "4")
        blocks = text.split("\n\n")
        self.assertEqual([block.splitlines()[0] for block in blocks], ["#4", "#5", "#6"])
        self.assertEqual([len(block.splitlines()) for block in blocks], [13, 13, 13])

    def test_nothing(self):
        rolls = self.rolls("chest", "maybe", "--seed", "1", "-n", "20")
        empty = sum(not roll["things"] for roll in rolls)
        self.assertTrue(0 < empty < 20)
        self.assertEqual(self.good("roll", "chest", "maybe", "--seed", "1", "-n", "20").count("(nothing)\n"), empty)

    def test_never_wider_than_the_width(self):
        title = "Sir Robin the not quite so brave as Sir Launcelot who nearly fought a dragon " + "x" * 90
        for width in (20, 24, 33, 40, 60, 80, 100):
            for words in (["chest"], ["hoard"], ["relic", "--called", title], ["deeper"], ["item", "--depth", "50"]):
                text = self.good("roll", "chest", *words, "-n", "3", env={"COLUMNS": str(width)})
                for line in text.splitlines():
                    self.assertLessEqual(len(line), width, (words, line))
                    self.assertEqual(line, line.rstrip())
                squeezed = re.sub(r"\s+", "", text)
                if words[0] == "relic":
                    self.assertIn(re.sub(r"\s+", "", title), squeezed)

    def test_odd_widths(self):
        for width in ("0", "-5", "x", "99999999999", ""):
            self.good("roll", "chest", "hoard", env={"COLUMNS": width})

    def test_wide_characters_count_twice(self):
        text = self.good("roll", "chest", "relic", "--called", "\u5263" * 30, env={"COLUMNS": "40"})
        for line in text.splitlines():
            self.assertLessEqual(sum(2 if ord(c) > 0x2E80 else 1 for c in line), 40)

    def test_names_cannot_command_the_terminal(self):
        text = self.good("roll", "chest", "relic", "--called", "a\x1b[31mb\rc\u202ed")
        self.assertNotRegex(text, "[\x1b\r\u202e]")
        self.assertIn("a\ufffd[31mb\ufffdc\ufffdd", text)

    def test_colour_only_where_wanted(self):
        self.assertNotIn("\x1b", self.good("roll", "chest"))
        self.assertIn("\x1b[2m", self.good("roll", "chest", env={"CLICOLOR_FORCE": "1"}))
        self.assertNotIn("\x1b", self.good("roll", "chest", env={"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}))

    def on_terminal(self, words, **env):
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.home)
            os.execve(BINARY, [BINARY, *words], self.environment(TERM="xterm", **env))
        out = b""
        while select.select([terminal], [], [], 60)[0]:
            try:
                block = os.read(terminal, 65536)
            except OSError:  # how Linux says that the other end is gone
                break
            if not block:
                break
            out += block
        os.close(terminal)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), FINE)
        return out.decode()

    def test_colour_on_a_terminal(self):
        self.assertIn("\x1b[2m", self.on_terminal(["roll", "chest"]))
        self.assertNotIn("\x1b", self.on_terminal(["roll", "chest"], NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_terminal(["roll", "chest"], CLICOLOR="0"))


class RollJson(CliTest):
    def test_shape(self):
        line = self.good("roll", "chest", "chest", "--seed", "3", "--size", "2", "--depth", "4", "--format", "json")
        self.assertTrue(line.startswith('{"schema":"spoils.roll","version":1,"pack":"chest","rule":"chest",'
                                        '"seed":"0x0000000000000003","index":0,"inputs":{"depth":4,'), line)
        roll = json.loads(line)
        self.assertEqual(list(roll), ["schema", "version", "pack", "rule", "seed", "index", "inputs", "things"])
        self.assertEqual(roll["inputs"], {"depth": 4, "branch": "dungeon", "is_lit": False, "count": 1, "size": 2})
        chest, *held = roll["things"]
        self.assertEqual(list(chest), ["name", "fields"])
        self.assertEqual(chest["fields"]["number"], 1)
        for thing in held:
            self.assertEqual(list(thing), ["name", "holder", "fields"])
            self.assertEqual(thing["holder"], 0)
            self.assertEqual(set(thing["fields"]), set(chest["fields"]))
            self.assertIsNone(thing["fields"]["number"])
            self.assertEqual(thing["fields"]["worth"], 40)

    def test_a_thing_of_other_inputs_says_so(self):
        here, deeper = self.rolls("chest", "deeper", "--depth", "3")[0]["things"]
        self.assertNotIn("inputs", here)
        self.assertEqual(deeper["inputs"], {"depth": 7})
        for thing in self.rolls("chest", "deeper", "--depth", "7")[0]["things"]:
            self.assertNotIn("inputs", thing)

    def test_lists_and_texts(self):
        roll, = self.rolls("chest", "relic")
        self.assertEqual(roll["things"][0]["fields"]["powers"], ["fire", "cold"])
        self.assertIsNone(roll["things"][0]["fields"]["title"])
        self.assertIsNone(roll["inputs"]["called"])
        for title in ('"quoted"', "back\\slash", "tab\tend\rbell\x07", "\u00e9\u4e2d\U0001f5e1", "</script>"):
            fields = self.rolls("chest", "relic", "--called", title)[0]["things"][0]["fields"]
            self.assertEqual(fields["title"], title)

    def test_broken_bytes_become_valid_text(self):
        run = self.spoils("roll", "chest", "relic", "--called", b"a\xff\xed\xa0\x80\xc0\xafz", "--format", "json")
        self.assertIn(run.returncode, (FINE, USAGE))
        if run.returncode == FINE:
            title = json.loads(run.stdout.decode())["things"][0]["fields"]["title"]
            self.assertRegex(title, "^a\ufffd+z$")

    def test_symbols_keep_their_spelling(self):
        kinds = {roll["things"][0]["fields"]["kind"] for roll in self.rolls("chest", "-n", "100", "--seed", "1")}
        self.assertEqual(kinds, {"dagger", "arrow", "long_sword"})


class RollCsv(CliTest):
    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(self.good("roll", "chest", *words, "--format", "csv", "--seed", "1"))))

    def test_says_the_same_as_json(self):
        rows = self.rows("chest", "-n", "5")
        things = [(roll["index"], place, thing) for roll in self.rolls("chest", "chest", "-n", "5", "--seed", "1")
                  for place, thing in enumerate(roll["things"])]
        self.assertEqual(len(rows), len(things))
        for row, (index, place, thing) in zip(rows, things):
            self.assertEqual((row["index"], row["thing"], row["holder"], row["name"]),
                             (str(index), str(place), str(thing.get("holder", "")), thing["name"]))
            for field, value in thing["fields"].items():
                shown = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
                self.assertEqual(row[field], shown, field)

    def test_header(self):
        text = self.good("roll", "chest", "-n", "0", "--format", "csv", "--seed", "1")
        self.assertTrue(text.startswith("index,thing,holder,name,"), text)

    def test_quotes_and_lists(self):
        for title in ('a "b", c', "two\rends", "plain"):
            row, = self.rows("relic", "--called", title)
            self.assertEqual((row["title"], row["powers"]), (title, "fire;cold"))

    def test_texts_have_no_line_breaks(self):
        for command in (("roll",), ("odds", "--by", "title"), ("simulate", "--by", "title"), ("explain",)):
            run = self.spoils(command[0], "chest", "relic", "--called", "two\nlines", *command[1:])
            self.assertEqual((run.returncode, run.stderr.decode()),
                             (USAGE, "spoils: `called` takes a text without line breaks\n"))


class RollOutput(CliTest):
    def test_a_reader_that_goes_away(self):
        for form in ("text", "json", "csv"):
            with subprocess.Popen([BINARY, "roll", "chest", "-n", "100000000", "--format", form, "--seed", "1"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment()) as process:
                process.stdout.readline()
                process.stdout.close()
                self.assertEqual((process.wait(60), process.stderr.read()), (FINE, b""), form)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk(self):
        for words in (["roll", "chest"], ["roll", "chest", "-n", "100000", "--seed", "1"], ["--help"], ["packs"],
                      ["check", "chest"], ["completion", "bash"]):
            with open("/dev/full", "wb") as full:
                run = subprocess.run([BINARY, *words], stdout=full, stderr=subprocess.PIPE, env=self.environment(),
                                     timeout=300, check=False)
            self.assertEqual(run.returncode, INTERNAL, words)
            self.assertEqual(run.stderr.count(b"\n"), 1, run.stderr)
            self.assertIn(b"No space left", run.stderr)

    def test_memory_does_not_grow(self):
        peaks = []
        # An AddressSanitizer that keeps freed memory for later would be all that is measured.
        env = self.environment(ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1")
        for count in ("20000", "400000"):
            with subprocess.Popen([BINARY, "roll", "chest", "-n", count, "--seed", "1"], stdout=subprocess.DEVNULL,
                                  env=env) as process:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = status
                peaks.append(usage.ru_maxrss)
        self.assertLess(peaks[1], peaks[0] * 1.5 + 4096)

    def test_a_fault_keeps_what_was_rolled(self):
        run = self.spoils("roll", "chest", "faulty", "-n", "100", "--seed", "1", "--format", "json")
        self.assertEqual(run.returncode, INVALID)
        self.assertEqual(run.stderr.decode().count("spoils: "), 1)
        for line in run.stdout.decode().splitlines():
            self.assertEqual(json.loads(line)["rule"], "faulty")

    def test_a_limit(self):
        self.bad(LIMIT, "roll", "chest", "endless", "--seed", "1")


class RollWorld(CliTest):
    def numbers(self, *words):
        return [roll["things"][0]["fields"]["number"] for roll in self.rolls("chest", "chest", *words)]

    def test_goes_on(self):
        self.assertEqual(self.numbers("--world", "w", "--seed", "5", "-n", "3"), [1, 2, 3])
        self.assertEqual(self.numbers("--world", "w", "-n", "2"), [4, 5])
        rolls = self.rolls("chest", "chest", "--world", "w", "--seed", "5")
        self.assertEqual((rolls[0]["index"], rolls[0]["seed"]), (5, "0x0000000000000005"))
        self.assertEqual([path.name for path in self.home.iterdir()], ["w"])

    def test_in_steps_or_at_once(self):
        at_once = self.rolls("chest", "hoard", "--world", "a", "--seed", "9", "-n", "6")
        in_steps = [self.rolls("chest", "hoard", "--world", "b", "--seed", "9", "-n", "2") for _ in range(3)]
        self.assertEqual(at_once, sum(in_steps, []))
        self.assertEqual((self.home / "a").read_bytes(), (self.home / "b").read_bytes())

    def test_without_a_world_every_roll_begins_anew(self):
        self.assertEqual(self.numbers("-n", "3"), [1, 1, 1])

    def test_text_shows_the_world(self):
        text = self.good("roll", "chest", "chest", "--world", "w")
        self.assertRegex(text, r"^chest chest  world w  seed 0x\w+  index 0\n")

    def test_excludes(self):
        self.bad(USAGE, "roll", "chest", "--world", "w", "--index", "3")
        self.bad(USAGE, "roll", "chest", "--world", "")
        self.bad(USAGE, "roll", "chest", "--world", "w", "--fused")
        self.assertEqual(list(self.home.iterdir()), [])

    def test_state_that_is_set(self):
        self.assertEqual(self.numbers("--set", "opened=6", "-n", "2"), [7, 7])
        self.assertEqual(json.loads(self.good("roll", "chest", "chest", "--opened", "6", "--format", "json"))["state"], {"opened": 6})
        self.assertIn("  opened 6  seed", self.good("explain", "chest", "--opened", "6"))
        self.assertIn("  opened 6  seed", self.good("simulate", "chest", "--opened", "6", "--runs", "10"))
        self.assertIn("state of its own", self.bad(USAGE, "roll", "chest", "--world", "w", "--opened", "6")[0])
        self.assertIn("cannot set the state", self.bad(USAGE, "roll", "chest", "--fused", "--opened", "6")[0])
        self.bad(USAGE, "roll", "chest", "--opened", "1000001")
        self.assertEqual(list(self.home.iterdir()), [])

    def test_another_seed(self):
        self.good("roll", "chest", "--world", "w", "--seed", "5")
        before = (self.home / "w").read_bytes()
        self.bad(USAGE, "roll", "chest", "--world", "w", "--seed", "6")
        self.assertEqual((self.home / "w").read_bytes(), before)

    def test_two_programs_count_every_roll(self):
        command = [BINARY, "roll", "chest", "item", "-n", "40", "--world", "w", "--seed", "1", "--format", "json"]
        given = []
        for _ in range(5):
            running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.home,
                                        env=self.environment()) for _ in range(4)]
            for process in running:
                out, error = process.communicate(timeout=120)
                self.assertEqual((process.returncode, error), (FINE, b""))
                given += [json.loads(line)["index"] for line in out.splitlines()]
        self.assertEqual(sorted(given), list(range(800)))
        self.assertEqual(json.loads((self.home / "w").read_text())["next"], 800)
        self.assertEqual([path.name for path in self.home.iterdir()], ["w"])

    def test_the_loser_gives_nothing_out(self):
        with subprocess.Popen([BINARY, "roll", "chest", "item", "-n", "1000000000", "--world", "w", "--seed", "1",
                               "--format", "json"], stdout=subprocess.PIPE, cwd=self.home,
                              env=self.environment()) as holder:
            holder.stdout.readline()
            run = self.spoils("roll", "chest", "item", "--world", "w", "--format", "json")
            self.assertEqual((run.returncode, run.stdout), (INTERNAL, b""))
            self.assertIn(b"another program rolls in this world", run.stderr)
            holder.send_signal(signal.SIGINT)
            holder.stdout.read()
        self.good("roll", "chest", "item", "--world", "w")

    def test_the_last_roll_is_counted(self):
        world = {"schema": "spoils.world", "version": 1, "pack": "chest", "seed": "0x1", "next": 2**64 - 2,
                 "state": {}}
        self.write("w", json.dumps(world))
        self.bad(LIMIT, "roll", "chest", "item", "-n", "2", "--world", "w")
        self.good("roll", "chest", "item", "--world", "w")
        self.assertEqual(json.loads((self.home / "w").read_text())["next"], 2**64 - 1)
        before = (self.home / "w").read_bytes()
        self.assertIn("cannot count", self.bad(LIMIT, "roll", "chest", "item", "--world", "w")[0])
        self.assertEqual((self.home / "w").read_bytes(), before)

    def test_inputs_that_differ_are_shown_whatever_they_hold(self):
        self.write("inputs.loot", 'pack inputs\ninput rate: number = 1/2\ninput n: int = 4\ninput who: text = "Bob"\n'
                   'input f: flag = none\nrule top { with rate = 1/6 { drop leaf }; with n = none { drop leaf }\n'
                   '  with who = none { drop leaf }; with f = true { drop leaf }; with rate = 0.5 { drop leaf } }\n'
                   'rule leaf { kind = leaf; r = rate }\n')
        roll = self.rolls("inputs.loot")[0]
        self.assertEqual(roll["inputs"], {"rate": "0.5", "n": 4, "who": "Bob", "f": None})
        self.assertEqual([thing.get("inputs") for thing in roll["things"]],
                         [{"rate": 1 / 6}, {"n": None}, {"who": None}, {"f": True}, None])
        text = self.good("roll", "inputs.loot")
        self.assertRegex(text, r"rate=1/6")
        self.assertRegex(text, r"n=\s*none")
        self.assertEqual(self.rolls("inputs.loot", "--who", "", "--f", "false")[0]["inputs"],
                         {"rate": "0.5", "n": 4, "who": "", "f": False})

    def test_sets_hold_records_of_their_collection(self):
        self.write("ones.loot", "pack ones\nstate made: set of kind\ncollection kind { rows allocate { } }\n"
                   "kind ring { once; allocate 1.. }\nrule r { colour = pick {red, blue}\n"
                   "  kind = pick k in kind at 1 where not (k.once and k in made) or nothing\n"
                   "  if kind == ring { made += kind } }\n")
        self.good("roll", "ones.loot", "--world", "w", "--seed", "1")
        world = json.loads((self.home / "w").read_text())
        self.assertEqual(world["state"]["made"], ["ring"])
        self.assertIn("the rules are `r`", self.bad(USAGE, "compile", "ones.loot", "nosuch")[1])
        self.assertIn("the columns are `name`, ", self.bad(USAGE, "odds", "ones.loot", "--by", "nosuch")[1])
        self.write("w", json.dumps({**world, "state": {"made": ["red"]}}))
        self.assertIn("no valid value for `made`: ", self.bad(INTERNAL, "roll", "ones.loot", "--world", "w")[0])

    def test_a_link_that_leads_nowhere(self):
        (self.home / "w").symlink_to("missing/elsewhere")
        run = self.spoils("roll", "chest", "--world", "w", "--format", "json", "--seed", "1")
        self.assertEqual((run.returncode, run.stdout), (INTERNAL, b""))
        self.assertEqual(run.stderr.count(b"spoils: "), 1)
        # Through one that leads to a world the world goes on.
        self.good("roll", "chest", "item", "--world", "real", "--seed", "1")
        (self.home / "link").symlink_to("real")
        self.good("roll", "chest", "item", "--world", "link")
        self.assertEqual(json.loads((self.home / "real").read_text())["next"], 2)
        self.assertTrue((self.home / "link").is_symlink())

    def test_not_a_world(self):
        for content in (b"", b"{}", b"[1", b"\x00\xff\x00", b"hello"):
            path = self.write("w", content)
            self.bad(INTERNAL, "roll", "chest", "--world", "w")
            self.assertEqual(path.read_bytes(), content)

    def test_unwritable(self):
        (self.home / "folder").mkdir()
        for path in ("folder", "folder/", "missing/w", "/dev/full", "/proc/w", str(CHEST) + "/w"):
            run = self.spoils("roll", "chest", "--world", path, "--format", "json", "--seed", "1")
            self.assertEqual((run.returncode, run.stdout), (INTERNAL, b""), path)
            self.assertEqual(run.stderr.count(b"spoils: "), 1)

    @unittest.skipIf(os.geteuid() == 0, "the superuser may write anywhere")
    def test_write_protected(self):
        (self.home / "folder").mkdir(mode=0o555)
        self.bad(INTERNAL, "roll", "chest", "--world", "folder/w")
        path = self.write("w", "")
        path.chmod(0o444)
        self.bad(INTERNAL, "roll", "chest", "--world", "w")

    def test_saved_after_a_fault(self):
        run = self.spoils("roll", "chest", "faulty", "--world", "w", "-n", "1000", "--seed", "1", "--format", "json")
        self.assertEqual(run.returncode, INVALID)
        done = len(run.stdout.splitlines())
        again = self.spoils("roll", "chest", "item", "--world", "w", "--format", "json")
        self.assertEqual(json.loads(again.stdout)["index"], done)

    def test_saved_when_the_reader_goes_away(self):
        with subprocess.Popen([BINARY, "roll", "chest", "chest", "-n", "500000", "--world", "w", "--seed", "1",
                               "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=self.environment(), cwd=self.home) as process:
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual((process.wait(60), process.stderr.read()), (FINE, b""))
        number, = self.numbers("--world", "w")
        self.assertGreater(number, 1)
        self.assertLess(number, 500000)

    def test_saved_on_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            world = self.home / f"w{number}"
            with subprocess.Popen([BINARY, "roll", "chest", "item", "-n", "1000000000", "--world", world, "--seed", "1",
                                   "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=self.environment(), cwd=self.home) as process:
                process.stdout.readline()
                process.send_signal(number)
                # Whether it is rolling or waiting for us to read, it must end.
                rest = process.stdout.read() if number == signal.SIGINT else b""
                self.assertEqual(process.wait(60), -number)
                self.assertEqual(process.stderr.read(), b"")
            self.assertTrue(world.exists())
            following, = self.rolls("chest", "item", "--world", world)
            self.assertGreater(following["index"], 0)
            if rest:
                self.assertEqual(json.loads(rest.splitlines()[-2])["seed"], following["seed"])
            self.assertEqual([path.name for path in self.home.iterdir() if path.name.startswith(".")], [])


    def test_each_roll_that_a_world_counts_is_written_whole(self):
        self.write("hoard.loot", "pack hoard\nrule r { repeat 20000 { drop t } }\nrule t { n = d6 }\n")
        for form in ("json", "csv"):
            with subprocess.Popen([BINARY, "roll", "hoard.loot", "-n", "1000000", "--world", f"w.{form}", "--seed", "1",
                                   "--format", form], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=self.environment(), cwd=self.home) as process:
                process.stdout.readline()
                process.send_signal(signal.SIGINT)
                lines = process.stdout.read().splitlines()
                self.assertEqual(process.wait(60), -signal.SIGINT)
            counted = json.loads((self.home / f"w.{form}").read_text())["next"]
            if form == "json":
                self.assertEqual(json.loads(lines[-1])["index"] + 1, counted)
            else:
                self.assertTrue(lines[-1].startswith(f"{counted - 1},19999,".encode()), lines[-1])


class FindPack(CliTest):
    def test_a_link_to_no_pack_says_where_it_leads(self):
        (self.home / "away.loot").symlink_to("gone/pack.loot")
        said = self.bad(USAGE, "check", "away.loot")
        self.assertIn("away.loot is a link that leads to no file", said[0])
        self.assertIn("it points to gone/pack.loot", said[1])

    def test_paths(self):
        shutil.copy(CHEST, self.home / "mine.loot")
        (self.home / "folder").mkdir()
        shutil.copy(CHEST, self.home / "folder" / "a.loot")
        for named in ("mine.loot", "./mine.loot", "folder", "folder/", str(self.home / "folder"), "chest"):
            self.assertEqual(self.rolls(named)[0]["pack"], "chest", named)

    def test_a_file_does_not_hide_a_pack(self):
        self.write("chest", b"\x7fELF")
        self.assertEqual(self.rolls("chest")[0]["pack"], "chest")

    def test_a_folder_here_hides_a_pack(self):
        self.write("chest/broken.loot", "rule broken { kind = }\n")
        self.assertEqual(self.spoils("roll", "chest").returncode, INVALID)

    def test_unknown(self):
        self.assertIn("`chest`", self.bad(USAGE, "roll", "chets")[1])
        self.bad(USAGE, "roll", "xyzzy")
        self.bad(USAGE, "roll", "missing.loot")
        self.bad(USAGE, "roll", "missing/pack")
        self.bad(USAGE, "roll", "")
        self.bad(USAGE, "roll")
        self.write("mine.loot", "")
        self.assertIn("mine.loot", self.bad(USAGE, "roll", "mine")[1])
        (self.home / "empty").mkdir()
        self.assertIn("no .loot files", self.bad(USAGE, "roll", "empty")[1])

    def test_bad_packs(self):
        with open(self.home / "huge.loot", "wb") as huge:
            huge.truncate(100 << 20)
        for name, content in (("empty.loot", b""), ("binary.loot", bytes(range(256)) * 8),
                              ("broken.loot", b"pack broken\nrule broken { kind = }\n"), ("huge.loot", None)):
            if content is not None:
                self.write(name, content)
            run = self.spoils("roll", name)
            self.assertEqual((run.returncode, run.stdout), (INVALID, b""), (name, run.stderr))
            self.assertIn("error[", run.stderr.decode())
            self.assertEqual(run.stderr.decode().count("spoils: "), 1)
            self.assertEqual(self.spoils("check", name).returncode, INVALID)

    def test_packs(self):
        text = self.good("packs")
        self.assertRegex(text, r"(?m)^  chest +A Chest, version 1\.2$")
        listed = json.loads(self.good("packs", "--format", "json"))
        self.assertEqual((listed["schema"], listed["version"]), ("spoils.packs", 1))
        chest, = [pack for pack in listed["packs"] if pack["name"] == "chest"]
        self.assertEqual((chest["title"], chest["pack_version"], chest["ok"]), ("A Chest", "1.2", True))
        self.assertIn("relic", chest["rules"])
        self.assertEqual(chest["inputs"], ["depth", "branch", "is_lit", "count"])

    def test_packs_that_do_not_compile(self):
        (self.packs / "broken.loot").write_text("rule broken { kind = }\n")
        self.assertRegex(self.good("packs"), r"(?m)^  broken +\(invalid")
        self.assertIs([pack["ok"] for pack in json.loads(self.good("packs", "--format", "json"))["packs"]
                       if pack["name"] == "broken"][0], False)

    def test_first_folder_counts(self):
        other = self.folder / "other"
        other.mkdir()
        shutil.copy(CHEST, other / "second.loot")
        (other / "chest.loot").write_text("rule broken { kind = }\n")
        env = {"SPOILS_PATH": f"{self.packs}::{self.folder / 'missing'}:{other}"}
        self.assertIn("  second  ", self.good("packs", env=env))
        self.good("check", "chest", env=env)
        env = {"SPOILS_PATH": f"{other}:{self.packs}"}
        self.assertEqual(self.spoils("check", "chest", env=env).returncode, INVALID)


class Pipes(CliTest):
    """What another program reads: a thing, an outcome, a row is one line, however long."""

    WIDE = ("pack wide\nfield first: text\nfield second: text\nrule r {\n  kind = a\n"
            f"  first = \"{'long ' * 30}\"\n  second = \"{'words ' * 30}\"\n}}\n")

    def test_a_thing_is_a_line(self):
        self.write("wide.loot", self.WIDE)
        text = self.good("roll", "-q", "wide.loot", "-n", "3")
        self.assertEqual(len(text.splitlines()), 3)
        self.assertGreater(len(self.good("roll", "-q", "wide.loot", "-n", "3", env={"COLUMNS": "80"}).splitlines()), 3)

    def test_a_sweep_is_one_table(self):
        self.write("deep.loot", "pack deep\ninput depth: 1..60 = 1\n"
                   "rule r { hit = chance depth / 60 }\n")
        text = self.good("odds", "deep.loot", "--by", "hit", "--sweep", "depth")
        self.assertEqual(len(text.splitlines()), 5)
        self.assertEqual(text.splitlines()[1].split()[-1], "60")


class Verdicts(CliTest):
    """A text that was checked once is not searched again; only texts without errors are remembered."""

    def setUp(self):
        super().setUp()
        self.verdicts = self.folder / "cache" / "spoils"

    def kept(self):
        return [line.split() for file in self.verdicts.glob("verdicts-*") for line in file.read_text().splitlines()]

    def test_each_text_is_kept_once(self):
        for words in (("check", "chest"), ("roll", "chest"), ("odds", "chest")):
            self.good(*words)
        self.assertEqual(len(self.kept()), 1)
        self.write("chest.loot", CHEST.read_text() + "# more\n")
        self.good("roll", "chest.loot")
        self.assertEqual(len(self.kept()), 2)

    def test_warnings_are_still_counted(self):
        self.write("warned.loot", "pack warned\nrule r { if chance 150% { kind = a } }\n")
        for _ in range(2):
            run = self.spoils("roll", "warned.loot")
            self.assertIn("1 warning", run.stderr.decode())
        self.assertEqual([words[1:] for words in self.kept()], [["1"]])

    def test_a_verdict_is_used(self):
        self.good("roll", "chest")
        for file in self.verdicts.glob("verdicts-*"):
            known = file.read_text().split()[0]
            file.write_text(f"{known} 7\n")  # no check counts seven warnings in this pack
        self.assertIn("7 warnings", self.spoils("roll", "chest").stderr.decode())
        self.write("chest.loot", CHEST.read_text() + "# more\n")
        self.assertNotIn("warning", self.spoils("roll", "chest.loot").stderr.decode())

    def test_what_may_fail_is_kept(self):
        self.write("emptied.loot", "pack emptied\nrule r { kind = pick {a, b}; let l = [x]; if chance 1/6 { l -= x }\n"
                   "  other = pick l }\n")
        for _ in range(2):
            self.assertIn("nothing to pick", " ".join(self.bad(INVALID, "odds", "emptied.loot", "--by", "kind")))
        (words,) = self.kept()
        self.assertEqual(len(words), 3)
        # Odds rely on it: without it they evaluate what the question reads.
        for file in self.verdicts.glob("verdicts-*"):
            file.write_text(f"{words[0]} 0\n")
        self.good("odds", "emptied.loot", "--by", "kind")

    def test_another_build_makes_its_own(self):
        self.good("roll", "chest")
        other = self.home / "another_build"
        shutil.copy2(BINARY, other)
        os.utime(other, (1, 1))
        done = subprocess.run([other, "roll", "chest"], cwd=self.home, env=self.environment(), capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.kept()), 2)

    def test_errors_are_not_kept(self):
        self.write("bad.loot", "pack bad\ntable t { 0 a }\nrule r { kind = pick t }\n")
        for _ in range(2):
            self.bad(INVALID, "roll", "bad.loot")
        self.assertEqual(self.kept(), [])
        # Unchecked, the roll meets it.
        self.bad(INVALID, "roll", "bad.loot", "--no-check")
        self.assertEqual(self.kept(), [])

    def test_no_place_for_it(self):
        self.good("roll", "chest", env={"XDG_CACHE_HOME": "/proc/none", "HOME": "/proc/none"})
        (self.folder / "cache").write_text("")
        self.good("roll", "chest")

    def test_what_is_no_verdict_is_passed_over(self):
        self.good("roll", "chest")
        for file in self.verdicts.glob("verdicts-*"):
            file.write_bytes(b"\xff\0 nonsense\n")
        self.good("roll", "chest")
        self.assertEqual(len(self.kept()), 1)


class Check(CliTest):
    def test_summary(self):
        text = self.good("check", "chest", env={"COLUMNS": "200"})
        self.assertRegex(text, r"(?m)^chest 1\.2: .*; 9 rules, 4 inputs, \d+ fields; 2 expectations, all met; \d+ rolls agree$")
        quick = self.good("check", "chest", "--no-verify", env={"COLUMNS": "200"})
        self.assertRegex(quick, r"(?m)2 expectations, all met$")

    def test_exit_codes(self):
        self.write("broken.loot", "pack broken\nrule broken { kind = }\n")
        run = self.spoils("check", "broken.loot", "chest")
        self.assertEqual((run.returncode, run.stderr), (INVALID, b""))
        self.assertIn("broken.loot: 1 error", run.stdout.decode())
        self.assertIn("chest 1.2:", run.stdout.decode())
        self.assertIn("error[", run.stdout.decode())
        self.bad(USAGE, "check")
        self.bad(USAGE, "check", "chest", "xyzzy")

    def test_quiet(self):
        self.assertEqual(self.good("check", "-q", "chest"), "")
        self.write("broken.loot", "pack broken\nrule broken { kind = }\n")
        run = self.spoils("check", "-q", "broken.loot")
        self.assertEqual(run.returncode, INVALID)
        self.assertIn("error[", run.stdout.decode())

    def test_json(self):
        self.write("broken.loot", "pack broken\nrule broken { kind = }\n")
        run = self.spoils("check", "--format", "json", "chest", "broken.loot")
        self.assertEqual(run.returncode, INVALID)
        chest, broken = map(json.loads, run.stdout.decode().splitlines())
        self.assertEqual((chest["schema"], chest["version"], chest["pack"], chest["ok"], chest["errors"]),
                         ("spoils.check", 1, "chest", True, 0))
        self.assertEqual((chest["rules"], chest["inputs"], chest["expectations"]), (9, 4, 2))
        self.assertEqual((broken["pack"], broken["ok"]), ("broken.loot", False))
        self.assertEqual(len(broken["findings"]), broken["errors"])

    def test_dump(self):
        self.assertGreater(len(self.good("check", "--dump", "chest")), len(self.good("check", "chest")))
        self.assertIn("dump", json.loads(self.good("check", "--dump", "chest", "--format", "json")))
        program, bytecode = (self.good("check", "-q", f"--dump={kind}", "chest") for kind in ("program", "bytecode"))
        self.assertEqual(program, self.good("check", "-q", "--dump", "chest"))
        self.assertIn("rule item\n    0 ", bytecode)
        self.assertNotIn("rule item\n    0 ", program)
        self.assertIn("not one of the choices", self.bad(USAGE, "check", "--dump=tree", "chest")[0])


class Fmt(CliTest):
    UGLY = "pack  ugly   \"Ugly\"  1.0\nrule item{kind  =  dagger}\n"

    def formatted(self, text):
        return self.spoils("fmt", "-", stdin=text.encode()).stdout.decode()

    def test_rewrites_what_changes(self):
        path = self.write("ugly.loot", self.UGLY)
        path.chmod(0o640)
        self.assertEqual(self.good("fmt", "ugly.loot"), "")
        self.assertNotEqual(path.read_text(), self.UGLY)
        self.assertEqual(path.read_text(), self.formatted(self.UGLY))
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)
        self.assertEqual([entry.name for entry in self.home.iterdir()], ["ugly.loot"])

    def test_takes_out_a_byte_order_mark(self):
        path = self.write("marked.loot", b"\xef\xbb\xbf" + self.UGLY.encode())
        self.good("fmt", "marked.loot")
        self.assertEqual(path.read_bytes(), self.formatted(self.UGLY).encode())

    def test_leaves_what_does_not_change(self):
        path = self.write("nice.loot", self.formatted(self.UGLY))
        os.utime(path, (1000, 1000))
        inode = path.stat().st_ino
        self.good("fmt", "nice.loot")
        self.assertEqual((path.stat().st_mtime, path.stat().st_ino), (1000, inode))

    def test_check(self):
        self.write("a/ugly.loot", self.UGLY)
        self.write("a/nice.loot", self.formatted(self.UGLY))
        run = self.spoils("fmt", "--check", "a")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (ASSERTION, b"a/ugly.loot\n", b""))
        self.assertEqual((self.home / "a/ugly.loot").read_text(), self.UGLY)
        self.assertEqual(self.good("fmt", "--check", "a/nice.loot"), "")

    def test_stdout_and_stdin(self):
        path = self.write("ugly.loot", self.UGLY)
        self.assertEqual(self.good("fmt", "--stdout", "ugly.loot"), self.formatted(self.UGLY))
        self.assertEqual(path.read_text(), self.UGLY)
        self.assertEqual(self.good("fmt", "-", stdin=self.UGLY.encode()), self.formatted(self.UGLY))

    def test_folders_and_links(self):
        self.write("a/ugly.loot", self.UGLY)
        self.write("a/other.txt", self.UGLY)
        self.write("a/.hidden.loot", self.UGLY)
        (self.home / "link.loot").symlink_to("a/ugly.loot")
        self.good("fmt", "link.loot")
        self.assertTrue((self.home / "link.loot").is_symlink())
        self.assertNotEqual((self.home / "a/ugly.loot").read_text(), self.UGLY)
        self.good("fmt", "a")
        self.assertEqual((self.home / "a/other.txt").read_text(), self.UGLY)
        self.assertEqual((self.home / "a/.hidden.loot").read_text(), self.UGLY)

    def test_mistakes_change_nothing(self):
        broken = self.write("broken.loot", "rule broken { kind = }\n")
        ugly = self.write("ugly.loot", self.UGLY)
        run = self.spoils("fmt", "broken.loot", "ugly.loot")
        self.assertEqual((run.returncode, run.stdout), (INVALID, b""))
        self.assertIn("error[", run.stderr.decode())
        self.assertEqual(broken.read_text(), "rule broken { kind = }\n")
        self.assertNotEqual(ugly.read_text(), self.UGLY)

    def test_bad_files(self):
        with open(self.home / "huge.loot", "wb") as huge:
            huge.truncate((16 << 20) + 1)
        (self.home / "empty").mkdir()
        os.mkfifo(self.home / "pipe.loot")
        self.bad(LIMIT, "fmt", "huge.loot")
        for name in ("missing.loot", "empty", "pipe.loot", "/dev/null"):
            self.bad(USAGE, "fmt", name)
        self.bad(USAGE, "fmt")
        self.bad(USAGE, "fmt", "--check", "--stdout", "huge.loot")

    @unittest.skipIf(os.geteuid() == 0, "the superuser may write anywhere")
    def test_write_protected(self):
        path = self.write("ugly.loot", self.UGLY)
        path.chmod(0o444)
        self.bad(INTERNAL, "fmt", "ugly.loot")
        self.assertEqual(path.read_text(), self.UGLY)


class Completion(CliTest):
    def candidates(self, *words):
        return [line.split("\t")[0] for line in self.good("__complete", *words).splitlines()]

    def test_commands(self):
        self.assertLessEqual({"roll", "check", "fmt", "import", "packs", "completion"}, set(self.candidates("")))
        self.assertEqual(self.candidates("ro"), ["roll"])
        self.assertIn("--version", self.candidates("--"))

    def test_operands(self):
        self.assertEqual(self.candidates("roll", "ches"), ["chest", ":files"])
        self.assertEqual(self.candidates("roll", "chest", "re"), ["relic"])
        self.assertEqual(self.candidates("roll", "-n", "3", "chest", "--is-lit", "re"), ["relic"])
        self.assertEqual(self.candidates("fmt", ""), [":files"])
        self.assertEqual(self.candidates("completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(self.candidates("import", ""), ["pyrel"])
        self.assertEqual(self.candidates("import", "pyrel", ""), [":files"])
        self.assertEqual(self.candidates("import", "--na"), ["--name"])
        self.assertEqual(self.candidates("roll", "chest", "item", ""), [])

    def test_options(self):
        self.assertEqual(self.candidates("roll", "chest", "--dep"), ["--depth"])
        self.assertEqual(self.candidates("roll", "chest", "--is-"), ["--is_lit"])
        self.assertEqual(self.candidates("roll", "chest", "chest", "--si"), ["--size"])
        self.assertNotIn("--depth", self.candidates("roll", "chest", "--depth", "3", "--"))
        self.assertEqual(self.candidates("roll", "chest", "--").count("--count"), 1)
        self.assertIn("--dump", self.candidates("check", "--"))

    def test_values(self):
        self.assertEqual(self.candidates("roll", "chest", "--branch", ""), ["dungeon", "deep_vaults"])
        self.assertEqual(self.candidates("roll", "chest", "--branch=d"), ["--branch=dungeon", "--branch=deep_vaults"])
        self.assertEqual(self.candidates("roll", "chest", "--is-lit=t"), ["--is-lit=true"])
        self.assertEqual(self.candidates("roll", "chest", "--depth", "4"), ["4"] + [str(n) for n in range(40, 50)])
        self.assertEqual(self.candidates("roll", "chest", "--format", ""), ["text", "json", "csv"])
        self.assertEqual(self.candidates("roll", "chest", "--world", ""), [":files"])
        self.assertIn("count=", self.candidates("roll", "chest", "--set", ""))

    def test_never_fails(self):
        for words in ([], ["xyzzy", ""], ["roll", "xyzzy", "--"], ["roll", "chest", "xyzzy", "--"], ["roll", "--", ""],
                      ["roll", "missing.loot", ""], ["roll", "chest", "--xyzzy", ""], ["packs", "x"], ["roll", "-"],
                      ["roll", "chest", "--=", "-"], [b"\xff", b"\xff"]):
            self.good("__complete", *words)

    def test_unknown_shell(self):
        self.bad(USAGE, "completion")
        self.bad(USAGE, "completion", "tcsh")
        self.bad(USAGE, "completion", "bash", "zsh")
        self.assertIn("`fish`", self.bad(USAGE, "completion", "fis")[1])

    def bash(self, line, words):
        """Returns what bash would offer with the cursor at the end of a line whose words it has split so."""
        script = f"""
            source <("$0" completion bash)
            complete -p spoils >&2
            COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}
            COMP_WORDS=("$0" {" ".join(repr(word) for word in words)}); COMP_CWORD={len(words)}
            _spoils "$0"
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        run = subprocess.run(["bash", "-c", script, BINARY], capture_output=True, cwd=self.home, text=True,
                             env=self.environment(), timeout=300, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, "complete -F _spoils spoils\n"), run.stderr)
        return run.stdout.split("\n")[:-1]

    @unittest.skipUnless(shutil.which("bash"), "needs bash")
    def test_bash(self):
        self.write("chestnut.loot", "")
        self.assertEqual(self.bash("spoils pa", ["pa"]), ["packs"])
        self.assertEqual(self.bash("spoils roll chest", ["roll", "chest"]), ["chest", "chestnut.loot"])
        self.assertEqual(self.bash("spoils roll chest re", ["roll", "chest", "re"]), ["relic"])
        self.assertEqual(self.bash("spoils roll chest --dep", ["roll", "chest", "--dep"]), ["--depth"])
        self.assertEqual(self.bash("spoils roll chest --branch ", ["roll", "chest", "--branch", ""]),
                         ["dungeon", "deep_vaults"])
        self.assertEqual(self.bash("spoils roll chest --branch=", ["roll", "chest", "--branch", "="]),
                         ["dungeon", "deep_vaults"])
        self.assertEqual(self.bash("spoils roll chest --branch=de", ["roll", "chest", "--branch", "=", "de"]),
                         ["deep_vaults"])
        self.assertEqual(self.bash("spoils roll chest --branch=de x --dep",
                                   ["roll", "chest", "--branch", "=", "de", "item", "--dep"]), ["--depth"])

    def test_zsh_and_fish_accept_their_scripts(self):
        for shell in ("zsh", "fish"):
            script = self.write(f"script.{shell}", self.good("completion", shell))
            if not shutil.which(shell):
                continue
            run = subprocess.run([shell, "-n", str(script)], capture_output=True, timeout=60, check=False)
            self.assertEqual((run.returncode, run.stderr), (0, b""), shell)

    @unittest.skipUnless(shutil.which("fish"), "needs fish")
    def test_fish(self):
        link = self.folder / "bin" / "spoils"
        link.parent.mkdir()
        link.symlink_to(BINARY)
        for line, expected in (("spoils roll chest re", ["relic"]),
                               ("spoils roll chest --branch d", ["dungeon", "deep_vaults"]),
                               ("spoils roll chest --branch=de", ["--branch=deep_vaults"])):
            script = f"spoils completion fish | source; complete -C '{line}'"
            run = subprocess.run(["fish", "--no-config", "-c", script],
                                 capture_output=True, text=True, cwd=self.home, timeout=60, check=False,
                                 env=self.environment(PATH=f"{link.parent}:{os.environ['PATH']}"))
            self.assertEqual([each.split("\t")[0] for each in run.stdout.splitlines()], sorted(expected), run.stderr)


def main():
    global BINARY
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="the program to test")
    arguments, rest = parser.parse_known_args()
    BINARY = os.path.abspath(arguments.binary)
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
