// compile_c/displays.cpp
//
// Names of things: each display becomes a function that writes into the buffer of the caller, from a context that is
// filled with those fields of the thing that displays read. A value that fails shows nothing, as in naming/display.cpp.
// Tests: tests/compile_c/names_test.cpp, tests/compile_c/shipped_test.cpp.
#include <algorithm>

#include "compile_c/emitter.h"
#include "program/facts/call_graph.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

// The displays of the rules that may make a thing, and those of the pack.
std::vector<std::uint32_t> Emitter::displays_in_use() const {
  std::set<std::uint32_t> out;
  for (const auto rule : rules_reached(program_, roots_, Follow::AllThings)) {
    out.insert(program_.rules[rule].displays.begin(), program_.rules[rule].displays.end());
  }
  for (std::uint32_t i = 0; i < program_.displays.size(); ++i) {
    if (!program_.displays[i].rule) { out.insert(i); }
  }
  return {out.begin(), out.end()};
}

// Adds what an expression reads; returns the first of its nodes that draws, kNone if there is none.
ExpressionId Emitter::draw_in_reads(ExpressionId root, std::set<SlotId>& reads) const {
  auto first = kNone;
  for_each_below(program_, root, [&](ExpressionId id) {
    if (node(id).op == Op::Slot) { reads.insert(node(id).a); }
    if (draws_itself(node(id).op)) { first = std::min(first, id); }
  });
  return first;
}

// Finds what names read of a thing. An input or a scratch field among it becomes a member of things.
void Emitter::find_reads_of_names() {
  auto draw = kNone;
  std::vector<ExpressionId> roots;
  for (const auto index : displays_in_use()) {
    const auto& display = program_.displays[index];
    for (const auto id : {display.condition, display.text}) {
      draw = std::min(draw, draw_in_reads(id, name_reads_));
      roots.push_back(id);
    }
  }
  auto tells = kNone;
  for_each_below(program_, std::move(roots), [&](ExpressionId id) {
    if (tells_of_outcomes(node(id).op)) { tells = std::min(tells, id); }
  });
  if (tells != kNone) { return refuse(place_of(tells), "the outcomes of an expression in a name"); }
  if (draw != kNone) { return refuse(place_of(draw), "a name that draws"); }
  if (const auto quantity = program_.find_field("quantity")) {
    if (program_.slots[*quantity].type.kind == ValueKind::Int) { name_reads_.insert(*quantity); }
  }
  if (const auto kind = program_.find_field("kind")) { name_reads_.insert(*kind); }
}

// The members of a thing that only its name and measures need.
std::vector<SlotId> Emitter::hidden_members() {
  std::vector<SlotId> out;
  const auto& fields = thing_fields();
  for (const auto slot : name_reads_) {
    const auto kind = program_.slots[slot].kind;
    const bool is_known = std::find(fields.begin(), fields.end(), slot) != fields.end();
    const bool may_be_set = kind == Slot::Kind::Input || kind == Slot::Kind::Scratch;
    if (is_known || !may_be_set || slot == program_.shown || !slots_.contains(slot)) { continue; }
    out.push_back(slot);
    const auto [name, is_new] = hidden_names_.try_emplace(slot);
    if (is_new) { name->second = names_of_fields_.claim("at_" + program_.slots[slot].name); }
  }
  return out;
}

// Emits the value of an expression whose fault must not end the name: one that is no slot has a function of its own.
Emitter::Hole Emitter::hole(ExpressionId id) {
  const auto& e = node(id);
  const bool is_number = e.type.kind == ValueKind::Number;
  if (e.op == Op::Slot && !is_number) { return {slot(e.a), false}; }
  if (e.op == Op::Constant && !is_number) { return {literal(e.type, e.value).text, false}; }
  const auto type = is_number ? "$number" : kWord;
  const auto name = function_name("part", fmt::format("{}", id));
  const auto made = function(fmt::format("part {}", id), is_number ? Returns::Number : Returns::Word,
                             fmt::format("{} {}($roll_ *r)", type, name), name, [&] {
                               if (const auto text = comment(place_of(id)); !text.empty()) { line(text); }
                               const auto value = is_number ? number_or_unset(id) : word(id);
                               if (value.text.find("r->") == std::string::npos) { line("(void)r;"); }
                               line(fmt::format("return {};", bare(value.text)));
                             });
  return {hold(type, fmt::format("{}(r)", made.name)), made.can_fail};
}

// The same of a condition: one that fails does not hold.
std::string Emitter::holds(ExpressionId id) {
  const auto value = hole(id);
  if (!value.can_fail) { return fmt::format("{} == 1", value.text); }
  const auto result = hold("bool", fmt::format("r->fault == $fault_ok && {} == 1", value.text));
  line("r->fault = $fault_ok;");
  return result;
}

