// tests/reference/evaluate_record.cpp
//
// Records of collections: their fields, rows, tags and blocks; filters; picks at a level.
#include <algorithm>

#include "reference/machine.h"

namespace spoils::reference {

using E = lang::Expression::Kind;
using K = Value::Kind;

namespace {

constexpr std::string_view kRecord = "\nrecord";  // the local that tells of which record a default is evaluated

struct RowColumn {
  std::string name;
  const lang::Parameter* parameter = nullptr;
};

// `allocate` begins with three columns of its own.
std::vector<RowColumn> columns_of(const lang::Declaration& collection, const std::string& rows) {
  std::vector<RowColumn> out;
  if (rows == "allocate") { out = {{"at"}, {"common"}, {"on"}}; }
  for (const auto& declared : collection.record_rows) {
    if (declared.name != rows) { continue; }
    for (const auto& column : declared.columns) { out.push_back({column.name, &column}); }
  }
  return out;
}

std::vector<const lang::RecordItem*> rows_of(const Pack::Record& record, const std::string& rows) {
  std::vector<const lang::RecordItem*> out;
  for (const auto* d : record.line) {
    for (const auto& item : d->items) {
      if (item.kind == lang::RecordItem::Kind::Row && item.name == rows) { out.push_back(&item); }
    }
  }
  return out;
}

const lang::Parameter* field_of(const lang::Declaration& collection, const std::string& name) {
  for (const auto& field : collection.parameters) {
    if (field.name == name) { return &field; }
  }
  return nullptr;
}

bool has_rows(const lang::Declaration& collection, const std::string& name) {
  return std::any_of(collection.record_rows.begin(), collection.record_rows.end(),
                     [&](const auto& rows) { return rows.name == name; });
}

bool shares(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  return std::any_of(some.begin(), some.end(), [&](const std::string& word) {
    return std::find(others.begin(), others.end(), word) != others.end();
  });
}

}  // namespace

// Returns the value of a record itself and the values added to it, in order; the default if none is set.
Machine::Written Machine::written_in(const Pack::Record& record, const std::string& field) const {
  Written out;
  for (const auto* d : record.line) {
    for (const auto& item : d->items) {
      if (item.kind != lang::RecordItem::Kind::Field || item.name != field) { continue; }
      if (item.op == "=") { out = {&item.values[0], false, {}}; }
      if (item.op == "+=") { out.added.push_back(&item.values[0]); }
    }
  }
  if (out.value == nullptr) {
    const auto* declared = field_of(*record.collection, field);
    if (declared != nullptr && declared->initial.kind != E::Missing) { out.value = &declared->initial; }
    out.is_default = true;
  }
  return out;
}

Value Machine::record_field(const Pack::Record& record, const std::string& field) {
  const auto& d = *record.declaration;
  if (has_rows(*record.collection, field)) {
    std::vector<Value> rows;
    for (std::size_t i = 0; i < rows_of(record, field).size(); ++i) { rows.push_back(Value::row(d.name, field, i)); }
    return Value::list(K::List, std::move(rows));
  }
  if (field == "name") {
    auto title = d.title.substr(0, d.title.find(':'));  // without what it says about the plural
    title.erase(std::remove(title.begin(), title.end(), '~'), title.end());
    return Value::characters(title.empty() ? d.name : title);
  }
  if (field == "rank") { return Value::integer(record.rank); }
  if (field == "once") {
    bool once = false;
    for (const auto* from : record.line) {
      for (const auto& item : from->items) { once = once || item.kind == lang::RecordItem::Kind::Once; }
    }
    return Value::flag(once);
  }
  if (field == "tags") {
    std::vector<Value> words;
    for (const auto& word : tags_of(record)) { words.push_back(Value::symbol(word)); }
    return Value::list(K::Set, std::move(words));
  }
  const auto* declared = field_of(*record.collection, field);
  if (declared == nullptr) { throw Unknown{"a field of a record"}; }
  const auto kind = kind_of(declared->type);
  const auto found = written_in(record, field);
  auto value = Value::unset(kind);
  if (found.value != nullptr) {
    const bool is_field =
        found.is_default && found.value->kind == E::Name && field_of(*record.collection, found.value->text) != nullptr;
    Locals locals;
    if (found.is_default) { locals.emplace_back(kRecord, Value::symbol(d.name)); }
    value = is_field ? record_field(record, found.value->text)
                     : outside([&] { return literal(*found.value); }, std::move(locals));
  }
  for (const auto* more : found.added) {
    value = arithmetic("+", value, outside([&] { return literal(*more); }));
  }
  if (!value.is_set) { value.kind = kind; }
  return value;
}

std::optional<Value> Machine::field_of_default(const std::string& name) {
  const auto* of = local(kRecord);
  if (of == nullptr) { return std::nullopt; }
  const auto& record = *pack_.record(of->text);
  if (field_of(*record.collection, name) == nullptr) { return std::nullopt; }
  return record_field(record, name);
}

std::vector<std::string> Machine::tags_of(const Pack::Record& record) {
  std::vector<std::string> out;
  for (const auto& item : record.collection->items) {
    for (const auto& word : item.values[0].children) {
      if (field_of(*record.collection, word.text) == nullptr) {
        out.push_back(word.text);
      } else if (const auto value = record_field(record, word.text); value.is_set) {
        out.push_back(value.text);
      }
    }
  }
  for (const auto* d : record.line) {
    out.push_back(d->name);
    for (const auto& item : d->items) {
      if (item.kind != lang::RecordItem::Kind::Field || item.name != "tags") { continue; }
      for (const auto& word : item.values[0].children) { add_words(word, out); }
    }
  }
  return out;
}

// A word, or all of a def that is a set, in parentheses.
void Machine::add_words(const Expression& e, std::vector<std::string>& out) {
  if (e.kind != E::Name) { throw Unknown{"a word of a filter"}; }
  const auto& defs = pack_.seen(e).defs;
  const auto def = defs.find(e.text);
  if (!pack_.is_in_parentheses(e) || def == defs.end()) {
    out.push_back(e.text);
    return;
  }
  for (const auto& word : def->second->value->children) { out.push_back(word.text); }
}

void Machine::add_filter(const Expression& e, Filter& out) {
  if (e.kind == E::Name) { add_words(e, out.with); }
  const auto taken = e.kind == E::Filter ? static_cast<std::size_t>(e.number.numerator()) : e.children.size();
  for (std::size_t i = 0; i < e.children.size(); ++i) { add_words(e.children[i], i < taken ? out.with : out.without); }
}

bool Machine::admits(const Filter& filter, const std::vector<std::string>& tags) {
  return (filter.with.empty() || shares(tags, filter.with)) && !shares(tags, filter.without);
}

Machine::Owner Machine::owner(const Expression& e) {
  auto value = Value::unset(K::Symbol);
  const auto* found = e.kind == E::Name ? local(e.text) : nullptr;
  if (found != nullptr) {
    value = *found;
  } else if (e.kind == E::Lookup && local(e.text) == nullptr && pack_.seen(e).collections.count(e.text) > 0) {
    value = evaluate(e.children[0]);  // item[sword]
  } else {
    value = evaluate(e);
  }
  Owner out;
  if (value.is_set) { out.record = pack_.record(value.text); }
  if (value.is_set && value.kind == K::Row) {
    out.rows = value.members[0].text;
    out.index = static_cast<std::size_t>(value.number.numerator());
  }
  return out;
}

// Returns the value of a row in a column; nothing if its rows have no such column.
std::optional<const lang::Expression*> Machine::row_column(const Owner& of, const std::string& column) const {
  if (of.record == nullptr || of.rows.empty()) { return std::nullopt; }
  const auto columns = columns_of(*of.record->collection, of.rows);
  const auto number_of = [&](const std::string& name) {
    std::size_t i = 0;
    while (i < columns.size() && columns[i].name != name) { ++i; }
    return i;
  };
  const auto wanted = number_of(column);
  if (wanted == columns.size()) { return std::nullopt; }
  const auto& given = rows_of(*of.record, of.rows).at(of.index)->values;
  std::vector<const Expression*> values(columns.size(), nullptr);
  std::size_t next = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto named = given[i].kind == E::Name && !pack_.is_in_parentheses(given[i]) && i + 1 < given.size()
                           ? number_of(given[i].text)
                           : columns.size();
    if (named < columns.size()) {
      values[named] = &given[++i];
      continue;
    }
    while (values.at(next) != nullptr) { ++next; }
    values[next] = &given[i];
  }
  const auto* parameter = columns[wanted].parameter;
  if (values[wanted] == nullptr && parameter != nullptr && parameter->initial.kind != E::Missing) {
    return &parameter->initial;
  }
  return values[wanted];
}

