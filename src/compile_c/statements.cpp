// compile_c/statements.cpp
//
// Statements of rules. A function of a rule returns a flow: $next_, $discarded_ or $failed_. `stop` is a return, so a
// block that must put something back (`with`) does so before each return out of it.
#include <algorithm>

#include "compile_c/emitter.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

/// Words of memory that are copied in the time of one list member, as in rolls.
static constexpr std::size_t kWordsAtOnce = 8;

void Emitter::step(Span at) {
  if (counts_) { fail_if("!$step_(r)", Fault::Kind::TooManySteps, at); }
}

void Emitter::leave(const std::string& flow) {
  for (auto cleanup = body_->cleanups.rbegin(); cleanup != body_->cleanups.rend(); ++cleanup) { line(*cleanup); }
  line(fmt::format("return {};", flow));
}

void Emitter::block(BlockId block) {
  for (const auto number : statements_of(program_, block)) {
    if (refusal_) { return; }
    statement(number);
  }
}

void Emitter::assign(const Statement& s, std::uint32_t number) {
  store(s.a, s.b);
  const auto& known = program_.slots[s.a];
  if (known.kind != Slot::Kind::State || !known.is_limited()) { return; }
  const auto name = slot(s.a);
  const auto at = program_.statement_places[number];
  if (known.has_bounds) {
    const auto range = ranges_.of(s.b);
    const bool fits = node(s.b).type.kind == ValueKind::Int && !node(s.b).may_be_unset && range.first >= known.first &&
                      range.last <= known.last;
    if (fits) { return; }
    fail_if(fmt::format("({0} < {1} || {0} > {2})", name, literal(known.type, known.first).text,
                        literal(known.type, known.last).text),
            Fault::Kind::StateOutOfRange, at);
    return;
  }
  std::string condition = fmt::format("({} != `UNSET", name);
  for (const auto choice : known.choices) {
    condition += fmt::format(" && {} != {}", name, literal(known.type, choice).text);
  }
  fail_if(condition + ")", Fault::Kind::StateOutOfRange, at);
}

void Emitter::statement(std::uint32_t number) {
  using Kind = Statement::Kind;
  const auto& s = program_.statements[number];
  const auto at = program_.statement_places[number];
  if (const auto text = comment(at); !text.empty()) { line(text); }
  step(at);
  switch (s.kind) {
    case Kind::Assign: assign(s, number); return;
    case Kind::If: {
      const auto test = condition(s.a);
      open(fmt::format("if ({}) {{", bare(test.text)));
      block(s.b);
      if (s.c != kNone) {
        close("} else {");
        ++body_->indent;
        block(s.c);
      }
      close();
      return;
    }
    case Kind::Repeat:
    case Kind::ForEach:
    case Kind::ForRange: loops(s, number); return;
    case Kind::Retry: retry(s, number); return;
    case Kind::Try: attempt(s, number); return;
    case Kind::Run: {
      const auto values = arguments(s.a, s);
      for (std::size_t i = 0; i < values.size(); ++i) { store(program_.rules[s.a].parameters[i].slot, values[i]); }
      run_rule(s.a);
      return;
    }
    case Kind::RunNamed: run_named(s); return;
    case Kind::Drop:
    case Kind::Hold: make_thing(s, number); return;
    case Kind::WithInput: with_input(s); return;
    case Kind::WithStream: with_stream(s, number); return;
    case Kind::World: world_rule(s); return;
    case Kind::Suppose: suppose(s, number); return;
    case Kind::Stop: leave("$next_"); return;
    case Kind::Discard: leave("$discarded_"); return;
  }
}

// All are evaluated before the first is stored.
std::vector<Code> Emitter::arguments(RuleId rule, const Statement& s) {
  std::vector<Code> values;
  std::vector<std::size_t> marks;
  const auto& parameters = program_.rules[rule].parameters;
  for (std::uint32_t i = 0; i < s.c; ++i) {
    values.push_back(settled(value(parameters[i].slot, program_.operands[s.b + i]),
                             type_of(program_.slots[parameters[i].slot].type)));
  }
  return values;
}

void Emitter::run_rule(RuleId rule) {
  const auto called = rule_function(rule);
  std::string call = fmt::format("{}(r)", called.name);
  if (names_) {
    line(fmt::format("++r->depth; flow = {}; --r->depth;", call));
  } else {
    line(fmt::format("flow = {};", call));
  }
  body_->has_flow = true;
  body_->can_fail = true;
  open("if (flow != $next_) {");
  leave("flow");
  close();
}

