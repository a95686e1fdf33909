// compile_c/structs.cpp
//
// The types of a header: symbols, things, inputs, and the context of a roll; and the functions that fill and read them
// as a whole.
#include "compile_c/emitter.h"
#include "program/facts/call_graph.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

namespace {

std::string public_type(ValueType type) {
  switch (type.kind) {
    case ValueKind::Number: return "$number";
    case ValueKind::Symbol: return "$symbol";
    case ValueKind::Flag: return "int8_t";
    case ValueKind::Text: return "$text";
    case ValueKind::List:
    case ValueKind::Set:
    case ValueKind::Map: return "$list";
    default: return "int64_t";
  }
}

std::string meaning(ValueType type) {
  switch (type.kind) {
    case ValueKind::Flag: return "1, 0, or -1 if unset";
    case ValueKind::List:
    case ValueKind::Set: return to_text(type) + (type.element == ValueKind::Symbol ? ", each a $symbol" : "");
    case ValueKind::Map: return to_text(type) + ": each key, then its value";
    default: return to_text(type);
  }
}

}  // namespace

const std::vector<SlotId>& Emitter::thing_fields() {
  if (!fields_.empty()) { return fields_; }
  std::set<SlotId> all;
  for (const auto rule : rules_reached(program_, roots_, Follow::AllThings)) {
    all.insert(program_.rules[rule].fields.begin(), program_.rules[rule].fields.end());
  }
  for (const auto known : program_.fields) {
    const auto& what = program_.slots[known];
    if (!all.contains(known) || what.type.kind == ValueKind::Unknown || what.type.kind == ValueKind::Nothing) {
      continue;
    }
    if (what.kind != Slot::Kind::Field || known == program_.shown) { continue; }
    fields_.push_back(known);
    field_names_[known] = names_of_fields_.claim(what.name);
  }
  return fields_;
}

std::string Emitter::symbols() {
  std::string out = "/* The symbols of the pack. */\ntypedef enum $symbol {\n  `NONE = -1, /* unset */\n";
  for (std::uint32_t i = 0; i < program_.symbols.size(); ++i) {
    out += fmt::format("  {} = {}{}\n", symbol_names_[i], i, i + 1 < program_.symbols.size() ? "," : "");
  }
  out += "} $symbol;\n\n/* The rules, by which things are made. */\ntypedef enum $rule {\n";
  std::string rules;
  for (const auto rule : rules_reached(program_, roots_, Follow::AllThings)) {
    rules += fmt::format("{}  $rule_{} = {}", rules.empty() ? "" : ",\n", rule_names_[rule], rule);
  }
  return out + rules + "\n} $rule;\n\n";
}

std::string Emitter::thing_struct() {
  std::string out =
      "/* A thing. A field that was never set is `UNSET, and a symbol `NONE. Texts and lists stay valid until out\n"
      " * is rolled into again. */\n"
      "typedef struct $thing {\n  $rule made_by;\n  int32_t held_by; /* the index of the thing that holds it, or -1 "
      "*/\n";
  for (const auto field : thing_fields()) {
    const auto& what = program_.slots[field];
    out += fmt::format("  {} {}; /* {} */\n", public_type(what.type), field_names_[field], meaning(what.type));
  }
  for (const auto slot : hidden_members()) {
    out += fmt::format("  {} {};\n", public_type(program_.slots[slot].type), hidden_names_[slot]);
  }
  if (names_) { out += "  int64_t shown_;\n"; }
  out += "  int8_t is_given_;\n";
  if (holds_) { out += "  int32_t first_held_;\n  int32_t next_held_;\n  int32_t place_;\n"; }
  return out + "} $thing;\n\n";
}

