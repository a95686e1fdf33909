// compile_c/document.cpp
//
// The header around the functions: symbols, structs, constants, the run-time support that is needed, and a function to
// roll each rule.
#include <algorithm>

#include "compile_c/emitter.h"
#include "compile_c/runtime.h"
#include "program/facts/call_graph.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

std::string bare(const std::string& text);
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

}  // namespace

// The names of the run-time support, which no rule, def or table may take.
void Emitter::reserve_names() {
  for (const auto text : {runtime::kStream,      runtime::kWide,    runtime::kLcg,          runtime::kSmall,
                          runtime::kArithmetic,  runtime::kFloored, runtime::kNumbers,      runtime::kDeclaredChance,
                          runtime::kInterpolate, runtime::kShares,  runtime::kNumberShares, runtime::kLists,
                          runtime::kPlaces,      runtime::kTexts,   runtime::kTextKeys,     runtime::kNumberTexts,
                          runtime::kNames,       runtime::kMaps,    runtime::kMapTexts,     runtime::kDistinct,
                          runtime::kCache}) {
    std::set<std::string_view> found;
    for (auto at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
      const auto end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789", at + 1);
      found.insert(text.substr(at + 1, end - at - 1));
    }
    for (const auto name : found) { static_cast<void>(names_of_functions_.claim(name)); }
  }
  for (const char* const name :
       {"begin_",         "finish_thing_", "collect_",      "begin_thing_",    "fail_",        "failed_",
        "next_",          "discarded_",    "fail_number_",  "step_",           "spend_",       "show_",
        "values_",        "fields_",       "roll_",         "named_stream_",   "enter_world_", "symbol_key_",
        "no_values_",     "no_fields_",    "texts_",        "text_",           "members_",     "list_places_",
        "symbol_hashes_", "name",          "symbol_texts_", "symbol_plurals_", "symbol_stems_"}) {
    static_cast<void>(names_of_functions_.claim(name));
  }
  for (const char* const name : {"made_by", "held_by", "is_given_", "first_held_", "next_held_", "place_", "shown_"}) {
    static_cast<void>(names_of_fields_.claim(name));
  }
}

Compiled Emitter::run() {
  // The names of this file itself come first, so that a pack's are the ones that change.
  for (const char* const name : {"UNSET", "DEFAULT", "NONE", "MADE_", "H_"}) {
    static_cast<void>(names_of_symbols_.claim(name));
  }
  for (const auto end : ends_of_macros(upper(options_.prefix))) { static_cast<void>(names_of_symbols_.claim(end)); }
  for (std::uint32_t i = 0; i < program_.symbols.size(); ++i) {
    symbol_names_.push_back("`" + names_of_symbols_.claim(upper(program_.symbols.name(i))));
  }
  reserve_names();
  Names rules;
  for (const auto& rule : program_.rules) { rule_names_.push_back(rules.claim(rule.name)); }
  for (const auto rule : roots_) {
    roll_function(rule);
    if (refusal_) { return {"", refusal_}; }
  }
  if (has_names_) {
    emit_displays();
    refuses_names_ = refusal_.has_value();
    if (refusal_) { return {"", refusal_}; }
  }
  emit_measures();
  if (refusal_) { return {"", refusal_}; }
  auto text = assemble();
  if (refusal_) { return {"", refusal_}; }
  return {finished(std::move(text)), std::nullopt};
}

std::string Emitter::constants() {
  std::string out;
  if (needs(Part::Texts)) {
    std::string texts;
    for (std::size_t i = 0; i < program_.texts.size(); ++i) {
      const auto text = text_initializer(program_.texts[i], fmt::format("long_text_{}_", i), out);
      texts += fmt::format("  {}{}\n", text, i + 1 < program_.texts.size() ? "," : "");
    }
    if (texts.empty()) { texts = "  {\"\", 0}\n"; }
    out += "static const $text $texts_[] = {\n" + texts + "};\n" + symbol_texts();
  }
  if (needs(Part::Lists)) {
    std::vector<std::string> members;
    std::vector<std::string> places{"0"};
    for (const auto& list : program_.lists) {
      for (const auto member : list) { members.push_back(literal(of(ValueKind::Int), member).text); }
      places.push_back(fmt::format("{}", members.size()));
    }
    for (const auto& list : constant_lists_) {
      for (const auto member : list) { members.push_back(literal(of(ValueKind::Int), member).text); }
      places.push_back(fmt::format("{}", members.size()));
    }
    out += array_text("$members_", "int64_t", members);
    out += array_text("$list_places_", "uint32_t", places);
  }
  if (needs(Part::WorldKeys)) {
    std::vector<std::string> keys;
    for (std::uint32_t i = 0; i < program_.symbols.size(); ++i) { keys.push_back(hash_of(program_.symbols.name(i))); }
    out += array_text("$symbol_hashes_", "uint64_t", keys);
  }
  return out + "\n";
}

