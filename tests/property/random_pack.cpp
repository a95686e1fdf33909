// tests/property/random_pack.cpp
//
// The generator: an expression for each type, tables that pick from earlier tables, rules that run later rules.
#include "property/random_pack.h"

#include <fmt/format.h>

#include "lang/lexer.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils {

namespace {

constexpr std::string_view kSymbols[] = {"gold", "gem", "axe", "bow", "robe", "ring", "wand", "tome"};
constexpr std::string_view kWeights[] = {
    "1", "2", "3", "10", "0.5", "25%", "(level)", "(6 - level)", "(max(0, level - 2))"};
constexpr std::string_view kPercents[] = {"50%", "30%", "20%", "12.5%"};

class PackGenerator {
 public:
  explicit PackGenerator(Choices& choices) : choices_(choices) {}

  std::string run() {
    out_ = "pack random \"Random\" 1.0\n\n";
    out_ += "input level: 1..5 = 2\ninput mode: {plain, rich} = plain\ninput lucky: flag = false\n";
    out_ += "state hunger: 0..3 = 0\n";
    if (choices_.yes(2)) {
      out_ += "scratch left: int\n";
      has_scratch_ = true;
    }
    out_ += "field marks: set of symbol\nfield l0: list of symbol\n";
    tables_ = 1 + choices_.below(3);
    for (std::uint32_t i = 0; i < tables_; ++i) { table(i); }
    if (choices_.yes(2)) { grid(); }
    defs_ = choices_.below(3);
    for (std::uint32_t i = 0; i < defs_; ++i) { def(i); }
    rules_ = 1 + choices_.below(3);
    for (std::uint32_t i = 0; i < rules_; ++i) { rule(i); }
    displays();
    if (choices_.yes(3)) { out_ += "\nnames { gem \"gem:gemmes\"; robe \"pair~ of robes\"; wand \"long wand\" }\n"; }
    if (choices_.yes(3)) { out_ += "\nmeasure power = 2 * n0 + 1\n"; }
    return std::move(out_);
  }

 private:
  std::string_view symbol() { return choices_.any(kSymbols); }

  // ---- Tables ---------------------------------------------------------------

  void table(std::uint32_t number) {
    const bool has_columns = number == 0;
    out_ += fmt::format("\ntable t{}{} {{\n", number, has_columns ? ": worth, mark, next" : "");
    const auto rows = 1 + choices_.below(4);
    const bool in_percent = choices_.yes(4);
    for (std::uint32_t row = 0; row < rows; ++row) {
      // The first row always weighs something.
      const auto weight = in_percent ? choices_.any(kPercents) : row == 0 ? "2" : choices_.any(kWeights);
      out_ += fmt::format("  {}  ", weight);
      if (has_columns) {
        // The outcomes of a table with columns must differ.
        out_ += fmt::format("{}  {}  {}  {}", kSymbols[row], integer_cell(), symbol(), symbol());
      } else if (choices_.yes(4) && number > 0) {
        out_ += fmt::format("(pick t{})", choices_.below(number));
      } else {
        out_ += symbol();
      }
      if (choices_.yes(4)) { out_ += row_condition(row == 0); }
      out_ += '\n';
    }
    out_ += "}\n";
  }

  std::string integer_cell() {
    switch (choices_.below(4)) {
      case 0: return fmt::format("{}", choices_.below(100));
      case 1: return ".";
      case 2: return "(level + 1)";
      default: return "(pick 1..3)";
    }
  }

  // The first row stays, so that there is always something to pick.
  std::string row_condition(bool must_stay) {
    const auto condition = choices_.yes(2) ? "mode == rich" : "level > 2";
    return must_stay || choices_.yes(2) ? fmt::format("  if {} else {}", condition, symbol())
                                        : fmt::format("  if {}", condition);
  }

  void grid() {
    has_grid_ = true;
    if (choices_.yes(2)) {
      out_ += "\ngrid g[key across] interpolate {\n        1  3    5\n  axe   1  2    4\n  bow   3  0.5  0\n}\n";
    } else {
      out_ += "\ngrid g[key] {\n        axe  bow, robe\n  1     1    2\n  2, 3  0    1\n  else  4    1\n}\n";
    }
  }

  // ---- Expressions ----------------------------------------------------------
  // `depth` bounds them; `draws` says whether chance may have a part.

