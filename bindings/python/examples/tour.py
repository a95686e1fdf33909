"""A tour in cells, as of a notebook. Each `# %%` begins one; editors and jupytext run them one by one."""

# %% The package is beside this folder; an installed one needs no path.
import pathlib
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import spoils  # noqa: E402

# %% A pack is text.
pack = spoils.compile("""
pack cellar "The cellar" 1.0
input depth: 1..9 = 1
rule find {
  kind = pick find
  if kind == bottle { quantity = d4; wine = pick {4 red, 4 white, 1 golden} }
}
table find { 50 rat; 30 bottle; (5 * depth) ghost }
display find "&[ {wine}] {kind}~"
""")
print(pack, pack.fields)

# %% Roll: the same seed and index give the same thing for ever.
roller = pack.roller("find", depth=8)
for things in roller.rolls("tour", count=6):
    print(", ".join(thing.name for thing in things))

# %% Exact odds are fractions.
odds = pack.odds(by=["kind"], fractions=True, depth=8)
for row in odds.rows:
    print(f"{row.values[0]:8} {str(row.probability):>6} {float(row.probability):8.3%}")
assert odds["ghost"] == Fraction(1, 3)

# %% A sweep as rows, which pandas.DataFrame(...) takes as they are.
for record in pack.odds(by=["kind"], sweep="depth").records()[:6]:
    print(record)

# %% Many things at once, as columns.
batch = roller.batch("tour", 100_000, fields=["kind"], names=False)
ghosts = batch["kind"].count("ghost")
print(f"{ghosts} ghosts of {len(batch)}; expected {float(odds['ghost']) * len(batch):.0f}")

# %% Why it is a bottle.
for step in roller.explain("tour", 2)["steps"][0]["steps"]:
    print(step.get("target", "?"), "=", step["chosen"], f"({step['p']:.2%})")