// Emits the test whether an optional part is gone: whether a value in it is unset or has no length.
std::string Emitter::vanishes(std::uint32_t first, std::uint32_t count) {
  const auto result = temporary();
  line(fmt::format("bool {} = false;", result));
  for (std::uint32_t i = first; i < first + count; ++i) {
    const auto& part = program_.parts[i];
    if (part.kind != TextPart::Kind::Value && part.kind != TextPart::Kind::Signed) { continue; }
    const auto value = hole(part.expression);
    const auto type = node(part.expression).type;
    std::string gone = fmt::format("{}{} == `UNSET", value.text, type.kind == ValueKind::Number ? ".numerator" : "");
    if (type.kind == ValueKind::Text) { gone = fmt::format("$text_(r, {}).length == 0", value.text); }
    if (holds_words(type.kind)) { gone = fmt::format("$list_(r, {}).count == 0", value.text); }
    if (value.can_fail) { gone = fmt::format("r->fault != $fault_ok || {}", gone); }
    line(fmt::format("{0} = {0} || {1};", result, gone));
    if (value.can_fail) { line("r->fault = $fault_ok;"); }
  }
  return result;
}

void Emitter::put_part(const TextPart& part) {
  const auto type = node(part.expression).type;
  const auto value = hole(part.expression);
  line("noun = w->length;");
  line("symbol = `UNSET;");
  if (value.can_fail) { open("if (r->fault == $fault_ok) {"); }
  if (part.kind == TextPart::Kind::Signed) {
    line(fmt::format("$put_signed_(w, $or_zero_({}));", value.text));
  } else if (type.kind == ValueKind::Int) {
    line(fmt::format("$put_integer_(w, $or_zero_({}));", value.text));
  } else {
    if (type.kind == ValueKind::Symbol) { line(fmt::format("symbol = {};", value.text)); }
    put_value("w", type, value.text);
  }
  if (value.can_fail) {
    close();
    line("r->fault = $fault_ok;");
  }
}

void Emitter::put_parts(std::uint32_t first, std::uint32_t count) {
  std::string article;
  std::uint32_t last_article = first + count;  // the one that counts
  for (std::uint32_t i = first; i < first + count; ++i) {
    const auto& part = program_.parts[i];
    if (part.kind == TextPart::Kind::Article) { last_article = i; }
    if (part.kind == TextPart::Kind::Optional) { i += part.count; }
  }
  for (std::uint32_t i = first; i < first + count; ++i) {
    const auto& part = program_.parts[i];
    switch (part.kind) {
      case TextPart::Kind::Literal: {
        const auto& text = program_.texts[part.text];
        line("noun = w->length;");
        line("symbol = `UNSET;");
        put_literal("w", text);
        break;
      }
      case TextPart::Kind::Value:
      case TextPart::Kind::Signed: put_part(part); break;
      case TextPart::Kind::Optional: {
        const auto gone = vanishes(i + 1, part.count);
        open(fmt::format("if (!{}) {{", gone));
        put_parts(i + 1, part.count);
        close();
        i += part.count;
        break;
      }
      case TextPart::Kind::Article:
        if (i != last_article) { break; }
        need(Part::Names);
        article = hold("size_t", "w->length");
        break;
      case TextPart::Kind::Plural:
        need(Part::Names);
        line("$pluralise_(w, noun, symbol, quantity);");
        break;
    }
  }
  if (!article.empty()) { line(fmt::format("$insert_article_(w, {}, quantity);", article)); }
}

void Emitter::put_display(ExpressionId id) {
  const auto& e = node(id);
  if (e.op == Op::Choose) {
    const auto test = holds(e.a);
    open(fmt::format("if ({}) {{", test));
    put_display(e.b);
    close("} else {");
    ++body_->indent;
    put_display(e.c);
    close();
  } else if (e.op == Op::Compose) {
    put_parts(e.a, e.b);
  } else {
    const auto value = hole(id);
    if (value.can_fail) { open("if (r->fault == $fault_ok) {"); }
    put_value("w", e.type, value.text);
    if (value.can_fail) {
      close();
      line("r->fault = $fault_ok;");
    }
  }
}