std::string Emitter::inputs_struct() {
  std::string out = "/* The inputs of the pack. */\ntypedef struct $inputs {\n";
  std::string initial;
  Names names(options_.prefix);
  std::size_t count = 0;
  for (const auto input : program_.inputs) {
    const auto& what = program_.slots[input];
    if (lies_in_heap(what.type.kind) && what.type.kind != ValueKind::Text) { continue; }
    const auto name = names.claim(what.name);
    field_names_[input] = name;
    ++count;
    const auto range = what.has_bounds ? fmt::format(" /* {}..{} */", what.first, what.last) : "";
    out += fmt::format("  {} {};{}\n", public_type(what.type), name, range);
    if (what.type.kind == ValueKind::Number) {
      initial += fmt::format("  out.{0}.numerator = {1};\n  out.{0}.denominator = {2};\n", name,
                             literal(of(ValueKind::Int), what.initial).text,
                             literal(of(ValueKind::Int), what.initial_denominator).text);
    } else if (what.type.kind == ValueKind::Symbol) {
      initial += fmt::format("  out.{} = {};\n", name, what.initial == kUnset ? "`NONE" : symbol_name(what.initial));
    } else if (what.type.kind == ValueKind::Text) {
      const bool is_set = what.initial != kUnset;
      const auto text = is_set ? program_.texts[static_cast<std::size_t>(what.initial)] : std::string();
      if (text.size() > kMostInLiteral) { refuse(what.place, "a text of more than 4,000 bytes"); }
      initial += fmt::format("  out.{0}.bytes = {1};\n  out.{0}.length = {2};\n", name, is_set ? quoted(text) : "NULL",
                             text.size());
    } else if (what.type.kind == ValueKind::Flag && what.initial == kUnset) {
      initial += fmt::format("  out.{} = -1;\n", name);
    } else {
      initial += fmt::format("  out.{} = {};\n", name, literal(what.type, what.initial).text);
    }
  }
  if (count == 0) {
    out += "  int8_t none_;\n";
    initial = "  out.none_ = 0;\n";
  }
  return out + "} $inputs;\n\nstatic inline $inputs $default_inputs(void) {\n  $inputs out;\n" + initial +
         "  return out;\n}\n\n";
}

std::string Emitter::working_structs() {
  std::string values;
  std::string fields;
  std::string no_values;
  std::string no_fields;
  for (const auto& [id, name] : slots_) {
    const bool is_field = name.starts_with("r->f.");
    const bool wide = is_wide(id);
    (is_field ? fields : values) += fmt::format("  {} {};\n", wide ? "$number" : "int64_t", name.substr(5));
    auto& nothing = is_field ? no_fields : no_values;
    nothing += fmt::format("{}{}", nothing.empty() ? "" : ", ", wide ? "{`UNSET, `UNSET}" : "`UNSET");
  }
  if (values.empty()) {
    values = "  int64_t none_;\n";
    no_values = "0";
  }
  if (fields.empty()) {
    fields = "  int64_t none_;\n";
    no_fields = "0";
  }
  std::string out =
      "/* Below: not for users. */\n\n/* Inputs, state and the variables of rules. */\ntypedef struct $values_ {\n" +
      values + "} $values_;\n\n/* Fields of the thing that is made. */\ntypedef struct $fields_ {\n" + fields +
      "} $fields_;\n\n";
  out +=
      "/* A stream of random words. */\ntypedef struct $source_ {\n  uint64_t key;\n  uint64_t index;\n  uint64_t "
      "block;\n"
      "  uint32_t words[4];\n  uint32_t taken;\n";
  if (needs(Part::Lcg)) {
    out += "  bool is_lcg;\n  uint64_t multiplier;\n  uint64_t increment;\n  uint64_t mask;\n  uint64_t state;\n";
  }
  out +=
      "} $source_;\n\n/* A roll under way. */\ntypedef struct $roll_ {\n  $out *out;\n  $source_ *source;\n  $source_ "
      "own;\n";
  if (!streams_.empty()) { out += fmt::format("  $source_ named[{0}];\n  bool is_begun[{0}];\n", streams_.size()); }
  out += "  uint64_t seed;\n  uint64_t index;\n  uint64_t world;\n  $fault fault;\n  int32_t current;\n";
  if (names_) { out += "  int32_t depth;\n"; }
  if (counts_) { out += "  uint64_t steps;\n  uint64_t work;\n"; }
  out += "  $values_ v;\n  $fields_ f;\n} $roll_;\n\n";
  out += fmt::format("static const $values_ $no_values_ = {{{}}};\nstatic const $fields_ $no_fields_ = {{{}}};\n\n",
                     no_values, no_fields);
  out +=
      "/* What a rule goes on with. */\nenum { $next_, $discarded_, $failed_ };\n\n"
      "static inline int $fail_($roll_ *r, $fault fault, const char *place) {\n"
      "  r->fault = fault;\n  r->out->fault_place = place;\n  return $failed_;\n}\n";
  if (needs(Part::Numbers)) {
    out +=
        "static inline $number $fail_number_($roll_ *r, $fault fault, const char *place) {\n"
        "  $number out;\n  out.numerator = 0;\n  out.denominator = 1;\n  (void)$fail_(r, fault, place);\n  return "
        "out;\n}\n";
  }
  if (counts_) {
    out += fmt::format(
        "static inline bool $step_($roll_ *r) {{ return ++r->steps <= {}; }}\n"
        "static inline bool $spend_($roll_ *r, uint64_t amount) {{\n"
        "  if (amount > r->work) {{ return false; }}\n  r->work -= amount;\n  return true;\n}}\n",
        kMaxSteps);
  }
  if (names_) {
    out += fmt::format(
        "/* The outermost rule with a display names a thing; of equals the last. */\n"
        "static inline void $show_($roll_ *r, int64_t rule) {{\n"
        "  const int64_t depth = r->depth - 1;\n"
        "  if ({0} == `UNSET || depth <= {0} >> 32) {{ {0} = depth << 32 | rule; }}\n}}\n",
        slot(program_.shown));
  }
  return out + "\n";
}

