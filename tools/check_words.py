#!/usr/bin/env python3
"""Counts idioms that make a reader read a sentence twice, in comments and messages (CONTRIBUTING.md, Code).

Usage: check_words.py [--list] [PROJECT]. Reads the comments of src, include, tests, bench, fuzz, examples,
tools and packs, and the texts in quotes of src and include. Exits with 1 if MOST lines or more have an idiom; a few are
the plainest word, as a number that stands in parentheses. --list shows every line.
"""

import argparse
import pathlib
import re
import sys

MOST = 40
FOLDERS = ("src", "include", "tests", "bench", "fuzz", "examples", "tools", "packs")
SLASHES = (".h", ".cpp", ".def", ".loot")
HASHES = (".py", ".toml", ".txt", ".sh")

# The idiom, and the plain word.
IDIOMS = {
    "stands": (r"\bstands?\b|\bstood\b", "is, is stored"),
    "told": (r"\b(is|are|be|been|was|were|being|not) told\b(?! apart)", "is reported, is given"),
    "who": (r"\b(somebody|nobody|whoever|who)\b", "the caller, the observer, the user"),
    "behind": (r"\bbehind\b", "after"),
    "lies": (r"\b(lies|lay|lie) (in|at|on|within|behind|under|between|outside|inside)\b", "is, is stored"),
    "asks for": (r"\b(asks?|asked) for\b", "requests, reads"),
    "hangs on": (r"\b(hangs?|hung) (on|upon)\b", "depends on"),
    "worked out": (r"\b(work(s|ed)?|working) out\b", "computed"),
    "comes of": (r"\b(comes?|came|coming) of\b", "results from"),
    "What begins": (r"(?:^|(?<=[.:!?] ))(What|Whatever|Where|Wherever|Who)\b(?![^.]*\?)", "name the subject"),
    "Of begins": (r"(?:^|(?<=[.!?] ))Of (?!course)", "name the subject"),
}
PATTERNS = {name: re.compile(pattern) for name, (pattern, _) in IDIOMS.items()}
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def comment_of(line, mark):
    """Returns the text of a comment in a line, without the mark; None if it has none outside of quotes."""
    at = LITERAL.sub(lambda found: "x" * len(found.group(0)), line).find(mark)
    return None if at < 0 else line[at:].lstrip("/#!<").strip()


def texts_of(path, in_code):
    """Yields (line number, text) for the comments of a file and, if it is code of the library, its texts in quotes."""
    mark = "//" if path.suffix in SLASHES and path.suffix != ".loot" else "#"
    open_sentence = False
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        comment = comment_of(line, mark)
        if comment:
            # A line that goes on with a sentence does not begin one.
            yield number, ("_ " if open_sentence and line.lstrip().startswith(mark) else "") + comment
        open_sentence = bool(comment) and not comment.endswith((".", ":", "!", "?"))
        if in_code:
            for literal in LITERAL.findall(line.split("//")[0] if comment else line):
                if " " in literal:
                    yield number, literal


def check(project):
    """Returns the lines with an idiom as lines of text."""
    out = []
    for folder in FOLDERS:
        for path in sorted((project / folder).rglob("*")):
            if path.suffix not in SLASHES + HASHES or path.name == pathlib.Path(__file__).name or "corpus" in path.parts:
                continue
            for number, text in texts_of(path, folder in ("src", "include")):
                for name, pattern in PATTERNS.items():
                    if pattern.search(text):
                        plain = IDIOMS[name][1]
                        out.append(f"{path.relative_to(project)}:{number}: {name} ({plain}): {text}")
                        break
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="show every line with an idiom")
    parser.add_argument("project", nargs="?", default=pathlib.Path(__file__).parent.parent, type=pathlib.Path)
    options = parser.parse_args()
    found = check(options.project)
    if options.list or len(found) >= MOST:
        print("\n".join(found))
    print(f"words: {len(found)} lines with an idiom, fewer than {MOST} allowed")
    return 1 if len(found) >= MOST else 0


if __name__ == "__main__":
    sys.exit(main())
