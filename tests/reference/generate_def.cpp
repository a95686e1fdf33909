// tests/reference/generate_def.cpp
//
// Defs with blocks, and the blocks of world rules.
#include "reference/generate_pack.h"

namespace spoils::reference {

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

}  // namespace spoils::reference