std::string Emitter::finish_function() {
  std::string out =
      "static inline void $begin_thing_($roll_ *r, uint32_t row, $rule rule, int32_t holder) {\n"
      "  $thing *const thing = &r->out->things[row];\n"
      "  thing->made_by = rule;\n  thing->held_by = holder;\n  thing->is_given_ = 1;\n"
      "  r->current = (int32_t)row;\n  r->out->count = row + 1;\n}\n\n"
      "static inline void $finish_thing_($roll_ *r, uint32_t row, bool is_discarded, bool is_seen) {\n"
      "  $thing *const thing = &r->out->things[row];\n"
      "  thing->is_given_ = is_seen && !is_discarded;\n";
  auto members = thing_fields();
  const auto hidden = hidden_members();
  members.insert(members.end(), hidden.begin(), hidden.end());
  if (names_) { out += fmt::format("  thing->shown_ = {};\n", slot(program_.shown)); }
  for (const auto field : members) {
    const auto& what = program_.slots[field];
    const auto name = member_of_thing(field);
    if (!slots_.contains(field)) {
      // Nothing sets it.
      switch (what.type.kind) {
        case ValueKind::Number:
          out += fmt::format("  thing->{0}.numerator = `UNSET;\n  thing->{0}.denominator = 1;\n", name);
          break;
        case ValueKind::Symbol: out += fmt::format("  thing->{} = `NONE;\n", name); break;
        case ValueKind::Flag: out += fmt::format("  thing->{} = -1;\n", name); break;
        case ValueKind::Text: out += fmt::format("  thing->{0}.bytes = NULL;\n  thing->{0}.length = 0;\n", name); break;
        case ValueKind::List:
        case ValueKind::Set:
        case ValueKind::Map: out += fmt::format("  thing->{0}.members = NULL;\n  thing->{0}.count = 0;\n", name); break;
        default: out += fmt::format("  thing->{} = `UNSET;\n", name); break;
      }
      continue;
    }
    const auto from = slot(field);
    switch (what.type.kind) {
      case ValueKind::Symbol:
        out += fmt::format("  thing->{0} = {1} == `UNSET ? `NONE : ($symbol){1};\n", name, from);
        break;
      case ValueKind::Flag:
        out += fmt::format("  thing->{0} = (int8_t)({1} == `UNSET ? -1 : {1});\n", name, from);
        break;
      case ValueKind::Text: out += fmt::format("  thing->{} = $text_(r, {});\n", name, from); break;
      case ValueKind::List:
      case ValueKind::Set:
      case ValueKind::Map: out += fmt::format("  thing->{} = $list_(r, {});\n", name, from); break;
      default: out += fmt::format("  thing->{} = {};\n", name, from); break;
    }
  }
  if (!holds_) { return out + "}\n\n"; }
  return out +
         "  if (is_discarded) {\n    uint32_t i;\n    for (i = row + 1; i < r->out->count; ++i) {\n"
         "      const int32_t holder = r->out->things[i].held_by;\n"
         "      if (holder >= (int32_t)row && !r->out->things[holder].is_given_) { r->out->things[i].is_given_ = 0; }\n"
         "    }\n  }\n}\n\n";
}

