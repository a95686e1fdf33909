#!/usr/bin/env python3
"""Tests of `spoils-mpi`: the same bytes for any number of ranks, and after a rank was lost.

Usage: mpi_test.py --binary SPOILS --mpi SPOILS_MPI --launcher MPIRUN [unittest options]
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from simulate_test import GAME, QUESTIONS

BINARY = MPI = LAUNCHER = None  # set by main()


class Hosts:
    """Two network namespaces with a wire between them, each with a host name of its own."""

    NET = "10.213.77.0/24"
    ADDRESSES = ("10.213.77.1", "10.213.77.2")

    def __init__(self, home):
        self.names = [f"spoils-{os.getpid()}-{i}" for i in (1, 2)]
        self.log = home / "hosts"
        self.agent = home / "agent"
        self.made, self.why = False, ""
        wires = [f"sp{os.getpid() % 100000}{end}" for end in "ab"]
        commands = [f"ip netns add {name}" for name in self.names]
        commands.append(f"ip link add {wires[0]} type veth peer name {wires[1]}")
        for name, wire, address in zip(self.names, wires, self.ADDRESSES):
            commands += [f"ip link set {wire} netns {name}", f"ip -n {name} addr add {address}/24 dev {wire}",
                         f"ip -n {name} link set {wire} up", f"ip -n {name} link set lo up"]
        commands.append(f"ip netns exec {self.names[0]} unshare --uts true")
        for command in commands:
            try:
                result = subprocess.run(command.split(), capture_output=True, check=False)
            except OSError as error:
                self.why = str(error)
                return
            if result.returncode != 0:
                self.why = result.stderr.decode().strip()
                return
        # Replaces ssh: takes a host and a command to run there.
        self.agent.write_text(f"""#!/bin/sh