Value Machine::member(const Expression& e) {
  const auto& base = e.children[0];
  const auto* found = base.kind == E::Name ? local(base.text) : nullptr;
  if (found != nullptr && found->kind == K::Thing) {
    const auto& thing = things.at(static_cast<std::size_t>(found->number.numerator()));
    if (e.text == "made_by") { return Value::symbol(thing.made_by); }
    const auto value = thing.fields.find(e.text);
    const auto& fields = pack_.seen(e).fields;
    if (value != thing.fields.end()) { return value->second; }
    return unset_of(fields.at(e.text)->parameters[0].type);
  }
  const auto of = owner(base);
  if (const auto value = row_column(of, e.text)) {
    if (*value == nullptr) {
      return of.rows == "allocate" && e.text == "common" ? Value::integer(1) : Value::unset(K::Unknown);
    }
    return outside([&] { return literal(**value); });
  }
  if (of.record != nullptr) { return record_field(*of.record, e.text); }
  // The value of an unset name is unset; its type is that of the collection that has such a field.
  for (const auto& [name, collection] : pack_.seen(e).collections) {
    if (const auto* field = field_of(*collection, e.text)) { return unset_of(field->type); }
    if (has_rows(*collection, e.text)) { return Value::unset(K::List); }
    for (const auto& rows : collection->record_rows) {
      for (const auto& column : rows.columns) {
        if (column.name == e.text) { return unset_of(column.type); }
      }
    }
  }
  if (e.text == "rank") { return Value::unset(K::Integer); }
  if (e.text == "once") { return Value::unset(K::Flag); }
  if (e.text == "name") { return Value::unset(K::Text); }
  if (e.text == "tags") { return Value::unset(K::Set); }
  throw Unknown{"a member"};
}

