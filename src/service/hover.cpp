// service/hover.cpp
//
// The facts about a word: how it is declared, its documentation, its type and range, the tables in which it is an
// outcome; and of a row its odds. Texts of the pack are shown as code or with their marks escaped.
#include <fmt/format.h>

#include <algorithm>

#include "api/pack_data.h"
#include "lang/aggregates.h"
#include "program/to_source.h"
#include "service/answers.h"
#include "service/words.h"
#include "text/plain/figures.h"

namespace spoils::service {

namespace {

/// Symbols that a field may hold, and tables of a symbol, that are listed.
constexpr std::size_t kMostListed = 12;
/// Bytes of a declaration that are shown.
constexpr std::size_t kMostShown = 200;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_{}[]<>()#+-.!|~&").find(c) != std::string_view::npos) { out += '\\'; }
    out += c;
  }
  return out;
}

std::string fenced(std::string_view code) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}loot\n{}\n{}\n", fence, code, fence);
}

// The beginning of a declaration: its first line, up to the brace of its contents.
std::string head_of(const ParsedFile& file, const Name& name) {
  Span span;
  if (name.parameter != nullptr) {
    span = name.parameter->span;
  } else if (name.space == Space::Column || name.space == Space::Block) {
    return {};
  } else {
    span = name.declaration->span;
  }
  auto text = file.text(span);
  const auto& one = *name.declaration;
  const bool has_value = name.parameter != nullptr || one.kind == lang::Declaration::Kind::Input ||
                         one.kind == lang::Declaration::Kind::State || one.kind == lang::Declaration::Kind::Field ||
                         one.kind == lang::Declaration::Kind::Scratch ||
                         (one.kind == lang::Declaration::Kind::Def && !one.has_block()) ||
                         one.kind == lang::Declaration::Kind::Measure;
  text = text.substr(0, text.find('\n'));
  if (!has_value) { text = text.substr(0, text.find('{')); }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) { text.remove_suffix(1); }
  if (text.size() > kMostShown) {
    auto cut = kMostShown;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) { --cut; }
    return std::string(text.substr(0, cut)) + " ...";
  }
  return std::string(text);
}

const program::Slot* slot_of(const Project& project, std::string_view word) {
  if (!project.good) { return nullptr; }
  const auto found = project.facts().slots.find(word);
  return found == project.facts().slots.end() ? nullptr : &project.good->data().program.slots[found->second];
}

std::string type_of(const Project& project, const Name& name) {
  if (!project.good) { return {}; }
  const auto& program = project.good->data().program;
  const auto& facts = project.facts();
  if (name.space == Space::Variable) {
    if (const auto* slot = slot_of(project, name.word)) {
      auto out = program::to_text(slot->type);
      if (slot->has_bounds) { out = fmt::format("{}..{}", slot->first, slot->last); }
      if (slot->type.has_table()) { out += fmt::format(" of `{}`", program.tables[slot->type.table].name); }
      return out;
    }
    if (const auto found = facts.measures.find(name.word); found != facts.measures.end()) {
      return program::to_text(program.expressions[program.measures[found->second].value].type);
    }
  }
  if (name.space == Space::Def) {
    const auto found = facts.defs.find(name.word);
    const bool has_body = found != facts.defs.end() && program.defs[found->second].body != program::kNone;
    if (has_body) { return program::to_text(program.expressions[program.defs[found->second].body].type); }
  }
  if (name.space == Space::Table) {
    const auto found = facts.tables.find(name.word);
    if (found != facts.tables.end()) {
      return "of " + std::to_string(program.tables[found->second].rows.size()) + " rows";
    }
  }
  if (name.space == Space::Column) {
    const auto found = facts.tables.find(name.owner);
    if (found == facts.tables.end()) { return {}; }
    for (const auto& column : program.tables[found->second].columns) {
      if (column.name == name.word) { return program::to_text(column.type); }
    }
  }
  return {};
}

// The symbols that a field may hold, where they are known.
std::string values_of(const Project& project, const Name& name) {
  const auto* slot = name.space == Space::Variable ? slot_of(project, name.word) : nullptr;
  if (slot == nullptr || slot->type.kind != program::ValueKind::Symbol) { return {}; }
  const auto& program = project.good->data().program;
  const auto& words = slot->symbols ? *slot->symbols : slot->choices;
  std::string out;
  for (std::size_t i = 0; i < words.size() && i < kMostListed; ++i) {
    const auto symbol = program.symbols.name(static_cast<std::uint32_t>(words[i]));
    out += fmt::format("{}`{}`", i > 0 ? ", " : "", symbol);
  }
  if (words.size() > kMostListed) { out += fmt::format(" and {} more", words.size() - kMostListed); }
  return out;
}

