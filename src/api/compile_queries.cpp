// api/compile_queries.cpp
//
// Builds the syntax tree of each question, with every expression of the caller parsed by itself, and lowers it
// against a copy of the compiled program.
#include "api/compile_queries.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "api/error.h"
#include "api/pack_data.h"
#include "check/questions.h"
#include "lang/parser.h"
#include "odds/written_for_odds.h"
#include "text/plain/name_letters.h"
#include "text/plain/symbol_source.h"
#include "text/plain/text_source.h"
#include "text/report.h"

namespace spoils::api {

namespace {

using Kind = lang::Expression::Kind;

/// `value` is as Roller::values() has it: `none` is unset, or the text of a Text that the caller gave.
QuerySource::Value value_of(const InputInfo& input, const std::string& name, const std::string& value,
                            bool is_given_text) {
  if (value == "none" && !is_given_text) { return {name, value, false}; }
  if (input.kind == InputInfo::Kind::Text) { return {name, text::text_to_source(value), false}; }
  const bool is_symbol = input.kind == InputInfo::Kind::Symbol;
  return {name, is_symbol ? std::string(text::symbol_name(value)) : value, is_symbol};
}

bool is_given(const OddsSettings& question, const std::string& name) {
  return std::any_of(question.values.begin(), question.values.end(),
                     [&](const auto& given) { return text::is_given_as(name, given.first); });
}

// Returns the text of a place; for an operator with the words around it, since alone it would be unclear.
std::string_view text_around(const text::Sources& sources, Span span) {
  const auto bytes = sources[span.source].bytes();
  const auto is_word = [&](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(bytes[at])) != 0 || bytes[at] == '_' || bytes[at] == '.';
  };
  if (span.begin >= bytes.size() || is_word(span.begin)) { return sources.text(span); }
  std::size_t begin = span.begin;
  while (begin > 0 && bytes[begin - 1] == ' ') { --begin; }
  while (begin > 0 && is_word(begin - 1)) { --begin; }
  std::size_t end = span.end;
  while (end < bytes.size() && bytes[end] == ' ') { ++end; }
  while (end < bytes.size() && is_word(end)) { ++end; }
  return bytes.substr(begin, end - begin);
}

Error error_of(const Diagnostic& finding, const text::Sources& sources) {
  return make_error(Error::Kind::BadValue,
                    fmt::format("{} (in `{}`)", finding.message, text_around(sources, finding.span)),
                    finding.edit ? fmt::format("did you mean `{}`?", finding.edit->replacement) : finding.help,
                    {{"expression", std::string(sources[finding.span.source].bytes())}});
}

// Adds the places at which an expression reads the bare name `name`. A fold that calls its members so has none.
void add_reads_of_name(const lang::Expression& e, std::vector<Span>& out) {
  if (e.kind == Kind::Aggregate && e.name() == "name") { return; }
  if (e.kind == Kind::Name && e.text == "name") { out.push_back(e.span); }
  for (const auto& child : e.children) { add_reads_of_name(child, out); }
}

bool lies_in(Span inner, Span outer) {
  return inner.source == outer.source && outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Builds syntax trees of questions. Each expression of the caller is parsed by itself, so that it cannot affect the
/// rest.
class Trees {
 public:
  explicit Trees(text::Sources& sources) : sources_(sources) {}

  /// Returns the tree of a question, or the error of the first expression that cannot be parsed.
  Result<check::QuestionTree, Error> tree(const QuerySource& asked) {
    const auto text = asked.to_text();
    error_.reset();
    place_ = {sources_.add("question", text), 0, static_cast<std::uint32_t>(text.size())};
    check::QuestionTree out;
    const bool is_mean = !asked.mean.empty() || asked.counts_things;
    std::vector<lang::Expression> parts(4);
    parts[0] = made(Kind::Call, asked.rule, values(asked.arguments));
    std::vector<lang::Expression> columns;
    for (const auto& column : asked.by) { columns.push_back(parsed(column)); }
    if (!asked.count.empty()) { columns.push_back(count_of(parsed(asked.count))); }
    parts[1] = made(Kind::By, "", std::move(columns));
    if (!asked.mean.empty()) { parts[2] = parsed(asked.mean); }
    if (!asked.where.empty()) { parts[3] = parsed(asked.where); }
    if (!asked.pick.empty()) { out.pick = parsed("pick " + asked.pick); }
    for (auto& setting : values(asked.settings)) { parts.push_back(std::move(setting)); }
    out.query = made(Kind::Query, is_mean ? "mean" : "odds", std::move(parts));
    if (error_) { return Failure{std::move(*error_)}; }
    return out;
  }

 private:
  lang::Expression made(Kind kind, std::string text, std::vector<lang::Expression> children) const {
    lang::Expression out;
    out.kind = kind;
    out.span = place_;
    out.text = std::move(text);
    out.children = std::move(children);
    for (const auto& child : out.children) { out.height = std::max(out.height, child.height + 1); }
    return out;
  }

  std::vector<lang::Expression> values(const std::vector<QuerySource::Value>& values) {
    std::vector<lang::Expression> out;
    for (const auto& value : values) {
      auto given = value.is_symbol ? made(Kind::Symbol, value.text, {}) : parsed(value.text);
      out.push_back(made(Kind::Argument, value.name, {std::move(given)}));
    }
    return out;
  }

  // count(thing in things where condition)
  lang::Expression count_of(lang::Expression condition) const {
    auto out = made(Kind::Aggregate, "count", {made(Kind::Name, "things", {}), std::move(condition), {}});
    out.rare().name = "thing";
    return out;
  }

  lang::Expression parsed(const std::string& expression) {
    const auto source = sources_.add("question", expression);
    text::Report report(sources_);
    auto out = lang::parse_expression(sources_, source, report);
    if (report.error_count() > 0 && !error_) { error_ = error_in(expression, report); }
    return out;
  }

  Error error_in(const std::string& expression, const text::Report& report) const {
    const auto findings = report.sorted();
    auto out = error_of(findings.front(), sources_);
    auto message = findings.front().message;
    constexpr std::string_view kEndOfFile = "the end of the file";
    if (message.ends_with(kEndOfFile)) {
      message.replace(message.size() - kEndOfFile.size(), kEndOfFile.size(), "its end");
    }
    out.message = fmt::format("{} (in `{}`)", message, expression);
    return out;
  }

  text::Sources& sources_;
  Span place_;
  std::optional<Error> error_;
};

/// The parts of a question that set what is rolled.
Result<QuerySource, Error> rolled(const Pack& pack, const OddsSettings& question, const std::string& left_out) {
  const auto roller = Roller::make(pack, question.rule, question.values);
  if (!roller) { return Failure{roller.error()}; }
  QuerySource out;
  out.rule = roller->rule();
  const auto values = roller->values();
  const auto& inputs = pack.inputs();
  const auto& rules = pack.rules();
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const auto& r) { return r.name == out.rule; });
  for (const auto& [name, value] : values) {
    const auto is_called = [&known = name](const InputInfo& info) { return info.name == known; };
    const auto parameter = std::find_if(rule->parameters.begin(), rule->parameters.end(), is_called);
    if (parameter != rule->parameters.end()) {
      out.arguments.push_back(value_of(*parameter, name, value, false));
      continue;
    }
    const auto input = std::find_if(inputs.begin(), inputs.end(), is_called);
    // An input without a value is so from the beginning. A text that is given is never none.
    const bool is_text = input->kind == InputInfo::Kind::Text && is_given(question, name);
    if (name != left_out && (value != "none" || is_text)) {
      out.settings.push_back(value_of(*input, name, value, is_text));
    }
  }
  return out;
}

