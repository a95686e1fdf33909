// tests/reference/expect.cpp
//
// Questions of `expect` lines and their relations, as docs/language.md defines them under "expect".
#include "reference/expect.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "reference/enumerate.h"
#include "reference/machine.h"

namespace spoils::reference {

namespace {

using E = lang::Expression::Kind;
using Settings = std::vector<std::pair<std::string, Value>>;
using Words = std::map<std::string, Fraction>;

/// The answer to a question: a figure, or the distribution of a field.
struct Answer {
  Fraction figure;
  Words words;
};

Fraction exact(const Rational& value) { return Fraction(value.numerator(), value.denominator()); }

/// The facts that one roll gives: whether evidence and condition hold, a number, the value of a field.
struct Observed {
  bool is_given = false;
  bool holds = false;
  Rational number;
  std::string word;

  bool operator<(const Observed& other) const {
    return std::tie(is_given, holds, number, word) < std::tie(other.is_given, other.holds, other.number, other.word);
  }
};

class Expecting {
 public:
  Expecting(const Pack& pack, int most_runs) : pack_(pack), most_runs_(most_runs) {}

  Verdict::Kind judge(const lang::Expression& e) {
    std::vector<std::string> open;
    for (const auto& [name, d] : pack_.own().inputs) {
      bool is_open = !values_of(pack_, d->parameters[0]).empty();
      for (const auto& side : e.children) {
        is_open = is_open && (side.kind != E::Query || !is_set_in(side, name) || is_read_in(side, name));
      }
      if (is_open) { open.push_back(name); }
    }
    fails_ = false;
    if (!holds_for(e, open, 0, {})) { return Verdict::Kind::Broken; }
    return fails_ ? Verdict::Kind::Unknown : Verdict::Kind::Holds;
  }

 private:
  /// There is no figure, since the evidence never holds.
  struct NoFigure {};

  static bool is_set_in(const lang::Expression& query, const std::string& name) {
    return std::any_of(query.children.begin() + 4, query.children.end(),
                       [&](const auto& argument) { return argument.text == name; });
  }
  // Whether a setting reads an input.
  static bool is_read_in(const lang::Expression& query, const std::string& name) {
    return std::any_of(query.children.begin() + 4, query.children.end(),
                       [&](const auto& argument) { return names(argument.children[0], name); });
  }
  static bool names(const lang::Expression& e, const std::string& name) {
    return (e.kind == E::Name && e.text == name) ||
           std::any_of(e.children.begin(), e.children.end(), [&](const auto& child) { return names(child, name); });
  }

  bool holds_for(const lang::Expression& e, const std::vector<std::string>& open, std::size_t at, const Settings& set) {
    if (at == open.size()) {
      try {
        return holds_with(e, set);
      } catch (const NoFigure&) { return false; } catch (const Faulty&) {
        fails_ = true;
        return true;
      }
    }
    for (const auto& value : values_of(pack_, pack_.own().inputs.at(open[at])->parameters[0])) {
      auto more = set;
      more.emplace_back(open[at], value);
      if (!holds_for(e, open, at + 1, more)) { return false; }
    }
    return true;
  }

  Value constant(const lang::Expression& e) {
    Draws draws;
    Machine machine(pack_, draws);
    machine.things.emplace_back();
    return machine.ask(e, 0);
  }