// The words under which symbols are shown.
std::string Emitter::symbol_texts() {
  std::vector<std::string> shown;
  std::vector<std::string> plurals;
  std::vector<std::string> stems;
  std::string out;
  const auto text_of = [&](const std::string& text) { return text_initializer(text, "long_name_", out); };
  for (const auto& name : program_.symbol_names) {
    shown.push_back(text_of(name.singular));
    plurals.push_back(name.plural.empty() ? "{NULL, 0}" : text_of(name.plural));
    stems.push_back(name.stem == std::string::npos ? "-1" : fmt::format("{}", name.stem));
  }
  if (shown.empty()) {
    shown = {"{NULL, 0}"};
    plurals = shown;
    stems = {"-1"};
  }
  out += array_text("$symbol_texts_", "$text", shown);
  if (needs(Part::Names)) {
    out += array_text("$symbol_plurals_", "$text", plurals) + array_text("$symbol_stems_", "int32_t", stems);
  }
  return out;
}

// Returns the initializer of a text. One that is too long for a literal is an array of characters before it.
std::string Emitter::text_initializer(const std::string& text, const std::string& wanted, std::string& before) {
  auto bytes = quoted(text);
  if (text.size() > kMostInLiteral) {
    bytes = "$" + names_of_functions_.claim(wanted);
    std::vector<std::string> characters;
    for (const char c : text) { characters.push_back(fmt::format("'\\{:03o}'", static_cast<unsigned char>(c))); }
    before += array_text(bytes, "char", characters);
  }
  return fmt::format("{{{}, {}}}", bytes, text.size());
}

void Emitter::roll_function(RuleId rule) {
  const auto& known = program_.rules[rule];
  const auto made = maker(rule);
  const auto name = "$" + names_of_functions_.claim("roll_" + rule_names_[rule]);
  const auto name_in_world = "$" + names_of_functions_.claim("roll_" + rule_names_[rule] + "_in");
  Body body;
  body_ = &body;
  std::string parameters;
  Names names(options_.prefix);
  for (const char* const taken : {"stream", "inputs", "out", "roll", "r", "world", "begun"}) {
    static_cast<void>(names.claim(taken));
  }
  for (const auto& parameter : known.parameters) {
    const auto& what = program_.slots[parameter.slot];
    const bool is_text = what.type.kind == ValueKind::Text;
    if (lies_in_heap(what.type.kind) && !is_text) {
      refuse(what.place,
             fmt::format("the parameter `{}` of rule `{}`, which holds {}", what.name, known.name, to_text(what.type)));
    }
    const auto given = names.claim(what.name);
    parameters += fmt::format("{} {}, ", is_text ? "$text" : type_of(what.type), given);
    const auto target = slot(parameter.slot);
    if (is_text) {
      need_texts();
      line(fmt::format("{} = $copy_text_(r, {});", target, given));
      line(fmt::format("if ({}.bytes != NULL && {} == `UNSET) {{ return $fault_too_much_text; }}", given, target));
      if (parameter.initial != kNone) { open(fmt::format("if ({}.bytes == NULL) {{", given)); }
    } else if (is_wide(parameter.slot)) {
      line(fmt::format("{} = {};", target, given));
      if (parameter.initial != kNone) { open(fmt::format("if ({}.denominator == 0) {{", given)); }
    } else {
      line(fmt::format("{} = {};", target, given));
      const auto is_allowed = [&] {
        const auto wrong = refused(parameter.slot, given);
        if (!wrong.empty()) {
          line(fmt::format("if ({} != `UNSET && ({})) {{ return $fault_bad_input; }}", given, wrong));
        }
      };
      if (parameter.initial != kNone) {
        open(fmt::format("if ({} != `DEFAULT) {{", given));
        is_allowed();
        close("} else {");
        ++body_->indent;
      } else {
        line(fmt::format("if ({} == `DEFAULT) {{ return $fault_bad_input; }}", given));
        is_allowed();
      }
    }
    if (parameter.initial != kNone) {
      store(parameter.slot, parameter.initial);
      close();
    }
    if (is_wide(parameter.slot)) {
      auto taken = taken_number(parameter.slot);
      taken.pop_back();  // the end of the last line
      body.lines.push_back(std::move(taken));
    }
  }
  line(fmt::format("if ({}(r, -1) == $failed_) {{ return r->fault; }}", made.name));
  line("$collect_(r);");
  std::string lines;
  for (auto each : body.lines) {
    each = replaced(each, "return $failed_;", "return r->fault;");
    // A default that fails.
    if (const auto at = each.find("return $fail_("); at != std::string::npos) {
      each.replace(at, 7, "(void)");
      each += " return r->fault;";
    }
    lines += each + "\n";
  }
  body_ = nullptr;
  std::string doc = known.doc.empty() ? "" : fmt::format(" {}", known.doc.substr(0, known.doc.find('\n')));
  const auto hash = fmt::format("{} /* rule/{} */", hash_of("rule/" + known.name), known.name);
  roll_texts_ += fmt::format("/* Rolls the rule {}. */\n", known.name);
  roll_texts_ += fmt::format(
      "static inline $fault {}($stream *stream, const $inputs *inputs, {}$out *out) {{\n"
      "  $roll_ roll;\n  $roll_ *const r = &roll;\n"
      "  const $fault begun = $begin_(r, stream->seed, stream->index, stream->index, {}, inputs, out);\n"
      "  if (begun != $fault_ok) {{ return begun; }}\n"
      "{}  ++stream->index;\n  return $fault_ok;\n}}\n\n",
      name, parameters, hash, lines);
  std::string load;
  std::string save;
  for (const auto state : program_.states) {
    const auto& what = program_.slots[state];
    if (lies_in_heap(what.type.kind) && !is_saved_set(state)) { continue; }
    load += fmt::format("  @{}@", state);
    save += fmt::format("  #{}#", state);
  }
  roll_texts_ += fmt::format(
      "/* Rolls the rule {} in a world. */\n"
      "static inline $fault {}($world *world, const $inputs *inputs, {}$out *out) {{\n"
      "  $roll_ roll;\n  $roll_ *const r = &roll;\n"
      "  const $fault begun = $begin_(r, world->seed, world->rolls, UINT64_MAX, {}, inputs, out);\n"
      "  if (begun != $fault_ok) {{ return begun; }}\n"
      "{}{}{}  ++world->rolls;\n  return $fault_ok;\n}}\n\n",
      known.name, name_in_world, parameters, hash, load, lines, save);
}

