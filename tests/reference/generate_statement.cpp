// tests/reference/generate_statement.cpp
//
// Statements.
#include "reference/generate_pack.h"

namespace spoils::reference {

std::string Generator::block(int depth, bool is_main) {
  const auto size = lets_.size();
  std::string out;
  for (int n = dice_.within(1, depth > 0 ? 3 : 2); n > 0; --n) { out += statement(depth, is_main); }
  lets_.resize(size);
  return out;
}

// The outcomes of blocks that follow each other multiply, and so do those of the turns of a loop.
std::string Generator::many_blocks() {
  std::string out;
  for (int n = dice_.within(1, 3); n > 0; --n) {
    out += any({"plus = d6\n", "charges = 2d4\n", "kind = pick {2 axe, bow, gem, orb}\n", "points = d6\n",
                "brand = pick {axe, 2 bow, orb}\n", "repeat 3 { marks += pick {axe, bow} }\n", "sizes = [d4, d3]\n",
                "lit = chance 1/3\nluck = d6\n", "repeat 2 { plus += d4; if lit { charges += 1 } }\n"});
  }
  for (int n = dice_.within(1, 4); n > 0; --n) {
    if (dice_.below(2) == 0) {
      out += block(2, true);
      continue;
    }
    out += "repeat " + any({"3", "4", "level + 1", "d6", "8"}) + " {\n" + block(1, true) + "}\n";
  }
  return out;
}

std::string Generator::assignment(int depth, bool is_main) {
  switch (dice_.below(12)) {
    case 0: return text_assignment(depth);
    case 1: return other_assignment(depth);
    default: break;
  }
  switch (either({"set symbol",     "set integer",
                  "set flag",       "set number",
                  "set list",       "set set",
                  "set text",       "add number",
                  "take number",    "add to list",
                  "take from list", "add to set",
                  "take from set",  "add to text",
                  "set state",      "set scratch",
                  "set none",       "set ints",
                  "set quantity",   "set state symbol",
                  "add ints",       "take drawn from set",
                  "take ints",      "set distinct",
                  "add distinct",   "set map",
                  "add map",        "take map",
                  "set entry",      "add entry",
                  "distinct ints",  "shuffle ints",
                  "number or none", "state that may be unset"})) {
    case 0: return any({"kind", "brand"}) + " = " + symbol(depth);
    case 1: return any({"plus", "charges"}) + " = " + integer(depth);
    case 2: return "lit = " + flag(depth);
    case 3:
      return "share = " + any({"1/3", "0.25 * plus", "plus / 2", "12.5%", "share + 1/2", "(" + integer(0) + ") / 3"});
    case 4: return "marks = " + list(depth);
    case 5: return "runes = {" + any({"axe, bow", "axe, gem", ""}) + "}";
    case 6: return "title = " + text(depth);
    case 7: return any({"plus", "charges"}) + " += " + integer(depth);
    case 8: return any({"plus", "charges"}) + " -= " + integer(depth);
    case 9: return "marks += " + symbol(depth);
    case 10: return "marks -= " + any({"axe", "bow", "kind"});
    case 11: return "runes += " + symbol(depth);
    case 12: return "runes -= " + any({"axe", "bow", "brand"});
    case 13: return "title += " + text(depth);
    case 14: return "luck = min(9, max(0, " + integer(depth) + "))";
    case 15: return "points " + any({"=", "+=", "-="}) + " " + integer(depth);
    case 16: return any({"kind", "plus", "lit", "marks", "title", "share"}) + " = none";
    case 17: return "sizes = [" + integer(0) + ", " + integer(0) + "]";
    case 18: return "quantity = " + any({"d2", "0", "1", "2", "pick 1..2"});
    case 19: return "last = pick {axe, bow}";
    case 20: return "sizes += " + integer(depth);
    case 21: return "runes -= pick few";
    case 22: return "sizes -= " + any({"plus", "1", "d2"});
    case 23: return "runes = " + distinct(depth);
    case 24: return "runes += " + distinct(depth);
    case 25: return "amounts = " + map(depth);
    case 26: return "amounts += " + map(depth);
    case 27: return "amounts -= " + map(depth);
    case 28: return "amounts[" + any({"axe", "gem", "kind", "pick few"}) + "] = " + integer(depth);
    case 29: return "amounts[" + any({"bow", "gem", "brand"}) + any({"] += ", "] -= "}) + integer(depth);
    case 30:
      return "sizes = list(x in (pick " + any({"2", "level", "d2"}) + " distinct from " + any({"1..3", "[3, 1, 3]"}) +
             " or fewer): x)";
    case 31: return "sizes = shuffle " + any({"sizes", "1..3", "[2, 1, 2]", "(sizes + plus)"});
    case 32: return "share = " + number_or_none();
    default:
      // The check finds what always fails in any rule, the reference only what fails in the first.
      return "luck = " + any({"count(sizes)", "if plus != none then 2 else 1", "min(9, max(0, charges))",
                              "count(marks)", is_main ? "first(x in sizes: 3)" : "3",
                              is_main ? "if " + flag(0) + " then 3 else none" : "if lit then 3 else 4"});
  }
}

// Values of type number that may be unset, by each way on which a value goes.
std::string Generator::number_or_none() {
  switch (dice_.below(10)) {
    case 0: return "if " + flag(0) + " then " + any({"1/3", "share", "plus / 2"}) + " else none";
    case 1: return "if " + flag(0) + " then none else " + any({"0", "1/2", "share"});
    case 2: return "match " + symbol(0) + " { axe: 1/2; bow: none; else: share }";
    case 3: return "part(" + any({"plus", "share", "1/2", "none"}) + ")";
    case 4: return "portions[" + symbol(0) + "].part";
    case 5: return "pick parts";
    case 6:
      return any({"first", "last"}) + "(x in " + any({"marks", "sizes"}) + ": " + any({"1/2", "share", "plus / 3"}) +
             ")";
    case 7: return "(if share == none then 1/4 else " + any({"none", "share / 2"}) + ")";
    case 8: return "if part(plus) " + any({"==", "!="}) + " none then 1/5 else share";
    default: return "none";
  }
}

std::string Generator::statement(int depth, bool is_main) {
  if (has_records_ && dice_.below(4) == 0) { return record_statement(depth, is_main); }
  if (has_root_ && dice_.below(12) == 0) {
    switch (either({"call over two steps", "drop over two steps", "table over two steps", "def over two steps",
                    "measure over two steps"})) {
      case 0: return any({"mined()", "mined(d2)", "mined(n = plus)"}) + "\n";
      case 1: return any({"drop mined", "hold mined(2)", "drop mined(charges)"}) + "\n";
      case 2: return any({"kind", "brand"}) + " = pick ore\n";
      case 3: return any({"plus", "charges"}) + any({" = ", " += "}) + "dross\n";
      default: return any({"charges", "plus"}) + " = mass\n";
    }
  }
  if (has_base_ && dice_.below(8) == 0) {
    switch (either({"call used rule", "drop used rule", "use table", "use def", "use measure", "use input"})) {
      case 0: return any({"found()", "found(d2)", "lone()", "found(n = bonus)"}) + "\n";
      case 1: return any({"drop found", "hold found(2)", "drop lone"}) + "\n";
      case 2: return "kind = pick stock\n";
      case 3: return any({"plus = bonus\n", "brand = tint\n"});
      case 4: return "charges = heat\n";
      default: return "with deep = " + any({"2", "level"}) + " {\n" + block(0, is_main) + "found()\n}\n";
    }
  }
  if (depth == 0 || dice_.below(2) == 0) { return assignment(depth, is_main) + "\n"; }
  switch (dice_.below(12)) {
    case 0: return text_statement(depth, is_main);
    case 1: return field_statement(depth, is_main);
    case 2: return other_statement(depth, is_main);
    default: break;
  }
  const auto body = [&] { return " {\n" + block(depth - 1, is_main) + "}"; };
  const auto name = [&] { return "v" + std::to_string(++names_); };
  switch (either({"let",
                  "if",
                  "if else",
                  "match",
                  "match range",
                  "repeat",
                  "repeat while",
                  "for range",
                  "for list",
                  "for ints",
                  "retry max",
                  "retry",
                  "call",
                  "do",
                  "drop",
                  "hold",
                  "stop",
                  "discard",
                  "with input",
                  "with stream",
                  "with lcg",
                  "call with argument",
                  "drop with argument",
                  "for row",
                  "let row",
                  "drop do",
                  "for keys",
                  "set let",
                  "try",
                  "try else",
                  "world rule",
                  "world rule drawn",
                  "world rule of a thing",
                  "asked set",
                  "value after",
                  "value of",
                  "members in turn"})) {
    case 0: {
      const auto let = name();
      const auto value = integer(depth);
      lets_.push_back(let);
      return "let " + let + " = " + value + "\n";
    }
    case 1: {
      const auto condition = flag(depth);
      return "if " + condition + body() + "\n";
    }
    case 2: {
      const auto condition = flag(depth);
      const auto then = body();
      return "if " + condition + then + "\nelse" + body() + "\n";
    }
    case 3: {
      const auto subject = symbol(depth);
      const auto one = body();
      return "match " + subject + " {\naxe, bow:" + one + "\ngem:" + body() + "\nelse: { plus += 1 }\n}\n";
    }
    case 4: {
      const auto subject = integer(depth);
      return "match " + subject + " {\n0..1:" + body() + "\n2, 4:" + body() + "\n}\n";
    }
    case 5: return "repeat " + any({"2", "level", "d2"}) + body() + "\n";
    case 6: {
      const auto condition = flag(depth);
      return "repeat 2 while " + condition + body() + "\n";
    }
    case 7: {
      const auto loop = name();
      lets_.push_back(loop);
      const auto inner = body();
      lets_.pop_back();
      return "for " + loop + " in 1.." + any({"2", "level"}) + inner + "\n";
    }
    case 8: {
      const auto loop = name();
      return "for " + loop + " in " + any({"marks", "[axe, bow]"}) + " { brand = " + loop + "\n" +
             statement(0, is_main) + "}\n";
    }
    case 9: {
      const auto loop = name();
      lets_.push_back(loop);
      const auto inner = body();
      lets_.pop_back();
      return "for " + loop + " in " + any({"sizes", "[1, d2]"}) + inner + "\n";
    }
    case 10: {
      const auto inner = body();
      const auto most = any({"1", "2", "3", "d2", "(pick {2 1, 3})", "sizes[1]"});
      return "retry max " + most + inner + " while " + flag(0) + "\n";
    }
    case 11: {
      // Ends with certainty.
      const bool before = is_in_retry_;
      is_in_retry_ = true;
      const auto inner = block(0, is_main);
      auto out = "retry {\nkind = pick {axe, 2 bow, gem}\nplus = d3\n" + inner + "} while " +
                 any({"kind == axe", "plus > 2", "kind == gem and plus == 1", "chance 1/3"}) + "\n";
      is_in_retry_ = before;
      return out;
    }
    case 12: return "called()\n";
    case 13: return "do pick {axe, 2 bow}\n";
    case 14: return "drop loot\n";
    case 15: return "hold loot\n";
    case 16: return is_main && dice_.below(2) == 0 ? "if " + flag(0) + " { stop }\n" : "stop\n";
    case 17: return "if " + flag(0) + " { discard }\n";
    case 18: return "with level = " + any({"1", "3", "level + 1", "pick 1..3"}) + body() + "\n";
    case 19: return "with stream other" + body() + "\n";
    case 20:
      return is_in_retry_
                 ? "stop\n"
                 : "with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = " +
                       any({"1", "7", "plus + 2", "polynomial_hash(title, 37)"}) + ", skip = 3)" + body() + "\n";
    case 21: return "called(" + any({"2", "n = 3", "d2"}) + ")\n";
    case 22: return any({"drop", "hold"}) + std::string(" loot(") + any({"3", "d2", "quantity = 1"}) + ")\n";
    case 23: {
      const auto loop = name();
      const auto table = any({"goods", "spare"});
      return "for " + loop + " in " + table + " { " +
             (table == "goods"
                  ? any({"plus += " + loop + ".worth", "if " + loop + ".worth > 1 { marks += " + loop + " }",
                         "charges += " + loop + ".drawn"})
                  : any({"plus += " + loop + ".plenty", "brand = " + loop})) +
             "\n" + statement(0, is_main) + "}\n";
    }
    case 24: {
      const auto row = name();
      return "let " + row + " = pick " + row +
             any({" in spare\nplus = " + row + ".plenty\nkind = " + row + "\n",
                  " in goods where " + row + " != kind\ncharges += " + row + ".drawn\nbrand = " + row + "\n",
                  " in laden weight " + row + ".heft\nplus += " + row + ".heft\n"});
    }
    case 25:
      return any({"drop", "hold"}) + std::string(" do ") + any({"pick {axe, 2 bow}", "(if lit then axe else bow)"}) +
             "\n";
    case 26: {
      const auto key = name();
      return "for " + key + " in amounts { marks += " + key + "; plus += amounts[" + key + "]\n" +
             statement(0, is_main) + "}\n";
    }
    case 28: {
      const auto inner = body();
      return "try" + inner + " keep " + flag(1) + "\n";
    }
    case 29: {
      const auto inner = body();
      const auto kept = flag(0);
      return "try" + inner + " keep " + kept + " else" + body() + "\n";
    }
    case 30: return any({"lost(axe)", "cast()", "cast(1)", "lost(axe, 2)", "do cast"}) + "\n";
    case 31: return any({"lost(pick {axe, bow})", "cast(d2)", "lost(kind, n = d2)", "cast(quantity)"}) + "\n";
    case 32: return any({"drop", "hold"}) + " " + any({"cast", "lost(axe)", "lost(kind)", "cast(d2)"}) + "\n";
    case 33: return asked_set(name());
    case 34: {
      const auto value = integer(0);
      return any({"plus", "charges"}) + any({" = ", " += "}) + value + " after " +
             any({"called()", "called(d2)", "axe()", "bow()", "loot(plus)"}) + "\n";
    }
    case 35: {
      const auto let = name();
      const auto value = integer(0);
      auto out = "let " + let + " = " + value + " of " + any({"called(plus)", "axe()", "loot()"}) + "\n";
      lets_.push_back(let);
      return out;
    }
    case 36: return members_in_turn(name(), name(), name());
    default: return lets_.empty() ? "plus += 1\n" : lets_.back() + any({" = ", " += "}) + integer(depth - 1) + "\n";
  }
}

}  // namespace spoils::reference
