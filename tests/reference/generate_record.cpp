// tests/reference/generate_record.cpp
//
// Collections and their records, the pack `base` that a pack may use, and `expect` lines.
#include "reference/generate_pack.h"

namespace spoils::reference {

namespace {

constexpr const char* kCollection =
    "collection item {\nheft: int = 1\nmake: {keen, stout} = keen\nworth_of: int = 2 * heft\n"
    "traits: set of symbol\ngives: map of symbol to int\nfits: filter\nlegend: text = \"it {heft}\"\nmate: item\n"
    "foes: set of item\ncursed = false\nshare_of: number = heft / 2\ntags = {make}\nrows allocate { more: int = 1; "
    "grade: {fine, poor} = poor }\n"
    "rows limit { at: range; most: int = 2 }\nblock wield\n}\n";

}  // namespace

// One line a record, so that each can be deleted alone.
std::string Generator::records() {
  const auto more = [&] {
    switch (either({"record without more", "text of a record", "record of a record", "set of records",
                    "flag of a record", "number of a record"})) {
      case 0: return std::string();
      case 1: return any({"legend = \"it axe\"; ", "legend = (\"aa {level}\"); ", "legend = (\"it {kind}\"); "});
      case 2: return any({"mate = club; ", "mate = sword; "});
      case 3: return any({"foes = {dirk, club}; ", "foes += {club}; "});
      case 4: return any({"cursed = true; ", "cursed = (level > 1); "});
      default: return any({"share_of = 1/3; ", "share_of = (level / 3); "});
    }
  };
  std::string out =
      "abstract item blade { tags = {sharp}; traits = {axe}; gives = {bow 1}; limit 1.. 3; wield { plus += 1 } }\n";
  switch (either({"record", "record of dice", "record with default", "record with own block"})) {
    case 0: out += "item dirk : blade { " + more() + "heft = 2; allocate 1.. common 2 }\n"; break;
    case 1: out += "item dirk : blade { " + more() + "heft = d2; allocate 1.. common 2 more d2 grade fine }\n"; break;
    case 2: out += "item dirk : blade { " + more() + "allocate 1.. common (level) more 2; limit 2 most 5 }\n"; break;
    default:
      out += "item dirk : blade { " + more() + "allocate 1..3 common 2; wield { charges += d2; kind = gem } }\n";
      break;
  }
  switch (either({"once", "inherited set grows", "overlapping rows", "row on filter", "filter field"})) {
    case 0: out += "item sword : blade { " + more() + "once; make = stout; allocate ..2 grade fine }\n"; break;
    case 1:
      out += "item sword : blade { " + more() +
             "traits += {bow}; gives += {axe 2, bow -1}; tags = {old}; allocate 1.. 3 }\n";
      break;
    case 2:
      out += "item sword : blade { " + more() + "make = stout; allocate 1..2 common 3; allocate 2.. more 4; once }\n";
      break;
    case 3:
      out += "item sword : blade { " + more() + "heft = 3; allocate 1.. on {blade not stout}; allocate 2 common 2 }\n";
      break;
    default: out += "item sword : blade { " + more() + "fits = {sharp not stout}; allocate 1.. common 0.5 }\n"; break;
  }
  switch (either({"two parents", "title", "default of default", "def in filter"})) {
    case 0:
      out += "abstract item old { tags = {aged}; heft = 4; wield { charges += 1 } }\n";
      out += "item club : old, blade { allocate 1.. common 3 }\n";
      break;
    case 1:
      out += "item club \"" + any({"great club", "great club:clubben", "club~ of wood"}) +
             "\" { heft = 3; allocate 1.. on {} }\n";
      break;
    case 2: out += "item club { heft = (level); make = stout; allocate 1.. common 2 more (level) }\n"; break;
    default: out += "item club { fits = {(edged)}; allocate 1.. on {(edged), club}; wield { stop } }\n"; break;
  }
  return out;
}

std::string Generator::collection() { return std::string(kCollection) + "def edged = {blade, bow}\n" + records(); }

// A pack to be used: its names refer to its own declarations, whatever the pack that uses it declares.
std::string Generator::base(bool has_records) {
  std::string out = "pack base \"Base\" 1.0\n";
  std::string stock = "1 glow if deep > 1";
  std::string found;
  std::string display = "display found \"base {kind} {heat}\"\n";
  if (has_root_) {
    out += "use root\n";
    switch (either({"call rule of used pack", "pick from table of used pack", "def of used pack",
                    "measure of used pack", "symbol named like one of used pack"})) {
      case 0: found = any({"mined()\n", "mined(n)\n", "drop mined\n"}); break;
      case 1: found = "brand = pick ore\n"; break;
      case 2: found = "charges = dross\n"; break;
      case 3: found = "charges += mass\n"; break;
      default: found = "brand = slag\n"; break;
    }
    stock = any({stock, "1 slag", "1 (pick ore)"});
    display += any({"display mined \"base {kind} {mass}\"\n", "override display mined \"over {kind}\"\n",
                    "display \"all {kind}~\"\n", ""});
    switch (either({"override of used pack", "override through a step", "overridden in the middle", "name in steps"})) {
      case 0: out += any({"override def dross = 2\n", "override table ore { glow; 2 bow }\n"}); break;
      case 1: out += "override measure mass = plus * 3\n"; break;
      case 2: out += "override rule mined(n: 0..9 = 1) { kind = glow; charges = n + dross }\n"; break;
      default: out += any({"names { slag \"blue slag:blue slags\" }\n", "def slack = 1\n"}); break;
    }
  }
  out += "input deep: 1..2 = 1\n" + std::string(has_records ? "input level: 1..3 = 2\n" : "") +
         "rule found(n: 0..9 = 1) {\nplus += n + bonus\nkind = pick stock\nbrand = glow\n" + found +
         "}\n"
         "rule lone { quantity = deep; kind = tint }\n"
         "table stock { 2 axe; " +
         stock +
         "; (deep) orb }\n"
         "def bonus = deep + 1\ndef tint = pick {glow, axe}\nmeasure heat = plus + deep\n" +
         display + "names { glow \"red glow\" }\n";
  return out + (has_records ? collection() : "");
}

// It has no inputs, except where the collection reads one.
std::string Generator::root(bool has_records) {
  const std::string out =
      "pack root \"Root\" 1.0\n" + std::string(has_records ? "input level: 1..3 = 2\n" : "") +
      "rule mined(n: 0..9 = 1) {\nkind = pick ore\nplus += n + dross\n}\n"
      "table ore { 2 slag; 1 axe; (max(0, plus)) glow }\ndef dross = pick {0, 1}\nmeasure mass = plus * 2\n" +
      any({"display mined \"root {kind}~ {mass}\"\n", "display mined \"& deep {kind}~\"\n"}) +
      "names { slag \"red slag\"; glow \"dim glow:dim glows\" }\n";
  return out + (has_records ? collection() : "");
}

std::string Generator::overrides_in_steps() {
  switch (either({"override over two steps", "override of what is overridden", "display of two steps",
                  "name like one of the innermost", "override display over two steps"})) {
    case 0: return any({"override def dross = d2\n", "override table ore { gem; 2 orb }\n"});
    case 1:
      return any({"override rule mined(n: 0..9 = 1) { plus = n; kind = bow }\n", "override measure mass = charges\n"});
    case 2: return any({"display mined \"mine {kind}\" if plus > 2\n", "display mined \"mine {kind}~\"\n"});
    case 3: return any({"def slag = 3\n", "table slag { bow }\n", "names { slag \"own slag\" }\n"});
    default: return "override display mined \"none but {kind}\"\n";
  }
}

std::string Generator::overrides(bool has_records) {
  std::string out = any({"def glow = 3\n", "measure glow = plus\n", "table glow { axe }\n", ""});
  if (has_root_) { out += overrides_in_steps(); }
  for (int n = dice_.below(3); n >= 0; --n) {
    std::string line;
    switch (either({"override def", "override table", "override input", "override rule", "override measure",
                    "override display", "override record", "names", "display of used rule"})) {
      case 0: line = "override def bonus = d2\n"; break;
      case 1: line = "override table stock { 1 bow; 2 gem }\n"; break;
      case 2: line = "override input deep: 1..3 = 2\n"; break;
      case 3: line = "override rule lone { quantity = 3; brand = orb }\n"; break;
      case 4: line = "override measure heat = plus * 3\n"; break;
      case 5: line = "override display found \"mine {kind}\"\n"; break;
      case 6:
        line = has_records ? "override item dirk { heft = 5; allocate 1.. common 1; wield { quantity = 1 } }\n" : "";
        break;
      case 7: line = "names { glow \"green glow\"; bow \"long bow\" }\n"; break;
      default: line = "display found \"found {kind}\" if plus > 2\n"; break;
    }
    if (out.find(line) == std::string::npos) { out += line; }
  }
  return out;
}

std::string Generator::record(int depth) {
  switch (either({"record word", "record field value", "pick at", "pick at where", "pick at or nothing", "pick on",
                  "pick collection", "pick record where", "record of list", "if record", "pick at weight",
                  "pick at or nothing weight"})) {
    case 0: return any({"dirk", "sword", "club"});
    case 1: return "gear";
    case 2: return "(pick k in item at " + any({"level", "1", "2", "level + 1"}) + ")";
    case 3:
      return "(pick k in item at level where " +
             any({"k is blade", "not (k.once and k in made)", "k.grade == fine", "k.make == stout or k.rank > 0",
                  "k.common > 1", "not k is {stout}"}) +
             " or nothing)";
    case 4: return "(pick k in item at level where " + any({"k is old", "k != gear", "not k in bag"}) + " or nothing)";
    case 5:
      return "(pick k in item " + any({"at level ", ""}) + "on " + any({"gear", "{blade}", "{club, stout}"}) +
             " or nothing)";
    case 6: return "(pick item)";
    case 7:
      return "(pick k in item " + any({"where k is blade", "where k.once or k is club", "where k.rank > 0"}) +
             any({"", " weight k.rank + 1", " or nothing"}) + ")";
    case 8: return any({"first", "last"}) + "(bag)";
    case 9: {
      const auto condition = flag(depth > 0 ? depth - 1 : 0);
      return "(if " + condition + " then dirk else gear)";
    }
    case 10: return "(pick k in item at level weight " + any({"k.common * 2 + 1", "k.rank + 1", "2"}) + " or nothing)";
    default: return "(pick k in item at level where k != gear or nothing weight " + any({"total", "1"}) + ")";
  }
}

std::string Generator::record_integer() {
  switch (either({"record number", "default of record", "rank", "sum of rows", "count records",
                  "count of records' list", "def of record", "count traits", "distinct def", "count tags",
                  "member of member", "count text of records", "distinct records", "number of record", "count foes"})) {
    case 0: return "gear.heft";
    case 1: return "gear.worth_of";
    case 2: return "gear.rank";
    case 3:
      return any({"sum(l in gear.limit where level in l.at: l.most)", "count(l in gear.limit)",
                  "max(l in gear.limit: l.most)"});
    case 4: return any({"count(x in item where x is blade)", "sum(x in item where not x.once: x.rank)"});
    case 5: return "count(x in bag where " + any({"x.make == stout", "x is blade", "x == gear", "x.once"}) + ")";
    case 6:
      return "weight_of(" +
             any({"gear", "dirk", "club with { heft = 7 }", "sword with { traits += {gem}; heft = d2 }"}) + ")";
    case 9: return any({"count(gear.tags)", "count(x in gear.tags where x == sharp or x == stout)"});
    case 10: return any({"gear.mate.heft", "gear.mate.rank", "count(gear.mate.traits)"});
    case 11:
      return any({"count(x in item where x.legend == ", "count(x in bag where x.legend == "}) + quiet_text() + ")";
    case 12:
      return "count(x in (pick " + any({"1", "2", "d2"}) + " distinct from " +
             any({"k in item at level", "k in item where k != gear", "k in item at level weight k.rank + 1"}) +
             " or fewer) where " + any({"x is blade", "x == gear", "x.make == stout", "x in bag"}) + ")";
    case 13:
      return any({"floor(gear.share_of * 2)", "ceil(sum(x in bag: x.share_of))",
                  "(match gear.share_of { 1: 1; 1/2: 2; else: 0 })"});
    case 14:
      return any({"count(gear.foes)", "count(x in bag where gear in x.foes)", "count(x in item where x in gear.foes)"});
    case 8: return "rarity(" + any({"gear", "sword", "dirk"}) + ")";
    default: return "count(gear.traits)";
  }
}

std::string Generator::record_flag() {
  switch (either({"is tag", "is filter", "is field", "once field", "record in state", "record in list", "in record set",
                  "equal text of record", "mate asked", "foe asked", "flag of record", "tag in tags", "is record"})) {
    case 0: return "gear is " + any({"blade", "sharp", "stout", "aged"});
    case 1:
      return any({"gear", "gear", "gear", "(pick item)"}) + " is " +
             any({"{sharp not stout}", "{not keen}", "{club, sharp}", "{(edged)}", "{}", "item[sword].fits",
                  "item[gear].fits", "(pick item).fits"});
    case 2: return any({"suits(gear, sword)", "suits(gear, club)", "suits(club, gear)"});
    case 3: return "gear.once";
    case 4: return any({"gear in made", "gear in made", "none in made"});
    case 5: return any({"gear in bag", "gear in bag", "none in bag"});
    case 6: return any({"axe", "kind", "gem"}) + " in gear.traits";
    case 7: return "gear.legend" + any({" == ", " != "}) + quiet_text();
    case 8: return any({"gear.mate == club", "gear.mate == none", "gear.mate is blade", "gear.mate == gear"});
    case 9: return any({"club in gear.foes", "any(x in bag: gear in x.foes)", "gear.foes == {club}"});
    case 10: return any({"gear.cursed", "not gear.cursed", "gear.cursed == lit"});
    case 11: return any({"sharp in gear.tags", "kind in gear.tags", "gear.make in gear.tags"});
    default: return any({"gear is dirk", "gear == dirk", "gear == none", "gear != club"});
  }
}

std::string Generator::record_statement(int depth, bool is_main) {
  const auto body = [&] { return " {\n" + block(depth > 0 ? depth - 1 : 0, is_main) + "}"; };
  const auto name = [&] { return "v" + std::to_string(++names_); };
  switch (either({"apply", "let row", "for records", "for rows", "set gear", "add to bag", "make once", "take from bag",
                  "call with record", "drop with record", "apply let", "unset gear", "add map of record", "for bag",
                  "call with record field", "let record", "text of record"})) {
    case 0: return "apply gear.wield\n";
    case 1: {
      const auto let = name();
      return "let " + let + " = pick k in item at level " +
             any({"", "where k is blade or nothing", "or nothing weight 1"}) + "\nquantity = " + let +
             ".more\ngear = " + let + "\ncharges += " + let + ".heft\n";
    }
    case 2: {
      const auto loop = name();
      return "for " + loop + " in item {\n" +
             any({"plus += " + loop + ".rank", "bag += " + loop, "kind = " + loop + ".make"}) + "\n}\n";
    }
    case 3: {
      const auto loop = name();
      return "for " + loop + " in gear.limit {\n" +
             any({"plus += " + loop + ".most", "if level in " + loop + ".at { charges += 1 }"}) + "\n}\n";
    }
    case 4: return "gear = " + record(depth) + "\n";
    case 5: return "bag += " + record(depth) + "\n";
    case 6: return "gear = " + record(depth) + "\nif gear.once { made += gear }\n";
    case 7: return "bag -= " + any({"dirk", "gear"}) + "\n";
    case 8: return "fitted(" + any({"dirk", "gear", "club with { heft = 2; traits = {axe} }", "sword"}) + ")\n";
    case 9:
      return any({"drop", "hold"}) + std::string(" fitted(") + any({"club", "gear", "dirk with { make = stout }"}) +
             ")\n";
    case 10: {
      const auto let = name();
      auto value = record(depth);
      if (value.find('(') == std::string::npos) { value = "gear"; }  // a bare word is of no collection
      return "let " + let + " = " + value + "\nif " + let + " != none" + body() + "\napply " + let + ".wield\n";
    }
    case 11: return any({"gear", "bag"}) + " = none\n";
    case 12: return any({"amounts += gear.gives\n", "amounts = gear.gives\n", "plus += gear.gives[bow]\n"});
    case 13: {
      const auto loop = name();
      return "for " + loop + " in bag {\n" +
             any({"plus += " + loop + ".heft", "bag -= " + loop, "if " + loop + " is blade { charges += 1 }",
                  "apply " + loop + ".wield", "if " + loop + ".legend == title { lit = true }"}) +
             "\n}\n";
    }
    case 14:
      return any({"if gear == club { lit = true }\n", "if gear is blade { charges += 1 }\n", "lit = gear in bag\n"}) +
             any({"armed(club)", "armed()", "armed(gear)", "armed(gear, [dirk])", "armed(pick item, bag)"}) + "\n";
    case 15: {
      const auto let = name();
      return "let " + let + " = gear\ngear = " + record(depth) + "\n" +
             any({"if " + let + " == gear { plus += 1 }", "if gear.mate == " + let + " { lit = true }",
                  "if " + let + " in bag { charges += 1 }"}) +
             "\n";
    }
    default: return "title = " + any({"gear.name", "gear.legend", "named(club)", "\"{gear}\"", "\"of {gear}\""}) + "\n";
  }
}

std::string Generator::expectation(bool has_base, bool has_records) {
  // Settings come one after the other: one may read an input that a later one sets, or itself.
  const bool reads = either({"settings of constants", "settings of constants", "settings that read inputs"}) == 2;
  const std::string set = ", level = " + (reads ? any({"if wild then 2 else 1", "level"}) : any({"1", "2"})) +
                          ", mode = plain" + any({"", ", wild = true", ", luck = 3"}) + (has_base ? ", deep = 1" : "");
  const auto condition = [&] {
    switch (either({"asks field", "asks number", "asks things", "asks held", "asks measure", "asks record"})) {
      case 0: return any({"kind == axe", "lit", "brand != none", "axe in runes", "title == \"a\""});
      case 1: return any({"plus > 1", "plus == 1 and kind != bow", "charges in 1..2", "quantity == 2"});
      case 2:
        return any({"count(x in things where x.made_by == loot) > 0", "count(x in things where x.plus > 1) == 1",
                    "all(x in things: x.kind != bow)"});
      case 3: return any({"any(x in held: x.kind == axe)", "count(x in held) == 0", "sum(x in held: x.quantity) > 1"});
      case 4: return any({"power > 2", "power == plus"});
      default:
        return has_records ? any({"gear is blade", "gear != none", "gear.make == stout"}) : std::string("kind == gem");
    }
  };
  const auto rule = any({"coin", "coin", "slope(1)", "slope", "loot", "called", "r"});
  const bool is_open = rule != "r" && rule != "called" && rule != "loot" && dice_.below(2) == 0;
  use(is_open ? "expect for every input" : "expect with inputs");
  const auto inputs = is_open ? std::string() : set;
  std::string line;
  switch (either({"expect equal", "expect compare", "expect in", "expect about", "expect mean", "expect distribution",
                  "expect given", "expect two", "expect by two fields", "expect by three"})) {
    case 0:
      line = "odds(" + rule + ": " + condition() + inputs + ") " + any({"==", "!="}) + " " +
             any({"1/3", "0", "1", "20%", "1/2"});
      break;
    case 1:
      line = "odds(" + rule + ": " + condition() + inputs + ") " + any({">", "<", ">=", "<="}) + " " +
             any({"0", "1/3", "1/2", "20%"});
      break;
    case 2:
      line = "odds(" + rule + ": " + condition() + inputs + ") in " + any({"10%..30%", "0..1/3", "1/3..1"});
      break;
    case 3:
      line = "odds(" + rule + ": " + condition() + inputs + ") about " + any({"0.3", "0.33", "33.3%", "0.6667", "0.5"});
      break;
    case 4:
      line = "mean(" + rule + ": " + any({"plus", "charges", "plus * 2", "power"}) + inputs + ") " +
             any({"== 1", "> 1", "in 0..2", "about 1.5", "<= 1/2"});
      break;
    case 5: {
      const auto field = any({"kind", "plus"});
      line = "odds(" + rule + " by " + field + inputs + ") == " +
             (field == "kind" ? any({"{1 axe, 2 bow}", "{2 bow; 1 axe}", "{axe, bow}", "{10% axe; 90% gem}"})
                              : any({"{1, 2}", "{1 1, 3 2}"}));
      break;
    }
    case 6:
      line = "odds(" + rule + ": " + condition() + " given " + condition() + inputs + ") " +
             any({"> 0", "== 1", "== 1/3", "<= 1/2"});
      break;
    case 7:
      line = "odds(" + rule + ": " + condition() + set + ") " + any({"==", "<", ">="}) + " odds(" +
             any({"coin", rule}) + ": " + condition() + set + ")";
      break;
    case 8: {
      const auto where = any({"", "", " given plus > 1", ": kind == axe"});
      line = dice_.below(2) == 0
                 ? "odds(" + any({"coin", "coin", rule}) + " by kind, plus" + where + inputs + ") == " +
                       any({"{axe 1, axe 2; 2 bow 1, bow 2}", "{2 bow 1; 2 bow 2; axe 1; axe 2}", "{axe 1, bow 2}",
                            "{1 axe 2; 2 bow 2}", "{axe 1, axe 2}", "{axe 1, axe 2, bow 1}"})
                 : "odds(" + any({"slope", "slope(1)", "loot", "called"}) + " by kind, lit" + where + inputs + ") == " +
                       any({"{none none}", "{axe none}", "{20% axe none; 80% bow none}", "{20% axe none, 80% bow true}",
                            "{axe none, bow none}", "{axe true; none false}"});
      break;
    }
    default: {
      const auto fields = any({"name, plus, kind", "plus, name, kind", "plus, kind, share"});
      const auto row = [&](const std::string& plus, const std::string& kind) {
        return (fields == "plus, kind, share"  ? plus + " " + kind + " none"
                : fields == "plus, name, kind" ? plus + " \"" + kind + "\" " + kind
                                               : "\"" + kind + "\" " + plus + " " + kind);
      };
      line = "odds(" + any({"coin", "coin", rule}) + " by " + fields + inputs + ") == " +
             any({"{1 " + row("1", "axe") + ", 1 " + row("2", "axe") + "; 2 " + row("1", "bow") + ", 2 " +
                      row("2", "bow") + "}",
                  "{" + row("1", "axe") + ", " + row("2", "bow") + "}", "{" + row("none", "none") + "}"});
      break;
    }
  }
  return "expect \"e" + std::to_string(++names_) + "\": " + line + "\n";
}

}  // namespace spoils::reference
