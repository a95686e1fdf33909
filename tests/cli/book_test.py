#!/usr/bin/env python3
"""Tests of `spoils book` from outside.

Usage: book_test.py --binary PATH [unittest options]
"""

import html.parser
import os
import pathlib
import re
import stat
import unittest
import xml.etree.ElementTree

import cli_test
from cli_test import FINE, INTERNAL, INVALID, USAGE, CliTest

PACKS = pathlib.Path(__file__).resolve().parents[2] / "packs"
VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(html.parser.HTMLParser):
    """The tags of a page, which must close in the order in which they open; ids, links, and all texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.attributes, self.faults = [], [], [], set(), set(), []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append((tag, self.getpos()))


def headings(markdown):
    """The ids that readers of Markdown give to headings."""
    seen = {}
    for line in re.sub(r"(?ms)^(````*)$.*?^\1$", "", markdown).splitlines():
        if line.startswith("#"):
            text = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower().replace("\\_", "_")).replace(" ", "-")
            number = seen.get(text, -1) + 1
            seen[text] = number
            yield f"{text}-{number}" if number else text


class Book(CliTest):
    def book(self, pack, *words):
        return self.good("book", str(PACKS / pack), *words)

    def test_html_is_whole_and_alone(self):
        for pack in ("hello", "rogue", "crawl"):
            text = self.book(pack, "--format", "html")
            page = Page(text)
            self.assertEqual((page.faults, page.open), ([], []), pack)
            self.assertEqual(len(page.ids), len(set(page.ids)), pack)
            self.assertGreater(len(page.links), 5)
            for link in page.links:
                self.assertTrue(link.startswith("#"), link)
                self.assertIn(link[1:], page.ids)
            self.assertFalse(page.tags & {"script", "link", "img", "iframe", "object"}, page.tags)
            self.assertFalse([name for name in page.attributes if name.startswith("on") or name == "src"])
            self.assertNotIn("url(", text)
            self.assertNotIn("http", text)
            self.assertIn('name="viewport"', text)
            self.assertIn("prefers-color-scheme: dark", text)
            # It is XML, too, and each chart has its points within its picture.
            root = xml.etree.ElementTree.fromstring(text.replace("<!DOCTYPE html>", ""))
            for svg in root.iter("svg"):
                width, height = (float(size) for size in svg.get("viewBox").split()[2:])
                for line in svg.iter("polyline"):
                    for point in line.get("points").split():
                        x, y = map(float, point.split(","))
                        self.assertTrue(0 <= x <= width and 0 <= y <= height, (pack, point))

    def test_every_part_is_linked(self):
        page = Page(self.book("rogue", "--format", "html"))
        for name in ("rule-floor", "table-potion", "table-monster", "rule-level", "definition-trap_number"):
            self.assertIn(name, page.ids)
            self.assertIn("#" + name, page.links)

    def test_markdown_links_lead_somewhere(self):
        for pack in ("rogue", "crawl", "crawl_game"):
            text = self.book(pack)
            known = set(headings(text))
            links = re.findall(r"\]\(#([^)]*)\)", text)
            self.assertGreater(len(links), 50)
            self.assertEqual(sorted(set(links) - known), [])

    def test_the_same_each_time_and_to_the_file(self):
        for name, extra in (("b.md", []), ("b.html", []), ("b.txt", ["--format", "html"])):
            self.assertEqual(self.book("rogue", "-o", name, *extra), "")
            written = (self.home / name).read_text(encoding="utf-8")
            wanted = "markdown" if name == "b.md" else "html"
            self.assertEqual(written, self.book("rogue", "--format", wanted))
        self.assertEqual(sorted(file.name for file in self.home.iterdir()), ["b.html", "b.md", "b.txt"])

    def test_estimates_are_beside_proven_bounds(self):
        self.write("wide.loot", 'pack wide "Wide" 1\nrule find { a = d10000; b = d10000; c = d10000; d = d10000\n'
                                "  kind = if a * b + c * d > 50000000 then big else small }\n")
        text = self.good("book", "wide.loot")
        self.assertRegex(text, r"\| kind +\| +estimated \|")
        self.assertRegex(text, r"\| small \| [0-9.]+% \+- [0-9.]+% \|")
        self.assertIn("Estimated, not proven, by 10000 rolls of seed 1", text)
        self.assertEqual(text, self.good("book", "wide.loot"))
        exact = self.good("book", "wide.loot", "--exact")
        self.assertNotIn("stimated", exact)
        self.assertIn("Too many paths to compute here", exact)
        self.assertIn("`spoils odds wide.loot find --by ...`", exact)
        page = self.good("book", "wide.loot", "--format", "html")
        self.assertIn("estimated", page)

    def test_values_and_rows(self):
        text = self.book("rogue", "--at", "26,1,13,13", "--rows", "3")
        self.assertRegex(text, r"\| level 1 \| +13 \| +26 \|")
        self.assertIn("| and 72 more ", text)
        self.assertNotIn(" more |", self.book("rogue", "--rows", "0"))

    def test_files_that_cannot_be_written(self):
        self.bad(INTERNAL, "book", str(PACKS / "hello"), "-o", "nowhere/b.md")
        self.bad(INTERNAL, "book", str(PACKS / "hello"), "-o", ".")
        path = self.write("old.md", "old")
        os.chmod(path, stat.S_IRUSR)
        if os.geteuid() != 0:
            self.bad(INTERNAL, "book", str(PACKS / "hello"), "-o", "old.md")
            self.assertEqual(path.read_text(), "old")
        os.chmod(path, 0o640)
        self.book("hello", "-o", "old.md")
        self.assertTrue(path.read_text().startswith("# Hello, loot\n"))
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)

    def test_wrong_usage(self):
        self.bad(USAGE, "book")
        self.bad(USAGE, "book", "no_such_pack")
        self.bad(USAGE, "book", str(PACKS / "hello"), "floor")
        self.bad(USAGE, "book", str(PACKS / "hello"), "--format", "pdf")
        self.bad(USAGE, "book", str(PACKS / "hello"), "--at", "1,x")
        message, help_line = self.bad(USAGE, "book", str(PACKS / "hello"), "--at", "1,31")
        self.assertIn("`depth` cannot be 31", message)
        self.assertIn("1..30", help_line)
        self.write("broken.loot", "pack broken\n")
        self.bad(INVALID, "book", "broken.loot")

    def test_help_and_completion(self):
        text = self.good("book", "--help")
        self.assertIn("Usage: spoils book", text)
        self.assertIn("Examples:\n  ", text)
        self.assertEqual(text, self.good("help", "book"))
        self.assertRegex(self.good("--help"), r"(?m)^  book +\w")


class Replaces(CliTest):
    def test_no_pack(self):
        self.write("one.loot", "pack one\nrule r { kind = gem }\n")
        self.write("plain", "pack plain\nrule r { kind = gem }\n")
        for command in ("book", "compile"):
            for pack, output in (("one.loot", "one.loot"), ("one.loot", "./other.loot"), ("./plain", "plain")):
                before = (self.home / pack).read_text()
                said = self.bad(USAGE, command, pack, "-o", output)
                self.assertIn(f"{output} is a pack", said[0])
                self.assertEqual((self.home / pack).read_text(), before)
            self.good(command, "one.loot", "-o", "one.out")


# The tests of the base class belong to cli_test.py.
del CliTest


if __name__ == "__main__":
    cli_test.main()
