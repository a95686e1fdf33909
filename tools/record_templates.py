#!/usr/bin/env python3
"""Measures by how much inheritance shrinks the records of a pack.

Each record is written out with all values that it inherits and does not replace. The pack is compared with that text,
in values (fields, rows, tags, blocks, `once`) and in bytes of their text.

Usage: record_templates.py PACK...      a folder of .loot files, or such files
"""

import re
import sys
from pathlib import Path

HEAD = re.compile(r'^(abstract )?([a-z]\w*) ([a-z]\w*)(?: "[^"]*")?(?: : ([\w, ]+?))? \{', re.M)
NO_RECORDS = {"collection", "rule", "table", "grid", "names"}


def body_end(text, begin):
    depth = 1
    for match in re.compile(r'"[^"]*"|#[^\n]*|[{}]').finditer(text, begin):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
            if depth == 0:
                return match.start()
    raise ValueError("a brace is missing")


def items_of(body):
    """The values of a record: the texts between line ends and semicolons, outside of inner braces."""
    items, depth, now = [], 0, ""
    for part in re.findall(r'"[^"]*"|#[^\n]*|[\n;{}\[\]()]|[^"#\n;{}\[\]()]+', body):
        if part.startswith("#"):
            continue
        depth += (part in "{[(") - (part in "}])") if len(part) == 1 else 0
        if part in "\n;" and depth == 0:
            items.append(" ".join(now.split()))
            now = ""
        else:
            now += part
    items.append(" ".join(now.split()))
    return [item for item in items if item]


def key_of(item):
    """What a later value of the same key takes the place of; nothing: both count."""
    field = re.match(r"(\w+) = ", item)
    if field and field[1] != "tags":
        return field[1]
    block = re.match(r"(\w+) \{", item)
    return block[1] if block else None


def records_of(text):
    collections = set(re.findall(r"^collection (\w+)", text, re.M))
    found = {}
    for match in HEAD.finditer(text):
        if match[2] in NO_RECORDS or (collections and match[2] not in collections):
            continue
        parents = [name.strip() for name in (match[4] or "").split(",") if name.strip()]
        body = text[match.end() : body_end(text, match.end())]
        found[match[2], match[3]] = (bool(match[1]), parents, items_of(body))
    return found


def line_of(records, collection, name):
    line = []
    for parent in records[collection, name][1]:
        if (collection, parent) in records:
            line += [above for above in line_of(records, collection, parent) if above not in line]
    return line + [name]


def written_out(records, collection, name):
    values = []
    for above in line_of(records, collection, name):
        own = records[collection, above][2]
        keys = {key_of(item) for item in own} - {None}
        values = [item for item in values if key_of(item) not in keys] + own
    return values


def size(items):
    return len(items), sum(len(item.encode()) + 1 for item in items)


def measure(text):
    """Returns records, abstract ones, then values and bytes as they are in the pack, and written out."""
    records = records_of(text)
    stands = [size(items) for _, _, items in records.values()]
    whole = [size(written_out(records, *key)) for key, record in records.items() if not record[0]]
    total = [sum(column) for column in zip(*stands)] + [sum(column) for column in zip(*whole)]
    return [len(whole), len(records) - len(whole)] + total


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    files = []
    for name in map(Path, sys.argv[1:]):
        files += sorted(name.glob("*.loot")) if name.is_dir() else [name]
    count, templates, values, size_now, all_values, all_bytes = measure("\n".join(f.read_text() for f in files))
    print(f"{count} records, {templates} templates that they inherit from")
    for what, now, then in (("values", values, all_values), ("bytes", size_now, all_bytes)):
        print(f"{what}: {now} in the pack, {then} if each record were written out: {1 - now / then:.0%} less")


if __name__ == "__main__":
    main()
