#!/usr/bin/env python3
"""Tests of `spoils import` from outside.

Usage: import_test.py --binary PATH [unittest options].
"""

import os
import pathlib
import shutil
import stat
import unittest

import cli_test
from cli_test import FINE, INTERNAL, INVALID, USAGE, CliTest

TESTS = pathlib.Path(__file__).resolve().parents[1]
TINY = TESTS / "importers" / "tiny"
PACKS = TESTS.parent / "packs"


class Import(CliTest):
    def setUp(self):
        super().setUp()
        (self.packs / "lib").mkdir()
        for library in ("affixes.loot", "power.loot"):
            shutil.copy(PACKS / "lib" / library, self.packs / "lib")
        shutil.copytree(TINY, self.home / "data")
        self.written = (TESTS / "importers" / "tiny.loot").read_text(encoding="utf-8")

    def left_behind(self):
        return sorted(os.listdir(self.home))

    def test_writes_a_pack_that_compiles(self):
        report = self.good("import", "pyrel", "data", "-o", "tiny.loot", "--title", "Tiny")
        self.assertEqual((self.home / "tiny.loot").read_text(encoding="utf-8"), self.written)
        self.assertEqual(self.left_behind(), ["data", "tiny.loot"])
        run = self.spoils("check", "tiny.loot")
        self.assertEqual(run.returncode, FINE)
        self.assertEqual(self.good("fmt", "--check", "tiny.loot"), "")
        self.assertEqual(len(self.good("roll", "tiny.loot", "-n", "3", "-q", "--format", "json").splitlines()), 3)
        self.assertIn("  object.json             3 records; rules: 3; rules with piles: 2\n", report)
        self.assertIn("object_template.json, flags: `rots` is not in object_flags: a word without power\n    item\n", report)
        self.assertIn("affix.json, index: records are known by their words\n    all 4 records\n", report)
        for line in report.splitlines():
            self.assertLessEqual(len(line), 80)

    def test_standard_output(self):
        run = self.spoils("import", "pyrel", "data", "--name", "tiny", "--title", "Tiny")
        self.assertEqual((run.returncode, run.stdout.decode()), (FINE, self.written))
        self.assertTrue(run.stderr.decode().startswith("Imported:\n"))
        self.assertEqual(self.good("import", "pyrel", "data", "--name", "tiny", "--title", "Tiny", "-q"), self.written)

    def test_names(self):
        self.assertIn('\npack imported "imported" 1.0\n', self.good("import", "pyrel", "data", "-q"))
        self.good("import", "pyrel", "data", "-q", "-o", "a-b.loot")
        self.assertIn('pack imported "imported"', (self.home / "a-b.loot").read_text(encoding="utf-8"))
        self.assertIn("`affixes`", self.bad(USAGE, "import", "pyrel", "data", "--name", "affixes")[0])
        self.bad(USAGE, "import", "pyrel", "data", "--name", "2nd")
        self.assertIn('pack mine "A \'big\' one" 1.0', self.good("import", "pyrel", "data", "-q", "--name", "mine",
                                                                  "--title", 'A "big" one'))

    def test_usage(self):
        self.bad(USAGE, "import")
        self.assertIn("`pyrel`", self.bad(USAGE, "import", "pyrle", "data")[1])
        self.bad(USAGE, "import", "pyrel")
        self.bad(USAGE, "import", "pyrel", "data", "more")
        self.assertIn("no such folder: missing", self.bad(USAGE, "import", "pyrel", "missing")[0])
        self.bad(USAGE, "import", "pyrel", "data", "--colour")

    def test_mistakes_leave_everything_as_it_was(self):
        self.write("old.loot", "as it was")
        (self.home / "data" / "affix.json").write_text('[{"name": "A", "stats": {"x": "2d"}},\n{"name": "B", "k": 1}]')
        run = self.spoils("import", "pyrel", "data", "-o", "old.loot")
        self.assertEqual((run.returncode, run.stdout), (INVALID, b""))
        self.assertEqual(run.stderr.decode(), """\
affix.json:1: A, field stats.x: `2d` is neither a number nor dice like 10+2d4M20
affix.json:2: B, field k: is unknown
spoils: nothing imported: 2 mistakes in the data (data)
""")
        self.assertEqual((self.home / "old.loot").read_text(encoding="utf-8"), "as it was")
        self.assertEqual(self.left_behind(), ["data", "old.loot"])

    def test_many_mistakes_are_cut(self):
        (self.home / "data" / "affix.json").write_text("[" + ", ".join(['{"name": 1}'] * 50) + "]")
        run = self.spoils("import", "pyrel", "data")
        self.assertEqual((run.returncode, run.stdout), (INVALID, b""))
        self.assertIn("\nand 30 more\n", run.stderr.decode())

    def test_what_cannot_be_written(self):
        self.bad(INTERNAL, "import", "pyrel", "data", "-o", "missing/tiny.loot")
        self.bad(INTERNAL, "import", "pyrel", "data", "-o", "data")
        if os.geteuid() != 0:
            (self.home / "data").chmod(stat.S_IRUSR | stat.S_IXUSR)
            self.bad(INTERNAL, "import", "pyrel", "data", "-o", "data/tiny.loot")
            (self.home / "data").chmod(stat.S_IRWXU)

    def test_without_the_library_nothing_is_written(self):
        (self.home / "lib").mkdir()
        for library in ("affixes", "power"):
            (self.home / "lib" / f"{library}.loot").write_text(f'pack {library} "Another one" 1.0\n')
        run = self.spoils("import", "pyrel", "data", "-o", "tiny.loot")
        self.assertEqual(run.returncode, INVALID)
        self.assertIn("nothing imported: the pack would have", run.stderr.decode())
        self.assertEqual(self.left_behind(), ["data", "lib"])

    def test_replaces_a_file_whole(self):
        path = self.write("tiny.loot", "old")
        path.chmod(0o640)
        self.good("import", "pyrel", "data", "-o", "tiny.loot", "--title", "Tiny")
        self.assertEqual(path.read_text(encoding="utf-8"), self.written)
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)


# The tests of the base class belong to cli_test.py.
del CliTest

if __name__ == "__main__":
    cli_test.main()
