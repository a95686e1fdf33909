// cli/odds_options.cpp
//
// Reads the options of a question, of limits and of formats into the structures of the library, with a complaint for
// each mistake.
#include "cli/odds_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>
#include <utility>

#include "text/plain/integer.h"

namespace spoils::cli {

namespace {

// Reads an integer and its unit; nothing if the text has another form, the value is 0, or it is too large.
std::optional<std::uint64_t> read_amount(const std::string& text,
                                         const std::vector<std::pair<std::string_view, std::uint64_t>>& units) {
  std::uint64_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || value == 0) { return std::nullopt; }
  const std::string_view unit(end, static_cast<std::size_t>(last - end));
  for (const auto& [name, factor] : units) {
    if (name != unit) { continue; }
    if (value > std::numeric_limits<std::int64_t>::max() / factor) { return std::nullopt; }
    return value * factor;
  }
  return std::nullopt;
}

}  // namespace

void add_memory_option(OptionTable& options) {
  options.add("--max-memory", "SIZE", "the memory that the odds may use before states are dropped; default 1G");
}

void add_work_options(OptionTable& options, const std::string& help_of_time) {
  add_memory_option(options);
  options.add("--time", "DURATION", help_of_time);
  options.add("--max-time", "DURATION", "");  // the former name of --time, for one version
}

void add_threads_option(OptionTable& options, const std::string& what) {
  options.add("--threads", "T", fmt::format("the number of threads that {} at once; default: one per processor", what));
}

Result<unsigned, Complaint> read_threads(const Arguments& arguments) {
  constexpr std::uint64_t kMostThreads = 1024;
  const auto threads = number(arguments, "--threads", 0, kMostThreads);
  if (!threads) { return Failure{threads.error()}; }
  return static_cast<unsigned>(*threads);
}

Result<std::size_t, Complaint> read_max_memory(const Arguments& arguments) {
  const auto text = arguments.value("--max-memory");
  if (!text) { return OddsSettings{}.max_memory; }
  const auto bytes = read_amount(*text, {{"K", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}});
  if (!bytes) { return wrong_usage(fmt::format("`--max-memory {}` is not a size", *text), "for example 500M or 2G"); }
  return static_cast<std::size_t>(*bytes);
}

Result<WorkLimits, Complaint> read_work_limits(const Arguments& arguments) {
  WorkLimits out;
  const auto max_memory = read_max_memory(arguments);
  if (!max_memory) { return Failure{max_memory.error()}; }
  out.max_memory = *max_memory;
  const auto* const option = arguments.has("--max-time") ? "--max-time" : "--time";
  const auto text = arguments.value(option);
  if (!text || *text == "none") { return out; }
  constexpr double kMilliseconds = 1000;
  const auto milliseconds = read_amount(*text, {{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}});
  if (!milliseconds) {
    return wrong_usage(fmt::format("`{} {}` is not a duration", option, *text),
                       "for example 500ms, 30s or 10m, or none");
  }
  out.max_seconds = static_cast<double>(*milliseconds) / kMilliseconds;
  return out;
}

std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> out(1);
  int depth = 0;
  char quote = '\0';  // that of the text or name around, if there is one
  bool is_escaped = false;
  for (const char c : list) {
    if (quote != '\0') {
      if (c == quote && !is_escaped) { quote = '\0'; }
      is_escaped = c == '\\' && !is_escaped;
      out.back() += c;
      continue;
    }
    // After a letter it is an apostrophe.
    const bool begins = out.back().empty() || std::isalnum(static_cast<unsigned char>(out.back().back())) == 0;
    if ((c == '"' || c == '\'') && begins) { quote = c; }
    if (c == '(' || c == '[' || c == '{') { ++depth; }
    if (c == ')' || c == ']' || c == '}') { --depth; }
    if (c == ',' && depth == 0) {
      out.emplace_back();
    } else if (c != ' ' || !out.back().empty()) {
      out.back() += c;
    }
  }
  return out;
}

Result<Sweep, Complaint> read_sweep(const std::string& text) {
  Sweep sweep;
  const auto equals = text.find('=');
  sweep.input = text.substr(0, equals);
  if (sweep.input.empty()) {
    return wrong_usage("`--sweep` needs the name of an input, state or parameter", "for example --sweep depth=1..10");
  }
  for (char& c : sweep.input) { c = c == '-' ? '_' : c; }
  if (equals == std::string::npos) { return sweep; }
  const std::string range = text.substr(equals + 1);
  const auto dots = range.find("..");
  if (dots == std::string::npos) {
    sweep.values = split_list(range);
    const auto is_empty = [](const std::string& value) { return value.empty(); };
    if (std::any_of(sweep.values.begin(), sweep.values.end(), is_empty)) {
      return wrong_usage(fmt::format("`--sweep {}` names an empty value", text),
                         "for example --sweep depth=1..10 or --sweep depth=1,5,10");
    }
    return sweep;
  }
  const auto first = text::integer_of(std::string_view(range).substr(0, dots));
  const auto last = text::integer_of(std::string_view(range).substr(dots + 2));
  if (!first || !last) {
    return wrong_usage(fmt::format("`--sweep {}` has no range `A..B`", text),
                       "for example --sweep depth=1..10 or --sweep depth=1,5,10");
  }
  sweep.range = std::pair(*first, *last);
  return sweep;
}

