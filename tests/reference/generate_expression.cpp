// tests/reference/generate_expression.cpp
//
// Expressions by type. Expressions in conditions of rows and in questions do not draw.
#include "reference/generate_pack.h"

namespace spoils::reference {

std::string Generator::quiet_integer() {
  return any({"plus", "charges", "level", "luck", "2", "count(marks)", "points", "quantity", "power", "sizes[1]",
              "count(seen)", "tally[axe]", "steps[1]", "count(heap)"});
}

std::string Generator::quiet_flag() {
  if (has_records_ && dice_.below(6) == 0) { return record_flag(); }
  switch (dice_.below(12)) {
    case 0: return quiet_text_flag();
    case 1: return other_quiet_flag();
    default: break;
  }
  switch (either(
      {"equal symbols", "less", "in range", "in set", "flag field", "is none", "in table", "in map", "quiet and"})) {
    case 0: return any({"kind", "brand", "last"}) + any({" == ", " != "}) + any({"axe", "bow", "brand"});
    case 1: return quiet_integer() + any({" < ", " > ", " >= ", " <= ", " == ", " != "}) + quiet_integer();
    case 2: return quiet_integer() + " in 1..2";
    case 3: return any({"kind", "brand"}) + " in " + any({"{axe, gem}", "runes", "marks"});
    case 4: return any({"lit", "not lit", "lit == false"});
    case 5: return any({"kind", "plus", "lit", "brand", "share"}) + any({" == none", " != none"});
    case 6: return "kind in few";
    case 7: return any({"kind in amounts", "axe in amounts", "amounts[gem] > 0", "amounts == {axe 1}"});
    default: return "(" + quiet_integer() + " > 1 " + any({"and", "or"}) + " kind == axe)";
  }
}

std::string Generator::draw(int depth) {
  switch (either(
      {"die", "dice", "roll", "pick range", "cell that draws", "def that draws", "pick ints", "pick rows of ints"})) {
    case 0: return any({"d2", "d3"});
    case 1: return "2d2";
    case 2: return "roll(" + any({"0", "2", "level - 1"}) + ", 2)";
    case 3: return "(pick " + any({"0..1", "1..3", "1..level"}) + ")";
    case 4: return "goods[" + (depth > 0 ? symbol(depth - 1) : std::string("kind")) + "].drawn";
    case 5: return "thrown";
    case 6: return "(pick [1, 2, 2])";
    default: return "(pick {2 1, 1 3})";
  }
}

std::string Generator::integer(int depth) {
  if (depth <= 0) { return dice_.below(2) == 0 ? quiet_integer() : draw(0); }
  if (has_records_ && dice_.below(8) == 0) { return record_integer(); }
  switch (dice_.below(16)) {
    case 0: return text_integer(depth);
    case 1: return other_integer(depth);
    default: break;
  }
  const auto next = [&] { return integer(depth - 1); };
  const auto two = [&](const std::string& op) {
    const auto a = next();
    return "(" + a + op + next() + ")";
  };
  switch (either({"integer",
                  "draw",
                  "let value",
                  "cell",
                  "if value",
                  "match value",
                  "sum",
                  "difference",
                  "product",
                  "floored",
                  "mod",
                  "power",
                  "negate",
                  "count",
                  "sum of list",
                  "max of list",
                  "def",
                  "def with argument",
                  "world def",
                  "measure",
                  "min",
                  "abs",
                  "floor",
                  "round",
                  "fold where",
                  "member at",
                  "fold over range",
                  "fold over table",
                  "value of key",
                  "fold over map",
                  "hash",
                  "of shuffled ints",
                  "def with block",
                  "def of number with block",
                  "constant def",
                  "constant def of number",
                  "world def of list",
                  "world def of number and text",
                  "outcomes",
                  "outcomes of draws"})) {
    case 0: return quiet_integer();
    case 1: return draw(depth);
    case 2: return lets_.empty() ? "1" : any(lets_);
    case 3: return "goods[" + symbol(depth - 1) + "].worth";
    case 4: {
      const auto condition = flag(depth - 1);
      const auto a = next();
      return "(if " + condition + " then " + a + " else " + next() + ")";
    }
    case 5: {
      const auto subject = symbol(depth - 1);
      const auto a = next();
      return "(match " + subject + " { axe, bow: " + a + "; else: " + next() + " })";
    }
    case 6: return two(" + ");
    case 7: return two(" - ");
    case 8: return "(" + next() + " * " + any({"2", "level", "d2"}) + ")";
    case 9: return "(" + next() + " // " + any({"2", "level", "(0 - 2)"}) + ")";
    case 10: return "(" + next() + " mod " + any({"2", "3", "(0 - 2)"}) + ")";
    case 11: return any({"2 ^ level", "level ^ 2"});
    case 12: return "(-" + draw(0) + ")";
    case 13: return "count(" + any({"marks", "runes", "sizes"}) + ")";
    case 14: return any({"sum", "product"}) + "(sizes)";
    case 15: return any({"max", "min"}) + "(sizes)";
    case 16: return "worth";
    case 17: {
      const auto a = next();
      return any({"twice(" + a + ")", "twice(" + a + ", q = 2)", "twice(1, " + a + ")"});
    }
    case 18: return "size";
    case 19: return "power";
    case 20: {
      const auto a = next();
      return any({"min", "max"}) + "(" + a + ", " + next() + ")";
    }
    case 21: return "abs(" + next() + ")";
    case 22: return any({"floor", "ceil"}) + "((" + next() + ") / 2)";
    case 23: return "round((" + next() + ") / 2)";
    case 24:
      return any({"count(x in marks where x == axe)", "sum(x in sizes where x > 1: x * 2)", "sum(x in sizes: d2)",
                  "count(x in runes where x != kind)", "max(x in sizes: x - 1)"});
    case 25:
      return any({"sizes[" + next() + "]", "list(x in sizes: x + 1)[2]",
                  "list(x in 1..2: d2)[" + any({"1", "level", "plus"}) + "]"});
    case 26:
      return any({"sum(x in 1..level: x * 2)", "count(x in 1..3 where x > plus)", "sum(x in 1..2: d2)",
                  "max(x in level..3 where x != plus: x)", "product(x in 1..2: x + 1)"});
    case 27:
      return any({"sum(g in goods: g.worth)", "count(g in goods where g == kind)",
                  "sum(g in goods where g.worth > 1: g.drawn)", "max(g in spare: g.plenty)",
                  "count(f in few where f != brand)", "sum(g in spare where g == none: g.plenty)"});
    case 28: return "amounts[" + any({"axe", "bow", "kind", "pick few"}) + "]";
    case 29:
      return any({"count(amounts)", "sum(x in amounts: amounts[x])", "max(x in amounts where x != kind: amounts[x])",
                  "sum(x in amounts: goods[x].worth * amounts[x])"});
    case 30: return "(polynomial_hash(" + text(0) + ", " + any({"37", "2"}) + ") mod 5)";
    case 32: {
      const auto a = next();
      return is_in_def_ ? a : any({"built(" + a + ")", "built()"});
    }
    case 33: return is_in_def_ ? "2" : any({"floor(part_of(plus))", "ceil(part_of(d2) * 2)"});
    case 34: return "graded(" + any({"kind", "brand", "gem", "(pick {axe, bow})"}) + ")";
    case 35: {
      const auto a = next();
      return any({"floor", "ceil"}) + "(rated(" + a + "))";
    }
    case 36: return "kept(" + any({"marks", "[axe]", "[pick {axe, bow}]", "list(x in marks where x != kind: x)"}) + ")";
    case 37: return "kept_part(" + any({"share", "1/2", "plus / 2"}) + ", " + any({"title", "\"b\""}) + ")";
    case 38: {
      const auto a = draw(0);
      return any({"least", "greatest"}) + "(" + a + ")";
    }
    case 39:
      return any({"floor(average(", "round(average(", "ceil(average("}) +
             any({"d3 * plus", "thrown - d2", "if chance 1/3 then d2 else level", "max(d2, charges)",
                  "goods[pick few].drawn", "sum(x in sizes: x * d2)", "thrown // 2", "amounts[pick few]"}) +
             "))";
    default:
      return any({"first(shuffle [1, 2, 2])", "last(shuffle 1..level)", "list(x in shuffle {1, 3}: x + 1)[2]",
                  "sum(x in shuffle sizes: x)"});
  }
}

std::string Generator::symbol(int depth) {
  if (has_records_ && dice_.below(12) == 0) { return any({"gear.make", "gear", "first(bag)"}); }
  if (depth <= 0) { return any({"axe", "bow", "kind", "brand", "(pick {axe, bow})", "(pick few)"}); }
  if (dice_.below(12) == 0) { return text_symbol(); }
  switch (either({"symbol",
                  "symbol field",
                  "pick table",
                  "pick rows",
                  "pick grid",
                  "pick across",
                  "pick interpolated",
                  "pick where",
                  "pick where weight",
                  "pick or nothing",
                  "pick or nothing weight",
                  "pick list",
                  "first",
                  "most common",
                  "if symbol",
                  "match symbol",
                  "world def of symbol",
                  "symbol cell",
                  "state symbol",
                  "input symbol",
                  "pick columns",
                  "pick nameless",
                  "pick by own cells",
                  "symbol at",
                  "word in quotes",
                  "of shuffled",
                  "def of symbol with block",
                  "constant def of symbol",
                  "pick grid without line",
                  "pick grid of sets",
                  "pick interpolated across",
                  "pick of map",
                  "pick rows of words",
                  "pick where in steps"})) {
    case 0: return any({"axe", "bow", "gem", "orb"});
    case 1: return any({"kind", "brand"});
    case 2: return "(pick many)";
    case 3: return "(pick " + rows(depth - 1, true) + ")";
    case 4: return "(pick by_kind[" + symbol(depth - 1) + "])";
    case 5: return "(pick over[" + any({"axe", "bow", "(pick {axe, gem})"}) + "])";
    case 6: return "(pick grown[" + any({"level", "level + 1", "1"}) + "])";
    case 7:
      return "(pick m in goods where " +
             any({"m != axe", "m.worth < 2", "m.mark != gem", "kind in m.fits or m == bow"}) + ")";
    case 8:
      return "(pick m in goods " + any({"", "where m != bow "}) + "weight " + any({"m.worth + 1", "2", "level"}) + ")";
    case 9: return "(pick m in goods where " + any({"m != kind", "m.worth > plus", "axe in m.fits"}) + " or nothing)";
    case 10: return "(pick m in goods where m != brand or nothing weight " + any({"1", "total", "total + 1"}) + ")";
    case 11: return "(pick " + list(depth - 1) + ")";
    case 12: return any({"first", "last"}) + any({"(marks)", "(marks)", "(amounts)"});
    case 13: return "most_common(marks)";
    case 14: {
      const auto condition = flag(depth - 1);
      const auto a = symbol(depth - 1);
      return "(if " + condition + " then " + a + " else " + symbol(depth - 1) + ")";
    }
    case 15: {
      const auto subject = integer(depth - 1);
      const auto a = symbol(depth - 1);
      return "(match " + subject + " { 1: " + a + "; 2..3: " + symbol(depth - 1) + "; else: orb })";
    }
    case 16: return "colour(" + any({"axe", "bow", "kind", "(pick {axe, bow})"}) + ")";
    case 17: return "goods[" + symbol(depth - 1) + "].mark";
    case 18: return "last";
    case 19: return "(if mode == plain then axe else bow)";
    case 20: return "(pick goods)";
    case 21: return any({"(pick spare)", "(pick s in spare where s.plenty < 4)", "(pick s in spare weight s.plenty)"});
    case 22: return any({"(pick laden)", "(pick l in laden where l.heft > 1)", "(pick l in laden or nothing)"});
    case 23:
      return any({"marks[1]", "marks[" + integer(0) + "]", "list(f in few: f)[level]", "list(x in marks: x)[2]"});
    case 24: return any({"'bow'", "'for'", "(pick {'for', 2 axe})"});
    case 26: return is_in_def_ ? "bow" : "chosen(" + any({"axe", "kind", "(pick few)"}) + ")";
    case 28: return "(pick over[" + any({"kind", "orb", "brand"}) + "])";
    case 29: return "(pick mixed[" + any({"kind", "gem", "axe"}) + "])";
    case 30: return "(pick strewn[" + any({"level", "level - 1", "plus"}) + "])";
    case 31: return any({"(pick (amounts + {axe 9}))", "(pick (tally + {bow 1}))", "first(shuffle amounts)"});
    case 32: return any({"(pick l in {axe, 2 bow} where l != kind or nothing)", "(pick {2 gem, orb; axe if lit})"});
    case 33: return "(pick m in goods where " + filter_in_steps() + " or nothing)";
    case 27: return "nearest(" + any({"axe", "kind", "(pick few)"}) + ")";
    default:
      return any({"first", "last", "most_common"}) + "(shuffle " + any({"marks", "runes", "[axe, bow, axe]"}) + ")";
  }
}

// A condition of several parts, one of which reads a list: it is taken apart, and each part is asked by itself.
std::string Generator::filter_in_steps() {
  std::string out;
  for (auto parts = 1 + dice_.below(3); parts > 0; --parts) {
    out += any({"m != kind", "m.worth <= plus", "m.mark != brand", "level < 3", "6 / (m.worth + 1) > plus",
                "low(m.worth)", "low(plus)", "not low(m.worth)", "not low(plus)"}) +
           " and ";
  }
  return out + any({"not (m in marks)", "count(x in marks where x == m) < 2", "(m in runes or low(m.worth))"}) +
         any({"", " weight m.worth + 1", " weight level + 1", " weight 1 + count(marks)"});
}

std::string Generator::flag(int depth) {
  if (depth <= 0) { return dice_.below(2) == 0 ? quiet_flag() : any({"chance 50%", "chance 1/3"}); }
  switch (either({"quiet flag",
                  "chance percent",
                  "chance fraction",
                  "chance one in",
                  "chance computed",
                  "and",
                  "or",
                  "not",
                  "compare drawn",
                  "equal drawn",
                  "in drawn",
                  "any",
                  "all",
                  "equal drawn symbols",
                  "flag fold",
                  "equal drawn texts",
                  "compare numbers",
                  "cell of flag",
                  "world def of flag",
                  "if flag",
                  "chance of number",
                  "in drawn list"})) {
    case 0: return quiet_flag();
    case 1: return "chance " + any({"10%", "50%", "0%", "100%"});
    case 2: return "chance " + any({"1/3", "2/5"});
    case 3: return "chance 1 in " + any({"2", "4"});
    case 4: return "chance (" + any({"10 * level", "50 * plus", "20 + charges"}) + ")%";
    case 5: {
      const auto a = flag(depth - 1);
      return "(" + a + " and " + flag(depth - 1) + ")";
    }
    case 6: {
      const auto a = flag(depth - 1);
      return "(" + a + " or " + flag(depth - 1) + ")";
    }
    case 7: return "(not " + flag(depth - 1) + ")";
    case 8: {
      const auto a = integer(depth - 1);
      return "(" + a + any({" < ", " >= ", " > ", " <= "}) + integer(depth - 1) + ")";
    }
    case 9: {
      const auto a = integer(depth - 1);
      return "(" + a + any({" == ", " != "}) + integer(depth - 1) + ")";
    }
    case 10: return "(" + integer(depth - 1) + " in " + any({"1..2", "{1, 3}", "sizes"}) + ")";
    case 11: return "any(x in marks: x == kind)";
    case 12: return "all(x in sizes: x > 1)";
    case 13: {
      const auto a = symbol(depth - 1);
      return "(" + a + any({" == ", " != "}) + any({"axe", "kind", "(pick {axe, 2 bow})"}) + ")";
    }
    case 15: {
      const auto a = composed(depth - 1);
      return "(" + a + any({" == ", " == ", " != "}) + composed(0) + ")";
    }
    case 16: {
      const auto a = number(depth - 1);
      return "(" + a + any({" == ", " < ", " >= ", " != "}) + number(0) + ")";
    }
    case 17: return "kit[" + symbol(depth - 1) + "].on";
    case 18: return "luckily(" + any({"kind", "axe", "(pick few)"}) + ")";
    case 19: {
      const auto condition = flag(depth - 1);
      return "(if " + condition + " then " + flag(0) + " else " + quiet_flag() + ")";
    }
    case 20: return "chance (" + any({"share / 4", "rate", "1 / (1 + level)", "count(marks) / 3"}) + ")";
    case 21: {
      const auto a = symbol(depth - 1);
      return "(" + a + " in " + list(depth - 1) + ")";
    }
    default: return any({"any(x in marks: chance 1/2)", "all(x in sizes where x > 1: x < plus)"});
  }
}

std::string Generator::list(int depth) {
  switch (
      either({"list", "empty list", "list joined", "list of draws", "mapped list", "list less", "list of rows",
              "shuffled", "constant def of list", "cell of list", "world def that is a list", "pick list of lists"})) {
    case 0: return "[axe, gem]";
    case 1: return "[axe, axe, bow]";
    case 2: return "([axe] + " + symbol(depth > 0 ? depth - 1 : 0) + ")";
    case 3: return "[pick {axe, bow}, pick few]";
    case 4: return "list(x in [axe, bow, gem] where x != " + any({"axe", "kind"}) + ": x)";
    case 5: return "([axe, bow, gem] - " + any({"bow", "kind"}) + ")";
    case 6:
      return any({"list(g in goods where g.worth > plus: g)", "list(i in 1..2: pick {axe, bow})", "list(f in few: f)"});
    case 8: return "fitting(" + any({"kind", "orb"}) + ")";
    case 9: return "kit[" + any({"kind", "axe", "gem", "orb"}) + "].parts";
    case 10: return "pile(" + any({"kind", "axe"}) + ")";
    case 11: return "(if " + flag(0) + " then marks else " + any({"[gem]", "none", "[kind, bow]"}) + ")";
    default:
      return "(shuffle " +
             any({"marks", "runes", "[axe, gem, axe]", "[pick {axe, bow}, gem]", "(marks + kind)",
                  "pick 2 distinct from {axe, bow, 2 gem}"}) +
             ")";
  }
}

// A set of symbols that is drawn without replacement.
std::string Generator::distinct(int depth) {
  const auto count = any({"1", "2", "d2", "level", "plus"});
  switch (either({"distinct rows", "distinct table", "distinct where", "distinct weight", "distinct list"})) {
    case 0: return "pick 2 distinct from {1 axe; 2 bow; 3 gem; " + any({"1 axe", "1 none", "0 orb"}) + "}";
    case 1: return "pick " + count + " distinct from " + any({"few", "spare", "laden"}) + " or fewer";
    case 2:
      return "pick " + count + " distinct from x in goods where " +
             any({"x != kind", "x.worth != 1", "axe in x.fits"}) + " or fewer";
    case 3:
      return "pick 2 distinct from x in " + any({"laden weight x.heft", "goods weight level + x.worth"}) + " or fewer";
    default: return "pick " + count + " distinct from " + list(depth > 0 ? depth - 1 : 0) + " or fewer";
  }
}

std::string Generator::map(int depth) {
  const auto number = "(" + integer(depth > 0 ? depth - 1 : 0) + ")";
  switch (
      either({"map", "map of numbers", "map with key", "empty map", "maps joined", "cell of map", "map of state"})) {
    case 0: return any({"{axe 1}", "{axe 2, bow -1}", "{bow 1, axe 1, bow 1}", "{gem 0, axe d2}"});
    case 1: return "{axe " + number + ", gem " + any({"1", "(plus)"}) + "}";
    case 2: return "{(kind) " + number + ", bow 1}";
    case 3: return "{}";
    case 5: return "kit[" + any({"kind", "axe", "gem", "orb"}) + "].costs";
    case 6: return any({"tally", "(tally + {bow 1})"});
    default: return "amounts " + any({"+", "-"}) + " {axe 1, gem " + number + "}";
  }
}

std::string Generator::text(int depth) {
  if (dice_.below(3) == 0) { return composed(depth); }
  switch (either({"text", "text with hole", "text with sign", "text joined", "capitalise", "text of value"})) {
    case 0: return "\"old\"";
    case 1:
      return "\"a {" + any({"kind", "brand", "share", "pick few", "pick {axe, bow}", "if lit then kind else brand"}) +
             "}\"";
    case 2: return "\"{" + integer(depth > 0 ? depth - 1 : 0) + ":+}\"";
    case 3: return "(\"M\" + " + any({"plus", "charges", "level"}) + ")";
    case 4: return any({"capitalise", "titled"}) + any({"(\"old one\")", "(\"oLD {kind}\")"});
    default: return "text(" + any({"level", "kind", "1/3"}) + ")";
  }
}

}  // namespace spoils::reference
