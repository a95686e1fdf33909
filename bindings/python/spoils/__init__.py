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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from ctypes import byref
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Union

from . import _ffi
from ._ffi import InvalidPack, SpoilsError

#: A value of a field: None if it is unset; a number is a Fraction, a symbol or text a str, a list or set a tuple.
Value = Union[None, int, bool, str, Fraction, tuple, dict]

_UNSET, _INTEGER, _NUMBER, _FLAG, _SYMBOL, _STRING, _LIST, _MAP = range(8)
_LIMITS = ("none", "states", "paths", "memory", "stopped", "draw")
_ROLLS_AT_ONCE = 1024  # of Roller.rolls(): some milliseconds of work


def version() -> str:
    """Returns the version of the library."""
    return str(_ffi.library.spoils_version())


def seed(text: str | int) -> int:
    """Returns the seed that a text means: digits are the number itself, any other text is hashed."""
    if isinstance(text, int):
        if not 0 <= text < 1 << 64:
            raise SpoilsError(_misuse("seed", f"is {text}, which has no 64 bits"))
        return text
    out = ctypes.c_uint64()
    _ffi.call("seed", _ffi.text_of(text), byref(out))
    return out.value


def compile(source: str | Mapping[str, str | bytes], name: str = "", *, search: Sequence[str | os.PathLike] = (),
            check_quantities: bool = True) -> Pack:
    """Compiles a text, or files by their paths; of these `name` is the file or folder to compile.

    Raises InvalidPack, whose `findings` have all mistakes.
    """
    files = {"pack.loot": source} if isinstance(source, (str, bytes)) else dict(source)
    names, kept_names = _ffi.texts_of(files)
    texts = [_ffi.text_of(text) for text in files.values()]
    array = (_ffi.File * len(files))(*[_ffi.File(one, text) for one, text in zip(kept_names, texts)])
    return _loaded("pack_compile", (array, len(files), _ffi.text_of(name)), search, check_quantities)


def load(path: str | os.PathLike, *, search: Sequence[str | os.PathLike] = (), check_quantities: bool = True) -> Pack:
    """Reads and compiles a file, or a folder whose .loot files are read together. Raises InvalidPack."""
    return _loaded("pack_load", (_ffi.text_of(os.fspath(path)),), search, check_quantities)


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
    folders, kept = _ffi.texts_of(os.fspath(folder) for folder in search)
    options = _ffi.LoadOptions(folders, len(kept), 0 if check_quantities else 1)
    pack, findings = ctypes.c_void_p(), ctypes.c_void_p()
    error = _ffi.functions[function](*arguments, byref(options), byref(pack), byref(findings))
    found = _Findings(findings.value)
    if error:
        raise found.described(_ffi.taken(error))
    return Pack(pack.value or 0, found.json())


def _misuse(name: str, what: str) -> str:
    return json.dumps({"code": "misuse", "message": f"`{name}` {what}"})


