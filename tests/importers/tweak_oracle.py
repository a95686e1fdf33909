#!/usr/bin/env python3
"""Compares the choices of a further affix with those that the data files of Pyrel allow, for items that bear one affix:
which may come, with exact probabilities, and why others may not. The candidates are computed here from the data: rules by
level and category, conflicts, and how many affixes of a slot an item may bear. It shares nothing with the pack.

Usage: tweak_oracle.py SPOILS DATA PACKS. SPOILS_TWEAK_ITEMS=50 compares as many items, in place of 12. Exit code 0 if all agree, 1 if not, 77 without the data."""
import json
import os
import random
import re
import subprocess
import sys
from fractions import Fraction

TURN = "item.1/enchant.1/choose_affixes.1/turn"
AFFIX = "/place.1/fill.1/choose.1/a.1"
WORST, BEST = 0, 4  # of the qualities, by the edits below
ITEMS = int(os.environ.get("SPOILS_TWEAK_ITEMS", "12"))


class Data:
    def __init__(self, folder):
        def load(name):
            with open(os.path.join(folder, name + ".txt"), encoding="utf-8") as file:
                return json.load(file)
        self.affixes = load("affix")
        self.qualities, self.slots = load("affix_meta")
        self.templates = {one["templateName"]: one for one in load("object_template")}
        self.kinds = load("object")

    def categories(self, record):
        names = record.get("templates", [])
        out = set(record.get("categories", []))
        for name in [names] if isinstance(names, str) else names:
            out |= self.categories(self.templates[name])
        return out

    def rules(self):
        """The rows of the allocation table, in the order of the files."""
        return [(affix, rule) for affix in self.affixes for rule in affix.get("allocatorRules", [])]

    def has_room(self, slot, level):
        """Whether a second affix of a slot may come."""
        for limit in self.slots[slot]["allocatorRules"]:
            if limit["minDepth"] <= level and (limit["maxDepth"] < 0 or level <= limit["maxDepth"]):
                return limit["maxNum"] < 0 or limit["maxNum"] > 1
        return True

    def weights(self, kind, level, borne):
        """The weight of each affix that may come beside `borne`, by its position."""
        categories = self.categories(kind)
        out = {}
        for affix, rule in self.rules():
            fits = rule["minDepth"] <= level and (rule["maxDepth"] < 0 or level <= rule["maxDepth"])
            fits = fits and bool(categories & set(rule["allowCategories"]))
            fits = fits and not categories & set(rule.get("denyCategories", []))
            fits = fits and WORST <= self.qualities[rule["affixLevel"]]["rank"] <= BEST
            fits = fits and affix["name"] not in names_of(borne.get("conflicts", []))
            fits = fits and borne["name"] not in names_of(affix.get("conflicts", []))
            fits = fits and (affix["affixType"] != borne["affixType"] or self.has_room(affix["affixType"], level))
            if fits:
                at = self.affixes.index(affix)
                out[at] = out.get(at, 0) + Fraction(str(rule["commonness"]))
        return out


def names_of(conflicts):
    return [conflicts] if isinstance(conflicts, str) else conflicts


class Program:
    def __init__(self, binary, packs, data):
        self.command = [binary, "tweak", os.path.join(packs, "pyrel"), "find", "--t", "normal", "--seed", "1", "-q",
                        "--no-check", "--format", "json"]
        self.rows = data.rules()
        # The word of an affix in the pack is that of its first row.
        self.words = {}
        listed = {one["choice"]: one["value"] for one in self.choices(30, "dagger", [], TURN + ".1")}
        for number, (affix, _) in enumerate(self.rows, 1):
            at = data.affixes.index(affix)
            if at not in self.words:
                self.words[at] = listed[number]

    def choices(self, level, kind, edits, turn):
        boost = "item.1/levels.1/normal.boost.1/chance."
        edits = ["pin item.1/levels.1/1d2.1 = 1"] + [
            f"pin {boost}{number} = {'yes' if number in (3, 4) else 'no'}" for number in range(1, 8)] + [
            f"force item.1/k.1 = {kind}", f"more {TURN}", *edits]
        words = [word for edit in edits for word in ("--edit", edit)]
        run = subprocess.run([*self.command, "--depth", str(level), *words, "--choices", turn + AFFIX, "--count", "400"],
                             capture_output=True, text=True, check=False)
        return json.loads(run.stdout)["choices"]["choices"] if run.returncode == 0 else run.stderr

    def further(self, level, kind, row):
        return self.choices(level, kind, [f"force {TURN}.1{AFFIX} = {row + 1}", f"more {TURN}"], TURN + ".2")


def compare(data, program, level, kind, word, row):
    """Returns the choices after a comparison with the candidates; none where fewer than two may come."""
    affix = program.rows[row][0]
    weights = data.weights(kind, level, affix)
    if len(weights) < 2:
        return None
    found = program.further(level, word, row)
    if isinstance(found, str):
        assert f"`{word}` is no choice of" in found, found  # the pack calls some kinds by longer words
        return None
    whole = sum(weights.values())
    expected = {program.words[at]: weight / whole for at, weight in weights.items()}
    chances = {}
    for one in found:
        chances[one["value"]] = chances.get(one["value"], 0) + Fraction(int(one["num"]), int(one["den"]))
        assert (one["p"] > 0) != ("why" in one), one
    chances = {value: chance for value, chance in chances.items() if chance > 0 and value != "none"}
    if chances != expected:
        different = {value for value in {*chances, *expected} if chances.get(value) != expected.get(value)}
        print(f"{word} with {affix['name']} at {level}: " + ", ".join(
            f"{value} {chances.get(value)} instead of {expected.get(value)}" for value in sorted(different)))
        sys.exit(1)
    return found


def main():
    binary, folder, packs = sys.argv[1:]
    if not os.path.exists(os.path.join(folder, "affix.txt")):
        print("skipped: no data of Pyrel")
        return 77
    data = Data(folder)
    program = Program(binary, packs, data)
    kinds = {re.sub("[^a-z]+", "_", one["nameInfo"]["baseNoun"].lower().replace("~", "")): one
             for one in data.kinds if set(one.get("nameInfo", {})) == {"baseNoun"}}
    rows_of = {affix["name"]: row for row, (affix, _) in reversed(list(enumerate(program.rows)))}

    # The example of the specification.
    rusty = rows_of["Rusty"]
    full = {}
    for level in (30, 31):
        found = compare(data, program, level, kinds["dagger"], "dagger", rusty)
        for name in ("sharp", "keen"):
            on_swords = [one["why"] for one in found if one["value"] == name and "on" not in one["why"].split()]
            assert any("conflicts" in why for why in on_swords), (name, found)
        full[level] = {one["value"] for one in found if "slot_has_room" in one.get("why", "")}
        came = {one["value"] for one in found if one["p"] > 0}
        assert level == 30 or full[30] & came, (full[30], came)
    assert full[30] and not full[31], full

    random.seed(7)
    compared = 0
    for _ in range(20 * ITEMS):
        word = random.choice(sorted(kinds))
        level = random.choice([1, 5, 15, 29, 30, 31, 45, 60])
        if compare(data, program, level, kinds[word], word, random.randrange(len(program.rows))) is not None:
            compared += 1
        if compared == ITEMS:
            break
    print(f"{compared} items agree")
    return 0 if compared == ITEMS else 1


if __name__ == "__main__":
    sys.exit(main())
