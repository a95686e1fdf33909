#!/usr/bin/env python3
"""Tests of `spoils diff` from outside.

Usage: diff_test.py --binary PATH [unittest options]. Tests that need git are skipped without it.
"""

import json
import os
import resource
import shutil
import subprocess
import unittest

import cli_test
from cli_test import ASSERTION, FINE, INVALID, LIMIT, USAGE, CliTest

OLD = """
pack mine "Mine" 1.0
input depth: 1..9 = 1
rule find { kind = pick find }
table find { 50 ore, 30 gem, 20 bone }
rule lost { x = 1 }
"""
NEW = """
pack mine "Mine" 1.0
input depth: 1..9 = 1
rule find { kind = pick find }
table find { 50 ore; (30 - 2 * depth) gem; (20 + 2 * depth) coal }
rule found { x = 1 }
"""


class Diff(CliTest):
    def setUp(self):
        super().setUp()
        self.write("old.loot", OLD)
        self.write("new.loot", NEW)

    def diff(self, *words):
        return self.good("diff", "old.loot", "new.loot", *words)

    def test_text(self):
        self.assertEqual(self.diff(), """\
old.loot -> new.loot
odds changed in 1 of 1 rule, at depth 1; --sweep depth for others
rules only in old.loot: lost
rules only in new.loot: found

find  kind
  coal    - -> 22%  new
  bone  20% ->   -  gone
  gem   30% -> 28%  x 0.933
""")
        self.assertIn("gem   30% -> 12%  x 0.4", self.diff("--depth", "9"))
        self.assertNotIn("gem", self.diff("--threshold", "10%"))
        self.assertNotIn("gem", self.diff("--least", "0.03"))
        self.assertIn("  gem", self.diff("find", "--sweep", "depth=1..3"))
        self.assertIn("at 3 and 2 more", self.diff("find", "--sweep", "depth=1..3"))
        self.assertIn("  and 2 more\n", self.diff("--rows", "1"))
        for name, most in (("a", 10), ("b", 9)):
            self.write(f"{name}.loot", "pack m\ninput level: 1..10 = 1\n"
                                       f"rule r {{ kind = pick {{(max(0, {most} - level)) x, (level) y}} }}\n")
        text = self.good("diff", "a.loot", "b.loot", "--sweep", "level", "--threshold", "0%")
        self.assertRegex(text, r"(?m)^  x +10% -> +-  gone +at 9, changed at 8 others$")
        for line in self.diff("--sweep", "depth").splitlines():
            self.assertLessEqual(len(line), 80)

    def test_json(self):
        told = json.loads(self.diff("--format", "json", "--depth", "2"))
        self.assertEqual((told["schema"], told["version"]), ("spoils.diff", 1))
        self.assertEqual((told["before"], told["after"]), ("old.loot", "new.loot"))
        self.assertEqual((told["only_before"], told["only_after"]), (["lost"], ["found"]))
        self.assertEqual(told["inputs"], {"depth": "2"})
        table, = told["tables"]
        self.assertEqual((table["rule"], table["by"], table["kind"]), ("find", ["kind"], "odds"))
        rows = {row["values"][0]: row for row in table["rows"]}
        self.assertAlmostEqual(rows["gem"]["ratio"], 26 / 30)
        self.assertIsNone(rows["coal"]["ratio"])
        self.assertEqual((rows["bone"]["after"], rows["bone"]["ratio"]), (0, 0))

    def test_markdown(self):
        text = self.diff("--format", "markdown", "--sweep", "depth")
        self.assertIn("| outcome | before | after | change | at depth |\n| --- | ---: | ---: | --- | --- |\n", text)
        self.assertIn("| coal | - | 38% | new | 9 and 8 more |", text)
        self.assertIn(". By depth.\n", text)
        self.assertIn(". At depth 3.\n", self.diff("--format", "markdown", "--depth", "3"))

    def test_a_sweep_has_a_budget_for_each_value(self):
        # The list has 16,807 values; nine times the paths that these take are more than a question of all fields has.
        pack = ("pack p\ninput depth: 1..9 = 1\nfield rolled: list of int\n"
                "rule r { kind = pick {WEIGHT a, 1 b}; repeat 5 { rolled += d7 }\n"
                "big = rolled[1] * rolled[4] + rolled[5] > 2 * depth + rolled[2] }\n")
        self.write("one.loot", pack.replace("WEIGHT", "1"))
        self.write("two.loot", pack.replace("WEIGHT", "3"))
        for sweep in ("depth=3", "depth=1..9"):
            text = self.good("diff", "one.loot", "two.loot", "--by", "kind,big", "--sweep", sweep)
            self.assertIn("odds changed in 1 of 1 rule", text)
            self.assertNotIn("not compared", text)

    def test_states_that_hold_many(self):
        self.write("one.loot", "pack p\ntable gem { ruby, opal }\nstate big: set of gem = {}\n"
                   "state has: map of gem to int = {ruby 2}\nrule r { kind = pick gem; big += kind; has[kind] += 1 }\n")
        self.write("two.loot", "pack p\ntable gem { ruby, opal }\nrule r { kind = pick gem }\n")
        text = self.good("diff", "one.loot", "two.loot")
        self.assertIn("state big: gone, set of symbols = {}", text)
        self.assertIn("state has: gone, map of symbols to integers = {ruby 2}", text)

    def test_exit_codes(self):
        self.assertEqual(self.spoils("diff", "old.loot", "new.loot").returncode, FINE)
        self.assertEqual(self.spoils("diff", "old.loot", "new.loot", "--fail").returncode, ASSERTION)
        same = self.spoils("diff", "old.loot", "old.loot", "--fail")
        self.assertEqual(same.returncode, FINE)
        self.assertIn(b"no odds changed by more than 1% (and at least 0.0001%) in 2 rules", same.stdout)
        self.write("one.loot", 'pack p "P" 1.0\nrule find { kind = pick {1000 ore, 1000 gem} }\n')
        self.write("two.loot", 'pack p "P" 1.0\nrule find { kind = pick {1001 ore, 1000 gem} }\n')
        self.assertIn("no odds changed by more than 1%", self.good("diff", "one.loot", "two.loot", "--fail"))
        self.assertIn("odds changed in 1 of 1 rule", self.good("diff", "one.loot", "two.loot", "--threshold", "0%"))

    def test_what_was_not_compared_is_no_green_light(self):
        self.write("one.loot", 'pack p "P" 1.0\nrule find(q: 1..3) { n = q }\n')
        self.write("two.loot", 'pack p "P" 1.0\nrule find(q: 1..3) { n = q + 1 }\n')
        said = self.spoils("diff", "one.loot", "two.loot", "--fail")
        self.assertEqual(said.returncode, LIMIT)
        self.assertIn(b"not compared: find (its parameter `q` needs a value)", said.stdout)
        self.assertEqual(self.spoils("diff", "one.loot", "two.loot", "--q", "2", "--fail").returncode, ASSERTION)
        self.assertEqual(self.spoils("diff", "one.loot", "one.loot", "--fail").returncode, FINE)

    def test_a_new_input_is_named(self):
        self.write("one.loot", 'pack p "P" 1.0\nrule r { kind = pick {5 a; 5 b} }\n')
        self.write("two.loot", 'pack p "P" 1.0\ninput season: {spring, winter} = spring\n'
                               'rule r { kind = pick {5 a; 5 b; 1 c if season == winter} }\n')
        said = self.spoils("diff", "one.loot", "two.loot", "--fail")
        self.assertEqual(said.returncode, ASSERTION)
        text = " ".join(said.stdout.decode().split())
        self.assertIn("in 1 rule, at season spring; --sweep season for others", text)
        self.assertIn("input season: new, {spring, winter} = spring", text)
        self.assertIn("at winter", self.good("diff", "one.loot", "two.loot", "--sweep", "season"))

    def test_what_a_limit_left_out_is_no_green_light(self):
        # The mean of things is refused, since a chest may be given up with what it holds. Without a change nothing is
        # asked.
        rule = ('pack held "Held" 1\nrule find { kind = gold }\n'
                'rule chest { kind = chest; hold find; if %s { discard } }\n')
        self.write("held.loot", rule % "chance 50%")
        self.write("same.loot", rule % "not (chance 50%)")
        said = self.spoils("diff", "held.loot", "same.loot", "--fail")
        self.assertEqual(said.returncode, LIMIT)
        self.assertIn(b"not compared", said.stdout)
        self.assertEqual(self.spoils("diff", "held.loot", "same.loot").returncode, FINE)
        self.assertEqual(self.spoils("diff", "held.loot", "held.loot", "--fail").returncode, FINE)

    def test_estimates_decide_nothing(self):
        rule = ('pack wide "Wide" 1\nrule find { a = d10000; b = d10000; c = d10000; d = d10000\n'
                '  kind = if a * b + c * d > %d then big else small }\n')
        self.write("one.loot", rule % 50_000_000)
        self.write("two.loot", rule % 60_000_000)
        self.write("same.loot", (rule % 50_000_000).replace("a * b", "b * a"))
        said = self.spoils("diff", "one.loot", "two.loot", "--fail")
        self.assertEqual(said.returncode, LIMIT)
        text = said.stdout.decode()
        self.assertIn("not compared, too many paths: find by kind", text)
        self.assertIn("estimated, not proven: differences in 20000 rolls", text)
        self.assertRegex(text, r"find kind: big  ~ [0-9.]+% \+- [0-9.]+% -> ~ [0-9.]+% \+- [0-9.]+%\n")
        self.assertEqual(text, self.good("diff", "one.loot", "two.loot"))
        exact = self.good("diff", "one.loot", "two.loot", "--exact")
        self.assertEqual(exact, text[:text.index("\nestimated")])
        said = self.spoils("diff", "one.loot", "same.loot", "--fail")
        self.assertEqual(said.returncode, LIMIT)
        self.assertRegex(said.stdout.decode(), r"\nnone seen: find kind\n$")
        told = json.loads(self.good("diff", "one.loot", "two.loot", "--format", "json"))
        self.assertEqual(told["tables"], [])
        estimate = told["estimates"][0]
        self.assertEqual((estimate["rule"], estimate["by"], estimate["kind"]), ("find", ["kind"], "odds"))
        for row in estimate["rows"]:
            self.assertTrue(row["before"]["lo"] < row["before"]["value"] < row["before"]["hi"], row)
        self.assertIn("\nEstimated, not proven", self.good("diff", "one.loot", "two.loot", "--format", "markdown"))

    def test_wrong_usage(self):
        self.bad(USAGE, "diff")
        self.bad(USAGE, "diff", "old.loot")
        self.bad(USAGE, "diff", "old.loot", "none.loot")
        self.bad(USAGE, "diff", "old.loot", "new.loot", "nothing")
        self.bad(USAGE, "diff", "old.loot", "new.loot", "--deep", "3")
        self.bad(USAGE, "diff", "old.loot", "new.loot", "--threshold", "much")
        self.bad(USAGE, "diff", "old.loot", "new.loot", "--sweep", "depth=1..")
        self.bad(USAGE, "diff", "old.loot", "new.loot", "--format", "pdf")
        self.bad(USAGE, "diff", "old.loot", "new.loot", "--by", "kind,")
        self.bad(USAGE, "diff", "old.loot", "new.loot", "--sweep", "depth", "--depth", "3")
        message, help_line = self.bad(USAGE, "diff", "old.loot", "new.loot", "--by", "knd")
        self.assertIn("no rule sets a field `knd`", message)
        self.assertIn("did you mean `kind`?", help_line)
        for words in (("--sweep", "detph"), ("--detph", "3")):
            self.assertIn("did you mean `depth`?", self.bad(USAGE, "diff", "old.loot", "new.loot", *words)[1])
        self.write("broken.loot", "pack broken\n")
        self.bad(INVALID, "diff", "old.loot", "broken.loot")

    def test_help_and_completion(self):
        text = self.good("diff", "--help")
        self.assertIn("Usage: spoils diff", text)
        self.assertEqual(text, self.good("help", "diff"))
        self.assertRegex(self.good("--help"), r"(?m)^  diff +\w")
        offered = self.good("__complete", "diff", "old.loot", "new.loot", "")
        self.assertIn("find", offered)