std::string Emitter::refused(SlotId slot, const std::string& word) {
  const auto& what = program_.slots[slot];
  if (what.type.kind == ValueKind::Flag) { return fmt::format("{0} < 0 || {0} > 1", word); }
  if (what.has_bounds) {
    return fmt::format("{0} < {1} || {0} > {2}", word, literal(what.type, what.first).text,
                       literal(what.type, what.last).text);
  }
  std::string out;
  for (const auto choice : what.choices) {
    out += fmt::format("{}{} != {}", out.empty() ? "" : " && ", word, symbol_name(choice));
  }
  return out;
}

std::string Emitter::taken_number(SlotId number) {
  need(Part::Numbers);
  const auto name = slot(number);
  const bool may_be_unset = program_.slots[number].initial == kUnset;
  return fmt::format(
      "  if ({0}.numerator != `UNSET) {{\n    if ({0}.denominator < 1) {{ return $fault_bad_input; }}\n"
      "    {0} = $reduced_({0}.numerator, {0}.denominator);\n  }}{1}\n",
      name, may_be_unset ? "" : " else {\n    return $fault_bad_input;\n  }");
}

std::string Emitter::loaded(SlotId state, const std::string& name) {
  const auto& what = program_.slots[state];
  const auto word = slot(state);
  auto wrong = refused(state, word);
  if (is_wide(state)) {
    wrong = fmt::format("{}.denominator < 1", word);
  } else if (what.type.kind == ValueKind::Symbol && wrong.empty()) {
    wrong = fmt::format("{0} < 0 || {0} >= {1}", word, program_.symbols.size());
  }
  auto out = fmt::format("  {} = world->{};\n", word, name);
  if (wrong.empty()) { return out; }
  const auto is_set = what.has_bounds || is_wide(state) ? wrong : fmt::format("{} != `UNSET && ({})", word, wrong);
  return out + fmt::format("  if ({}) {{ return $fault_bad_input; }}\n", is_set);
}

std::string Emitter::begin_function() {
  std::string out =
      "static inline $fault $begin_($roll_ *r, uint64_t seed, uint64_t index, uint64_t world, uint64_t name,\n"
      "                             const $inputs *inputs, $out *out) {\n"
      "  r->out = out;\n  out->count = 0;\n  out->words_used = 0;\n  out->fault_place = \"\";\n"
      "  $start_(&r->own, $key_(seed, name), index);\n  r->source = &r->own;\n"
      "  r->seed = seed;\n  r->index = index;\n  r->world = world;\n  r->fault = $fault_ok;\n  r->current = -1;\n";
  if (!streams_.empty()) { out += "  memset(r->is_begun, 0, sizeof r->is_begun);\n"; }
  if (names_) { out += "  r->depth = 0;\n"; }
  if (counts_) { out += fmt::format("  r->steps = 0;\n  r->work = {};\n", kMaxWork); }
  out += "  r->v = $no_values_;\n  r->f = $no_fields_;\n";
  for (const auto input : program_.inputs) {
    if (!slots_.contains(input)) { continue; }
    const auto& what = program_.slots[input];
    const auto name = field_names_[input];
    if (what.type.kind == ValueKind::Symbol) {
      out += fmt::format("  {} = inputs->{} == `NONE ? `UNSET : (int64_t)inputs->{};\n", slot(input), name, name);
    } else if (what.type.kind == ValueKind::Text) {
      out += fmt::format("  {} = $copy_text_(r, inputs->{});\n", slot(input), name);
      out += fmt::format("  if (inputs->{}.bytes != NULL && {} == `UNSET) {{ return $fault_too_much_text; }}\n", name,
                         slot(input));
    } else if (what.type.kind == ValueKind::Flag) {
      out += fmt::format("  {0} = inputs->{1} < 0 ? `UNSET : inputs->{1};\n", slot(input), name);
    } else {
      out += fmt::format("  {} = inputs->{};\n", slot(input), name);
    }
    if (is_wide(input)) { out += taken_number(input); }
    // An input that is none at first may stay so.
    const bool may_be_unset = what.initial == program::kUnset;
    const auto wrong = refused(input, slot(input));
    const bool is_set = !may_be_unset && what.type.kind == ValueKind::Int && !what.has_bounds;
    const auto test = is_set                           ? slot(input) + " == `UNSET"
                      : !may_be_unset || wrong.empty() ? wrong
                                                       : fmt::format("{} != `UNSET && ({})", slot(input), wrong);
    if (!test.empty()) { out += fmt::format("  if ({}) {{ return $fault_bad_input; }}\n", test); }
  }
  for (const auto state : program_.states) {
    if (!slots_.contains(state)) { continue; }
    const auto& what = program_.slots[state];
    if (is_wide(state)) {
      out += fmt::format("  {0}.numerator = {1};\n  {0}.denominator = {2};\n", slot(state),
                         literal(of(ValueKind::Int), what.initial).text,
                         literal(of(ValueKind::Int), what.initial_denominator).text);
    } else {
      out += fmt::format("  {} = {};\n", slot(state), literal(what.type, what.initial).text);
    }
  }
  const bool reads_inputs = out.find("inputs->") != std::string::npos;
  return out + (reads_inputs ? "" : "  (void)inputs;\n") + "  return $fault_ok;\n}\n\n";
}

