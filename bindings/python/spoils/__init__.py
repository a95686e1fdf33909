"""Spoils: loot from packs of readable text, with exact odds.

>>> import spoils
>>> pack = spoils.compile('''
... pack cellar "The cellar" 1.0
... input depth: 1..9 = 1
... rule find { kind = pick {5 rat, 3 bottle, (depth) ghost}; quantity = d2 }
... display find "& {kind}~"
... ''')
>>> [thing.name for thing in pack.roller("find", depth=3).roll("my game", 0)]
['2 ghosts']
>>> [(row.values[0], row.probability) for row in pack.odds(by=["kind"], fractions=True, depth=2).rows]
[('rat', Fraction(1, 2)), ('bottle', Fraction(3, 10)), ('ghost', Fraction(1, 5))]

A pack never changes; any number of threads may use it. A roller or a world serves one thread at a time: others wait.
Every failure raises SpoilsError.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import byref
from dataclasses import dataclass
from typing import Any

from . import _ffi
from ._ffi import InvalidPack, SpoilsError
from ._odds import Answer, AtLeastOnce, AtLeastOnceRow, Budget, Limits, Odds, Row, Stopper, Wait, at_least_once_of
from ._service import LanguageService
from ._things import LIST, MAP, Batch, Thing, Value, scalar
from ._tweak import Replayed, Tweaker

_ROLLS_AT_ONCE = 1024  # of Roller.rolls(): some milliseconds of work


def version() -> str:
    """Returns the version of the library."""
    return str(_ffi.library.spoils_version())


def seed(text: str | int) -> int:
    """Returns the seed that a text means: digits are the number itself, any other text is hashed."""
    return _ffi.seed_of(text)


def compile(source: str | Mapping[str, str | bytes], name: str = "", *, search: Sequence[str | os.PathLike] = (),
            check_quantities: bool = True) -> Pack:
    """Compiles a text, or files by their paths; of these `name` is the file or folder to compile.

    Raises InvalidPack, whose `findings` have all mistakes.
    """
    array, kept = _ffi.files_of({"pack.loot": source} if isinstance(source, (str, bytes)) else source)
    return _loaded("pack_compile", (array, len(kept), _ffi.text_of(name)), search, check_quantities)


def load(path: str | os.PathLike, *, search: Sequence[str | os.PathLike] = (), check_quantities: bool = True) -> Pack:
    """Reads and compiles a file, or a folder whose .loot files are read together. Raises InvalidPack."""
    return _loaded("pack_load", (_ffi.path_of(path),), search, check_quantities)


def format(text: str | bytes, name: str = "pack.loot") -> str:
    """Returns the text of a pack in its canonical layout. Raises InvalidPack."""
    out, findings = ctypes.c_void_p(), ctypes.c_void_p()
    error = _ffi.functions["format"](_ffi.text_of(name), _ffi.text_of(text), byref(out), byref(findings))
    found = _Findings(findings.value)
    if error:
        raise found.described(_ffi.taken(error))
    handle = _ffi.Handle(out.value or 0)
    return str(_ffi.library.spoils_string_text(handle._pointer))


def _loaded(function: str, arguments: tuple, search: Sequence[str | os.PathLike], check_quantities: bool) -> Pack:
    kept = [_ffi.path_of(folder, "search") for folder in _ffi.list_of(search, "search")]
    folders = (_ffi.Text * len(kept))(*kept)
    options = _ffi.LoadOptions(folders, len(kept), 0 if check_quantities else 1)
    pack, findings = ctypes.c_void_p(), ctypes.c_void_p()
    error = _ffi.functions[function](*arguments, byref(options), byref(pack), byref(findings))
    found = _Findings(findings.value)
    if error:
        raise found.described(_ffi.taken(error))
    return Pack(pack.value or 0, found.json())


def _written(value: Any) -> str:
    """A value of an input as a pack writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _settings(values: Mapping[str, Any]) -> tuple[Any, list[tuple[_ffi.Text, _ffi.Text]]]:
    """An array of spoils_setting, and the texts that it needs."""
    kept = [(_ffi.text_of(name), _ffi.text_of(_written(value)))
            for name, value in _ffi.mapping_of(values, "fields").items()]
    return (_ffi.Setting * len(kept))(*[_ffi.Setting(name, value) for name, value in kept]), kept