std::string list_of(const std::vector<QuerySource::Value>& values) {
  std::string out;
  for (const auto& value : values) { out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", value.name, value.text); }
  return out;
}

}  // namespace

Error name_in_condition() {
  return make_error(Error::Kind::BadValue, "`name` is a column, the name of a thing, and cannot be read here",
                    "`name` alone, as a column, has the odds of names; conditions read the fields that they show",
                    {{"field", "name"}});
}

std::string QuerySource::to_text() const {
  auto columns = fmt::format("{}", fmt::join(by, ", "));
  if (!count.empty()) { columns = fmt::format("count(thing in things where {})", count); }
  auto what = fmt::format("{}({})", rule, list_of(arguments));
  if (!pick.empty()) {
    what = fmt::format("pick {}", pick);
  } else if (counts_things) {
    what += ": count(things)";
  } else if (!mean.empty()) {
    what += ": " + mean;
  } else {
    what += " by " + columns;
  }
  if (!where.empty()) { what += " given " + where; }
  if (!settings.empty()) { what += ", " + list_of(settings); }
  return fmt::format("{}({})", counts_things || !mean.empty() ? "mean" : "odds", what);
}

QueryOrError mean_source(const Pack& pack, const OddsSettings& question, const std::string& value) {
  auto out = rolled(pack, question, "");
  if (out) { out->mean = value; }
  return out;
}

