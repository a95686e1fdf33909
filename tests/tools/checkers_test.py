"""The checkers in tools/ must notice what they are for: each case is a small project with one fault, or with none."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))

import check_layers  # noqa: E402
import check_style  # noqa: E402
import check_words  # noqa: E402

LAYERS = "text:\nlang: text  # no tree in text\napi: *\ncli:\n"


def faults(checker, files):
    """Returns what the checker says about a project made of `files`, path -> content."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        for path, content in files.items():
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_bytes(content.encode())
        return [line.replace(folder + "/", "") for line in checker.check(project)]


def check(test, checker, files, expected):
    """Fails unless the checker finds the one fault that is expected; empty: none."""
    found = faults(checker, files)
    test.assertEqual(len(found), 1 if expected else 0, found)
    if expected:
        test.assertIn(expected, found[0])


class Layers(unittest.TestCase):
    def check(self, path, content, expected, layers=LAYERS):
        check(self, check_layers, {"src/layers.txt": layers, path: content}, expected)

    def test_allowed(self):
        for path, content in (
            ("src/lang/a.cpp", '#include "lang/a.h"\n#include "text/b.h"\n#include "spoils/c.h"\n#include <vector>\n'),
            ("src/api/a.cpp", '#include "lang/a.h"\n'),
            ("src/cli/a.cpp", '#include "cli/a.h"\n#include "spoils/c.h"\n'),
            ("src/text/a.cpp", '// #include "lang/a.h"\n'),
            ("include/spoils/a.h", '#include "spoils/b.h"\n'),
        ):
            with self.subTest(path):
                self.check(path, content, "")

    def test_refused(self):
        for name, path, content, expected in (
            ("Upwards", "src/text/a.cpp", '\n#include "lang/a.h"\n', "src/text/a.cpp:2: text may not include lang"),
            ("Inside", "src/cli/a.cpp", '#include "text/a.h"\n', "cli may not include text"),
            ("Spaces", "src/text/a.h", '  #  include "lang/a.h"\n', "text may not include lang"),
            ("Table", "src/text/a.def", '#include "lang/a.h"\n', "text may not include lang"),
            ("NoFolder", "src/text/a.cpp", '#include "a.h"\n', 'write "text/a.h"'),
            ("UnknownFolder", "src/odds/a.cpp", "", "odds has no line"),
            ("PublicToPrivate", "include/spoils/a.h", '#include "text/a.h"\n', "public header"),
        ):
            with self.subTest(name):
                self.check(path, content, expected)

    def test_rooms(self):
        """A folder inside a folder has a line of its own: what one room may include, its neighbour may not."""
        layers = "text:\nlang: text\nlang/in: text lang\nlang/out: text\n"
        for path, content, expected in (
            ("src/lang/in/a.cpp", '#include "lang/in/a.h"\n#include "lang/b.h"\n#include "text/c.h"\n', ""),
            ("src/lang/in/a.cpp", '#include "lang/out/a.h"\n', "lang/in may not include lang/out"),
            ("src/lang/out/a.cpp", '#include "lang/b.h"\n', "lang/out may not include lang"),
            ("src/lang/a.cpp", '#include "lang/in/a.h"\n', "lang may not include lang/in"),
            ("src/lang/attic/a.cpp", "", "lang/attic has no line"),
        ):
            with self.subTest(path + content):
                self.check(path, content, expected, layers)

    def test_faults_of_the_file(self):
        for layers, expected in (
            ("a: b\nb: c\nc: a\n", "a -> b -> c -> a is a cycle"),
            ("a: b\n", "which has no line"),
            ("a:\na:\n", "each folder once"),
        ):
            with self.subTest(layers):
                self.check("README.md", "", expected, layers)


class Style(unittest.TestCase):
    def test_cases(self):
        for name, path, content, expected in (
            ("Fine", "src/a.cpp", "x" * 120 + "\n", ""),
            ("Wide", "tests/a/b_test.cpp", "\n" + "x" * 121, "tests/a/b_test.cpp:2: 121 columns"),
            ("NotAscii", "include/spoils/a.h", "// caf\u00e9\n", "include/spoils/a.h:1: not ASCII"),
            ("Long", "src/text/a.cpp", "\n" * 501, "501 lines"),
            ("LongTable", "src/text/a.def", "\n" * 501, ""),
            ("LongTest", "tests/a/b_test.cpp", "\n" * 501, ""),
            ("NoTest", "src/a.h", "// Tests: tests/a/c_test.cpp.\n", "src/a.h:1: there is no tests/a/c_test.cpp"),
            ("Test", "tests/a/b_test.cpp", "// tests/a/b_test.cpp\n", ""),
            ("Hidden", "include/spoils/a.h", "[[nodiscard]] double a(double b);\n", "a.h:1: not SPOILS_EXPORT"),
            ("HiddenOfWords", "include/spoils/a.h", "Result<A, Error> a(double b,\n", "a.h:1: not SPOILS_EXPORT"),
            ("Exported", "include/spoils/a.h", "[[nodiscard]] SPOILS_EXPORT double a(double b);\n", ""),
            ("Template", "include/spoils/a.h", "template <typename B>\nA a(const B& b,\n", ""),
            ("Inline", "include/spoils/a.h", "inline int a() {\n  return b();\n}\n", ""),
            ("Private", "src/a.h", "double a(double b);\n", ""),
        ):
            with self.subTest(name):
                check(self, check_style, {path: content}, expected)


class Words(unittest.TestCase):
    def test_cases(self):
        for name, path, content, expected in (
            ("Fine", "src/a.cpp", "// Returns the row.\nint told = 1;\n", ""),
            ("Comment", "src/a.cpp", "int a;  // it is told the depth\n", "src/a.cpp:1: told"),
            ("Apart", "src/a.cpp", "// equal members cannot be told apart\n", ""),
            ("Message", "src/a.cpp", 'add("this stands here");\n', "src/a.cpp:1: stands"),
            ("TextOfATest", "tests/a.cpp", 'add("this stands here");\n', ""),
            ("Begins", "include/a.h", "/// What it gives.\n", "include/a.h:1: What begins"),
            ("Question", "include/a.h", "/// What is it?\n", ""),
            ("GoesOn", "src/a.h", "// This is true of rows\n// Of which there are few.\n", ""),
            ("Hashes", "tools/a.py", "x = 1  # worked out above\n", "tools/a.py:1: worked out"),
        ):
            with self.subTest(name):
                check(self, check_words, {path: content}, expected)


if __name__ == "__main__":
    unittest.main()
