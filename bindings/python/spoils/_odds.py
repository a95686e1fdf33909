"""Odds and the limits of long work: budgets, stoppers, answers."""

from __future__ import annotations

import ctypes
import json
import math
from collections.abc import Callable, Iterator
from ctypes import byref
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import _ffi
from ._things import FLAG, INTEGER, UNSET

_LIMITS = ("none", "states", "paths", "memory", "stopped", "draw")


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
    seconds: float = 0  #: of the clock, until there is an answer, at most a fifth or 0.1 s later
    stop: Callable[[], bool] | None = None  #: called every few milliseconds; True ends the work
    stopper: Stopper | None = None


class Limits:
    """A budget of the library. Its callback also lets Python look for Ctrl-C."""

    def __init__(self, budget: Budget | None) -> None:
        budget = Budget() if budget is None else budget
        if not isinstance(budget, Budget):
            raise _ffi.misuse("budget", f"is {budget!r}, no Budget")
        self._ask = budget.stop
        if self._ask is not None and not callable(self._ask):
            raise _ffi.misuse("stop", f"is {self._ask!r}, no function")
        if budget.stopper is not None and not (isinstance(budget.stopper, Stopper) and budget.stopper._pointer):
            raise _ffi.misuse("stopper", f"is {budget.stopper!r}, no open Stopper")
        if not isinstance(budget.seconds, (int, float, Fraction)) or not 0 <= budget.seconds < 1 << 50:
            raise _ffi.misuse("seconds", f"is {budget.seconds!r}")
        self._raised: BaseException | None = None
        self._callback = _ffi.Stop(self._stop)
        self._stopper = budget.stopper._pointer if budget.stopper is not None else None  # not freed before the end
        self._budget = _ffi.Budget(_ffi.number_of(budget.max_states, "max_states"),
                                   _ffi.number_of(budget.max_paths, "max_paths"), 0, self._callback, None,
                                   self._stopper._as_parameter_ if self._stopper is not None else None)
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
        except _ffi.SpoilsError:
            if self._raised is None:
                raise
            return None

    def __enter__(self) -> Limits:
        return self

    def __exit__(self, *_: object) -> None:
        if self._raised is not None:
            raise self._raised


