// importers/formula.cpp
//
// A parser for formulas that writes an expression of a pack while it reads, with parentheses by precedence.
#include "importers/formula.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "importers/dice.h"

namespace spoils::importers {

namespace {

constexpr int kMostDepth = 100;
constexpr std::size_t kMostLength = 2'000;  // bytes; each step copies the text so far

// The precedence of a piece of the pack's language.
constexpr int kSum = 1;
constexpr int kProduct = 2;
constexpr int kNegated = 3;
constexpr int kPower = 4;
constexpr int kAtom = 5;

struct Piece {
  std::string text;
  int level = kAtom;
  bool whole = true;   // certainly an integer
  bool drawn = false;  // contains dice, so it must not be repeated
  std::optional<double> constant;
};

class Parser {
 public:
  Parser(std::string_view text, std::string_view level) : rest_(text), level_(level) {}

  Formula run() {
    if (rest_.size() > kMostLength) {
      wrong(fmt::format("it is longer than {} bytes", kMostLength));
      return {outcome_, {}, {}, what_};
    }
    const Piece piece = sum();
    skip_blanks();
    if (outcome_ == Formula::Outcome::Good && !rest_.empty()) {
      wrong(fmt::format("unexpected `{}` after the formula", rest_));
    }
    if (outcome_ != Formula::Outcome::Good) { return {outcome_, {}, {}, what_}; }
    return {outcome_, piece.text, piece.constant, {}};
  }

 private:
  void fail(Formula::Outcome outcome, std::string what) {
    // Only the first mistake is reported; a wrong formula takes precedence over an impossible one.
    if (outcome_ == Formula::Outcome::Wrong || (outcome_ == outcome)) { return; }
    outcome_ = outcome;
    what_ = std::move(what);
  }
  Piece wrong(std::string what) {
    fail(Formula::Outcome::Wrong, std::move(what));
    return {"0", kAtom, true, false, 0.0};
  }
  Piece impossible(std::string what) {
    fail(Formula::Outcome::Impossible, std::move(what));
    return {"0", kAtom, true, false, std::nullopt};
  }