  Answer answer(const lang::Expression& e, const Settings& set) {
    if (e.kind != E::Query) { return {exact(constant(e).amount()), {}}; }
    const auto& called = e.children[0];
    const auto& by = e.children[1].children;
    const bool is_mean = e.text == "mean";
    Draws draws;
    const auto all = draws.all<Observed>(
        [&](Draws& chance) {
          Machine machine(pack_, chance);
          for (const auto& [name, value] : set) { machine.give(name, value); }
          for (auto i = e.children.begin() + 4; i != e.children.end(); ++i) {
            machine.things.emplace_back();
            const auto value = machine.ask(i->children[0], 0);
            machine.things.clear();
            machine.give(i->text, value);
          }
          machine.roll(called.text, called.children);
          const auto is_there = machine.given_out();
          if (!is_there[0]) { machine.things[0].fields.clear(); }
          std::vector<Value> things;
          std::vector<Value> held;
          for (std::size_t i = 0; i < is_there.size(); ++i) {
            if (!is_there[i]) { continue; }
            const Value thing{Value::Kind::Thing, true, static_cast<std::int64_t>(i), "", {}};
            things.push_back(thing);
            if (machine.things[i].holder == 0) { held.push_back(thing); }
          }
          const auto ask = [&](const lang::Expression& of) {
            return machine.ask(
                of, 0,
                {{"things", Value::list(Value::Kind::List, things)}, {"held", Value::list(Value::Kind::List, held)}});
          };
          Observed out;
          out.is_given = e.children[3].kind == E::Missing || ask(e.children[3]).is_true();
          if (!out.is_given) { return out; }
          for (const auto& one : by) {
            const bool is_name = one.kind == E::Name && one.text == "name" && pack_.own().fields.count("name") == 0;
            out.word += (out.word.empty() ? "" : " ") + (is_name ? machine.name(0) : written(ask(one)));
          }
          // By fields, a condition is evidence.
          if (!by.empty() && e.children[2].kind != E::Missing) {
            out.is_given = ask(e.children[2]).is_true();
          } else if (e.children[2].kind != E::Missing) {
            const auto value = ask(e.children[2]);
            if (is_mean) {
              out.number = value.amount();
            } else {
              out.holds = value.is_true();
            }
          }
          return out;
        },
        most_runs_);
    Fraction given = 0;
    Answer out;
    for (const auto& [seen, probability] : all) {
      if (!seen.is_given) { continue; }
      given += probability;
      out.figure += is_mean ? exact(seen.number) * probability : seen.holds ? probability : Fraction(0);
      if (!by.empty()) { out.words[seen.word] += probability; }
    }
    if (given == 0) { throw NoFigure{}; }
    out.figure /= given;
    for (auto& [word, probability] : out.words) { probability /= given; }
    return out;
  }

  Words distribution(const lang::Expression& right) {
    Words out;
    Fraction total = 0;
    Fraction weight = 1;
    const auto text = [&](const lang::Expression& e) { return e.kind == E::Name ? e.text : written(constant(e)); };
    const auto add = [&](const lang::Expression& word, const std::vector<lang::Expression>& more = {}) {
      auto row = text(word);
      for (const auto& value : more) { row += " " + text(value); }
      out[row] += weight;
      total += weight;
    };
    for (const auto& row : right.kind == E::Rows ? right.rows() : std::vector<lang::Row>()) {
      weight = 1;
      for (const auto& outcome : row.outcomes) {
        const auto& w = outcome.weight->kind == E::Percent ? outcome.weight->children[0] : *outcome.weight;
        if (w.kind != E::Missing) { weight = exact(constant(w).amount()); }
        add(outcome.value, outcome.cells);
      }
    }
    for (const auto& word : right.kind == E::Set ? right.children : std::vector<lang::Expression>()) { add(word); }
    for (auto& [word, share] : out) { share /= total; }
    return out;
  }

  bool holds_with(const lang::Expression& e, const Settings& set) {
    const auto& op = e.text;
    const auto left = answer(e.children[0], set);
    const auto& right = e.children[1];
    if (op == "in") {
      const auto first = answer(right.children[0], set).figure;
      const auto last = answer(right.children[1], set).figure;
      return left.figure >= first && left.figure <= last;
    }
    if (op == "==" && (right.kind == E::Rows || right.kind == E::Set)) { return left.words == distribution(right); }
    const auto other = answer(right, set).figure;
    if (op == "about") {
      // Equal to as many digits as are written: half of the last digit either way. A percentage has two more.
      const auto& digits = right.kind == E::Percent ? right.children[0].text : right.text;
      const auto point = digits.find('.');
      Fraction half = Fraction(1, right.kind == E::Percent ? 200 : 2);
      for (auto i = point; i != std::string::npos && i + 1 < digits.size(); ++i) { half /= 10; }
      const Fraction off = left.figure - other;
      return off <= half && -off <= half;
    }
    if (op == "==") { return left.figure == other; }
    if (op == "!=") { return left.figure != other; }
    if (op == "<") { return left.figure < other; }
    if (op == "<=") { return left.figure <= other; }
    if (op == ">") { return left.figure > other; }
    return left.figure >= other;
  }

  const Pack& pack_;
  int most_runs_;
  bool fails_ = false;  // rolls may fail for some of the inputs so far
};

}  // namespace

std::vector<Verdict> verdicts(const Pack& pack, int most_runs) {
  std::vector<Verdict> out;
  Expecting expecting(pack, most_runs);
  for (const auto* line : pack.expectations) {
    out.push_back({line->title, Verdict::Kind::Unknown});
    try {
      out.back().kind = expecting.judge(*line->value);
    } catch (const TooLong&) {
    } catch (const Unknown&) {}
  }
  return out;
}

}  // namespace spoils::reference
