// check/link/named_drops.cpp
//
// Rewrites `drop do e` and `hold do e` into an `if` for each rule that e may name, so that no interpreter needs to
// know these statements.
#include "check/link/named_drops.h"

#include <vector>

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

class NamedDrops {
 public:
  NamedDrops(Program& program, text::Report& report) : program_(program), report_(report) {}

  void run(std::size_t first) {
    const auto written = static_cast<std::uint32_t>(program_.statements.size());
    for (auto i = static_cast<std::uint32_t>(first); i < written; ++i) {
      const auto& s = program_.statements[i];
      if (s.kind == Statement::Kind::RunNamed && s.value != kNone) { lay_out(i); }
    }
  }

 private:
  void lay_out(std::uint32_t number) {
    const auto s = program_.statements[number];
    const auto place = program_.statement_places[number];
    const auto rules = program_.dispatches[s.b].rules;
    if (rules.size() > kMaxCases) {
      report_.add(Code::TooLarge, place, kMaxCases, "rules that one `drop do` may name")
          .help("pick the symbol from a set or table, so that it is known which rules it may name");
      return;
    }
    const auto kind = static_cast<Statement::Kind>(s.value);
    const auto symbol = program_.expressions[s.a];
    const ValueType flag{ValueKind::Flag, ValueKind::Unknown};
    std::vector<std::uint32_t> cases;
    for (const auto& [name, rule] : rules) {
      Expression known;
      known.type = symbol.type;
      known.may_be_unset = false;
      known.value = name;
      Expression same;
      same.op = Op::Equal;
      same.type = flag;
      same.may_be_unset = false;
      same.a = s.a;
      same.b = add(known, place);
      Statement made;
      made.kind = kind;
      made.a = rule;
      made.b = static_cast<std::uint32_t>(program_.operands.size());
      for (const auto& parameter : program_.rules[rule].parameters) { program_.operands.push_back(parameter.initial); }
      made.c = static_cast<std::uint32_t>(program_.rules[rule].parameters.size());
      Statement chosen;
      chosen.kind = Statement::Kind::If;
      chosen.a = add(same, place);
      chosen.b = add_block({add(made, place)});
      cases.push_back(add(chosen, place));
    }
    Expression yes;
    yes.type = flag;
    yes.may_be_unset = false;
    yes.value = 1;
    Statement all;
    all.kind = Statement::Kind::If;
    all.a = add(yes, place);
    all.b = add_block(cases);
    program_.statements[number] = all;
  }

  ExpressionId add(const Expression& e, Span place) {
    program_.expressions.push_back(e);
    program_.places.push_back(place);
    return static_cast<ExpressionId>(program_.expressions.size() - 1);
  }
  std::uint32_t add(const Statement& s, Span place) {
    program_.statements.push_back(s);
    program_.statement_places.push_back(place);
    return static_cast<std::uint32_t>(program_.statements.size() - 1);
  }
  BlockId add_block(const std::vector<std::uint32_t>& statements) {
    program_.blocks.push_back(
        {static_cast<std::uint32_t>(program_.block_items.size()), static_cast<std::uint32_t>(statements.size())});
    program_.block_items.insert(program_.block_items.end(), statements.begin(), statements.end());
    return static_cast<BlockId>(program_.blocks.size() - 1);
  }

  Program& program_;
  text::Report& report_;
};

}  // namespace

void lay_out_named_drops(Program& program, text::Report& report, std::size_t first) {
  NamedDrops(program, report).run(first);
}

}  // namespace spoils::check
