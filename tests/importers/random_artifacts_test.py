#!/usr/bin/env python3
"""Rolls the sets of random artifacts of some worlds, with the game's own data, and compares each with the specification:
149 things, 13 of them as they were; the others of their type and within their bands; names distinct, of 5 to 9 letters;
one asked for alone, after others or after saving and loading the world is the one of the list.

Usage: random_artifacts_test.py SPOILS DATA [WORLDS]. SPOILS_RANDOM_WORLDS in the environment comes before WORLDS: with
100, a hundred seeds keep their bands. Exit code 0 if all is so, 1 if not, 77 without the data."""
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile

SAME_TYPE = [{"helm", "cap"}, {"boots", "shoes"}]
OWN_FIELDS = {"index", "thing", "holder", "replaces", "goal", "its_power", "name"}


def rolled(spoils, pack, rule, *options):
    text = subprocess.run([spoils, "roll", pack, rule, "--random_artifacts", "true", "--no-check", "--format", "csv", "-q",
                           *options], check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(io.StringIO(text)))


def kinds_of(folder):
    """Returns the type, the place in the list and whether it is replaced, of each artifact in order."""
    with open(os.path.join(folder, "object_template.txt"), encoding="utf-8") as file:
        templates = {one["templateName"]: one for one in json.load(file)}

    def type_of(record):
        if "type" in record:
            return record["type"]
        names = record.get("templates", [])
        found = [type_of(templates[name]) for name in ([names] if isinstance(names, str) else names)]
        return next((one for one in reversed(found) if one), None)

    def line(name):
        names = templates[name].get("templates", [])
        return {name}.union(*[line(one) for one in ([names] if isinstance(names, str) else names)])
    with open(os.path.join(folder, "artifact.txt"), encoding="utf-8") as file:
        records = json.load(file)
    out = []
    for record in records:
        names = record.get("templates", [])
        names = [names] if isinstance(names, str) else names
        if any("artifact" in line(name) for name in names):
            out.append((type_of(record), str(record.get("randomise")) != "False"))
    with open(os.path.join(folder, "object.txt"), encoding="utf-8") as file:
        types = {}
        for record in json.load(file):
            types.setdefault(record.get("nameInfo", {}).get("baseNoun", ""), set()).add(type_of(record))
    return out


def check_set(things, kinds, types, complain):
    if len(things) != len(kinds) or len(kinds) != 149:
        complain(f"{len(things)} things and {len(kinds)} records")
    words = []
    within = 0
    for thing, (kind, is_replaced) in zip(things, kinds):
        goal, power = int(thing["goal"]), int(thing["its_power"])
        if bool(thing["artifact_name"]) != is_replaced:
            complain(f"{thing['replaces']} is replaced: {not is_replaced}")
            continue
        if not is_replaced:
            if power != goal or thing["proper" if "proper" in thing else "base_kind"]:
                complain(f"{thing['name']} has power {power} and not {goal}")
            continue
        low, high = abs(goal) * 19 // 20, abs(goal) * 23 // 20 + 1
        size = power if goal >= 0 else -power
        within += low <= size <= high
        if size > high or power >= 20000:
            complain(f"{thing['name']} for {thing['replaces']} has power {power}, above {low}..{high}")
        base = types[thing["base_kind"]]
        if base != kind and {base, kind} not in SAME_TYPE:
            complain(f"{thing['name']} for {thing['replaces']} is a {base} and no {kind}")
        word = re.fullmatch(r"(?:of ([A-Z][a-z]+)|'([A-Z][a-z]+)')", thing["artifact_name"])
        if not word or not 5 <= len(word.group(1) or word.group(2)) <= 9:
            complain(f"`{thing['artifact_name']}` is no name")
        words.append(thing["artifact_name"].strip("'").replace("of ", ""))
        if not thing["name"].endswith(thing["artifact_name"]):
            complain(f"{thing['name']} lacks its name")
    if len(set(words)) != 136:
        complain(f"{len(words)} names, {len(set(words))} of them distinct")
    if within < 135:
        complain(f"only {within} are within their bands")
    return words


def fields(thing):
    return {name: value for name, value in thing.items() if name not in OWN_FIELDS and value and name != "quantity"}


def main(spoils, folder, worlds="20"):
    if not os.path.isdir(folder):
        print("no data of Pyrel in", folder)
        return 77
    worlds = os.environ.get("SPOILS_RANDOM_WORLDS", worlds)
    problems = []
    kinds = kinds_of(folder)
    with tempfile.TemporaryDirectory() as home:
        pack = os.path.join(home, "imported.loot")
        subprocess.run([spoils, "import", "pyrel", folder, "-o", pack, "-q"], check=True)
        with open(pack, "a", encoding="utf-8") as file:
            file.write("rule type_of_all { for k in kind { drop type_of_one(k) } }\n"
                       "rule type_of_one(k: kind) { replaces = k; type_of_it = k.type }\n")
        types = {one["replaces"]: one["type_of_it"].replace("_", " ") for one in rolled(spoils, pack, "type_of_all")}
        sets = []
        for seed in range(1, int(worlds) + 1):
            things = rolled(spoils, pack, "artifacts", "--seed", str(seed))
            sets.append(check_set(things, kinds, types, lambda what: problems.append(f"world {seed}: {what}")))
        if len({tuple(words) for words in sets}) != len(sets):
            problems.append("two worlds have the same set")

        world = os.path.join(home, "game.json")
        alone = rolled(spoils, pack, "random_artifact", "--k", "ringil", "--world", world, "--seed", "7")[0]
        listed = rolled(spoils, pack, "artifacts", "--world", world)
        again = rolled(spoils, pack, "artifacts", "--world", world)
        if [fields(one) for one in listed] != [fields(one) for one in again]:
            problems.append("the set is another one after loading the world")
        after = rolled(spoils, pack, "random_artifact", "--k", "ringil", "--world", world)[0]
        in_list = next(one for one in listed if one["replaces"] == "ringil")
        if not fields(alone) == fields(after) == fields(in_list):
            problems.append(f"ringil is {fields(alone)}, {fields(after)} and {fields(in_list)}")
        with open(pack, "a", encoding="utf-8") as file:
            file.write("template the_sword : normal { artifact = ringil }\n")
        found = rolled(spoils, pack, "find", "--t", "the_sword", "--world", os.path.join(home, "other.json"), "--seed", "7")[0]
        if fields(found) != fields(alone):
            problems.append(f"find gives {fields(found)} and not {fields(alone)}")
    for problem in problems[:20]:
        print(problem)
    print(f"{worlds} worlds, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