// Ends that are left out are open; so is a range that is left out.
bool Machine::is_in(const Rational& n, const Expression* range) {
  if (range == nullptr) { return true; }
  const auto end = [&](const Expression& e) { return outside([&] { return evaluate(e).amount(); }); };
  if (range->kind != E::Range) { return n == end(*range); }
  const auto& first = range->children[0];
  const auto& last = range->children[1];
  return (first.kind == E::Missing || n >= end(first)) && (last.kind == E::Missing || n <= end(last));
}

// `level in row.at`: nothing if the member is no range.
std::optional<bool> Machine::in_range_of(const Expression& source, const Value& value) {
  if (source.kind != E::Member || source.children[0].kind == E::Lookup) { return std::nullopt; }
  const auto is_range = [](const lang::Parameter* p) {
    return p != nullptr && p->type.kind == lang::TypeName::Kind::Word && p->type.words[0] == "range";
  };
  const auto* found = source.children[0].kind == E::Name ? local(source.children[0].text) : nullptr;
  if (found != nullptr && found->kind == K::Row) {
    const auto of = owner(source.children[0]);
    for (const auto& column : columns_of(*of.record->collection, of.rows)) {
      if (column.name != source.text) { continue; }
      if (column.name != "at" && !is_range(column.parameter)) { return std::nullopt; }
      return is_in(value.amount(), *row_column(of, source.text));
    }
  }
  for (const auto& [name, collection] : pack_.seen(source).collections) {
    if (!is_range(field_of(*collection, source.text))) { continue; }
    const auto of = owner(source.children[0]);
    if (of.record == nullptr) { throw Unknown{"a range of no record"}; }
    return is_in(value.amount(), written_in(*of.record, source.text).value);
  }
  return std::nullopt;
}