std::string sample(Sweep& sweep, const InputInfo* swept) {
  constexpr std::uint64_t kMostShown = 100;
  constexpr std::uint64_t kMostSampled = 25;
  if (sweep.range || !sweep.values.empty() || swept == nullptr || !swept->first || !swept->last) { return {}; }
  const auto first = *swept->first;
  const auto last = *swept->last;
  const auto width = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  if (last < first || width < kMostShown) { return {}; }
  // A round step: 1, 2 or 5 with zeros.
  std::uint64_t step = 1;
  for (std::uint64_t power = 1; width / step > kMostSampled; power *= 10) {
    for (const auto digit : {1, 2, 5}) {
      step = power * static_cast<std::uint64_t>(digit);
      if (width / step <= kMostSampled) { break; }
    }
  }
  const auto stride = static_cast<std::int64_t>(step);
  const auto rest = (first % stride + stride) % stride;  // of the first value above the last multiple below it
  sweep.values.push_back(std::to_string(first));
  for (std::uint64_t at = step - static_cast<std::uint64_t>(rest); at < width; at += step) {
    sweep.values.push_back(std::to_string(static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + at)));
  }
  sweep.values.push_back(std::to_string(last));
  return fmt::format("{} values; others may differ: --sweep {}={}..{}", sweep.values.size(), sweep.input, first, last);
}

Result<std::vector<std::string>, Complaint> values_of(const Sweep& sweep, const InputInfo& swept) {
  constexpr std::uint64_t kMostSwept = 10'000;
  if (!sweep.values.empty()) { return sweep.values; }
  if (swept.kind == InputInfo::Kind::Flag) { return std::vector<std::string>{"false", "true"}; }
  if (!swept.choices.empty()) { return swept.choices; }
  const auto first = sweep.range ? sweep.range->first : swept.first;
  const auto last = sweep.range ? sweep.range->second : swept.last;
  if (swept.kind != InputInfo::Kind::Integer || !first || !last) {
    return wrong_usage(fmt::format("`{}` has no range to sweep", sweep.input),
                       fmt::format("name its values: `--sweep {}=A,B,C`", sweep.input));
  }
  const auto width = static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first);
  if (*last < *first || width >= kMostSwept) {
    return wrong_usage(fmt::format("cannot sweep `{}` over {}..{}", sweep.input, *first, *last),
                       fmt::format("at most {} values are swept", kMostSwept));
  }
  std::vector<std::string> out;
  for (auto value = *first;; ++value) {
    out.push_back(std::to_string(value));
    if (value == *last) { return out; }
  }
}

Result<std::vector<std::string>, Complaint> read_fields(const Arguments& arguments, const std::string& option) {
  const auto given = arguments.value(option);
  if (!given) { return std::vector<std::string>{}; }
  auto fields = split_list(*given);
  if (std::find(fields.begin(), fields.end(), "") != fields.end()) {
    return wrong_usage(fmt::format("`{} {}` names an empty field", option, *given), "separate the fields with commas");
  }
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    if (std::find(fields.begin(), field, *field) == field) { continue; }
    return wrong_usage(fmt::format("`{} {}` names `{}` twice", option, *given, *field));
  }
  return fields;
}

std::optional<Complaint> swept_and_set(const Sweep& sweep, const Values& values) {
  for (const auto& [name, value] : values) {
    if (name != sweep.input) { continue; }
    return Complaint{ExitCode::WrongUsage, fmt::format("`{}` is swept, but also set to `{}`", name, value),
                     "remove one of the two options"};
  }
  return std::nullopt;
}

std::optional<Complaint> add_world(const Pack& pack, const std::string& path, Values& states) {
  if (path.empty()) { return Complaint{ExitCode::WrongUsage, "`--world` needs the name of a file", {}}; }
  const auto world = World::load(pack, path);
  if (!world) { return complaint_of(world.error()); }
  for (auto& state : world->states()) {
    const bool is_set =
        std::any_of(states.begin(), states.end(), [&](const auto& s) { return s.first == state.first; });
    if (!is_set) { states.push_back(std::move(state)); }
  }
  return std::nullopt;
}

}  // namespace spoils::cli