def _written(value: Any) -> str:
    """A value of an input as a pack writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _settings(values: Mapping[str, Any]) -> tuple[Any, list[tuple[_ffi.Text, _ffi.Text]]]:
    """An array of spoils_setting, and the texts that it needs."""
    kept = [(_ffi.text_of(name), _ffi.text_of(_written(value))) for name, value in values.items()]
    return (_ffi.Setting * len(kept))(*[_ffi.Setting(name, value) for name, value in kept]), kept


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
        return World(_ffi.made("world_new", self._pointer, globals()["seed"](seed)), self)

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
        text = question if isinstance(question, str) else json.dumps(question, default=_written)
        with _Limits(budget) as limits:
            return Odds(limits.run(lambda: _ffi.made("odds_of", self._pointer, _ffi.text_of(text), limits.pointer)))

    def odds(self, rule: str = "", /, *, by: Sequence[str] = (), where: str = "", fractions: bool = False,
             sweep: str | Mapping[str, Any] | None = None, state: Mapping[str, Any] | None = None,
             budget: Budget | None = None, **inputs: Any) -> Odds:
        """Computes the exact odds of fields or expressions of the rule's thing; none: of its kind.

        `sweep`: an input, or {"input": ..., "first": ..., "last": ...}: an answer for each of its values.
        """
        return self._ask({"by": list(by)} if by else {}, rule, where, fractions, sweep, state, budget, inputs)

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
        """Computes the expected number of things of each kind; `probability` of the rows is that number."""
        return self._ask({"each": list(by)}, rule, "", False, sweep, state, budget, inputs)

    def _ask(self, question: dict[str, Any], rule: str, where: str, fractions: bool, sweep: Any, state: Any,
             budget: Budget | None, inputs: Mapping[str, Any]) -> Odds:
        question |= {name: value for name, value in (("rule", rule), ("where", where)) if value}
        if fractions:
            question["fractions"] = True
        if sweep is not None:
            question["sweep"] = {"input": sweep} if isinstance(sweep, str) else dict(sweep)
        for group, values in (("inputs", inputs), ("state", state)):
            if values:
                question[group] = {name: _written(value) for name, value in values.items()}
        return self.ask(question, budget)

    def check(self, budget: Budget | None = None) -> Checked:
        """Computes every `expect` of the pack."""
        broken = ctypes.c_size_t()
        out = ctypes.c_void_p()
        with _Limits(budget) as limits:
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


class Thing:
    """A thing of a roll: thing["kind"], or thing.kind where no attribute has that name. It is a copy, and stays."""

    __slots__ = ("name", "rule", "index", "holder", "_names", "_values")

    def __init__(self, name: str | None, rule: str, index: int, holder: int | None, names: Sequence[str],
                 values: Sequence[Value]) -> None:
        self.name = name  #: by the pack's `display`; None in a batch without names
        self.rule = rule  #: which made it
        self.index = index  #: of its roll
        self.holder = holder  #: the position of the thing that holds it, in the roll or batch; None: none does
        self._names = names
        self._values = values

    def __getitem__(self, field: str) -> Value:
        try:
            return self._values[self._names.index(field)]
        except ValueError:
            raise KeyError(field) from None

    def __getattr__(self, field: str) -> Value:
        if field.startswith("_"):  # asked for by copy and pickle, also before there are values
            raise AttributeError(field)
        try:
            return self[field]
        except KeyError:
            raise AttributeError(field) from None

    @property
    def fields(self) -> dict[str, Value]:
        """The fields that are set."""
        return {name: value for name, value in zip(self._names, self._values) if value is not None}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and all(
            getattr(self, part) == getattr(other, part) for part in ("name", "rule", "index", "holder", "fields"))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"Thing({self.name!r}, {fields})"


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

    def roll(self, seed: str | int, index: int = 0) -> list[Thing]:
        """Rolls once."""
        number, index = globals()["seed"](seed), globals()["seed"](index)
        things = ctypes.c_size_t()
        with self._lock:
            _ffi.call("roll", self._pointer, number, index, byref(things))
            return self._things(things.value, index)

    def roll_in(self, world: World) -> list[Thing]:
        """Rolls the next index of a world, and changes its state."""
        things = ctypes.c_size_t()
        with self._lock, world._lock:
            index = world._info().next
            _ffi.call("roll_world", self._pointer, world._pointer, byref(things))
            return self._things(things.value, index)

    def rolls(self, seed: str | int, first: int = 0, count: int | None = None) -> Iterator[list[Thing]]:
        """Yields the things of one roll after the other; without `count` for ever. They are rolled in batches."""
        number = globals()["seed"](seed)
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
        kept = self.pack._names if fields is None else list(fields)
        try:
            numbers = [self.pack._names.index(field) for field in kept]
        except ValueError as unknown:
            raise SpoilsError(_misuse("fields", f"has a field that the pack has not: {unknown}")) from None
        array = (ctypes.c_size_t * len(numbers))(*numbers)
        start, count = globals()["seed"](first), globals()["seed"](rolls)
        with self._lock:
            handle = _ffi.made("roll_batch", self._pointer, globals()["seed"](seed), start, count, array, len(numbers),
                               1 if names else 0)
        return Batch(handle, kept)

    def roll_json(self, seed: str | int, index: int = 0) -> str:
        """Rolls once, and returns the JSON that `spoils roll --format json` prints."""
        with self._lock:
            return _ffi.string("roll_json", self._pointer, globals()["seed"](seed), globals()["seed"](index))

    def explain_json(self, seed: str | int, index: int = 0) -> str:
        """Returns the decisions of a roll with their odds as JSON (schema spoils.explain)."""
        with self._lock:
            return _ffi.string("explain", self._pointer, globals()["seed"](seed), globals()["seed"](index))

    def explain(self, seed: str | int, index: int = 0) -> dict[str, Any]:
        """The same as an object."""
        return json.loads(self.explain_json(seed, index))

    def explain_in(self, world: World) -> dict[str, Any]:
        """Explains the next roll of a world, which stays as it is."""
        with self._lock, world._lock:
            return json.loads(_ffi.string("explain_world", self._pointer, world._pointer))

    def tweaker(self, seed: str | int, index: int = 0) -> Tweaker:
        """Begins to change decisions of this roll."""
        with self._lock:
            return Tweaker(_ffi.made("tweaker_new", self._pointer, globals()["seed"](seed), globals()["seed"](index)))

    def tweaker_in(self, world: World) -> Tweaker:
        """The same with the next roll of a world, which stays as it is."""
        with self._lock, world._lock:
            return Tweaker(_ffi.made("tweaker_new_world", self._pointer, world._pointer))

    def tweaker_by_hand(self, fields: Mapping[str, Any], seed: str | int = 0) -> Tweaker:
        """Begins with a thing that has these fields in place of a roll; lists and maps as a pack writes them."""
        settings, kept = _settings(fields)
        with self._lock:
            return Tweaker(_ffi.made("tweaker_by_hand", self._pointer, settings, len(kept), globals()["seed"](seed)))

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
        if value.kind < _LIST:
            return _scalar(value)
        members, amount = [], ctypes.c_int64()
        for number in range(value.number):
            member = _ffi.Value()
            _ffi.call("thing_member", self._pointer, thing, field, number, byref(member), byref(amount))
            members.append((_scalar(member), amount.value))
        return dict(members) if value.kind == _MAP else tuple(member for member, _ in members)


def _scalar(value: _ffi.Value) -> Value:
    if value.kind == _UNSET:
        return None
    if value.kind == _INTEGER:
        return value.number
    if value.kind == _NUMBER:
        return Fraction(value.number, value.denominator)
    return value.number == 1 if value.kind == _FLAG else str(value.text)


class Batch(_ffi.Handle):
    """The things of many rolls. Iterate for things, or take whole columns: batch["kind"]."""

    __slots__ = ("fields", "_info", "_texts", "_columns")

    def __init__(self, pointer: int, fields: list[str]) -> None:
        super().__init__(pointer)
        self.fields = fields
        self._info = _ffi.BatchInfo()
        _ffi.call("batch_info_of", pointer, byref(self._info))
        self._texts = [str(self._info.texts[number]) for number in range(self._info.text_count)]
        self._columns: dict[str, list[Value]] = {}

    def __len__(self) -> int:
        return self._info.things

    def _array(self, address: int | None, kind: Any) -> list[Any]:
        if self._pointer is None:
            raise SpoilsError(_misuse("batch", "was closed"))
        return _ffi.array(address, kind, self._info.things)

    @property
    def names(self) -> list[str | None]:
        """The names of all things."""
        if not self._info.name:
            return [None] * len(self)
        texts = self._texts
        return [texts[number] for number in self._array(self._info.name, ctypes.c_uint32)]

    @property
    def rules(self) -> list[str]:
        texts = self._texts
        return [texts[number] for number in self._array(self._info.made_by, ctypes.c_uint32)]

    @property
    def indices(self) -> list[int]:
        """The index of the roll of each thing."""
        return self._array(self._info.index, ctypes.c_uint64)

    @property
    def holders(self) -> list[int | None]:
        return [None if holder < 0 else holder for holder in self._array(self._info.holder, ctypes.c_int64)]

    def __getitem__(self, field: str) -> list[Value]:
        """Returns a field of all things."""
        known = self._columns.get(field)
        if known is None:
            known = self._columns[field] = self._read(field)
        return known

    def _read(self, field: str) -> list[Value]:
        if field not in self.fields:
            raise KeyError(field)
        column = _ffi.Column()
        _ffi.call("batch_column", self._pointer, self.fields.index(field), byref(column))
        numbers = self._array(column.number, ctypes.c_int64)
        kinds = bytes(self._array(column.kind, ctypes.c_uint8))
        kind = max(kinds, default=_UNSET)  # the others are unset
        if kind == _INTEGER:
            values: list[Value] = numbers
        elif kind == _NUMBER:
            below = self._array(column.denominator, ctypes.c_int64)
            values = [Fraction(number, denominator) for number, denominator in zip(numbers, below)]
        elif kind == _FLAG:
            values = [number == 1 for number in numbers]
        elif kind == _UNSET:
            return [None] * len(numbers)
        else:
            texts: list[Any] = self._texts
            if kind >= _LIST:  # each text once
                texts = [None] * len(texts)
                for number in {number for number, one in zip(numbers, kinds) if one >= _LIST}:
                    value = json.loads(self._texts[number])
                    texts[number] = tuple(value) if isinstance(value, list) else value
            values = [texts[number] for number in numbers]
        if kinds.count(kind) == len(kinds):
            return values
        return [value if one else None for value, one in zip(values, kinds)]

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """Yields the fields of one thing after the other, in the order of `fields`."""
        if not self.fields:
            return iter([()] * len(self))
        return zip(*[self[field] for field in self.fields])

    def records(self) -> list[dict[str, Value]]:
        """Returns the fields of all things, for pandas.DataFrame and the like."""
        return [dict(zip(self.fields, row)) for row in self.rows()]

    def __iter__(self) -> Iterator[Thing]:
        fields = self.fields
        for name, rule, index, holder, row in zip(self.names, self.rules, self.indices, self.holders, self.rows()):
            yield Thing(name, rule, index, holder, fields, row)


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


class Tweaker(_ffi.Handle):
    """A roll whose decisions can be changed one by one while the rest is kept (docs/tweak.md)."""

    __slots__ = ("_lock",)

    def __init__(self, pointer: int) -> None:
        super().__init__(pointer)
        self._lock = threading.Lock()

    def restart(self, seed: str | int, index: int = 0) -> None:
        """Begins again with another roll of the same rule and inputs, and no edits."""
        with self._lock:
            _ffi.call("tweaker_restart", self._pointer, globals()["seed"](seed), globals()["seed"](index))

    def apply(self, edit: str) -> None:
        """Makes the roll again with one more edit, as `pin ID = CHOICE`. Raises SpoilsError if it is refused."""
        with self._lock:
            _ffi.call("tweaker_apply", self._pointer, _ffi.text_of(edit))

    def _did(self, name: str) -> bool:
        out = ctypes.c_int()
        with self._lock:
            _ffi.call(name, self._pointer, byref(out))
        return out.value == 1

    def undo(self) -> bool:
        """Takes the last edit back; False if there is none."""
        return self._did("tweaker_undo")

    def redo(self) -> bool:
        """Makes the edit again that undo() took back last; False if there is none."""
        return self._did("tweaker_redo")

    def json(self) -> str:
        """Returns the roll as it is now as JSON (schema spoils.tweak)."""
        with self._lock:
            return _ffi.string("tweaker_json", self._pointer)

    def now(self) -> dict[str, Any]:
        """The same as an object."""
        return json.loads(self.json())

    def script(self) -> str:
        """Returns the script that makes it again."""
        with self._lock:
            return _ffi.string("tweaker_script", self._pointer)

    def choices_json(self, id: str, first: int = 0, count: int = 100) -> str:
        """Returns all choices of a decision, with what the thing would be, as JSON."""
        with self._lock:
            return _ffi.string("tweaker_choices", self._pointer, _ffi.text_of(id), first, count)

    def choices(self, id: str, first: int = 0, count: int = 100) -> list[dict[str, Any]]:
        """The same as objects."""
        return json.loads(self.choices_json(id, first, count))["choices"]

    def outlook(self, id: str = "", by: Iterable[str] = ("name",), max_replays: int = 0) -> dict[str, Any]:
        """Returns the odds of columns if a decision or step were open, and all others kept."""
        return json.loads(self.outlook_json(id, by, max_replays))

    def outlook_json(self, id: str = "", by: Iterable[str] = ("name",), max_replays: int = 0) -> str:
        """The same as JSON."""
        array, kept = _ffi.texts_of(by)
        with self._lock:
            return _ffi.string("tweaker_outlook", self._pointer, _ffi.text_of(id), array, len(kept), max_replays)

    def reach(self, field: str, value: str, max_replays: int = 0) -> dict[str, Any]:
        """Returns how likely a field has a value if just the decisions that it depends on were open."""
        return json.loads(self.reach_json(field, value, max_replays))

    def reach_json(self, field: str, value: str, max_replays: int = 0) -> str:
        """The same as JSON."""
        with self._lock:
            return _ffi.string("tweaker_reach", self._pointer, _ffi.text_of(field), _ffi.text_of(value), max_replays)


@dataclass(frozen=True)
class Replayed:
    """A tweaked roll that was made again from its script."""

    tweaker: Tweaker
    json: str  #: {"same_pack": ..., "left_out": [...]}

    @property
    def same_pack(self) -> bool:
        """Whether the script is of this version of the pack."""
        return json.loads(self.json)["same_pack"]

    @property
    def left_out(self) -> list[dict[str, str]]:
        """The edits that this version refuses: `edit` and `why`."""
        return json.loads(self.json)["left_out"]


class Stopper(_ffi.Handle):
    """Stops work from another thread: budget = Budget(stopper=Stopper())."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(_ffi.made("stopper_new"))

    def stop(self) -> None:
        _ffi.call("stopper_stop", self._pointer)


