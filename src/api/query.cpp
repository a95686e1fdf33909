// api/query.cpp
//
// Columns, budgets, errors and texts of values for the functions that answer questions.
#include "api/query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "api/error.h"
#include "api/pack_data.h"
#include "text/plain/nearest.h"

namespace spoils::api {

using program::kUnset;
using program::ValueKind;

namespace {

bool go_on(void* context, std::size_t states) { return static_cast<const OddsSettings*>(context)->go_on(states); }

bool stop(void* context) { return static_cast<const OddsSettings*>(context)->stop(); }

Error unknown_name(std::string message, Fact name, std::optional<std::string_view> near) {
  auto out = make_error(Error::Kind::BadValue, std::move(message));
  out.facts.push_back(std::move(name));
  if (near) {
    out.help = fmt::format("did you mean `{}`?", *near);
    out.facts.push_back({"nearest", std::string(*near)});
  }
  return out;
}

bool is_symbol_field(const program::Slot& slot) {
  return slot.kind == program::Slot::Kind::Field && slot.type.kind == ValueKind::Symbol;
}

std::optional<program::SlotId> symbols_named(const program::Program& program, std::string_view name) {
  for (program::SlotId slot = 0; slot < program.slots.size(); ++slot) {
    if (is_symbol_field(program.slots[slot]) && program.slots[slot].name == name) { return slot; }
  }
  return std::nullopt;
}

}  // namespace

Question with_default_by(const Pack& pack, Question question) {
  auto* const marginal = std::get_if<Marginal>(&question);
  if (marginal == nullptr || !marginal->by.empty()) { return question; }
  for (const auto& field : pack.fields()) {
    if (field.name == "kind") { marginal->by.emplace_back("kind"); }
  }
  if (marginal->by.empty()) { marginal->by.emplace_back("name"); }
  return question;
}

odds::Budget budget_of(const OddsSettings& question) {
  odds::Budget budget;
  budget.max_states = question.max_states;
  budget.max_paths = question.max_paths;
  budget.max_memory = question.max_memory;
  budget.go_on = question.go_on ? &go_on : nullptr;
  budget.stop = question.stop ? &stop : nullptr;
  budget.context = const_cast<OddsSettings*>(&question);
  if (question.tighten) {
    budget.bounds = odds::Bounds::Tight;
    budget.may_shorten_series = true;
  } else {
    // Questions of books and diffs have so little work that a segment would use it up.
    budget.states_of_segment = std::numeric_limits<std::size_t>::max();
  }
  return budget;
}

std::string condition_of(const Question& question) {
  return std::visit(
      [](const auto& kind) -> std::string {
        if constexpr (requires { kind.where; }) { return kind.where; }
        return {};
      },
      question);
}

bool wants_fractions(const Question& question) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.fractions; }) { return kind.fractions; }
        return false;
      },
      question);
}

std::optional<Error> unknown_field(const program::Program& program, const program::Query& query) {
  for (const auto id : query.by) {
    const auto& e = program.expressions[id];
    if (e.op != program::Op::Constant || e.type.kind != ValueKind::Symbol || e.value == kUnset) { continue; }
    const std::string word(program.symbols.name(static_cast<std::uint32_t>(e.value)));
    std::vector<std::string_view> known{"name"};
    for (const auto& slot : program.slots) {
      if (slot.kind == program::Slot::Kind::Field && !slot.name.empty()) { known.push_back(slot.name); }
    }
    const auto near = text::nearest(word, known);
    auto error = unknown_name(fmt::format("no rule sets a field `{}`", word), {"field", word}, near);
    constexpr std::size_t kMostListed = 12;
    if (!near && known.size() <= kMostListed) {
      error.help = fmt::format("the columns are `{}`, and expressions of them", fmt::join(known, "`, `"));
    }
    return error;
  }
  return std::nullopt;
}

