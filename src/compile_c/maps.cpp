// compile_c/maps.cpp
//
// Maps: lists of keys in ascending order, each followed by its value. Tests: tests/compile_c/constructs_test.cpp.
#include "compile_c/emitter.h"
#include "program/limits.h"

namespace spoils::compile_c {

using namespace program;

void Emitter::need_maps() {
  need(Part::Lists);
  need(Part::Arithmetic);
  need(Part::Maps);
}

Code Emitter::map_operation(const Expression& e, ExpressionId id) {
  need_maps();
  const auto at = place_of(id);
  switch (e.op) {
    case Op::MakeMap: {
      const auto words = std::min<std::size_t>(e.b, kMaxMembers);
      const auto entries = temporary();
      const auto count = temporary();
      line(fmt::format("int64_t {}[{}];", entries, std::max<std::size_t>(2, words)));
      line(fmt::format("uint32_t {} = 0;", count));
      for (std::uint32_t i = 0; i + 1 < words; i += 2) {
        const auto key = settled(word(program_.operands[e.a + i]), kWord);
        const auto value = settled(operand(program_.operands[e.a + i + 1]), kWord);
        fail_if(fmt::format("!$add_entry_({}, &{}, {}, {})", entries, count, key.text, value.text),
                Fault::Kind::Overflow, at);
      }
      return made(fmt::format("$make_map_(r, {}, {})", entries, count), at);
    }
    case Op::ValueAt: {
      const auto map = settled(word(e.a), kWord);
      const auto key = settled(word(e.b), kWord);
      spend("1", at);
      return {fmt::format("$value_at_($list_(r, {}), {})", map.text, key.text)};
    }
    case Op::SetAt:
    case Op::AddAt: return with_entry(e, id);
    case Op::Keys: {
      const auto map = settled(word(e.a), kWord);
      spend(fmt::format("$list_(r, {}).count", map.text), at);
      auto keys = made(fmt::format("$keys_(r, $list_(r, {}))", map.text), at);
      const auto type = node(e.a).type;
      if (type.has_table()) { line(fmt::format("$sort_keys_(r, {}, {});", keys.text, place_array(type.table))); }
      return keys;
    }
    default: {
      const auto left = settled(word(e.a), kWord);
      const auto right = settled(word(e.b), kWord);
      if (counts_) {
        spend(fmt::format("(uint64_t)$list_(r, {}).count + $list_(r, {}).count", left.text, right.text), at);
      }
      const auto result = temporary();
      line(fmt::format("int64_t {};", result));
      fail_if(fmt::format("!$join_maps_(r, $list_(r, {}), $list_(r, {}), {}, &{})", left.text, right.text,
                          e.op == Op::AddMaps ? "true" : "false", result),
              Fault::Kind::Overflow, at);
      fail_if_unset(result, at);
      return {result, true};
    }
  }
}

// An entry that stays as it is makes no new map; a key that is unset is none.
Code Emitter::with_entry(const Expression& e, ExpressionId id) {
  const auto at = place_of(id);
  const auto before = settled(word(e.a), kWord);
  const auto key = settled(word(e.b), kWord);
  const auto amount = settled(operand(e.c), kWord);
  const auto result = temporary();
  const auto old = temporary();
  const auto value = temporary();
  line(fmt::format("int64_t {0} = {1} == `UNSET ? 0 : {1};", result, before.text));
  open(fmt::format("if ({} != `UNSET) {{", key.text));
  line(fmt::format("const int64_t {} = $value_at_($list_(r, {}), {});", old, result, key.text));
  line(fmt::format("int64_t {} = {};", value, amount.text));
  if (e.op == Op::AddAt) {
    fail_if(fmt::format("!$add_({}, {}, &{})", old, amount.text, value), Fault::Kind::Overflow, at);
  }
  open(fmt::format("if ({} != {}) {{", value, old));
  spend(fmt::format("$list_(r, {}).count", result), at);
  line(fmt::format("{0} = $set_entry_(r, $list_(r, {0}), {1}, {2});", result, key.text, value));
  fail_if_unset(result, at);
  close();
  close();
  return {result, true};
}

}  // namespace spoils::compile_c
