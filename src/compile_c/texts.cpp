// compile_c/texts.cpp
//
// Texts that are made in a roll: a composed text evaluates its values first, in order, and then writes them into the
// room that the caller gave. Tests: tests/compile_c/names_test.cpp.
#include "compile_c/emitter.h"
#include "program/limits.h"

namespace spoils::compile_c {

using namespace program;

void Emitter::need_texts() {
  need(Part::Lists);
  need(Part::Texts);
}

// Returns the name of what the members of a list are, for $put_list_().
std::string_view Emitter::members_kind(ValueKind kind) {
  switch (kind) {
    case ValueKind::Symbol: return "$symbols_";
    case ValueKind::Flag: return "$flags_";
    case ValueKind::Text: return "$texts_of_list_";
    default: return "$integers_";
  }
}

// Emits a value as people read it; what is unset shows nothing.
void Emitter::put_value(const std::string& writer, ValueType type, const std::string& value) {
  const auto put = [&](std::string_view how, const std::string& what) {
    line(fmt::format("$put_{}_({}, {});", how, writer, what));
  };
  switch (type.kind) {
    case ValueKind::Number:
      need(Part::Numbers);
      need(Part::NumberTexts);
      return put("number", value);
    case ValueKind::Symbol: return put("symbol", value);
    case ValueKind::Flag: return put("flag", value);
    case ValueKind::Text: return put("text", fmt::format("$text_(r, {})", value));
    case ValueKind::List:
    case ValueKind::Set: return put("list", fmt::format("r, $list_(r, {}), {}", value, members_kind(type.element)));
    case ValueKind::Map: {
      need_maps();
      need(Part::MapTexts);
      const auto map = fmt::format("r, $list_(r, {}), {}", value, members_kind(type.element));
      if (!type.has_table()) { return put("map", map); }
      return put("map_by_row", fmt::format("{}, {}", map, place_array(type.table)));
    }
    default: return put("integer", value);
  }
}

// Emits a text of the pack, in literals that are not too long for a compiler.
void Emitter::put_literal(const std::string& writer, std::string_view text) {
  constexpr std::size_t kMost = 1'000;
  for (; !text.empty(); text.remove_prefix(std::min(kMost, text.size()))) {
    const auto part = text.substr(0, kMost);
    line(fmt::format("$put_({}, {}, {});", writer, quoted(part), part.size()));
  }
}

Code Emitter::compose(const Expression& e, ExpressionId id) {
  need_texts();
  std::vector<std::string> values;
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto& part = program_.parts[e.a + i];
    if (part.kind == TextPart::Kind::Literal) {
      values.emplace_back();
      continue;
    }
    const bool is_number = node(part.expression).type.kind == ValueKind::Number;
    const auto value = is_number ? number_or_unset(part.expression) : word(part.expression);
    values.push_back(settled(value, is_number ? "$number" : kWord).text);
  }
  const auto writer = temporary();
  line(fmt::format("$writer_ {} = $begin_text_(r);", writer));
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto& part = program_.parts[e.a + i];
    if (part.kind == TextPart::Kind::Literal) {
      const std::string_view text = program_.texts[part.text];
      put_literal("&" + writer, text);
    } else if (part.kind == TextPart::Kind::Signed) {
      line(fmt::format("$put_signed_(&{}, {});", writer, values[i]));
    } else {
      put_value("&" + writer, node(part.expression).type, values[i]);
    }
  }
  return made_text(hold(kWord, fmt::format("$end_text_(r, &{})", writer)), place_of(id));
}

// A text that found no room is a fault.
Code Emitter::made_text(const std::string& handle, Span at) {
  fail_if(fmt::format("{} == `UNSET", handle), Fault::Kind::TooMuchText, at);
  return {handle, true};
}

Code Emitter::text_operation(const Expression& e, ExpressionId id) {
  need_texts();
  const auto at = place_of(id);
  switch (e.op) {
    case Op::Compose: return compose(e, id);
    case Op::SameText: {
      const auto a = settled(word(e.a), kWord);
      const auto b = settled(word(e.b), kWord);
      if (counts_) {
        open(fmt::format("if ({} != `UNSET && {} != `UNSET) {{", a.text, b.text));
        spend(fmt::format("$text_(r, {}).length / 16", a.text), at);
        close();
      }
      return {fmt::format("$is_same_text_($text_(r, {}), $text_(r, {}))", a.text, b.text)};
    }
    case Op::Hash: {
      const auto text = settled(word(e.a), kWord);
      const auto factor = settled(operand(e.b), kWord);
      spend(fmt::format("$text_(r, {}).length", text.text), at);
      return {fmt::format("$hash_text_($text_(r, {}), (uint64_t){})", text.text, factor.text)};
    }
    default: {
      const auto source = settled(word(e.a), kWord);
      const auto result = temporary();
      line(fmt::format("int64_t {} = `UNSET;", result));
      open(fmt::format("if ({} != `UNSET) {{", source.text));
      line(fmt::format("{} = $capitalise_(r, {}, {});", result, source.text, e.op == Op::Title ? "true" : "false"));
      fail_if_unset(result, at);
      close();
      return {result, true};
    }
  }
}

}  // namespace spoils::compile_c
