"""The C interface (include/spoils/spoils.h) by ctypes: structs, functions, and how a call becomes a Python value."""

from __future__ import annotations

import ctypes
import json
import operator
import os
import pathlib
from collections.abc import Callable, Iterable, Mapping
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32
from ctypes import c_uint64, c_void_p
from typing import Any

ABI = 1  # SPOILS_ABI


class Text(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.size).decode() if self.size else ""


class File(Structure):
    _fields_ = [("name", Text), ("text", Text)]


class Setting(Structure):
    _fields_ = [("name", Text), ("value", Text)]


class LoadOptions(Structure):
    _fields_ = [("search", POINTER(Text)), ("search_count", c_size_t), ("skip_quantities", c_int)]


class WorldInfo(Structure):
    _fields_ = [("seed", c_uint64), ("next", c_uint64)]


class Value(Structure):
    _fields_ = [("kind", c_int32), ("reserved", c_int32), ("number", c_int64), ("denominator", c_int64),
                ("text", Text), ("shown", Text)]


class BatchInfo(Structure):
    _fields_ = [("things", c_size_t), ("columns", c_size_t), ("index", c_void_p), ("holder", c_void_p),
                ("made_by", c_void_p), ("name", c_void_p), ("texts", POINTER(Text)), ("text_count", c_size_t)]


class Column(Structure):
    _fields_ = [("kind", c_void_p), ("number", c_void_p), ("denominator", c_void_p)]


Stop = ctypes.CFUNCTYPE(c_int, c_void_p)


class Budget(Structure):
    _fields_ = [("max_states", c_uint64), ("max_paths", c_uint64), ("milliseconds", c_uint64), ("stop", Stop),
                ("user", c_void_p), ("stopper", c_void_p)]


class Answer(Structure):
    _fields_ = [("value", Text), ("rows", c_size_t), ("columns", c_size_t), ("exact", c_int), ("limit", c_int),
                ("given", c_double), ("unexplored", c_double), ("mean", c_double)]


class OddsRow(Structure):
    _fields_ = [("probability", c_double), ("low", c_double), ("high", c_double), ("numerator", Text),
                ("denominator", Text)]


class Cell(Structure):
    _fields_ = [("kind", c_int), ("text", Text)]


# The parameters of each function that returns an error.
_SIGNATURES: dict[str, list[Any]] = {
    "pack_compile": [POINTER(File), c_size_t, Text, POINTER(LoadOptions), c_void_p, c_void_p],
    "pack_load": [Text, POINTER(LoadOptions), c_void_p, c_void_p],
    "format": [Text, Text, c_void_p, c_void_p],
    "findings_text": [c_void_p, c_void_p],
    "findings_json": [c_void_p, c_void_p],
    "pack_json": [c_void_p, c_void_p],
    "seed": [Text, c_void_p],
    "roller_new": [c_void_p, Text, POINTER(Setting), c_size_t, c_void_p],
    "roller_set": [c_void_p, Text, Text],
    "roller_set_state": [c_void_p, Text, Text],
    "roll": [c_void_p, c_uint64, c_uint64, c_void_p],
    "roll_world": [c_void_p, c_void_p, c_void_p],
    "roll_json": [c_void_p, c_uint64, c_uint64, c_void_p],
    "thing_field": [c_void_p, c_size_t, c_size_t, c_void_p],
    "thing_member": [c_void_p, c_size_t, c_size_t, c_size_t, c_void_p, c_void_p],
    "thing_name": [c_void_p, c_size_t, c_void_p],
    "thing_made_by": [c_void_p, c_size_t, c_void_p],
    "thing_holder": [c_void_p, c_size_t, c_void_p],
    "roll_batch": [c_void_p, c_uint64, c_uint64, c_uint64, POINTER(c_size_t), c_size_t, c_int, c_void_p],
    "batch_info_of": [c_void_p, c_void_p],
    "batch_column": [c_void_p, c_size_t, c_void_p],
    "world_new": [c_void_p, c_uint64, c_void_p],
    "world_save": [c_void_p, c_void_p],
    "world_restore": [c_void_p, Text, c_void_p],
    "world_info_of": [c_void_p, c_void_p],
    "world_state": [c_void_p, c_size_t, c_void_p],
    "stopper_new": [c_void_p],
    "stopper_stop": [c_void_p],
    "odds_of": [c_void_p, Text, POINTER(Budget), c_void_p],
    "reuse_answers": [c_void_p, c_void_p],
    "odds_count": [c_void_p, c_void_p],
    "odds_answer": [c_void_p, c_size_t, c_void_p],
    "odds_row_of": [c_void_p, c_size_t, c_size_t, c_void_p],
    "odds_cell": [c_void_p, c_size_t, c_size_t, c_size_t, c_void_p],
    "odds_column": [c_void_p, c_size_t, c_void_p],
    "odds_unlisted": [c_void_p, c_size_t, c_void_p],
    "odds_json": [c_void_p, c_void_p],
    "at_least_once": [c_void_p, Text, POINTER(c_uint64), c_size_t, POINTER(Budget), c_void_p],
    "explain": [c_void_p, c_uint64, c_uint64, c_void_p],
    "explain_world": [c_void_p, c_void_p, c_void_p],
    "tweaker_new": [c_void_p, c_uint64, c_uint64, c_void_p],
    "tweaker_new_world": [c_void_p, c_void_p, c_void_p],
    "tweaker_by_hand": [c_void_p, POINTER(Setting), c_size_t, c_uint64, c_void_p],
    "tweaker_replay": [c_void_p, Text, c_void_p, c_void_p],
    "tweaker_restart": [c_void_p, c_uint64, c_uint64],
    "tweaker_apply": [c_void_p, Text],
    "tweaker_undo": [c_void_p, c_void_p],
    "tweaker_redo": [c_void_p, c_void_p],
    "tweaker_json": [c_void_p, c_void_p],
    "tweaker_script": [c_void_p, c_void_p],
    "tweaker_choices": [c_void_p, Text, c_uint64, c_size_t, c_void_p],
    "tweaker_outlook": [c_void_p, Text, POINTER(Text), c_size_t, c_uint64, c_void_p],
    "tweaker_reach": [c_void_p, Text, Text, c_uint64, c_void_p],
    "check": [c_void_p, POINTER(Budget), c_void_p, c_void_p],
    "service_new": [POINTER(File), c_size_t, c_void_p],
    "service_message": [c_void_p, Text, c_void_p],
    "service_work": [c_void_p, c_void_p],
}


