"""tools/run_mutants.py must notice a list that does not fit the sources, and plant what does."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))

import run_mutants  # noqa: E402

SOURCE = "#pragma once\n\n#include <vector>\n\nint least(int a, int b) { return a < b ? a : b; }\nint one() { return 1; }\n"


def mutant(number=1, original="a < b", replacement="(MUTANT ? b < a : a < b)", tests='"roll"'):
    """Returns a mutant as a file has it."""
    return (f"[[mutant]]\nnumber = {number}\nname = 'n'\nfile = 'src/a.h'\nfault = 'f'\noriginal = '''{original}'''\n"
            f"replacement = '''{replacement}'''\ntests = [{tests}]\n")


def planted(*mutants, source=SOURCE, build="add_subdirectory(src)\n"):
    """Returns what becomes of a project with these mutants, path -> text; or the faults of the list."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        files = {"CMakeLists.txt": build, "src/a.h": source, "tests/roll/a_test.cpp": "", "include/a.h": "",
                 "tests/mutants/a.toml": "optimisation = 'o'\n" + "".join(mutants)}
        for path, content in files.items():
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_text(content)
        try:
            return run_mutants.planted(project, run_mutants.read_list(project))
        except run_mutants.Stale as stale:
            return stale.args[0]


class Mutants(unittest.TestCase):
    def test_planted(self):
        text = planted(mutant(7), mutant(8, "return 1", "return MUTANT ? 2 : 1"))["src/a.h"]
        self.assertIn("return (SPOILS_MUTANT(7) ? b < a : a < b) ? a : b;", text)
        self.assertIn("return SPOILS_MUTANT(8) ? 2 : 1;", text)
        self.assertLess(text.index("#pragma once"), text.index('#include "mutants.h"'))

    def test_stale(self):
        for mutants, expected in (
            ([mutant(original="a <= b")], "0 times instead of once"),
            ([mutant(original="int ", replacement="MUTANT")], "times instead of once"),
            ([mutant(replacement="b < a")], "does not say MUTANT"),
            ([mutant(1), mutant(1, "return 1", "MUTANT")], "another one with this number"),
            ([mutant(1), mutant(2, "b ? a", "MUTANT")], "change the same text"),
            ([mutant(tests='"odds"')], "no tests/odds/*_test.cpp"),
            ([mutant().replace("fault", "flaw")], "the keys must be"),
        ):
            found = planted(*mutants)
            self.assertIsInstance(found, list, expected)
            self.assertIn(expected, found[0])

    def test_every_folder_of_the_build_is_copied(self):
        found = planted(mutant(), build="add_subdirectory(src)\n  add_subdirectory(extra)\n")
        self.assertIn("builds extra/, which is not copied", found[0])

    def test_product_without_mutants(self):
        found = planted(mutant(), source=SOURCE + "// SPOILS_MUTANT\n")
        self.assertIn("in a source of the product", found[0])


if __name__ == "__main__":
    unittest.main()
