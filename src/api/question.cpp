#include "api/question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "api/pack_data.h"
#include "check/check.h"
#include "lang/parser.h"
#include "program/written.h"
#include "text/report.h"

namespace spoils::api {

namespace {

// Returns a value of an input as an expression.
std::string expression_of(const InputInfo& input, const std::string& value) {
  return input.kind == InputInfo::Kind::Text && value != "none" ? program::quoted(value) : value;
}

// Returns the text of a place; of an operator with the words around it, since alone it says nothing.
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

RollError error_of(const Diagnostic& finding, const text::Sources& sources) {
  return {RollError::Kind::BadValue, fmt::format("{} (in `{}`)", finding.message, text_around(sources, finding.span)),
          finding.edit ? fmt::format("did you mean `{}`?", finding.edit->replacement) : finding.help};
}

// Callers write expressions into questions. Each must be whole by itself: else it might end the part that it belongs
// to, and ask for something else. Returns what is wrong with one.
std::optional<RollError> error_in(const std::string& expression) {
  text::Sources sources;
  const auto source = sources.add("question", expression);
  text::Report report(sources);
  static_cast<void>(lang::parse_expression(sources, source, report));
  if (report.error_count() == 0) { return std::nullopt; }
  const auto findings = report.sorted();
  auto error = error_of(findings.front(), sources);
  auto message = findings.front().message;
  constexpr std::string_view kEndOfFile = "the end of the file";
  if (message.ends_with(kEndOfFile)) {
    message.replace(message.size() - kEndOfFile.size(), kEndOfFile.size(), "its end");
  }
  error.message = fmt::format("{} (in `{}`)", message, expression);
  return error;
}

std::optional<RollError> error_in(const Question& question) {
  auto expressions = question.by;
  for (const auto* part : {&question.where, &question.count}) {
    if (!part->empty()) { expressions.push_back(*part); }
  }
  for (const auto& expression : expressions) {
    if (auto error = error_in(expression)) { return error; }
  }
  return std::nullopt;
}

// An operator would end what stands alone there.
std::string as_operand(const std::string& expression) {
  const bool is_name = std::all_of(expression.begin(), expression.end(),
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return is_name ? expression : fmt::format("({})", expression);
}

// What is wrong with questions, by their sources; the first finding of each.
std::map<std::uint32_t, RollError> errors_by_source(const text::Report& report, const text::Sources& sources) {
  std::map<std::uint32_t, RollError> out;
  for (const auto& finding : report.sorted()) {
    if (finding.severity == Severity::Error) { out.try_emplace(finding.span.source, error_of(finding, sources)); }
  }
  return out;
}

/// The parts of a question that say what is rolled.
struct Rolled {
  std::string called;    // "rule(a = 1)"
  std::string settings;  // ", input = 3"
};

Result<Rolled, RollError> rolled(const Pack& pack, const Question& question, const std::string& left_out) {
  const auto roller = Roller::make(pack, question.rule, question.values);
  if (!roller) { return Failure{roller.error()}; }
  std::string arguments;
  std::string settings;
  const auto values = roller->values();
  const auto& inputs = pack.inputs();
  const auto& rules = pack.rules();
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const auto& r) { return r.name == roller->rule(); });
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& [name, value] = values[i];
    if (i < inputs.size()) {
      if (name != left_out && value != "none") {
        settings += fmt::format(", {} = {}", name, expression_of(inputs[i], value));
      }
      continue;
    }
    const auto parameter = std::find_if(rule->parameters.begin(), rule->parameters.end(),
                                        [&known = name](const auto& p) { return p.name == known; });
    arguments += fmt::format("{}{} = {}", arguments.empty() ? "" : ", ", name, expression_of(*parameter, value));
  }
  return Rolled{fmt::format("{}({})", roller->rule(), arguments), std::move(settings)};
}

}  // namespace