std::optional<Error> unknown_word(const Pack& pack, const program::Program& program, const program::Query& query) {
  if (auto unknown = unknown_field(program, query)) { return unknown; }
  const auto& own = pack.data().program;
  for (auto i = own.symbols.size(); i < program.symbols.size(); ++i) {
    const auto word = program.symbols.name(i);
    if (own.find_rule(word) || pack.data().context->scope.tags().count(word) > 0) { continue; }
    if (word == "name") { return name_in_condition(); }
    std::vector<std::string_view> known;
    for (const auto& slot : own.slots) {
      const bool is_said = slot.kind == program::Slot::Kind::Field || slot.kind == program::Slot::Kind::Input;
      if (is_said && !slot.name.empty()) { known.push_back(slot.name); }
    }
    for (std::uint32_t k = 0; k < own.symbols.size(); ++k) { known.push_back(own.symbols.name(k)); }
    const auto near = text::nearest(word, known);
    return unknown_name(fmt::format("`{}` is not a field or input, and not a word of pack `{}`", word, own.name),
                        {"value", std::string(word)}, near);
  }
  return std::nullopt;
}

std::optional<program::SlotId> input_or_state(const program::Program& program, const std::string& name) {
  if (const auto input = program.find_input(name)) { return input; }
  for (const auto slot : program.states) {
    if (program.slots[slot].name == name) { return slot; }
  }
  return std::nullopt;
}

std::optional<Error> count_apart(const Question& question, std::uint32_t query, program::Program& program) {
  const auto* const counts = std::get_if<ExpectedCounts>(&question);
  if (counts == nullptr) { return std::nullopt; }
  if (counts->by.empty()) { return make_error(Error::Kind::BadValue, "expected numbers need at least one field"); }
  if (counts->by.size() > odds::kMostEach) {
    return make_error(Error::Kind::BadValue, fmt::format("`each` takes at most {} fields", odds::kMostEach));
  }
  for (const auto& name : counts->by) {
    if (name == "made_by") {
      program.queries[query].each.push_back(program.made_by);
      for (const auto& rule : program.rules) { program.symbols.intern(rule.name); }
      continue;
    }
    const auto field = symbols_named(program, name);
    if (!field) {
      std::vector<std::string_view> known;
      for (const auto& slot : program.slots) {
        if (is_symbol_field(slot)) { known.push_back(slot.name); }
      }
      auto error = unknown_name(fmt::format("`{}` is not a field of type symbol", name), {"field", name},
                                text::nearest(name, known));
      if (error.help.empty()) {
        const bool is_field = program.find_field(name).has_value();
        error.help = "`each` needs a field of type symbol that a rule sets";
        if (is_field) { error.help += fmt::format("; a count has a condition, as `{} == ...`", name); }
      }
      return error;
    }
    program.queries[query].each.push_back(*field);
  }
  return std::nullopt;
}

std::optional<Error> completed(const Pack& pack, const Question& question, std::uint32_t query, bool is_strict,
                               program::Program& program) {
  if (is_strict) {
    if (auto unknown = unknown_word(pack, program, program.queries[query])) { return unknown; }
  }
  if (auto wrong = count_apart(question, query, program)) { return wrong; }
  return unknown_field(program, program.queries[query]);
}

Error fault_error(const CompiledQueries& asked, const program::Fault& fault) {
  return fault_error(*asked.sources, asked.program, fault, "some roll fails here, so there are no odds");
}

Error never_holds(const Question& question) {
  const auto condition = condition_of(question);
  return make_error(Error::Kind::BadValue, fmt::format("the condition `{}` never holds", condition),
                    "its probability is 0, so there are no conditional odds", {{"condition", condition}});
}

std::vector<std::string> columns(const Question& question, const program::Query& query) {
  std::vector<std::string> out;
  if (query.by_name) { out.emplace_back("name"); }
  for (const auto& name : query.by_names) {
    out.push_back(std::holds_alternative<Draw>(question)    ? "picked"
                  : std::holds_alternative<Count>(question) ? "count"
                                                            : name);
  }
  return out;
}

ExactFraction fraction_of(const odds::Exact& value) {
  return {boost::multiprecision::numerator(value).str(), boost::multiprecision::denominator(value).str()};
}

Cells cells_of(const program::Program& program, const program::Heap& heap, const program::Query& query,
               const std::vector<program::Word>& words) {
  Cells out;
  const auto* word = words.data();
  if (query.by_name) { out.push_back(cell_of(program, heap, {ValueKind::Text, ValueKind::Unknown}, *word++)); }
  for (const auto id : query.by) {
    const auto type = program.expressions[id].type;
    const bool is_wide = type.kind == ValueKind::Number;
    out.push_back(cell_of(program, heap, type, word[0], is_wide ? word[1] : 1));
    word += is_wide ? 2 : 1;
  }
  return out;
}

}  // namespace spoils::api
