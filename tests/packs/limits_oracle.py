#!/usr/bin/env python3
"""Computes the odds of the items of limits_small.loot under every style of limits, by the specification and without the
library, and compares them with `spoils odds --fractions`: equal fractions for each item.

Usage: limits_oracle.py SPOILS PACKS. Exit code 0 if all agree, 1 if not."""
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction as F
from typing import NamedTuple, Optional

KINDS = {"robe": (3, [4, 5, 6]), "plate": (2, [3, 6, 9, 12, 15]), "torch": (1, [0])}
AFFIXES = {"thick": ("make", 2, [(bonus, 0) for bonus in (1, 2, 3, 4)]), "thin": ("make", 1, [(-2, 0)]),
           "shiny": ("charm", 2, [(bonus, 0) for bonus in (3, 6, 9)]), "lucky": ("charm", 3, [(0, 10)])}
PARTS = [("thick", 2, 100, 2), ("shiny", 2, 100, 1), ("lucky", 1, 50, 1)]
TEMPLATES = {"two": (2, None, []), "own": (2, lambda level: 8 + level, []), "bound": (1, None, ["shiny"]),
             "none_fits": (2, lambda level: 3, [])}
TRIES = 20


class Item(NamedTuple):
    """An item that is being made. Equal items of equal history are the same key."""
    kind: Optional[str] = None
    base: int = 0
    bonus: int = 0
    finesse: int = 0
    borne: tuple = ()
    added: tuple = ()
    theme: Optional[str] = None
    barred: tuple = ()
    no_theme: bool = False

    def but(self, **changes):
        return self._replace(**changes)

    def power(self):
        if self.kind in (None, "torch"):
            return 0
        p = F(3, 2) * F(self.finesse, 10) + self.bonus + (1 + self.base if self.base > 0 else 0)
        return int(abs(p) + F(1, 2)) * (1 if p >= 0 else -1)


def add(odds, key, share):
    odds[key] = odds.get(key, 0) + share


def put_on(item, affix, field):
    """All the ways in which an affix changes an item, each as likely."""
    rows = AFFIXES[affix][2]
    for bonus, finesse in rows:
        yield item.but(bonus=item.bonus + bonus, finesse=item.finesse + finesse,
                       **{field: getattr(item, field) + (affix,)}), F(1, len(rows))


def base_items(limit):
    odds = {}
    left = F(1)
    for _ in range(TRIES):
        refused = F(0)
        for kind, (weight, bases) in KINDS.items():
            for base in bases:
                item, share = Item(kind, base), left * F(weight, 6) / len(bases)
                if limit is not None and item.power() > limit:
                    refused += share
                else:
                    add(odds, item, share)
        left = refused
    if left:
        add(odds, Item(), left)
    return odds


def completed(item):
    odds = {item.but(theme="royal"): F(1)}
    for affix, _, percent, nth in PARTS:
        after = {}
        for one, share in odds.items():
            if one.borne.count(affix) + one.added.count(affix) >= nth:
                add(after, one, share)
                continue
            for changed, part in put_on(one, affix, "added"):
                add(after, changed, share * part * F(percent, 100))
            add(after, one, share * (1 - F(percent, 100)))
        odds = after
    return odds


def themed(item, limit):
    odds = {}
    kinds = {affix for affix, *_ in PARTS} & set(item.borne)
    if len(set(item.borne)) < 2 or len(kinds) < 2 or item.no_theme:
        return {item: F(1)}
    present = sum(weight for affix, weight, _, nth in PARTS if item.borne.count(affix) >= nth)
    chance = min(F(1), F(90 * present ** 2, 25 * 5 * 100))
    for one, share in completed(item).items():
        if limit is not None and one.power() > limit:
            add(odds, item.but(no_theme=True), chance * share)
        else:
            add(odds, one, chance * share)
    add(odds, item, 1 - chance)
    return odds


