"""The language service: completion, hover, rename, findings of packs that are being written."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

from . import _ffi


class LanguageService(_ffi.Handle):
    """A server of the Language Server Protocol without streams (docs/editors.md): messages go in and come out.

    Files are those that packs can use and that the client does not open, by paths that begin with `/`. Addresses of
    files are `file:///` and a path. Nothing is read from the disk.
    """

    __slots__ = ("_lock", "_last")

    def __init__(self, files: Mapping[str, str | bytes] | None = None) -> None:
        array, kept = _ffi.files_of(files or {})
        super().__init__(_ffi.made("service_new", array, len(kept)))
        self._lock = threading.Lock()
        self._last = 0

    def message_json(self, message: str | bytes) -> str:
        """Handles a message of the client; returns the list of the messages of the server, as JSON."""
        with self._lock:
            return _ffi.string("service_message", self._pointer, _ffi.text_of(message))

    def message(self, message: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The same with objects."""
        return json.loads(self.message_json(_ffi.json_of(message, "message")))

    def request(self, method: str, params: Any = None) -> Any:
        """Returns the result of a request. Raises SpoilsError ("bad_value") with the message of the server."""
        with self._lock:
            self._last += 1
            last = self._last
        answer = self.message({"jsonrpc": "2.0", "id": last, "method": method, "params": params or {}})[-1]
        if "error" in answer:
            facts = {"code": str(answer["error"]["code"]), "method": method}
            raise _ffi.SpoilsError(json.dumps({"code": "bad_value", "message": answer["error"]["message"], "facts": facts}))
        return answer["result"]

    def notify(self, method: str, params: Any = None) -> list[dict[str, Any]]:
        """Sends a notification; returns the messages of the server."""
        return self.message({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def work_json(self) -> str:
        """Compiles a pack whose text has changed, and returns what the server publishes, as JSON: `[]` at the end."""
        with self._lock:
            return _ffi.string("service_work", self._pointer)

    def work(self) -> list[dict[str, Any]]:
        """The same as objects."""
        return json.loads(self.work_json())
