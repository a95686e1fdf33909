#!/usr/bin/env python3
"""Compares conformance.json with the program, which does not use the C interface: the same rolls, odds and explanations
as JSON, from packs on the disk; and the same things counted by hand from that JSON.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SUITE = json.loads((pathlib.Path(__file__).parent / "conformance.json").read_text())
BINARY = None


def plain(value):
    """A value of the JSON of a roll as the suite writes those of things."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        return "[" + ",".join(map(plain, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{plain(amount)}" for key, amount in value.items()) + "}"
    if isinstance(value, float):
        above, below = value.as_integer_ratio()
        return f"{above}/{below}"
    return str(value)


class Program(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for name, pack in SUITE["packs"].items():
            for path, text in pack["files"].items():
                file = pathlib.Path(cls.folder.name, name, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_program(self, *arguments, pack):
        command = [BINARY, *arguments]
        where = pathlib.Path(self.folder.name, pack)
        return subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)

    def cases(self, call):
        found = [case for case in SUITE["cases"] if case["call"] == call]
        self.assertTrue(found)
        for case in found:
            if '"schema":"spoils.error"' not in case["expect"] and case.get("pack") != "faulty":
                with self.subTest(case["name"]):
                    yield case

    def roll(self, command, case, *more):
        arguments = [command, SUITE["packs"][case["pack"]]["name"]]
        arguments += [case["rule"]] if "rule" in case else []
        for name, value in (case.get("inputs", {}) | case.get("state", {})).items():
            arguments += ["--set", f"{name}={value}"]
        arguments += ["--seed", case["seed"], "--format", "json", *more]
        result = self.run_program(*arguments, pack=case["pack"])
        self.assertEqual(result.stderr, "")
        return result.stdout

    def test_roll(self):
        for case in self.cases("roll"):
            self.assertEqual(self.roll("roll", case, "--index", case["index"]), case["expect"])

    def test_explain(self):
        for case in self.cases("explain"):
            self.assertEqual(self.roll("explain", case, "--index", case["index"]), case["expect"])

    def test_tweak(self):
        for case in self.cases("tweak"):
            if "replay" in case:
                self.compare_script(case)
                continue
            done, undone = [], []
            for edit in case["edits"].splitlines():
                if edit == "undo":
                    undone.append(done.pop())
                elif edit == "redo":
                    done.append(undone.pop())
                else:
                    done.append(edit)
            index = case.get("restart", case.get("index", "0"))
            words = [word for edit in done for word in ("--edit", edit)]
            for name, value in case.get("by_hand", {}).items():
                words += ["--by-hand", f"{name} = {value}"]
            words += ["--world", self.world_after(case)] if "rolls" in case else ["--index", index]
            if "outlook" in case:
                told = self.roll("tweak", case, *words, "--outlook", case["outlook"], "--by", case["by"])
                self.assertIn(f'"outlook":{case["expect"]}', told)
            elif "reach" in case:
                told = self.roll("tweak", case, *words, "--reach", f'{case["reach"]} = {case["value"]}')
                self.assertIn(f'"reach":{case["expect"]}', told)
            elif "script" in case:
                script = json.loads(case["expect"])
                self.assertEqual((script["schema"], script["edits"], script["rule"]), ("spoils.tweak", done, case["rule"]))
                self.assertEqual(script.get("by_hand"), case.get("by_hand"))
            elif "choices" in case:
                told = self.roll("tweak", case, *words, "--choices", case["choices"])
                self.assertIn(f'"choices":{case["expect"]}', told)
            else:
                self.assertEqual(self.roll("tweak", case, *words), case["expect"])

    def world_after(self, case):
        """Makes the rolls of a case in a world, and returns its file."""
        path = pathlib.Path(self.folder.name, case["pack"], "world.json")
        path.unlink(missing_ok=True)
        self.roll("roll", case, "--world", path.name, "-n", case["rolls"])
        return path.name

    def compare_script(self, case):
        """The program makes a script again, and says on stderr what is in the report of the call."""
        path = pathlib.Path(self.folder.name, case["pack"], "script.json")
        path.write_text(case["replay"])
        result = self.run_program("tweak", SUITE["packs"][case["pack"]]["name"], "--script", path.name, "--format", "json",
                                  pack=case["pack"])
        report, end = json.JSONDecoder().raw_decode(case["expect"])
        expected, told = json.loads(case["expect"][end:]), json.loads(result.stdout)
        if case["edits"] != "undo":
            self.assertEqual(told, expected)
        self.assertEqual(told["edits"][:len(expected["edits"])], expected["edits"])
        self.assertEqual("the pack has changed" in result.stderr, not report["same_pack"])
        for left_out in report["left_out"]:
            self.assertIn(f"left out: `{left_out['edit']}`: {left_out['why']}", result.stderr)
        self.assertEqual(result.stderr.count("left out"), len(report["left_out"]))

    def test_things(self):
        for case in self.cases("things"):
            roll = json.loads(self.roll("roll", case, "--index", case["index"]))
            lines = [line.split("|") for line in case["expect"].splitlines()]
            self.assertEqual(len(lines), len(roll["things"]))
            for line, thing in zip(lines, roll["things"]):
                fields = [f"{name}={plain(value)}" for name, value in thing["fields"].items() if value is not None]
                self.assertEqual([line[0], line[2], *line[3:]],
                                 [thing["name"], str(thing.get("holder", -1)), *fields])

    def test_batch(self):
        for case in self.cases("batch"):
            if case["rolls"] == "0":
                self.assertEqual(case["expect"], "")
                continue
            rolls = self.roll("roll", case, "--index", case["index"], "-n", case["rolls"]).splitlines()
            expected = []
            for roll in map(json.loads, rolls):
                base = len(expected)
                for thing in roll["things"]:
                    holder = thing.get("holder", -1)
                    # Lists and maps are JSON in a batch.
                    fields = [f"{name}={json.dumps(value, separators=(',', ':')) if isinstance(value, (list, dict)) else plain(value)}"
                              for name, value in thing["fields"].items() if value is not None]
                    expected.append([str(roll["index"]), str(holder if holder < 0 else base + holder),
                                     thing["name"], *fields])
            lines = [line.split("|") for line in case["expect"].splitlines()]
            self.assertEqual([[line[0], line[1], line[3], *line[4:]] for line in lines], expected)

    def test_odds(self):
        for case in self.cases("odds"):
            question = json.loads(case["question"])
            if "from" in question:
                continue  # the program has no such question
            arguments = ["odds", SUITE["packs"][case["pack"]]["name"], "--format", "json"]
            arguments[2:2] = [question["rule"]] if "rule" in question else []
            for group in ("inputs", "state"):
                for name, value in question.get(group, {}).items():
                    arguments += ["--set", f"{name}={value}"]
            for option in ("where", "count"):
                arguments += [f"--{option}", question[option]] if option in question else []
            for option in ("by", "each"):
                arguments += [f"--{option}", ",".join(question[option])] if option in question else []
            arguments += ["--fractions"] if "fractions" in question else []
            if "sweep" in question:
                sweep = question["sweep"]
                values = sweep.get("values")
                over = ",".join(map(str, values)) if values else f"{sweep['first']}..{sweep['last']}"
                arguments += ["--sweep", f"{sweep['input']}={over}"]
            result = self.run_program(*arguments, pack=case["pack"])
            self.assertEqual(result.stderr, "")
            self.assertEqual(result.stdout, case["expect"])

    def test_at_least_once(self):
        """The program answers one number of rolls at a time, by other figures than those of `within`."""
        for case in self.cases("at_least_once"):
            question, expected = json.loads(case["question"]), json.loads(case["expect"])
            arguments = ["odds", SUITE["packs"][case["pack"]]["name"], "--format", "json"]
            for name, value in question.get("state", {}).items():
                arguments += ["--set", f"{name}={value}"]
            arguments += ["--count", question["count"]] if "count" in question else ["--by", ",".join(question["by"])]
            if "max_states" in case:
                continue  # its bounds are those of whole rolls; tests/api compares them with exact odds
            for at, rolls in enumerate(case["rolls"].split()):
                result = self.run_program(*arguments, "--rolls", rolls, pack=case["pack"])
                self.assertEqual(result.stderr, "")
                found = {json.dumps(row["values"]): row for row in json.loads(result.stdout)["rows"]}
                self.assertEqual(len(found), len(expected["rows"]))
                for row in expected["rows"]:
                    same = found[json.dumps(row["values"])]
                    self.assertAlmostEqual(row["p"][at], same["at_least_one"], 12)
                    self.assertEqual([row[wait] for wait in ("wait_50", "wait_90", "wait_99")],
                                     [same[wait] for wait in ("wait_50", "wait_90", "wait_99")])

    def test_check(self):
        for case in self.cases("check"):
            broken, text = case["expect"].split("\n", 1)
            result = self.run_program("check", SUITE["packs"][case["pack"]]["name"], "--format", "json",
                                      "--no-verify", pack=case["pack"])
            expected, found = json.loads(result.stdout), json.loads(text)
            self.assertEqual(int(broken), sum(not promise["holds"] for promise in expected["promises"]))
            for promise in (*expected["promises"], *found["promises"]):
                promise.pop("witness")  # a command of the program
                promise.pop("verified")
            self.assertEqual(found, expected)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    known, rest = parser.parse_known_args()
    BINARY = str(pathlib.Path(known.binary).resolve())
    unittest.main(argv=[sys.argv[0], *rest])
