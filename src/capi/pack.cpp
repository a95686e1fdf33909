// capi/pack.cpp
//
// Packs in C: compiled from memory or from files, their findings and declarations.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "capi/call.h"
#include "capi/files_in_memory.h"
#include "text/plain/counted.h"
#include "text/plain/json_writer.h"

namespace spoils::capi {

namespace {

using text::JsonWriter;

/// Returns the error of a pack that has errors: the first of them, and how many there are.
spoils_error* invalid_pack(const Findings& findings) {
  Error out{Error::Kind::BadValue, "the pack has errors", {}, std::nullopt, {}};
  for (const auto& finding : findings.all()) {
    if (finding.severity != Severity::Error) { continue; }
    out.message = finding.message;
    out.help = finding.help;
    out.place = Place{finding.file, finding.location};
    out.facts = {{"code", finding.code}, {"errors", std::to_string(findings.errors())}};
    break;
  }
  return fail(std::move(out), SPOILS_INVALID_PACK);
}

spoils_error* give_findings(spoils_findings** out, const Findings& findings) {
  if (out == nullptr) { return nullptr; }
  auto made = std::make_unique<spoils_findings>();
  made->findings = findings;
  *out = made.release();
  return nullptr;
}

spoils_error* check_options(const spoils_load_options* options) {
  if (options == nullptr) { return nullptr; }
  Arguments arguments;
  arguments.array(options->search, options->search_count, "search");
  for (std::size_t i = 0; arguments.wrong() == nullptr && i < options->search_count; ++i) {
    arguments.text(options->search[i], "search");
  }
  return arguments.wrong();
}

LoadOptions options_of(const spoils_load_options* options) {
  LoadOptions out;
  if (options == nullptr) { return out; }
  for (std::size_t i = 0; i < options->search_count; ++i) { out.search.emplace_back(view_of(options->search[i])); }
  out.checks_quantities = options->skip_quantities == 0;
  return out;
}

spoils_error* give_loaded(Loaded loaded, spoils_pack** out, spoils_findings** findings) {
  if (!loaded.pack) {
    if (auto* const wrong = give_findings(findings, loaded.findings)) { return wrong; }
    return invalid_pack(loaded.findings);
  }
  auto pack = std::make_unique<spoils_pack>(std::move(loaded));
  if (auto* const wrong = give_findings(findings, pack->loaded.findings)) { return wrong; }
  *out = pack.release();
  return nullptr;
}

std::vector<spoils_text> texts_of(const std::vector<std::string>& texts) {
  std::vector<spoils_text> out;
  for (const auto& text : texts) { out.push_back(text_of(text)); }
  return out;
}

int kind_of_input(InputInfo::Kind kind) {
  switch (kind) {
    case InputInfo::Kind::Number: return SPOILS_NUMBER;
    case InputInfo::Kind::Flag: return SPOILS_FLAG;
    case InputInfo::Kind::Symbol: return SPOILS_SYMBOL;
    case InputInfo::Kind::Text: return SPOILS_STRING;
    case InputInfo::Kind::Integer: break;
  }
  return SPOILS_INTEGER;
}

void describe(const InputInfo& info, const std::vector<spoils_text>& choices, spoils_input_info* out) {
  *out = {};
  out->name = text_of(info.name);
  out->doc = text_of(info.doc);
  out->kind = kind_of_input(info.kind);
  out->has_range = info.first && info.last ? 1 : 0;
  out->first = info.first.value_or(0);
  out->last = info.last.value_or(0);
  out->has_initial = info.initial ? 1 : 0;
  out->initial = info.initial ? text_of(*info.initial) : spoils_text{"", 0};
  out->choices = choices.data();
  out->choice_count = choices.size();
}

constexpr std::array kKindNames = {"unset", "integer", "number", "flag", "symbol", "text", "list", "map"};

void write_input(JsonWriter& json, const InputInfo& info) {
  json.open('{').member("name", info.name).member("doc", info.doc);
  json.member("kind", kKindNames[static_cast<std::size_t>(kind_of_input(info.kind))]);
  json.member("first", info.first).member("last", info.last).member("choices", info.choices);
  json.member("initial", info.initial).close('}');
}

template <class List>
std::optional<std::size_t> position_of(const List& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.name == name; });
  return found == list.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - list.begin()));
}

}  // namespace

spoils_kind kind_of(std::string_view type) {
  if (type == "integer") { return SPOILS_INTEGER; }
  if (type == "number") { return SPOILS_NUMBER; }
  if (type == "flag") { return SPOILS_FLAG; }
  if (type == "symbol") { return SPOILS_SYMBOL; }
  if (type == "text") { return SPOILS_STRING; }
  if (type.starts_with("list") || type.starts_with("set")) { return SPOILS_LIST; }
  return type.starts_with("map") ? SPOILS_MAP : SPOILS_UNSET;
}

}  // namespace spoils::capi

using namespace spoils;
using namespace spoils::capi;

