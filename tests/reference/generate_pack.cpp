// tests/reference/generate_pack.cpp
//
// Declarations.
#include "reference/generate_pack.h"

#include <unordered_map>
#include <utility>

#include "reference/pack.h"

namespace spoils::reference {

const std::vector<std::string>& field_names() {
  static const std::vector<std::string> names{"kind",  "brand", "plus",  "charges",  "lit",  "share", "marks",
                                              "runes", "sizes", "title", "quantity", "gear", "bag",   "amounts",
                                              "words", "tunes", "spots", "steps",    "turns"};
  return names;
}

std::size_t Generator::either(std::initializer_list<std::string_view> constructs) {
  const auto one = static_cast<std::size_t>(dice_.below(static_cast<int>(constructs.size())));
  const auto other = static_cast<std::size_t>(dice_.below(static_cast<int>(constructs.size())));
  const auto first = coverage_.number_of(constructs.begin()[one]);
  const auto second = coverage_.number_of(constructs.begin()[other]);
  const bool is_rarer = coverage_.count(second, used_) < coverage_.count(first, used_);
  used_.insert(is_rarer ? second : first);
  return is_rarer ? other : one;
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
  out +=
      "field words: list of text\nfield tunes: set of text\nfield spots: set of int\nfield steps: map of int to int\n";
  out += "field turns: list of flag\ninput wild = false\ninput motto: text = \"mid\"\ninput rate: number = " +
         any({"1/2", "2/3", "0.3", "5/3"}) + "\n";
  out += "state seen: set of symbol\nstate tally: map of goods to int\nstate lucky: flag\n";
  out += "scratch mood: symbol\nscratch heap: list of int\n";
  out += has_records_ ? "field gear: item\nfield bag: list of item\nstate made: set of item\n"
                      : "field gear: symbol\nfield bag: list of symbol\n";
  return out;
}

// Leaves out the tables, grids, defs and rules that nothing refers to: a pack that is compared takes half of the time.
std::string Generator::referred(std::string_view pack) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < pack.size(); ++i) {
    depth += pack[i] == '{' ? 1 : pack[i] == '}' ? -1 : 0;
    if (pack[i] != '\n' || depth != 0) { continue; }
    parts.push_back(pack.substr(begin, i + 1 - begin));
    begin = i + 1;
  }
  parts.push_back(pack.substr(begin));
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  const auto word_at = [&](std::string_view text, std::size_t from) {
    auto end = from;
    while (end < text.size() && is_letter(text[end])) { ++end; }
    return text.substr(from, end - from);
  };
  std::unordered_map<std::string_view, int> uses;
  const auto count = [&](std::string_view part, int times) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      const auto word = word_at(part, i);
      if (word.empty()) { continue; }
      uses[word] += times;
      i += word.size();
    }
  };
  for (const auto part : parts) { count(part, 1); }
  constexpr std::string_view kKinds[] = {"table ",        "grid ", "def ",       "world def ",
                                         "constant def ", "rule ", "world rule "};
  for (bool is_less = true; is_less;) {
    is_less = false;
    for (auto& part : parts) {
      for (const auto kind : kKinds) {
        if (!part.starts_with(kind)) { continue; }
        const auto name = word_at(part, kind.size());
        if (uses[name] > 1 || name == "r" || name == "sets") { continue; }
        count(std::exchange(part, {}), -1);
        is_less = true;
      }
    }
  }
  std::string out;
  for (const auto part : parts) { out += part; }
  return out;
}

std::string Generator::names() {
  std::string out = "names {";
  for (const std::string word : {"axe", "bow", "orb"}) {
    switch (either({"name of words", "name with plural", "name that marks its plural", "name of a part"})) {
      case 0: out += " " + word + " \"great " + word + "\";"; break;
      case 1: out += " " + word + " \"old " + word + ":some " + word + "en\";"; break;
      case 2: out += " " + word + " \"" + any({"pair~ of " + word, word + "~ and arrow", "~" + word}) + "\";"; break;
      default: out += " " + word + " \"drop of " + word + "\";"; break;
    }
  }
  return out + " }\n";
}