  std::string integer(int depth, bool draws) {
    if (depth <= 0) {
      static constexpr std::string_view kLeaves[] = {"1", "level", "n0", "7", "0", "hunger", "n1", "-3"};
      const auto leaf = choices_.any(kLeaves);
      if (choices_.yes(4) && !local_.empty()) { return local_; }
      return std::string(leaf);
    }
    const auto a = [&] { return integer(depth - 1, draws); };
    switch (choices_.below(draws ? 18 : 13)) {
      case 0: return a();
      case 1: return fmt::format("{} + {}", a(), a());
      case 2: return fmt::format("({} - {})", a(), a());
      case 3: return fmt::format("({}) * ({})", a(), a());
      case 4: return fmt::format("({}) // {}", a(), 1 + choices_.below(4));
      case 5: return fmt::format("({}) mod {}", a(), 1 + choices_.below(4));
      case 6: return fmt::format("min({}, {})", a(), a());
      case 7: return fmt::format("abs({})", a());
      case 8: return fmt::format("(if {} then {} else {})", flag(depth - 1, draws), a(), a());
      case 9: return fmt::format("count({})", choices_.yes(2) ? "l0" : "marks");
      case 10: return fmt::format("t0[{}].worth", word(depth - 1, draws));
      case 11: return fmt::format("(match {} {{ 1: {}; 2, 3: {}; else: 4 }})", a(), a(), a());
      case 12: return fmt::format("floor(({}) / {})", a(), 2 + choices_.below(3));
      case 13: return fmt::format("pick 1..{}", 1 + choices_.below(9));
      case 14: return fmt::format("{}d{}", 1 + choices_.below(3), 1 + choices_.below(8));
      case 15: return defs_ > 0 ? fmt::format("def{}({})", choices_.below(defs_), a()) : a();
      case 16: return "pick {1, 2, 5}";
      default: return fmt::format("sum(x in [1, {}, 3] where x > {}: x + 1)", a(), choices_.below(3));
    }
  }

  std::string flag(int depth, bool draws) {
    const auto a = [&] { return integer(depth - 1, draws); };
    switch (choices_.below(draws ? 10 : 9)) {
      case 0: return "lucky";
      case 1: return fmt::format("{} > {}", a(), a());
      case 2: return fmt::format("{} == {}", a(), a());
      case 3: return fmt::format("{} in 1..{}", a(), 1 + choices_.below(5));
      case 4: return fmt::format("{} == {}", word(depth - 1, draws), symbol());
      case 5: return fmt::format("(k0 != none and {})", depth > 0 ? flag(depth - 1, draws) : "true");
      case 6: return fmt::format("({} or not lucky)", depth > 0 ? flag(depth - 1, draws) : "false");
      case 7: return fmt::format("{} in {{axe, bow, ring}}", word(depth - 1, draws));
      case 8: return fmt::format("{} in marks", symbol());
      default: return choices_.yes(2) ? "chance 40%" : "chance 1 in 3";
    }
  }

  std::string word(int depth, bool draws) {
    switch (choices_.below(draws ? 8 : 4)) {
      case 0: return std::string(symbol());
      case 1: return "k0";
      case 2: return depth > 0 ? fmt::format("t0[{}].mark", word(depth - 1, draws)) : "k1";
      case 3:
        return depth > 0 ? fmt::format("(if {} then {} else axe)", flag(0, draws), word(depth - 1, draws)) : "gold";
      case 4: return fmt::format("pick t{}", choices_.below(tables_));
      case 5: return fmt::format("(pick x in t0 where x.mark != {} or nothing)", symbol());
      case 6: return has_grid_ ? "pick g[level]" : "pick {3 axe, 1 bow}";
      default: return "pick {axe, bow, gem}";
    }
  }

  std::string words_text() {
    static constexpr std::string_view kTexts[] = {
        "\"plain\"",          "\"{k0} of {n0}\"",        "capitalise(\"{k1}\")",
        "\"{l0} ({marks})\"", "titled(\"a {k0} ring\")", "text(n1)"};
    return std::string(choices_.any(kTexts));
  }

  // ---- Declarations ---------------------------------------------------------