spoils_pack::spoils_pack(Loaded the_loaded) : loaded(std::move(the_loaded)) {
  for (const auto& field : pack().fields()) { field_kinds.push_back(static_cast<std::uint8_t>(kind_of(field.type))); }
  for (const auto& input : pack().inputs()) { input_choices.push_back(texts_of(input.choices)); }
  for (const auto& state : pack().states()) { state_choices.push_back(texts_of(state.choices)); }
  for (const auto& rule : pack().rules()) {
    auto& choices = parameter_choices.emplace_back();
    for (const auto& parameter : rule.parameters) { choices.push_back(texts_of(parameter.choices)); }
  }
}

extern "C" {

spoils_error* spoils_pack_compile(const spoils_file* files, size_t count, spoils_text name,
                                  const spoils_load_options* options, spoils_pack** out, spoils_findings** findings) {
  return guarded([&]() -> spoils_error* {
    if (findings != nullptr) { *findings = nullptr; }
    Arguments arguments;
    arguments.made(out).files(files, count).text(name, "name");
    if (auto* const wrong = arguments.wrong()) { return wrong; }
    if (auto* const wrong = check_options(options)) { return wrong; }
    const FilesInMemory memory(files, count);
    if (const auto twice = memory.twice()) {
      return fail(SPOILS_FILE, fmt::format("two files have the name `{}`", *twice), {}, {{"path", *twice}});
    }
    const std::string path(count == 1 && name.size == 0 ? view_of(files[0].name) : view_of(name));
    if (path.empty() || memory.read(path).empty()) {
      return fail(SPOILS_FILE,
                  fmt::format("there is no file or folder `{}` among the {}", path, text::counted(count, "file")), {},
                  {{"path", path}});
    }
    const PackSource source{"memory:", [&](const std::string& wanted) -> Result<std::vector<PackFile>, std::string> {
                              return memory.read(wanted);
                            }};
    return give_loaded(Pack::load(source, path, options_of(options)), out, findings);
  });
}

spoils_error* spoils_pack_load(spoils_text path, const spoils_load_options* options, spoils_pack** out,
                               spoils_findings** findings) {
  return guarded([&]() -> spoils_error* {
    if (findings != nullptr) { *findings = nullptr; }
    if (auto* const wrong = Arguments().made(out).text(path, "path").wrong()) { return wrong; }
    if (auto* const wrong = check_options(options)) { return wrong; }
    return give_loaded(Pack::load(std::string(view_of(path)), options_of(options)), out, findings);
  });
}

spoils_error* spoils_format(spoils_text name, spoils_text text, spoils_string** out, spoils_findings** findings) {
  return guarded([&]() -> spoils_error* {
    if (findings != nullptr) { *findings = nullptr; }
    if (auto* const wrong = Arguments().made(out).text(name, "name").bytes(text, "text").wrong()) { return wrong; }
    auto formatted = spoils::format(std::string(view_of(name)), std::string(view_of(text)));
    if (auto* const wrong = give_findings(findings, formatted.findings)) { return wrong; }
    return formatted.text ? give_text(out, std::move(*formatted.text)) : invalid_pack(formatted.findings);
  });
}

spoils_error* spoils_findings_count(const spoils_findings* findings, size_t* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(findings, "findings").out(out).wrong()) { return wrong; }
    *out = findings->findings.all().size();
    return nullptr;
  });
}

spoils_error* spoils_findings_get(const spoils_findings* findings, size_t index, spoils_finding* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(findings, "findings").out(out).wrong()) { return wrong; }
    const auto& all = findings->findings.all();
    if (auto* const wrong = Arguments().index(index, all.size(), "index").wrong()) { return wrong; }
    const auto& found = all[index];
    *out = {static_cast<int>(found.severity),
            text_of(found.code),
            text_of(found.message),
            text_of(found.help),
            {text_of(found.file), found.location.line, found.location.column},
            found.span.begin,
            found.span.end};
    return nullptr;
  });
}

spoils_error* spoils_findings_text(const spoils_findings* findings, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(findings, "findings").wrong()) { return wrong; }
    return give_text(out, findings->findings.text());
  });
}

spoils_error* spoils_findings_json(const spoils_findings* findings, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(findings, "findings").wrong()) { return wrong; }
    return give_text(out, findings->findings.json());
  });
}

spoils_error* spoils_pack_info_of(const spoils_pack* handle, spoils_pack_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").out(out).wrong()) { return wrong; }
    const auto& pack = handle->pack();
    *out = {text_of(pack.name()), text_of(pack.title()), text_of(pack.version()), pack.hash(),
            pack.rules().size(),  pack.inputs().size(),  pack.states().size(),    pack.fields().size(),
            pack.tables().size(), pack.expectations()};
    return nullptr;
  });
}

