// service/names.cpp
//
// Makes the index: first all declarations, then the uses, file by file. Cost: linear in the trees, times the logarithm
// of the names.
#include "service/names.h"

#include <algorithm>
#include <utility>

#include "service/name_walk.h"
#include "text/plain/symbol_source.h"

namespace spoils::service {

using lang::Declaration;
using Kind = Declaration::Kind;

namespace {

WordKind kind_of(Kind kind) {
  switch (kind) {
    case Kind::Pack:
    case Kind::Use: return WordKind::Pack;
    case Kind::Input: return WordKind::Input;
    case Kind::State: return WordKind::State;
    case Kind::Field: return WordKind::Field;
    case Kind::Scratch: return WordKind::Scratch;
    case Kind::Measure: return WordKind::Measure;
    case Kind::Table: return WordKind::Table;
    case Kind::Grid: return WordKind::Grid;
    case Kind::Collection: return WordKind::Collection;
    case Kind::Record: return WordKind::Record;
    case Kind::Def: return WordKind::Def;
    default: return WordKind::Rule;
  }
}

Space space_of(Kind kind) {
  switch (kind) {
    case Kind::Table:
    case Kind::Grid:
    case Kind::Collection: return Space::Table;
    case Kind::Record: return Space::Symbol;
    case Kind::Rule: return Space::Rule;
    case Kind::Def: return Space::Def;
    default: return Space::Variable;
  }
}

bool has_name(Kind kind) {
  return kind != Kind::Pack && kind != Kind::Use && kind != Kind::Display && kind != Kind::Names &&
         kind != Kind::Expect;
}

}  // namespace

NameIndex::NameIndex(std::vector<File> files, const program::Program* program)
    : files_(std::move(files)), by_file_(files_.size()) {
  if (program != nullptr) { note_types(*program); }
  // Used packs first, so that a declaration that overrides is the one in force.
  for (const bool own : {false, true}) {
    for (std::uint32_t i = 0; i < files_.size(); ++i) {
      if (files_[i].is_own == own) { declare(i); }
    }
  }
  for (auto* lists : {&columns_, &blocks_}) {
    for (auto& [word, list] : *lists) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }
  for (std::uint32_t i = 0; i < files_.size(); ++i) { NameWalk(*this, i).run(); }
  sort();
}

NameId NameIndex::intern(Space space, std::string_view word, std::string_view owner) {
  const auto [found, is_new] =
      ids_.try_emplace(Key{space, std::string(word), std::string(owner)}, static_cast<NameId>(names_.size()));
  if (is_new) {
    Name name;
    name.space = space;
    name.word = word;
    name.owner = owner;
    names_.push_back(std::move(name));
  }
  return found->second;
}

NameId NameIndex::find(Space space, std::string_view word, std::string_view owner) const {
  const auto found = ids_.find(Key{space, std::string(word), std::string(owner)});
  return found == ids_.end() ? kNoName : found->second;
}

void NameIndex::declare(std::uint32_t file) {
  const bool is_own = files_[file].is_own;
  const auto known = [&](NameId id, WordKind kind, const Declaration* declaration) {
    auto& name = names_[id];
    name.kind = kind;
    (is_own ? name.is_own : name.is_used) = true;
    if (declaration != nullptr) {
      name.declaration = declaration;
      name.file = file;
    }
  };
  const auto has = [](std::map<std::string, std::vector<std::string>, std::less<>>& lists, const std::string& word,
                      const std::string& table) { lists[word].push_back(table); };
  for (const auto& one : files_[file].parsed->tree.declarations) {
    if (!has_name(one.kind) || one.name.empty()) { continue; }
    if (text::is_nameless(one.name)) { continue; }
    known(intern(space_of(one.kind), one.name), kind_of(one.kind), &one);
    if (one.kind == Kind::Record && !one.collection.text.empty()) { collection_of_[one.name] = one.collection.text; }
    if (one.kind == Kind::Table) {
      for (const auto& column : one.columns) {
        if (column.values.empty()) { continue; }
        known(intern(Space::Column, column.values[0].text, one.name), WordKind::Column, &one);
        has(columns_, column.values[0].text, one.name);
      }
    }
    if (one.kind == Kind::Collection) {
      const auto field = [&](const lang::Parameter& parameter, const std::string& owner) {
        const auto id = intern(Space::Column, parameter.name, owner);
        known(id, WordKind::Column, &one);
        names_[id].parameter = &parameter;
        has(columns_, parameter.name, owner);
      };
      for (const auto& parameter : one.parameters) { field(parameter, one.name); }
      for (const auto& rows : one.record_rows) {
        known(intern(Space::Column, rows.name, one.name), WordKind::Column, &one);
        has(columns_, rows.name, one.name);
        for (const auto& column : rows.columns) { field(column, one.name + "." + rows.name); }
      }
      for (const auto& block : one.blocks) {
        known(intern(Space::Block, block.text, one.name), WordKind::Block, &one);
        has(blocks_, block.text, one.name);
      }
    }
    if (one.kind == Kind::Rule || one.kind == Kind::Def) {
      std::vector<NameId> ids;
      LocalNames hidden;
      for (const auto& parameter : one.parameters) {
        if (parameter.is_field) {
          ids.push_back(intern(Space::Variable, parameter.name));
          if (names_[ids.back()].declaration == nullptr) { known(ids.back(), WordKind::Field, nullptr); }
          continue;
        }
        const auto owner = files_[file].parsed->path + ":" + std::to_string(parameter.name_span.begin);
        const auto id = intern(Space::Local, parameter.name, owner);
        known(id, WordKind::Parameter, &one);
        names_[id].parameter = &parameter;
        names_[id].scope_begin = one.span.begin;
        names_[id].scope_end = one.span.end;
        ids.push_back(id);
        hidden.push(parameter.name, 0);
      }
      for (std::size_t i = 0; i < ids.size(); ++i) {
        named_parameters_.try_emplace({&one, one.parameters[i].name}, ids[i]);
      }
      parameters_[&one] = std::move(ids);
      if (one.kind == Kind::Rule) { declare_fields(one.block, hidden, file); }
    }
    LocalNames none;
    for (const auto& item : one.items) { declare_fields(item.block, none, file); }
  }
}

// The fields that no declaration names: what statements assign to and is no local there.
void NameIndex::declare_fields(const lang::Block& block, LocalNames& hidden, std::uint32_t file) {
  const auto outer = hidden.size();
  for (const auto& s : block.statements) {
    if (s.kind == lang::Statement::Kind::Assign && !s.text.empty() && !hidden.find(s.text)) {
      auto& name = names_[intern(Space::Variable, s.text)];
      if (name.declaration == nullptr) { name.kind = WordKind::Field; }
      (files_[file].is_own ? name.is_own : name.is_used) = true;
    }
    if (s.kind == lang::Statement::Kind::Let) { hidden.push(s.text, 0); }
    const auto inner = hidden.size();
    if (s.kind == lang::Statement::Kind::For) { hidden.push(s.text, 0); }
    for (const auto& inside : s.blocks) { declare_fields(inside, hidden, file); }
    for (const auto& arm : s.arms) { declare_fields(arm.block, hidden, file); }
    hidden.resize(inner);
  }
  hidden.resize(outer);
}

void NameIndex::add(std::uint32_t file, ByteRange place, NameId name, bool declares) {
  if (place.begin >= place.end || name == kNoName) { return; }
  uses_.push_back(
      {file, static_cast<std::uint32_t>(place.begin), static_cast<std::uint32_t>(place.end), name, declares});
  if (files_[file].is_own) { names_[name].is_own = true; }
}

// By file and place, each place once: of several the first that was found.
void NameIndex::sort() {
  std::stable_sort(uses_.begin(), uses_.end(),
                   [](const Use& a, const Use& b) { return std::tie(a.file, a.begin) < std::tie(b.file, b.begin); });
  const auto same = std::unique(uses_.begin(), uses_.end(), [](const Use& a, const Use& b) {
    return a.file == b.file && (a.begin == b.begin || b.begin < a.end);
  });
  uses_.erase(same, uses_.end());
  for (std::uint32_t i = 0; i < uses_.size(); ++i) {
    by_file_[uses_[i].file].push_back(i);
    names_[uses_[i].name].uses.push_back(i);
  }
}

const Use* NameIndex::use_at(std::uint32_t file, std::size_t offset) const {
  const auto& list = by_file_[file];
  const auto found =
      std::partition_point(list.begin(), list.end(), [&](std::uint32_t i) { return uses_[i].begin <= offset; });
  if (found == list.begin()) { return nullptr; }
  const auto& use = uses_[*std::prev(found)];
  return offset <= use.end ? &use : nullptr;
}

void NameIndex::note_types(const program::Program& program) {
  for (const auto* list : {&program.fields, &program.inputs, &program.states}) {
    for (const auto slot : *list) {
      const auto& known = program.slots[slot];
      if (known.type.has_table()) { variable_tables_.emplace(known.name, program.tables[known.type.table].name); }
      if (program::holds_words(known.type.kind)) { several_.insert(known.name); }
    }
  }
}

std::string NameIndex::table_of_variable(std::string_view word) const {
  const auto found = variable_tables_.find(word);
  return found == variable_tables_.end() ? std::string() : found->second;
}

bool NameIndex::holds_several(std::string_view word) const { return several_.count(word) > 0; }

std::string NameIndex::table_of_word(std::uint32_t file, std::size_t offset, std::string_view word,
                                     bool is_lookup) const {
  if (is_lookup && find(Space::Table, word) != kNoName) { return std::string(word); }
  // The innermost local of that name.
  const Name* best = nullptr;
  NameId best_id = kNoName;
  for (NameId id = 0; id < names_.size(); ++id) {
    const auto& name = names_[id];
    if (name.space != Space::Local || name.word != word || name.file != file) { continue; }
    if (offset < name.scope_begin || offset > name.scope_end) { continue; }
    if (best == nullptr || name.scope_begin >= best->scope_begin) {
      best = &name;
      best_id = id;
    }
  }
  if (best != nullptr) { return best_id < local_tables_.size() ? local_tables_[best_id] : std::string(); }
  if (find(Space::Variable, word) != kNoName) { return table_of_variable(word); }
  if (const auto record = collection_of_.find(word); record != collection_of_.end()) { return record->second; }
  return {};
}

}  // namespace spoils::service
