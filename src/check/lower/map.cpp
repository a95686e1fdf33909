// check/lower/map.cpp
//
// Lowers maps: literals, `has[key]` and its assignments. A loop over a map is one over the list of its keys.
#include <fmt/format.h>

#include <algorithm>

#include "check/lower/lowering.h"
#include "number/rational.h"
#include "program/limits.h"

namespace spoils::check {

using program::kNone;
using program::kUnset;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

bool may_be_key(ValueKind kind) {
  return kind == ValueKind::Symbol || kind == ValueKind::Int || kind == ValueKind::Unknown ||
         kind == ValueKind::Nothing;
}

}  // namespace

// The keys of a map; any other value as it is.
Lowered Lowering::members(Lowered value, Span place) {
  if (value.type.kind != ValueKind::Map) { return value; }
  return node(Op::Keys, {ValueKind::List, value.type.element, value.type.table}, place, value.id);
}

// {a 1, b -2}; in a cell of a table bare words are symbols
Lowered Lowering::map(const Expression& e, bool in_cell) {
  ValueType type{ValueKind::Map, ValueKind::Unknown};
  std::vector<program::ExpressionId> ids;
  bool known = true;
  bool sound = true;
  for (std::size_t i = 0; i + 1 < e.children.size(); i += 2) {
    const auto& place = e.children[i].span;
    const auto key = in_cell ? literal(e.children[i]) : expression(e.children[i]);
    const auto value = integer(e.children[i + 1], "the value of a key");
    bool clash = !may_be_key(key.type.kind);
    if (clash) {
      report_.add(Code::CannotHold, place, "a map", fmt::format("{} as a key", to_text(key.type)))
          .note("its keys are symbols or integers");
    } else {
      const auto joined = join(type, {ValueKind::Map, key.type.kind, key.type.table}, clash);
      if (clash) {
        report_.add(Code::BranchTypes, place, to_text(of(type.element)), to_text(key.type));
      } else {
        type = joined;
      }
    }
    sound = sound && !clash;
    known = known && out_.expressions[key.id].op == Op::Constant && constant_number(value.id);
    ids.push_back(key.id);
    ids.push_back(value.id);
  }
  if (!sound) { return poison(e.span); }
  if (known) { return map_constant(type, ids, e.span); }
  if (ids.size() > program::kMaxMembers) {
    report_.add(Code::TooLarge, e.children[program::kMaxMembers].span, program::kMaxMembers / 2,
                "computed values in one map");
    return poison(e.span);
  }
  return node(Op::MakeMap, type, e.span, operands(ids), static_cast<std::uint32_t>(ids.size()));
}

// The values of equal keys are added up, and a key whose value is 0 is absent.
Lowered Lowering::map_constant(ValueType type, const std::vector<program::ExpressionId>& ids, Span place) {
  std::map<Word, Word> entries;
  for (std::size_t i = 0; i < ids.size(); i += 2) {
    const auto key = out_.expressions[ids[i]].value;
    if (key == kUnset) { continue; }
    const auto sum = number::add(entries[key], out_.expressions[ids[i + 1]].value);
    if (!sum) {
      report_.add(Code::Overflow, place, "");
      return poison(place);
    }
    entries[key] = *sum;
  }
  std::vector<Word> words;
  for (const auto& [key, value] : entries) {
    if (value != 0) { words.insert(words.end(), {key, value}); }
  }
  return list_constant(type, std::move(words), place);
}

// has[key]
Lowered Lowering::value_at(Lowered map, const Expression& written, const Expression& key, Span span) {
  const auto name = report_.sources().text(written.span);
  const auto wanted = expression(key);
  if (!is_key(map.type, key, wanted, name)) { return poison(span); }
  return node(Op::ValueAt, of(ValueKind::Int), span, map.id, wanted.id);
}

// key in has
Lowered Lowering::has_key(Lowered map, const Expression& e, Lowered key) {
  const auto flag = of(ValueKind::Flag);
  if (!is_key(map.type, e.children[0], key, report_.sources().text(e.children[1].span))) {
    return {poison(e.span).id, flag};
  }
  const auto is_there = [&](Lowered wanted) {
    const auto value = node(Op::ValueAt, of(ValueKind::Int), e.span, map.id, wanted.id);
    const auto is_absent = node(Op::Equal, flag, e.span, value.id, constant(ValueKind::Int, 0, e.span).id);
    return node(Op::Not, flag, e.span, is_absent.id);
  };
  if (!draws(map.id) || !draws(key.id)) { return is_there(key); }
  // The key is written before the map, so it is drawn before.
  const auto slot = add_local("", key.type, e.children[0].span);
  const auto held = is_there(node(Op::Slot, key.type, e.children[0].span, slot));
  return node(Op::Bind, flag, e.span, key.id, held.id, kNone, slot);
}

// Whether a value can be a key of a map; if not, it is reported.
bool Lowering::is_key(ValueType map, const Expression& e, Lowered key, std::string_view name) {
  if (key.type.kind == ValueKind::Unknown) { return false; }
  const auto element = is_open(of(map.element)) ? key.type.kind : map.element;
  if (!may_be_key(key.type.kind) || !fits(key.type, of(element))) {
    const auto wanted = of(may_be_key(element) ? element : ValueKind::Symbol);
    report_.add(Code::OperandType, e.span, fmt::format("`{}[...]`", name), to_text(wanted), to_text(key.type));
    return false;
  }
  check_key(map, e, key, name);
  return true;
}