@dataclass(frozen=True)
class Row:
    """An outcome. `probability` is a Fraction if fractions were asked for, else a float; NaN if the answer is not exact.

    That of Pack.expected() is the expected number, whose upper bound is infinite if the answer is not exact.
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
    given: float  #: the probability of the condition; of bounds the lower one, the upper is `given + unexplored`
    unexplored: float
    unlisted: float  #: what an outcome without a row has at most: 0 if exact; else of Pack.expected() any number
    mean: float  #: of Pack.count(); NaN of bounds, which say nothing of it

    def records(self) -> list[dict[str, Any]]:
        """Returns the rows for pandas.DataFrame and the like: the columns, `p`, `low` and `high`.

        `p` is NaN if the answer is not exact.
        """
        return [dict(zip(self.by, row.values)) | {"p": row.probability, "low": row.low, "high": row.high}
                for row in self.rows]

    def __getitem__(self, values: Any) -> Fraction | float:
        """Returns the probability of these values; 0 if they never occur; NaN if the answer is not exact: see bounds()."""
        row = self._row(values)
        return row.probability if row else 0 if self.exact else math.nan

    def bounds(self, values: Any) -> tuple[float, float]:
        """Returns the proven bounds of these values; both are the probability if the answer is exact."""
        row = self._row(values)
        return (row.low, row.high) if row else (0.0, self.unlisted)

    def _row(self, values: Any) -> Row | None:
        wanted = values if isinstance(values, tuple) else (values,)
        return next((row for row in self.rows if row.values == wanted), None)


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
        exact = about.exact == 1
        unlisted = ctypes.c_double()
        _ffi.call("odds_unlisted", self._pointer, number, byref(unlisted))
        rows = tuple(self._row(number, row, about.columns, exact) for row in range(about.rows))
        return Answer(tuple(by), rows, str(about.value), exact, _LIMITS[about.limit], about.given, about.unexplored,
                      unlisted.value, about.mean)

    def _row(self, answer: int, number: int, columns: int, is_exact: bool) -> Row:
        row, values = _ffi.OddsRow(), []
        _ffi.call("odds_row_of", self._pointer, answer, number, byref(row))
        for column in range(columns):
            cell = _ffi.Cell()
            _ffi.call("odds_cell", self._pointer, answer, number, column, byref(cell))
            values.append(_cell(cell.kind, str(cell.text)))
        if not is_exact:  # the figure of the library is the share of what was explored
            return Row(tuple(values), math.nan, row.low, row.high)
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

    def bounds(self, values: Any) -> tuple[float, float]:
        return self.answer.bounds(values)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers)

    def records(self) -> list[dict[str, Any]]:
        """Returns the rows of all answers for pandas.DataFrame and the like, with the swept `value`."""
        swept = len(self.answers) > 1
        return [({"value": answer.value} if swept else {}) | record
                for answer in self.answers for record in answer.records()]


@dataclass(frozen=True)
class Wait:
    """The number of rolls until an outcome occurs first. `math.inf`: never; NaN: not known."""

    mean: float  #: on average
    half: float  #: with a probability of 50%; this and the others are `int` if there is such a number
    most: float  #: with 90%
    nearly_all: float  #: with 99%


@dataclass(frozen=True)
class AtLeastOnceRow:
    """An outcome over several numbers of rolls."""

    values: tuple[str | int | bool | None, ...]
    within: tuple[tuple[float, float], ...]  #: by number of rolls: bounds, which are equal if the answer is exact
    wait: Wait


@dataclass(frozen=True)
class AtLeastOnce:
    """How likely each outcome occurs at least once in numbers of successive rolls of one world."""

    by: tuple[str, ...]
    rolls: tuple[int, ...]
    rows: tuple[AtLeastOnceRow, ...]  #: the most likely in one roll first; of a count one row without values
    exact: bool
    limit: str  #: why it is not exact: "states", "paths", "memory", "stopped", "draw"
    independent: bool  #: no state is passed from roll to roll
    worlds: int  #: distinct states of the world that occurred between rolls
    all_worlds: bool  #: there are no more of them
    unlisted: tuple[float, ...]  #: by number of rolls: what an outcome without a row has at most; 0 if exact
    json: str  #: the whole (schema spoils.at_least_once)

    def __getitem__(self, values: Any) -> tuple[float, ...]:
        """Returns the probabilities of these values by number of rolls; NaN if the answer is not exact: see bounds()."""
        return tuple(low if self.exact else math.nan for low, _ in self.bounds(values))

    def bounds(self, values: Any) -> tuple[tuple[float, float], ...]:
        """Returns the proven bounds of these values by number of rolls."""
        wanted = values if isinstance(values, tuple) else (values,)
        row = next((row for row in self.rows if row.values == wanted), None)
        return row.within if row else tuple((0.0, most) for most in self.unlisted)

    def records(self) -> list[dict[str, Any]]:
        """Returns a record for each outcome and number of rolls, for pandas.DataFrame and the like.

        They have the columns, `rolls`, `p`, `low` and `high`. `p` is NaN if the answer is not exact.
        """
        return [dict(zip(self.by, row.values)) |
                {"rolls": rolls, "p": low if self.exact else math.nan, "low": low, "high": high}
                for row in self.rows for rolls, (low, high) in zip(self.rolls, row.within)]


def at_least_once_of(text: str) -> AtLeastOnce:
    """Reads the answer of the library."""
    whole = json.loads(text)
    rows = []
    for row in whole["rows"]:
        waits = [math.nan if name in row["unknown"] else math.inf if row[name] is None else row[name]
                 for name in ("mean_wait", "wait_50", "wait_90", "wait_99")]
        within = zip(row["p"], row["p"]) if whole["exact"] else zip(row["lo"], row["hi"])
        rows.append(AtLeastOnceRow(tuple(row["values"]), tuple(within), Wait(*waits)))
    return AtLeastOnce(tuple(whole["by"]), tuple(whole["rolls"]), tuple(rows), whole["exact"], whole["limit"],
                       whole["independent"], whole["worlds"], whole["all_worlds"], tuple(whole["unlisted"]), text)


def _cell(kind: int, text: str) -> str | int | bool | None:
    if kind == UNSET:
        return None
    if kind == INTEGER:
        return int(text)
    return text == "true" if kind == FLAG else text
