#!/usr/bin/env python3
"""Computes the power of every creature, artifact and base item without dice from the data files of Pyrel, and of 50
items made by hand, by the specification, and compares it with the imported pack. It shares nothing with the library
`power`. The items made by hand have stats and abilities that this program chooses, the same ones each time; each term
of the power counts in some of them.

Usage: power_oracle.py SPOILS DATA. Exit code 0 if all agree, 1 if not, 77 without the data."""
import csv
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction as F

PROBE = """
rule rate_all { for k in kind { drop rate_one(k) } }
rule rate_one(k: kind) { item_level = 1; kind = k; apply k.make; rating_of_all = power }
"""


def rounded(x):
    return int(abs(x) + F(1, 2)) * (1 if x >= 0 else -1)


class Data:
    def __init__(self, folder):
        def load(name):
            with open(os.path.join(folder, name + ".txt"), encoding="utf-8") as file:
                return json.load(file)
        self.creatures = load("creature")
        self.families = {one["name"]: one for one in load("creature_template")}
        artifacts = load("artifact")
        self.artifacts = len(artifacts)
        self.kinds = load("object") + artifacts
        self.templates = {one["templateName"]: one for one in load("object_template")}
        self.flags = {one["label"]: one for one in load("object_flags")}


def line_of(record, templates):
    """The record with its ancestors, each once, the eldest first."""
    out = []
    names = record.get("templates", [])
    for name in [names] if isinstance(names, str) else names:
        for one in line_of(templates[name], templates):
            if one not in out:
                out.append(one)
    return out + [record]


# Spell: (divisor, cap) of a breath or (base, slope), factor, side, per level, inverse.
BREATH = {"acid": (3, 1600, F(1, 3), 20), "electricity": (3, 1600, F(1, 3), 10), "fire": (3, 1600, F(1, 3), 10),
          "cold": (3, 1600, F(1, 3), 10), "poison": (3, 800, F(5, 12), 0, 1), "nether": (6, 550, F(6, 7), 0, 0, 2000),
          "light": (6, 400, F(4, 7), 10), "darkness": (6, 400, F(4, 7), 10), "sound": (6, 500, F(5, 7), 20),
          "chaos": (6, 500, F(6, 7), 0, 0, 2000), "disenchantment": (6, 500, F(6, 7), 50),
          "nexus": (6, 400, F(6, 7), 20), "time": (3, 150, 1, 0, 0, 2000), "inertia": (6, 200, 1, 30),
          "force": (6, 200, 1, 30), "gravity": (3, 200, 1, 30), "shards": (6, 500, F(15, 14), 5),
          "plasma": (6, 150, 1, 30)}
THIRD, HALF, STEP = F(1, 3), F(1, 2), F(33, 100)
CAST = {"fire an arrow": (24, 0, 1), "throw a boulder": (12, F(12, 7), 1), "acid ball": (15, 3, THIRD, 20),
        "ball lightning": (8, F(3, 2), THIRD, 10), "cold ball": (10, F(3, 2), THIRD, 10),
        "fire ball": (10, F(7, 2), THIRD, 10), "poison ball": (24, 0, F(5, 12), 0, 1),
        "nether storm": (150, 1, F(6, 7), 0, 0, 2000), "typhoon": (50, F(5, 2), 1, 20), "mana storm": (100, 5, 1, 100),
        "darkness storm": (100, 5, F(4, 7), 10), "acid bolt": (56, STEP, THIRD, 20),
        "lightning bolt": (32, STEP, THIRD, 10), "fire bolt": (72, STEP, THIRD, 10), "cold bolt": (48, STEP, THIRD, 10),
        "nether bolt": (55, F(3, 2), F(6, 7), 0, 0, 2000), "water torrent": (100, 1, 1, 20),
        "plasma bolt": (66, 1, 1, 30), "mana bolt": (50, F(7, 2), 1, 100), "ice shard": (36, 1, THIRD),
        "magic missile": (12, STEP, 1), "mind blast": (64, 0, HALF), "brain smash": (180, 0, HALF),
        "cause minor wounds": (24, 0, HALF), "cause serious wounds": (64, 0, HALF),
        "cause major wounds": (150, 0, HALF), "cause mortal wounds": (225, 0, HALF)}