def _load() -> ctypes.CDLL:
    beside = pathlib.Path(__file__).parent / "libspoils.so.1"
    path = os.environ.get("SPOILS_LIBRARY") or (str(beside) if beside.exists() else "libspoils.so.1")
    library = ctypes.CDLL(path)
    library.spoils_abi.restype = c_uint32
    if library.spoils_abi() != ABI:
        raise ImportError(f"{path} has version {library.spoils_abi()} of the interface, not {ABI}")
    for name, parameters in _SIGNATURES.items():
        function = getattr(library, "spoils_" + name)
        function.argtypes = parameters
        function.restype = c_void_p
    for name in ("version", "string_text", "error_json"):
        getattr(library, "spoils_" + name).restype = Text
    library.spoils_version.argtypes = []
    library.spoils_string_text.argtypes = [c_void_p]
    library.spoils_error_json.argtypes = [c_void_p]
    library.spoils_free.argtypes = [c_void_p]
    library.spoils_free.restype = c_int
    return library


library = _load()
functions = {name: getattr(library, "spoils_" + name) for name in _SIGNATURES}


class SpoilsError(Exception):
    """Why a call failed: `code` ("unknown_rule", "fault", ...), `message`, `help`, `place`, and the `facts`."""

    def __init__(self, text: str) -> None:
        self.json: str = text
        data: dict[str, Any] = json.loads(text) if text else {"code": "misuse", "message": "no error"}
        self.code: str = data["code"]
        self.message: str = data["message"]
        self.help: str = data.get("help", "")
        self.place: dict[str, Any] | None = data.get("place")
        self.facts: dict[str, str] = data.get("facts", {})
        where = f"{self.place['file']}:{self.place['line']}:{self.place['column']}: " if self.place else ""
        super().__init__(where + self.message + (f" ({self.help})" if self.help else ""))


class InvalidPack(SpoilsError):
    """The pack has errors. `findings` has all of them, as `spoils check --format json`; `report` is for people."""

    findings_json: str = "[]"
    report: str = ""

    @property
    def findings(self) -> list[dict[str, Any]]:
        return json.loads(self.findings_json)


def call(name: str, *arguments: Any) -> None:
    """Calls a function that returns an error, and raises it."""
    error = functions[name](*arguments)
    if error:
        raise taken(error)


def taken(error: int) -> SpoilsError:
    text = str(library.spoils_error_json(error))
    library.spoils_free(error)
    made = SpoilsError(text)
    return InvalidPack(text) if made.code == "invalid_pack" else made