@unittest.skipUnless(shutil.which("git"), "there is no git")
class Revisions(CliTest):
    def git(self, *words):
        environment = {**self.environment(), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.home, check=True,
                       env=environment, capture_output=True)

    def setUp(self):
        super().setUp()
        self.git("init", "-q")
        self.write("packs/mine/mine.loot", OLD)
        self.write("packs/deep.loot", "pack deep \"Deep\" 1.0\nuse mine\n")
        self.git("add", ".")
        self.git("commit", "-qm", "first")
        self.git("tag", "v1")
        self.write("packs/mine/mine.loot", NEW)

    def test_revisions(self):
        text = self.good("diff", "packs/mine@v1", "packs/mine")
        self.assertIn("rules only in packs/mine@v1: lost", text)
        self.assertIn("gem", text)
        self.assertIn("no odds changed", self.good("diff", "packs/mine@v1", "packs/mine@HEAD"))
        # The pack that another one uses is of the same revision.
        self.assertIn("lost", self.good("diff", "packs/deep.loot@v1", "packs/deep.loot"))

    def test_nothing_is_written(self):
        scratch = self.folder / "scratch"
        scratch.mkdir(mode=0o555)
        before = sorted(self.home.rglob("*"))
        self.good("diff", "packs/deep.loot@v1", "packs/deep.loot", env={"TMPDIR": str(scratch)})
        self.assertEqual(sorted(self.home.rglob("*")), before)

    def test_programs_of_the_configuration_do_not_run(self):
        hit = self.home / "hit"
        hook = self.write("hook", f"#!/bin/sh\ntouch {hit}\nexit 1\n")
        hook.chmod(0o755)
        self.write(".gitattributes", "*.loot filter=evil diff=evil\n")
        self.git("add", ".gitattributes")
        self.git("commit", "-qm", "attributes")
        for name in ("core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.gitProxy", "core.askPass",
                     "core.alternateRefsCommand", "filter.evil.smudge", "filter.evil.clean", "filter.evil.process",
                     "diff.evil.textconv", "diff.evil.command", "diff.external", "credential.helper",
                     "uploadpack.packObjectsHook", "gpg.program"):
            self.git("config", name, str(hook))
        hooks = self.home / ".git" / "hooks"
        hooks.mkdir(exist_ok=True)
        for name in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
            shutil.copy(hook, hooks / name)
        self.good("diff", "packs/mine@v1", "packs/mine")
        self.assertFalse(hit.exists())

    def test_nothing_is_fetched(self):
        hit = self.home / "hit"
        # A partial clone whose missing objects would come from a program.
        tree = subprocess.run(["git", "rev-parse", "v1:packs/mine/mine.loot"], cwd=self.home, check=True,
                              capture_output=True, text=True).stdout.strip()
        (self.home / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
        for name, value in (("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "origin"),
                            ("remote.origin.promisor", "true"), ("remote.origin.url", f"ext::touch {hit}"),
                            ("protocol.ext.allow", "always"), ("protocol.allow", "always")):
            self.git("config", name, value)
        message, _ = self.bad(USAGE, "diff", "packs/mine@v1", "packs/mine")
        self.assertIn("nothing is fetched", message)
        self.assertFalse(hit.exists())

    def test_large_objects_are_refused_unread(self):
        self.write("packs/huge.loot", b"# " + b" " * (200 << 20))
        self.git("add", "packs/huge.loot")
        self.git("commit", "-qm", "huge")
        (self.home / "packs/huge.loot").write_text("pack huge\nrule r { kind = a }\n")
        # A file that does not belong to the pack is not read.
        self.good("diff", "packs/mine@HEAD", "packs/mine")
        limits = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_DATA, (150 << 20, 150 << 20))}
        run = self.spoils("diff", "packs/huge.loot@HEAD", "packs/huge.loot",
                          **({} if "ASAN_OPTIONS" in os.environ else limits))
        self.assertEqual((run.returncode, run.stdout), (LIMIT, b""))
        self.assertIn(b"larger than 16 MiB", run.stderr)

    def test_links_are_not_followed(self):
        (self.home / "packs/link.loot").symlink_to("/etc/passwd")
        self.git("add", "packs/link.loot")
        self.git("commit", "-qm", "link")
        (self.home / "packs/link.loot").unlink()
        message, _ = self.bad(USAGE, "diff", "packs/link.loot@HEAD", "packs/mine")
        self.assertIn("symbolic link", message)

    def test_a_pack_that_is_gone_by_now(self):
        shutil.copy(self.home / "packs/mine/mine.loot", self.home / "now.loot")
        (self.home / "packs/mine/mine.loot").unlink()
        (self.home / "packs/mine").rmdir()
        self.assertIn("gem", self.good("diff", "packs/mine@v1", "now.loot"))

    def test_revisions_that_there_are_not(self):
        message, help_line = self.bad(USAGE, "diff", "packs/mine@v2", "packs/mine")
        self.assertIn("no revision `v2`", message)
        self.assertIn("HEAD~1", help_line)
        self.bad(USAGE, "diff", "packs/mine@", "packs/mine")
        self.bad(USAGE, "diff", "packs/other@v1", "packs/mine")
        self.bad(USAGE, "diff", "nowhere/other@v1", "packs/mine")

    def test_nothing_is_run_and_no_option_smuggled(self):
        for revision in ("$(touch hit)", "v1;touch hit", "--output=hit", "-h", "`touch hit`", "v1\ntouch hit"):
            self.bad(USAGE, "diff", f"packs/mine@{revision}", "packs/mine")
        self.assertFalse((self.home / "hit").exists())

    def test_no_repository(self):
        outside = self.folder / "outside"
        outside.mkdir()
        shutil.copy(self.home / "packs/mine/mine.loot", outside / "mine.loot")
        message, _ = self.bad(USAGE, "diff", f"{outside}/mine.loot@v1", "packs/mine",
                              env={"GIT_CEILING_DIRECTORIES": str(self.folder.parent)})
        self.assertIn("is not in a git repository", message)
        message, _ = self.bad(USAGE, "diff", "packs/mine@v1", "packs/mine", env={"PATH": str(outside)})
        self.assertIn("needs git", message)


# The tests of the base class belong to cli_test.py.
del CliTest

if __name__ == "__main__":
    cli_test.main()