// The outcomes of a table as symbols; empty if some are not known.
const std::set<Word>& Lowering::key_words(std::uint32_t table) {
  const auto [known, is_new] = key_words_.try_emplace(table);
  if (is_new) {
    const auto words = choices_of_table(*names_.table_declarations[table]);
    known->second.insert(words.begin(), words.end());
  }
  return known->second;
}

// A word that is written as a key but is no outcome of the table that the keys are declared to be of.
void Lowering::check_key(ValueType map, const Expression& e, Lowered key, std::string_view name) {
  const auto& made = out_.expressions[key.id];
  const bool is_word = made.op == Op::Constant && made.type.kind == ValueKind::Symbol && made.value != kUnset;
  if (!is_word || map.kind != ValueKind::Map || !map.has_table() || e.text.find('.') != std::string::npos) { return; }
  const auto& words = key_words(map.table);
  if (words.empty() || words.count(made.value) != 0) { return; }
  const auto written = std::string(report_.sources().text(e.span));
  auto finding = report_.add_once(fmt::format("{}[{}]", name, written), Code::OutOfRange, e.span,
                                  fmt::format("`{}`", written), fmt::format("the keys of `{}`", name));
  std::vector<std::string_view> names;
  for (const auto word : words) { names.push_back(out_.symbols.name(static_cast<std::uint32_t>(word))); }
  if (const auto near = report_.nearest(written, names)) { finding.help(Edit{e.span, std::string(*near)}); }
}

// The keys of a literal that becomes the value of something that is declared.
void Lowering::check_keys(const Expression& e, ValueType type, std::string_view name) {
  if (e.kind != Kind::Map || type.kind != ValueKind::Map || !type.has_table()) { return; }
  for (std::size_t i = 0; i + 1 < e.children.size(); i += 2) {
    const auto& key = e.children[i];
    const bool is_bare = key.kind == Kind::Symbol || (key.kind == Kind::Name && !is_value(key));
    if (!is_bare || local(key.text) != nullptr) { continue; }
    check_key(type, key, symbol(key.text, key.span), name);
  }
}

// has[key] = value     has[key] += value: the new map
Lowered Lowering::changed_entry(Lowered target, const lang::Statement& s) {
  const auto& value_place = s.expressions[0];
  const auto& key_place = s.expressions[1];
  if (!is_open(target.type) && target.type.kind != ValueKind::Map) {
    auto finding = report_.add(Code::OperandType, s.name_span, "`[...] " + s.op + "`", "a map", to_text(target.type));
    if (target.type.kind == ValueKind::List) { finding.note("the members of a list cannot be set one by one"); }
    static_cast<void>(expression(key_place));
    static_cast<void>(expression(value_place));
    return poison(s.span);
  }
  const auto key = expression(key_place);
  auto value = integer(value_place, s.op);
  if (!is_key(target.type, key_place, key, s.text)) { return poison(s.span); }
  auto type = target.type;
  if (is_open(type)) { type = {ValueKind::Map, key.type.kind, key.type.table}; }
  if (is_open(of(type.element))) { type.element = key.type.kind; }
  if (s.op == "-=") { value = negate(value, value_place.span); }
  return node(s.op == "=" ? Op::SetAt : Op::AddAt, type, s.span, target.id, key.id, value.id);
}

// map of KEY to int
void Lowering::map_type(program::Slot& slot, const lang::TypeName& type, ValueKind key) {
  slot.type.kind = ValueKind::Map;
  slot.type.element = key;
  slot.choices.clear();
  if (!may_be_key(key)) {
    report_.add(Code::CannotHold, type.span, "a map", fmt::format("{} as a key", to_text(of(key))))
        .note("its keys are symbols or integers");
    slot.type.element = ValueKind::Symbol;
  }
  if (type.words[1] != "int") {
    report_.add(Code::CannotHold, type.span, "a map", fmt::format("values of type `{}`", type.words[1]))
        .note("its values are integers: `map of symbol to int`");
  }
}

// The new value of `target += value` or `-=`, if one of them is a map.
Lowered Lowering::changed_map(Lowered target, const lang::Statement& s, Lowered value) {
  const auto& place = s.expressions[0].span;
  const bool adds = s.op == "+=";
  if (fits(value.type, target.type)) {
    check_keys(s.expressions[0], target.type, s.text);
    bool clash = false;
    const auto type = join(target.type, value.type, clash);
    return node(adds ? Op::AddMaps : Op::SubtractMaps, type, s.span, target.id, value.id);
  }
  const auto written = s.text.empty() ? s.op.substr(0, 1) : s.op;  // `has + 1` is lowered as `+=` of no name
  auto finding =
      report_.add(Code::OperandType, place, fmt::format("`{}`", written), to_text(target.type), to_text(value.type));
  if (!s.text.empty() && target.type.kind == ValueKind::Map && may_be_key(value.type.kind)) {
    finding.help(
        fmt::format("`{}[{}] {} 1` changes the value of one key", s.text, report_.sources().text(place), s.op));
  }
  return target;
}

}  // namespace spoils::check