SIDE = {5: ["drain mana", "cause fear", "summon darkness"],
        10: ["cause confusion", "cause blindness", "create traps"], 15: ["slow", "phase door", "teleport self"],
        20: ["breathe confusion", "summon spiders"],
        25: ["paralyze", "cause amnesia", "teleport you closer", "teleport away"], 30: ["heal self", "summon animals"],
        40: ["teleport you off the level", "summon an ally"], 70: ["haste self"], 80: ["summon allies"],
        100: ["summon hounds"], 150: ["summon hydras", "summon ainu"], 250: ["summon demon lords"],
        400: ["summon powerful undead", "summon mighty dragons"], 450: ["summon ringwraiths"],
        500: ["summon unique opponents"]}
BY_LEVEL = {"summon demons": F(3, 2), "summon undead": F(3, 2), "summon a dragon": F(3, 2), "call for help": F(3, 2),
            "summon similar creatures": 2}
SIDES = {spell: side for side, spells in SIDE.items() for spell in spells}


def threat(spell, level, points):
    if spell in SIDES:
        return SIDES[spell]
    if spell in BY_LEVEL:
        return BY_LEVEL[spell] * level
    breath = BREATH.get(spell[8:]) if spell.startswith("breathe ") else None
    row = breath or CAST[spell]
    damage = min(F(points, row[0]), row[1]) if breath else row[0] + row[1] * level
    side, per_level, inverse = (list(row[3:]) + [0, 0, 0])[:3]
    return damage * row[2] + side + per_level * level + min(100, F(inverse, level + 1))


EFFECT = {5: "eat_gold eat_item eat_food eat_light lose_chr exp_10 exp_20", 10: "terrify exp_40 exp_80",
          20: "blind confuse hallu lose_str lose_int lose_wis lose_dex", 30: "un_bonus un_power lose_con",
          40: "paralyze lose_all", 300: "shatter"}
EFFECTS = {word: harm for harm, words in EFFECT.items() for word in words.split()}
VERBS = {**dict.fromkeys(["punch", "kick", "butt", "crush"], F(4, 3)), **dict.fromkeys(["claw", "bite"], F(7, 5))}


def largest(dice):
    found = re.fullmatch(r"(?:(\d+)\+)?(?:(\d*)d(\d+))?(?:M\d+)?|(\d+)", dice.replace(" ", ""))
    constant, count, sides, alone = found.groups()
    return int(alone) if alone else int(constant or 0) + (int(count or 1) * int(sides) if sides else 0)


