// api/pack.cpp
//
// The accessors of a loaded pack: descriptions of rules, inputs, states and fields, findings, and dumps.
#include "spoils/pack.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/pack_data.h"
#include "program/dump.h"
#include "program/to_source.h"
#include "roll/disassemble.h"
#include "text/plain/symbol_source.h"
#include "text/render_json.h"
#include "text/render_text.h"

namespace spoils {
inline namespace v1 {

Findings::Findings() {
  auto data = std::make_shared<api::FindingsData>();
  data->sources = std::make_shared<text::Sources>();
  data_ = std::move(data);
}
Findings::Findings(std::shared_ptr<const api::FindingsData> data) : data_(std::move(data)) {}

const std::vector<Diagnostic>& Findings::all() const { return data_->diagnostics; }
std::size_t Findings::errors() const { return data_->errors; }
std::size_t Findings::warnings() const { return data_->warnings; }
std::size_t Findings::notes() const { return data_->notes; }

std::string Findings::text(const Diagnostic& finding, RenderOptions options) const {
  return text::render(finding, *data_->sources, {options.colour, options.width});
}

std::string Findings::text(RenderOptions options, std::size_t most) const {
  std::string out;
  // If there are errors, other findings are not shown.
  std::vector<const Diagnostic*> shown;
  for (const auto& finding : data_->diagnostics) {
    if (data_->errors == 0 || finding.severity == Severity::Error) { shown.push_back(&finding); }
  }
  for (std::size_t i = 0; i < shown.size() && i < most; ++i) { out += text(*shown[i], options); }
  if (shown.size() > most) { out += fmt::format("and {} more\n", shown.size() - most); }
  return out;
}

std::string Findings::json() const { return text::render_json(data_->diagnostics, *data_->sources); }

Pack::Pack(std::shared_ptr<const api::PackData> data) : data_(std::move(data)) {}

bool RuleInfo::hides(std::string_view input) const {
  return std::any_of(parameters.begin(), parameters.end(), [&](const InputInfo& info) { return info.name == input; });
}

std::string_view Pack::name() const { return data_->program.name; }
std::string_view Pack::title() const { return data_->program.title; }
std::string_view Pack::version() const { return data_->program.version; }
std::uint64_t Pack::hash() const { return data_->program.content_hash; }
CheckedQuantities Pack::checked_quantities() const { return {data_->program.may_fail}; }
const std::vector<RuleInfo>& Pack::rules() const { return data_->rules; }
const std::vector<InputInfo>& Pack::inputs() const { return data_->inputs; }
const std::vector<InputInfo>& Pack::states() const { return data_->states; }
const std::vector<FieldInfo>& Pack::fields() const { return data_->fields; }
const std::vector<MeasureInfo>& Pack::measures() const { return data_->measures; }
const std::vector<TableInfo>& Pack::tables() const { return data_->tables; }
std::size_t Pack::expectations() const { return data_->program.expectations.size(); }

std::optional<std::int64_t> Pack::symbol(std::string_view name) const {
  const auto found = data_->program.symbols.find(name);
  return found ? std::optional<std::int64_t>(*found) : std::nullopt;
}

std::string_view Pack::symbol_name(std::int64_t number) const {
  const auto& symbols = data_->program.symbols;
  const bool is_known = number >= 0 && static_cast<std::uint64_t>(number) < symbols.size();
  return is_known ? symbols.name(static_cast<std::uint32_t>(number)) : std::string_view();
}
std::string Pack::dump() const { return program::dump(data_->program); }
std::string Pack::dump_bytecode() const { return roll::disassemble(data_->program); }

}  // namespace v1
}  // namespace spoils

namespace spoils::api {

bool can_be_written(const program::Program& program, program::Word choice) {
  return !text::is_nameless(program.symbols.name(static_cast<std::uint32_t>(choice)));
}

InputInfo describe_input(const program::Program& program, program::SlotId id) {
  const auto& slot = program.slots[id];
  InputInfo out;
  out.name = slot.name;
  out.doc = slot.doc;
  switch (slot.type.kind) {
    case program::ValueKind::Number: out.kind = InputInfo::Kind::Number; break;
    case program::ValueKind::Flag: out.kind = InputInfo::Kind::Flag; break;
    case program::ValueKind::Symbol: out.kind = InputInfo::Kind::Symbol; break;
    case program::ValueKind::Text: out.kind = InputInfo::Kind::Text; break;
    default: out.kind = InputInfo::Kind::Integer; break;
  }
  if (slot.has_bounds) {
    out.first = slot.first;
    out.last = slot.last;
  }
  for (const auto choice : slot.choices) {
    if (!can_be_written(program, choice)) { continue; }
    out.choices.push_back(text::symbol_to_source(program.symbols.name(static_cast<std::uint32_t>(choice))));
  }
  // The initial value of a parameter is in its rule.
  if (slot.kind == program::Slot::Kind::Input || slot.kind == program::Slot::Kind::State) {
    out.initial = program::to_source(program, slot.type, slot.initial, slot.initial_denominator);
  }
  return out;
}

}  // namespace spoils::api
