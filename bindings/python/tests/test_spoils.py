"""Tests of the package; run by pytest, or by `python3 -m unittest`. SPOILS_LIBRARY names the library, and
SPOILS_TEST_BUILD is `debug` if it has assertions.
"""

import copy
import ctypes
import gc
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import spoils  # noqa: E402
from spoils import _ffi  # noqa: E402

DEBUG = os.environ.get("SPOILS_TEST_BUILD") == "debug"
SUITE = json.loads((ROOT / "tests/capi/conformance.json").read_text())

CHEST = """
pack chest "The chest" 1.0
input depth: 1..9 = 1
state opened: 0..9 = 0
field gems: list of symbol
field has: map of gem to int
rule find {
  kind = pick gem
  opened = min(9, opened + 1)
  gems += [pick gem]
  has[kind] += depth
  weight = 7 / 2
  heavy = depth > 5
  label = "a {kind}"
  if chance 1/2 { hold coin }
}
rule coin { kind = coin; quantity = d6 }
table gem { 2 ruby; 1 opal }
display find "& {kind}~"
expect "rubies": odds(find: kind == ruby) == 2/3
"""
# So many states that the odds take far longer than any test.
ENDLESS = """pack endless "Endless" 1.0
rule find { kind = coin; a = d10000; b = d10000; c = d10000; d = d10000; sum = a * b + c * d }
"""


