// tests/reference/pack.cpp
//
// Declarations by name, overridden ones replaced; records with all values that they inherit.
#include "reference/pack.h"

#include <algorithm>
#include <set>

#include "lang/parser.h"

namespace spoils::reference {

using lang::Declaration;
using Declared = Declaration::Kind;

std::string own_part(const std::string& text) {
  const auto at = text.find(kBaseLine);
  return at == std::string::npos ? text : text.substr(0, at);
}

std::string base_part(const std::string& text) {
  const auto at = text.find(kBaseLine);
  return at == std::string::npos ? "" : text.substr(at + kBaseLine.size());
}

namespace {

// The map of names in which a declaration has its name; nullptr for those that have none.
Pack::Declarations* space(Pack::Names& names, const Declaration& d) {
  switch (d.kind) {
    case Declared::Input: return &names.inputs;
    case Declared::State: return &names.states;
    case Declared::Field: return &names.fields;
    case Declared::Scratch: return &names.scratch;
    case Declared::Table: return &names.tables;
    case Declared::Grid: return &names.grids;
    case Declared::Rule: return &names.rules;
    case Declared::Def: return &names.defs;
    case Declared::Measure: return &names.measures;
    case Declared::Collection: return &names.collections;
    case Declared::Record: return &names.records;
    default: return nullptr;
  }
}

const std::string& name_of(const Declaration& d) {
  const bool is_value = d.kind == Declared::Input || d.kind == Declared::State || d.kind == Declared::Field ||
                        d.kind == Declared::Scratch;
  return is_value ? d.parameters[0].name : d.name;
}

void add_targets(const lang::Block& block, std::set<std::string>& into) {
  for (const auto& s : block.statements) {
    if (s.kind == lang::Statement::Kind::Assign) { into.insert(s.text); }
    for (const auto& inner : s.blocks) { add_targets(inner, into); }
    for (const auto& arm : s.arms) { add_targets(arm.block, into); }
  }
}

}  // namespace

void Pack::read(const lang::File& file, Names& into) {
  for (const auto& d : file.declarations) {
    auto* const of = space(into, d);
    if (of != nullptr) { (*of)[name_of(d)] = &d; }
  }
}

Pack::Pack(const std::string& text) {
  text::Report report(sources_);
  file_ = lang::parse(sources_, sources_.add("reference.loot", own_part(text)), report);
  const bool uses = std::any_of(file_.declarations.begin(), file_.declarations.end(),
                                [](const Declaration& d) { return d.kind == Declared::Use; });
  if (uses) {
    base_source_ = sources_.add("base.loot", base_part(text));
    base_file_ = lang::parse(sources_, base_source_, report);
  }
  read(base_file_, base_);
  std::set<std::string> overridden;  // displays: by rule
  for (const auto& d : file_.declarations) {
    if (!d.is_override) { continue; }
    if (auto* const of = space(base_, d); of != nullptr) { (*of)[name_of(d)] = &d; }
    if (d.kind == Declared::Display) { overridden.insert(d.name); }
  }
  own_ = base_;
  read(file_, own_);
  // Fields belong to things: a field that the used pack sets is a field there, whichever pack declares it.
  std::set<std::string> targets;
  for (const auto& d : base_file_.declarations) {
    add_targets(d.block, targets);
    for (const auto& item : d.items) { add_targets(item.block, targets); }
  }
  for (const auto& [name, d] : own_.fields) {
    if (targets.count(name) > 0) { base_.fields.try_emplace(name, d); }
  }
  for (const auto* file : {&file_, &base_file_}) {
    for (const auto& d : file->declarations) {
      if (d.kind == Declared::Rule && first_rule.empty()) { first_rule = d.name; }
      if (d.kind == Declared::Display && (file == &file_ || overridden.count(d.name) == 0)) { displays.push_back(&d); }
      if (d.kind == Declared::Names) {
        for (const auto& entry : d.entries) { names.try_emplace(entry.symbol, entry.text); }
      }
      if (d.kind == Declared::Expect && file == &file_) { expectations.push_back(&d); }
    }
  }
  add_records(base_file_, file_);
  add_records(file_, {});
}

void Pack::add_records(const lang::File& file, const lang::File& overriding) {
  for (const auto& d : file.declarations) {
    if (d.kind != Declared::Record || (&file == &file_ && d.is_override)) { continue; }
    const auto* taken = &d;
    for (const auto& other : overriding.declarations) {
      if (other.kind == Declared::Record && other.is_override && other.name == d.name) { taken = &other; }
    }
    Record record;
    record.declaration = taken;
    record.line = line_of(*taken);
    for (const auto* from : record.line) {
      if (record.collection == nullptr && !from->collection.text.empty()) {
        record.collection = own_.collections.at(from->collection.text);
      }
    }
    record.rank = static_cast<int>(records_of(record.collection->name).size());
    records_.push_back(std::move(record));
    if (!taken->title.empty()) { names.try_emplace(taken->name, taken->title); }
  }
}

// First the parents of the first parent, then it, then those of the next, each once.
std::vector<const Declaration*> Pack::line_of(const Declaration& record) const {
  std::vector<const Declaration*> out;
  const auto add = [&](const Declaration* d) {
    if (std::find(out.begin(), out.end(), d) == out.end()) { out.push_back(d); }
  };
  for (const auto& parent : record.parents) {
    for (const auto* d : line_of(*own_.records.at(parent.text))) { add(d); }
  }
  add(&record);
  return out;
}

const Pack::Record* Pack::record(std::string_view name) const {
  for (const auto& record : records_) {
    if (record.declaration->name == name) { return &record; }
  }
  return nullptr;
}

// A record of `with { }` has a name that no pack can write.
std::vector<const Pack::Record*> Pack::records_of(std::string_view collection) const {
  std::vector<const Record*> out;
  for (const auto& record : records_) {
    const auto& d = *record.declaration;
    if (record.collection->name == collection && !d.is_abstract && d.name.find('.') == std::string::npos) {
      out.push_back(&record);
    }
  }
  return out;
}

bool Pack::is_in_parentheses(const lang::Expression& e) const {
  return sources_.text({e.span.source, e.span.begin, e.span.begin + 1}) == "(";
}

}  // namespace spoils::reference
