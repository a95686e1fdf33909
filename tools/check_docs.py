#!/usr/bin/env python3
"""Checks that the documents say what is true: every example in them is compiled and run.

Usage: check_docs.py --binary SPOILS [--update] [PROJECT]

Looks at README.md, ARCHITECTURE.md, CHANGELOG.md, CONTRIBUTING.md, docs/*.md and docs/decisions/*.md. The words after
the three backticks of a fenced block say what it must hold:

  loot              a pack that compiles without a finding; it becomes example.loot for the console block after it
  loot NAME.loot    the same under a name of its own, which stays until the end of the page
  loot fragment     declarations, above which a `pack` line is put
  loot edit NAME.loot   declarations that replace those of the same name in a file above, or follow its last one
  loot warned       a pack (or fragment) that compiles, with warnings or notes
  loot unmet        a pack (or fragment) with expectations that are not met
  loot wrong        a pack (or fragment) that is refused
  json FILE         a file of that name, which stays until the end of the page
  console           commands after `$ ` and their output, errors included; a line `...` matches any lines
  cpp FILE          lines of that file of the project

--update writes what the commands print, and the lines of the file, into the documents. Links to files and headings must
lead somewhere, docs/language.md must name every word of the language, and each file that a page about the sources
names in backticks (`odds/paths.h`, `tests/odds`, `lang/parse_*.cpp`) must exist. Exits with 1 if there is a fault.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGES = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")
SOURCE_PAGES = ("ARCHITECTURE.md", "docs/internals.md", "docs/ways.md", "docs/dumps.md")  # they name files of these:
ROOTS = ("", "src", "include")
SOURCE_PATH = re.compile(r"`([\w.*-]+/[\w./*-]*?)/?`")
SOURCE_FOLDERS = ("src", "include", "tests", "tools", "docs", "fuzz", "bench", "packs", "examples")
PACK_LINE = 'pack example "Example" 1.0\n'
FENCE = re.compile(r"^```(.*)$")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
HEAD = re.compile(r"^(?:override\s+|world\s+)*(\w+)\s+(\w+)")
KEYWORD = re.compile(r'^SPOILS_KEYWORD\(\w+, "(\w+)"\)', re.MULTILINE)


class Block:
    def __init__(self, line, kind, text):
        self.line = line  # of the fence, from 1
        self.kind = kind
        self.text = text

    def lines(self):
        return self.text.splitlines()


def blocks_of(lines):
    """Yields the fenced blocks of a page."""
    begin, kind = None, ""
    for number, line in enumerate(lines, 1):
        match = FENCE.match(line)
        if not match:
            continue
        if begin is None:
            begin, kind = number, match.group(1).strip()
        else:
            yield Block(begin, kind, "".join(text + "\n" for text in lines[begin:number - 1]))
            begin = None


def declarations(text):
    """Returns the declarations of a pack, each with the comments before it, as (word and name, lines)."""
    chunks, before = [], []
    for line in text.splitlines():
        if line[:1].isalpha():
            match = HEAD.match(line)
            chunks.append((match.groups() if match else line, before + [line]))
            before = []
        elif not line or line[0] == "#":
            before.append(line)
        elif chunks:
            chunks[-1][1].extend(before + [line])
            before = []
    return [(head, "\n".join(lines).strip("\n")) for head, lines in chunks]


def edited(text, changes):
    """Returns a pack in which the declarations of `changes` replace those of the same name, or follow at the end."""
    chunks = declarations(text)
    for head, chunk in declarations(changes):
        same = [i for i, (other, _) in enumerate(chunks) if other == head]
        if same:
            chunks[same[0]] = (head, chunk)
        else:
            chunks.append((head, chunk))
    return "\n\n".join(chunk for _, chunk in chunks) + "\n"


def slug(heading):
    """Returns the anchor that a heading has."""
    words = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
    return words.replace(" ", "-")


def headings(text):
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return {slug(line.lstrip("#")) for line in outside.splitlines() if line.startswith("#")}


def matches(expected, actual):
    """Returns whether the lines are the same, where `...` matches any number of them."""
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


class Page:
    def __init__(self, path, binary, project, update):
        self.path = path
        self.project = project
        self.update = update
        self.source = path.read_text(encoding="utf-8")
        self.lines = self.source.splitlines()
        self.faults = []
        self.edits = []  # (first line, last line, text): what --update writes
        self.examples = 0
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        self.here = root / "here"
        for place in (root / "bin" / "spoils", self.here / "build" / "release" / "spoils"):
            place.parent.mkdir(parents=True)
            place.symlink_to(binary)
        self.environment = {
            "PATH": f"{root / 'bin'}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "HOME": str(root), "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "100"}

    def fault(self, line, message):
        self.faults.append(f"{self.path.relative_to(self.project)}:{line}: {message}")

    def run(self, command):
        done = subprocess.run(["sh", "-c", command], cwd=self.here, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
        return done.returncode, [line.rstrip() for line in done.stdout.decode("utf-8", "replace").splitlines()]

    def check(self):
        for block in blocks_of(self.lines):
            words = block.kind.split()
            if not words:
                continue
            if words[0] == "loot":
                self.check_pack(block, words[1:])
            elif words[0] == "console":
                self.check_console(block)
            elif words[0] == "json" and len(words) == 2:
                (self.here / words[1]).parent.mkdir(parents=True, exist_ok=True)
                (self.here / words[1]).write_text(block.text, encoding="utf-8")
            elif words[0] in ("cpp", "c", "python") and len(words) == 2:
                self.check_lines(block, words[1])
        self.check_links()
        if str(self.path.relative_to(self.project)) in SOURCE_PAGES:
            self.check_paths()
        if self.update and self.edits:
            for first, last, text in reversed(self.edits):
                self.lines[first:last] = text
            self.path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
        self.folder.cleanup()
        return self.faults

    def check_pack(self, block, words):
        self.examples += 1
        kinds = [word for word in words if not word.endswith(".loot")]
        names = [word for word in words if word.endswith(".loot")]
        name = names[0] if names else "example.loot"
        text = block.text
        has_line = re.search(r"^pack ", text, re.MULTILINE) is not None
        if "edit" in kinds:
            if not (self.here / name).exists():
                return self.fault(block.line, f"there is no {name} above to edit")
            text = edited((self.here / name).read_text(encoding="utf-8"), text)
        elif "fragment" in kinds or ({"wrong", "warned", "unmet"} & set(kinds) and not has_line):
            text = PACK_LINE + text
        elif not has_line:
            return self.fault(block.line, "the example has no `pack` line; is it a `loot fragment`?")
        (self.here / name).write_text(text, encoding="utf-8")
        code, output = self.run(f"spoils check {name}")
        found = "\n  ".join(output)
        if "wrong" in kinds:
            if code != 3:
                self.fault(block.line, f"the example should be refused:\n  {found}")
        elif code == 1:
            if "unmet" not in kinds:
                self.fault(block.line, f"an expectation of the example is not met:\n  {found}")
        elif code != 0:
            self.fault(block.line, f"the example does not compile:\n  {found}")
        elif "unmet" in kinds:
            self.fault(block.line, f"all expectations of the example are met:\n  {found}")
        elif (any(": warning[" in line or ": note[" in line for line in output)) != ("warned" in kinds):
            self.fault(block.line, f"the example is {'not ' if 'warned' in kinds else ''}warned of:\n  {found}")
        return None

    def check_console(self, block):
        result, expected, command, code = [], None, None, 0
        lines = block.lines() + ["$ "]
        for line in lines:
            if not line.startswith("$ ") or (command is not None and command.endswith("\\")):
                if command is None:
                    self.fault(block.line, "a console block begins with `$ COMMAND`")
                    return
                if command.endswith("\\"):
                    command = command[:-1] + line.strip()
                    result.append(line)
                else:
                    expected.append(line)
                continue
            if command is not None:
                code = self.check_command(block, command, expected, result, code)
            command, expected = line[2:], []
            if command:
                result.append(line)
        if result != block.lines():
            self.edits.append((block.line, block.line + len(block.lines()), result))

    def check_command(self, block, command, expected, result, code):
        self.examples += 1
        if command.strip() == "echo $?":
            actual = [str(code)]
        else:
            code, actual = self.run(command)
        while expected and not expected[-1]:
            expected.pop()  # blank lines before the next command
        stripped = [line.rstrip() for line in expected]
        if matches(stripped, actual):
            result.extend(expected)
            return code
        result.extend(actual)
        if not self.update:
            shown = "\n  ".join(actual)
            self.fault(block.line, f"`{command}` prints something else:\n  {shown}")
        return code

    def check_lines(self, block, name):
        self.examples += 1
        text = (self.project / name).read_text(encoding="utf-8")
        if block.text and block.text in text:
            return
        self.edits.append((block.line, block.line + len(block.lines()), text.splitlines()))
        if not self.update:
            self.fault(block.line, f"this is not in {name}")

    def check_paths(self):
        for number, line in enumerate(self.lines, 1):
            for path in SOURCE_PATH.findall(line):
                # Without a suffix it may be something else: a rule of a stream, a benchmark, a fraction.
                if "." not in path.rpartition("/")[2] and path.partition("/")[0] not in SOURCE_FOLDERS:
                    continue
                if not any(any((self.project / root).glob(path)) for root in ROOTS):
                    self.fault(number, f"there is no such file: {path}")

    def check_links(self):
        outside = re.sub(r"^```.*?^```$", lambda match: re.sub(r"[^\n]", "", match.group()), self.source,
                         flags=re.MULTILINE | re.DOTALL)
        for number, line in enumerate(outside.splitlines(), 1):
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, anchor = target.partition("#")
                path = (self.path.parent / file) if file else self.path
                if not path.exists():
                    self.fault(number, f"the link leads nowhere: {target}")
                elif anchor and anchor not in headings(path.read_text(encoding="utf-8")):
                    self.fault(number, f"no such heading: {target}")


def undocumented(project):
    """Returns a fault for each word of the language that docs/language.md does not name."""
    words, page = project / "src/lang/tokens.def", project / "docs/language.md"
    if not words.exists() or not page.exists():
        return []
    text = page.read_text(encoding="utf-8")
    return [f"docs/language.md: `{word}` is a word of the language and is not explained"
            for word in KEYWORD.findall(words.read_text(encoding="utf-8"))
            if not re.search(rf"\b{word}\b", text)]


def check(project, binary, update=False):
    """Returns the faults as lines of text, and how many examples there are."""
    faults, examples = undocumented(project), 0
    folder = project / "docs"
    paths = [project / name for name in PAGES] + sorted(folder.glob("*.md")) + sorted(folder.glob("decisions/*.md"))
    for path in paths:
        if path.exists():
            page = Page(path, binary, project, update)
            faults += page.check()
            examples += page.examples
    return faults, examples


def main():
    parser = argparse.ArgumentParser(description="Checks the examples of the documents.")
    parser.add_argument("--binary", required=True, help="the program")
    parser.add_argument("--update", action="store_true", help="write what the commands print into the documents")
    parser.add_argument("project", nargs="?", default=pathlib.Path(__file__).parent.parent)
    options = parser.parse_args()
    faults, examples = check(pathlib.Path(options.project).resolve(), pathlib.Path(options.binary).resolve(),
                             options.update)
    print("\n".join(faults) if faults else f"docs: {examples} examples hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
