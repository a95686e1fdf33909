// tests/reference/generate_loop.cpp
//
// Statements that draw sets, and loops that draw members of which some exclude each other.
#include "reference/generate_pack.h"

namespace spoils::reference {

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
  const auto turns = any({"2", "2", "3", "d2"});
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
  // A limit that each turn computes: it falls, it rises, or it does either.
  const auto left = seen + "_left";
  const auto limit =
      any({"", "", "let " + left + " = 3 - count(" + taken + ")\n", "let " + left + " = 2 + count(" + taken + ")\n",
           "let " + left + " = 4 - sum(y in " + taken + ": if y in {fb, mc} then 2 else 1)\n",
           "let " + left + " = 3 - sum(y in " + taken + ": if y in {fb, mc} then -1 else 1)\n"});
  const auto others =
      any({"not (" + row + " in " + taken + ")", "not (" + row + " in " + taken + ")",
           "not (" + row + " in " + taken + ") and x.tier <= 3 - plus", "not any(y in " + taken + ": y == " + row + ")",
           "not (" + row + " in " + taken + ") and (x.side == pre or " + seen + " > 0)",
           "not (" + row + " in " + taken + ") and (x.side == pre or " + seen + " < 1)",
           "(x.side == suf or " + seen + " < 2) and not (" + row + " in " + taken + ")",
           "(x.side == suf or not (" + row + " in " + taken + "))",
           "count(y in " + taken + " where y == fb) < 1 and not (" + row + " in " + taken + ")"});
  const auto free = limit.empty() ? others : "not (" + row + " in " + taken + ") and x.tier <= " + left;
  const auto weight = any({"", "", "", " weight x.tier", " weight 1 + count(y in " + taken + " where y == fc)"});
  const auto use =
      any({"", seen + " += pool[" + drawn + "].tier\n", "if pool[" + drawn + "].side == pre { " + seen + " += 1 }\n",
           "if " + drawn + " != none and pool[" + drawn + "].tier > 1 { " + seen + " += 1 }\n",
           "if pool[" + drawn + "].family == fc { plus += 1 }\n", "brand = " + drawn + "\n",
           "if chance 1/2 { " + taken + " -= fb }\n", "if " + seen + " > 2 { " + taken + " = [fc] }\n"});
  return "let " + taken + " = " + kind + "\nlet " + seen + " = 0\nrepeat " + turns + " {\n" + limit + "let " + drawn +
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
