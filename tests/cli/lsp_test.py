#!/usr/bin/env python3
"""Tests of `spoils lsp` over pipes: frames, order, cancellation, mistakes of a client, and one answer of each kind.

Usage: lsp_test.py --binary PATH [unittest options]

editors/vscode/test drives the same server by a client library.
"""

import json
import os
import pathlib
import random
import subprocess
import threading

import cli_test
from cli_test import CliTest

CELLAR = """pack cellar "The cellar" 1.0

## How deep.
input depth: 1..9 = 1

rule find {
  kind = pick find
}

table find {
  50            rat
  30            bottle
  (10 * depth)  ghost
}
"""
URI = "file:///nowhere/cellar.loot"
TEXT = {"uri": URI}


def framed(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Client:
    """A server and its messages."""

    def __init__(self, binary, cwd):
        self.run = subprocess.Popen([binary, "lsp", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, cwd=cwd)
        # A server that never answers ends the test, not the build.
        self.guard = threading.Timer(200, self.run.kill)
        self.guard.start()
        self.next_id = 0
        self.findings = []  # notifications that came while an answer was awaited

    def write(self, data):
        self.run.stdin.write(data)
        self.run.stdin.flush()

    def read(self):
        length = None
        while True:
            line = self.run.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            name, value = line.decode().split(":")
            if name == "Content-Length":
                length = int(value)
        return json.loads(self.run.stdout.read(length))

    def notify(self, method, params):
        self.write(framed({"jsonrpc": "2.0", "method": method, "params": params}))

    def send(self, method, params=None, identifier=None):
        if identifier is None:
            self.next_id += 1
            identifier = self.next_id
        message = {"jsonrpc": "2.0", "id": identifier, "method": method}
        if params is not None:
            message["params"] = params
        self.write(framed(message))
        return identifier

    def answer(self, identifier):
        while True:
            message = self.read()
            if message is None:
                raise AssertionError("the server ended without an answer")
            if "method" in message:
                self.findings.append(message["params"])
                continue
            if message["id"] == identifier:
                return message

    def ask(self, method, params=None):
        return self.answer(self.send(method, params))

    def findings_of(self, uri):
        """The next findings of a file."""
        while True:
            for i, found in enumerate(self.findings):
                if found["uri"] == uri:
                    return self.findings.pop(i)
            self.findings.append(self.read()["params"])

    def end(self):
        self.run.stdin.close()
        code = self.run.wait(timeout=100)
        self.guard.cancel()
        errors = self.run.stderr.read().decode()
        self.run.stdout.close()
        self.run.stderr.close()
        return code, errors


class Lsp(CliTest):
    def setUp(self):
        super().setUp()
        self.client = None

    def tearDown(self):
        if self.client is not None and self.client.run.poll() is None:
            self.client.run.kill()
            self.client.end()
        super().tearDown()

    def start(self, **options):
        self.client = Client(cli_test.BINARY, self.home)
        answer = self.client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}, **options})
        self.client.notify("initialized", {})
        return answer["result"]

    def open(self, text=CELLAR, uri=URI):
        self.client.notify("textDocument/didOpen",
                           {"textDocument": {"uri": uri, "languageId": "loot", "version": 1, "text": text}})

    def at(self, method, line, character, **more):
        return self.client.ask("textDocument/" + method,
                               {"textDocument": TEXT, "position": {"line": line, "character": character}, **more})

    def close(self):
        self.assertIsNone(self.client.ask("shutdown")["result"])
        self.client.notify("exit", None)
        self.assertEqual(self.client.end(), (0, ""))

    # ---- One answer of each kind

    def test_answers(self):
        told = self.start()
        self.assertEqual(told["serverInfo"]["name"], "spoils")
        self.assertEqual(told["capabilities"]["positionEncoding"], "utf-16")
        self.open()
        hover = self.at("hover", 10, 16)["result"]
        self.assertIn("**55.56%** (5/9) of `find` at depth 1", hover["contents"]["value"])
        self.assertEqual(hover["range"], {"start": {"line": 10, "character": 16}, "end": {"line": 10, "character": 19}})
        definition = self.at("definition", 6, 15)["result"]
        self.assertEqual([one["range"]["start"] for one in definition], [{"line": 9, "character": 6}])
        self.assertEqual(definition[0]["uri"], URI)
        references = self.at("references", 3, 7, context={"includeDeclaration": True})["result"]
        self.assertEqual([one["range"]["start"]["line"] for one in references], [3, 12])
        self.assertEqual(len(self.at("documentHighlight", 3, 7)["result"]), 2)
        words = self.at("completion", 6, 14)["result"]["items"]
        self.assertIn("find", [one["label"] for one in words])
        symbols = self.client.ask("textDocument/documentSymbol", {"textDocument": TEXT})["result"]
        self.assertEqual([one["name"] for one in symbols], ["cellar", "depth", "find", "find"])
        folds = self.client.ask("textDocument/foldingRange", {"textDocument": TEXT})["result"]
        self.assertEqual([(one["startLine"], one["endLine"]) for one in folds], [(5, 6), (9, 12)])
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        hints = self.client.ask("textDocument/inlayHint", {"textDocument": TEXT, "range": whole})["result"]
        self.assertEqual([one["label"] for one in hints], ["55.56%", "33.33%", "11.11%"])
        self.client.notify("workspace/didChangeConfiguration", {"settings": {"spoils": {"inputs": {"depth": 2}}}})
        hints = self.client.ask("textDocument/inlayHint", {"textDocument": TEXT, "range": whole})["result"]
        self.assertEqual([one["label"] for one in hints], ["50%", "30%", "20%"])
        data = self.client.ask("textDocument/semanticTokens/full", {"textDocument": TEXT})["result"]["data"]
        self.assertEqual(len(data) % 5, 0)
        self.assertEqual(data[:5], [0, 0, 4, 0, 0])  # `pack`: a keyword
        some = self.client.ask("textDocument/semanticTokens/range", {"textDocument": TEXT, "range": {
            "start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 0}}})["result"]["data"]
        self.assertEqual(some[:5], [3, 0, 5, 0, 0])
        self.assertEqual(self.at("prepareRename", 3, 7)["result"]["placeholder"], "depth")
        edits = self.at("rename", 3, 7, newName="level")["result"]["changes"][URI]
        self.assertEqual([(one["range"]["start"]["line"], one["newText"]) for one in edits],
                         [(3, "level"), (12, "level")])
        refused = self.at("rename", 3, 7, newName="kind")["error"]
        self.assertEqual(refused["code"], -32803)
        self.assertIn("taken", refused["message"])
        self.assertEqual(self.client.ask("textDocument/formatting", {
            "textDocument": TEXT, "options": {"tabSize": 8, "insertSpaces": False}})["result"], [])
        self.close()

    def test_findings_and_their_edits(self):
        self.start()
        self.open()
        self.assertEqual(self.client.findings_of(URI)["diagnostics"], [])
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": URI, "version": 2},
            "contentChanges": [{"range": {"start": {"line": 6, "character": 15}, "end": {"line": 6, "character": 17}},
                                "text": "ni"}]})
        found = self.client.findings_of(URI)
        self.assertEqual(found["version"], 2)
        self.assertEqual([(one["severity"], one["range"]["start"]) for one in found["diagnostics"]],
                         [(1, {"line": 6, "character": 14})])
        actions = self.client.ask("textDocument/codeAction", {
            "textDocument": TEXT, "range": found["diagnostics"][0]["range"], "context": {"diagnostics": []}})["result"]
        self.assertEqual(actions[0]["edit"]["changes"][URI][0]["newText"], "find")
        # With the mistake the last good pack answers.
        self.assertIn("55.56%", self.at("hover", 10, 16)["result"]["contents"]["value"])
        self.client.notify("textDocument/didClose", {"textDocument": TEXT})
        self.assertEqual(self.client.findings_of(URI)["diagnostics"], [])
        self.close()

    def test_files_of_a_folder_are_one_pack(self):
        self.write("mine/main.loot", "pack mine\nrule find { kind = pick find }\n")
        self.write("mine/tables.loot", "table find { -1 rat; 2 bat }\n")
        self.start()
        main = pathlib.Path(self.home, "mine/main.loot").resolve().as_uri()
        self.open((pathlib.Path(self.home) / "mine/main.loot").read_text(), main)
        other = self.client.findings_of(pathlib.Path(self.home, "mine/tables.loot").resolve().as_uri())
        self.assertEqual([one["code"] for one in other["diagnostics"]], ["E0503"])
        self.close()

    def test_findings_are_pulled(self):
        self.write("mine/main.loot", "pack mine\nrule find { kind = pick fnid }\n")
        self.write("mine/tables.loot", "table find { -1 rat; 2 bat }\n")
        main = pathlib.Path(self.home, "mine/main.loot").resolve().as_uri()
        server = self.start(capabilities={"textDocument": {"diagnostic": {}}})
        self.assertTrue(server["capabilities"]["diagnosticProvider"]["interFileDependencies"])
        self.open((pathlib.Path(self.home) / "mine/main.loot").read_text(), main)
        report = self.client.ask("textDocument/diagnostic", {"textDocument": {"uri": main}})["result"]
        self.assertEqual(report["kind"], "full")
        found = report["items"][0]
        self.assertEqual((found["range"]["start"], found["data"]["edit"]["newText"], found["data"]["edit"]["uri"]),
                         ({"line": 1, "character": 24}, "find", main))
        self.assertTrue(found["message"].startswith(found["data"]["message"]))
        tables = pathlib.Path(self.home, "mine/tables.loot").resolve().as_uri()
        self.assertIn(tables, report["relatedDocuments"])
        # A client that pulls them gets none unasked.
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": main, "version": 2}, "contentChanges": [{"text": "pack mine\nrule find { n = 1 }\n"}]})
        report = self.client.ask("textDocument/diagnostic", {"textDocument": {"uri": main}})["result"]
        self.assertEqual(report["items"], [])
        self.assertEqual([one["code"] for one in report["relatedDocuments"][tables]["items"]], ["E0503"])
        self.close()
        self.assertEqual(self.client.findings, [])

    def test_symbols_of_the_workspace(self):
        self.write("mine/main.loot", "pack mine\nrule find { kind = pick find }\n")
        self.write("mine/tables.loot", "table find { 1 rat; 2 bat }\ntable hoard { 1 rat }\n")
        self.start()
        self.open((pathlib.Path(self.home) / "mine/main.loot").read_text(),
                  pathlib.Path(self.home, "mine/main.loot").resolve().as_uri())
        tables = pathlib.Path(self.home, "mine/tables.loot").resolve().as_uri()
        found = self.client.ask("workspace/symbol", {"query": "HRD"})["result"]
        self.assertEqual([(one["name"], one["location"]["uri"], one["location"]["range"]["start"]) for one in found],
                         [("hoard", tables, {"line": 1, "character": 6})])
        self.assertEqual(len(self.client.ask("workspace/symbol", {"query": ""})["result"]), 4)
        self.assertEqual(self.client.ask("workspace/symbol", {"query": "ratio"})["result"], [])
        self.assertEqual(self.client.ask("workspace/symbol", {})["error"]["code"], -32602)
        self.close()

    def test_positions_are_utf16(self):
        self.start()
        self.open('pack p "\U0001FA99\u00e9" 1.0\nrule a { x = "\U0001FA99"; y = x2 + "a" }\n')
        found = self.client.findings_of(URI)["diagnostics"]
        self.assertTrue(found)
        data = self.client.ask("textDocument/semanticTokens/range", {"textDocument": TEXT, "range": {
            "start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}})["result"]["data"]
        lengths = [data[i + 2] for i in range(0, len(data), 5)]
        self.assertEqual(lengths, [4, 1, 5, 3])  # pack, p, the title with its quotes, 1.0
        self.close()

    # ---- Frames and order

    def test_messages_may_be_cut_anywhere(self):
        self.start()
        data = framed({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
            "textDocument": {"uri": URI, "languageId": "loot", "version": 1, "text": CELLAR}}})
        data += framed({"jsonrpc": "2.0", "id": "a", "method": "textDocument/foldingRange",
                        "params": {"textDocument": TEXT}})
        for byte in data:
            self.client.write(bytes([byte]))
        self.assertEqual(len(self.client.answer("a")["result"]), 2)
        self.close()

    def test_wrong_order(self):
        self.client = Client(cli_test.BINARY, self.home)
        early = self.client.ask("textDocument/hover", {"textDocument": TEXT, "position": {"line": 0, "character": 0}})
        self.assertEqual(early["error"]["code"], -32002)
        self.open()  # passed over
        self.client.ask("initialize", {"capabilities": {}})
        self.assertEqual(self.client.ask("initialize", {"capabilities": {}})["error"]["code"], -32600)
        unopened = self.at("hover", 0, 0)
        self.assertEqual(unopened["error"]["code"], -32602)
        self.client.ask("shutdown")
        self.assertEqual(self.client.ask("textDocument/hover", {})["error"]["code"], -32600)
        self.client.notify("exit", None)
        self.assertEqual(self.client.end(), (0, ""))

    def test_exit_without_shutdown(self):
        self.start()
        self.client.notify("exit", None)
        self.assertEqual(self.client.end()[0], 1)

    def test_end_of_input(self):
        self.start()
        self.assert_ended_early(*self.client.end())

    def assert_ended_early(self, code, message):
        self.assertEqual(code, 1)
        self.assertIn("the connection ended without `shutdown`", message)
        self.assertEqual(message.count("\n"), 2, message)

    def test_bytes_that_are_no_messages(self):
        for seed in range(8):
            noise = random.Random(seed).randbytes(5_000)
            told = subprocess.run([cli_test.BINARY, "lsp"], input=noise, capture_output=True, check=False, timeout=60)
            self.assert_ended_early(told.returncode, told.stderr.decode())

    def test_operands_are_refused(self):
        told = self.spoils("lsp", "cellar.loot")
        self.assertEqual(told.returncode, 2)

    def test_cancelled_requests(self):
        self.start()
        self.open()
        # Sent together, so that the server sees the cancellation before it comes to the request.
        hover = {"textDocument": TEXT, "position": {"line": 10, "character": 16}}
        batch = b""
        for i in range(50):
            batch += framed({"jsonrpc": "2.0", "id": i + 1000, "method": "textDocument/hover", "params": hover})
        batch += framed({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 1049}})
        batch += framed({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}})  # of no request
        batch += framed({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": []})
        self.client.write(batch)
        for i in range(49):
            self.assertIn("result", self.client.answer(i + 1000))
        last = self.client.answer(1049)
        # An answer that was complete before is allowed; one of the two comes.
        self.assertTrue("result" in last or last["error"]["code"] == -32800, last)
        self.close()

    # ---- Mistakes of a client

    def test_nonsense_has_an_answer(self):
        self.start()
        self.open()
        for body, code in [(b"{", -32700), (b"\xff\xfe", -32700), (b"[]", -32600), (b"1", -32600), (b"{}", -32600),
                           (b'{"id": {}, "method": "x"}', -32600), (b'{"id": 1, "method": 3}', -32600),
                           (b"[" * 100_000, -32700), (b"[" + b"0," * 3_000_000 + b"0]", -32700)]:
            self.client.write(framed(body))
            while "method" in (message := self.client.read()):
                pass
            self.assertEqual(message["error"]["code"], code, body[:40])
        self.client.write(b"Content-Length: no\r\n\r\n")
        while "method" in (message := self.client.read()):
            pass
        self.assertEqual(message["error"]["code"], -32700)
        self.assertEqual(self.client.ask("textDocument/unknown", {})["error"]["code"], -32601)
        self.assertEqual(self.client.ask("$/unknown")["error"]["code"], -32601)
        for params in [None, [], {}, {"textDocument": 3}, {"textDocument": TEXT}, {"textDocument": TEXT, "position": {}},
                       {"textDocument": TEXT, "position": {"line": -1, "character": 0}},
                       {"textDocument": TEXT, "position": {"line": 0.5, "character": "x"}}]:
            self.assertEqual(self.client.ask("textDocument/hover", params)["error"]["code"], -32602, params)
        for params in [{"textDocument": TEXT}, {"textDocument": TEXT, "contentChanges": 3},
                       {"textDocument": TEXT, "contentChanges": [{"range": {}, "text": "x"}]},
                       {"textDocument": {"uri": "file:///other"}, "contentChanges": []}, 7]:
            self.client.notify("textDocument/didChange", params)
        self.client.notify("$/setTrace", {"value": "off"})
        far = 2**63
        self.assertIsNone(self.at("hover", far, far)["result"])
        self.assertEqual(len(self.client.ask("textDocument/foldingRange", {"textDocument": TEXT})["result"]), 2)
        self.close()

    def test_a_header_without_end_ends_the_server(self):
        self.start()
        self.client.write(b"x" * 20_000)
        self.assertEqual(self.client.read()["error"]["code"], -32700)
        self.assert_ended_early(*self.client.end())

    def test_every_beginning_of_a_text(self):
        self.start()
        self.open("")
        for i in range(0, len(CELLAR), 5):
            self.client.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": i + 2},
                                                          "contentChanges": [{"text": CELLAR[:i]}]})
            self.assertIn("result", self.at("completion", CELLAR[:i].count("\n"), 99))
            self.assertIn("result", self.at("hover", CELLAR[:i].count("\n"), 99))
        self.close()


if __name__ == "__main__":
    cli_test.main()
