// compile_c/measures.cpp
//
// Measures of finished things: each becomes a function of a thing that computes it in a context filled with what the
// measure reads, as names are made (displays.cpp). A measure that fails has no value. Tests:
// tests/compile_c/measures_test.cpp.
#include <algorithm>

#include "compile_c/emitter.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

namespace {

/// Room for the lists and texts that a name or measure makes on its way, in words.
constexpr int kWordsOnTheWay = 1'024;

std::string_view type_of_measure(ValueKind kind) {
  switch (kind) {
    case ValueKind::Number: return "$number";
    case ValueKind::Symbol: return "$symbol";
    case ValueKind::Flag: return "int8_t";
    default: return kWord;
  }
}

}  // namespace

// Emits the declarations of a context without a roll, with room of its own.
std::string Emitter::context_of_thing(std::uint64_t most_work) {
  auto out = fmt::format(
      "  $roll_ roll;\n  $roll_ *const r = &roll;\n  $out out;\n  int64_t words[{0}];\n"
      "  memset(&out, 0, sizeof out);\n  out.words = words;\n  out.word_capacity = {0};\n"
      "  r->out = &out;\n  r->fault = $fault_ok;\n  r->v = $no_values_;\n  r->f = $no_fields_;\n",
      kWordsOnTheWay);
  if (counts_) { out += fmt::format("  r->steps = 0;\n  r->work = {};\n", most_work); }
  return out;
}

// Emits what fills the context with those members of a thing that are read; `fails` is what to do without room.
std::string Emitter::recall(const std::set<SlotId>& reads, const std::string& fails) {
  auto members = hidden_members();
  std::erase_if(members, [&](SlotId slot) { return !reads.contains(slot); });
  for (const auto field : thing_fields()) {
    if (reads.contains(field) && slots_.contains(field)) { members.push_back(field); }
  }
  std::string out;
  for (const auto each : members) {
    const auto to = slot(each);
    const auto from = "thing->" + member_of_thing(each);
    switch (program_.slots[each].type.kind) {
      case ValueKind::Symbol: out += fmt::format("  {0} = {1} == `NONE ? `UNSET : (int64_t){1};\n", to, from); break;
      case ValueKind::Flag: out += fmt::format("  {0} = {1} < 0 ? `UNSET : {1};\n", to, from); break;
      case ValueKind::Text:
        out += fmt::format("  {} = $copy_text_(r, {});\n", to, from);
        out += fmt::format("  if ({}.bytes != NULL && {} == `UNSET) {{ {} }}\n", from, to, fails);
        break;
      case ValueKind::List:
      case ValueKind::Set:
      case ValueKind::Map:
        out +=
            fmt::format("  {0} = {1}.members == NULL ? `UNSET : $make_list_(r, {1}.members, {1}.count);\n", to, from);
        out += fmt::format("  if ({}.members != NULL && {} == `UNSET) {{ {} }}\n", from, to, fails);
        break;
      default: out += fmt::format("  {} = {};\n", to, from);
    }
  }
  return out;
}

// Emits the values of measures; measure_functions() uses them.
void Emitter::emit_measures() {
  for (std::size_t i = 0; i < program_.measures.size(); ++i) {
    const auto& measure = program_.measures[i];
    const auto kind = node(measure.value).type.kind;
    const bool is_word = kind == ValueKind::Int || kind == ValueKind::Flag || kind == ValueKind::Symbol;
    if (omitted_.measures.contains(i) || (!is_word && kind != ValueKind::Number)) { continue; }
    std::set<SlotId> reads;
    if (draw_in_reads(measure.value, reads) != kNone) { refuse(measure.place, "a measure that draws"); }
    const bool is_number = kind == ValueKind::Number;
    const auto name = function_name("value_of", measure.name);
    const auto type = is_number ? std::string_view("$number") : kWord;
    function(fmt::format("measure {}", i), is_number ? Returns::Number : Returns::Word,
             fmt::format("{} {}($roll_ *r)", type, name), name, [&] {
               line(comment(measure.place));
               const auto value = is_number ? number_or_unset(measure.value) : word(measure.value);
               line("(void)r;");
               line(fmt::format("return {};", bare(value.text)));
             });
    if (refusal_) {
      refused_measure_ = i;
      return;
    }
    name_reads_.insert(reads.begin(), reads.end());
    measures_.push_back({i, name, std::move(reads)});
  }
}

// The functions of measures for callers.
std::string Emitter::measure_functions() {
  std::string out;
  for (const auto& known : measures_) {
    const auto& measure = program_.measures[known.index];
    const auto kind = node(measure.value).type.kind;
    const auto type = type_of_measure(kind);
    const auto word_type = kind == ValueKind::Number ? std::string_view("$number") : kWord;
    const auto doc = measure.doc.empty() ? "" : " " + measure.doc.substr(0, measure.doc.find('\n'));
    std::string unset = "`UNSET";
    if (kind == ValueKind::Number) { unset = "$whole_(`UNSET)"; }
    if (kind == ValueKind::Flag) { unset = "-1"; }
    if (kind == ValueKind::Symbol) { unset = "`NONE"; }
    const auto name = "$" + names_of_functions_.claim("measure_" + measure.name);
    out += fmt::format("/* The measure {} of a thing; unset if it has no value. Its lists must still be valid. */\n",
                       measure.name);
    out += fmt::format("static inline {} {}(const $thing *thing) {{\n", type, name);
    auto body = context_of_thing(kMaxWork) + recall(known.reads, fmt::format("return {};", unset));
    if (body.find("thing->") == std::string::npos) { body += "  (void)thing;\n"; }
    out += body;
    out += fmt::format("  {{\n    const {} value = {}(r);\n", word_type, known.function);
    const bool is_narrow = kind == ValueKind::Flag || kind == ValueKind::Symbol;
    const auto test = is_narrow ? "r->fault != $fault_ok || value == `UNSET" : "r->fault != $fault_ok";
    const auto cast = is_narrow ? fmt::format("({})", type) : std::string();
    out += fmt::format("    return {} ? {} : {}value;\n  }}\n}}\n\n", test, unset, cast);
  }
  for (const auto& [index, refusal] : omitted_.measures) {
    const auto at = place(refusal.place);
    out += fmt::format("/* The measure {} is left out: cannot compile {}, {} */\n\n", program_.measures[index].name,
                       refusal.what, at.substr(1, at.size() - 2));
  }
  return out;
}

}  // namespace spoils::compile_c