std::string Emitter::opening() {
  std::string out = fmt::format(
      "/* Compiled from the pack {} {} by spoils compile; do not edit.\n"
      " *\n"
      " *   $stream stream = {{42, 0}};             the seed, and the number of the next roll\n"
      " *   $inputs inputs = $default_inputs();\n"
      " *   $thing things[100];\n"
      " *   int64_t words[1000];                   for lists and sets that a roll makes\n"
      " *   $out out = {{things, 100, words, 1000, 0, 0, \"\"{}}};\n"
      " *   if ($roll_{}(&stream, &inputs, {}&out) == $fault_ok) {{ ... out.things[0] ... }}\n"
      " *\n"
      " * The things of a seed and a number are those of the library. After a fault the stream is as before, and\n"
      " * fault_place says where in the pack it happened.\n"
      " */\n",
      program_.name, program_.version, needs(Part::Cache) ? ", NULL, 0" : "", rule_names_[roots_.front()],
      program_.rules[roots_.front()].parameters.empty() ? "" : "...");
  out +=
      "#ifndef `H_\n#define `H_\n\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include "
      "<string.h>\n\n"
      "#define `UNSET INT64_MIN         /* the value of what was never set */\n"
      "#define `DEFAULT (INT64_MIN + 1) /* as a parameter of a rule: the value that the pack gives it */\n\n";
  out += "typedef enum $fault {\n";
  for (auto kind = Fault::Kind::None; kind <= Fault::Kind::TooManyOutcomes;
       kind = static_cast<Fault::Kind>(static_cast<int>(kind) + 1)) {
    out += fmt::format("  $fault_{}, /* {} */\n", name_of_fault(kind),
                       kind == Fault::Kind::None ? "none" : describe(kind));
  }
  out += "  $fault_bad_input /* an input or parameter is out of its range */\n} $fault;\n\n";
  out +=
      "typedef struct $number {\n  int64_t numerator;\n  int64_t denominator;\n} $number;\n\n"
      "typedef struct $text {\n  const char *bytes;\n  uint32_t length;\n} $text;\n\n"
      "typedef struct $list {\n  const int64_t *members; /* NULL if unset */\n  uint32_t count;\n} $list;\n\n";
  return out;
}