case $1 in {self.ADDRESSES[0]}) name={self.names[0]} ;; *) name={self.names[1]} ;; esac
echo "$1" >> {self.log}
host=$1
shift
exec ip netns exec $name unshare --uts sh -c 'hostname host"$0" && eval "$1"' "${{host##*.}}" "$*"
""")
        self.agent.chmod(0o755)
        self.made = True

    def remove(self):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


class Ranks(unittest.TestCase):
    def setUp(self):
        # Short, since OpenMPI keeps its sockets below it.
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="mpi-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        (self.home / "game.loot").write_text(GAME)
        self.environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                            "TMPDIR": str(self.home), "NO_COLOR": "1", "OMPI_MCA_btl": "self,tcp", "OMPI_MCA_mpi_yield_when_idle": "1"}

    def start(self, ranks, *words):
        return subprocess.Popen([LAUNCHER, "--oversubscribe", "-n", str(ranks), MPI, "simulate", "game.loot", *words],
                                cwd=self.home, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                start_new_session=True)

    def run_ranks(self, ranks, *words):
        process = self.start(ranks, *words)
        output, error = process.communicate(timeout=600)
        # A study that takes long says so in the log every ten seconds.
        error = re.sub(r"(?m)^spoils: \d+ of \d+ runs, .*\n", "", error.decode())
        return process.returncode, output.decode(), error

    def alone(self, *words):
        return subprocess.run([BINARY, "simulate", "game.loot", *words], cwd=self.home, capture_output=True,
                              check=True).stdout.decode()

    def test_same_bytes_for_any_number_of_ranks(self):
        words = ("--runs", "5000", "--seed", "5", *QUESTIONS, "--format", "json")
        wanted = self.alone(*words)
        for ranks in (1, 2, 4):
            self.assertEqual(self.run_ranks(ranks, *words), (0, wanted, ""))

    def test_a_seed_by_chance_is_the_same_for_all(self):
        code, output, error = self.run_ranks(2, "--runs", "2000", "--by", "kind")
        self.assertEqual((code, error), (0, ""))
        seed = output.split("seed ")[1].split()[0]
        self.assertEqual(output, self.alone("--runs", "2000", "--by", "kind", "--seed", seed))

    def test_what_is_wrong_is_told_once(self):
        for words, said in ((("--by", "knid"), "knid"), (("--runs", "0"), "at least 1"), (("--xyzzy", "1"), "xyzzy"),
                            (("--seed", "1", "--checkpoint", "missing/c"), "missing")):
            code, output, error = self.run_ranks(2, *words)
            self.assertNotEqual(code, 0)
            self.assertEqual(output, "")
            self.assertEqual(error.count("spoils: "), 1, error)
            self.assertIn(said, error)
        (self.home / "game.loot").write_text('pack g "G" 1.0\nrule run { x = 6 / (pick 1..5000 - 1) }\n')
        words = ("--per-run", "x == 1", "--runs", "50000", "--seed", "1", "--quiet")
        alone = subprocess.run([BINARY, "simulate", "game.loot", *words], cwd=self.home, capture_output=True, check=False)
        self.assertEqual(alone.returncode, 3)
        code, _, error = self.run_ranks(3, *words)
        self.assertEqual(code, 3)
        # The run with the lowest index, whichever rank played it.
        self.assertEqual(error.splitlines()[:2], alone.stderr.decode().splitlines())

    def test_goes_on_after_a_rank_was_lost(self):
        # Long enough on any machine that a rank can be lost in the middle.
        runs, seconds = 20000, 0.0
        while seconds < 1.5:
            runs *= 2
            words = ("--runs", str(runs), "--seed", "5", "--no-exact", *QUESTIONS, "--format", "json")
            begin = time.monotonic()
            wanted = self.alone(*words)
            seconds = time.monotonic() - begin
        kept = ("--checkpoint", "counts", "--every", "0s")
        process = self.start(3, *words, *kept)
        player = self.wait_for(lambda: next((pid for pid in self.members(process.pid) if self.rank_of(pid) == "2"), None))
        self.wait_for((self.home / "counts").exists)
        self.assertIsNone(process.poll(), "the study was over before a rank could be lost")
        os.kill(player, signal.SIGKILL)
        _, error = process.communicate(timeout=600)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("rank 2", error.decode())
        self.assertEqual(self.run_ranks(2, *words, *kept, "--resume"), (0, wanted, ""))

    def test_same_bytes_over_two_hosts(self):
        hosts = Hosts(self.home)
        self.addCleanup(hosts.remove)
        if not hosts.made:
            self.skipTest(f"two network namespaces cannot be made here: {hosts.why}")
        words = ("--runs", "5000", "--seed", "5", *QUESTIONS, "--format", "json")
        # Nothing but the wire between them is left to speak over.
        wire = ("--mca", "plm_rsh_agent", str(hosts.agent), "--mca", "btl", "self,tcp", "--mca", "routed", "direct",
                "--mca", "btl_tcp_if_include", hosts.NET, "--mca", "oob_tcp_if_include", hosts.NET)
        launch = (LAUNCHER, "--host", ",".join(f"{host}:2" for host in hosts.ADDRESSES), "-n", "4", *wire, MPI, "simulate",
                  "game.loot", *words)
        process = subprocess.run([str(hosts.agent), hosts.ADDRESSES[0], shlex.join(launch)], cwd=self.home,
                                 env=self.environment, capture_output=True, check=False, timeout=120)
        self.assertEqual((process.returncode, process.stderr.decode()), (0, ""))
        self.assertEqual(process.stdout.decode(), self.alone(*words))
        self.assertEqual(sorted(set(hosts.log.read_text().split())), sorted(hosts.ADDRESSES))

    def wait_for(self, find):
        """Returns what `find` gives as soon as that is something; fails after a minute."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if found := find():
                return found
            time.sleep(0.005)
        return self.fail("waited for a minute in vain")

    @staticmethod
    def members(launcher):
        """Returns the processes that a launcher has started."""
        out = []
        for folder in pathlib.Path("/proc").iterdir():
            if not folder.name.isdigit():
                continue
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == launcher:
                out.append(int(folder.name))
        return out

    @staticmethod
    def rank_of(pid):
        try:
            variables = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            return ""
        return dict(v.split(b"=", 1) for v in variables if b"=" in v).get(b"OMPI_COMM_WORLD_RANK", b"").decode()


def main():
    global BINARY, MPI, LAUNCHER
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--binary", "--mpi", "--launcher"):
        parser.add_argument(option, required=True)
    arguments, rest = parser.parse_known_args()
    BINARY, MPI, LAUNCHER = (os.path.abspath(path) for path in (arguments.binary, arguments.mpi, arguments.launcher))
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
