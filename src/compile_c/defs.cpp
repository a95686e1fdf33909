// compile_c/defs.cpp
//
// Defs: each becomes a function that sets the slots of its parameters, a world def one that draws from a stream of its
// own; the block of a def is a function in which `stop` is a return.
#include "compile_c/emitter.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

// The stream of a world def or, numbered after the defs, of a world rule: the second of one name, in another pack or as
// a rule, has the stream `world/D/2` (docs/determinism.md).
static std::string world_stream_of(const Program& program, std::uint32_t index) {
  const auto defs = static_cast<std::uint32_t>(program.defs.size());
  const auto name_of = [&](std::uint32_t i) { return i < defs ? program.defs[i].name : program.rules[i - defs].name; };
  const auto name = name_of(index);
  int number = 1;
  for (std::uint32_t i = 0; i < index; ++i) {
    const bool is_settled = i < defs ? program.defs[i].is_world : is_world_rule(program, i - defs);
    if (is_settled && name_of(i) == name) { ++number; }
  }
  return number == 1 ? "world/" + name : fmt::format("world/{}/{}", name, number);
}

// Emits the stream of a world def or rule for the values of its parameters as the source of draws; `outer` is the
// former.
void Emitter::enter_world(std::uint32_t index, const std::vector<SlotId>& parameters, Span at) {
  need(Part::WorldKeys);
  std::string words;
  std::size_t count = 0;
  for (const auto parameter : parameters) {
    const auto member = slot(parameter);
    words += count > 0 ? ", " : "";
    ++count;
    switch (program_.slots[parameter].type.kind) {
      case ValueKind::Int:
      case ValueKind::Flag: words += member; break;
      case ValueKind::Symbol: words += fmt::format("$symbol_key_({})", member); break;
      case ValueKind::Number:
        words += fmt::format("{0}.numerator, {0}.denominator", member);
        ++count;
        break;
      case ValueKind::Text:
        need_texts();
        need(Part::TextKeys);
        spend(fmt::format("$text_(r, {}).length / 16", member), at);
        words += fmt::format("$text_key_($text_(r, {}))", member);
        break;
      default: refuse(at, "a `world def` or `world rule` of a list, set or map");
    }
  }
  line("$source_ *const outer = r->source;");
  line("$source_ own;");
  if (count > 0) { line(fmt::format("const int64_t words[{}] = {{{}}};", count, words)); }
  line(fmt::format("$enter_world_(r, &own, {}, {}, {});", hash_of(world_stream_of(program_, index)),
                   count > 0 ? "words" : "NULL", count));
  line("r->source = &own;");
}

Code Emitter::call(const Expression& e, ExpressionId id, bool is_number) {
  const auto index = static_cast<std::uint32_t>(e.value);
  const auto& def = program_.defs[index];
  if (def.is_distinct) { refuse(place_of(id), "a distinct def"); }
  std::vector<Code> values;
  std::string given;
  std::string declared;
  std::size_t number_of = 0;
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto type = type_of(program_.slots[def.parameters[i]].type);
    values.push_back(value(def.parameters[i], program_.operands[e.a + i]));
    // All are evaluated before the first is stored; a lone one needs no name.
    if (e.b > 1 || values.back().has_effect) { values.back() = settled(values.back(), type); }
    given += ", " + bare(values.back().text);
    declared += fmt::format(", {} a{}", type, ++number_of);
  }
  if (e.op != Op::ConstantDef) { spend("1", place_of(id)); }
  const auto key = fmt::format("def {} {}", index, static_cast<int>(e.op));
  auto known = functions_.find(key);
  if (known == functions_.end()) {
    const auto name = function_name(e.op == Op::WorldDef ? "world" : "def", def.name);
    const auto type = is_number ? "$number" : "int64_t";
    function(key, is_number ? Returns::Number : Returns::Word, fmt::format("{} {}($roll_ *r{})", type, name, declared),
             name, [&] {
               line(comment(def.place));
               if (e.op == Op::ConstantDef && look_up_constant(e, is_number)) { return line("(void)r;"); }
               for (std::size_t i = 0; i < def.parameters.size(); ++i) {
                 line(fmt::format("{} = a{};", slot(def.parameters[i]), i + 1));
               }
               if (e.op == Op::WorldDef) { enter_world(index, def.parameters, def.place); }
               if (e.op == Op::ConstantDef && counts_) { line("const uint64_t work = r->work;"); }
               auto result = is_number ? number_or_unset(def.body) : word(def.body);
               const bool restores = e.op == Op::WorldDef || (e.op == Op::ConstantDef && counts_);
               if (restores) { result = settled(result, type); }
               if (e.op == Op::WorldDef) { line("r->source = outer;"); }
               if (e.op == Op::ConstantDef && counts_) { line("r->work = work;"); }
               if (result.text.find("r->") == std::string::npos) { line("(void)r;"); }
               line(fmt::format("return {};", bare(result.text)));
             });
    known = functions_.find(key);
  }
  const auto text = fmt::format("{}(r{})", known->second.name, given);
  if (!known->second.can_fail) { return {text, false, true}; }
  const auto result = hold(is_number ? "$number" : "int64_t", text);
  check_call(true);
  return {result, true};
}