def text_of(text: str | bytes) -> Text:
    """A text for a call; it keeps its bytes alive."""
    if not isinstance(text, (str, bytes, bytearray)):
        raise misuse("text", f"is {text!r}, neither str nor bytes")
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
    out = Text(ctypes.cast(c_char_p(data), c_void_p), len(data))
    out.kept = data  # type: ignore[attr-defined]
    return out


def texts_of(texts: Iterable[str]) -> tuple[Any, list[Text]]:
    kept = [text_of(text) for text in texts]
    return (Text * len(kept))(*kept), kept


def files_of(files: Mapping[str, str | bytes]) -> tuple[Any, list[tuple[Text, Text]]]:
    """An array of spoils_file, and the texts that it needs."""
    kept = [(text_of(name), text_of(text)) for name, text in mapping_of(files, "files").items()]
    return (File * len(kept))(*[File(name, text) for name, text in kept]), kept


def made(name: str, *arguments: Any) -> int:
    """Calls a function whose last parameter is the handle that it makes, and returns that."""
    out = c_void_p()
    call(name, *arguments, byref(out))
    return out.value or 0


def string(name: str, *arguments: Any) -> str:
    """Calls a function that makes a string, and returns its text."""
    handle = made(name, *arguments)
    try:
        return str(library.spoils_string_text(handle))
    finally:
        library.spoils_free(handle)


def array(address: int | None, kind: Any, count: int) -> list[Any]:
    """Copies an array of the library."""
    return (kind * count).from_address(address)[:] if address and count else []


def misuse(name: str, what: str) -> SpoilsError:
    """The error of an argument that the library does not get."""
    return SpoilsError(json.dumps({"code": "misuse", "message": f"`{name}` {what}"}))


def number_of(value: Any, name: str) -> int:
    """An unsigned number of 64 bits for a call: ctypes would cut off higher bits without an error."""
    try:
        number = operator.index(value)  # int, and the integers of numpy
    except TypeError:
        number = -1
    if isinstance(value, bool) or not 0 <= number < 1 << 64:
        raise misuse(name, f"is {value!r}, no integer from 0 to 2^64 - 1")
    return number


def list_of(values: Any, name: str) -> list[Any]:
    """The members of an iterable argument. The members of a text are its characters, which no argument means."""
    if isinstance(values, (str, bytes, bytearray)) or not isinstance(values, Iterable):
        raise misuse(name, f"is {values!r}, no list")
    return list(values)


def mapping_of(values: Any, name: str) -> dict[Any, Any]:
    """The members of an argument that has names and values."""
    if not isinstance(values, Mapping):
        raise misuse(name, f"is {values!r}, no mapping")
    return dict(values)


def path_of(path: Any, name: str = "path") -> Text:
    """The text of a path of the disk."""
    try:
        return text_of(os.fspath(path))
    except TypeError:
        raise misuse(name, f"is {path!r}, no path") from None


def json_of(value: Any, name: str, default: Callable[[Any], Any] | None = None) -> str:
    """The JSON of an argument."""
    try:
        return json.dumps(value, default=default)
    except (TypeError, ValueError, RecursionError) as error:
        raise misuse(name, f"has no JSON: {error}") from None


def seed_of(text: str | int) -> int:
    """The seed that a text means."""
    if not isinstance(text, (str, bytes, bytearray)):
        return number_of(text, "seed")
    out = c_uint64()
    call("seed", text_of(text), byref(out))
    return out.value


class Owned:
    """The pointer of a handle as ctypes takes it. The arguments of a call refer to it, so it is freed after all calls
    that use it, also if another thread closes the handle meanwhile.
    """

    __slots__ = ("_as_parameter_",)

    def __init__(self, pointer: int) -> None:
        self._as_parameter_: int | None = pointer

    def release(self) -> int | None:
        """Returns the pointer, which is the caller's from now on."""
        pointer, self._as_parameter_ = self._as_parameter_, None
        return pointer

    def __del__(self) -> None:
        if self._as_parameter_ and library is not None:
            library.spoils_free(self._as_parameter_)


class Handle:
    """A handle of the library, which is freed with the object, or by close()."""

    __slots__ = ("_pointer", "__weakref__")

    def __init__(self, pointer: int) -> None:
        self._pointer: Owned | None = Owned(pointer) if pointer else None

    def close(self) -> None:
        """Frees it, after the calls of other threads that use it. Later calls raise SpoilsError (misuse)."""
        self._pointer = None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
