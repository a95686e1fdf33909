// tests/reference/generate_pack.cpp
//
// Declarations and statements.
#include "reference/generate_pack.h"

#include "reference/pack.h"

namespace spoils::reference {

const std::vector<std::string>& field_names() {
  static const std::vector<std::string> names{"kind",  "brand", "plus",  "charges",  "lit",  "share", "marks",
                                              "runes", "sizes", "title", "quantity", "gear", "bag",   "amounts"};
  return names;
}

std::size_t Generator::either(const std::vector<std::string>& constructs) {
  const auto one = static_cast<std::size_t>(dice_.below(static_cast<int>(constructs.size())));
  const auto other = static_cast<std::size_t>(dice_.below(static_cast<int>(constructs.size())));
  const bool is_rarer = coverage_.count(constructs[other], used_) < coverage_.count(constructs[one], used_);
  const auto taken = is_rarer ? other : one;
  used_.insert(constructs[taken]);
  return taken;
}

std::string Generator::any(const std::vector<std::string>& texts) {
  return texts[static_cast<std::size_t>(dice_.below(static_cast<int>(texts.size())))];
}

std::string Generator::rows(int depth, bool may_refer) {
  std::string out = "{ " + std::to_string(dice_.within(1, 3)) + " axe";
  const int more = dice_.within(1, 2);
  for (int i = 0; i < more; ++i) {
    out += "; ";
    switch (either({"row", "row of weight expression", "row of fraction", "row with if", "row with else",
                    "row that picks", "row with comma"})) {
      case 0: out += std::to_string(dice_.within(1, 4)) + " " + any({"bow", "gem", "orb", "none"}); break;
      case 1:
        out += "(" + any({"level", "luck + 1", "max(0, plus)", "1 + count(marks)"}) + ") " + any({"bow", "gem"});
        break;
      case 2: out += any({"0.5", "25%", "(1/3)"}) + " " + any({"bow", "orb"}); break;
      case 3: out += "2 gem if " + quiet_flag(); break;
      case 4:
        out += "1 orb if " + (depth > 0 ? flag(depth - 1) : quiet_flag()) + " else " +
               any({"bow", "gem", "pick {axe, gem}"});
        break;
      case 5: out += may_refer ? "1 (pick few)" : "1 (pick {bow, 2 gem})"; break;
      default: out += "2 bow, gem"; break;
    }
  }
  return out + " }";
}

std::string Generator::declarations() {
  std::string out = "pack tiny \"Tiny\" 1.0\n";
  if (has_base_) { out += "use base\n"; }
  if (!is_in_base_) { out += "input level: 1..3 = 2\n"; }
  out += "input mode: {plain, rich} = plain\n";
  out += "state luck: 0..9 = 1\nstate last: {axe, bow, gem, orb}\n";
  out += "scratch points: int\n";
  out += "field kind: symbol\nfield brand: symbol\nfield plus: int\nfield charges: int\nfield lit: flag\n";
  out += "field share: number\nfield marks: list of symbol\nfield runes: set of symbol\nfield sizes: list of int\n";
  out += "field title: text\nfield quantity: int\nfield amounts: map of goods to int\n";
  out += has_records_ ? "field gear: item\nfield bag: list of item\nstate made: set of item\n"
                      : "field gear: symbol\nfield bag: list of symbol\n";
  return out;
}

// Tables, grids and defs follow the rules in the text and are generated after them; each line can be deleted alone.
std::string Generator::run() {
  has_records_ = dice_.below(2) == 0;
  has_base_ = dice_.below(3) == 0;
  is_in_base_ = has_records_ && has_base_ && dice_.below(2) == 0;
  if (has_records_) { used_.insert(is_in_base_ ? "collection of used pack" : "collection"); }
  if (has_base_) { used_.insert("use"); }
  std::string out = declarations();
  out += "rule r {\n" + block(2, true) + block(1, true) + "}\n";
  lets_.clear();
  out += "rule called(n: 0..9 = 1) {\nplus += n\n" + block(0, false) + "}\n";
  lets_.clear();
  out += "rule axe {\n" + block(0, false) + "}\n";
  out += "rule bow { charges = 1 }\n";
  out += "rule loot(field quantity: 0..9 = 2) {\n" + block(0, false) + "}\n";
  // Every field is set somewhere, else no question could read it.
  out +=
      "rule sets { kind = axe; brand = axe; plus = 1; charges = 1; lit = true; share = 1/2; marks = [axe]; runes = "
      "{axe}; "
      "sizes = [1]; title = \"a\"; quantity = 1; amounts = {axe 1}" +
      std::string(has_records_ ? "; gear = dirk; bag = [club]" : "; gear = axe; bag = [axe]") + " }\n";
  out += "table few { 2 bow; 1 gem }\n";
  out += "table many " + rows(0, true) + "\n";
  out +=
      "table pool: family, side, tier { 1 ma fa pre 1; 1 mb fa pre 2; 1 mc fb pre 1; 1 md fb pre 2; 2 me fc pre 1; "
      "1 mf fd suf 1 }\n"
      "table goods: worth, mark, drawn, fits { 2 axe 1 orb d2 {axe}; 1 bow . gem (pick 1..2) {}; 1 gem 3 . d3 {axe, "
      "bow} }\n";
  out += "table portions: part { 1 axe 0.5; 1 bow .; 1 gem 0 }\ntable parts { 2 0.5; 1 none; 1 1 }\n";
  out += "table spare: plenty { 1 none 2; 2 none 5; 1 axe 1; 1 bow . }\n";
  out +=
      "table laden: heft { (row.heft) axe 2, bow 1; 1 gem 3 if row.heft > plus; (4 - row.heft) orb 1 if lit else bow "
      "}\n";
  out += "grid by_kind[kind] {\n  orb gem, axe none\n axe 1 2 .\n bow, gem . 1 1\n else 1 . 2\n}\n";
  out += "grid over[kind across] {\n  axe bow, gem\n orb 1 2\n gem . 1\n}\n";
  out += "grid grown[level] interpolate {\n  axe bow\n 1 4 .\n 3 . 2\n}\n";
  out +=
      "def worth = plus + 1\ndef part(q: number) = if q > 0 then q else none\ndef twice(p, q = 1) = p * 2 + q\ndef "
      "thrown = d2 + 1\n";
  out += "world def colour(k) = pick {axe, bow, 2 gem}\nworld def size = d2\n";
  out += "world def kept(l: list of symbol) = pick 1..2\nworld def kept_part(q: number, t: text) = d2\n";
  out += "world rule cast(field quantity: 0..9 = 2) {\n" + world_block() + "}\n";
  out += "world rule lost(k: symbol, n = 1) {\nkind = k\nplus += n\n" + world_block() + "}\n";
  out += blocks_of_defs();
  out += "measure power = plus * 2 + charges\n";
  out += any({"display \"&[ {brand}] {kind}~\"\n",
              "display r \"{kind}[ ({plus:+})]\" if lit\ndisplay \"& {kind}~[ of {brand}]\"\n",
              "display if charges > 1 then \"& orb~[ {title}]\" else \"{power}\"\n",
              "display called \"called {kind}\"\ndisplay loot \"loot\"\n", ""});
  if (has_records_) {
    out += "rule fitted(t: item = dirk) {\ncharges += t.heft\nkind = t.make\n" +
           any({"gear = sword", "apply t.wield", "plus += t.worth_of", "lit = gear is t.fits"}) + "\n}\n";
    out +=
        "def weight_of(t: item) = t.heft + count(t.traits)\ndef suits(x: item, t: item) = t != none and x is "
        "t.fits\ndef named(t: item) = t.name\n";
    if (!is_in_base_) { out += collection(); }
    out += "world def rarity(t: item) distinct = pick {1, 2, 3, 3 5}\n";
  }
  if (has_base_) { out += overrides(is_in_base_); }
  if (dice_.below(3) == 0) {
    out += "rule coin { kind = pick {axe, 2 bow}; plus = d2 }\n";
    out += "rule slope(by: 0..9 = 0) { if chance (10 * level + by)% { kind = axe } else { kind = bow; plus = 1 } }\n";
    out += expectation(has_base_, has_records_) + expectation(has_base_, has_records_);
  }
  if (has_base_) { out += std::string(kBaseLine) + base(is_in_base_); }
  return out;
}

// The block of a world rule begins without fields, and reads neither states nor inputs.
std::string Generator::world_block() {
  std::string out;
  for (int n = dice_.within(1, 2); n > 0; --n) {
    switch (dice_.below(14)) {
      case 0: out += "kind = " + any({"pick few", "pick {axe, gem}", "colour(bow)"}) + "\n"; break;
      case 1:
        out += any({"plus", "charges"}) + any({" = ", " += "}) + any({"d2", "size", "quantity + d2"}) + "\n";
        break;
      case 2: out += "if chance 1/" + any({"2", "3"}) + " { marks += axe; sizes += d2 } else { lit = true }\n"; break;
      case 3: out += "brand = pick {axe, 2 bow}\n"; break;
      case 4: out += "share = share + " + any({"1/2", "d2 / 3"}) + "\n"; break;
      case 5: out += "points += d2\ncharges += points\n"; break;
      case 6: out += "runes += pick few\nif bow in runes { title += \"b\" }\n"; break;
      case 7: out += "amounts[pick {axe, gem}] " + any({"+=", "="}) + any({" 1", " d2", " 0"}) + "\n"; break;
      case 8: out += "try { plus += d2; kind = gem } keep plus > 1\n"; break;
      case 9: out += "retry { charges = d3; plus += 1 } while charges == " + any({"2", "plus"}) + "\n"; break;
      case 10: out += "if chance 1/3 { stop }\n"; break;
      case 11: out += "with level = 2 { plus += level + worth }\n"; break;
      case 12: out += "bow()\n"; break;
      default: out += any({"quantity = d2", "quantity = none", "title = none", "sizes = [d2]"}) + "\n"; break;
    }
  }
  return out;
}

// Defs with a block. They call no other one, so that none leads back to itself.
std::string Generator::blocks_of_defs() {
  is_in_def_ = true;
  lets_ = {"p", "s"};
  std::string out = "def built(p = 1) {\nlet s = " + integer(0) + "\n" + def_block(2);
  out += "give s" + any({"", " + p", " * 2"}) + "\n}\n";
  lets_.clear();
  out += "def chosen(k) {\n";
  switch (either({"give in loop", "give in match", "give list built", "give after if"})) {
    case 0: out += "for x in " + any({"marks", "[axe, pick {bow, gem}]", "few"}) + " { if x != k { give x } }\n"; break;
    case 1:
      out += "match k { axe: { give pick {bow, gem} }\nbow, gem: { if " + quiet_flag() + " { give k } } }\n";
      break;
    case 2:
      out += "let l = [k]\nfor x in " + any({"marks", "runes", "[axe, bow]"}) +
             " { l += x }\nif count(l) > 2 { give pick l }\n";
      break;
    default: out += "if " + flag(1) + " { give " + any({"none", "gem", "brand"}) + " }\n"; break;
  }
  out += "give " + any({"kind", "axe", "(pick few)"}) + "\n}\n";
  out += "def part_of(p) { let t = 1/2\nrepeat 2 { t = t * p + " + any({"1/3", "1"}) + " }\ngive " +
         any({"t", "t / 2", "(if p > 1 then t else 0)"}) + " }\n";
  out += "constant def graded(k) = (if k == axe then 3 else goods[k].worth) + 1\n";
  out += "constant def rated(p) { let t = 0; for g in goods { if g.worth != p { t += g.worth } }; give t / 2 }\n";
  out += "constant def nearest(k) = first(g in goods where g.worth > 1 and g != k: g)\n";
  out += "constant def fitting(k) = list(g in goods where g.mark != k: g) + axe\n";
  is_in_def_ = false;
  return out;
}

std::string Generator::def_block(int depth) {
  const auto size = lets_.size();
  std::string out;
  for (int n = dice_.within(1, 2); n > 0; --n) { out += def_statement(depth); }
  lets_.resize(size);
  return out;
}

std::string Generator::def_statement(int depth) {
  const auto body = [&] { return " {\n" + def_block(depth - 1) + "}"; };
  const auto set = [&] { return "s" + any({" = ", " += ", " -= "}) + integer(depth > 0 ? 1 : 0) + "\n"; };
  if (depth == 0) { return set(); }
  const auto name = [&] { return "v" + std::to_string(++names_); };
  switch (either({"def set", "def let", "def if", "def if else", "def give", "def match", "def repeat",
                  "def repeat while", "def for range", "def for list"})) {
    case 0: return set();
    case 1: {
      const auto let = name();
      const auto value = integer(1);
      lets_.push_back(let);
      return "let " + let + " = " + value + "\n";
    }
    case 2: return "if " + flag(1) + body() + "\n";
    case 3: {
      const auto condition = flag(0);
      const auto then = body();
      return "if " + condition + then + "\nelse" + body() + "\n";
    }
    case 4: return "if " + flag(0) + " { give " + integer(1) + " }\n";
    case 5: {
      const auto subject = any({"s", "p", "d2"});
      const auto one = body();
      return "match " + subject + " {\n0..1:" + one + "\n2, 4:" + body() + "\nelse: { s = 2 }\n}\n";
    }
    case 6: return "repeat " + any({"2", "level", "d2"}) + body() + "\n";
    case 7: return "repeat 2 while " + any({"s < 3", "p != s", "chance 1/2"}) + body() + "\n";
    case 8: {
      const auto loop = name();
      lets_.push_back(loop);
      const auto inner = body();
      lets_.pop_back();
      return "for " + loop + " in 1.." + any({"2", "level"}) + inner + "\n";
    }
    default: {
      const auto loop = name();
      lets_.push_back(loop);
      const auto inner = body();
      lets_.pop_back();
      return "for " + loop + " in " + any({"sizes", "[1, d2]"}) + inner + "\n";
    }
  }
}

std::string Generator::block(int depth, bool is_main) {
  const auto size = lets_.size();
  std::string out;
  for (int n = dice_.within(1, depth > 0 ? 3 : 2); n > 0; --n) { out += statement(depth, is_main); }
  lets_.resize(size);
  return out;
}

std::string Generator::assignment(int depth) {
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
                  "number or none"})) {
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
    default: return "share = " + number_or_none();
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
  if (depth == 0 || dice_.below(2) == 0) { return assignment(depth) + "\n"; }
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
      return "retry max " + any({"1", "2", "3"}) + inner + " while " + flag(0) + "\n";
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

// A set that is drawn as a whole, with uses that look at each member alone, and some that do not.
std::string Generator::asked_set(const std::string& set) {
  if (dice_.below(2) == 0) {
    return "let " + set + " = " + distinct(0) + "\n" +
           any({"plus += count(x in " + set + " where x == axe or x == gem)\n",
                "if bow in " + set + " { charges += 1 }\n", "lit = all(x in " + set + ": x != gem)\n"}) +
           any({"charges += count(" + set + ")\n", "lit = axe in " + set + "\n",
                "lit = any(x in " + set + ": x != kind)\n", set + " += axe\nplus += count(" + set + ")\n",
                "for x in " + set + " { marks += x }\n"});
  }
  return "let " + set + " = pick " + any({"2", "d2"}) + " distinct from " +
         any({"1..4", "[3, 1, 2, 3]", "1..level + 2"}) + "\n" +
         any({"plus += count(x in " + set + " where x mod 2 == 1)\n", "charges = max(x in " + set + ": x mod 3)\n",
              "if 2 in " + set + " { plus += 1 }\n"}) +
         any({"lit = any(x in " + set + ": x > 2)\n", "plus = min(x in " + set + " where x > 1)\n",
              "charges += sum(x in " + set + ": x)\n", set + " -= 1\nplus += count(" + set + ")\n",
              "lit = any(x in " + set + ": x == plus)\n"});
}

// A loop that draws members which exclude each other, or empties a list, with uses that tell some of them apart.
std::string Generator::members_in_turn(const std::string& taken, const std::string& drawn, const std::string& seen) {
  const auto turns = any({"2", "2", "d2"});
  if (dice_.below(3) == 0) {
    const auto use =
        any({"", "if " + drawn + " == fb { plus += 1 }\n", "if " + drawn + " in {fa, fd} { brand = axe }\n",
             "charges += count(x in " + taken + " where x == fc)\n", "marks += " + drawn + "\n"});
    return "let " + taken + " = [fa, fb, fc" + any({"", ", fd", ", fc", ", fd, fe"}) + "]\nrepeat " + turns +
           " {\nif count(" + taken + ") > 0 {\nlet " + drawn + " = pick " + taken + "\n" +
           any({taken + " -= " + drawn + "\n" + use, use + taken + " -= " + drawn + "\n",
                "if chance 1/2 { " + taken + " -= " + drawn + " }\n" + use}) +
           "}\n}\n" +
           any({"plus = count(" + taken + ")\n", "lit = fa in " + taken + "\n",
                "charges = count(x in " + taken + " where x == fb or x == fc)\n",
                "if fd in " + taken + " { plus += 2 }\n", "for x in " + taken + " { marks += x }\n"});
  }
  const auto member = any({drawn, "pool[" + drawn + "].family", "pool[" + drawn + "].family"});
  const auto row = member == drawn ? std::string("x") : std::string("x.family");
  const auto kind = any({"[]", "[]", "[fa]", "{}"});
  const auto free =
      any({"not (" + row + " in " + taken + ")", "not (" + row + " in " + taken + ")",
           "not (" + row + " in " + taken + ") and x.tier <= 3 - plus", "not any(y in " + taken + ": y == " + row + ")",
           "not (" + row + " in " + taken + ") and (x.side == pre or " + seen + " > 0)",
           "(x.side == suf or not (" + row + " in " + taken + "))",
           "count(y in " + taken + " where y == fb) < 1 and not (" + row + " in " + taken + ")"});
  const auto weight = any({"", "", "", " weight x.tier", " weight 1 + count(y in " + taken + " where y == fc)"});
  const auto use =
      any({"", seen + " += pool[" + drawn + "].tier\n", "if pool[" + drawn + "].side == pre { " + seen + " += 1 }\n",
           "if " + drawn + " != none and pool[" + drawn + "].tier > 1 { " + seen + " += 1 }\n",
           "if pool[" + drawn + "].family == fc { plus += 1 }\n", "brand = " + drawn + "\n",
           "if chance 1/2 { " + taken + " -= fb }\n", "if " + seen + " > 2 { " + taken + " = [fc] }\n"});
  return "let " + taken + " = " + kind + "\nlet " + seen + " = 0\nrepeat " + turns + " {\nlet " + drawn +
         " = pick x in pool where " + free + weight + " or nothing\n" +
         any({"if " + drawn + " != none { " + taken + " += " + member + " }\n" + use,
              use + "if " + drawn + " != none { " + taken + " += " + member + " }\n",
              taken + " += " + member + "\n" + use}) +
         "}\n" +
         any({"plus = count(" + taken + ")\n", "lit = fa in " + taken + "\n", "charges = " + seen + "\n",
              "plus = count(x in " + taken + " where x in {fb, fc})\n", "for x in " + taken + " { marks += x }\n",
              "lit = any(x in " + taken + ": x == " + any({"fd", "mc", "kind"}) + ")\n"});
}

}  // namespace spoils::reference