void Emitter::run_named(const Statement& s) {
  const auto named = settled(word(s.a), "int64_t");
  open(fmt::format("switch ({}) {{", named.text));
  for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
    open(fmt::format("case {}: {{", literal(of(ValueKind::Symbol), symbol).text));
    for (const auto& parameter : program_.rules[rule].parameters) {
      if (parameter.initial != kNone) { store(parameter.slot, parameter.initial); }
    }
    run_rule(rule);
    line("break;");
    close();
  }
  line("default: break;");
  close();
}

void Emitter::loops(const Statement& s, std::uint32_t number) {
  const auto at = program_.statement_places[number];
  switch (s.kind) {
    case Statement::Kind::Repeat: {
      const auto count = settled(operand(s.a), "int64_t");
      const auto i = temporary();
      open(fmt::format("for (int64_t {0} = 0; {0} < {1}; ++{0}) {{", i, count.text));
      step(at);
      if (s.b != kNone) {
        const auto goes_on = condition(s.b);
        line(fmt::format("if (!{}) {{ break; }}", goes_on.text));
      }
      block(s.c);
      close();
      return;
    }
    case Statement::Kind::ForEach: {
      need(Part::Lists);
      const auto members = hold("$list", fmt::format("$list_(r, {})", word(s.b).text));
      const auto i = temporary();
      open(fmt::format("for (uint32_t {0} = 0; {0} < {1}.count; ++{0}) {{", i, members));
      line(fmt::format("{} = {}.members[{}];", slot(s.a), members, i));
      break;
    }
    default: {
      auto first = operand(s.b);
      const auto here = mark();
      const auto last = settled(operand(s.value), "int64_t");
      keep(first, here, "int64_t");
      first = settled(first, "int64_t");
      const auto i = temporary();
      // The last may be the greatest integer there is.
      const bool can_end = ranges_.of(s.value).last < std::numeric_limits<Word>::max();
      open(fmt::format("for (int64_t {0} = {1}; {0} <= {2}; ++{0}) {{", i, first.text, last.text));
      line(fmt::format("{} = {};", slot(s.a), i));
      step(at);
      block(s.c);
      if (!can_end) { line(fmt::format("if ({} == {}) {{ break; }}", i, last.text)); }
      close();
      return;
    }
  }
  step(at);
  block(s.c);
  close();
}

void Emitter::retry(const Statement& s, std::uint32_t number) {
  const auto at = program_.statement_places[number];
  std::optional<Code> limit;
  if (s.a != kNone) { limit = settled(operand(s.a), "int64_t"); }
  const auto tries = temporary();
  open("{");
  line("const $values_ values = r->v;");
  line("const $fields_ fields = r->f;");
  line("const uint32_t count = r->out->count;");
  open(fmt::format("for (int64_t {0} = 1;; ++{0}) {{", tries));
  step(at);
  spend(fmt::format("{}", (program_.slots.size() + 1) / 8), place_of(s.b));
  block(s.c);
  if (limit) { line(fmt::format("if ({} >= {}) {{ break; }}", tries, limit->text)); }
  const auto again = condition(s.b);
  line(fmt::format("if (!{}) {{ break; }}", again.text));
  line("r->v = values;");
  line("r->f = fields;");
  line("r->out->count = count;");
  close();
  close();
}

void Emitter::attempt(const Statement& s, std::uint32_t number) {
  static_cast<void>(number);
  open("{");
  line("const $values_ values = r->v;");
  line("const $fields_ fields = r->f;");
  line("const uint32_t count = r->out->count;");
  spend(fmt::format("{}", (program_.slots.size() + 1) / 8), place_of(s.b));
  block(s.c);
  const auto fails = condition(s.b);
  open(fmt::format("if ({}) {{", bare(fails.text)));
  line("r->v = values;");
  line("r->f = fields;");
  line("r->out->count = count;");
  if (s.a != kNone) { block(s.a); }
  close();
  close();
}