def _question(question: Any) -> _ffi.Text:
    if isinstance(question, (str, bytes, bytearray)):
        return _ffi.text_of(question)
    return _ffi.text_of(_ffi.json_of(_ffi.mapping_of(question, "question"), "question", _written))


def _world(value: Any) -> World:
    if not isinstance(value, World):
        raise _ffi.misuse("world", f"is {value!r}, no World")
    return value


def _values(inputs: Mapping[str, Any], state: Mapping[str, Any] | None) -> dict[str, dict[str, str]]:
    """The members of a question that have values of the pack."""
    groups = (("inputs", inputs), ("state", {} if state is None else _ffi.mapping_of(state, "state")))
    return {group: {name: _written(value) for name, value in values.items()} for group, values in groups if values}


class _Findings(_ffi.Handle):
    __slots__ = ()

    def json(self) -> str:
        return _ffi.string("findings_json", self._pointer) if self._pointer else "[]"

    def described(self, error: SpoilsError) -> SpoilsError:
        if isinstance(error, InvalidPack):
            error.findings_json = self.json()
            error.report = _ffi.string("findings_text", self._pointer) if self._pointer else ""
        return error


class Pack(_ffi.Handle):
    """A compiled pack."""

    __slots__ = ("findings_json", "_about", "_names")

    def __init__(self, pointer: int, findings_json: str) -> None:
        super().__init__(pointer)
        self.findings_json = findings_json
        self._about: dict[str, Any] = json.loads(self.describe())
        self._names: list[str] = [field["name"] for field in self._about["fields"]]

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Warnings and notes, as `spoils check --format json` has them."""
        return json.loads(self.findings_json)

    def describe(self) -> str:
        """Returns the declarations of the pack as JSON (schema spoils.pack)."""
        return _ffi.string("pack_json", self._pointer)

    name = property(lambda self: self._about["name"], doc="Its name, as `rogue`.")
    title = property(lambda self: self._about["title"])
    version = property(lambda self: self._about["pack_version"])
    rules = property(lambda self: self._about["rules"], doc="Its rules, with their parameters.")
    inputs = property(lambda self: self._about["inputs"])
    states = property(lambda self: self._about["states"])
    tables = property(lambda self: self._about["tables"])
    fields = property(lambda self: list(self._names), doc="The names of the fields of things.")

    def __repr__(self) -> str:
        return f"<spoils.Pack {self.name} {self.version}>"

    def roller(self, rule: str = "", /, **inputs: Any) -> Roller:
        """Prepares a rule ("": the first) with inputs and parameters."""
        settings, kept = _settings(inputs)
        return Roller(_ffi.made("roller_new", self._pointer, _ffi.text_of(rule), settings, len(kept)), self)

    def world(self, seed: str | int = 0) -> World:
        """Begins a world, in which rolls change the state of the pack."""
        return World(_ffi.made("world_new", self._pointer, _ffi.seed_of(seed)), self)

    def restore(self, saved: str | bytes) -> World:
        """Returns the world that World.save() wrote."""
        return World(_ffi.made("world_restore", self._pointer, _ffi.text_of(saved)), self)

    def replay(self, script: str | bytes) -> Replayed:
        """Makes the tweaked roll of Tweaker.script() again, as far as its edits apply to this version of the pack."""
        out, report = ctypes.c_void_p(), ctypes.c_void_p()
        _ffi.call("tweaker_replay", self._pointer, _ffi.text_of(script), byref(out), byref(report))
        tweaker, text = Tweaker(out.value or 0), _ffi.Handle(report.value or 0)
        return Replayed(tweaker, str(_ffi.library.spoils_string_text(text._pointer)))

    def ask(self, question: str | Mapping[str, Any], budget: Budget | None = None) -> Odds:
        """Answers a question, an object as spoils_odds_of() in spoils.h describes it, or its JSON."""
        text = _question(question)
        with Limits(budget) as limits:
            return Odds(limits.run(lambda: _ffi.made("odds_of", self._pointer, text, limits.pointer)))

    def reuse_answers(self, before: Pack) -> None:
        """Lets questions have the answers that an earlier version of the pack gave, as far as both are the same in all
        that a question needs.
        """
        if not isinstance(before, Pack):
            raise _ffi.misuse("before", f"is {before!r}, no Pack")
        _ffi.call("reuse_answers", self._pointer, before._pointer)

    def odds(self, rule: str = "", /, *, by: Sequence[str] = (), where: str = "", fractions: bool = False,
             sweep: str | Mapping[str, Any] | None = None, state: Mapping[str, Any] | None = None,
             budget: Budget | None = None, **inputs: Any) -> Odds:
        """Computes the exact odds of fields or expressions of the rule's thing; none: of its kind.

        `sweep`: an input, or {"input": ..., "first": ..., "last": ...}: an answer for each of its values.
        """
        columns = _ffi.list_of(by, "by")
        return self._ask({"by": columns} if columns else {}, rule, where, fractions, sweep, state, budget, inputs)

    def count(self, condition: str = "true", rule: str = "", /, *, where: str = "", fractions: bool = False,
              sweep: str | Mapping[str, Any] | None = None, state: Mapping[str, Any] | None = None,
              budget: Budget | None = None, **inputs: Any) -> Odds:
        """Computes the exact odds of how many things of a roll satisfy a condition."""
        return self._ask({"count": condition}, rule, where, fractions, sweep, state, budget, inputs)

    def draw(self, table: str, rule: str = "", /, *, where: str = "", fractions: bool = False,
             sweep: str | Mapping[str, Any] | None = None, state: Mapping[str, Any] | None = None,
             budget: Budget | None = None, **inputs: Any) -> Odds:
        """Computes the exact odds of a draw from a table or expression by itself."""
        return self._ask({"from": table}, rule, where, fractions, sweep, state, budget, inputs)

    def expected(self, by: Sequence[str], rule: str = "", /, *, sweep: str | Mapping[str, Any] | None = None,
                 state: Mapping[str, Any] | None = None, budget: Budget | None = None, **inputs: Any) -> Odds:
        """Computes the expected number of things of each kind; `probability` of the rows is that number.

        If the answer is not exact, `low` is its lower bound, and it has no upper one.
        """
        return self._ask({"each": _ffi.list_of(by, "by")}, rule, "", False, sweep, state, budget, inputs)

    def _ask(self, question: dict[str, Any], rule: str, where: str, fractions: bool, sweep: Any, state: Any,
             budget: Budget | None, inputs: Mapping[str, Any]) -> Odds:
        question |= {name: value for name, value in (("rule", rule), ("where", where)) if value != ""}
        if fractions:
            question["fractions"] = True
        if sweep is not None:
            question["sweep"] = {"input": sweep} if isinstance(sweep, str) else _ffi.mapping_of(sweep, "sweep")
        return self.ask(question | _values(inputs, state), budget)

    def ask_at_least_once(self, question: str | Mapping[str, Any], rolls: int | Iterable[int],
                          budget: Budget | None = None) -> AtLeastOnce:
        """Answers how likely each outcome occurs at least once in each of these numbers of successive rolls of one world.

        The numbers ascend from at least 1. The question is that of ask(), without a condition, `each`, fractions,
        estimates and a sweep. State, and values that a world stores once, are passed from roll to roll.
        """
        text = _question(question)
        counts = [_ffi.number_of(count, "rolls") for count in ([rolls] if hasattr(rolls, "__index__") else
                                                               _ffi.list_of(rolls, "rolls"))]
        array = (ctypes.c_uint64 * len(counts))(*counts)
        with Limits(budget) as limits:
            answer = limits.run(lambda: _ffi.string("at_least_once", self._pointer, text, array, len(counts),
                                                    limits.pointer))
        return at_least_once_of(answer)

    def at_least_once(self, rolls: int | Iterable[int], rule: str = "", /, *, by: Sequence[str] = (), count: str = "",
                      draw: str = "", state: Mapping[str, Any] | None = None, budget: Budget | None = None,
                      **inputs: Any) -> AtLeastOnce:
        """Computes how likely each kind of thing occurs at least once in each of these numbers of rolls of one world.

        With `by` the outcomes are those of these fields or expressions; with `count` at least one thing that satisfies
        this condition; with `draw` those of this table or expression. `state` is that of the world before the rolls.
        """
        columns = _ffi.list_of(by, "by")
        question = {name: value for name, value in (("rule", rule), ("by", columns), ("count", count), ("from", draw))
                    if value not in ("", [])}
        return self.ask_at_least_once(question | _values(inputs, state), rolls, budget)

    def check(self, budget: Budget | None = None) -> Checked:
        """Computes every `expect` of the pack."""
        broken = ctypes.c_size_t()
        out = ctypes.c_void_p()
        with Limits(budget) as limits:
            limits.run(lambda: _ffi.call("check", self._pointer, limits.pointer, byref(out), byref(broken)))
        text = _ffi.Handle(out.value or 0)
        return Checked(broken.value, str(_ffi.library.spoils_string_text(text._pointer)))


@dataclass(frozen=True)
class Checked:
    """The results of the expectations of a pack."""

    broken: int  #: how many do not hold, or are undecided
    json: str  #: all of them (schema spoils.check)

    @property
    def results(self) -> list[dict[str, Any]]:
        return json.loads(self.json)["promises"]


class Roller(_ffi.Handle):
    """Rolls one rule of a pack. The same seed and index give the same things, on every machine and for ever."""

    __slots__ = ("pack", "_lock")

    def __init__(self, pointer: int, pack: Pack) -> None:
        super().__init__(pointer)
        self.pack = pack
        self._lock = threading.Lock()

    def set(self, **inputs: Any) -> None:
        """Changes inputs or parameters for later rolls."""
        with self._lock:
            for name, value in inputs.items():
                _ffi.call("roller_set", self._pointer, _ffi.text_of(name), _ffi.text_of(_written(value)))

    def set_state(self, **states: Any) -> None:
        """Changes the values with which states begin in later rolls that belong to no world; a set is "{a, b}"."""
        with self._lock:
            for name, value in states.items():
                _ffi.call("roller_set_state", self._pointer, _ffi.text_of(name), _ffi.text_of(_written(value)))

    def roll(self, seed: str | int, index: int = 0) -> list[Thing]:
        """Rolls once."""
        number, index = _ffi.seed_of(seed), _ffi.number_of(index, "index")
        things = ctypes.c_size_t()
        with self._lock:
            _ffi.call("roll", self._pointer, number, index, byref(things))
            return self._things(things.value, index)

    def roll_in(self, world: World) -> list[Thing]:
        """Rolls the next index of a world, and changes its state."""
        things = ctypes.c_size_t()
        with self._lock, _world(world)._lock:
            index = world._info().next
            _ffi.call("roll_world", self._pointer, world._pointer, byref(things))
            return self._things(things.value, index)

    def rolls(self, seed: str | int, first: int = 0, count: int | None = None) -> Iterator[list[Thing]]:
        """Yields the things of one roll after the other; without `count` for ever. They are rolled in batches."""
        number, first = _ffi.seed_of(seed), _ffi.number_of(first, "first")
        count = None if count is None else _ffi.number_of(count, "count")
        last = None if count is None else first + count
        while last is None or first < last:
            rolls = _ROLLS_AT_ONCE if last is None else min(_ROLLS_AT_ONCE, last - first)
            groups: list[list[Thing]] = [[] for _ in range(rolls)]
            begins = [0] * rolls
            for position, thing in enumerate(self.batch(number, rolls, first=first)):
                group = groups[thing.index - first]
                if not group:
                    begins[thing.index - first] = position
                if thing.holder is not None:
                    thing.holder -= begins[thing.index - first]
                group.append(thing)
            yield from groups
            first += rolls

    def batch(self, seed: str | int, rolls: int, *, first: int = 0, fields: Sequence[str] | None = None,
              names: bool = True) -> Batch:
        """Rolls many times, and returns the things as columns. `fields`: those to keep; None: all."""
        kept = self.pack._names if fields is None else _ffi.list_of(fields, "fields")
        try:
            numbers = [self.pack._names.index(field) for field in kept]
        except ValueError as unknown:
            raise _ffi.misuse("fields", f"has a field that the pack has not: {unknown}") from None
        array = (ctypes.c_size_t * len(numbers))(*numbers)
        start, count = _ffi.number_of(first, "first"), _ffi.number_of(rolls, "rolls")
        with self._lock:
            handle = _ffi.made("roll_batch", self._pointer, _ffi.seed_of(seed), start, count, array, len(numbers),
                               1 if names else 0)
        return Batch(handle, kept)

    def roll_json(self, seed: str | int, index: int = 0) -> str:
        """Rolls once, and returns the JSON that `spoils roll --format json` prints."""
        with self._lock:
            return _ffi.string("roll_json", self._pointer, _ffi.seed_of(seed), _ffi.number_of(index, "index"))

    def explain_json(self, seed: str | int, index: int = 0) -> str:
        """Returns the decisions of a roll with their odds as JSON (schema spoils.explain)."""
        with self._lock:
            return _ffi.string("explain", self._pointer, _ffi.seed_of(seed), _ffi.number_of(index, "index"))

    def explain(self, seed: str | int, index: int = 0) -> dict[str, Any]:
        """The same as an object."""
        return json.loads(self.explain_json(seed, index))

    def explain_in(self, world: World) -> dict[str, Any]:
        """Explains the next roll of a world, which stays as it is."""
        with self._lock, _world(world)._lock:
            return json.loads(_ffi.string("explain_world", self._pointer, world._pointer))

    def tweaker(self, seed: str | int, index: int = 0) -> Tweaker:
        """Begins to change decisions of this roll."""
        with self._lock:
            return Tweaker(_ffi.made("tweaker_new", self._pointer, _ffi.seed_of(seed), _ffi.number_of(index, "index")))

    def tweaker_in(self, world: World) -> Tweaker:
        """The same with the next roll of a world, which stays as it is."""
        with self._lock, _world(world)._lock:
            return Tweaker(_ffi.made("tweaker_new_world", self._pointer, world._pointer))

    def tweaker_by_hand(self, fields: Mapping[str, Any], seed: str | int = 0) -> Tweaker:
        """Begins with a thing that has these fields in place of a roll; lists and maps as a pack writes them."""
        settings, kept = _settings(fields)
        with self._lock:
            return Tweaker(_ffi.made("tweaker_by_hand", self._pointer, settings, len(kept), _ffi.seed_of(seed)))

    def _things(self, count: int, index: int) -> list[Thing]:
        return [self._thing(number, index) for number in range(count)]

    def _thing(self, number: int, index: int) -> Thing:
        text, holder = _ffi.Text(), ctypes.c_int32()
        _ffi.call("thing_name", self._pointer, number, byref(text))
        name = str(text)
        _ffi.call("thing_made_by", self._pointer, number, byref(text))
        _ffi.call("thing_holder", self._pointer, number, byref(holder))
        values = [self._value(number, field) for field in range(len(self.pack._names))]
        return Thing(name, str(text), index, None if holder.value < 0 else holder.value, self.pack._names, values)

    def _value(self, thing: int, field: int) -> Value:
        value = _ffi.Value()
        _ffi.call("thing_field", self._pointer, thing, field, byref(value))
        if value.kind < LIST:
            return scalar(value)
        members, amount = [], ctypes.c_int64()
        for number in range(value.number):
            member = _ffi.Value()
            _ffi.call("thing_member", self._pointer, thing, field, number, byref(member), byref(amount))
            members.append((scalar(member), amount.value))
        return dict(members) if value.kind == MAP else tuple(member for member, _ in members)


class World(_ffi.Handle):
    """The state that lasts from roll to roll; Roller.roll_in() rolls in it."""

    __slots__ = ("pack", "_lock")

    def __init__(self, pointer: int, pack: Pack) -> None:
        super().__init__(pointer)
        self.pack = pack
        self._lock = threading.Lock()

    def _info(self) -> _ffi.WorldInfo:
        info = _ffi.WorldInfo()
        _ffi.call("world_info_of", self._pointer, byref(info))
        return info

    @property
    def seed(self) -> int:
        return self._info().seed

    @property
    def next(self) -> int:
        """The number of its rolls so far."""
        return self._info().next

    def save(self) -> str:
        """Returns the world as a text, for Pack.restore()."""
        with self._lock:
            return _ffi.string("world_save", self._pointer)

    @property
    def state(self) -> dict[str, str]:
        """The state as a pack writes it."""
        with self._lock:
            return {state["name"]: _ffi.string("world_state", self._pointer, number)
                    for number, state in enumerate(self.pack.states)}


__all__ = ["Answer", "AtLeastOnce", "AtLeastOnceRow", "Batch", "Budget", "Checked", "InvalidPack", "LanguageService",
           "Odds", "Pack", "Replayed", "Roller", "Row", "SpoilsError", "Stopper", "Thing", "Tweaker", "Value", "Wait",
           "World", "compile", "format", "load", "seed", "version"]
