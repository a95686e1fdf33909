"""What tools/record_templates.py measures, on a small pack and on the one whose figures the documentation states."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import record_templates  # noqa: E402

PACK = """
collection weapon { damage: int; tags = {}; rows allocate { } block wield }
abstract weapon blade { tags = {sharp}; damage = 3; wield { cuts = d3; deep = 1 } }  # { not a record
abstract weapon old : blade { damage = 1 }
weapon sword "Sword; of {two} words" : old { allocate 1.. }
weapon knife : blade { damage = 2; wield { } }
"""


class RecordTemplates(unittest.TestCase):
    def test_values_that_are_inherited_but_not_replaced(self):
        records = record_templates.records_of(PACK)
        block = "wield { cuts = d3; deep = 1 }"
        self.assertEqual(record_templates.written_out(records, "weapon", "sword"),
                         ["tags = {sharp}", block, "damage = 1", "allocate 1.."])
        self.assertEqual(record_templates.written_out(records, "weapon", "knife"),
                         ["tags = {sharp}", "damage = 2", "wield { }"])
        self.assertEqual(record_templates.measure(PACK)[:3], [2, 2, 7])
        self.assertEqual(record_templates.measure(PACK)[4], 7)

    def test_the_figures_in_the_documentation(self):
        text = "\n".join(path.read_text() for path in sorted((ROOT / "packs" / "pyrel").glob("*.loot")))
        text += (ROOT / "packs" / "lib" / "affixes.loot").read_text()
        count, templates, values, size, all_values, all_bytes = record_templates.measure(text)
        told = (f"In `packs/pyrel` {count} records inherit from {templates} others: {values} values are written instead "
                f"of {all_values}, {1 - values / all_values:.0%} less, in {1 - size / all_bytes:.0%} less text.")
        documentation = " ".join((ROOT / "docs" / "language.md").read_text().split())
        self.assertIn(told, documentation)


if __name__ == "__main__":
    unittest.main()
