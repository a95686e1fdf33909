"""The things of rolls, as copies: one by one, and batches of many as columns."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Sequence
from ctypes import byref
from fractions import Fraction
from typing import Any, Union

from . import _ffi

#: A value of a field: None if it is unset; a number is a Fraction, a symbol or text a str, a list or set a tuple.
Value = Union[None, int, bool, str, Fraction, tuple, dict]

UNSET, INTEGER, NUMBER, FLAG, SYMBOL, STRING, LIST, MAP = range(8)  # spoils_kind


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


def scalar(value: _ffi.Value) -> Value:
    if value.kind == UNSET:
        return None
    if value.kind == INTEGER:
        return value.number
    if value.kind == NUMBER:
        return Fraction(value.number, value.denominator)
    return value.number == 1 if value.kind == FLAG else str(value.text)


class Batch(_ffi.Handle):
    """The things of many rolls. Iterate for things, or take whole columns: batch["kind"]."""

    __slots__ = ("fields", "_info", "_texts", "_columns")

    def __init__(self, pointer: int, fields: list[str]) -> None:
        super().__init__(pointer)
        self.fields = fields
        self._info = _ffi.BatchInfo()
        _ffi.call("batch_info_of", pointer, byref(self._info))
        # Addresses and sizes at once: a struct for each text takes ten times as long, and names are mostly distinct.
        parts = _ffi.array(ctypes.addressof(self._info.texts.contents) if self._info.text_count else None,
                           ctypes.c_size_t, 2 * self._info.text_count)
        read = ctypes.string_at
        self._texts = [read(address, size).decode() if size else "" for address, size in zip(parts[::2], parts[1::2])]
        self._columns: dict[str, list[Value]] = {}

    def __len__(self) -> int:
        return self._info.things

    def _array(self, address: int | None, kind: Any) -> list[Any]:
        owned = self._pointer  # so that another thread cannot free it before it is copied
        if owned is None:
            raise _ffi.misuse("batch", "was closed")
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
        kind = max(kinds, default=UNSET)  # the others are unset
        if kind == INTEGER:
            values: list[Value] = numbers
        elif kind == NUMBER:
            below = self._array(column.denominator, ctypes.c_int64)
            values = [Fraction(number, denominator) for number, denominator in zip(numbers, below)]
        elif kind == FLAG:
            values = [number == 1 for number in numbers]
        elif kind == UNSET:
            return [None] * len(numbers)
        else:
            texts: list[Any] = self._texts
            if kind >= LIST:  # each text once
                texts = [None] * len(texts)
                for number in {number for number, one in zip(numbers, kinds) if one >= LIST}:
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
