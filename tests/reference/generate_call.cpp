// tests/reference/generate_call.cpp
//
// Rules that have fields as parameters, and calls of them. The field is read before the call, which gives it another
// value or passes it on.
#include "reference/generate_pack.h"

namespace spoils::reference {

// `passed` calls `branded`, and nothing else calls a rule.
std::string Generator::field_rules() {
  const auto rest = [&] {
    lets_.clear();
    return assignment(0) + "\n}\n";
  };
  std::string out = "rule branded(field brand: symbol = axe) {\n" + any({"", "if brand == kind { charges += 1 }\n"});
  out += rest();
  out += "rule raised(field plus: int = 2, n = 1) {\ncharges += n\n" + any({"", "n += d2\nplus += n\n"});
  out += rest();
  out += "rule retold(field title: text = \"it axe\") {\n" + any({"", "if title == \"it bow\" { plus += 1 }\n"});
  out += rest();
  out += "rule refilled(field marks: list of symbol, field lit = true, n = 1) {\n" +
         any({"", "marks += bow\n", "plus += count(marks) * n\n", "if lit { charges += n }\n"});
  out += rest();
  out += "rule reset(field amounts: map of goods to int, field share: number = 1/3, k: symbol = axe) {\n" +
         any({"amounts[k] += 1\n", "if k in amounts { share = share / 2 }\n"});
  out += rest();
  out += "rule passed(field brand: symbol = bow, field plus: int = 1) {\n" +
         any({"if brand == kind { lit = true }\n", "if plus == d2 { charges += 1 }\n", "kind = brand\n"}) +
         any({"branded(brand)\n", "branded(kind)\n", "branded()\n", "if chance 1/2 { branded(pick few) }\n"});
  out += rest();
  return out + "rule gem(field kind: symbol = " + any({"gem", "bow"}) + ", field plus: int = 2) {\n" + rest();
}

std::string Generator::field_call() {
  switch (either({"call with field", "call with field passed on", "call with field drawn", "call with list field",
                  "call with map field", "call with text field", "call by default field"})) {
    case 0: return any({"branded(axe)", "branded()", "raised()", "raised(3)", "raised(1, 2)", "passed(gem)"});
    case 1:
      return any({"branded(brand)", "branded(kind)", "raised(plus)", "raised(plus + 1)", "passed(brand, plus)",
                  "passed(kind, plus = charges)", "raised(n = plus)", "gem(brand)"});
    case 2: return any({"branded(pick few)", "raised(d2)", "passed(pick {axe, bow, gem}, d2)", "raised(plus + d2)"});
    case 3:
      return any({"refilled([axe])", "refilled(marks)", "refilled(marks + kind, false)", "refilled([], n = d2)",
                  "refilled([pick few], lit)"});
    case 4:
      return any({"reset(amounts)", "reset({axe 1, bow (d2)})", "reset({}, share)", "reset(amounts, 1/2, kind)",
                  "reset(amounts + {gem 1}, k = brand)"});
    case 5: return any({"retold(title)", "retold()", "retold(label_of(kind))", "retold(\"it {pick few}\")"});
    default:
      return any({"do gem", "do pick {bow, gem}", "do (if lit then gem else bow)", "do (if lit then gem else none)"});
  }
}

std::string Generator::field_asked() {
  switch (
      either({"field asked", "field asked of draw", "number field asked", "list field asked", "text field asked"})) {
    case 0: return any({"brand == kind", "kind != axe", "brand == bow", "lit"});
    case 1: return any({"brand", "kind"}) + " == " + symbol(1);
    case 2: return any({"plus == d2", "plus > charges", "plus in 1..2", "share == 1/2", "charges == plus"});
    case 3: return any({"axe in marks", "count(marks) > plus", "kind in marks", "amounts[axe] > 1", "kind in amounts"});
    default: return any({"title == \"it axe\"", "title == label_of(kind)", "title in words"});
  }
}

std::string Generator::field_statement(int depth, bool is_main) {
  const auto name = [&] { return "v" + std::to_string(++names_); };
  switch (either({"field before call", "field before call in branch", "let before call", "field before call in loop",
                  "field before drop", "field before value after", "match before call", "field before do"})) {
    case 0: {
      const auto asked = field_asked();
      return (dice_.below(2) == 0 ? "if " + asked + " { charges += 1 }\n" : "lit = " + asked + "\n") + field_call() +
             "\n";
    }
    case 1: {
      const auto asked = field_asked();
      return "if " + flag(0) + " {\nif " + asked + " { " + any({"lit = true", "charges = 1", "sizes += 1"}) + " }\n" +
             field_call() + "\n}\n";
    }
    case 2: {
      const auto let = name();
      if (dice_.below(3) == 0) {
        return "plus = " + any({"1", "2"}) + "\nlet " + let + " = pick 1..3\nif " + flag(0) +
               " { lit = plus == " + let + "\n" +
               any({"raised(" + let + ")", "raised(3)", "raised()", "passed(kind, 3)", "do gem"}) + " }\n";
      }
      const auto field = any({"brand", "kind"});
      return field + " = " + any({"axe", "bow"}) + "\nlet " + let + " = pick {axe, bow, gem}\nif " + flag(0) +
             " { lit = " + field + " == " + let + "\n" +
             (field == "brand" ? any({"branded(" + let + ")", "branded(gem)", "branded()", "passed(gem)"})
                               : any({"gem(" + let + ")", "gem(bow)", "do gem"})) +
             " }\n";
    }
    case 3:
      return "repeat " + any({"2", "d2"}) + " {\nif " + field_asked() + " { charges += 1 }\n" + field_call() + "\n}\n";
    case 4:
      return "lit = " + field_asked() + "\n" + any({"drop ", "hold "}) +
             any({"branded(brand)", "raised(plus)", "passed(kind)", "retold(title)", "refilled(marks)", "do gem"}) +
             "\n";
    case 5: {
      const auto asked = field_asked();
      const auto let = name();
      lets_.push_back(let);
      return "if " + asked + " { lit = true }\nlet " + let + " = " + any({"plus", "charges", "plus + count(marks)"}) +
             any({" after ", " of "}) +
             any({"raised(plus)", "raised(d2)", "passed(brand, plus + 1)", "refilled(marks + axe)", "gem(brand)"}) +
             "\n";
    }
    case 6:
      return "match " + any({"brand", "kind"}) + " {\naxe: {\n" + block(depth > 0 ? depth - 1 : 0, is_main) +
             "}\nbow: { " + any({"branded(gem)", "branded(kind)"}) + " }\n}\n" + field_call() + "\n";
    default:
      return "if " + field_asked() + " { plus += 1 }\n" +
             any({"do gem", "do pick {bow, gem}", "do (if lit then gem else none)"}) + "\n";
  }
}

}  // namespace spoils::reference
