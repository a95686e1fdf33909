// tests/reference/generate_other.cpp
//
// Numbers, sets and maps of integers, lists of flags, state of all types, and lets of types other than integer.
#include "reference/generate_pack.h"

namespace spoils::reference {

std::string Generator::other_declarations() {
  return "def span = 1..2\ndef edges = {axe, gem}\n"
         "table kit: on, parts, costs { 2 axe true [bow, gem] {gem 2}; 1 bow . . .; 1 gem (chance 1/3) [axe] {axe "
         "(d2)}; "
         "1 orb false [] {} }\n"
         "grid mixed[kind] {\n" +
         any({"  orb none\n (edges) (level) 1\n bow . (luck + 1)\n",
              "  (edges) none\n axe (level) 1\n bow, gem 2 (luck + 1)\n"}) +
         "}\ngrid strewn[level across] interpolate {\n  1 3\n axe 4 .\n bow . 2\n}\n"
         "world def luckily(k: symbol) = " +
         any({"chance 1/3", "k == axe and chance 1/2", "pick few == k"}) +
         "\nworld def pile(k: symbol) = " + any({"[pick few, k]", "shuffle [axe, k]", "[k, bow]"}) +
         "\nconstant def listed = [axe, gem]\nconstant def priced(k, n = 1) = {axe (n), bow 2}\n"
         "constant def grouped(p, q) = {p, (if q == axe then gem else bow)}\n";
}

std::string Generator::number(int depth) {
  if (depth <= 0) { return any({"share", "rate", "1/2", "plus / 2", "0.25"}); }
  const auto next = [&] { return number(depth - 1); };
  switch (either({"number literal", "number divided", "percent of", "number sum", "number product", "number power",
                  "number of fold", "number least", "number if", "number or none", "number of integer"})) {
    case 0: return any({"1/3", "0.25", "12.5%", "share"});
    case 1: {
      const auto a = integer(depth - 1);
      return "(" + a + " / " + any({"2", "3", "(0 - 2)"}) + ")";
    }
    case 2: return any({"(plus + 1)%", "plus%", "(d2 * 10)%"});
    case 3: {
      const auto a = next();
      return "(" + a + any({" + ", " - "}) + next() + ")";
    }
    case 4: return "(" + next() + any({" * 2", " / 2", " * rate", " // 1", " mod 1", " mod (1/3)"}) + ")";
    case 5: return any({"(plus / 2) ^ 2", "rate ^ level", "(-rate ^ 2)", "(2 / (1 - rate))"});
    case 6:
      return any({"sum", "max", "min"}) + any({"(x in sizes: x / 2)", "(k in steps: k / 3)", "(x in spots: x * rate)"});
    case 7: return any({"min", "max"}) + "(" + next() + ", " + any({"1/3", "plus", "share"}) + ")";
    case 8: {
      const auto condition = flag(depth - 1);
      return "(if " + condition + " then " + number(0) + " else " + number(0) + ")";
    }
    case 9: return "(" + number_or_none() + ")";
    default: return integer(depth - 1);
  }
}

std::string Generator::other_assignment(int depth) {
  const auto inner = depth > 0 ? 1 : 0;
  switch (either(
      {"set number",          "add number",          "set ints",         "add to ints",          "take from ints",
       "distinct ints",       "set of mapped ints",  "set map of ints",  "set value of int key", "add map of ints",
       "add to flags",        "set flags",           "add to state set", "take from state set",  "state map value",
       "state map",           "state flag",          "scratch symbol",   "scratch list",         "state from field",
       "constant def of map", "constant def of set", "pick def"})) {
    case 0: return "share = " + number(inner);
    case 1: return "share " + any({"+=", "-="}) + " " + number(inner);
    case 2: return "spots = {" + integer(0) + any({"", ", 1", ", d2"}) + "}";
    case 3: return "spots += " + integer(inner);
    case 4: return "spots -= " + any({"1", "plus", "d2"});
    case 5:
      return "spots = pick " + any({"1", "2", "d2"}) + " distinct from " + any({"1..3", "sizes", "{1, 3, 2}"}) +
             " or fewer";
    case 6: return "spots = set(x in " + any({"sizes: x mod 2)", "1..2: d2)", "spots: x + 1)", "steps: steps[x])"});
    case 7: return "steps = " + any({"{1 2, (plus) 1}", "{}", "{2 (d2), 1 -1}", "{(d2) 1, 10 1}"});
    case 8: return "steps[" + any({"1", "plus", "d2"}) + any({"] = ", "] += ", "] -= "}) + integer(inner);
    case 9: return "steps " + any({"+=", "-="}) + any({" {1 1}", " {2 (d2)}", " {(plus) 1, 1 1}"});
    case 10: return "turns += " + flag(inner);
    case 11:
      return "turns = " + any({"[lit, chance 1/2]", "[true, true]", "list(x in sizes: x > 1)", "shuffle [lit, true]"});
    case 12: return "seen += " + symbol(inner);
    case 13: return "seen -= " + any({"axe", "kind", "bow"});
    case 14: return "tally[" + any({"axe", "kind", "pick few"}) + any({"] += ", "] = "}) + any({"1", "plus", "d2"});
    case 15: return any({"tally += amounts", "tally = {axe 1, bow (d2)}", "tally = {}", "tally -= {axe 1}"});
    case 16: return "lucky = " + flag(inner);
    case 17: return "mood = " + symbol(inner);
    case 18: return any({"heap += d2", "heap = sizes", "heap = [plus, 1]"});
    case 19:
      return any({"lit = lucky", "plus = luck", "amounts = tally", "runes = seen", "brand = mood", "sizes = heap"});
    case 20:
      return "amounts " + any({"=", "+="}) + any({" priced(axe)", " priced(kind, 2)", " priced(bow, n = level)"});
    case 21:
      return any(
          {"runes = grouped(axe, kind)", "runes += grouped(kind, brand)", "marks = listed", "lit = kind in listed"});
    default: return any({"plus = pick span", "brand = pick edges", "kind = pick listed", "lit = plus in span"});
  }
}

std::string Generator::other_integer(int depth) {
  switch (either({"count set fold", "fold in fold", "number rounded", "most common int", "count flags",
                  "fold over int keys", "pick of def range", "pick of ints", "match flag", "match without case",
                  "match number", "count list of world", "value of state map", "fold over set of ints", "count of cell",
                  "signed cell"})) {
    case 0:
      return any({"count(set(x in sizes: x mod 2))", "count(set(x in marks: x))", "count(set(g in goods: g.mark))"});
    case 1:
      return any({"sum(x in sizes: count(y in sizes where y < x))",
                  "count(x in marks where any(g in goods: g.mark == x))", "max(x in 1..2: sum(y in 1..x: y))"});
    case 2: return any({"floor(", "ceil(", "round("}) + number(depth - 1) + ")";
    case 3: return "most_common(" + any({"sizes", "[1, 2, d2]", "heap"}) + ")";
    case 4: return any({"count(x in turns where x)", "count(x in turns where x == lit)", "count(turns)"});
    case 5: return any({"sum(k in steps: k * steps[k])", "first(steps)", "count(steps)", "last(steps)"});
    case 6: return "(pick span)";
    case 7: return any({"(pick {1, 3})", "(pick (spots + 1))", "(pick (sizes + 2))", "(pick {2 1, 3})"});
    case 8: return "(match " + any({"lit", "wild", "lucky"}) + " { true: 1; else: 2 })";
    case 9: return any({"(match kind { axe: 1; bow: 2 })", "(match plus { 1: 3; 2..4: d2 })"});
    case 10: return "(match share { 1/2: 1; 0..1: 2; else: 3 })";
    case 11: return any({"count(x in pile(kind) where x == axe)", "count(pile(axe))"});
    case 12: return "tally[" + any({"axe", "kind", "pick few"}) + "]";
    case 13: return any({"sum(spots)", "max(x in spots: x - 1)", "min(spots)", "count(x in spots where x > plus)"});
    case 14:
      return any({"count(kit[kind].parts)", "kit[gem].costs[axe]", "sum(k in kit[brand].costs: kit[brand].costs[k])"});
    default: return "abs(" + any({"-plus", "-level", "-d2"}) + ")";
  }
}

std::string Generator::other_quiet_flag() {
  switch (either({"state flag asked", "input flag", "in state set", "in set of ints", "in int keys", "equal sets",
                  "equal lists", "equal maps", "equal numbers", "less number", "number in range", "in flags",
                  "scratch asked", "in list literal", "in def", "equal flags", "unset list", "in constant def"})) {
    case 0: return any({"lucky", "not lucky"});
    case 1: return any({"wild", "wild == lit", "motto == title"});
    case 2: return any({"kind", "axe"}) + " in seen";
    case 3: return any({"plus in spots", "1 in spots"});
    case 4: return any({"plus in steps", "1 in steps", "2 in steps"});
    case 5: return any({"runes == seen", "spots == {1}", "spots != {1, 2}", "runes == {axe}"});
    case 6: return any({"sizes == [1, 2]", "marks != [axe]", "turns == [true]", "sizes == heap"});
    case 7: return any({"amounts == tally", "steps == {1 1}", "steps != {}"});
    case 8: return any({"share == 1/2", "share == plus", "share != plus / 2", "rate == share"});
    case 9: return any({"share < 1/3", "share >= rate", "plus < share", "share * 2 > 1"});
    case 10: return "share in " + any({"0..1", "1/3..1", "0..rate"});
    case 11: return any({"lit in turns", "true in turns", "false in turns"});
    case 12: return any({"mood == axe", "mood == kind", "1 in heap"});
    case 13: return any({"kind in [axe, brand]", "plus in [1, charges]", "brand in {kind, bow}"});
    case 14: return any({"kind in edges", "plus in span"});
    case 15: return any({"lit == lucky", "lit != wild", "(plus > 1) == lit"});
    case 16: return any({"marks == none", "sizes != none", "words == none", "amounts == none", "runes == none"});
    default: return any({"kind in listed", "kind in grouped(axe, brand)", "kind in priced(axe)"});
  }
}

std::string Generator::other_statement(int depth, bool is_main) {
  const auto body = [&] { return " {\n" + block(depth > 0 ? depth - 1 : 0, is_main) + "}\n"; };
  const auto name = [&] { return "v" + std::to_string(++names_); };
  switch (either({"let symbol", "let flag", "let list", "let set", "let map", "let number", "for set of ints",
                  "for int keys", "for flags", "do none", "with symbol input", "with text input", "with flag input",
                  "match flag of block", "supposed state", "supposed less", "let changed by list", "for shuffled"})) {
    case 0: {
      const auto let = name();
      const auto value = symbol(depth);
      return "let " + let + " = (" + value + ")\nif " + let + any({" == kind", " == axe", " != brand", " in marks"}) +
             body() + any({"brand", "kind"}) + " = " + let + "\n";
    }
    case 1: {
      const auto let = name();
      const auto value = flag(depth);
      return "let " + let + " = " + value + "\nif " + let + body() + "lit = not " + let + "\n";
    }
    case 2: {
      const auto let = name();
      const auto value = list(depth);
      return "let " + let + " = " + value + "\n" + let + any({" += axe", " -= axe", " += pick few"}) + "\n" +
             any({"plus += count(" + let + ")", "brand = " + let + "[2]", "marks = " + let, "lit = axe in " + let}) +
             "\n";
    }
    case 3: {
      const auto let = name();
      return "let " + let + " = {" + any({"kind, axe", "pick few, brand", "axe"}) + "}\n" +
             any({"plus += count(" + let + ")", "runes += " + let, "lit = gem in " + let}) + "\n";
    }
    case 4: {
      const auto let = name();
      return "let " + let + " = amounts" + any({" + {axe 1}", " - {bow 1}", ""}) + "\n" + let + "[" +
             any({"axe", "kind", "gem"}) + "] " + any({"= ", "+= ", "-= "}) + any({"1", "d2", "plus"}) + "\n" +
             any({"plus = " + let + "[axe]", "amounts = " + let, "charges = count(" + let + ")",
                  "lit = bow in " + let}) +
             "\n";
    }
    case 5: {
      const auto let = name();
      const auto value = number(depth);
      return "let " + let + " = " + value + "\n" +
             any({"if " + let + " > 1 { plus += 1 }", "share = " + let + " / 2", "lit = " + let + " == share"}) + "\n";
    }
    case 6: {
      const auto loop = name();
      return "for " + loop + " in " +
             any({"spots", "{3, 1}", "{plus, 1}", "(pick 2 distinct from 1..3)", "set(x in sizes: x)"}) + " { " +
             any({"plus += " + loop, "sizes += " + loop, "if " + loop + " > plus { charges += 1 }"}) + "\n" +
             statement(0, is_main) + "}\n";
    }
    case 7: {
      const auto loop = name();
      return "for " + loop + " in steps { " +
             any({"plus += " + loop, "sizes += " + loop, "charges += steps[" + loop + "]"}) + "\n" +
             statement(0, is_main) + "}\n";
    }
    case 8: {
      const auto loop = name();
      return "for " + loop + " in " + any({"turns", "[lit, chance 1/2]"}) + " { if " + loop + " { plus += 1 }\n" +
             statement(0, is_main) + "}\n";
    }
    case 9:
      return any({"do ", "do ", "drop do ", "hold do "}) +
             any({"(if lit then axe else none)", "(if plus > 1 then bow else none)"}) + "\n";
    case 10: return "with mode = " + any({"rich", "plain", "(if lit then rich else plain)"}) + body();
    case 11: return "with motto = " + any({"title", "label_of(kind)", "\"it {pick few}\""}) + body();
    case 12: return "with wild = " + any({"true", "lit", "chance 1/2"}) + body();
    case 13: {
      const auto subject = flag(depth);
      return "match " + subject + " {\ntrue:" + body() + "else: { charges += 1 }\n}\n";
    }
    case 14:
      return any({"points = plus", "points = luck", "points = count(marks) + luck"}) + any({" after ", " of "}) +
             any({"called(d2)", "loot()", "axe()"}) + "\ncharges += points\n";
    case 15: {
      const auto let = name();
      return "plus -= " + any({"charges", "count(sizes)", "luck"}) + any({" after ", " of "}) +
             any({"called()", "axe()", "loot(plus)"}) + "\nlet " + let + " = " + any({"lit", "kind", "share"}) +
             any({" after ", " of "}) + any({"axe()", "called(d2)"}) + "\nif " + let + " == none { charges += 1 }\n";
    }
    case 16: {
      const auto let = name();
      return "let " + let + " = 0\nfor v" + std::to_string(++names_) + " in " + any({"marks", "sizes", "[1, d2, 3]"}) +
             " { " + let + " += 1\nif " + let + " > 1 { plus += " + let + " } }\n";
    }
    default: {
      const auto loop = name();
      return "for " + loop + " in shuffle " + any({"[axe, bow]", "{axe, gem, kind}", "marks"}) + " { " +
             any({"kind = " + loop, "if " + loop + " != brand { marks += " + loop + " }"}) + "\n" +
             statement(0, is_main) + "}\n";
    }
  }
}

}  // namespace spoils::reference
