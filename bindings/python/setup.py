"""Puts the library that SPOILS_LIBRARY names into the wheel, which serves every Python 3 on this platform."""

import os
import pathlib
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        library = os.environ.get("SPOILS_LIBRARY")
        if not library:
            raise SystemExit("SPOILS_LIBRARY must name libspoils.so.1, which the preset `shared` builds")
        shutil.copyfile(library, pathlib.Path(self.build_lib, "spoils", "libspoils.so.1"))


class PlatformWheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel})
