// check/resolve/record_values.cpp
//
// Computes the values of records, on the tree: inherited values, defaults, filters and ranges, and the columns and
// cells that they become.
#include "check/resolve/record_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/resolve/collections.h"
#include "check/resolve/scope.h"
#include "program/limits.h"

namespace spoils::check {

using lang::Declaration;
using lang::Expression;
using lang::RecordItem;
using lang::TypeName;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

constexpr number::Rational kEndless = std::int64_t{1} << 62;

bool has_word(const TypeName& type, std::string_view word) {
  return type.kind == TypeName::Kind::Word && type.words[0] == word;
}
bool is_range(const TypeName& type) { return has_word(type, "range"); }
bool is_filter(const TypeName& type) { return has_word(type, "filter"); }

}  // namespace

Expression leaf(Kind kind, Span span, std::string_view text) {
  Expression out;
  out.kind = kind;
  out.span = span;
  out.text = text;
  return out;
}

Expression whole(std::int64_t value, Span span) {
  auto out = leaf(Kind::Number, span);
  out.number = value;
  out.text = std::to_string(value);
  return out;
}

TypeName word_type(std::string_view word) {
  TypeName out;
  out.kind = TypeName::Kind::Word;
  out.words.emplace_back(word);
  return out;
}

TypeName words_type() {
  auto out = word_type("symbol");
  out.kind = TypeName::Kind::Set;
  return out;
}

void add_columns(Declaration& table, const std::string& name, Span span, const TypeName& type) {
  const auto add = [&](const std::string& column, TypeName of) {
    Declaration::Column made;
    made.span = span;
    made.type = std::move(of);
    made.values.push_back(leaf(Kind::Name, span, column));
    table.columns.push_back(std::move(made));
  };
  if (is_range(type)) {
    add(name, word_type("int"));
    add(last_of(name), word_type("int"));
  } else if (is_filter(type)) {
    add(name, words_type());
    add(without_of(name), words_type());
  } else {
    add(name, type);
  }
}

RecordValues::RecordValues(const std::vector<PackTree>& packs, const Visibility& visibility, Records& records,
                           text::Report& report)
    : records_(records), report_(report), visibility_(visibility) {
  for (std::size_t pack = 0; pack < packs.size(); ++pack) {
    for (const auto& file : packs[pack].files) {
      for (const auto& declaration : file.declarations) {
        if (declaration.kind != Declaration::Kind::Def) { continue; }
        auto& known = defs_[declaration.name];
        known.declaration = &declaration;
        known.homes.insert(pack);
      }
    }
  }
}

const Declaration* RecordValues::def(std::string_view name, Span place) const {
  const auto found = defs_.find(name);
  if (found == defs_.end()) { return nullptr; }
  return visibility_.nearness(found->second.homes, place) == Nearness::Invisible ? nullptr : found->second.declaration;
}

Expression RecordValues::copy(const Expression& e) {
  Expression out;
  count(e);
  if (is_full_) { return leaf(Kind::None, e.span); }
  out = e;
  return out;
}

void RecordValues::count(const Expression& e) {
  if (copied_ > program::kMaxCopied) {
    if (!is_full_) { report_.add(Code::TooLarge, e.span, program::kMaxCopied, "values of records"); }
    is_full_ = true;
    return;
  }
  ++copied_;
  for (const auto& child : e.children) { count(child); }
  for (const auto& row : e.rows()) {
    for (const auto& outcome : row.outcomes) { count(outcome.value); }
  }
}

// Whether a name is in parentheses, which make a value of it.
bool RecordValues::in_parentheses(const Expression& e) const {
  return report_.sources().text({e.span.source, e.span.begin, e.span.begin + 1}) == "(";
}

// Adds the names that one member of a filter or of tags denotes: itself, or those of a def that is a set.
void RecordValues::add_names_of(const Expression& e, std::vector<Expression>& into, std::size_t depth) {
  if (e.kind == Kind::Name && (!in_parentheses(e) || depth > 0) && def(e.text, e.span) == nullptr) {
    into.push_back(copy(e));
    return;
  }
  if (e.kind == Kind::Name && !in_parentheses(e) && depth == 0) {
    into.push_back(copy(e));
    return;
  }
  if (e.kind == Kind::Name && depth < program::kMaxAncestors) {
    const auto* set = def(e.text, e.span);
    if (set != nullptr && set->value->kind == Kind::Set) {
      for (const auto& member : set->value->children) {
        if (!is_full_) { add_names_of(member, into, depth + 1); }
      }
      return;
    }
  }
  report_.add(Code::OperandType, e.span, "a filter", "words", "something else")
      .note("a def that is a set of words needs parentheses");
}

Expression RecordValues::set_of(std::vector<Expression> members, Span span) {
  auto out = leaf(Kind::Set, span);
  out.children = std::move(members);
  return out;
}