bool Machine::is(const Expression& e) {
  const auto& right = e.children[1];
  const auto left = owner(e.children[0]);
  const auto tags = left.record != nullptr ? tags_of(*left.record) : std::vector<std::string>();
  Filter filter;
  if (right.kind == E::Filter || right.kind == E::Set) {
    add_filter(right, filter);
    return right.kind == E::Filter ? admits(filter, tags) : shares(tags, filter.with);
  }
  if (right.kind == E::Name && local(right.text) == nullptr && !pack_.is_in_parentheses(right)) {
    return shares(tags, {right.text});
  }
  if (right.kind == E::Member) {
    const auto of = owner(right.children[0]);
    if (of.record == nullptr) { return true; }  // an empty filter takes in everything
    if (const auto found = row_column(of, right.text)) {
      if (*found != nullptr) { add_filter(**found, filter); }
    } else {
      const auto found_in = written_in(*of.record, right.text);
      if (found_in.value != nullptr) { add_filter(*found_in.value, filter); }
      for (const auto* more : found_in.added) { add_filter(*more, filter); }
    }
    return admits(filter, tags);
  }
  const auto wanted = evaluate(right);
  std::vector<std::string> words;
  if (!wanted.is_many()) { words.push_back(wanted.text); }
  for (const auto& word : wanted.members) { words.push_back(word.text); }
  return (wanted.is_set || wanted.is_many()) && shares(tags, words);
}

// pick x in C at LEVEL on K where C weight E or nothing weight E
void Machine::weigh_at(const Expression& e, std::vector<Rational>& weights, std::vector<Value>& outcomes) {
  const auto& level = e.children[4];
  const auto& on = e.children[5];
  for (const auto* record : pack_.records_of(e.children[0].text)) {
    std::optional<Rational> best;
    Value row;
    for (std::size_t i = 0; i < rows_of(*record, "allocate").size(); ++i) {
      const Owner of{record, "allocate", i};
      if (level.kind != E::Missing && !is_in(evaluate(level).amount(), *row_column(of, "at"))) { continue; }
      if (on.kind != E::Missing) {
        Filter filter;
        if (const auto* found = *row_column(of, "on"); found != nullptr) { add_filter(*found, filter); }
        const auto asked = evaluate(on);
        std::vector<std::string> tags;
        for (const auto& tag : asked.members) { tags.push_back(tag.text); }
        const auto* kind = asked.is_set ? pack_.record(asked.text) : nullptr;
        if (kind != nullptr) { tags = tags_of(*kind); }
        if (!admits(filter, tags)) { continue; }
      }
      const auto candidate = Value::row(record->declaration->name, "allocate", i);
      locals_.emplace_back(e.text, candidate);
      const bool is_wanted = e.children[1].kind == E::Missing || holds(e.children[1]);
      locals_.pop_back();
      const auto* common = *row_column(of, "common");
      const auto how = common != nullptr ? outside([&] { return evaluate(*common).amount(); }) : Rational(1);
      if (!is_wanted || (best && *best >= how)) { continue; }
      best = how;
      row = candidate;
    }
    if (!best) { continue; }
    locals_.emplace_back(e.text, row);
    weights.push_back(e.children[2].kind != E::Missing ? evaluate(e.children[2]).amount() : *best);
    locals_.pop_back();
    outcomes.push_back(row);
  }
}

Machine::Flow Machine::apply(const lang::Statement& s) {
  const auto& member = s.expressions[0];
  const auto of = owner(member.children[0]);
  const lang::Block* block = nullptr;
  if (of.record != nullptr) {
    for (const auto* d : of.record->line) {
      for (const auto& item : d->items) {
        if (item.kind == lang::RecordItem::Kind::Block && item.name == member.text) { block = &item.block; }
      }
    }
  }
  if (block == nullptr) { return Flow::On; }
  const auto flow = outside([&] { return run(*block); });
  return flow == Flow::Stop ? Flow::On : flow;
}

}  // namespace spoils::reference