  // A def may call those before it.
  void def(std::uint32_t number) {
    const auto all = std::exchange(defs_, number);
    local_ = "a";
    const bool is_world = choices_.yes(6);
    const auto head = fmt::format("\n{}def def{}(a)", is_world ? "world " : "", number);
    if (is_world) {
      // It reads nothing but its argument. That it calls other defs is up to tests/reference.
      static constexpr std::string_view kBodies[] = {"d6 + a", "if chance 1/3 then a else d4 - 2",
                                                     "pick {1 (a); 2 3; (max(a, 1)) 7}", "2d4 * min(a, 3)"};
      out_ += fmt::format("{} = {}\n", head, choices_.any(kBodies));
    } else if (choices_.yes(3)) {
      // One that counts up to what it draws, and may give up on the way.
      out_ += head + " {\n  let s = a\n";
      out_ += fmt::format("  repeat {} while {} {{\n    s += {}\n", choices_.below(4), flag(1, true), integer(1, true));
      out_ += fmt::format("    if {} {{ give s }}\n  }}\n  give {}\n}}\n", flag(1, true), integer(1, true));
    } else {
      out_ += fmt::format("{} = {}\n", head, integer(2, true));
    }
    local_.clear();
    defs_ = all;
  }

  void rule(std::uint32_t number) {
    number_ = number;
    lets_ = 0;
    const bool has_parameter = choices_.yes(2);
    out_ += fmt::format("\nrule r{}{} {{\n", number, has_parameter ? "(p: 1..9 = level)" : "");
    if (has_parameter) { local_ = "p"; }
    out_ += "  k0 = pick t0\n";
    const auto count = 1 + choices_.below(5);
    for (std::uint32_t i = 0; i < count; ++i) { statement(1, 2); }
    out_ += "}\n";
    local_.clear();
  }

  void line(int indent, std::string_view text) {
    out_.append(static_cast<std::size_t>(2 * indent), ' ');
    out_ += text;
    out_ += '\n';
  }

  void body(int indent, int depth) {
    const auto outer = local_;
    const auto count = 1 + choices_.below(2);
    for (std::uint32_t i = 0; i < count; ++i) { statement(indent + 1, depth - 1); }
    local_ = outer;
  }

  void block(int indent, int depth, std::string_view head, std::string_view tail = {}) {
    line(indent, fmt::format("{} {{", head));
    body(indent, depth);
    line(indent, fmt::format("}}{}", tail));
  }

  void statement(int indent, int depth) {
    switch (choices_.below(depth > 0 ? 23 : 13)) {
      case 0: return line(indent, fmt::format("n0 = {}", integer(2, true)));
      case 1: return line(indent, fmt::format("n1 {} {}", choices_.yes(2) ? "+=" : "-=", integer(1, true)));
      case 2: return line(indent, fmt::format("k1 = {}", word(2, true)));
      case 3: return line(indent, fmt::format("f0 = {}", flag(2, true)));
      case 4:
        if (choices_.yes(4)) {
          return line(indent, choices_.yes(2) ? "l0 = shuffle l0" : "l0 = shuffle [axe, k0, axe]");
        }
        return line(indent, fmt::format("l0 {} {}", choices_.yes(3) ? "-=" : "+=", word(1, true)));
      case 5: return line(indent, fmt::format("marks {} {}", choices_.yes(3) ? "-=" : "+=", symbol()));
      case 6: return line(indent, fmt::format("s0 = {}", words_text()));
      case 7: return line(indent, fmt::format("x0 = ({}) / {}", integer(1, true), 2 + choices_.below(5)));
      case 8: return let(indent);
      case 9: return line(indent, has_scratch_ ? "left += 1" : "n1 = 2");
      case 10: return line(indent, fmt::format("hunger = ({}) mod 4", integer(1, true)));
      case 11: return call(indent);
      case 12: return line(indent, choices_.yes(4) ? "if chance 10% { discard }" : "if chance 20% { stop }");
      case 13: {
        line(indent, fmt::format("if {} {{", flag(2, true)));
        body(indent, depth);
        line(indent, "} else {");
        body(indent, depth);
        return line(indent, "}");
      }
      case 14: return block(indent, depth, fmt::format("repeat {}", choices_.below(4)));
      case 15: return block(indent, depth, fmt::format("repeat 5 while {}", flag(1, true)));
      case 16: return loop(indent, depth);
      case 17: return block(indent, depth, "retry max 4", fmt::format(" while {}", flag(1, true)));
      case 18: return block(indent, depth, fmt::format("with level = pick 1..{}", 1 + choices_.below(5)));
      case 19:
        return block(
            indent, depth,
            choices_.yes(2)
                ? "with stream weather"
                : "with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = level, skip = 2)");
      case 20: return match(indent, depth);
      case 21: return block(indent, depth, "try", fmt::format(" keep {}", flag(1, true)));
      default: return call(indent);
    }
  }