def place(item, limit, wanted):
    """One place: pairs of an item and of what came of the place, `filled`, `lost` or `nothing` that fits."""
    odds = {}
    trying = {item: F(1)}
    for _ in range(TRIES):
        refused = {}
        for one, share in trying.items():
            fit = [affix for affix, (slot, *_) in AFFIXES.items() if affix not in one.barred
                   and sum(AFFIXES[other][0] == slot for other in one.borne) < 2 and (not wanted or slot == "make")]
            total = sum(AFFIXES[affix][1] for affix in fit)
            if not fit:
                add(odds, (one, "nothing"), share)
            for affix in fit:
                for changed, part in put_on(one, affix, "borne"):
                    part *= share * F(AFFIXES[affix][1], total)
                    if limit is not None and changed.power() > limit:
                        add(refused, one.but(barred=tuple(sorted(set(one.barred) | {affix}))), part)
                    else:
                        for last, more in themed(changed, limit).items():
                            add(odds, (last, "filled"), part * more)
        trying = refused
    for one, share in trying.items():
        add(odds, (one, "lost"), share)
    return odds


def enchanted(start, limit, count, forced):
    odds = {start: F(1)}
    for affix in forced:
        after = {}
        for one, share in odds.items():
            for changed, part in put_on(one, affix, "borne"):
                add(after, changed, share * part)
        odds = after
    finished = {}
    # Minima: one affix of the slot `make`, which no forced affix meets.
    now = {(one, count, False): share for one, share in odds.items()}
    for _ in range(count):
        after = {}
        for (one, left, is_met), share in now.items():
            if is_met or one.theme:
                add(after, (one, left, True), share)
                continue
            for (last, what), part in place(one, limit, True).items():
                add(after, (last, left - (what != "nothing"), what != "lost"), share * part)
        now = after
    for (one, left, _), share in now.items():
        rest = {one: share}
        for _ in range(left):
            after = {}
            for other, part in rest.items():
                if other.theme:
                    add(after, other, part)
                    continue
                for (last, _), more in place(other, limit, False).items():
                    add(after, last, part * more)
            rest = after
        for last, part in rest.items():
            add(finished, last, part)
    return finished


def items(style, depth, template):
    count, own, forced = TEMPLATES[template]
    limit = None
    if style != "off":
        limit = own(depth) if own else 13 if style == "hard" else 7 + 2 * depth
    odds = {}
    for base, share in base_items(limit).items():
        if base.kind in (None, "torch"):
            add(odds, key_of(base), share)
            continue
        for one, part in enchanted(base, limit, count, forced).items():
            add(odds, key_of(one), share * part)
            if limit is not None and not forced and one.power() > limit:
                raise ValueError(f"{one} is above {limit}")
    return odds


def key_of(item):
    if item.kind is None:
        return (None, None, None, None, None)
    return (item.kind, item.borne, item.theme, item.added, item.power())


def listed(value):
    return tuple(value.strip("[]").split(", ")) if value not in (None, "[]") else ()


def main(spoils, packs):
    folder = os.path.dirname(os.path.abspath(__file__))
    wrong = compared = 0
    with tempfile.TemporaryDirectory() as home:
        os.symlink(os.path.abspath(os.path.join(packs, "lib")), os.path.join(home, "lib"))
        pack = os.path.join(home, "small.loot")
        with open(os.path.join(folder, "limits_small.loot"), encoding="utf-8") as source, \
                open(pack, "w", encoding="utf-8") as copy:
            copy.write(source.read())
        for style in ("off", "hard", "by_level"):
            for depth in (1, 2, 5):
                for template in TEMPLATES:
                    text = subprocess.run(
                        [spoils, "odds", pack, "find", "--t", template, "--limits", style, "--depth", str(depth), "--by",
                         "kind,affixes,theme,from_theme,its_power", "--fractions", "--format", "json"],
                        check=True, capture_output=True, text=True).stdout
                    answer = json.loads(text)
                    found = {}
                    for row in answer["rows"]:
                        kind, borne, theme, added, power = row["values"]
                        key = (kind, None, None, None, None) if kind is None else (
                            kind, listed(borne), theme, listed(added), power)
                        add(found, key, F(int(row["num"]), int(row["den"])))
                    expected = {key: share for key, share in items(style, depth, template).items() if share}
                    compared += len(expected)
                    if not answer["exact"] or sum(found.values()) != 1:
                        wrong += 1
                        print(style, depth, template, "is not exact")
                    for key in sorted(set(found) | set(expected), key=str):
                        if found.get(key) != expected.get(key):
                            wrong += 1
                            if wrong < 10:
                                print(style, depth, template, key, "is", found.get(key), "and not", expected.get(key))
    print(f"{compared} odds compared, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