std::string Emitter::assemble() {
  for (const auto field : thing_fields()) {
    const auto& what = program_.slots[field];
    if (holds_words(what.type.kind) && what.type.element == ValueKind::Text) {
      refuse(what.place, fmt::format("the field `{}`, which holds texts", what.name));
    }
    if (what.type.kind == ValueKind::Text) { need_texts(); }
    if (holds_words(what.type.kind)) { need(Part::Lists); }
  }
  std::string world =
      "/* A world: plain data, which may be saved as it is. */\ntypedef struct $world {\n  uint64_t seed;\n  uint64_t "
      "rolls; /* made so far */\n";
  std::string new_world =
      "static inline $world $new_world(uint64_t seed) {\n  $world out;\n  memset(&out, 0, sizeof out);\n  out.seed = "
      "seed;\n  out.rolls = 0;\n";
  Names state_names(options_.prefix);
  static_cast<void>(state_names.claim("seed"));
  static_cast<void>(state_names.claim("rolls"));
  for (const auto state : program_.states) {
    const auto& what = program_.slots[state];
    if (lies_in_heap(what.type.kind) && !is_saved_set(state)) { continue; }
    const auto name = state_names.claim(what.name);
    const bool is_used = slots_.contains(state);
    if (is_saved_set(state)) {
      const bool is_map = what.type.kind == ValueKind::Map;
      // `none` may be a member, too.
      const auto room = (program_.symbols.size() + 1) * (is_map ? 2 : 1);
      world += fmt::format("  struct {{\n    uint32_t count;\n    int64_t members[{}]; /* {} */\n  }} {};\n", room,
                           is_map ? "each a $symbol, then its number" : "each a $symbol", name);
      const auto& initial = program_.lists[what.initial == kUnset ? 0 : static_cast<std::size_t>(what.initial)];
      for (std::size_t i = 0; i < initial.size(); ++i) {
        new_world +=
            fmt::format("  out.{}.members[{}] = {};\n", name, i,
                        is_map && i % 2 == 1 ? literal(of(ValueKind::Int), initial[i]).text : symbol_name(initial[i]));
      }
      new_world += fmt::format("  out.{}.count = {};\n", name, initial.size());
      const auto load = fmt::format(
          "  if (world->{1}.count > {2} || !$are_symbols_(world->{1}.members, world->{1}.count, {3}, {4})) {{\n"
          "    return $fault_bad_input;\n  }}\n"
          "  {0} = $make_list_(r, world->{1}.members, world->{1}.count);\n"
          "  if ({0} == `UNSET) {{ return $fault_too_much_text; }}\n",
          is_used ? slot(state) : "", name, room, is_map ? 2 : 1, program_.symbols.size());
      const auto save = fmt::format(
          "  {{\n    const $list list = $list_(r, {0});\n    world->{1}.count = list.count;\n"
          "    if (list.count > 0) {{ memcpy(world->{1}.members, list.members, list.count * sizeof list.members[0]); "
          "}}\n"
          "  }}\n",
          is_used ? slot(state) : "", name);
      roll_texts_ = replaced(roll_texts_, fmt::format("  @{}@", state), is_used ? load : "");
      roll_texts_ = replaced(roll_texts_, fmt::format("  #{}#", state), is_used ? save : "");
      continue;
    }
    world += fmt::format("  {} {};\n", is_wide(state) ? "$number" : "int64_t", name);
    if (is_wide(state)) {
      new_world += fmt::format("  out.{0}.numerator = {1};\n  out.{0}.denominator = {2};\n", name,
                               literal(of(ValueKind::Int), what.initial).text,
                               literal(of(ValueKind::Int), what.initial_denominator).text);
    } else {
      new_world += fmt::format("  out.{} = {};\n", name, literal(what.type, what.initial).text);
    }
    roll_texts_ = replaced(roll_texts_, fmt::format("  @{}@", state), is_used ? loaded(state, name) : "");
    roll_texts_ = replaced(roll_texts_, fmt::format("  #{}#", state),
                           is_used ? fmt::format("  world->{} = {};\n", name, slot(state)) : "");
  }
  world += "} $world;\n\n" + new_world + "  return out;\n}\n\n";
  if (names_) { static_cast<void>(slot(program_.shown)); }
  std::string lcg_below = needs(Part::Lcg) ? "  if (s->is_lcg) { return n < 2 ? 0 : $lcg_next_(s) % n; }\n" : "";
  std::string lcg_start = needs(Part::Lcg) ? "  s->is_lcg = false;\n" : "";
  std::string out = opening() + symbols() + thing_struct() + inputs_struct();
  out +=
      "/* Numbers the rolls of a seed. */\ntypedef struct $stream {\n  uint64_t seed;\n  uint64_t index;\n} "
      "$stream;\n\n";
  out += world;
  out +=
      "/* What is rolled into. The caller gives the room: for all things that a roll makes, also those that it takes\n"
      " * back, and for lists and sets that it makes; if that is too little the roll fails. */\n"
      "typedef struct $out {\n  $thing *things;\n  uint32_t capacity;\n  int64_t *words; /* at most 2^24 */\n"
      "  uint32_t word_capacity;\n  uint32_t count; /* of things */\n  uint32_t words_used;\n"
      "  const char *fault_place; /* \"file:line:column\" */\n";
  if (needs(Part::Cache)) {
    out +=
        "  uint64_t *cache; /* NULL, or words that were 0 at first and stay with the rolls: they make picks faster */\n"
        "  uint32_t cache_words;\n";
  }
  out += "} $out;\n\n";
  out += working_structs();
  out += replaced(std::string(runtime::kStream), "`LCG_START", lcg_start);
  if (needs(Part::Lcg)) { out += runtime::kLcg; }
  out += replaced(std::string(needs(Part::Wide) ? runtime::kWide : runtime::kNoWide), "`LCG_BELOW", lcg_below);
  out += runtime::kSmall;
  out += runtime::kPlaces;
  if (needs(Part::Arithmetic)) { out += runtime::kArithmetic; }
  if (needs(Part::Floored)) { out += runtime::kFloored; }
  if (needs(Part::Numbers)) { out += runtime::kNumbers; }
  if (needs(Part::Lcg) && needs(Part::Numbers)) { out += runtime::kDeclaredChance; }
  if (needs(Part::Interpolate)) { out += runtime::kInterpolate; }
  if (needs(Part::Shares)) { out += runtime::kShares; }
  if (needs(Part::Shares) && needs(Part::Numbers)) { out += runtime::kNumberShares; }
  out += "\n";
  const auto tables = data_texts_;
  out += constants() + tables + "\n";
  if (needs(Part::Lists)) { out += runtime::kLists; }
  if (needs(Part::Texts)) {
    out += replaced(std::string(runtime::kTexts), "`TEXT_BYTES", fmt::format("{}", kMaxTextBytes));
  }
  if (needs(Part::TextKeys)) { out += runtime::kTextKeys; }
  if (needs(Part::NumberTexts)) { out += runtime::kNumberTexts; }
  if (needs(Part::Maps)) { out += runtime::kMaps; }
  if (needs(Part::MapTexts)) { out += runtime::kMapTexts; }
  if (needs(Part::Distinct)) { out += runtime::kDistinct; }
  if (needs(Part::Cache)) { out += runtime::kCache; }
  if (needs(Part::Names)) { out += runtime::kNames; }
  if (!streams_.empty()) {
    out +=
        "/* A stream of its own within a roll; it goes on where it was left. */\n"
        "static inline $source_ *$named_stream_($roll_ *r, int which, uint64_t name) {\n"
        "  if (!r->is_begun[which]) { $start_(&r->named[which], $key_(r->seed, name), r->index); }\n"
        "  r->is_begun[which] = true;\n  return &r->named[which];\n}\n\n";
  }
  if (needs(Part::WorldKeys)) {
    out +=
        "static inline int64_t $symbol_key_(int64_t symbol) {\n"
        "  return symbol == `UNSET ? symbol : (int64_t)$key_(0, $symbol_hashes_[symbol]);\n}\n"
        "/* The stream of a value that is drawn once in a world, for each of its arguments. */\n"
        "static inline void $enter_world_(const $roll_ *r, $source_ *own, uint64_t name, const int64_t *words, size_t "
        "count) {\n"
        "  uint64_t key = $key_(r->seed, name);\n  size_t i;\n"
        "  for (i = 0; i < count; ++i) { key = $mix_((key ^ (uint64_t)words[i]) + UINT64_C(0x9e3779b97f4a7c15)); }\n"
        "  $start_(own, $mix_((key ^ (uint64_t)count) + UINT64_C(0x9e3779b97f4a7c15)), r->world);\n}\n\n";
  }
  out += finish_function();
  out += function_texts_;
  if (has_names_) {
    out += name_function();
  } else {
    out += fmt::format("/* Names are left out: cannot compile {}", omitted_.names->what);
    const auto at = place(omitted_.names->place);
    out += fmt::format(", {} */\n\n", at.substr(1, at.size() - 2));
  }
  out += measure_functions();
  out += begin_function();
  out += collect_function();
  out += roll_texts_;
  return out + "#endif\n";
}

}  // namespace spoils::compile_c
