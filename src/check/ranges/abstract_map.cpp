// check/ranges/abstract_map.cpp
//
// Abstract interpretation of maps. The abstract value of a map covers the values of all its keys together, with 0 for
// those that are absent (a summary, as of the elements of an array); kUnset is a map that was never set. So an entry of
// one key says nothing about another, and no condition narrows a map (abstract_refine.cpp). Only a map that is written
// in the pack is looked up key by key.
#include "check/ranges/abstract_interpreter.h"

namespace spoils::check {

using namespace program;
using number::Rational;

// The values of a map, none of which is certain to occur.
Value AbstractInterpreter::values_of_map(Value map) {
  auto out = values_.join(values_.as_number(map), Values::known(0));
  Values::finish(out, 0, map.free_inputs);
  is_fresh_ = false;
  return out;
}

Value AbstractInterpreter::written_map(Word map) {
  if (map == kUnset) { return Values::known(kUnset); }
  const auto& words = program_.lists[static_cast<std::size_t>(map)];
  Values::List values{Rational(0)};
  for (std::size_t i = 1; i < words.size(); i += 2) { values.emplace_back(words[i]); }
  auto out = values_.of(std::move(values));
  Values::finish(out, 0, 0);
  return out;
}

// The constant that an expression is, a cell of a row that is known among them; nothing if it is none.
std::optional<Word> AbstractInterpreter::constant_map(ExpressionId id) {
  const auto& e = program_.expressions[id];
  if (e.op == Op::Constant) { return e.value; }
  if (e.op != Op::Cell && e.op != Op::RowCell) { return std::nullopt; }
  const auto& table = program_.tables[e.a];
  const auto key = e.op == Op::Cell ? eval(e.c) : get(e.c);
  if (key.kind != Value::Kind::Known) { return std::nullopt; }
  const auto row = is_unset(key.first)   ? Word{-1}
                   : e.op == Op::RowCell ? key.first.numerator()
                                         : table.row_index(key.first.numerator());
  if (row < 0) { return kUnset; }
  const auto& cell = program_.expressions[table.cell(static_cast<std::size_t>(row), e.b)];
  return cell.op == Op::Constant ? std::optional(cell.value) : std::nullopt;
}

// A cell that holds a map: of the row that is known, else of any row.
Value AbstractInterpreter::cell_of_maps(const Expression& e, ExpressionId id) {
  if (const auto known = constant_map(id)) { return written_map(*known); }
  const auto& table = program_.tables[e.a];
  std::optional<Value> all;
  for (std::size_t i = e.b; i < table.cells.size(); i += table.columns.size()) {
    const auto& cell = program_.expressions[table.cells[i]];
    if (cell.op != Op::Constant || !step()) { return Values::unknown(); }
    const auto value = written_map(cell.value);
    all = all ? values_.join(*all, value) : value;
  }
  auto out = values_.join(all ? *all : Values::known(kUnset), Values::known(kUnset));
  Values::finish(out, 0, 0);
  is_fresh_ = false;
  return out;
}

// m[k] = e     m[k] += e: the other keys keep their values.
Value AbstractInterpreter::with_entry(const Expression& e) {
  const auto map = values_of_map(eval(e.a));
  eval(e.b);
  const auto amount = number(e.c);
  const auto changed = e.op == Op::SetAt ? amount : values_.compute(Op::Add, true, map, amount, false).value;
  auto out = values_.join(map, changed);
  Values::finish(out, 0, map.free_inputs | amount.free_inputs);
  is_fresh_ = false;
  return out;
}

Value AbstractInterpreter::joined_maps(const Expression& e) {
  const auto a = values_of_map(eval(e.a));
  const auto b = values_of_map(eval(e.b));
  const auto op = e.op == Op::AddMaps ? Op::Add : Op::Subtract;
  auto out = values_.compute(op, true, a, b, false).value;
  Values::finish(out, 0, a.free_inputs | b.free_inputs);
  return values_of_map(out);
}

// The values of equal keys are added up, so only keys that are written and differ say how large one becomes.
Value AbstractInterpreter::make_map(const Expression& e) {
  auto out = Values::known(0);
  std::uint64_t free_inputs = 0;
  std::set<Word> keys;
  bool all_differ = true;
  for (std::uint32_t i = 0; i < e.b; i += 2) {
    const auto& key = program_.expressions[program_.operands[e.a + i]];
    eval(program_.operands[e.a + i]);
    all_differ = all_differ && key.op == Op::Constant && keys.insert(key.value).second;
    const auto value = number(program_.operands[e.a + i + 1]);
    free_inputs |= value.free_inputs;
    out = values_.join(out, value);
  }
  if (!all_differ && e.b > 2) { out = Values::unknown(false); }
  Values::finish(out, 0, free_inputs);
  return values_of_map(out);
}

Value AbstractInterpreter::value_at(const Expression& e) {
  const auto map = values_of_map(eval(e.a));
  const auto known = constant_map(e.a);
  const auto key = eval(e.b);
  const auto keys = values_.members(key);
  is_fresh_ = false;
  if (!known || keys.count == 0) {
    auto out = map;
    Values::finish(out, 0, map.free_inputs | key.free_inputs);
    return out;
  }
  const auto words = *known == kUnset ? std::vector<Word>() : program_.lists[static_cast<std::size_t>(*known)];
  Values::List found;
  for (const auto& one : keys) {
    Word value = 0;
    for (std::size_t i = 0; i < words.size(); i += 2) {
      if (one == Rational(words[i])) { value = words[i + 1]; }
    }
    found.emplace_back(value);
  }
  steps_ += keys.count * words.size() / 4;
  auto out = values_.of(std::move(found));
  Values::finish(out, 0, key.free_inputs);
  return out;
}

// An empty map has no key.
Value AbstractInterpreter::keys_of(const Expression& e) {
  const auto map = values_of_map(eval(e.a));
  if (map == Values::known(0)) { return map; }
  auto out = Values::unknown(false);
  out.free_inputs = map.free_inputs;
  return out;
}

}  // namespace spoils::check
