#include "api/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "roll/seed.h"
#include "spoils/misuse.h"
#include "text/plain/nearest.h"

namespace spoils {
inline namespace v1 {

std::string Error::text() const {
  if (!place) { return message; }
  return fmt::format("{}:{}:{}: {}", place->file, place->location.line, place->location.column, message);
}

std::string_view Error::fact(std::string_view name) const {
  for (const auto& known : facts) {
    if (known.name == name) { return known.value; }
  }
  return {};
}

}  // namespace v1
}  // namespace spoils

namespace spoils::api {

Error make_error(Error::Kind kind, std::string message, std::string help, std::vector<Fact> facts) {
  return {kind, std::move(message), std::move(help), std::nullopt, std::move(facts)};
}

Error unknown_rule(const program::Program& program, std::string_view rule) {
  std::vector<std::string_view> names;
  for (const auto& known : program.rules) {
    if (!known.is_block) { names.push_back(known.name); }
  }
  const auto near = text::nearest(rule, names);
  auto help = near            ? fmt::format("did you mean `{}`?", *near)
              : names.empty() ? std::string("it has none")
                              : fmt::format("the rules are `{}`", fmt::join(names, "`, `"));
  std::vector<Fact> facts{{"rule", std::string(rule)}};
  if (near) { facts.push_back({"nearest", std::string(*near)}); }
  return make_error(Error::Kind::UnknownRule, fmt::format("pack `{}` has no rule `{}`", program.name, rule),
                    std::move(help), std::move(facts));
}

Error misuse_error(const char* what) {
  misused(what);
  return make_error(Error::Kind::Misuse, what, "this is a mistake in the program that calls the library");
}

Place place_of(const text::Sources& sources, Span span) {
  const auto& source = sources[span.source];
  return {source.name(), source.locate(span.begin)};
}

Error fault_error(const text::Sources& sources, const program::Program& program, const program::Fault& fault,
                  std::string help) {
  const auto kind = program::is_limit(fault.kind) ? Error::Kind::Limit : Error::Kind::Fault;
  auto out = make_error(kind, program::describe(program, fault), std::move(help));
  out.place = place_of(sources, fault.place);
  if (fault.record != Span{}) {
    const auto [file, at] = place_of(sources, fault.record);
    const auto name = std::string(sources.text(fault.record));
    out.message += fmt::format(", for `{}` of {}:{}:{}", name, file, at.line, at.column);
    out.facts.push_back({"record", name});
  }
  return out;
}

Error fault_error(const text::Sources& sources, const program::Program& program, const program::Fault& fault,
                  std::uint64_t seed, std::uint64_t index, const char* of) {
  auto out = fault_error(sources, program, fault, fmt::format("seed {}, index {}", roll::seed_to_text(seed), index));
  if (of != nullptr) { out.help += fmt::format(", {}", of); }
  out.facts.push_back({"seed", roll::seed_to_text(seed)});
  out.facts.push_back({"index", std::to_string(index)});
  return out;
}

Span take_record(const program::Program& program, std::vector<program::Word>& slots) {
  const auto kind = program.find_field("kind");
  if (!kind) { return {}; }
  const auto word = std::exchange(slots[*kind], program::kUnset);
  const auto& type = program.slots[*kind].type;
  if (type.kind != program::ValueKind::Symbol || !type.has_table()) { return {}; }
  const auto& table = program.tables[type.table];
  const auto row = table.row_index(word);
  return row < 0 ? Span{} : table.rows[static_cast<std::size_t>(row)].place;
}

}  // namespace spoils::api