Posed pose_mean(const Pack& pack, const Question& question, const std::string& value) {
  const auto what = rolled(pack, question, "");
  if (!what) { return Failure{what.error()}; }
  if (auto error = error_in(value)) { return Failure{std::move(*error)}; }
  return fmt::format("expect \"question\": mean({}: {}{})", what->called, value, what->settings);
}

Posed pose(const Pack& pack, const Question& question, const std::string& left_out, std::size_t number) {
  const auto what = rolled(pack, question, left_out);
  if (!what) { return Failure{what.error()}; }
  if (auto error = error_in(question)) { return Failure{std::move(*error)}; }
  const auto& settings = what->settings;
  const auto given = question.where.empty() ? "" : fmt::format(" given {}", as_operand(question.where));
  if (!question.pick.empty()) {
    // A rule of its own draws it.
    return fmt::format(
        "rule question_{0} {{ picked_{0} = pick {1} }}\nexpect \"question\": odds(question_{0} by picked_{0}{2}{3})",
        number, question.pick, given, settings);
  }
  std::string by;
  for (const auto& field : question.by) { by += (by.empty() ? "" : ", ") + as_operand(field); }
  if (!question.count.empty()) { by = fmt::format("count(thing in things where {})", question.count); }
  if (!question.each.empty()) {
    if (!question.where.empty()) {
      return Failure{RollError{RollError::Kind::BadValue, "things cannot be counted apart given a condition", ""}};
    }
    return fmt::format("expect \"question\": mean({}: count(thing in things where true){})", what->called, settings);
  }
  return fmt::format("expect \"question\": odds({} by {}{}{})", what->called, by, given, settings);
}

Asked compile_questions(const Pack& pack, const std::vector<Posed>& posed) {
  Asked out;
  std::vector<std::optional<RollError>> wrong(posed.size());
  for (std::size_t i = 0; i < posed.size(); ++i) {
    if (!posed[i]) { wrong[i] = posed[i].error(); }
  }
  // Those that the parser or the checker refuses are left out of a further attempt; what is left then is sound, unless
  // the pack grows too large with them.
  std::vector<std::size_t> asked;
  std::optional<program::Program> program;
  for (int attempt = 0; attempt < 3 && !program; ++attempt) {
    asked.clear();
    out.sources = std::make_shared<text::Sources>(*pack.data().sources);
    text::Report report(*out.sources);
    auto trees = *pack.data().trees;
    std::map<std::uint32_t, std::size_t> question_of;
    for (std::size_t i = 0; i < posed.size(); ++i) {
      if (wrong[i]) { continue; }
      const auto source = out.sources->add("question", *posed[i]);
      trees.back().files.push_back(lang::parse(*out.sources, source, report));
      question_of.emplace(source, i);
      asked.push_back(i);
    }
    if (asked.empty()) { break; }
    if (report.error_count() == 0) { program = check::compile(trees, report); }
    if (program) { break; }
    bool found = false;
    for (auto& [source, error] : errors_by_source(report, *out.sources)) {
      const auto question = question_of.find(source);
      if (question == question_of.end()) { continue; }
      wrong[question->second] = std::move(error);
      found = true;
    }
    if (!found) {
      for (const auto i : asked) {
        wrong[i] = RollError{RollError::Kind::BadValue, "the question cannot be understood", ""};
      }
    }
  }
  if (program) { out.program = std::move(*program); }
  // The pack's own promises come first, then one query a question.
  const auto first = out.program.queries.size() - (program ? asked.size() : 0);
  out.query_of.reserve(posed.size());
  std::uint32_t next = static_cast<std::uint32_t>(first);
  for (std::size_t i = 0; i < posed.size(); ++i) {
    if (wrong[i]) {
      out.query_of.emplace_back(Failure{std::move(*wrong[i])});
    } else if (!program) {
      out.query_of.emplace_back(Failure{RollError{RollError::Kind::BadValue, "the question cannot be understood", ""}});
    } else {
      out.query_of.emplace_back(next++);
    }
  }
  return out;
}

}  // namespace spoils::api