  void skip_blanks() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) { rest_.remove_prefix(1); }
  }
  char next() {
    skip_blanks();
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool skip(std::string_view sign) {
    skip_blanks();
    if (rest_.substr(0, sign.size()) != sign) { return false; }
    rest_.remove_prefix(sign.size());
    return true;
  }

  static std::string in(const Piece& piece, int least) {
    return piece.level >= least ? piece.text : fmt::format("({})", piece.text);
  }

  static std::optional<double> computed(std::string_view sign, const Piece& a, const Piece& b) {
    if (!a.constant || !b.constant) { return std::nullopt; }
    if (sign == "+") { return *a.constant + *b.constant; }
    if (sign == "-") { return *a.constant - *b.constant; }
    if (sign == "*") { return *a.constant * *b.constant; }
    if (sign == "^") { return std::pow(*a.constant, *b.constant); }
    if (*b.constant == 0) { return std::nullopt; }
    if (sign == "/") { return *a.constant / *b.constant; }
    if (sign == "//") { return std::floor(*a.constant / *b.constant); }
    if (sign == "mod") { return *a.constant - *b.constant * std::floor(*a.constant / *b.constant); }
    return std::nullopt;
  }

  static Piece joined(const Piece& a, std::string_view sign, const Piece& b, int level) {
    Piece out;
    out.text = fmt::format("{} {} {}", in(a, level), sign, in(b, level + 1));
    out.level = level;
    out.whole = sign == "//" || (a.whole && b.whole && sign != "/");
    out.drawn = a.drawn || b.drawn;
    out.constant = computed(sign, a, b);
    return out;
  }

  Piece sum() {
    if (++depth_ > kMostDepth) {
      rest_ = {};
      return wrong("it is too deep");
    }
    Piece out = product();
    for (;;) {
      const char sign = next();
      if (sign != '+' && sign != '-' && sign != '#') { break; }
      rest_.remove_prefix(1);
      const Piece right = product();
      if (sign == '#') {
        const auto whole = [](const Piece& piece) {
          return piece.whole ? piece.text : fmt::format("floor({})", piece.text);
        };
        out = {fmt::format("roll({}, {})", whole(out), whole(right)), kAtom, true, true, std::nullopt};
      } else {
        out = joined(out, sign == '+' ? "+" : "-", right, kSum);
      }
    }
    --depth_;
    return out;
  }

  Piece product() {
    Piece out = negated();
    for (;;) {
      if (skip("//")) {
        out = divided(out, "//", negated());
      } else if (skip("*")) {
        out = joined(out, "*", negated(), kProduct);
      } else if (skip("/")) {
        out = divided(out, "/", negated());
      } else if (skip("%")) {
        out = divided(out, "mod", negated());
      } else {
        return out;
      }
    }
  }

  Piece divided(const Piece& a, std::string_view sign, const Piece& b) {
    if (b.constant && *b.constant == 0) { return wrong("it divides by 0"); }
    return joined(a, sign, b, kProduct);
  }

  Piece negated() {
    if (!skip("-")) { return power(); }
    if (++depth_ > kMostDepth) {
      rest_ = {};
      return wrong("it is too deep");
    }
    Piece out = negated();
    --depth_;
    out.text = "-" + in(out, kNegated + 1);
    out.level = kNegated;
    if (out.constant) { out.constant = -*out.constant; }
    return out;
  }

  Piece power() {
    Piece base = factorial();
    if (!skip("^")) { return base; }
    // The exponent is parsed from the right, and may begin with a minus.
    if (++depth_ > kMostDepth) {
      rest_ = {};
      return wrong("it is too deep");
    }
    const Piece exponent = negated();
    --depth_;
    if (!exponent.whole) { return impossible("a power that is not an integer"); }
    Piece out;
    out.text = fmt::format("{} ^ {}", in(base, kPower + 1), in(exponent, kNegated));
    out.level = kPower;
    out.whole = base.whole && exponent.constant && *exponent.constant >= 0;
    out.drawn = base.drawn || exponent.drawn;
    out.constant = computed("^", base, exponent);
    return out;
  }

  Piece factorial() {
    Piece out = atom();
    if (next() == '!') {
      while (skip("!")) {}
      return impossible("a factorial");
    }
    return out;
  }

  Piece atom() {
    if (skip("(")) {
      Piece out = sum();
      if (!skip(")")) { return wrong("a `)` is missing"); }
      return out;
    }
    if (skip("|")) {
      const Piece inner = sum();
      if (!skip("|")) { return wrong("a `|` is missing"); }
      return call("abs", {inner});
    }
    const char first = next();
    if (first >= '0' && first <= '9') { return number(); }
    if (is_letter(first)) { return named(); }
    if (first == '\0') { return wrong("it ends, but a number is expected"); }
    Piece out = wrong(fmt::format("found `{}`, but a number is expected", first));
    rest_ = {};
    return out;
  }

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  Piece number() {
    std::size_t used = 0;
    while (used < rest_.size() && is_digit(rest_[used])) { ++used; }
    if (used + 1 < rest_.size() && rest_[used] == '.' && is_digit(rest_[used + 1])) {
      ++used;
      while (used < rest_.size() && is_digit(rest_[used])) { ++used; }
    }
    const std::string written(rest_.substr(0, used));
    rest_.remove_prefix(used);
    const auto expression = number_expression(written);
    if (!expression) { return wrong(fmt::format("the number {} is too large", written)); }
    Piece out;
    out.text = *expression;
    out.whole = expression->find_first_of("./") == std::string::npos;
    out.constant = std::strtod(written.c_str(), nullptr);
    return out;
  }

  Piece named() {
    std::size_t used = 0;
    while (used < rest_.size() && (is_letter(rest_[used]) || is_digit(rest_[used]))) { ++used; }
    const std::string name(rest_.substr(0, used));
    rest_.remove_prefix(used);
    if (!skip("(")) {
      if (name == "mapLevel" || name == "itemLevel") { return {std::string(level_), kAtom, true, false, std::nullopt}; }
      if (name == "e" || name == "pi" || name == "i") { return impossible(fmt::format("the constant `{}`", name)); }
      return wrong(fmt::format("unknown name `{}`; the only name is `mapLevel`", name));
    }
    std::vector<Piece> arguments;
    do { arguments.push_back(sum()); } while (skip(","));
    if (!skip(")")) { return wrong("a `)` is missing"); }
    return call(name, arguments);
  }

  Piece call(const std::string& name, const std::vector<Piece>& arguments) {
    static constexpr std::array<std::string_view, 6> kOfOne = {"abs", "floor", "ceil", "round", "int", ""};
    static constexpr std::array<std::string_view, 8> kInexact = {"cos",  "degrees", "log", "log10",
                                                                 "log2", "radians", "sin", "tan"};
    for (const auto inexact : kInexact) {
      if (name == inexact) { return impossible(fmt::format("`{}`, whose result is not a fraction", name)); }
    }
    bool of_one = false;
    for (const auto known : kOfOne) { of_one = of_one || name == known; }
    if (!of_one && name != "min" && name != "max") { return wrong(fmt::format("unknown function `{}`", name)); }
    if (of_one != (arguments.size() == 1)) {
      return wrong(fmt::format("`{}` takes {}", name, of_one ? "one value" : "two or more values"));
    }
    Piece out;
    const Piece& first = arguments.front();
    if (name == "int") {
      if (first.whole) { return first; }
      if (first.drawn) { return impossible("`int` of dice"); }
      out.text = fmt::format("(if {0} < 0 then ceil({1}) else floor({1}))", in(first, kSum), first.text);
    } else {
      std::string inside;
      for (const Piece& argument : arguments) { inside += (inside.empty() ? "" : ", ") + argument.text; }
      out.text = fmt::format("{}({})", name, inside);
      out.whole = name == "floor" || name == "ceil" || name == "round";
      if (!out.whole) {
        out.whole = true;
        for (const Piece& argument : arguments) { out.whole = out.whole && argument.whole; }
      }
    }
    for (const Piece& argument : arguments) { out.drawn = out.drawn || argument.drawn; }
    return out;
  }

  std::string_view rest_;
  std::string_view level_;
  int depth_ = 0;
  Formula::Outcome outcome_ = Formula::Outcome::Good;
  std::string what_;
};

}  // namespace

Formula read_formula(std::string_view text, std::string_view level) { return Parser(text, level).run(); }

}  // namespace spoils::importers