std::string Emitter::collect_function() {
  std::string out =
      "/* Puts the things in order, and drops those that set no field or were discarded. */\n"
      "static inline void $collect_($roll_ *r) {\n  $thing *const things = r->out->things;\n"
      "  const uint32_t all = r->out->count;\n  uint32_t given = 0;\n  uint32_t i;\n";
  if (!holds_) {
    return out +
           "  for (i = 0; i < all; ++i) {\n    if (things[i].is_given_ == 0) { continue; }\n"
           "    if (given != i) { things[given] = things[i]; }\n    ++given;\n  }\n  r->out->count = given;\n}\n\n";
  }
  return out +
         "  uint32_t rest;\n"
         "  /* Each thing is followed by those that it holds. */\n"
         "  for (i = 0; i < all; ++i) {\n    things[i].first_held_ = -1;\n    things[i].next_held_ = -1;\n  }\n"
         "  for (i = all; i-- > 0;) {\n    const int32_t holder = things[i].held_by;\n"
         "    if (holder < 0) { continue; }\n    things[i].next_held_ = things[holder].first_held_;\n"
         "    things[holder].first_held_ = (int32_t)i;\n  }\n"
         "  for (i = 0; i < all; ++i) {\n    int32_t at = (int32_t)i;\n    if (things[i].held_by >= 0) { continue; }\n"
         "    while (at >= 0) {\n      if (things[at].is_given_ != 0) { things[at].place_ = (int32_t)given++; }\n"
         "      if (things[at].first_held_ >= 0) {\n        at = things[at].first_held_;\n        continue;\n      }\n"
         "      while (at >= 0 && things[at].next_held_ < 0) { at = things[at].held_by; }\n"
         "      if (at >= 0) { at = things[at].next_held_; }\n    }\n  }\n"
         "  rest = given;\n"
         "  for (i = 0; i < all; ++i) {\n    if (things[i].is_given_ == 0) { things[i].place_ = (int32_t)rest++; }\n  "
         "}\n"
         "  for (i = 0; i < all; ++i) {\n    const int32_t holder = things[i].held_by;\n"
         "    things[i].first_held_ = holder < 0 || things[holder].is_given_ == 0 ? -1 : things[holder].place_;\n  }\n"
         "  for (i = 0; i < all; ++i) {\n    things[i].held_by = things[i].first_held_;\n"
         "    while (things[i].place_ != (int32_t)i) {\n      const int32_t to = things[i].place_;\n"
         "      const $thing other = things[to];\n      things[to] = things[i];\n"
         "      things[to].held_by = things[to].first_held_;\n      things[i] = other;\n    }\n"
         "    things[i].held_by = things[i].first_held_;\n  }\n"
         "  r->out->count = given;\n}\n\n";
}

}  // namespace spoils::compile_c