def plain(value):
    """A value as the conformance suite writes it."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, tuple):
        return "[" + ",".join(map(plain, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{plain(amount)}" for key, amount in value.items()) + "}"
    return str(value)


def lines(things):
    out = ""
    for thing in things:
        fields = "".join(f"|{name}={plain(value)}" for name, value in thing.fields.items())
        out += f"{thing.name}|{thing.rule}|{-1 if thing.holder is None else thing.holder}{fields}\n"
    return out


class Conformance(unittest.TestCase):
    """The suite of all bindings; docs/embedding.md describes the calls."""

    def compiled(self, name):
        pack = SUITE["packs"][name]
        return spoils.compile(pack["files"], pack["name"],
                              check_quantities=pack.get("skip_quantities") != "true")

    def run_case(self, case):
        call = case["call"]
        if call == "seed":
            return str(spoils.seed(case["text"]))
        if call == "format":
            return spoils.format(case["text"], case["file"])
        if call == "service":
            service = spoils.LanguageService(case.get("files", {}))
            return "".join((service.work_json() if line == "work" else service.message_json(line)) + "\n"
                           for line in case["messages"].splitlines())
        if call == "findings":
            try:
                return self.compiled(case["pack"]).findings_json
            except spoils.InvalidPack as error:
                return error.findings_json
        pack = self.compiled(case["pack"])
        if call == "pack":
            return pack.describe()
        if call == "odds":
            return pack.ask(case["question"]).json()
        if call == "check":
            checked = pack.check()
            return f"{checked.broken}\n{checked.json}"
        if call == "restore":
            pack.restore(case["text"])
            return ""
        if call == "rows":
            return self.rows(pack.ask(case["question"]))
        budget = spoils.Budget(max_states=int(case.get("max_states", "0")))
        if call == "at_least_once":
            return pack.ask_at_least_once(case["question"], map(int, case["rolls"].split()), budget).json
        if call == "unlisted":
            return "".join(f"{answer.unlisted:.17g}\n" for answer in pack.ask(case["question"], budget))
        roller = pack.roller(case.get("rule", ""), **case.get("inputs", {}))
        roller.set_state(**case.get("state", {}))
        numbers = [int(case.get(name, "0"), 0) for name in ("seed", "index", "rolls")]
        return getattr(self, call)((case, pack) if call == "tweak" else pack, roller, *numbers)

    def rows(self, odds):
        out = ""
        for answer in odds:
            for row in answer.rows:
                cells = ["" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)
                         for cell in row.values]
                out += "|".join([answer.value, *cells, plain(row.probability)]) + "\n"
        return out

    def roll(self, _, roller, seed, index, __):
        return roller.roll_json(seed, index)

    def explain(self, _, roller, seed, index, __):
        return roller.explain_json(seed, index)

    def tweak(self, about, roller, seed, index, rolls):
        case, pack = about
        report = ""
        if "by_hand" in case:
            tweaker = roller.tweaker_by_hand(case["by_hand"], seed)
        elif "replay" in case:
            replayed = pack.replay(case["replay"])
            tweaker, report = replayed.tweaker, replayed.json
        elif "rolls" in case:
            world = pack.world(seed)
            for _ in range(rolls):
                roller.roll_in(world)
            tweaker = roller.tweaker_in(world)
        else:
            tweaker = roller.tweaker(seed, index)
        if "restart" in case:
            tweaker.restart(seed, int(case["restart"]))
        for edit in case["edits"].splitlines():
            if edit in ("undo", "redo"):
                getattr(tweaker, edit)()
            else:
                tweaker.apply(edit)
        if "choices" in case:
            return tweaker.choices_json(case["choices"])
        if "outlook" in case:
            return tweaker.outlook_json(case["outlook"], [case["by"]])
        if "reach" in case:
            return tweaker.reach_json(case["reach"], case["value"])
        return report + (tweaker.script() if "script" in case else tweaker.json())

    def things(self, _, roller, seed, index, __):
        return lines(roller.roll(seed, index))

    def batch(self, _, roller, seed, index, rolls):
        out = ""
        for thing in roller.batch(seed, rolls, first=index):
            holder = -1 if thing.holder is None else thing.holder
            fields = ""
            for name, value in thing.fields.items():
                is_json = isinstance(value, (tuple, dict))
                fields += f"|{name}={json.dumps(value, separators=(',', ':')) if is_json else plain(value)}"
            out += f"{thing.index}|{holder}|{thing.rule}|{thing.name}{fields}\n"
        return out

    def world(self, pack, roller, seed, _, rolls):
        world = pack.world(seed)
        for _ in range(rolls):
            roller.roll_in(world)
        saved = world.save()
        return saved + lines(roller.roll_in(pack.restore(saved)))

    def test_cases(self):
        for case in SUITE["cases"]:
            with self.subTest(case["name"]):
                try:
                    result = self.run_case(case)
                except spoils.SpoilsError as error:
                    result = error.json
                self.assertEqual(result, case["expect"])


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pack = spoils.compile(CHEST)

    def fails(self, code, call, *arguments, **named):
        with self.assertRaises(spoils.SpoilsError) as raised:
            call(*arguments, **named)
        self.assertEqual(raised.exception.code, code)
        self.assertTrue(raised.exception.message)
        return raised.exception

    def test_pack(self):
        self.assertEqual((self.pack.name, self.pack.title, self.pack.version), ("chest", "The chest", "1.0"))
        self.assertEqual([rule["name"] for rule in self.pack.rules], ["find", "coin"])
        self.assertEqual(self.pack.inputs[0]["last"], 9)
        self.assertEqual(self.pack.tables[0]["rows"], 2)
        self.assertIn("kind", self.pack.fields)
        self.assertEqual(self.pack.findings, [])
        self.assertEqual(spoils.compile(CHEST.encode()).name, "chest")

    def test_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.loot")
            path.write_text(CHEST)
            self.assertEqual(spoils.load(path).name, "chest")
            error = self.fails("invalid_pack", spoils.load, path / "none")
            self.assertEqual(len(error.findings), 1)

    def test_invalid_pack(self):
        error = self.fails("invalid_pack", spoils.compile, 'pack a "A" 1.0\nrule find { kind = pick none_such }\n')
        self.assertIsInstance(error, spoils.InvalidPack)
        self.assertEqual(error.place["line"], 2)
        self.assertEqual(error.findings[0]["code"], error.facts["code"])
        self.assertIn("none_such", error.report)

    def test_values_have_their_types(self):
        for index in range(20):
            chest, *rest = self.pack.roller("find", depth=6).roll("types", index)
            self.assertEqual(chest.weight, Fraction(7, 2))
            self.assertIs(chest.heavy, True)
            self.assertEqual(chest["label"], f"a {chest.kind}")
            self.assertEqual(chest.has, {chest.kind: 6})
            self.assertIsInstance(chest.gems, tuple)
            self.assertIsNone(chest.quantity)
            self.assertEqual([thing.holder for thing in rest], [0] * len(rest))
            self.assertRaises(KeyError, lambda: chest["none"])
            self.assertRaises(AttributeError, lambda: chest.none)
            self.assertEqual(copy.copy(chest), chest)
            self.assertIn("weight=Fraction(7, 2)", repr(chest))

    def test_rolls_are_rolls(self):
        roller = self.pack.roller()
        expected = [roller.roll(7, index) for index in range(5, 2505)]
        self.assertEqual(list(roller.rolls(7, 5, 2500)), expected)
        for index, things in zip(range(3000), roller.rolls(7)):
            if index >= 5 and index < 2505:
                self.assertEqual(things, expected[index - 5])

    def test_batch(self):
        batch = self.pack.roller().batch("x", 500, fields=["kind", "quantity"], names=False)
        self.assertEqual(batch.names, [None] * len(batch))
        self.assertEqual(batch.records()[0], dict(zip(["kind", "quantity"], next(batch.rows()))))
        for kind, rule, quantity in zip(batch["kind"], batch.rules, batch["quantity"]):
            self.assertEqual(kind == "coin", rule == "coin")
            self.assertEqual(quantity is not None, rule == "coin")
        self.assertRaises(KeyError, lambda: batch["label"])
        self.fails("misuse", self.pack.roller().batch, 1, 1, fields=["none"])
        self.fails("limit", self.pack.roller().batch, 1, 1 << 60)
        self.assertEqual(len(self.pack.roller().batch(1, 0)), 0)
        self.assertEqual(list(self.pack.roller().batch(1, 3, fields=[]).rows()),
                         [()] * len(self.pack.roller().batch(1, 3)))
        batch.close()
        self.fails("misuse", lambda: batch.indices)

    def test_world(self):
        roller, world = self.pack.roller(), self.pack.world("w")
        first = [roller.roll_in(world) for _ in range(4)]
        self.assertEqual((world.next, world.seed, world.state), (4, spoils.seed("w"), {"opened": "4"}))
        again = self.pack.restore(world.save())
        self.assertEqual(roller.roll_in(again), roller.roll_in(world))
        self.assertEqual([things[0].index for things in first], [0, 1, 2, 3])
        self.assertEqual(roller.explain_in(world)["index"], 5)
        other = spoils.compile('pack other "Other" 1.0\nrule find { kind = pick {1 a} }\n')
        self.fails("world", other.roller().roll_in, world)
        self.fails("world", other.restore, world.save())
        self.fails("invalid_text", other.restore, b"\xff")

    def test_values_of_a_sweep_share_the_time(self):
        # The first value never ends. It leaves time for the others.
        pack = spoils.compile("pack p\ninput depth: 0..2 = 0\n"
                              "rule r { sum = 0; repeat (if depth == 0 then 8 else 1) { sum = sum * 100 + d100 } }\n")
        swept = pack.odds(by=["sum"], sweep="depth", budget=spoils.Budget(seconds=0.5))
        self.assertEqual([answer.exact for answer in swept], [False, True, True])
        self.assertEqual([len(answer.rows) for answer in swept][1:], [100, 100])

    def test_odds(self):
        odds = self.pack.odds(by=["kind"], fractions=True)
        self.assertEqual(odds.rows[0], spoils.Row(("ruby",), Fraction(2, 3), 2 / 3, 2 / 3))
        self.assertEqual(odds["opal"], Fraction(1, 3))
        self.assertEqual(odds["saphire"], 0)
        self.assertTrue(odds.answer.exact)
        self.assertEqual(sum(row.probability for row in odds.rows), 1)
        self.pack.reuse_answers(self.pack)
        with self.assertRaises(spoils.SpoilsError):
            self.pack.reuse_answers(None)
        swept = self.pack.odds("find", by=["heavy"], sweep="depth")
        self.assertEqual([answer.rows[0].values for answer in swept], [(False,)] * 5 + [(True,)] * 4)
        self.assertEqual(swept.records()[8], {"value": "9", "heavy": True, "p": 1.0, "low": 1.0, "high": 1.0})
        self.assertEqual(self.pack.count("kind == coin", fractions=True)[1], Fraction(1, 2))
        self.assertEqual(self.pack.count().answer.mean, 1.5)
        self.assertEqual(self.pack.draw("gem", fractions=True)["ruby"], Fraction(2, 3))
        self.assertEqual(self.pack.expected(["kind"])["coin"], 0.5)
        self.assertEqual(self.pack.odds(by=["opened"], state={"opened": 3}, depth=2)[4], 1.0)
        self.fails("bad_value", self.pack.odds, by=["kind ="])
        self.fails("bad_value", self.pack.ask, {"bye": 1})
        self.fails("unknown_rule", self.pack.odds, "fin")

    def test_bounds(self):
        coins = spoils.compile('pack coins "Coins" 1.0\nrule r {\n  a = pick { 8 common, 1 mid, 1 rare }\n'
                               '  kind = if a == rare then gold else if a == mid then tin else dirt\n}\n')
        budget = spoils.Budget(max_states=2)
        for asked in (coins.odds(budget=budget), coins.odds(fractions=True, budget=budget)):
            self.assertFalse(asked.answer.exact)
            for figure in (asked["dirt"], asked["gold"], asked.rows[0].probability, asked.records()[0]["p"]):
                self.assertTrue(math.isnan(figure))
            for found, wanted in zip(asked.bounds("dirt") + asked.bounds("gold"), (0.8, 0.9, 0, 0.1)):
                self.assertAlmostEqual(found, wanted)
        given = coins.odds(where="a != common", budget=budget)  # gold has half of what is not common
        self.assertEqual([given.bounds(kind) for kind in ("tin", "gold")], [(0.5, 1), (0, 0.5)])
        means = coins.expected(["kind"], budget=budget)
        self.assertTrue(math.isnan(means["tin"]))
        self.assertEqual((means.rows[0].high, means.bounds("gold")), (math.inf, (0, math.inf)))
        exact = coins.odds(where="a != common", fractions=True)
        self.assertEqual((exact["gold"], exact["dirt"], exact.bounds("dirt")), (Fraction(1, 2), 0, (0, 0)))

    def test_at_least_once(self):
        coin = spoils.compile('pack coin "Coin" 1.0\nrule r { kind = pick {3 tin, 1 gold} }\n')
        once = coin.at_least_once([1, 2, 10], by=["kind"])
        self.assertEqual((once.by, once.rolls, once.exact, once.independent, once.unlisted),
                         (("kind",), (1, 2, 10), True, True, (0, 0, 0)))
        for found, rolls in zip(once["gold"], once.rolls):
            self.assertAlmostEqual(found, 1 - 0.75 ** rolls, 13)
        self.assertEqual(once.rows[1].wait, spoils.Wait(4, 3, 9, 17))
        self.assertEqual((once["silver"], once.bounds("silver")), ((0, 0, 0), ((0, 0),) * 3))
        low = once["gold"][0]
        self.assertEqual(once.records()[3], {"kind": "gold", "rolls": 1, "p": low, "low": low, "high": low})
        # A prize at 10%, and for certain after three rolls without one.
        pity = spoils.compile('pack pity "Pity" 1.0\nstate misses: 0..3 = 0\ninput odds: 1..9 = 1\n'
                              "rule other { kind = dust }\nrule pull { if misses == 3 or chance odds/10 { kind = prize; "
                              "misses = 0 } else { kind = dust; misses += 1 } }\n")
        kept = pity.at_least_once([1, 3, 4], "pull", count="kind == prize")
        self.assertFalse(kept.independent)
        for found, wanted in zip(kept[()], (0.1, 0.271, 1)):
            self.assertAlmostEqual(found, wanted, 13)
        self.assertAlmostEqual(kept.rows[0].wait.mean, 1 + 0.9 + 0.81 + 0.729, 12)
        self.assertAlmostEqual(pity.at_least_once(2, "pull", by=["kind"], odds=5)["prize"][0], 0.75, 13)
        self.assertEqual(pity.at_least_once(1, "pull", count="kind == prize", state={"misses": 3})[()], (1,))
        self.assertEqual(coin.at_least_once(1, draw="1..2")[2], (0.5,))
        never = coin.at_least_once(9, count="kind == tin and kind == gold").rows[0]
        self.assertEqual((never.within, never.wait), (((0, 0),), spoils.Wait(*[math.inf] * 4)))
        # Bounds: with one state at once only the likelier outcome is explored.
        cut = pity.at_least_once([1, 4], "pull", by=["kind"], budget=spoils.Budget(max_states=1))
        self.assertEqual((cut.exact, cut.limit), (False, "states"))
        for row in cut.rows:
            self.assertTrue(math.isnan(row.wait.mean) and all(0 <= low < high <= 1 for low, high in row.within))
        self.assertTrue(math.isnan(cut["dust"][0]) and math.isnan(cut.records()[0]["p"]))
        self.assertEqual(cut.bounds("gem"), tuple((0, most) for most in cut.unlisted))
        for question, rolls in (({}, []), ({}, 0), ({}, [2, 2]), ({"where": "kind == tin"}, 2), ({"fractions": True}, 2),
                                ({"each": ["kind"]}, 2), ({"estimate": 9}, 2), ("{", 2)):
            self.fails("bad_value", coin.ask_at_least_once, question, rolls)
        for rolls in ("7", [-1], [1 << 64], 1.5, [1.5], None, [None], [True]):
            self.fails("misuse", coin.at_least_once, rolls)
        with self.assertRaises(ZeroDivisionError):
            spoils.compile(ENDLESS).at_least_once(2, by=["sum"], budget=spoils.Budget(stop=lambda: 1 // 0 > 0))

    def test_check(self):
        checked = self.pack.check()
        self.assertEqual(checked.broken, 0)
        self.assertTrue(checked.results[0]["holds"])

    def test_tweaks(self):
        roller = self.pack.roller()
        tweaker = roller.tweaker("x", 3)
        before = tweaker.now()
        self.assertEqual(before["things"][0]["name"], roller.roll("x", 3)[0].name)
        tweaker.apply("reroll")
        self.assertEqual(tweaker.now()["edits"], ["reroll"])
        self.assertTrue(tweaker.undo())
        self.assertEqual(tweaker.now()["things"], before["things"])
        self.assertTrue(tweaker.redo())
        self.assertFalse(tweaker.redo())
        with self.assertRaises(spoils.SpoilsError):
            tweaker.apply("pin nothing.1 = 3")
        self.assertEqual(json.loads(tweaker.script())["edits"], ["reroll"])
        again = self.pack.replay(tweaker.script())
        self.assertEqual((again.same_pack, again.left_out, again.tweaker.json()), (True, [], tweaker.json()))
        old = json.loads(tweaker.script()) | {"hash": "0x0", "edits": ["set wheels = 4", "reroll"]}
        again = self.pack.replay(json.dumps(old))
        self.assertEqual((again.same_pack, [one["edit"] for one in again.left_out]), (False, ["set wheels = 4"]))
        self.assertEqual(again.tweaker.now()["edits"], ["reroll"])
        tweaker.restart("x", 4)
        self.assertEqual(tweaker.json(), roller.tweaker("x", 4).json())
        hand = roller.tweaker_by_hand({"kind": "opal", "weight": Fraction(7, 3), "heavy": True, "gems": "[ruby]"})
        fields = hand.now()["things"][0]["fields"]
        self.assertEqual((fields["kind"], fields["heavy"], fields["gems"], hand.now()["decisions"]),
                         ("opal", True, ["ruby"], 0))

    def test_bad_tweaks(self):
        roller, world = self.pack.roller(), self.pack.world(1)
        tweaker = roller.tweaker(1)
        other = spoils.compile('pack other "Other" 1.0\nrule find { kind = pick {1 a} }\n')
        self.fails("bad_value", tweaker.apply, "set weight = 9223372036854775808")
        self.fails("invalid_text", tweaker.apply, b"\xff")
        self.fails("misuse", roller.tweaker, 1, 1 << 64)
        self.fails("misuse", tweaker.restart, 1, -1)
        self.fails("world", other.roller().tweaker_in, world)
        self.fails("bad_value", roller.tweaker_in(world).restart, 1)
        self.fails("bad_value", roller.tweaker_by_hand, {"wheels": 4})
        self.fails("bad_value", roller.tweaker_by_hand, {"weight": "heavy"})
        self.fails("invalid_text", roller.tweaker_by_hand, {"kind": "\ud800"})
        self.fails("bad_value", other.replay, tweaker.script())
        self.fails("bad_value", self.pack.replay, "{")
        self.fails("invalid_text", self.pack.replay, b"\xff")
        self.assertEqual(tweaker.json(), roller.tweaker(1).json())
        with self.assertRaises(spoils.SpoilsError):
            _ffi.string("tweaker_json", roller._pointer)
        tweaker.close()
        self.fails("misuse", tweaker.json)
        self.fails("misuse", tweaker.apply, "reroll")

    def test_service(self):
        uri = "file:///chest.loot"
        service = spoils.LanguageService({"/lib/gem.loot": 'pack gem "Gem" 1.0\ndef gem() = d2\n'})
        self.assertIn("capabilities", service.request("initialize", {"capabilities": {}}))
        self.assertEqual(service.notify("initialized"), [])
        text = CHEST.lstrip().replace("pick gem", "pick gme", 1)
        service.notify("textDocument/didOpen",
                       {"textDocument": {"uri": uri, "languageId": "loot", "version": 1, "text": text}})
        published = service.work()[0]
        self.assertEqual(published["method"], "textDocument/publishDiagnostics")
        self.assertIn("gme", published["params"]["diagnostics"][0]["message"])
        hover = service.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 7}})
        self.assertIn("depth", hover["contents"]["value"])
        self.assertEqual(self.fails("bad_value", service.request, "nothing/such").facts["method"], "nothing/such")
        for bad in ("", "{", "7", b"\xff"):
            self.assertIn('"error"', service.message_json(bad))
        self.fails("file", spoils.LanguageService, {"gem.loot": ""})
        with self.assertRaises(spoils.SpoilsError):
            _ffi.string("service_work", self.pack._pointer)
        service.close()
        self.fails("misuse", service.work)
        self.fails("misuse", service.message, {})

    def test_explain(self):
        explained = self.pack.roller().explain("x", 3)
        self.assertEqual(explained["schema"], "spoils.explain")
        self.assertEqual(explained["things"][0]["name"], self.pack.roller().roll("x", 3)[0].name)

    def test_seeds(self):
        self.assertEqual(spoils.seed("0x10"), 16)
        self.assertEqual(spoils.seed(5), 5)
        for number in (-1, 1 << 64):
            self.fails("misuse", spoils.seed, number)
            self.fails("misuse", self.pack.roller().roll, 1, number)

    def test_bad_values(self):
        self.fails("unknown_rule", self.pack.roller, "fin")
        self.fails("unknown_input", self.pack.roller, "find", dept=1)
        self.fails("bad_value", self.pack.roller, "find", depth=10)
        self.fails("bad_value", self.pack.roller, "find", depth=10 ** 30)
        self.fails("invalid_text", self.pack.roller, "find", depth="\ud800")
        self.fails("invalid_text", self.pack.roller, "fi\0nd")
        roller = self.pack.roller()
        self.fails("bad_value", roller.set, depth="x")
        roller.set(depth=9)
        self.assertEqual(roller.roll(1)[0].heavy, True)

    def test_nothing_in_the_place_of_something(self):
        roller = self.pack.roller()
        for call in (spoils.compile, spoils.format, spoils.seed, self.pack.roller, self.pack.restore, self.pack.replay,
                     self.pack.world, roller.roll, roller.tweaker, roller.tweaker(1).apply, roller.roll_in,
                     roller.explain_in, roller.tweaker_in, spoils.LanguageService().message_json):
            self.fails("misuse", call, None)
        for not_a_world in (self.pack, roller, 7):
            self.fails("misuse", roller.roll_in, not_a_world)
        self.fails("misuse", spoils.LanguageService, 7)

    def test_hostile_arguments(self):
        """Each argument of each function is in turn what nobody should pass: an error of the package, or an answer."""
        pack, roller, world = self.pack, self.pack.roller(), self.pack.world(1)
        tweaker, service, batch = roller.tweaker(1), spoils.LanguageService(), self.pack.roller().batch(1, 3)
        odds, closed = self.pack.odds(), self.pack.world(1)
        closed.close()
        circle = []
        circle.append(circle)
        bad = [None, True, -1, 1 << 64, 10 ** 40, 1.5, math.nan, math.inf, "", "\0", "\ud800", b"\xff", [], {}, [None], {1: 2},
               {"kind": None}, {"kind": "\ud800"}, circle, object(), pack, roller, closed, int, lambda: 1]
        calls = [(spoils.compile, (CHEST, ""), ("search",)), (spoils.load, ("/no/such",), ("search",)),
                 (spoils.format, ("rule r {}", "a.loot"), ()), (spoils.seed, (1,), ()),
                 (pack.roller, ("find",), ("depth", "none")), (pack.world, (1,), ()), (pack.restore, (world.save(),), ()),
                 (pack.replay, (tweaker.script(),), ()), (pack.ask, ({}, spoils.Budget()), ()),
                 (pack.odds, ("find",), ("by", "where", "fractions", "sweep", "state", "budget", "depth")),
                 (pack.count, ("true", "find"), ("where", "sweep", "state", "budget", "depth")),
                 (pack.draw, ("gem", "find"), ("where", "sweep", "state", "budget", "depth")),
                 (pack.expected, (["kind"], "find"), ("sweep", "state", "budget", "depth")),
                 (pack.ask_at_least_once, ({}, [1], spoils.Budget()), ()),
                 (pack.at_least_once, ([1], "find"), ("by", "count", "draw", "state", "budget", "depth")),
                 (pack.check, (spoils.Budget(),), ()), (roller.roll, (1, 1), ()), (roller.roll_in, (world,), ()),
                 (lambda *given: next(roller.rolls(*given)), (1, 0, 1), ()), (roller.roll_json, (1, 1), ()),
                 (roller.batch, (1, 1), ("first", "fields", "names")), (roller.explain, (1, 1), ()),
                 (roller.explain_in, (world,), ()), (roller.tweaker, (1, 1), ()), (roller.tweaker_in, (world,), ()),
                 (roller.tweaker_by_hand, ({"kind": "opal"}, 1), ()), (roller.set, (), ("depth", "none")),
                 (tweaker.restart, (1, 1), ()), (tweaker.apply, ("reroll",), ()), (tweaker.choices, ("kind.1", 0, 1), ()),
                 (tweaker.outlook, ("kind.1", ["kind"], 1), ()), (tweaker.reach, ("kind", "opal", 1), ()),
                 (spoils.LanguageService, ({},), ()), (service.message_json, ("{",), ()), (service.message, ({},), ()),
                 (service.request, ("shutdown", {}), ()), (service.notify, ("exit", {}), ()), (odds.bounds, ("opal",), ()),
                 (odds.__getitem__, ("opal",), ())]
        for member in ("max_states", "max_paths", "seconds", "stop", "stopper"):
            calls.append((lambda value, member=member: pack.odds(budget=spoils.Budget(**{member: value})), (0,), ()))
        for call, arguments, named in calls:
            for value in bad:
                changed = [(arguments[:at] + (value,) + arguments[at + 1:], {}) for at in range(len(arguments))]
                changed += [(arguments, {name: value}) for name in named]
                for given, options in changed:
                    with self.subTest(call=call, given=given, options=options):
                        try:
                            call(*given, **options)
                        except (spoils.SpoilsError, StopIteration) as error:
                            self.assertTrue(isinstance(error, StopIteration) or error.message)
        self.assertEqual(roller.roll(1, 1), self.pack.roller("find", depth=1).roll(1, 1))
        self.assertEqual(len(batch), len(list(batch)))

    def test_a_handle_that_is_closed_at_work(self):
        pack = spoils.compile(ENDLESS)
        begun, answers = threading.Event(), []

        def ask():
            def stop():
                begun.set()
                return pack._pointer is None
            try:
                answers.append(pack.odds(by=["sum"], budget=spoils.Budget(stop=stop)).answer.exact)
            except spoils.SpoilsError as error:
                answers.append(error.code)

        thread = threading.Thread(target=ask)
        thread.start()
        begun.wait(30)
        pack.close()  # freed after the answer
        thread.join(60)
        self.assertIn(answers, ([False], ["limit"]))
        self.fails("misuse", pack.odds)
        stopper = spoils.Stopper()
        stopper.close()
        self.fails("misuse", stopper.stop)
        self.fails("misuse", self.pack.odds, budget=spoils.Budget(stopper=stopper))

    def test_closed_handles(self):
        roller, world, odds = self.pack.roller(), self.pack.world(1), self.pack.odds()
        for handle in (roller, world, odds):
            handle.close()
            handle.close()
        self.fails("misuse", roller.roll, 1)
        self.fails("misuse", world.save)
        self.fails("misuse", odds.json)
        with self.pack.roller() as other:
            other.roll(1)
        self.fails("misuse", other.roll, 1)

    def test_wrong_kind_of_handle(self):
        with self.assertRaises(spoils.SpoilsError):
            _ffi.string("pack_json", self.pack.roller()._pointer)
        with self.assertRaises(spoils.SpoilsError):
            _ffi.made("world_new", ctypes.c_void_p(), 1)

    @unittest.skipUnless(DEBUG, "an optimised library notices freed handles by chance only")
    def test_freed_handles(self):
        for function, handle in (("tweaker_json", self.pack.roller().tweaker(1)), ("world_save", self.pack.world(1)),
                                 ("service_work", spoils.LanguageService())):
            pointer = handle._pointer.release()
            self.assertEqual(_ffi.library.spoils_free(pointer), 0)
            with self.assertRaises(spoils.SpoilsError) as raised:
                _ffi.string(function, pointer)
            self.assertEqual(raised.exception.code, "misuse")

    def test_a_roller_outlives_its_pack(self):
        pack = spoils.compile(CHEST)
        roller = pack.roller()
        pack.close()
        del pack
        gc.collect()
        self.assertEqual(roller.roll(1), self.pack.roller().roll(1))

    def test_limits(self):
        endless = spoils.compile(ENDLESS)
        begin = time.monotonic()

        def stopped(budget):
            try:
                return not endless.odds(by=["sum"], budget=budget).answer.exact
            except spoils.SpoilsError as error:
                return error.code == "limit"

        self.assertTrue(stopped(spoils.Budget(seconds=0.05)))
        self.assertTrue(stopped(spoils.Budget(max_states=1000, max_paths=100_000)))
        self.assertTrue(stopped(spoils.Budget(stop=lambda: True)))
        stopper = spoils.Stopper()
        threading.Timer(0.05, stopper.stop).start()
        self.assertTrue(stopped(spoils.Budget(stopper=stopper)))
        with self.assertRaises(ZeroDivisionError):
            endless.odds(by=["sum"], budget=spoils.Budget(stop=lambda: 1 // 0 > 0))
        self.fails("misuse", endless.odds, budget=spoils.Budget(max_states=-1))
        self.assertLess(time.monotonic() - begin, 60)

    def test_threads_take_turns(self):
        roller = self.pack.roller()
        expected = [roller.roll(1, index) for index in range(50)]
        wrong = []

        def roll():
            for index in range(50):
                if roller.roll(1, index) != expected[index]:
                    wrong.append(index)

        threads = [threading.Thread(target=roll) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_format(self):
        self.assertEqual(spoils.format("rule find{kind=pick{1 x,y}}"), "rule find { kind = pick {1 x, y} }\n")
        self.fails("invalid_pack", spoils.format, "rule {")

    def test_documented_examples(self):
        import doctest
        self.assertEqual(doctest.testmod(spoils).failed, 0)

    def test_tour(self):
        tour = pathlib.Path(__file__).resolve().parents[1] / "examples" / "tour.py"
        result = subprocess.run([sys.executable, str(tour)], capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("ghost", result.stdout)


if __name__ == "__main__":
    unittest.main()
