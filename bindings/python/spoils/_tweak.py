"""Tweaks: a roll whose decisions can be changed one by one."""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Iterable
from ctypes import byref
from dataclasses import dataclass
from typing import Any

from . import _ffi


class Tweaker(_ffi.Handle):
    """A roll whose decisions can be changed one by one while the rest is kept (docs/tweak.md)."""

    __slots__ = ("_lock",)

    def __init__(self, pointer: int) -> None:
        super().__init__(pointer)
        self._lock = threading.Lock()

    def restart(self, seed: str | int, index: int = 0) -> None:
        """Begins again with another roll of the same rule and inputs, and no edits."""
        with self._lock:
            _ffi.call("tweaker_restart", self._pointer, _ffi.seed_of(seed), _ffi.number_of(index, "index"))

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
        begin, most = _ffi.number_of(first, "first"), _ffi.number_of(count, "count")
        with self._lock:
            return _ffi.string("tweaker_choices", self._pointer, _ffi.text_of(id), begin, most)

    def choices(self, id: str, first: int = 0, count: int = 100) -> list[dict[str, Any]]:
        """The same as objects."""
        return json.loads(self.choices_json(id, first, count))["choices"]

    def outlook(self, id: str = "", by: Iterable[str] = ("name",), max_replays: int = 0) -> dict[str, Any]:
        """Returns the odds of columns if a decision or step were open, and all others kept."""
        return json.loads(self.outlook_json(id, by, max_replays))

    def outlook_json(self, id: str = "", by: Iterable[str] = ("name",), max_replays: int = 0) -> str:
        """The same as JSON."""
        array, kept = _ffi.texts_of(_ffi.list_of(by, "by"))
        most = _ffi.number_of(max_replays, "max_replays")
        with self._lock:
            return _ffi.string("tweaker_outlook", self._pointer, _ffi.text_of(id), array, len(kept), most)

    def reach(self, field: str, value: str, max_replays: int = 0) -> dict[str, Any]:
        """Returns how likely a field has a value if just the decisions that it depends on were open."""
        return json.loads(self.reach_json(field, value, max_replays))

    def reach_json(self, field: str, value: str, max_replays: int = 0) -> str:
        """The same as JSON."""
        most = _ffi.number_of(max_replays, "max_replays")
        with self._lock:
            return _ffi.string("tweaker_reach", self._pointer, _ffi.text_of(field), _ffi.text_of(value), most)


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
