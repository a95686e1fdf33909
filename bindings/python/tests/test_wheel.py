"""Builds a wheel without a network, installs it into a folder, and uses it from there without SPOILS_LIBRARY."""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
TOOLS = ("pip", "setuptools", "wheel")
PROGRAM = """
import pathlib, spoils
assert pathlib.Path(spoils.__file__).parent.parent == pathlib.Path.cwd(), spoils.__file__
pack = spoils.compile('pack a "A" 1.0\\nrule find { kind = pick {1 x} }\\n')
print(spoils.version(), pack.roller().roll(1)[0].kind)
"""


@unittest.skipUnless(all(importlib.util.find_spec(tool) for tool in TOOLS), f"needs {', '.join(TOOLS)}")
@unittest.skipUnless(os.environ.get("SPOILS_LIBRARY"), "needs SPOILS_LIBRARY")
class Wheel(unittest.TestCase):
    def run_python(self, *arguments, folder, **environment):
        result = subprocess.run([sys.executable, "-B", *arguments], cwd=folder, capture_output=True, text=True,
                                env=environment, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def test_wheel(self):
        with tempfile.TemporaryDirectory() as scratch:
            source, target = pathlib.Path(scratch, "source"), pathlib.Path(scratch, "target")
            shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "tests"))
            target.mkdir()
            plain = dict(os.environ, PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
            self.run_python("-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-q", "-w", scratch, str(source),
                            folder=scratch, **plain)
            wheels = list(pathlib.Path(scratch).glob("spoils-*.whl"))
            self.assertEqual(len(wheels), 1)
            self.assertRegex(wheels[0].name, r"^spoils-0\.1\.0-py3-none-(?!any)")
            self.run_python("-m", "pip", "install", "--no-deps", "-q", "--target", str(target), str(wheels[0]),
                            folder=scratch, **plain)
            del plain["SPOILS_LIBRARY"]
            self.assertEqual(self.run_python("-c", PROGRAM, folder=target, **plain), "0.1.0 x\n")


if __name__ == "__main__":
    unittest.main()
