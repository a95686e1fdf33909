#include "spoils/odds.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/pack_data.h"
#include "check/check.h"
#include "lang/parser.h"
#include "number/rational.h"
#include "odds/expectations.h"
#include "odds/interpreter.h"
#include "text/report.h"
#include "text/suggest.h"

namespace spoils {

namespace {

using program::kUnset;
using program::ValueKind;
using program::Word;

RollError error(RollError::Kind kind, std::string message, std::string help = {}) {
  return {kind, std::move(message), std::move(help)};
}

/// A question as a program: the pack compiled once more, with the question behind it.
struct Asked {
  std::shared_ptr<text::Sources> sources;
  program::Program program;
};

std::string quoted(const InputInfo& input, const std::string& value) {
  if (input.kind != InputInfo::Kind::Text || value == "none") { return value; }
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\' || c == '{' || c == '}') { out += '\\'; }
    out += c;
  }
  return out + "\"";
}

std::string text_of(const Pack& pack, const Question& question, const Roller& roller, const std::string& left_out) {
  std::string arguments;
  std::string settings;
  const auto values = roller.values();
  const auto& inputs = pack.inputs();
  const auto& rules = pack.rules();
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const auto& r) { return r.name == roller.rule(); });
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [name, value] = values[i];
    if (i < inputs.size()) {
      if (name != left_out && value != "none") { settings += fmt::format(", {} = {}", name, quoted(inputs[i], value)); }
      continue;
    }
    const auto parameter = std::find_if(rule->parameters.begin(), rule->parameters.end(),
                                        [&known = name](const auto& p) { return p.name == known; });
    arguments += fmt::format("{}{} = {}", arguments.empty() ? "" : ", ", name, quoted(*parameter, value));
  }
  std::string by;
  if (!question.count.empty()) {
    by = fmt::format("count(thing in things where {})", question.count);
  } else {
    for (const auto& field : question.by) { by += fmt::format("{}{}", by.empty() ? "" : ", ", field); }
  }
  return fmt::format("expect \"question\": odds({}({}) by {}{}{}{})", roller.rule(), arguments, by,
                     question.where.empty() ? "" : " given ", question.where, settings);
}

Result<Asked, RollError> compile_question(const Pack& pack, const std::string& text) {
  Asked out;
  out.sources = std::make_shared<text::Sources>(*pack.data().sources);
  text::Report report(*out.sources);
  auto trees = *pack.data().trees;
  const auto source = out.sources->add("question", text);
  trees.back().files.push_back(lang::parse(*out.sources, source, report));
  std::optional<program::Program> program;
  if (report.error_count() == 0) { program = check::compile_question(trees, report); }
  if (!program) {
    const auto findings = report.sorted();
    std::string message = findings.empty() ? "the question cannot be understood" : findings.front().message;
    if (!findings.empty()) {
      message += fmt::format(" (in `{}`)", out.sources->text(findings.front().span));
      return Failure{error(RollError::Kind::BadValue, message,
                           findings.front().edit ? fmt::format("did you mean `{}`?", findings.front().edit->replacement)
                                                 : findings.front().help)};
    }
    return Failure{error(RollError::Kind::BadValue, message)};
  }
  out.program = std::move(*program);
  return out;
}

template <class Mass>
std::string shown(const program::Program& program, const odds::Interpreter<Mass>& interpreter, program::ValueType type,
                  const Word* word) {
  if (*word == kUnset) { return "none"; }
  switch (type.kind) {
    case ValueKind::Symbol: return std::string(program.symbols.name(static_cast<std::uint32_t>(*word)));
    case ValueKind::Flag: return *word == 1 ? "true" : "false";
    case ValueKind::Text: return std::string(program.text(*word, interpreter.heap()));
    case ValueKind::Number: {
      const auto value = number::Rational::make(word[0], word[1]);
      return value ? number::to_text(*value) : "?";
    }
    case ValueKind::List:
    case ValueKind::Set: {
      std::string out;
      for (const auto member : program.list(*word, interpreter.heap())) {
        out += (out.empty() ? "" : ", ") + shown(program, interpreter, {type.element, ValueKind::Unknown}, &member);
      }
      return type.kind == ValueKind::List ? "[" + out + "]" : "{" + out + "}";
    }
    default: return fmt::format("{}", *word);
  }
}

double to_double(double mass) { return mass; }
double to_double(const odds::Exact& mass) { return mass.convert_to<double>(); }

