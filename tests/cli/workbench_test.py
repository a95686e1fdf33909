#!/usr/bin/env python3
"""Tests of `spoils workbench` from outside, over HTTP: the token, Host and Origin, paths, links, sizes, methods, conflicts,
the port, signals. The clients are Python's http.client and plain sockets.

Usage: workbench_test.py --binary PATH [unittest options]
"""

import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import unittest

import cli_test
from cli_test import FINE, INTERNAL, USAGE, CliTest

PACK = 'pack mine "Mine" 1.0\nrule mine { kind = pick {tin, zinc} }\n'
SOURCE = pathlib.Path(__file__).resolve().parents[2]
MOST = 16 << 20


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def version(self):
        return self.headers["ETag"]

    def json(self):
        return json.loads(self.body)


class Workbench(CliTest):
    def setUp(self):
        super().setUp()
        self.page = self.folder / "page"
        (self.page / "assets").mkdir(parents=True)
        (self.page / "index.html").write_text("<!doctype html>the page")
        (self.page / "assets" / "engine.wasm").write_bytes(b"\0asm")
        (self.folder / "secret.loot").write_text("secret")
        self.mine = self.write("mine/mine.loot", PACK)

    def serve(self, *words, **options):
        environment = self.environment(SPOILS_PAGE=str(self.page))
        program = subprocess.Popen([cli_test.BINARY, "workbench", *words, "--no-open"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.home, env=environment, **options)

        def end():
            program.kill()
            program.communicate()

        self.addCleanup(end)
        address = program.stdout.readline().decode()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?disk=([0-9a-f]{32})\n", address)
        self.assertIsNotNone(found, address)
        self.port, self.token = int(found[1]), found[2]
        return program

    def ask(self, method, path, body=None, token=True, **headers):
        """Headers are keywords with _ for -; None leaves one out that http.client would send."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        if token:
            sent["Authorization"] = f"Bearer {self.token if token is True else token}"
        try:
            connection.request(method, path, body, sent)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def files(self):
        return {one["name"]: one for one in self.ask("GET", "/api/files").json()["files"]}

    def raw(self, data, most=1 << 16):
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(data)
            got = b""
            while len(got) < most:
                part = connection.recv(4096)
                if not part:
                    break
                got += part
            return got

    def test_page(self):
        self.serve("mine")
        for path in ("/", "/index.html", f"/?disk={self.token}"):
            answer = self.ask("GET", path, token=False)
            self.assertEqual((answer.status, answer.body), (200, b"<!doctype html>the page"))
            self.assertEqual(answer.headers["Content-Type"], "text/html; charset=utf-8")
        wasm = self.ask("GET", "/assets/engine.wasm", token=False)
        self.assertEqual((wasm.status, wasm.body, wasm.headers["Content-Type"]), (200, b"\0asm", "application/wasm"))
        head = self.ask("HEAD", "/", token=False)
        self.assertEqual((head.status, head.body, head.headers["Content-Length"]), (200, b"", "23"))
        self.assertEqual(self.ask("GET", "/nothing", token=False).status, 404)
        for name, value in (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
                            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store")):
            self.assertEqual(head.headers[name], value)

    def test_policy_is_that_of_the_page(self):
        self.serve("mine")
        written = re.search(r'Content-Security-Policy" content="([^"]*)"', (SOURCE / "apps/workbench/index.html").read_text())
        self.assertEqual(self.ask("GET", "/").headers["Content-Security-Policy"], written[1] + "; frame-ancestors 'none'")

    def test_files_of_a_folder(self):
        self.write("mine/b.loot", b"\xff\r\n")
        self.write("mine/.hidden.loot", "x")
        self.write("mine/notes.txt", "x")
        self.write("mine/deep/c.loot", "x")
        self.serve("mine")
        listing = self.ask("GET", "/api/files").json()
        self.assertEqual((listing["schema"], listing["version"], listing["pack"], listing["folder"], listing["read_only"]),
                         ("spoils.disk", 1, "mine", True, False))
        self.assertEqual(listing["place"], os.path.realpath(self.home / "mine"))
        self.assertEqual([one["name"] for one in listing["files"]], ["b.loot", "mine.loot"])
        answer = self.ask("GET", "/api/files/b.loot")
        self.assertEqual((answer.status, answer.body), (200, b"\xff\r\n"))
        self.assertEqual(answer.version, f'"{listing["files"][0]["version"]}"')
        self.assertTrue(answer.headers["Content-Type"].startswith("text/plain"))
        for name in (".hidden.loot", "notes.txt", "deep/c.loot", "none.loot"):
            self.assertEqual(self.ask("GET", f"/api/files/{name}").status, 404, name)

    def test_one_file(self):
        self.write("mine/other.loot", "x")
        self.serve("mine/mine.loot")
        self.assertEqual(list(self.files()), ["mine.loot"])
        self.assertEqual(self.ask("GET", "/api/files/mine.loot").body.decode(), PACK)
        self.assertEqual(self.ask("GET", "/api/files/other.loot").status, 404)
        self.assertEqual(self.ask("PUT", "/api/files/new.loot", "x", If_None_Match="*").status, 404)

    def test_a_shipped_pack_and_none(self):
        self.serve("chest")
        self.assertEqual(list(self.files()), ["chest.loot"])
        self.serve()
        self.assertIsNone(self.ask("GET", "/api/files").json()["pack"])
        self.assertEqual(self.ask("GET", "/api/files/chest.loot").status, 404)

    def test_write(self):
        program = self.serve("mine")
        os.chmod(self.mine, 0o640)
        before = self.files()["mine.loot"]["version"]
        answer = self.ask("PUT", "/api/files/mine.loot", "new text", If_Match=f'"{before}"')
        self.assertEqual((answer.status, self.mine.read_text()), (204, "new text"))
        self.assertEqual(os.stat(self.mine).st_mode & 0o777, 0o640)
        self.assertEqual(answer.version, f'"{self.files()["mine.loot"]["version"]}"')
        # The old version is not there any more.
        again = self.ask("PUT", "/api/files/mine.loot", "newer", If_Match=f'"{before}"')
        self.assertEqual((again.status, self.mine.read_text()), (412, "new text"))
        self.assertIn("changed on disk", again.json()["error"])
        # A new file; not twice.
        self.assertEqual(self.ask("PUT", "/api/files/b%20c.loot", "b", If_None_Match="*").status, 204)
        self.assertEqual((self.home / "mine/b c.loot").read_text(), "b")
        self.assertEqual(self.ask("PUT", "/api/files/b%20c.loot", "c", If_None_Match="*").status, 412)
        # Without a version nothing is written.
        for headers in ({}, {"If_Match": "*"}, {"If_Match": before}, {"If_Match": f'"{before}"', "If_None_Match": "*"}):
            self.assertEqual(self.ask("PUT", "/api/files/mine.loot", "x", **headers).status, 428)
        self.assertEqual(self.mine.read_text(), "new text")
        self.assertEqual(sorted(os.listdir(self.home / "mine")), ["b c.loot", "mine.loot"])  # no temporary files
        self.assertIsNone(program.poll())

    def test_changed_and_deleted_on_disk(self):
        self.serve("mine")
        before = self.files()["mine.loot"]["version"]
        self.mine.write_text("by another program")
        self.assertNotEqual(self.files()["mine.loot"]["version"], before)
        answer = self.ask("PUT", "/api/files/mine.loot", "mine", If_Match=f'"{before}"')
        self.assertEqual((answer.status, self.mine.read_text()), (412, "by another program"))
        self.mine.unlink()
        self.assertEqual(self.files(), {})
        answer = self.ask("PUT", "/api/files/mine.loot", "mine", If_Match=f'"{before}"')
        self.assertEqual((answer.status, self.mine.exists()), (412, False))
        self.assertIn("deleted on disk", answer.json()["error"])
        os.rmdir(self.home / "mine")
        self.assertEqual(self.files(), {})
        self.assertEqual(self.ask("PUT", "/api/files/mine.loot", "mine", If_None_Match="*").status, 500)

    def test_token(self):
        self.serve("mine")
        for token in (False, "", "0" * 32, self.token[:-1], self.token + "0"):
            for method, path in (("GET", "/api/files"), ("GET", "/api/files/mine.loot"), ("PUT", "/api/files/mine.loot"),
                                 ("GET", "/api/none")):
                self.assertEqual(self.ask(method, path, "x", token=token).status, 401, (token, path))
        self.assertEqual(self.ask("GET", f"/api/files?disk={self.token}", token=False).status, 401)
        self.assertEqual(self.mine.read_text(), PACK)
        first = self.token
        self.serve("mine")
        self.assertNotEqual(self.token, first)

    def test_host_and_origin(self):
        self.serve("mine")
        here = f"127.0.0.1:{self.port}"
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", f"127.0.0.1:{self.port}1", "", f"0.0.0.0:{self.port}"):
            for path in ("/", "/api/files"):
                self.assertEqual(self.ask("GET", path, Host=host).status, 421, host)
        self.assertEqual(self.ask("GET", "/api/files", Host=f"localhost:{self.port}").status, 200)
        for origin in ("http://evil.example", "null", f"https://{here}", "http://127.0.0.1", f"http://{here}.evil.example",
                       f"http://localhost:{self.port}"):
            self.assertEqual(self.ask("GET", "/api/files", Origin=origin).status, 403, origin)
            self.assertEqual(self.ask("PUT", "/api/files/mine.loot", "x", Origin=origin).status, 403, origin)
        self.assertEqual(self.ask("GET", "/api/files", Origin=f"http://{here}").status, 200)
        for site in ("cross-site", "same-site", "none"):
            self.assertEqual(self.ask("GET", "/api/files", Sec_Fetch_Site=site).status, 403)
        self.assertEqual(self.ask("GET", "/api/files", Sec_Fetch_Site="same-origin").status, 200)
        # A browser asks first whether another origin may send the token: no.
        asked = self.ask("OPTIONS", "/api/files", token=False, Origin="http://evil.example",
                         Access_Control_Request_Method="PUT")
        self.assertEqual(asked.status, 403)
        self.assertIsNone(asked.headers["Access-Control-Allow-Origin"])
        # HTTP/1.0 without a host.
        self.assertIn(b" 421 ", self.raw(b"GET / HTTP/1.0\r\n\r\n").splitlines()[0])

    def test_paths(self):
        self.serve("mine")
        secrets = ("../../secret.loot", "..%2f..%2fsecret.loot", "%2e%2e/%2e%2e/secret.loot", "..%5c..%5csecret.loot",
                   "%2e%2e%2fsecret.loot", str(self.folder / "secret.loot"), "mine.loot%00.loot", "./mine.loot", "", "..",
                   ".loot", "%", "%zz", "%2", "a%0a.loot", "x" * 300 + ".loot")
        for name in secrets:
            for prefix in ("/api/files/", "/", "/assets/"):
                answer = self.ask("GET", prefix + name.replace("\n", "%0a"))
                self.assertIn(answer.status, (400, 404) if name or prefix != "/" else (200,), prefix + name)
                self.assertNotEqual(answer.body, b"secret")
            answer = self.ask("PUT", "/api/files/" + name, "x", If_None_Match="*")
            self.assertIn(answer.status, (400, 404), name)
        self.assertEqual((self.folder / "secret.loot").read_text(), "secret")
        self.assertEqual(os.listdir(self.home / "mine"), ["mine.loot"])
        for target in (b"GET http://evil.example/ HTTP/1.1", b"GET //etc/passwd HTTP/1.1", b"GET /../../secret.loot HTTP/1.1"):
            got = self.raw(target + b"\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % self.port)
            self.assertIn(b" 404 ", got.splitlines()[0])

    def test_links(self):
        folder = self.home / "mine"
        (folder / "out.loot").symlink_to(self.folder / "secret.loot")
        (folder / "in.loot").symlink_to("mine.loot")
        (folder / "text.loot").symlink_to("notes.txt")
        (folder / "gone.loot").symlink_to("nowhere.loot")
        (folder / "round.loot").symlink_to("round.loot")
        (folder / "folder.loot").mkdir()
        os.mkfifo(folder / "pipe.loot")
        self.write("mine/notes.txt", "secret")
        self.serve("mine")
        listing = self.ask("GET", "/api/files").json()
        self.assertEqual([one["name"] for one in listing["files"]], ["in.loot", "mine.loot"])
        self.assertEqual([one["name"] for one in listing["left_out"]],
                         ["folder.loot", "gone.loot", "out.loot", "pipe.loot", "round.loot", "text.loot"])
        for name in ("out", "text", "gone", "round", "folder", "pipe"):
            self.assertEqual(self.ask("GET", f"/api/files/{name}.loot").status, 404, name)
            for headers in ({"If_None_Match": "*"}, {"If_Match": '"0"'}):
                self.assertIn(self.ask("PUT", f"/api/files/{name}.loot", "x", **headers).status, (404, 412), name)
        self.assertEqual((self.folder / "secret.loot").read_text(), "secret")
        self.assertEqual((folder / "notes.txt").read_text(), "secret")
        self.assertFalse((folder / "nowhere.loot").exists())
        # A link within the folder stays one.
        version = self.files()["in.loot"]["version"]
        self.assertEqual(self.ask("PUT", "/api/files/in.loot", "x", If_Match=f'"{version}"').status, 204)
        self.assertTrue((folder / "in.loot").is_symlink())
        self.assertEqual(self.mine.read_text(), "x")

    def test_methods(self):
        self.serve("mine")
        for method, path, allowed in (("POST", "/", "GET, HEAD"), ("PUT", "/index.html", "GET, HEAD"), ("DELETE", "/api/files/mine.loot", "GET, PUT"),
                                      ("POST", "/api/files/mine.loot", "GET, PUT"), ("PUT", "/api/files", "GET"), ("BREW", "/", "GET, HEAD")):
            answer = self.ask(method, path, "x")
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, allowed), (method, path))
        self.assertTrue(self.mine.exists())

    def test_sizes(self):
        program = self.serve("mine")
        whole = b"#" * MOST
        version = self.files()["mine.loot"]["version"]
        answer = self.ask("PUT", "/api/files/mine.loot", whole, If_Match=f'"{version}"')
        self.assertEqual((answer.status, self.mine.stat().st_size), (204, MOST))
        version = answer.version
        answer = self.ask("PUT", "/api/files/mine.loot", whole + b"#", If_Match=version)
        self.assertEqual((answer.status, self.mine.stat().st_size), (413, MOST))
        # A body that does not say how long it is; a length that is a lie; too long a head.
        head = b"PUT /api/files/mine.loot HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nIf-Match: %s\r\n" % (
            self.port, self.token.encode(), version.encode())
        self.assertIn(b" 413 ", self.raw(head + b"Content-Length: 99999999999\r\n\r\nx").splitlines()[0])
        self.assertIn(b" 431 ", self.raw(b"GET / HTTP/1.1\r\nX: " + b"x" * 20000 + b"\r\n\r\n").splitlines()[0])
        for broken in (b"\0\0\0\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", head + b"Content-Length: -1\r\n\r\n",
                       head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"):
            self.assertIn(b" 400 ", self.raw(broken).splitlines()[0], broken)
        # A request that ends early writes nothing.
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall(head + b"Content-Length: 100\r\n\r\nhalf")
        self.assertEqual(self.ask("GET", "/api/files").status, 200)
        self.assertEqual(self.mine.stat().st_size, MOST)
        self.mine.write_bytes(whole + b"#")
        self.assertIn("16 MiB", self.ask("GET", "/api/files").json()["left_out"][0]["why"])
        self.assertIsNone(program.poll())

    def test_many_connections(self):
        self.serve("mine")
        open_ones = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(200)]
        for one in open_ones:
            one.close()
        for _ in range(50):
            try:
                if self.ask("GET", "/api/files").status == 200:
                    return
            except (ConnectionError, http.client.HTTPException):
                pass
        self.fail("no answer after the connections have ended")

    def test_read_only(self):
        self.serve("mine", "--read-only")
        listing = self.ask("GET", "/api/files").json()
        self.assertEqual((listing["read_only"], listing["files"][0]["writable"]), (True, False))
        for name, headers in (("mine", {"If_Match": f'"{listing["files"][0]["version"]}"'}), ("new", {"If_None_Match": "*"})):
            answer = self.ask("PUT", f"/api/files/{name}.loot", "x", **headers)
            self.assertEqual(answer.status, 403)
            self.assertIn("--read-only", answer.json()["error"])
        self.assertEqual(self.mine.read_text(), PACK)

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_write_protected_file(self):
        os.chmod(self.mine, 0o444)
        self.serve("mine")
        one = self.files()["mine.loot"]
        self.assertFalse(one["writable"])
        answer = self.ask("PUT", "/api/files/mine.loot", "x", If_Match=f'"{one["version"]}"')
        self.assertEqual((answer.status, self.mine.read_text()), (403, PACK))
        self.assertIn("write-protected", answer.json()["error"])

    def test_full_disk(self):
        # A limit on the size of files fails in the same place as a full disk.
        program = self.serve("mine", restore_signals=False,
                             preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                                 resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))))
        version = self.files()["mine.loot"]["version"]
        answer = self.ask("PUT", "/api/files/mine.loot", "x" * 200_000, If_Match=f'"{version}"')
        self.assertEqual((answer.status, self.mine.read_text()), (500, PACK))
        self.assertRegex(answer.json()["error"], "cannot write .*: File too large")
        self.assertEqual(os.listdir(self.home / "mine"), ["mine.loot"])
        self.assertIsNone(program.poll())

    def test_signals_end_it(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            program = self.serve("mine")
            program.send_signal(number)
            out, error = program.communicate(timeout=60)
            self.assertEqual((program.returncode, out), (FINE, b""), error)
            self.assertIn(b"Ctrl-C ends it", error)
            with self.assertRaises(ConnectionRefusedError):
                self.raw(b"")

    def test_port(self):
        self.serve("mine", "--port", "0")
        taken = str(self.port)
        for word in ([f"--port={taken}"]):
            message, help_line = self.bad(INTERNAL, "workbench", "mine", word, "--no-open", env={"SPOILS_PAGE": str(self.page)})
            self.assertIn(f"cannot listen at port {taken} of 127.0.0.1: Address already in use", message)
            self.assertIn("without --port", help_line)
        self.assertEqual(self.ask("GET", "/api/files").status, 200)
        # Two without a port.
        self.serve("mine")
        first = self.port
        self.serve("mine")
        self.assertNotEqual(self.port, first)
        # 127.0.0.1 alone.
        with socket.socket(socket.AF_INET6) as six, self.assertRaises(OSError):
            six.connect(("::1", self.port))

    def test_wrong_usage(self):
        page = {"SPOILS_PAGE": str(self.page)}
        (self.home / "empty").mkdir()
        self.write("note.txt", "x")
        for words in (["mine", "more"], ["none.loot"], ["./empty"], ["./note.txt"], ["mine", "--port", "x"],
                      ["mine", "--port", "65536"], ["mine", "--port", "-1"], ["mine", "--depth", "3"]):
            self.bad(USAGE, "workbench", *words, "--no-open", env=page)

    def test_completion_and_help(self):
        def offered(*words):
            return self.good("__complete", "workbench", *words)
        self.assertIn("chest\n", offered("ch"))
        self.assertIn("--read-only\t", offered("chest", "--"))
        self.assertIn("Usage: spoils workbench [PACK]", self.good("workbench", "--help"))

    def test_page_not_built(self):
        message, help_line = self.bad(USAGE, "workbench", "mine", "--no-open", env={"SPOILS_PAGE": str(self.home)})
        self.assertIn("the page of the workbench is not built", message)
        self.assertIn("make workbench", help_line)

    def test_opens_the_browser(self):
        log = self.folder / "log"
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "xdg-open").write_text(f'#!/bin/sh\necho "$1" >{log}.part && mv {log}.part {log}\n')
        (tools / "xdg-open").chmod(0o755)
        for display in ({"DISPLAY": ":9"}, {}):
            env = self.environment(SPOILS_PAGE=str(self.page), PATH=f"{tools}:{os.environ['PATH']}", **display)
            with subprocess.Popen([cli_test.BINARY, "workbench", "mine"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  cwd=self.home, env=env) as program:
                address = program.stdout.readline().decode()
                if display:
                    while not log.exists():
                        self.assertIsNone(program.poll())
                    self.assertEqual(log.read_text(), address)
                    log.unlink()
                program.terminate()
        self.assertFalse(log.exists())


if __name__ == "__main__":
    cli_test.main()