  void let(int indent) {
    const auto name = fmt::format("v{}", lets_++);
    line(indent, fmt::format("let {} = {}", name, integer(2, true)));
    local_ = name;
  }

  void loop(int indent, int depth) {
    const auto name = fmt::format("v{}", lets_++);
    const auto outer = local_;
    const bool counts = choices_.yes(2);
    line(indent, fmt::format("for {} in {} {{", name, counts ? "1..3" : "[axe, bow]"));
    if (counts) { local_ = name; }
    body(indent, depth);
    line(indent, "}");
    local_ = outer;
  }

  void match(int indent, int depth) {
    line(indent, fmt::format("match {} {{", word(1, true)));
    block(indent + 1, depth, "axe, bow:");
    if (choices_.yes(2)) { block(indent + 1, depth, "gem:"); }
    if (choices_.yes(2)) { block(indent + 1, depth, "else:"); }
    line(indent, "}");
  }

  // Only later rules are run, so that none runs itself.
  void call(int indent) {
    if (number_ + 1 >= rules_) { return line(indent, "n1 += 1"); }
    const auto called = number_ + 1 + choices_.below(rules_ - number_ - 1);
    static constexpr std::string_view kHow[] = {"", "drop ", "hold "};
    const auto how = choices_.any(kHow);
    line(indent, fmt::format("{}r{}{}", how, called, how.empty() ? "()" : ""));
  }

  void displays() {
    static constexpr std::string_view kDisplays[] = {"", "\"& {k0}~\"", "\"[{n0:+} ]{k0}[ of {k1}]\"",
                                                     "if f0 then \"{s0}\" else \"& {k0}~[ ({n1})]\""};
    for (std::uint32_t i = 0; i < rules_; ++i) {
      const auto text = choices_.any(kDisplays);
      if (!text.empty()) { out_ += fmt::format("\ndisplay r{} {}\n", i, text); }
    }
    // A field that a display or an expression names must be set somewhere.
    out_ +=
        "\nrule all_fields {\n  n0 = 1\n  n1 = 1\n  k0 = axe\n  k1 = axe\n  f0 = true\n  s0 = \"\"\n  x0 = 1/2\n"
        "  l0 += axe\n  marks += axe\n}\n";
  }

  Choices& choices_;
  std::string out_;
  std::string local_;  // an integer that may be named here, if any
  std::uint32_t tables_ = 0;
  std::uint32_t defs_ = 0;
  std::uint32_t rules_ = 0;
  std::uint32_t number_ = 0;
  std::uint32_t lets_ = 0;
  bool has_grid_ = false;
  bool has_scratch_ = false;
};

}  // namespace

std::vector<std::uint32_t> fixed_numbers(std::uint64_t& state) {
  std::vector<std::uint32_t> out;
  for (int n = 0; n < 250; ++n) {
    state = state * 6364136223846793005 + 1442695040888963407;
    out.push_back(static_cast<std::uint32_t>(state >> 40));
  }
  return out;
}

std::string random_pack(Choices& choices) { return PackGenerator(choices).run(); }

std::string with_other_blanks(const std::string& source, Choices& choices) {
  text::Sources sources;
  const auto number = sources.add("", source);
  text::Report report(sources);
  std::string out = choices.yes(2) ? "# a comment before all\n\n" : "";
  std::uint32_t at = 0;
  const auto blanks = [&] { return std::string(1 + choices.below(3), ' '); };
  for (const auto& token : lang::lex(sources, number, report)) {
    if (token.kind == lang::TokenKind::Newline) {
      if (choices.yes(3)) { out += blanks() + "# why"; }
      out += choices.yes(4) ? "\r\n" : "\n";
      if (choices.yes(5)) { out += choices.yes(2) ? "\n\n" : "    # a line of its own\n"; }
      out += choices.yes(3) ? blanks() : "";
    } else {
      // No blanks are inserted between tokens that touch: `-3` is one weight, `- 3` may be none.
      const bool gap = token.span.begin > at && at > 0 && source[token.span.begin - 1] == ' ';
      if (gap && !out.empty() && out.back() != '\n') { out += blanks(); }
      out += source.substr(token.span.begin, token.span.end - token.span.begin);
    }
    at = token.span.end;
  }
  return out;
}

}  // namespace spoils
