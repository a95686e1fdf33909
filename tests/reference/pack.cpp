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

std::array<std::string, 3> parts_of(const std::string& text) {
  const auto root = std::min(text.find(kRootLine), text.size());
  const auto base = std::min(text.find(kBaseLine), root);
  const auto from = [&](std::size_t begin, std::size_t end, std::string_view line) {
    return begin == end ? std::string() : text.substr(begin + line.size(), end - begin - line.size());
  };
  return {text.substr(0, base), from(base, root, kBaseLine), from(root, text.size(), kRootLine)};
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

const Pack::Names& Pack::seen(std::uint32_t source) const {
  for (const auto& part : parts_) {
    if (part.source == source) { return part.names; }
  }
  return own();
}

Pack::Pack(const std::string& text) {
  text::Report report(sources_);
  const auto texts = parts_of(text);
  const auto uses_next = [&] {
    const auto& all = parts_.back().file.declarations;
    return std::any_of(all.begin(), all.end(), [](const Declaration& d) { return d.kind == Declared::Use; });
  };
  while (parts_.size() < texts.size() && (parts_.empty() || uses_next())) {
    const auto at = parts_.size();
    Part part;
    part.source = sources_.add(at == 0 ? "reference.loot" : std::string(kPackNames[at]) + ".loot", texts[at]);
    part.file = lang::parse(sources_, part.source, report);
    parts_.push_back(std::move(part));
  }
  // From the innermost: each pack sees what it uses, and its overriding declarations are seen there, too.
  for (auto at = parts_.size(); at-- > 0;) {
    auto& part = parts_[at];
    for (const auto& d : part.file.declarations) {
      for (auto used = at + 1; used < parts_.size() && d.is_override; ++used) {
        auto* const of = space(parts_[used].names, d);
        if (of != nullptr && of->count(name_of(d)) > 0) { (*of)[name_of(d)] = &d; }
      }
    }
    if (at + 1 < parts_.size()) { part.names = parts_[at + 1].names; }
    read(part.file, part.names);
  }
  for (auto part = parts_.begin() + 1; part < parts_.end(); ++part) { add_fields_of(*part); }
  std::set<std::string> overridden;  // displays of packs that are used, by rule
  for (const auto& part : parts_) {
    std::set<std::string> overriding;
    for (const auto& d : part.file.declarations) {
      if (d.kind == Declared::Rule && first_rule.empty()) { first_rule = d.name; }
      if (d.kind == Declared::Display && overridden.count(d.name) == 0) { displays.push_back(&d); }
      if (d.kind == Declared::Display && d.is_override) { overriding.insert(d.name); }
      if (d.kind == Declared::Names) {
        for (const auto& entry : d.entries) { add_name(entry.symbol, entry.text); }
      }
      if (d.kind == Declared::Expect && &part == &parts_[0]) { expectations.push_back(&d); }
    }
    overridden.merge(overriding);
  }
  for (auto at = parts_.size(); at-- > 0;) { add_records(at); }
}

// Fields belong to things: a field that a used pack sets is a field there, whichever pack declares it.
void Pack::add_fields_of(Part& used) const {
  std::set<std::string> targets;
  for (const auto& d : used.file.declarations) {
    add_targets(d.block, targets);
    for (const auto& item : d.items) { add_targets(item.block, targets); }
  }
  for (const auto& [name, d] : own().fields) {
    if (targets.count(name) > 0) { used.names.fields.try_emplace(name, d); }
  }
}

// "knife:knives" has the plural, "pair~ of boots" says where it goes; a mark before all words has no noun.
void Pack::add_name(const std::string& symbol, const std::string& text) {
  const auto colon = text.find(':');
  auto singular = text.substr(0, colon);
  auto plural = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (const auto mark = singular.find('~'); mark != std::string::npos) {
    if (plural.empty()) { plural = singular.substr(0, mark) + (mark > 0 ? "s" : "") + singular.substr(mark + 1); }
    singular.erase(mark, 1);
  }
  if (names.try_emplace(symbol, singular).second && !plural.empty()) { plurals[symbol] = plural; }
}

void Pack::add_records(std::size_t part) {
  for (const auto& d : parts_[part].file.declarations) {
    if (d.kind != Declared::Record || (d.is_override && part + 1 < parts_.size())) { continue; }
    const auto* taken = &d;
    for (auto outer = part; outer-- > 0;) {
      for (const auto& other : parts_[outer].file.declarations) {
        if (other.kind == Declared::Record && other.is_override && other.name == d.name) { taken = &other; }
      }
    }
    Record record;
    record.declaration = taken;
    record.line = line_of(*taken);
    for (const auto* from : record.line) {
      if (record.collection == nullptr && !from->collection.text.empty()) {
        record.collection = own().collections.at(from->collection.text);
      }
    }
    record.rank = static_cast<int>(records_of(record.collection->name).size());
    records_.push_back(std::move(record));
    if (!taken->title.empty()) { add_name(taken->name, taken->title); }
  }
}

// First the parents of the first parent, then it, then those of the next, each once.
std::vector<const Declaration*> Pack::line_of(const Declaration& record) const {
  std::vector<const Declaration*> out;
  const auto add = [&](const Declaration* d) {
    if (std::find(out.begin(), out.end(), d) == out.end()) { out.push_back(d); }
  };
  for (const auto& parent : record.parents) {
    for (const auto* d : line_of(*own().records.at(parent.text))) { add(d); }
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