namespace {

void add_kind(const Marginal& question, QuerySource& out) {
  out.by = question.by;
  out.where = question.where;
}

void add_kind(const Count& question, QuerySource& out) {
  out.count = question.condition.empty() ? "true" : question.condition;
  out.where = question.where;
}

void add_kind(const Draw& question, QuerySource& out) {
  out.pick = question.from;
  out.where = question.where;
}

void add_kind(const ExpectedCounts& /*question*/, QuerySource& out) { out.counts_things = true; }

}  // namespace

QueryOrError query_source(const Pack& pack, const Question& question, const std::string& left_out) {
  const auto* const draw = std::get_if<Draw>(&question);
  if (draw != nullptr && draw->from.empty()) {
    return Failure{make_error(Error::Kind::BadValue, "a draw needs a table or an expression to draw from")};
  }
  auto out = rolled(pack, settings_of(question), left_out);
  if (out) {
    std::visit([&](const auto& kind) { add_kind(kind, *out); }, question);
  }
  return out;
}

CompiledQueries compile_queries(const Pack& pack, const std::vector<QueryOrError>& posed, Written written) {
  const auto& data = pack.data();
  auto sources = std::make_shared<text::Sources>(*data.sources);
  CompiledQueries out;
  check::Questions questions(*data.context, data.program);
  Trees trees(*sources);
  for (const auto& question : posed) {
    if (!question) {
      out.query_of.emplace_back(Failure{question.error()});
      continue;
    }
    auto tree = trees.tree(*question);
    if (!tree) {
      out.query_of.emplace_back(Failure{tree.error()});
      continue;
    }
    text::Report report(*sources);
    const auto& scope = data.context->scope;
    const auto place = tree->query.span;
    const bool has_name = data.program.find_field("name") || scope.variable("name", place) != nullptr ||
                          scope.def("name", place) != nullptr;
    std::vector<Span> reads_of_name;
    if (!has_name) { add_reads_of_name(tree->query, reads_of_name); }
    const auto query = questions.add(std::move(*tree), report);
    if (query) {
      out.query_of.emplace_back(*query);
      continue;
    }
    const auto wrong = report.sorted().front();
    const bool is_of_name =
        std::any_of(reads_of_name.begin(), reads_of_name.end(), [&](Span read) { return lies_in(read, wrong.span); });
    out.query_of.emplace_back(Failure{is_of_name ? name_in_condition() : error_of(wrong, *sources)});
  }
  out.program = questions.take();
  if (written == Written::ForOdds) {
    std::vector<std::uint32_t> asked;
    for (const auto& number : out.query_of) {
      if (number) { asked.push_back(*number); }
    }
    odds::write_for_odds(out.program, asked);
  }
  out.sources = std::move(sources);
  return out;
}

}  // namespace spoils::api