// The block of a def is a function of its own, in which `stop` is a return.
Code Emitter::block_of_def(const Expression& e, ExpressionId id, bool is_number) {
  const auto key = fmt::format("block {}", id);
  auto known = functions_.find(key);
  if (known == functions_.end()) {
    const auto name = function_name("block", fmt::format("{}", id));
    const auto type = is_number ? "$number" : "int64_t";
    function(key, is_number ? Returns::Number : Returns::Word, fmt::format("{} {}($roll_ *r)", type, name), name, [&] {
      const auto result = is_number ? number_or_unset(e.b) : word(e.b);
      body_->stop = {fmt::format("return {};", bare(result.text))};
      def_block(e.a, id);
      line(body_->stop.front());
    });
    known = functions_.find(key);
  }
  const auto result = hold(is_number ? "$number" : "int64_t", fmt::format("{}(r)", known->second.name));
  check_call(known->second.can_fail);
  return {result, true};
}

void Emitter::def_block(BlockId block, ExpressionId id) {
  using Kind = Statement::Kind;
  const auto at = place_of(id);
  for (const auto number : statements_of(program_, block)) {
    const auto& s = program_.statements[number];
    if (const auto text = comment(program_.statement_places[number]); !text.empty()) { line(text); }
    spend("1", at);
    switch (s.kind) {
      case Kind::Assign: store(s.a, s.b); break;
      case Kind::If: {
        const auto test = condition(s.a);
        open(fmt::format("if ({}) {{", bare(test.text)));
        def_block(s.b, id);
        if (s.c != kNone) {
          close("} else {");
          ++body_->indent;
          def_block(s.c, id);
        }
        close();
        break;
      }
      case Kind::Repeat: {
        const auto count = settled(operand(s.a), kWord);
        const auto i = temporary();
        open(fmt::format("for (int64_t {0} = 0; {0} < {1}; ++{0}) {{", i, count.text));
        if (s.b != kNone) {
          const auto goes_on = condition(s.b);
          line(fmt::format("if (!{}) {{ break; }}", goes_on.text));
        }
        spend("1", at);
        def_block(s.c, id);
        close();
        break;
      }
      case Kind::ForEach: {
        need(Part::Lists);
        const auto members = hold("$list", fmt::format("$list_(r, {})", word(s.b).text));
        const auto i = temporary();
        open(fmt::format("for (uint32_t {0} = 0; {0} < {1}.count; ++{0}) {{", i, members));
        line(fmt::format("{} = {}.members[{}];", slot(s.a), members, i));
        spend("1", at);
        def_block(s.c, id);
        close();
        break;
      }
      case Kind::ForRange: {
        auto first = settled(operand(s.b), kWord);
        const auto last = settled(operand(s.value), kWord);
        const auto i = temporary();
        open(fmt::format("for (int64_t {0} = {1}; {0} <= {2}; ++{0}) {{", i, first.text, last.text));
        line(fmt::format("{} = {};", slot(s.a), i));
        spend("1", at);
        def_block(s.c, id);
        line(fmt::format("if ({} == {}) {{ break; }}", i, last.text));
        close();
        break;
      }
      default: line(body_->stop.front()); break;
    }
  }
}

}  // namespace spoils::compile_c