// The function of a display; it returns false, and writes nothing, if its condition does not hold.
const Emitter::Function& Emitter::display_function(std::uint32_t index) {
  const auto& display = program_.displays[index];
  const auto name = function_name("display", fmt::format("{}", index));
  const auto signature = fmt::format("bool {}($roll_ *r, $writer_ *w)", name);
  return function(fmt::format("display {}", index), Returns::Flow, signature, name, [&] {
    const auto here = mark();
    if (const auto text = comment(display.place); !text.empty()) { line(text); }
    if (display.condition != kNone) {
      const auto test = holds(display.condition);
      line(fmt::format("if (!({})) {{ return false; }}", test));
    }
    put_display(display.text);
    const auto uses = [&](std::string_view what) {
      return std::any_of(body_->lines.begin(), body_->lines.end(),
                         [&](const auto& each) { return each.find(what) != std::string::npos; });
    };
    const bool pluralises = uses("$pluralise_(");
    if (!pluralises) {
      std::erase_if(body_->lines, [](const auto& each) {
        return each.ends_with("  noun = w->length;") || each.find("  symbol = ") != std::string::npos;
      });
    }
    std::vector<std::string> opening;
    if (pluralises) { opening = {"  size_t noun = w->length;", "  int64_t symbol = `UNSET;"}; }
    const bool reads = uses("r->") || uses("(r") || uses(" r,");
    if (uses(", quantity);")) {
      const auto quantity = program_.find_field("quantity");
      const bool counts = quantity && program_.slots[*quantity].type.kind == ValueKind::Int;
      opening.push_back(counts ? fmt::format("  const int64_t quantity = {0} == `UNSET ? 1 : {0};", slot(*quantity))
                               : "  const int64_t quantity = 1;");
    }
    if (!reads && (opening.empty() || opening.back().find("r->") == std::string::npos)) {
      opening.emplace_back("  (void)r;");
    }
    if (!uses("(w,") && !uses(", w)") && !uses("w->")) { opening.emplace_back("  (void)w;"); }
    body_->lines.insert(body_->lines.begin() + static_cast<std::ptrdiff_t>(here), opening.begin(), opening.end());
    line("return true;");
  });
}

// Emits the displays; name_function() uses them.
void Emitter::emit_displays() {
  find_reads_of_names();
  if (refusal_) { return; }
  need_texts();
  for (const auto index : displays_in_use()) {
    static_cast<void>(display_function(index));
    if (refusal_) { return; }
  }
  if (const auto kind = program_.find_field("kind")) { static_cast<void>(slot(*kind)); }
}

std::string Emitter::name_function() {
  std::string out =
      "/* Writes the name of a thing and a NUL; returns its length, -1 with too little room. A list or text of the\n"
      " * thing must still be valid. */\n"
      "static inline int32_t $name(const $thing *thing, char *buffer, size_t room) {\n"
      "  $writer_ writer;\n  $writer_ *const w = &writer;\n  bool is_shown = false;\n";
  out += context_of_thing(kMaxNameWork);
  out +=
      "  writer.bytes = buffer;\n  writer.room = room > 0 ? room - 1 : 0;\n  writer.length = 0;\n  writer.is_full = "
      "room == 0;\n";
  out += recall(name_reads_, "writer.is_full = true;");
  const auto all = displays_in_use();
  const auto shows = [&](std::uint32_t index) {
    return fmt::format("is_shown = is_shown || {}(r, w);", functions_.at(fmt::format("display {}", index)).name);
  };
  if (names_) {
    out += "  if (thing->shown_ != `UNSET) {\n    switch ((int)(thing->shown_ & 0xFFFFFFFF)) {\n";
    for (const auto rule : rules_reached(program_, roots_, Follow::AllThings)) {
      if (program_.rules[rule].displays.empty()) { continue; }
      out += fmt::format("      case $rule_{}:\n", rule_names_[rule]);
      for (const auto index : program_.rules[rule].displays) { out += "        " + shows(index) + "\n"; }
      out += "        break;\n";
    }
    out += "      default: break;\n    }\n  }\n";
  }
  for (const auto index : all) {
    if (!program_.displays[index].rule) { out += "  " + shows(index) + "\n"; }
  }
  const auto kind = program_.find_field("kind");
  if (kind && program_.slots[*kind].type.kind == ValueKind::Symbol) {
    const auto name = slot(*kind);
    out += fmt::format("  if (!is_shown && {0} != `UNSET) {{\n    $put_symbol_(w, {0});\n    is_shown = true;\n  }}\n",
                       name);
  }
  out += "  if (!is_shown) {\n    switch (thing->made_by) {\n";
  for (const auto rule : rules_reached(program_, roots_, Follow::AllThings)) {
    auto name = program_.rules[rule].name;
    std::replace(name.begin(), name.end(), '_', ' ');
    out += fmt::format("      case $rule_{}: $put_(w, {}, {}); break;\n", rule_names_[rule], quoted(name), name.size());
  }
  return out +
         "      default: break;\n    }\n  }\n  if (room > 0) { buffer[writer.is_full ? 0 : writer.length] = 0; }\n"
         "  return writer.is_full ? -1 : (int32_t)writer.length;\n}\n\n";
}

}  // namespace spoils::compile_c