// A value of a filter as two sets of words.
std::pair<Expression, Expression> RecordValues::filter(const Expression& e) {
  std::vector<Expression> with;
  std::vector<Expression> without;
  if (e.kind == Kind::Set || e.kind == Kind::Filter) {
    const auto taken = e.kind == Kind::Set ? e.children.size() : static_cast<std::size_t>(e.number.numerator());
    for (std::size_t i = 0; i < e.children.size(); ++i) { add_names_of(e.children[i], i < taken ? with : without); }
  } else if (e.kind != Kind::Missing && e.kind != Kind::None) {
    add_names_of(e, with);
  }
  for (const auto* side : {&with, &without}) {
    for (const auto& word : *side) { words_.try_emplace({word.span.source, word.span.begin}, word.text, word.span); }
  }
  return {set_of(std::move(with), e.span), set_of(std::move(without), e.span)};
}

void RecordValues::add_cells(std::vector<Expression>& cells, const TypeName& type, const Expression& value) {
  if (is_filter(type)) {
    auto [with, without] = filter(value);
    cells.push_back(std::move(with));
    cells.push_back(std::move(without));
  } else if (is_range(type)) {
    const bool is_pair = value.kind == Kind::Range;
    const auto end = [&](std::size_t i) {
      const auto& bound = is_pair ? value.children[i] : value;
      if (bound.kind != Kind::Missing && bound.kind != Kind::None) { return copy(bound); }
      auto open = leaf(Kind::Number, value.span);
      open.number = i == 0 ? number::Rational(-kEndless.numerator()) : kEndless;
      return open;
    };
    cells.push_back(end(0));
    cells.push_back(end(1));
  } else if (value.kind == Kind::Missing) {
    cells.push_back(leaf(Kind::None, value.span));
  } else {
    cells.push_back(copy(value));
  }
}

// `+=` in a record: the inherited value followed by this one.
Expression RecordValues::joined(const Expression& before, const RecordItem& item) {
  const auto& more = item.values[0];
  if (before.kind == Kind::Missing || before.kind == Kind::None) { return copy(more); }
  auto out = copy(before);
  const auto is_set = [](const Expression& e) { return e.kind == Kind::Set || e.kind == Kind::Filter; };
  if (is_set(before) && is_set(more)) {
    const auto taken = [](const Expression& e) {
      return static_cast<std::ptrdiff_t>(e.kind == Kind::Set ? static_cast<std::int64_t>(e.children.size())
                                                             : e.number.numerator());
    };
    const auto middle = taken(before);
    const auto added = copy(more);
    out.children.insert(out.children.end(), added.children.begin() + taken(more), added.children.end());
    out.children.insert(out.children.begin() + middle, added.children.begin(), added.children.begin() + taken(more));
    out.number = middle + taken(more);
    if (before.kind == Kind::Filter || more.kind == Kind::Filter) { out.kind = Kind::Filter; }
  } else if ((before.kind == Kind::List && more.kind == Kind::List) ||
             (before.kind == Kind::Map && more.kind == Kind::Map)) {
    const auto added = copy(more);
    out.children.insert(out.children.end(), added.children.begin(), added.children.end());
  } else {
    report_.add(Code::OperandType, item.values[0].span, "`+=`", "a set, filter, list or map, as is inherited",
                "something else");
  }
  return out;
}

// Names of other fields in a default mean those fields of the same record. Cyclic defaults are reported once for the
// collection.
Expression RecordValues::settled(const Records::Known& known, const Given& given, const Expression& e,
                                 std::vector<std::string>& open) {
  if (e.kind == Kind::Name && !is_full_) {
    const auto own = given.find(e.text);
    if (own != given.end()) { return copy(own->second); }
    for (const auto& field : known.declaration->parameters) {
      if (field.name != e.text || field.initial.kind == Kind::Missing) { continue; }
      if (std::find(open.begin(), open.end(), e.text) != open.end()) {
        if (records_.tell("default " + e.text)) {
          report_.add(Code::Recursion, e.span, e.text).label(field.name_span, "this field");
        }
        return leaf(Kind::None, e.span);
      }
      if (open.size() > program::kMaxAncestors) {
        if (records_.tell("defaults of " + known.declaration->name)) {
          report_.add(Code::TooLarge, e.span, program::kMaxAncestors, "defaults that follow from each other");
        }
        return leaf(Kind::None, e.span);
      }
      open.push_back(e.text);
      auto out = settled(known, given, field.initial, open);
      open.pop_back();
      return out;
    }
    return copy(e);
  }
  auto out = copy(e);
  for (std::size_t i = 0; i < out.children.size() && !is_full_; ++i) {
    out.children[i] = settled(known, given, e.children[i], open);
  }
  // `slot.position`, where `slot` is a field that holds a record.
  if (e.kind == Kind::Member && e.children[0].kind == Kind::Name && out.children[0].kind == Kind::Name) {
    for (const auto& field : known.declaration->parameters) {
      if (field.name != e.children[0].text || field.type.kind != TypeName::Kind::Word) { continue; }
      auto record = leaf(Kind::Lookup, e.children[0].span, field.type.words[0]);
      out.children[0].kind = Kind::Symbol;
      record.children.push_back(std::move(out.children[0]));
      out.children[0] = std::move(record);
      break;
    }
  }
  return out;
}

}  // namespace spoils::check