template <class Mass>
Result<OddsTable, RollError> answer(const Asked& asked, const Question& question, odds::Interpreter<Mass>& interpreter,
                                    const std::vector<std::pair<program::SlotId, Word>>& settings) {
  const auto& program = asked.program;
  const auto& query = program.queries.back();
  for (const auto id : query.by) {
    const auto& e = program.expressions[id];
    if (e.op != program::Op::Constant || e.type.kind != ValueKind::Symbol || e.value == kUnset) { continue; }
    const std::string word(program.symbols.name(static_cast<std::uint32_t>(e.value)));
    std::vector<std::string_view> known{"name"};
    for (const auto& slot : program.slots) {
      if (slot.kind == program::Slot::Kind::Field && !slot.name.empty()) { known.push_back(slot.name); }
    }
    const auto near = text::nearest(word, known);
    return Failure{error(RollError::Kind::BadValue, fmt::format("no rule sets a field `{}`", word),
                         near ? fmt::format("did you mean `{}`?", *near) : "")};
  }
  auto found = interpreter.answer(query, settings);
  if (found.fault.kind != program::Fault::Kind::None) {
    const auto& source = (*asked.sources)[found.fault.place.source];
    const auto at = source.locate(found.fault.place.begin);
    const auto kind = program::is_limit(found.fault.kind) ? RollError::Kind::Limit : RollError::Kind::Fault;
    return Failure{
        error(kind, fmt::format("{}:{}:{}: {}", source.name(), at.line, at.column, program::describe(found.fault.kind)),
              "some way of rolling goes wrong here, so there are no odds")};
  }
  OddsTable out;
  Mass total(0);
  for (const auto& outcome : found.outcomes) { total += outcome.mass; }
  out.given = to_double(total);
  out.unexplored = to_double(found.unexplored);
  out.exact = out.unexplored == 0;
  out.states = found.states;
  if (query.by_name) { out.by.emplace_back("name"); }
  for (const auto& name : query.by_names) { out.by.push_back(question.count.empty() ? name : "count"); }
  if (found.outcomes.empty() && out.exact) {
    return Failure{error(RollError::Kind::BadValue, fmt::format("the condition `{}` never holds", question.where),
                         "its probability is 0, so nothing can be said given it")};
  }
  std::stable_sort(found.outcomes.begin(), found.outcomes.end(),
                   [](const auto& a, const auto& b) { return b.mass < a.mass; });
  for (const auto& outcome : found.outcomes) {
    OddsRow row;
    const Word* word = outcome.words.data();
    if (query.by_name) {
      row.values.emplace_back(program.text(*word++, interpreter.heap()));
      row.is_number.push_back(false);
    }
    for (const auto id : query.by) {
      const auto type = program.expressions[id].type;
      row.values.push_back(shown(program, interpreter, type, word));
      row.is_number.push_back(type.kind == ValueKind::Int && *word != kUnset);
      if (!question.count.empty()) { out.mean += to_double(Mass(outcome.mass / total)) * static_cast<double>(*word); }
      word += type.kind == ValueKind::Number ? 2 : 1;
    }
    const Mass share = outcome.mass / total;
    row.probability = to_double(share);
    row.low = row.high = row.probability;
    if (!out.exact) {
      // Given a condition, the unexplored part may lie on either side of it.
      row.low = to_double(outcome.mass) / (out.given + out.unexplored);
      row.high = std::min(1.0, (to_double(outcome.mass) + out.unexplored) / (out.given + out.unexplored));
      if (question.where.empty()) {
        row.low = to_double(outcome.mass);
        row.high = std::min(1.0, row.low + out.unexplored);
      }
    }
    if constexpr (!std::is_same_v<Mass, double>) {
      row.numerator = boost::multiprecision::numerator(share).str();
      row.denominator = boost::multiprecision::denominator(share).str();
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

bool go_on(void* context, std::size_t states) {
  const auto& ask = *static_cast<const std::function<bool(std::size_t)>*>(context);
  return !ask || ask(states);
}

Result<OddsTable, RollError> answer(const Asked& asked, const Question& question,
                                    const std::vector<std::pair<program::SlotId, Word>>& settings) {
  odds::Budget budget;
  budget.max_states = question.max_states;
  budget.go_on = &go_on;
  budget.context = const_cast<std::function<bool(std::size_t)>*>(&question.go_on);
  if (question.fractions) {
    odds::Interpreter<odds::Exact> interpreter(asked.program, budget);
    return answer(asked, question, interpreter, settings);
  }
  odds::Interpreter<double> interpreter(asked.program, budget);
  return answer(asked, question, interpreter, settings);
}

Question with_default_by(const Pack& pack, Question question) {
  if (!question.by.empty() || !question.count.empty()) { return question; }
  for (const auto& field : pack.fields()) {
    if (field.name == "kind") { question.by.push_back("kind"); }
  }
  if (question.by.empty()) { question.by.push_back("name"); }
  return question;
}

}  // namespace

Result<OddsTable, RollError> exact_odds(const Pack& pack, const Question& asked_question) {
  const auto question = with_default_by(pack, asked_question);
  auto roller = Roller::make(pack, question.rule, question.values);
  if (!roller) { return Failure{roller.error()}; }
  auto asked = compile_question(pack, text_of(pack, question, *roller, ""));
  if (!asked) { return Failure{asked.error()}; }
  return answer(*asked, question, odds::initial_settings(asked->program));
}

Result<std::vector<SweepRow>, RollError> sweep_odds(const Pack& pack, const Question& asked_question,
                                                    const std::string& input,
                                                    std::optional<std::pair<std::int64_t, std::int64_t>> range) {
  const auto question = with_default_by(pack, asked_question);
  auto roller = Roller::make(pack, question.rule, question.values);
  if (!roller) { return Failure{roller.error()}; }
  auto asked = compile_question(pack, text_of(pack, question, *roller, input));
  if (!asked) { return Failure{asked.error()}; }
  const auto slot = asked->program.find_input(input);
  if (!slot) {
    return Failure{
        error(RollError::Kind::UnknownInput, fmt::format("pack `{}` has no input `{}` to sweep", pack.name(), input))};
  }
  const auto& known = asked->program.slots[*slot];
  std::vector<std::pair<std::string, Word>> values;
  for (const auto choice : known.choices) {
    values.emplace_back(asked->program.symbols.name(static_cast<std::uint32_t>(choice)), choice);
  }
  if (known.type.kind == ValueKind::Flag) { values = {{"false", 0}, {"true", 1}}; }
  if (values.empty()) {
    if (!known.has_bounds && !range) {
      return Failure{error(RollError::Kind::BadValue, fmt::format("input `{}` has no range to sweep", input),
                           "give one: `--sweep " + input + "=1..10`")};
    }
    const auto first = range ? range->first : known.first;
    const auto last = range ? range->second : known.last;
    constexpr std::int64_t kMaxSweep = 10'000;
    if (last < first || last - first >= kMaxSweep || (known.has_bounds && (first < known.first || last > known.last))) {
      return Failure{error(RollError::Kind::BadValue, fmt::format("cannot sweep `{}` over {}..{}", input, first, last),
                           known.has_bounds ? fmt::format("its range is {}..{}, and at most {} values are swept",
                                                          known.first, known.last, kMaxSweep)
                                            : "")};
    }
    for (auto value = first; value <= last; ++value) { values.emplace_back(fmt::format("{}", value), value); }
  }
  std::vector<SweepRow> out;
  for (const auto& [name, word] : values) {
    auto settings = odds::initial_settings(asked->program);
    for (auto& [setting, value] : settings) {
      if (setting == *slot) { value = word; }
    }
    auto table = answer(*asked, question, settings);
    if (!table) {
      // A condition that never holds for one value is no reason to say nothing of the others.
      if (table.error().kind != RollError::Kind::BadValue) { return Failure{table.error()}; }
      OddsTable nothing;
      nothing.given = 0;
      out.push_back({name, std::move(nothing)});
      continue;
    }
    out.push_back({name, std::move(*table)});
  }
  return out;
}

std::vector<Promise> check_expectations(const Pack& pack, std::size_t max_states) {
  const auto& data = pack.data();
  odds::Budget budget;
  budget.max_states = max_states;
  std::vector<Promise> out;
  for (const auto& expectation : data.program.expectations) {
    Promise promise;
    promise.title = expectation.title;
    const auto& source = (*data.sources)[expectation.place.source];
    promise.file = source.name();
    promise.location = source.locate(expectation.place.begin);
    const auto verdict = odds::judge(data.program, expectation, budget);
    promise.holds = verdict.holds && verdict.is_settled && verdict.fault.kind == program::Fault::Kind::None;
    promise.settled = verdict.is_settled;
    promise.found = verdict.found;
    promise.wanted = verdict.wanted;
    promise.where = verdict.where;
    if (verdict.fault.kind != program::Fault::Kind::None) {
      const auto& at = (*data.sources)[verdict.fault.place.source];
      const auto place = at.locate(verdict.fault.place.begin);
      promise.fault =
          fmt::format("{}:{}:{}: {}", at.name(), place.line, place.column, program::describe(verdict.fault.kind));
    }
    out.push_back(std::move(promise));
  }
  return out;
}

}  // namespace spoils
