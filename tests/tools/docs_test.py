"""tools/check_docs.py must notice what it is for: each case is a page with one fault, or with none."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))

import check_docs  # noqa: E402

# Replaces the program: `check` refuses a pack with the word `bad`, warns of one with `odd`; `roll` prints the pack.
PROGRAM = """#!/bin/sh
if [ "$1" = roll ]; then cat "$2"; exit 0; fi
grep -q odd "$2" && echo "$2:1:1: warning[W0000]: odd"
grep -q bad "$2" && echo "$2:1:1: error[E0000]: bad" && exit 3
exit 0
"""


class Docs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.project = pathlib.Path(self.folder.name).resolve()
        self.program = self.project / "program"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)

    def faults(self, page, update=False):
        (self.project / "README.md").write_text(page)
        return check_docs.check(self.project, self.program, update)[0]

    def check(self, page, expected):
        found = self.faults(page)
        self.assertEqual(len(found), 1 if expected else 0, found)
        if expected:
            self.assertIn(expected, found[0])

    def test_packs(self):
        for name, page, expected in (
            ("Sound", "```loot\npack a\n```\n", ""),
            ("Fragment", "```loot fragment\nrule a { }\n```\n", ""),
            ("Warned", "```loot warned\npack odd\n```\n", ""),
            ("Wrong", "```loot wrong\nrule bad { }\n```\n", ""),
            ("Refused", "\n```loot\npack bad\n```\n", "README.md:2: the example does not compile"),
            ("Unlike", "```loot warned\npack a\n```\n", "not warned of"),
            ("WarnedOf", "```loot\npack odd\n```\n", "is warned of"),
            ("NotWrong", "```loot wrong\npack a\n```\n", "should be refused"),
            ("NoPackLine", "```loot\nrule a { }\n```\n", "has no `pack` line"),
            ("NothingToEdit", "```loot edit a.loot\nrule a { }\n```\n", "there is no a.loot above"),
        ):
            with self.subTest(name):
                self.check(page, expected)

    def test_output(self):
        pack = "```loot a.loot\npack a\n\nrule b { }\n```\n```console\n$ spoils roll a.loot\n"
        for name, page, expected in (
            ("Same", pack + "pack a\n\nrule b { }\n```\n", ""),
            ("Elided", pack + "...\nrule b { }\n```\n", ""),
            ("Other", pack + "pack b\n```\n", "prints something else"),
            ("More", pack + "pack a\n```\n", "prints something else"),
            ("ExitCode", "```loot wrong\npack bad\n```\n```console\n$ spoils check -q\n$ echo $?\n0\n```\n", ""),
            ("NoCommand", "```console\nhello\n```\n", "begins with `$ COMMAND`"),
        ):
            with self.subTest(name):
                self.check(page, expected)

    def test_json(self):
        self.check("```json data/a.json\n[1]\n```\n```console\n$ spoils roll data/a.json\n[1]\n```\n", "")

    def test_edit(self):
        page = ("```loot a.loot\npack a\n\n# about b\nrule b {\n  x = 1\n}\n\nrule c { }\n```\n"
                "```loot edit a.loot\nrule b { }\ntable b { }\n```\n"
                "```console\n$ spoils roll a.loot\npack a\n\nrule b { }\n\nrule c { }\n\ntable b { }\n```\n")
        self.check(page, "")

    def test_update(self):
        page = "```loot\npack a\n```\n\n```console\n$ spoils roll example.loot\nold\n```\n\n```cpp lines.cpp\nold\n```\nEnd.\n"
        (self.project / "lines.cpp").write_text("int x;\n")
        self.assertEqual(self.faults(page, update=True), [])
        expected = page.replace("loot\nold", "loot\npack a").replace("cpp\nold", "cpp\nint x;")
        self.assertEqual((self.project / "README.md").read_text(), expected)

    def test_links(self):
        self.check("[a](README.md) [b](#one-two) [c](https://example.org)\n\n# One, `two`\n", "")
        self.check("[a](nowhere.md)\n", "README.md:1: the link leads nowhere")
        self.check("[a](#three)\n\n# One\n", "no such heading")

    def test_files_of_a_page_about_sources(self):
        (self.project / "src/odds").mkdir(parents=True)
        (self.project / "src/odds/paths.h").write_text("\n")
        (self.project / "README.md").write_text("`odds/none.h`\n")
        for name, text, expected in (
            ("There", "`odds/paths.h`, `src/odds/paths.h`, `src/odds`, `odds/p*.h`\n", ""),
            ("NoFile", "`rule/R`, `a/b`, `n! / (n - k)!`\n", ""),
            ("Gone", "\n`odds/none.h`\n", "ARCHITECTURE.md:2: there is no such file: odds/none.h"),
            ("FolderGone", "`tests/odds`\n", "there is no such file: tests/odds"),
            ("NoneLikeIt", "`odds/q*.h`\n", "there is no such file: odds/q*.h"),
        ):
            with self.subTest(name):
                (self.project / "ARCHITECTURE.md").write_text(text)
                found = check_docs.check(self.project, self.program)[0]
                self.assertEqual([fault for fault in found if expected not in fault or not expected], [])
                self.assertEqual(len(found), 1 if expected else 0)

    def test_lines_of_a_file(self):
        (self.project / "lines.cpp").write_text("int x;\nint y;\n")
        self.check("```cpp lines.cpp\nint y;\n```\n", "")
        self.check("```cpp lines.cpp\nint z;\n```\n", "this is not in lines.cpp")
        self.check("```cpp lines.cpp\n```\n", "this is not in lines.cpp")

    def test_words(self):
        for folder in ("src/lang", "docs"):
            (self.project / folder).mkdir(parents=True)
        (self.project / "src/lang/tokens.def").write_text('SPOILS_KEYWORD(Drop, "drop")\nSPOILS_KEYWORD(If, "if")\n')
        (self.project / "docs/language.md").write_text("`drop` it\n")
        self.check("", "`if` is a word of the language")


if __name__ == "__main__":
    unittest.main()