// As a `try` that is always undone, but for one slot. The block is a function, since `discard` in it ends it alone.
void Emitter::suppose(const Statement& s, std::uint32_t number) {
  const auto at = program_.statement_places[number];
  const auto name = function_name("value", "after");
  const auto block_of_rule = function(fmt::format("suppose {}", number), Returns::Flow,
                                      fmt::format("int {}($roll_ *r)", name), name, [&] { flow_function(s.c); });
  open("{");
  line("const $values_ values = r->v;");
  line("const $fields_ fields = r->f;");
  line("const uint32_t count = r->out->count;");
  step(at);
  spend(fmt::format("{}", (program_.slots.size() + 1) / kWordsAtOnce), place_of(s.b));
  if (s.value == 1) { line("r->f = $no_fields_;"); }
  line(fmt::format("flow = {}(r);", block_of_rule.name));
  body_->has_flow = true;
  line("if (flow == $failed_) { return flow; }");
  body_->can_fail = true;
  const auto set = slot(s.a);
  const auto kept = hold(type_of(program_.slots[s.a].type), set);
  line("r->v = values;");
  line("r->f = fields;");
  line("r->out->count = count;");
  line(fmt::format("{} = {};", set, kept));
  line(fmt::format("if (flow == $discarded_) {{ {}{} = `UNSET; }}", set, is_wide(s.a) ? ".numerator" : ""));
  close();
}

void Emitter::make_thing(const Statement& s, std::uint32_t number) {
  static_cast<void>(number);
  const auto& parameters = program_.rules[s.a].parameters;
  const auto values = arguments(s.a, s);
  const auto made = maker(s.a);
  open("{");
  line("const $fields_ fields = r->f;");
  line("r->f = $no_fields_;");
  for (std::size_t i = 0; i < values.size(); ++i) { store(parameters[i].slot, values[i]); }
  const bool holds = s.kind == Statement::Kind::Hold;
  line(fmt::format("flow = {}(r, {});", made.name, holds ? "r->current" : "-1"));
  body_->has_flow = true;
  line("if (flow != $next_) { return flow; }");
  body_->can_fail = true;
  line("r->f = fields;");
  close();
}

// A world rule begins without fields and draws from a stream of its own; fields that it leaves unset are afterwards
// what they were. Its block is a function, in which `stop` is a return.
void Emitter::world_rule(const Statement& s) {
  const auto& rule = program_.rules[s.a];
  const auto fields = fields_of_world_rule(program_, s.a);
  std::vector<SlotId> parameters;
  for (const auto& parameter : rule.parameters) { parameters.push_back(parameter.slot); }
  if (fields.size() >= kWordsAtOnce) { spend(fmt::format("{}", fields.size() / kWordsAtOnce), rule.place); }
  const auto name = function_name("settle", rule.name);
  const auto block_of_rule = function(fmt::format("settle {}", s.a), Returns::Flow,
                                      fmt::format("int {}($roll_ *r)", name), name, [&] { flow_function(s.c); });
  open("{");
  if (!fields.empty()) { line("const $fields_ before = r->f;"); }
  enter_world(static_cast<std::uint32_t>(program_.defs.size()) + s.a, parameters, rule.place);
  std::vector<std::string> back;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto field = slot(fields[i]);
    const auto member = field.substr(std::string_view("r->f.").size());
    line(fmt::format("{} = $no_fields_.{};", field, member));
    const bool wide = is_wide(fields[i]);
    i += wide ? 1 : 0;
    back.push_back(
        fmt::format("if ({0}{1} == `UNSET) {{ {0} = before.{2}; }}", field, wide ? ".numerator" : "", member));
  }
  line(fmt::format("flow = {}(r);", block_of_rule.name));
  body_->has_flow = true;
  line("r->source = outer;");
  for (const auto& each : back) { line(each); }
  line("if (flow != $next_) { return flow; }");
  body_->can_fail = true;
  close();
}

namespace {

/// Whether a line of code reads the roll `r`; the lines of the pack are comments.
bool reads_roll(const std::string& line) {
  if (line.find_first_not_of(' ') == line.find("/*")) { return false; }
  return line.find("r->") != std::string::npos || line.find("(r)") != std::string::npos ||
         line.find("(r,") != std::string::npos;
}

}  // namespace

// The body of a function that returns a flow.
void Emitter::flow_function(BlockId body) {
  const auto at = mark();
  block(body);
  auto& lines = body_->lines;
  if (std::none_of(lines.begin(), lines.end(), reads_roll)) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), "  (void)r;");
  }
  if (body_->has_flow) { lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), "  int flow;"); }
  line("return $next_;");
}