def rate_creature(one, families):
    line = line_of(one, families)
    has = {flag for record in line for flag in record.get("flags", [])}
    magic = [record.get("magic", {}) for record in line]
    often = next((part["frequency"] for part in reversed(magic) if part.get("frequency")), 0)
    spells = {spell for part in magic for spell in part.get("spells", [])} if often else set()
    stats = one.get("stats", {})
    n = one["nativeDepth"]
    level, points = max(1, n), stats.get("maxHitpoints", 0)
    speed = F(str(stats.get("speed", 1))) + (HALF if "haste self" in spells else 0)
    passes = bool(has & {"moves through walls", "PASS_WALL"})
    bores = passes or "tunnels through walls" in has

    magic_power = F(0)
    if spells:
        magic_power = max(threat(spell, level, points) for spell in spells) * 10 * max(F(1, 10), F(1, often))
    melee = F(0)
    for blow in one.get("blows", []) if "NEVER_BLOW" not in has else []:
        harm = F(largest(str(blow.get("damage", "0"))))
        element = blow.get("element")
        harm += harm / 4 + level if element == "poison" else {"acid": 20, None: 0}.get(element, 10)
        melee += (harm + EFFECTS.get(blow.get("proc"), 0)) * VERBS.get(blow["verb"], 1)
    melee *= (10 if bores else 3 + 10 * speed / 7) * F(min(45 + 3 * level, 95), 100)
    if "MULTIPLY" not in has:
        steady = 1 - F(1, 4) * ("RAND_25" in has) - HALF * ("RAND_50" in has)
        melee *= steady + (1 - steady) / 8
        if "NEVER_MOVE" in has:
            if spells & {"phase door", "teleport you closer"}:
                melee *= F(1, 5) + F(4, 5 * often)
                if "STUPID" not in has:
                    melee *= F(1, 5) + F(4, 5) * F(min(75 + (level + 3) // 4, 100), 100)
            else:
                melee *= F(1, 3) if "INVISIBLE" in has else F(1, 5)
    offence = max(1, rounded((magic_power + max(1, melee)) * speed))

    h = F(points)
    if "NEVER_MOVE" in has and not spells:
        h = max(1, h / 2)
    h *= F(6, 5) if "heal self" in spells else 1
    h *= F(10, 9) if has & {"regenerates", "REGENERATE"} else 1
    h *= F(3, 2) if passes else 1
    if "INVISIBLE" in has:
        hidden = 2 if "EMPTY_MIND" in has else ("COLD_BLOOD" in has) + ("WEIRD_MIND" in has)
        h *= F(n + hidden + 1, level)
    h *= F(6, 5) if spells & {"teleport self", "teleport away", "teleport you off the level"} else 1
    h *= 2 if "MULTIPLY" in has else 1
    r = 1 + 2 * sum("immune to " + word in has for word in ("acid", "electricity", "fire", "cold", "poison"))
    r *= 4 if r >= 10 else 3 if r >= 8 else 2 if r >= 6 else 1
    if r >= 6:
        lacks = {"NO_SLEEP": 3, "NO_FEAR": 2, "NO_CONF": 2, "NO_STUN": 1}
        r = max(5, r - len(has & {"HURT_ROCK", "HURT_LIGHT"}) - sum(v for k, v in lacks.items() if k not in has))
    if r >= 3:
        r += len(has & {"immune to water", "RES_NETH", "RES_NEXUS", "RES_DISE"})
    armour = max(0, stats.get("evasion", 0) + stats.get("absorption", 0))
    h += h * min(25 * r, F(armour + 25 * r, 3)) / (150 + n)
    toughness = max(1, rounded(h))

    number = F(1)
    if "UNIQUE" not in has:
        number *= 5 if "FRIENDS" in has else 2 if "FRIEND" in has else 1
    number *= 3 if "ESCORTS" in has else 2 if "ESCORT" in has else 1
    if "MULTIPLY" in has:
        number *= max(1, 10 * speed * (1 if bores else F(3, 2) if has & {"OPEN_DOOR", "BASH_DOOR"} else HALF))
    return {"has": has, "native": n, "offence": offence, "toughness": toughness,
            "deadliness": max(1, rounded(offence * toughness * number)),
            "counts": "UNIQUE" not in has and one.get("rarity", 0) > 0}


def say_all(rated):
    for one in rated:
        width, near = 5, []
        while len(near) < 5:
            near = sorted(x["deadliness"] for x in rated if x["counts"] and abs(x["native"] - one["native"]) <= width)
            width += 1
        typical = near[(len(near) + 1) // 2 - 1]
        one["say"] = min(10000, max(100, rounded(F(1000 * one["deadliness"], typical))))


SHORT = {"electricity": "ELEC", "poison": "POIS", "disenchantment": "DISEN", "shards": "SHARD", "confusion": "CONFU",
         "blindness": "BLIND", "nether": "NETHR"}
STEPS = [2, 4, 6, 8, 12, 16, 20, 24, 30, 36, 42, 48, 56, 64, 74, 84, 96, 110]


def label_of(word, flags):
    if word.upper() in flags:
        return word.upper()
    for label, flag in flags.items():
        if flag["name"].strip().lower() == word.lower():
            return label
    for start, short in (("resist ", "RES_"), ("protect from ", "RES_"), ("sustain ", "SUST_"), ("ignores ", "IGNORE_")):
        if word.lower().startswith(start):
            rest = word[len(start):].lower()
            return short + SHORT.get(rest, rest.upper())
    return {"perception": "SEARCH", "light radius": "LIGHT"}.get(word.lower(), "")


def slot_and_type(record, templates):
    slot, kind = None, None
    for one in line_of(record, templates):
        slot = (one.get("equipSlots") or [slot])[0]
        kind = one.get("type", kind)
    return slot, kind


def rate_item(record, data, rated):
    """Returns the power of a finished thing without affixes, None if it has dice."""
    stats, has = {}, {}
    slot, kind = slot_and_type(record, data.templates)
    for one in line_of(record, data.templates):
        stats.update(one.get("stats", {}))
        for flag in one.get("flags", []):
            label = label_of(flag, data.flags)
            has[label] = has.get(label, 0) + 1
        for mod in one.get("mods", []):
            if not re.fullmatch(r"-?\d+", str(mod["bonus"])):
                return None
            for flag in mod["flags"]:
                label = label_of(flag, data.flags)
                has[label] = has.get(label, 0) + int(mod["bonus"])
    if any(not re.fullmatch(r"-?\d+(\.\d+)?", str(value)) for value in stats.values()):
        return None
    has.pop("", None)
    stat = {name: F(str(value)) for name, value in stats.items()}
    return rounded(sum(terms_of(slot, kind, stat, has, False, data, rated).values()))


def terms_of(slot, kind, stat, has, has_affix, data, rated):
    """Returns the terms of the power of a thing, by their names."""
    if slot is None:
        return {}
    terms = {}
    p = F(0)

    def step(name, after):
        nonlocal p
        terms[name] = terms.get(name, 0) + after - p
        p = after

    def read(name):
        return stat.get(name, F(0))

    def type_of(label):
        return data.flags[label]["flagType"].strip()
    melee, launcher, ammo = slot == "weapon", slot == "launcher", slot == "quiver"
    amounts = {k: v if type_of(k) in ("STAT", "PVAL") or k in ("TUNNEL", "LIGHT") else int(v > 0) for k, v in has.items()}
    hits = {k: v for k, v in has.items() if type_of(k) in ("SLAY", "BRAND") and v > 0}
    blows, shots, might = (amounts.get(name, 0) for name in ("BLOWS", "SHOTS", "MIGHT"))

    def fit(x):
        return max(F(1, 5), min(F(2), 2 * x)) if melee else 1
    prowess = (read("prowessBonus") + read("meleeProwess")) / 10 * (F(5, 2) if melee or launcher or ammo else F(15, 2))
    step("prowess", prowess * fit(read("heft")))
    d = F(0)
    if melee or ammo:
        d = F(5, 4) * read("numDice") * (read("dieSize") + 1) if read("numDice") > 0 and read("dieSize") > 0 else F(0)
    elif not launcher and (hits or max(blows, shots, might) > 0):
        d = F(60)
    step("dice", p + d)
    step("launcher", p + ({"sling": 25, "bow": 30, "crossbow": 35}[kind] if launcher else 0))
    step("ammunition", (p + (F(45, 2) if has_affix else 0)) * {"shot": F(4, 10), "arrow": F(5, 10), "bolt": F(7, 10)}[kind]
         if ammo else p)
    step("blows", p * (5 + blows) / 5 + F(75, 2) * blows)
    step("shots", p * (1 + max(0, shots)))
    step("might", p * ((4 * read("heft") if launcher else 1) + might))
    if hits:
        total = 0
        for one in rated:
            best = 0
            for label, amount in hits.items():
                what = label.split("_")[1]
                names = {"ELEC": "electricity", "POIS": "poison"}
                hurt = (what in one["has"]) if label.startswith("SLAY") else (
                    "immune to " + names.get(what, what.lower()) not in one["has"])
                best = max(best, amount) if hurt else best
            total += best * one["say"]
        gain = F(total, 100 * sum(one["say"] for one in rated))
        n = sum(label.startswith("SLAY") for label in hits)
        b = len(hits) - n
        step("slays", p + gain * (p if launcher else d)
             + d / 25 * ((n * n if n > 1 else 0) + (2 * b * b if b > 1 else 0) + n * b))
    step("one shot", p / 5 if launcher else p)
    step("finesse", p + F(3, 2) * (read("finesseBonus") + read("meleeFinesse")) / 10 * fit(read("balance")))
    whole = read("baseArmor") * (100 + read("baseArmorPercent")) / 100
    step("armour", p + (1 + whole if read("baseArmor") > 0 and whole > 0 else 0))
    a = read("armorBonus") + read("armorMod")
    step("armour bonus", p + a + 2 * max(0, a - 25) + 4 * max(0, a - 35))
    step("jewellery", p + (4 if slot in ("finger", "neck") else 0))
    for label, amount in amounts.items():
        if type_of(label) not in ("SLAY", "BRAND"):
            flag = data.flags[label]
            step("abilities", p + amount * flag.get("basePower", 0) * F(str(flag.get("slotPower", {}).get(slot, 1))))
    together = sum(amount * data.flags[label].get("powerMult", 0) for label, amount in amounts.items())
    step("together", p + (STEPS[min(24, together // 10) - 7] if together >= 70 else 0))
    for name, factor, bonus in (("SUST", 1, 10), ("LRES", 1, 10), ("HRES", 2, 10), ("PROT", 3, 15), ("MISC", 1, 25),
                                ("IMM", 6, 0)):
        whole = {label for label in data.flags if type_of(label) == name and label != "SUST_CHR"}
        there = sum(amounts.get(label, 0) > 0 for label in whole)
        step(name, p + (there * there * factor if there > 1 else 0) + (bonus if there == len(whole) else 0))
        if name == "IMM" and there == len(whole):
            together = 250
    if blows >= 3 or shots >= 3 or might >= 4 or a >= 56 or together > 249:
        step("forbidden", max(F(20000), p + 20000))
    return {name: value for name, value in terms.items() if value}


BY_HAND = 50
# The stats of a slot, each with values from which one is chosen.
STATS = {"weapon": {"numDice": [1, 2, 3, 4], "dieSize": [3, 5, 8], "heft": ["0.05", "0.5", "0.55", "1.25"],
                    "balance": ["0.05", "0.4", "0.6", "1.5"], "prowessBonus": [-40, 0, 46, 120],
                    "finesseBonus": [-20, 0, 27, 85], "meleeProwess": [0, 10], "meleeFinesse": [0, -10]},
         "launcher": {"heft": ["0.5", "0.75", "1.5"], "prowessBonus": [-15, 31, 100], "finesseBonus": [-30, 100]},
         "quiver": {"numDice": [0, 1, 2], "dieSize": [4, 7], "prowessBonus": [0, 35], "finesseBonus": [0, 22]},
         "body": {"baseArmor": [0, 12, 32], "baseArmorPercent": [-100, 0, 32], "armorBonus": [-5, 0, 15, 30, 40, 60],
                  "armorMod": [0, 6, -3], "finesseBonus": [0, -40]},
         "finger": {"meleeProwess": [0, 30, 75], "meleeFinesse": [0, 45], "armorBonus": [0, 9]}}
SAME_STATS = {"shield": "body", "head": "body", "hands": "body", "feet": "body", "back": "body", "neck": "finger",
              "light source": "finger"}
OF_SLOT = {"blows": ["weapon", "hands", "finger"], "shots": ["launcher", "finger"], "might": ["launcher", "neck"]}


def by_hand(data):
    """Chooses kinds, stats and abilities. Every seventh thing has all abilities of one type."""
    draw = random.Random(20121026)
    worn = [(number, *slot_and_type(record, data.templates)) for number, record in enumerate(data.kinds)]
    slots = sorted({slot for _, slot, _ in worn if slot})
    labels = sorted(label for label in data.flags)
    types = ["SUST", "LRES", "HRES", "PROT", "MISC", "IMM"]
    out = []
    for i in range(BY_HAND):
        number, slot, kind = draw.choice([one for one in worn if one[1] == slots[i % len(slots)]])
        known = STATS.get(slot) or STATS[SAME_STATS[slot]]
        stat = {name: F(str(draw.choice(values))) for name, values in known.items()}
        has = {}
        for label in draw.sample(labels, draw.choice([0, 1, 2, 4, 8])):
            type_of = data.flags[label]["flagType"].strip()
            few = {"BLOWS": [1, 2], "SHOTS": [1, 2], "MIGHT": [1, 2, 3], "SLAY": [50, 100, 200], "BRAND": [60, 200],
                   "STAT": [-3, 1, 4], "PVAL": [-2, 2, 5]}
            has[label] = draw.choice(few.get(label) or few.get(type_of, [1, 2]))
        if i % 7 == 3:
            whole = types[i // 7 % len(types)]
            has.update({label: 1 for label in labels if data.flags[label]["flagType"].strip() == whole})
        if i % 5 == 2:
            name = draw.choice([name for name, slots_of in OF_SLOT.items()])
            has[name.upper()] = draw.choice([-1, 1, 2, 3])
        if i % 4 == 1:
            has.update({"SLAY_EVIL": 100, "BRAND_FIRE": 200, "SLAY_ORC": 200, "BRAND_COLD": 150})
        out.append((number, slot, kind, stat, has, i % 3 == 0))
    return out


def symbol_of_stat(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def rule_of(number, thing, kinds, abilities, affix):
    """Returns the rule that makes a thing by hand in the imported pack."""
    kind, _, _, stat, has, has_affix = thing
    lines = [f"kind = {kinds[kind]}"]
    lines += [f"{symbol_of_stat(name)} = {value.numerator}" + (f" / {value.denominator}" if value.denominator > 1 else "")
              for name, value in stat.items()]
    lines.append("has = {" + ", ".join(f"{abilities[label]} {amount}" for label, amount in has.items()) + "}" if has else "")
    lines.append(f"affixes = [{affix}]" if has_affix else "")
    lines.append("rating_of_all = power")
    return f"rule by_hand_{number} {{ " + "; ".join(line for line in lines if line) + " }\n"


def rolled(spoils, pack, rule):
    text = subprocess.run([spoils, "roll", pack, rule, "--format", "csv", "-q"], check=True, capture_output=True,
                          text=True).stdout
    return list(csv.DictReader(io.StringIO(text)))


def compare_by_hand(spoils, pack, data, rated, kinds):
    wrong = 0
    with open(pack, encoding="utf-8") as file:
        text = file.read()
    abilities = dict(zip(data.flags, re.findall(r"^ability (\w+) ", text, re.MULTILINE)))
    affix = re.search(r"^affix (\w+) ", text, re.MULTILINE).group(1)
    made = by_hand(data)
    with open(pack, "a", encoding="utf-8") as file:
        file.write("rule all_by_hand { " + "; ".join(f"drop by_hand_{i}" for i in range(len(made))) + " }\n")
        for i, thing in enumerate(made):
            file.write(rule_of(i, thing, kinds, abilities, affix))
    found = rolled(spoils, pack, "all_by_hand")
    wrong += len(found) != len(made)
    counted = {}
    for (number, slot, kind, stat, has, has_affix), theirs in zip(made, found):
        terms = terms_of(slot, kind, stat, has, has_affix, data, rated)
        for term in terms:
            counted[term] = counted.get(term, 0) + 1
        if rounded(sum(terms.values())) != int(theirs["rating_of_all"]):
            wrong += 1
            print(kinds[number], stat, has, "is", theirs["rating_of_all"], "and not", rounded(sum(terms.values())), terms)
    missing = {"prowess", "dice", "launcher", "ammunition", "blows", "shots", "might", "slays", "one shot", "finesse",
               "armour", "armour bonus", "jewellery", "abilities", "together", "SUST", "LRES", "HRES", "PROT", "MISC", "IMM",
               "forbidden"} - set(counted)
    if missing:
        wrong += 1
        print("no item made by hand has the terms", sorted(missing))
    print(len(made), "items made by hand:", ", ".join(f"{term} {count}" for term, count in sorted(counted.items())))
    return wrong


def main(spoils, folder):
    if not os.path.isdir(folder):
        print("no data of Pyrel in", folder)
        return 77
    data = Data(folder)
    rated = [rate_creature(one, data.families) for one in data.creatures if "nativeDepth" in one]
    say_all(rated)
    wrong = 0
    with tempfile.TemporaryDirectory() as home:
        pack = os.path.join(home, "imported.loot")
        subprocess.run([spoils, "import", "pyrel", folder, "-o", pack, "-q"], check=True)
        with open(pack, "a", encoding="utf-8") as file:
            file.write(PROBE)
        found = rolled(spoils, pack, "bestiary")
        wrong += len(found) != len(rated)
        # The deadliest first, among equals in the order of the records.
        for mine, theirs in zip(sorted(rated, key=lambda one: -one["deadliness"]), found):
            for name in ("offence", "toughness", "deadliness", "say"):
                if mine[name] != int(theirs["its_" + name]):
                    wrong += 1
                    print(theirs["name"], name, "is", theirs["its_" + name], "and not", mine[name])
        things = rolled(spoils, pack, "rate_all")
        wrong += len(things) != len(data.kinds)
        compared = worn = 0
        for number, (record, theirs) in enumerate(zip(data.kinds, things)):
            mine = rate_item(record, data, rated)
            is_artifact = number >= len(data.kinds) - data.artifacts
            if mine is None:
                wrong += is_artifact  # an artifact without figures of its own would be left out
                continue
            compared += 1
            worn += mine != 0
            if mine != int(theirs["rating_of_all"]):
                wrong += 1
                print(theirs["name"], theirs["kind"], "is", theirs["rating_of_all"], "and not", mine)
        wrong += compare_by_hand(spoils, pack, data, rated, [one["kind"] for one in things])
    print(f"{len(rated)} creatures and {compared} items compared, {data.artifacts} of them artifacts, {worn} with a power; "
          f"{wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