// Tables, grids and defs follow the rules in the text and are generated after them; each line can be deleted alone.
std::string Generator::run() {
  has_records_ = dice_.below(2) == 0;
  has_base_ = dice_.below(3) == 0;
  is_in_base_ = has_records_ && has_base_ && dice_.below(2) == 0;
  has_root_ = has_base_ && dice_.below(2) == 0;
  is_in_root_ = has_root_ && is_in_base_ && dice_.below(2) == 0;
  if (has_records_) {
    use(is_in_root_ ? "collection of pack used by another" : is_in_base_ ? "collection of used pack" : "collection");
  }
  if (has_base_) { use(has_root_ ? "use in steps" : "use"); }
  std::string out = declarations();
  out += "rule r {\n" + (size_ == Size::Large ? many_blocks() : block(2, true) + block(1, true)) + "}\n";
  lets_.clear();
  out += "rule called(n: 0..9 = 1) {\nplus += n\n" + block(0, false) + "}\n";
  lets_.clear();
  out += "rule axe {\n" + block(0, false) + "}\n";
  out += "rule bow { charges = 1 }\n";
  out += "rule loot(field quantity: 0..9 = 2) {\n" + block(0, false) + "}\n";
  out += field_rules();
  lets_.clear();
  // Every field is set somewhere, else no question could read it.
  out +=
      "rule sets { kind = axe; brand = axe; plus = 1; charges = 1; lit = true; share = 1/2; marks = [axe]; runes = "
      "{axe}; "
      "sizes = [1]; title = \"a\"; quantity = 1; amounts = {axe 1}" +
      std::string(has_records_ ? "; gear = dirk; bag = [club]" : "; gear = axe; bag = [axe]") +
      "; words = [\"a\"]; tunes = {\"a\"}; spots = {1}; steps = {1 1}; turns = [true] }\n";
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
  out += "def low(n) = n < 2 and n != 0\n";
  out += "world def colour(k) = pick {axe, bow, 2 gem}\nworld def size = d2\n";
  out += "world def kept(l: list of symbol) = pick 1..2\nworld def kept_part(q: number, t: text) = d2\n";
  out += "world rule cast(field quantity: 0..9 = 2) {\n" + world_block() + "}\n";
  out += "world rule lost(k: symbol, n = 1) {\nkind = k\nplus += n\n" + world_block() + "}\n";
  out += blocks_of_defs() + text_declarations() + other_declarations();
  out += "measure power = plus * 2 + charges\n";
  out += any({"display \"&[ {brand}] {kind}~\"\n",
              "display r \"{kind}[ ({plus:+})]\" if lit\ndisplay \"& {kind}~[ of {brand}]\"\n",
              "display if charges > 1 then \"& orb~[ {title}]\" else \"{power}\"\n",
              "display called \"called {kind}\"\ndisplay loot \"loot\"\n",
              "display \"{kind}[ {words}][ {lit}]\"\ndisplay branded \"{brand}[ of {title}]\"\n",
              "display if lit then \"{turns} {marks}\" else \"[{sizes}] {worded(kind)}\"\n", ""});
  if (dice_.below(4) == 0) { out += names(); }
  if (has_records_) {
    out += "rule armed(field gear: item = dirk, field bag: list of item = [club]) {\n" +
           any({"if gear is blade { plus += 1 }\n", "charges += count(bag)\n", "kind = gear.make\n"}) +
           "bag += gear\n}\n";
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
  out = referred(out);
  if (has_base_) { out += std::string(kBaseLine) + base(is_in_base_ && !is_in_root_); }
  if (has_root_) { out += std::string(kRootLine) + root(is_in_root_); }
  return out;
}

}  // namespace spoils::reference