void Emitter::with_input(const Statement& s) {
  const auto type = type_of(program_.slots[s.a].type);
  const auto before = hold(type, slot(s.a));
  store(s.a, s.b);
  const auto back = fmt::format("{} = {};", slot(s.a), before);
  body_->cleanups.push_back(back);
  block(s.c);
  body_->cleanups.pop_back();
  line(back);
}

void Emitter::with_stream(const Statement& s, std::uint32_t number) {
  const auto& use = program_.streams[s.a];
  const auto at = program_.statement_places[number];
  const auto before = hold("$source_*", "r->source");
  auto& last = body_->lines.back();
  last.replace(last.find("const $source_*"), 15, "$source_ *const");
  const auto back = fmt::format("r->source = {};", before);
  if (use.kind == StreamUse::Kind::Named) {
    const auto key = "stream/" + program_.texts[use.name];
    const auto index = streams_.try_emplace(key, streams_.size()).first->second;
    line(fmt::format("r->source = $named_stream_(r, {}, {});", index, hash_of(key)));
  } else {
    need(Part::Lcg);
    const auto bits = settled(operand(use.bits), "int64_t");
    const auto multiplier = settled(operand(use.multiplier), "int64_t");
    const auto increment = settled(operand(use.increment), "int64_t");
    const auto seed = settled(operand(use.seed), "int64_t");
    const auto skip = use.skip == kNone ? Code{"0", true, false} : settled(operand(use.skip), "int64_t");
    fail_if(fmt::format("({0} < 1 || {0} > 63 || {1} < 0 || {1} > {2})", bits.text, skip.text, kMaxSkip),
            Fault::Kind::StreamOutOfRange, at);
    if (use.skip != kNone) { spend(fmt::format("(uint64_t){}", skip.text), place_of(use.skip)); }
    const auto source = temporary();
    line(fmt::format("$source_ {};", source));
    line(fmt::format("$declare_(&{}, {}, {}, {}, {}, {});", source, bits.text, multiplier.text, increment.text,
                     seed.text, skip.text));
    line(fmt::format("r->source = &{};", source));
  }
  body_->cleanups.push_back(back);
  block(s.b);
  body_->cleanups.pop_back();
  line(back);
}

const Emitter::Function& Emitter::rule_function(RuleId rule) {
  const auto key = fmt::format("rule {}", rule);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto& known = program_.rules[rule];
  const auto name = function_name("run", known.name);
  return function(key, Returns::Flow, fmt::format("int {}($roll_ *r)", name), name, [&] {
    if (names_ && !known.displays.empty()) { line(fmt::format("$show_(r, $rule_{});", names_of_rule(rule))); }
    flow_function(known.body);
  });
}

const Emitter::Function& Emitter::maker(RuleId rule) {
  const auto key = fmt::format("make {}", rule);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto& known = program_.rules[rule];
  const auto run = rule_function(rule);
  const auto name = function_name("make", known.name);
  return function(key, Returns::Flow, fmt::format("int {}($roll_ *r, int32_t holder)", name), name, [&] {
    line("const int32_t outer = r->current;");
    if (names_) { line("const int32_t depth = r->depth;"); }
    line("const uint32_t row = r->out->count;");
    line("int flow;");
    std::string full = "row >= r->out->capacity";
    if (counts_) { full += fmt::format(" || row >= {}", kMaxThings); }
    fail_if(full, Fault::Kind::TooManyThings, known.place);
    line(fmt::format("$begin_thing_(r, row, $rule_{}, holder);", names_of_rule(rule)));
    if (names_) { line("r->depth = 1;"); }
    line(fmt::format("flow = {}(r);", run.name));
    line("if (flow == $failed_) { return flow; }");
    std::string visible;
    for (const auto each : known.fields) {
      const auto& what = program_.slots[each];
      const bool is_visible =
          what.kind == Slot::Kind::Field && what.type.kind != ValueKind::Unknown && each != program_.shown;
      if (!is_visible) { continue; }
      visible += visible.empty() ? "" : " || ";
      visible += slot(each) + (is_wide(each) ? ".numerator" : "") + " != `UNSET";
    }
    line(fmt::format("$finish_thing_(r, row, flow == $discarded_, {});", visible.empty() ? "false" : visible));
    line("r->current = outer;");
    if (names_) { line("r->depth = depth;"); }
    line("return $next_;");
  });
}

}  // namespace spoils::compile_c