std::string text_of(const RowShare& row) {
  const auto figure = [](double of, const std::string& fraction) {
    const auto share = text::percent_alone(of);  // of its characters `<` alone is markup
    return fmt::format("**{}{}** ({})", share.starts_with('<') ? "\\" : "", share, fraction);
  };
  auto out = figure(row.share, row.fraction);
  if (row.other) { out += ", else " + figure(*row.other, row.other_fraction); }
  if (row.of == RowShare::Of::Either) { out += " for either outcome of the row"; }
  if (!row.table.empty()) { out += fmt::format(" of `{}`", row.table); }
  if (!row.setting.empty()) { out += " " + escaped(row.setting); }
  return out;
}

// The tables in which a symbol is an outcome, with its odds there.
std::string rows_of_symbol(const Project& project, const Name& name, const RowShare* here, const Values& inputs) {
  std::string out;
  std::size_t looked_at = 0;
  const auto& index = project.names();
  for (const auto number : name.uses) {
    const auto& use = index.uses()[number];
    if (!use.declares || looked_at++ >= kMostListed) { continue; }
    for (const auto& row : row_shares(project, use.file, {use.begin, use.end}, inputs)) {
      if (row.place.begin > use.begin || row.place.end < use.end) { continue; }
      if (here != nullptr && row.place == here->place) { continue; }
      out += fmt::format("- {}\n", text_of(row));
    }
  }
  return out;
}

void add_part(std::string& out, std::string_view part) {
  if (part.empty()) { return; }
  if (!out.empty()) { out += out.back() == '\n' ? "\n" : "\n\n"; }
  out += part;
}

}  // namespace

std::string documentation(const Name& name) {
  if (name.space == Space::Local || name.space == Space::Column || name.space == Space::Block) { return {}; }
  return name.declaration == nullptr ? std::string() : name.declaration->doc;
}

std::string describe(const Project& project, const Name& name) {
  std::string out(to_text(name.kind));
  if ((name.space == Space::Column || name.space == Space::Block) && !name.owner.empty()) {
    out += fmt::format(" of {}", name.owner);
  }
  if (const auto type = type_of(project, name); !type.empty()) { out += ", " + type; }
  return out;
}

std::optional<HoverText> hover_at(const Project& project, std::uint32_t file, std::size_t offset,
                                  const Values& inputs) {
  const auto& index = project.names();
  const auto shares = row_shares(project, file, {offset, offset}, inputs);
  // The innermost row.
  const RowShare* row = nullptr;
  for (const auto& share : shares) {
    if (row == nullptr || share.place.end - share.place.begin <= row->place.end - row->place.begin) { row = &share; }
  }
  HoverText out;
  const auto* use = index.use_at(file, offset);
  if (use == nullptr) {
    if (row == nullptr) { return std::nullopt; }
    out.range = row->place;
    out.text = text_of(*row);
    return out;
  }
  const auto& name = index.names()[use->name];
  out.range = {use->begin, use->end};
  if (name.space == Space::Language) {
    const auto known = std::find_if(kFunctionWords.begin(), kFunctionWords.end(),
                                    [&](const FunctionWord& word) { return word.name == name.word; });
    if (known != kFunctionWords.end() && name.kind == WordKind::Function) {
      out.text = fenced(known->usage) + std::string(known->about);
    } else if (lang::is_aggregate(name.word) && name.kind == WordKind::Function) {
      out.text = fenced(fmt::format("{}(x in LIST where CONDITION: VALUE)", name.word)) + "a function over a list";
    } else {
      out.text = fmt::format("`{}`: {} of the language", name.word, to_text(name.kind));
    }
    return out;
  }
  if (name.declaration != nullptr) {
    const auto head = head_of(*index.files()[name.file].parsed, name);
    if (!head.empty()) { out.text = fenced(head); }
  }
  add_part(out.text, fmt::format("`{}`: {}", name.word, describe(project, name)));
  add_part(out.text, escaped(documentation(name)));
  if (const auto values = values_of(project, name); !values.empty()) { add_part(out.text, "one of " + values); }
  if (row != nullptr) { add_part(out.text, text_of(*row)); }
  if (name.space == Space::Symbol) { add_part(out.text, rows_of_symbol(project, name, row, inputs)); }
  return out;
}

}  // namespace spoils::service
