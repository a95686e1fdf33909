// service/name_walk.cpp
//
// Resolves each word of one tree by its place. Cost: linear in the tree, times the logarithm of the names. The parser
// bounds how deep a tree is.
#include "service/name_walk.h"

#include <algorithm>
#include <utility>

#include "service/words.h"
#include "text/plain/symbol_source.h"

namespace spoils::service {

using lang::Declaration;
using NodeKind = lang::Expression::Kind;

namespace {

// The table of a local that is a finished thing in a question: its members are fields.
constexpr std::string_view kThing = "\x01thing";

}  // namespace

void NameWalk::run() {
  for (const auto& one : parsed_.tree.declarations) {
    scope_end_ = one.span.end;
    declaration(one);
    locals_.resize(0);
  }
}

// ---- Meaning

bool NameWalk::in_parentheses(const Expression& e) const {
  const auto bytes = parsed_.bytes();
  return e.span.begin < bytes.size() && bytes[e.span.begin] == '(';
}

// A name of another pack is seen by those that use it alone.
NameId NameWalk::visible(Space space, std::string_view word) const {
  const auto id = index_.find(space, word);
  if (id == kNoName) { return kNoName; }
  return is_own_ || index_.names_[id].is_used ? id : kNoName;
}

NameId NameWalk::value(std::string_view word) const {
  if (const auto found = locals_.find(word)) { return *found; }
  if (collection_ != nullptr) {
    const auto field = index_.find(Space::Column, word, collection_->name);
    if (field != kNoName) { return field; }
  }
  const auto variable = visible(Space::Variable, word);
  auto def = visible(Space::Def, word);
  if (def != kNoName && index_.names_[def].declaration != nullptr &&
      !index_.names_[def].declaration->parameters.empty()) {
    def = kNoName;
  }
  if (variable != kNoName && def != kNoName) {
    const auto& own_def = index_.names_[def].is_own && !index_.names_[def].is_used;
    const auto& own_variable = index_.names_[variable].is_own;
    return own_def && !own_variable ? def : variable;
  }
  return variable != kNoName ? variable : def;
}

std::string NameWalk::table_of_list(const std::string& name) const {
  if (const auto found = locals_.find(name)) {
    return *found < index_.local_tables_.size() ? index_.local_tables_[*found] : std::string();
  }
  return visible(Space::Table, name) != kNoName ? name : index_.table_of_variable(name);
}

std::string NameWalk::table_of_source(const Expression& e) const {
  if (e.kind == NodeKind::Name) {
    return e.text == "things" || e.text == "held" ? std::string(kThing) : table_of_list(e.text);
  }
  if (e.kind == NodeKind::Member && !e.children.empty()) {
    const auto owner = table_of(e.children[0]);
    // The rows of a record.
    const auto id = owner.empty() ? kNoName : index_.find(Space::Column, e.text, owner);
    const bool is_rows = id != kNoName && index_.names_[id].parameter == nullptr &&
                         index_.names_[id].declaration->kind == Declaration::Kind::Collection;
    if (is_rows) { return owner + "." + e.text; }
  }
  return table_of(e);
}

std::string NameWalk::table_of(const Expression& e) const {
  switch (e.kind) {
    case NodeKind::Name:
      if (const auto found = locals_.find(e.text)) {
        return *found < index_.local_tables_.size() ? index_.local_tables_[*found] : std::string();
      }
      if (const auto id = value(e.text); id != kNoName) {
        return index_.names_[id].space == Space::Variable ? index_.table_of_variable(e.text) : std::string();
      }
      if (e.text == "row" && table_ != nullptr) { return table_->name; }
      if (const auto record = index_.collection_of_.find(e.text); record != index_.collection_of_.end()) {
        return record->second;
      }
      return {};
    case NodeKind::Lookup: return table_of_list(e.text);  // an outcome of the table, or a member of the list
    case NodeKind::Pick:
      return !e.children.empty() && e.children[0].kind == NodeKind::Name ? table_of_source(e.children[0])
                                                                         : std::string();
    case NodeKind::PickWhere: return e.children.empty() ? std::string() : table_of_source(e.children[0]);
    case NodeKind::Member: {
      if (e.children.empty()) { return {}; }
      const auto owner = table_of(e.children[0]);
      const auto id = owner.empty() ? kNoName : index_.find(Space::Column, e.text, owner);
      const auto* parameter = id == kNoName ? nullptr : index_.names_[id].parameter;
      if (parameter == nullptr || parameter->type.words.empty()) { return {}; }
      const auto& word = parameter->type.words.front();
      return visible(Space::Table, word) != kNoName ? word : std::string();
    }
    case NodeKind::MemberAt: return e.children.empty() ? std::string() : table_of_source(e.children[0]);
    case NodeKind::If: return e.children.size() > 1 ? table_of(e.children[1]) : std::string();
    default: return {};
  }
}

// A column by the table of the value, or by the only table that has one of that name.
NameId NameWalk::column(const std::string& table, std::string_view word) {
  if (!table.empty() && table != kThing) {
    auto id = index_.find(Space::Column, word, table);
    // The record itself where a row of its rows does not have the column.
    const auto point = table.find('.');
    if (id == kNoName && point != std::string::npos) {
      id = index_.find(Space::Column, word, std::string_view(table).substr(0, point));
    }
    if (id != kNoName) { return id; }
  }
  if (table == kThing || is_column_of_language(word)) {
    if (const auto variable = visible(Space::Variable, word); variable != kNoName && table == kThing) {
      return variable;
    }
    const auto id = index_.intern(Space::Language, word);
    index_.names_[id].kind = WordKind::Column;
    return id;
  }
  const auto found = index_.columns_.find(word);
  const bool is_one = found != index_.columns_.end() && found->second.size() == 1;
  const auto id = index_.intern(Space::Column, word, is_one ? found->second.front() : std::string());
  index_.names_[id].kind = WordKind::Column;
  return id;
}

NameId NameWalk::add_local(std::string_view word, ByteRange place, std::string table, WordKind kind) {
  const auto owner = parsed_.path + ":" + std::to_string(place.begin);
  const auto id = index_.intern(Space::Local, word, owner);
  auto& name = index_.names_[id];
  name.kind = kind;
  name.file = file_;
  name.scope_begin = static_cast<std::uint32_t>(place.begin);
  name.scope_end = scope_end_;
  if (index_.local_tables_.size() <= id) { index_.local_tables_.resize(id + 1); }
  index_.local_tables_[id] = std::move(table);
  locals_.push(word, id);
  use(id, place, true);
  return id;
}

void NameWalk::symbol(std::string_view word, ByteRange place, bool declares) {
  // A record is a symbol of its name.
  use(index_.intern(Space::Symbol, word), place, declares);
}

// ---- Declarations

void NameWalk::type(const lang::TypeName& type) {
  for (const auto& bound : type.bounds) { expression(bound); }
  auto from = static_cast<std::size_t>(type.span.begin);
  for (const auto& word : type.words) {
    const auto place = parsed_.find_word(word, from, type.span.end);
    from = place.end;
    if (type.kind == lang::TypeName::Kind::Choice) {
      symbol(word, place, true);
    } else if (const auto table = visible(Space::Table, word); table != kNoName) {
      use(table, place);
    } else if (is_type_of_language(word)) {
      const auto id = index_.intern(Space::Language, word);
      index_.names_[id].kind = WordKind::Type;
      use(id, place);
    } else {
      const auto id = index_.intern(Space::Table, word);
      index_.names_[id].kind = WordKind::Table;
      use(id, place);
    }
  }
}

void NameWalk::parameters(const Declaration& one) {
  const auto known = index_.parameters_.find(&one);
  for (std::size_t i = 0; i < one.parameters.size(); ++i) {
    const auto& parameter = one.parameters[i];
    type(parameter.type);
    expression(parameter.initial);
    if (known == index_.parameters_.end() || i >= known->second.size()) { continue; }
    const auto id = known->second[i];
    use(id, range_of(parameter.name_span), true);
    if (parameter.is_field) { continue; }
    if (index_.local_tables_.size() <= id) { index_.local_tables_.resize(id + 1); }
    if (!parameter.type.words.empty()) { index_.local_tables_[id] = parameter.type.words.front(); }
    locals_.push(parameter.name, id);
  }
}

void NameWalk::declaration(const Declaration& one) {
  if (text::is_nameless(one.name)) {
    record(one);
    return;
  }
  const auto named = range_of(one.name_span);
  switch (one.kind) {
    case Declaration::Kind::Pack:
    case Declaration::Kind::Use: {
      const auto id = index_.intern(Space::Pack, one.name);
      index_.names_[id].kind = WordKind::Pack;
      use(id, named, one.kind == Declaration::Kind::Pack);
      return;
    }
    case Declaration::Kind::Input:
    case Declaration::Kind::State:
    case Declaration::Kind::Field:
    case Declaration::Kind::Scratch:
      use(index_.find(Space::Variable, one.name), named, true);
      for (const auto& parameter : one.parameters) {
        type(parameter.type);
        expression(parameter.initial);
      }
      return;
    case Declaration::Kind::Measure:
      use(index_.find(Space::Variable, one.name), named, true);
      expression(one.value);
      return;
    case Declaration::Kind::Table:
      use(index_.find(Space::Table, one.name), named, true);
      for (const auto& column : one.columns) {
        if (column.values.empty()) { continue; }
        use(index_.find(Space::Column, column.values[0].text, one.name), range_of(column.span), true);
      }
      table_ = one.columns.empty() ? nullptr : &one;
      rows(one.rows, true);
      table_ = nullptr;
      return;
    case Declaration::Kind::Grid:
      use(index_.find(Space::Table, one.name), named, true);
      grid(one);
      return;
    case Declaration::Kind::Rule:
    case Declaration::Kind::Def:
      use(index_.find(one.kind == Declaration::Kind::Rule ? Space::Rule : Space::Def, one.name), named, true);
      parameters(one);
      if (one.has_block()) { block(one.block); }
      expression(one.value);
      return;
    case Declaration::Kind::Display:
      if (!one.name.empty()) { use(visible(Space::Rule, one.name), named); }
      expression(one.value);
      expression(one.condition);
      return;
    case Declaration::Kind::Names:
      for (const auto& entry : one.entries) {
        symbol(entry.symbol, parsed_.find_word(entry.symbol, entry.span.begin, entry.span.end));
      }
      return;
    case Declaration::Kind::Expect: expression(one.value); return;
    case Declaration::Kind::Collection: collection(one); return;
    case Declaration::Kind::Record: record(one); return;
  }
}

void NameWalk::grid(const Declaration& one) {
  expression(one.key);
  for (const auto& column : one.columns) {
    for (const auto& head : column.values) { expression(head, Place::Row); }
  }
  for (const auto& line : one.rows) {
    for (const auto& outcome : line.outcomes) {
      expression(outcome.value, Place::Row);
      for (const auto& cell : outcome.cells) { expression(cell, Place::Row); }
    }
  }
}

void NameWalk::rows(const std::vector<lang::Row>& rows, bool declares) {
  for (const auto& row : rows) {
    for (const auto& outcome : row.outcomes) {
      expression(outcome.weight);
      if (declares && outcome.value.kind == NodeKind::Name && !in_parentheses(outcome.value)) {
        symbol(outcome.value.text, range_of(outcome.value.span), true);
      } else {
        expression(outcome.value, Place::Row);
      }
      for (const auto& cell : outcome.cells) { expression(cell, Place::Row); }
    }
    expression(row.condition);
    expression(row.otherwise);
  }
}

void NameWalk::collection(const Declaration& one) {
  use(index_.find(Space::Table, one.name), range_of(one.name_span), true);
  collection_ = &one;
  for (const auto& field : one.parameters) {
    use(index_.find(Space::Column, field.name, one.name), range_of(field.name_span), true);
    type(field.type);
    expression(field.initial);
  }
  for (const auto& rows : one.record_rows) {
    use(index_.find(Space::Column, rows.name, one.name), range_of(rows.name_span), true);
    for (const auto& column : rows.columns) {
      use(index_.find(Space::Column, column.name, one.name + "." + rows.name), range_of(column.name_span), true);
      type(column.type);
      expression(column.initial);
    }
  }
  for (const auto& name : one.blocks) {
    use(index_.find(Space::Block, name.text, one.name), range_of(name.span), true);
  }
  for (const auto& item : one.items) {
    for (const auto& value : item.values) { children(value, Place::Row); }
  }
  collection_ = nullptr;
}

void NameWalk::record(const Declaration& one) {
  const bool is_derived = one.name.find('.') != std::string::npos;
  auto collection = one.collection.text;
  if (!is_derived) {
    if (const auto table = visible(Space::Table, collection); table != kNoName) {
      use(table, range_of(one.collection.span));
    }
    symbol(one.name, range_of(one.name_span), true);
  }
  for (const auto& parent : one.parents) {
    if (is_derived) {
      const auto known = index_.collection_of_.find(parent.text);
      if (known != index_.collection_of_.end()) { collection = known->second; }
    }
    symbol(parent.text, range_of(parent.span));
  }
  for (const auto& item : one.items) {
    const auto place = range_of(item.name_span);
    switch (item.kind) {
      case lang::RecordItem::Kind::Once: break;
      case lang::RecordItem::Kind::Field: use(column(collection, item.name), place); break;
      case lang::RecordItem::Kind::Row: use(column(collection, item.name), place); break;
      case lang::RecordItem::Kind::Block: use(index_.find(Space::Block, item.name, collection), place); break;
    }
    if (item.kind == lang::RecordItem::Kind::Row) {
      record_row(item, collection);
      continue;
    }
    for (const auto& value : item.values) {
      expression(value, value.kind == NodeKind::Filter ? Place::Row : Place::Value);
    }
    const auto outer = locals_.size();
    block(item.block);
    locals_.resize(outer);
  }
}

// `allocate 1.. common 20 quantity 2d3`: a word that is a column of the rows names it.
void NameWalk::record_row(const lang::RecordItem& item, const std::string& collection) {
  for (const auto& value : item.values) {
    if (value.kind == NodeKind::Name && !in_parentheses(value)) {
      const auto id = index_.find(Space::Column, value.text, collection + "." + item.name);
      if (id != kNoName) {
        use(id, range_of(value.span));
        continue;
      }
    }
    expression(value, Place::Row);
  }
}

}  // namespace spoils::service