spoils_error* spoils_pack_rule(const spoils_pack* handle, size_t rule, spoils_rule_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").out(out).wrong()) { return wrong; }
    const auto& rules = handle->pack().rules();
    if (auto* const wrong = Arguments().index(rule, rules.size(), "rule").wrong()) { return wrong; }
    const auto& info = rules[rule];
    *out = {text_of(info.name), text_of(info.doc), info.own ? 1 : 0, info.parameters.size()};
    return nullptr;
  });
}

spoils_error* spoils_pack_parameter(const spoils_pack* handle, size_t rule, size_t parameter, spoils_input_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").out(out).wrong()) { return wrong; }
    const auto& rules = handle->pack().rules();
    if (auto* const wrong = Arguments().index(rule, rules.size(), "rule").wrong()) { return wrong; }
    const auto& parameters = rules[rule].parameters;
    if (auto* const wrong = Arguments().index(parameter, parameters.size(), "parameter").wrong()) { return wrong; }
    describe(parameters[parameter], handle->parameter_choices[rule][parameter], out);
    return nullptr;
  });
}

spoils_error* spoils_pack_input(const spoils_pack* handle, size_t input, spoils_input_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").out(out).wrong()) { return wrong; }
    const auto& inputs = handle->pack().inputs();
    if (auto* const wrong = Arguments().index(input, inputs.size(), "input").wrong()) { return wrong; }
    describe(inputs[input], handle->input_choices[input], out);
    return nullptr;
  });
}

spoils_error* spoils_pack_state(const spoils_pack* handle, size_t state, spoils_input_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").out(out).wrong()) { return wrong; }
    const auto& states = handle->pack().states();
    if (auto* const wrong = Arguments().index(state, states.size(), "state").wrong()) { return wrong; }
    describe(states[state], handle->state_choices[state], out);
    return nullptr;
  });
}

spoils_error* spoils_pack_field(const spoils_pack* handle, size_t field, spoils_field_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").out(out).wrong()) { return wrong; }
    const auto& fields = handle->pack().fields();
    if (auto* const wrong = Arguments().index(field, fields.size(), "field").wrong()) { return wrong; }
    *out = {text_of(fields[field].name), text_of(fields[field].type), handle->field_kinds[field]};
    return nullptr;
  });
}

spoils_error* spoils_pack_table(const spoils_pack* handle, size_t table, spoils_table_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").out(out).wrong()) { return wrong; }
    const auto& tables = handle->pack().tables();
    if (auto* const wrong = Arguments().index(table, tables.size(), "table").wrong()) { return wrong; }
    const auto& info = tables[table];
    *out = {text_of(info.name), text_of(info.doc), text_of(info.type), info.rows, info.columns.size()};
    return nullptr;
  });
}

spoils_error* spoils_pack_find(const spoils_pack* handle, int what, spoils_text name, size_t* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(handle, "pack").text(name, "name").out(out).wrong()) { return wrong; }
    const auto& pack = handle->pack();
    const auto wanted = view_of(name);
    std::optional<std::size_t> found;
    switch (what) {
      case SPOILS_RULES: found = position_of(pack.rules(), wanted); break;
      case SPOILS_INPUTS: found = position_of(pack.inputs(), wanted); break;
      case SPOILS_STATES: found = position_of(pack.states(), wanted); break;
      case SPOILS_FIELDS: found = position_of(pack.fields(), wanted); break;
      case SPOILS_TABLES: found = position_of(pack.tables(), wanted); break;
      default: return misuse("what", "is no kind of declaration");
    }
    if (!found) {
      return fail(SPOILS_BAD_VALUE, fmt::format("pack `{}` has no such declaration `{}`", pack.name(), wanted), {},
                  {{"value", std::string(wanted)}});
    }
    *out = *found;
    return nullptr;
  });
}

spoils_error* spoils_pack_json(const spoils_pack* handle, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(handle, "pack").wrong()) { return wrong; }
    const auto& pack = handle->pack();
    std::string text;
    JsonWriter json(text);
    const auto input = [&](const InputInfo& info) { write_input(json, info); };
    json.document("spoils.pack").member("name", pack.name()).member("title", pack.title());
    json.member("pack_version", pack.version()).member("hash", fmt::format("0x{:016x}", pack.hash()));
    json.list("rules", pack.rules(), [&](const RuleInfo& rule) {
      json.open('{').member("name", rule.name).member("doc", rule.doc).member("own", rule.own);
      json.list("parameters", rule.parameters, input).close('}');
    });
    json.list("inputs", pack.inputs(), input).list("states", pack.states(), input);
    json.list("fields", pack.fields(), [&](const FieldInfo& field) {
      json.open('{').member("name", field.name).member("type", field.type).close('}');
    });
    json.list("tables", pack.tables(), [&](const TableInfo& table) {
      json.open('{').member("name", table.name).member("doc", table.doc).member("type", table.type);
      json.member("columns", table.columns).member("rows", table.rows).close('}');
    });
    json.member("expectations", pack.expectations()).close('}');
    return give_text(out, std::move(text));
  });
}

}  // extern "C"
