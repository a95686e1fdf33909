// tests/reference/generate_text.cpp
//
// Composed texts: as cells of tables, as results of defs and as members of lists, and the places that compare or count
// them. Most have the same length, so that only their characters tell them apart.
#include "reference/generate_pack.h"

namespace spoils::reference {

// The defs call each other in this order only, and draw nothing unless their name says so.
std::string Generator::text_declarations() {
  std::string out = "def label_of(k: symbol) = " +
                    any({R"("it {k}")", R"("i{level} {k}")", R"(if k == axe then "it bow" else "it {k}")",
                         R"("it " + k)", R"(match k { axe, gem: "it {k}"; else: "it {brand}" })"}) +
                    "\n";
  out += "def labels_of(k: symbol) = " +
         any({R"(["it {k}", "it bow"])", R"(list(x in [axe, k]: "it {x}"))", R"([label_of(k), "of {level}"])",
              R"(list(g in goods where g != k: "it {g}"))"}) +
         "\n";
  out += "def worded(k: symbol, n = 1) {\n";
  switch (either({"text built", "text given in loop", "text from list built"})) {
    case 0: out += "let t = \"it {k}\"\nif n > 1 { t += \"s\" }\ngive t\n}\n"; break;
    case 1:
      out +=
          "match k { axe: { give \"it bow\" } }\nfor x in [gem, bow] { if x == k { give \"it {x}\" } }\n"
          "give label_of(k)\n}\n";
      break;
    default:
      out += "let l = [\"it {k}\"]\nrepeat n { l += \"it {count(l)}\" }\ngive l[" + any({"n", "1", "2"}) + "]\n}\n";
      break;
  }
  out += "def drawn_label = " +
         any({R"("it {pick few}")", "label_of(pick {axe, 2 bow})", R"(if chance 1/2 then "it axe" else "it {kind}")"}) +
         "\n";
  out += "world def titled_for(k: symbol) = " +
         any({R"("it {pick few}")", R"(if chance 1/2 then "it {k}" else "it bow")", R"(pick {"it axe", 2 "it bow"})"}) +
         "\n";
  const auto cell = [&] {
    return any({R"(("it {kind}"))", R"(("aa {level}"))", R"(("bb {level}"))", "(label_of(bow))", R"(("it {brand}"))",
                "(worded(axe))", R"("it axe")", R"("it bow")", R"(("aa {plus}"))", "."});
  };
  const auto drawn = [&] { return dice_.below(2) == 0 ? cell() : any({R"(("it {pick few}"))", "(drawn_label)"}); };
  out += "table plates: label, about { 2 axe " + cell();
  out += " " + drawn();
  out += "; 1 bow " + cell();
  out += " " + drawn();
  return out + "; 1 gem " + any({R"(("it {kind}"))", R"("it gem")", R"(("aa {level}"))"}) + R"( ("it {brand}") })" +
         "\n";
}

std::string Generator::quiet_text() {
  if (has_records_ && dice_.below(8) == 0) { return any({"gear.legend", "gear.name", "named(gear)"}); }
  switch (either({"quiet text", "quiet composed text", "cell of text", "def of text", "def of text with block",
                  "member of texts", "text of input"})) {
    case 0: return any({"title", R"("it axe")", R"("aa 2")", R"("it bow")"});
    case 1:
      return any({R"("it {kind}")", R"("it {brand}")", R"("aa {plus}")", R"("aa {level}")", R"("it " + kind)",
                  R"("{kind}{brand}")"});
    case 2: return "plates[" + any({"kind", "brand", "gem", "orb"}) + "].label";
    case 3: return "label_of(" + any({"kind", "brand", "axe"}) + ")";
    case 4: return "worded(" + any({"kind", "brand, 2", "gem", "k = kind, n = level"}) + ")";
    case 5: return any({"words[1]", "first(words)", "words[level]", "labels_of(kind)[1]", "last(labels_of(brand))"});
    default: return any({"motto", R"("it {motto}")"});
  }
}

// May draw.
std::string Generator::composed(int depth) {
  const auto inner = depth > 0 ? depth - 1 : 0;
  switch (either({"text without draw", "composed of draw", "cell of text drawn", "cell of drawn text",
                  "def of text drawn", "def that draws text", "world def of text", "text if", "text match", "pick text",
                  "capitalised composed"})) {
    case 0: return quiet_text();
    case 1: return "(\"it \" + " + symbol(inner) + ")";
    case 2: return "plates[" + symbol(inner) + "].label";
    case 3: return "plates[" + any({"kind", "pick few", "brand"}) + "].about";
    case 4: return any({"label_of(", "worded("}) + symbol(inner) + ")";
    case 5: return "drawn_label";
    case 6: return "titled_for(" + any({"kind", "axe", "pick few"}) + ")";
    case 7: {
      const auto condition = flag(inner);
      return "(if " + condition + " then " + quiet_text() + " else " + quiet_text() + ")";
    }
    case 8: {
      const auto subject = symbol(inner);
      return "(match " + subject + " { axe: " + quiet_text() + "; bow: " + quiet_text() + R"(; else: "it gem" }))";
    }
    case 9:
      return any({R"((pick {"it axe", 2 "it bow"}))", R"((pick ["it axe", "aa 2"]))", "(pick labels_of(kind))",
                  R"((pick {(label_of(kind)), "it bow"}))", R"((pick (words + "it axe")))"});
    default: return any({"capitalise", "titled"}) + "(" + quiet_text() + ")";
  }
}

std::string Generator::quiet_text_flag() {
  switch (either({"equal texts", "equal cells of text", "text in list", "text in set", "text of rows", "text is none",
                  "equal lists of texts"})) {
    case 0: {
      const auto a = quiet_text();
      return "(" + a + any({" == ", " == ", " != "}) + quiet_text() + ")";
    }
    case 1: return "plates[kind].label" + any({" == ", " != "}) + any({"plates[brand].label", "\"it {brand}\""});
    case 2: return "(" + quiet_text() + " in " + any({"words", "labels_of(brand)", R"(["it axe", motto])"}) + ")";
    case 3: return "(" + quiet_text() + " in tunes)";
    case 4:
      return any({"any(w in plates: w.label == ", "all(w in plates where w != kind: w.label != "}) + quiet_text() + ")";
    case 5: return quiet_text() + any({" == none", " != none"});
    default:
      return any({"words == labels_of(kind)", R"(words != ["it axe"])", R"(labels_of(brand) == ["it axe", "it bow"])"});
  }
}

std::string Generator::text_integer(int depth) {
  switch (either({"count texts", "count rows of text", "count set of texts", "match on text", "sum by text",
                  "hash of composed", "count drawn texts"})) {
    case 0:
      return "count(x in " + any({"words", "labels_of(kind)", "labels_of(brand)"}) +
             any({" where x == ", " where x != "}) + quiet_text() + ")";
    case 1: return "count(w in plates where w.label" + any({" == ", " != "}) + quiet_text() + ")";
    case 2:
      return any({"count(tunes)", "count(set(x in words: x))", "count(set(w in plates: w.label))",
                  "count(set(x in marks: label_of(x)))"});
    case 3: {
      const auto subject = composed(depth - 1);
      return "(match " + subject + R"( { "it axe", )" + quiet_text() + R"(: 1; "it bow": 2; else: 3 }))";
    }
    case 4: return "sum(g in goods where label_of(g) == " + quiet_text() + ": g.worth)";
    case 5: return "(polynomial_hash(" + quiet_text() + ", 37) mod 3)";
    default:
      return any({"count(w in plates where w.about == w.label)", "count(x in 1..2 where drawn_label == \"it axe\")",
                  "count(x in [drawn_label, drawn_label] where x == title)"});
  }
}

std::string Generator::text_symbol() {
  switch (either({"row by text", "pick by text", "weight by text", "key of text"})) {
    case 0: return "first(w in plates where w.label == " + quiet_text() + ": w)";
    case 1: return "(pick w in plates where w.label" + any({" == ", " != "}) + quiet_text() + " or nothing)";
    case 2: return "(pick w in plates weight if w.label == " + quiet_text() + " then 2 else 1)";
    default: return "(if " + quiet_text_flag() + " then axe else bow)";
  }
}

std::string Generator::text_assignment(int depth) {
  switch (either({"set title composed", "add text to list", "set texts", "take text", "mapped texts", "add to tunes",
                  "set of mapped texts", "distinct texts", "shuffled texts", "unset texts", "flag of texts",
                  "number of texts"})) {
    case 0: return "title = " + composed(depth);
    case 1: return "words += " + composed(depth);
    case 2: {
      const auto first = composed(depth);
      return "words = [" + first + ", " + composed(0) + "]";
    }
    case 3: return "words -= " + quiet_text();
    case 4:
      return "words = " + any({R"(list(x in marks: "it {x}"))", "labels_of(kind)", "list(w in plates: w.label)",
                               "list(x in [axe, pick few]: label_of(x))", "list(w in plates: w.about)"});
    case 5: return "tunes " + any({"+=", "+=", "-="}) + " " + composed(depth);
    case 6:
      return "tunes = " + any({"set(x in marks: label_of(x))", "set(w in plates: w.label)", R"({"it axe", title})"});
    case 7: return "tunes = pick " + any({"1", "2"}) + R"( distinct from ["it axe", "it bow", "aa 2"])";
    case 8: return "words = shuffle " + any({"words", "labels_of(kind)", R"(["it axe", "it bow"])"});
    case 9: return any({"words", "tunes"}) + " = none";
    case 10: return "lit = " + quiet_text_flag();
    default: return any({"plus", "charges"}) + any({" = ", " += "}) + text_integer(1);
  }
}

// A draw, then a comparison of a text that depends on it, which not every way reaches.
std::string Generator::text_statement(int depth, bool is_main) {
  const auto name = [&] { return "v" + std::to_string(++names_); };
  switch (either({"text asked of draw", "text asked later", "let text", "for texts", "match text", "text of let",
                  "texts in turn"})) {
    case 0: {
      const auto drawn = name();
      const auto text = any({"plates[" + drawn + "].label", "label_of(" + drawn + ")", "worded(" + drawn + ")",
                             "\"it {" + drawn + "}\"", "labels_of(" + drawn + ")[1]"});
      return "let " + drawn + " = " + any({"pick {axe, bow, gem}", "pick few", "pick plates"}) + "\nif " + flag(0) +
             " { lit = " + text + any({" == ", " != "}) + quiet_text() + " }\n";
    }
    case 1: {
      const auto later = name();
      return "kind = " + any({"pick {axe, bow, gem}", "pick few", "pick plates"}) + "\nlet " + later +
             " = pick 1..2\nif " + later + " == 1 { " +
             any({"lit = " + quiet_text_flag(), "charges = " + text_integer(1),
                  "if plates[kind].label in [" + quiet_text() + ", title] { plus += 1 }"}) +
             " }\n";
    }
    case 2: {
      const auto let = name();
      const auto value = composed(depth);
      return "let " + let + " = " + value + "\nif " + let + any({" == ", " != "}) + quiet_text() + " {\n" +
             block(depth > 0 ? depth - 1 : 0, is_main) + "}\n";
    }
    case 3: {
      const auto loop = name();
      return "for " + loop + " in " + any({"words", "labels_of(kind)", R"(["it {kind}", drawn_label])"}) + " { " +
             any({"if " + loop + " == " + quiet_text() + " { plus += 1 }", "title = " + loop, "words -= " + loop}) +
             "\n" + statement(0, is_main) + "}\n";
    }
    case 4: {
      const auto subject = composed(depth);
      return "match " + subject + " {\n\"it axe\", " + quiet_text() + ": {\n" +
             block(depth > 0 ? depth - 1 : 0, is_main) + "}\n" + "else: { charges += 1 }\n}\n";
    }
    case 5: {
      const auto let = name();
      return "let " + let + " = " +
             any({"label_of(pick few)", "drawn_label", "\"aa {pick 1..3}\"", "plates[kind].about"}) + "\n" +
             any({"words += " + let, "title = " + let + " + \"s\"", "tunes += " + let}) + "\nlit = " + let +
             " == " + quiet_text() + "\n";
    }
    default:
      return "repeat " + any({"2", "d2", "level"}) +
             " { words += " + any({R"("it {count(words)}")", R"("it {pick few}")", "drawn_label", R"("aa {plus}")"}) +
             "\n" + statement(0, is_main) + "}\n";
  }
}

}  // namespace spoils::reference