@dataclass
class Budget:
    """The limits of long work; 0: the default. Beyond them an answer has bounds, or SpoilsError ("limit") is raised."""

    max_states: int = 0
    max_paths: int = 0
    seconds: float = 0  #: of the clock
    stop: Callable[[], bool] | None = None  #: called every few milliseconds; True ends the work
    stopper: Stopper | None = None


class _Limits:
    """A budget of the library. Its callback also lets Python look for Ctrl-C."""

    def __init__(self, budget: Budget | None) -> None:
        budget = budget or Budget()
        self._ask = budget.stop
        self._raised: BaseException | None = None
        self._callback = _ffi.Stop(self._stop)
        self._stopper = budget.stopper
        for name in ("max_states", "max_paths", "seconds"):
            if not 0 <= getattr(budget, name) < 1 << 50:
                raise SpoilsError(_misuse(name, f"is {getattr(budget, name)}"))
        self._budget = _ffi.Budget(budget.max_states, budget.max_paths, 0, self._callback, None,
                                   self._stopper._pointer if self._stopper else None)
        if budget.seconds > 0:
            self._budget.milliseconds = max(1, round(budget.seconds * 1000))
        self.pointer = ctypes.pointer(self._budget)

    def _stop(self, _: Any) -> int:
        try:
            return 1 if self._ask is not None and self._ask() else 0
        except BaseException as error:  # KeyboardInterrupt, too: it must not get into the library
            self._raised = error
            return 1

    def run(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except SpoilsError:
            if self._raised is None:
                raise
            return None

    def __enter__(self) -> _Limits:
        return self

    def __exit__(self, *_: object) -> None:
        if self._raised is not None:
            raise self._raised


@dataclass(frozen=True)
class Row:
    """An outcome. `probability` is a Fraction if fractions were asked for, else a float.

    That of Pack.expected() is the expected number.
    """

    values: tuple[str | int | bool | None, ...]
    probability: Fraction | float
    low: float  #: proven bounds; both are the probability if the answer is exact
    high: float


@dataclass(frozen=True)
class Answer:
    """The outcomes for one value of the swept input, the most likely first."""

    by: tuple[str, ...]
    rows: tuple[Row, ...]
    value: str  #: of the swept input; "" without a sweep
    exact: bool
    limit: str  #: why it is not exact: "states", "paths", "memory", "stopped", "draw"
    given: float  #: the probability of the condition
    unexplored: float
    mean: float  #: of Pack.count()

    def records(self) -> list[dict[str, Any]]:
        """Returns the rows for pandas.DataFrame and the like: the columns, `p`, `low` and `high`."""
        return [dict(zip(self.by, row.values)) | {"p": row.probability, "low": row.low, "high": row.high}
                for row in self.rows]

    def __getitem__(self, values: Any) -> Fraction | float:
        """Returns the probability of these values; 0 if they never occur."""
        wanted = values if isinstance(values, tuple) else (values,)
        return next((row.probability for row in self.rows if row.values == wanted), 0)


class Odds(_ffi.Handle):
    """The answers of a question: one, or one for each value of a swept input."""

    __slots__ = ("answers",)

    def __init__(self, pointer: int | None) -> None:
        super().__init__(pointer or 0)
        self.answers: tuple[Answer, ...] = ()
        if not pointer:
            return
        count = ctypes.c_size_t()
        _ffi.call("odds_count", self._pointer, byref(count))
        self.answers = tuple(self._answer(number) for number in range(count.value))

    def _answer(self, number: int) -> Answer:
        about, by = _ffi.Answer(), []
        _ffi.call("odds_answer", self._pointer, number, byref(about))
        for column in range(about.columns):
            text = _ffi.Text()
            _ffi.call("odds_column", self._pointer, column, byref(text))
            by.append(str(text))
        rows = tuple(self._row(number, row, about.columns) for row in range(about.rows))
        return Answer(tuple(by), rows, str(about.value), about.exact == 1, _LIMITS[about.limit], about.given,
                      about.unexplored, about.mean)

    def _row(self, answer: int, number: int, columns: int) -> Row:
        row, values = _ffi.OddsRow(), []
        _ffi.call("odds_row_of", self._pointer, answer, number, byref(row))
        for column in range(columns):
            cell = _ffi.Cell()
            _ffi.call("odds_cell", self._pointer, answer, number, column, byref(cell))
            values.append(_cell(cell.kind, str(cell.text)))
        exact = Fraction(int(str(row.numerator)), int(str(row.denominator))) if row.numerator.size else None
        return Row(tuple(values), row.probability if exact is None else exact, row.low, row.high)

    def json(self) -> str:
        """Returns what `spoils odds --format json` prints."""
        return _ffi.string("odds_json", self._pointer)

    @property
    def answer(self) -> Answer:
        """The first answer: the only one without a sweep."""
        return self.answers[0]

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.answer.rows

    def __getitem__(self, values: Any) -> Fraction | float:
        return self.answer[values]

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers)

    def records(self) -> list[dict[str, Any]]:
        """Returns the rows of all answers for pandas.DataFrame and the like, with the swept `value`."""
        swept = len(self.answers) > 1
        return [({"value": answer.value} if swept else {}) | record
                for answer in self.answers for record in answer.records()]


def _cell(kind: int, text: str) -> str | int | bool | None:
    if kind == _UNSET:
        return None
    if kind == _INTEGER:
        return int(text)
    return text == "true" if kind == _FLAG else text


__all__ = ["Answer", "Batch", "Budget", "Checked", "InvalidPack", "Odds", "Pack", "Replayed", "Roller", "Row", "SpoilsError",
           "Stopper", "Thing", "Tweaker", "Value", "World", "compile", "format", "load", "seed", "version"]
