// compile_c/emitter.cpp
//
// The text of functions: lines, temporaries, failures, names of slots. Statements that are emitted
// before an expression is used stay before it (see keep()).
#include "compile_c/emitter.h"

#include <algorithm>

#include "program/facts/call_graph.h"
#include "program/limits.h"

namespace spoils::compile_c {

using namespace program;

namespace {

constexpr char kPrefixMark = '$';
constexpr char kUpperMark = '`';
// Stand for the marks themselves within texts of the pack.
constexpr char kQuotedPrefixMark = '\1';
constexpr char kQuotedUpperMark = '\2';

std::string without_outer_parentheses(const std::string& text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') { return text; }
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') { return text; }
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < text.size()) { return text; }
  }
  return text.substr(1, text.size() - 2);
}

}  // namespace

std::string bare(const std::string& text) { return without_outer_parentheses(text); }

Emitter::Emitter(const Program& program, const text::Sources& sources, const Options& options, Omitted omitted)
    : program_(program),
      sources_(sources),
      options_(options),
      ranges_(program),
      has_names_(!omitted.names),
      omitted_(std::move(omitted)),
      parts_(static_cast<std::size_t>(Part::Count), false),
      names_of_members_(options.prefix),
      names_of_fields_(options.prefix) {
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    const auto& known = program.rules[rule];
    const bool is_wanted = options.rules.empty()
                               ? known.is_own && !known.is_block
                               : std::find(options.rules.begin(), options.rules.end(), rule) != options.rules.end();
    if (is_wanted) { roots_.push_back(rule); }
  }
  for (const auto rule : roots_) {
    // Also false for what is no number.
    const bool is_bounded = ranges_.cost_of(rule) <= static_cast<double>(std::min(kMaxSteps, kMaxWork)) / 4;
    counts_ = counts_ || !is_bounded;
  }
  for (const auto& measure : program.measures) {
    counts_ = counts_ || !(ranges_.cost_of_value(measure.value) <= static_cast<double>(kMaxWork) / 4);
  }
  for (const auto rule : rules_reached(program, roots_, Follow::AllThings)) {
    names_ = names_ || (has_names_ && !program.rules[rule].displays.empty());
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      holds_ = holds_ || s.kind == Statement::Kind::Hold;
      const bool declares = s.kind == Statement::Kind::WithStream && program.streams[s.a].kind == StreamUse::Kind::Lcg;
      if (declares) { need(Part::Lcg); }
    });
  }
}

void Emitter::line(std::string text) {
  body_->lines.push_back(std::string(static_cast<std::size_t>(2 * body_->indent), ' ') + std::move(text));
}

void Emitter::open(std::string text) {
  line(std::move(text));
  ++body_->indent;
}

void Emitter::close(std::string text) {
  --body_->indent;
  line(std::move(text));
}

std::string Emitter::hold(std::string_view type, const std::string& value) {
  auto name = temporary();
  line(fmt::format("const {} {} = {};", type, name, bare(value)));
  return name;
}

Code Emitter::settled(Code code, std::string_view type) {
  if (code.is_settled) { return code; }
  return {hold(type, code.text), true, false};
}

// Statements that were emitted after the mark may change what the code reads: its value is taken before them.
void Emitter::keep(Code& code, std::size_t mark, std::string_view type) {
  if (code.is_settled) { return; }
  if (!code.has_effect && mark == body_->lines.size()) { return; }
  auto name = temporary();
  const std::string blanks(static_cast<std::size_t>(2 * body_->indent), ' ');
  body_->lines.insert(body_->lines.begin() + static_cast<std::ptrdiff_t>(mark),
                      fmt::format("{}const {} {} = {};", blanks, type, name, bare(code.text)));
  code = {std::move(name), true, false};
}

std::string_view name_of_fault(Fault::Kind kind) {
  using Kind = Fault::Kind;
  switch (kind) {
    case Kind::None: return "ok";
    case Kind::Overflow: return "overflow";
    case Kind::DivisionByZero: return "division_by_zero";
    case Kind::NegativeWeight: return "negative_weight";
    case Kind::WeightsTooLarge: return "weights_too_large";
    case Kind::NothingToPick: return "nothing_to_pick";
    case Kind::TooFewToPick: return "too_few_to_pick";
    case Kind::EmptyRange: return "empty_range";
    case Kind::ImpossibleDice: return "impossible_dice";
    case Kind::StateOutOfRange: return "state_out_of_range";
    case Kind::StreamOutOfRange: return "stream_out_of_range";
    case Kind::TooManySteps: return "too_many_steps";
    case Kind::TooMuchWork: return "too_much_work";
    case Kind::TooManyThings: return "too_many_things";
    case Kind::TooMuchText: return "too_much_text";
    case Kind::UnexpectedDraw: return "unexpected_draw";
    case Kind::TooManyConstants: return "too_many_constants";
    case Kind::NoDistinctValue: return "no_distinct_value";
    case Kind::TooManyOutcomes: return "too_many_outcomes";
  }
  return "";
}

void Emitter::fail(Fault::Kind kind, Span at) {
  body_->can_fail = true;
  const bool is_number = body_->returns == Returns::Number;
  line(fmt::format("return {}(r, $fault_{}, {});", is_number ? "$fail_number_" : "$fail_", name_of_fault(kind),
                   place(at)));
  if (is_number) { need(Part::Numbers); }
}

void Emitter::fail_if(const std::string& condition, Fault::Kind kind, Span at) {
  open(fmt::format("if ({}) {{", bare(condition)));
  fail(kind, at);
  close();
}

// After a call that gives the handle of a new list or text, or `UNSET without room for it.
void Emitter::fail_if_unset(const std::string& result, Span at) {
  fail_if(fmt::format("{} == `UNSET", result), Fault::Kind::TooMuchText, at);
}

// Emits such a call and holds its result.
Code Emitter::made(const std::string& call, Span at) {
  const auto result = hold(kWord, call);
  fail_if_unset(result, at);
  return {result, true};
}

// After the call of a function that reports a fault in the context.
void Emitter::check_call(bool can_fail) {
  if (!can_fail) { return; }
  body_->can_fail = true;
  switch (body_->returns) {
    case Returns::Flow: line("if (r->fault != $fault_ok) { return $failed_; }"); break;
    case Returns::Number: line("if (r->fault != $fault_ok) { return $whole_(0); }"); break;
    case Returns::Word:
    case Returns::Row: line("if (r->fault != $fault_ok) { return -1; }"); break;
  }
}

void Emitter::spend(const std::string& amount, Span at) {
  if (counts_) { fail_if(fmt::format("!$spend_(r, {})", amount), Fault::Kind::TooMuchWork, at); }
}

const Emitter::Function& Emitter::function(const std::string& key, Returns returns, const std::string& signature,
                                           const std::string& name, const std::function<void()>& emit) {
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  Body body;
  body.returns = returns;
  auto* const outer = body_;
  body_ = &body;
  emit();
  body_ = outer;
  std::string text = fmt::format("static inline {} {{\n", signature);
  for (const auto& each : body.lines) { text += each + "\n"; }
  function_texts_ += text + "}\n\n";
  return functions_[key] = {name, body.can_fail};
}

std::string Emitter::function_name(std::string_view kind, std::string_view name) {
  return "$" + names_of_functions_.claim(fmt::format("{}_{}_", kind, name));
}

std::string_view Emitter::type_of(ValueType type) { return type.kind == ValueKind::Number ? "$number" : "int64_t"; }

// Whether it is a state that a world has room for: as many different symbols as there are, each with a number if it is
// a map.
bool Emitter::is_saved_set(SlotId slot) const {
  const auto& what = program_.slots[slot];
  const bool holds_symbols =
      (what.type.kind == ValueKind::Set || what.type.kind == ValueKind::Map) && what.type.element == ValueKind::Symbol;
  return what.kind == Slot::Kind::State && holds_symbols && program_.symbols.size() <= kMostSaved;
}

std::string Emitter::slot(SlotId slot) {
  const auto [known, is_new] = slots_.try_emplace(slot);
  if (is_new) {
    const auto& what = program_.slots[slot];
    const bool is_field = what.kind == Slot::Kind::Field || what.kind == Slot::Kind::Scratch;
    const auto wanted = slot == program_.shown ? std::string("shown_") : what.name;
    known->second = (is_field ? "r->f." : "r->v.") + names_of_members_.claim(wanted);
    if (what.type.kind == ValueKind::Number) { need(Part::Numbers); }
    const bool is_text_input = what.kind == Slot::Kind::Input && what.type.kind == ValueKind::Text;
    const bool outlives = (what.kind == Slot::Kind::State || what.kind == Slot::Kind::Input) && !is_text_input;
    if (is_text_input) { need_texts(); }
    if (is_saved_set(slot)) { need(Part::Lists); }
    if (outlives && lies_in_heap(what.type.kind) && !is_saved_set(slot)) {
      refuse(what.place, fmt::format("the {} `{}`, which holds {}", what.kind == Slot::Kind::State ? "state" : "input",
                                     what.name, to_text(what.type)));
    }
  }
  return known->second;
}

std::string Emitter::place(Span at) {
  if (at.end == 0 && at.begin == 0) { return "\"\""; }
  const auto& source = sources_[at.source];
  const auto found = source.locate(at.begin);
  auto name = source.name();
  if (const auto slash = name.rfind('/'); slash != std::string::npos) { name.erase(0, slash + 1); }
  return quoted(fmt::format("{}:{}:{}", name, found.line, found.column));
}

std::string Emitter::quoted(std::string_view text) const {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == kPrefixMark) {
      out += kQuotedPrefixMark;
    } else if (c == kUpperMark) {
      out += kQuotedUpperMark;
    } else if (c == '"' || c == '\\' || c == '?') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte >= 0x7F) {
      out += fmt::format("\\{:03o}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

// The line of the pack, so that what is emitted can be compared with it.
std::string Emitter::comment(Span at) const {
  if (at.end == 0 && at.begin == 0) { return ""; }
  const auto& source = sources_[at.source];
  const auto number = source.line_of(at.begin);
  auto text = std::string(source.line(number));
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  std::string out = fmt::format("/* {}  ", number);
  for (const char c : text) {
    const bool ends =
        (out.back() == '*' && c == '/') || (out.back() == '/' && c == '*') || (out.back() == '?' && c == '?');
    if (ends) { out += ' '; }
    const auto byte = static_cast<unsigned char>(c);
    out += c == kPrefixMark                           ? kQuotedPrefixMark
           : c == kUpperMark                          ? kQuotedUpperMark
           : c == '\\' || byte < 0x20 || byte >= 0x7F ? '.'
                                                      : c;
  }
  return out + " */";
}

// FNV-1a of the name of a stream, which docs/determinism.md defines; the compiled code mixes it with the seed.
std::uint64_t hash_of_name(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : text) { hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3; }
  return hash;
}

std::string Emitter::hash_of(std::string_view text) { return fmt::format("UINT64_C(0x{:016x})", hash_of_name(text)); }

void Emitter::refuse(Span at, std::string what) {
  if (!refusal_) { refusal_ = {at, std::move(what)}; }
}

std::string Emitter::finished(std::string text) const {
  std::string out;
  const auto capitals = upper(options_.prefix);
  for (const char c : text) {
    switch (c) {
      case kPrefixMark: out += options_.prefix + "_"; break;
      case kUpperMark: out += capitals + "_"; break;
      case kQuotedPrefixMark: out += kPrefixMark; break;
      case kQuotedUpperMark: out += kUpperMark; break;
      default: out += c;
    }
  }
  return out;
}

bool Emitter::omits(const Refusal& refusal, Omitted& omitted) const {
  if (refused_measure_) { omitted.measures[*refused_measure_] = refusal; }
  if (refuses_names_) { omitted.names = refusal; }
  return refused_measure_ || refuses_names_;
}

Compiled compile(const Program& program, const text::Sources& sources, const Options& options) {
  Omitted omitted;
  for (;;) {
    Emitter emitter(program, sources, options, omitted);
    auto out = emitter.run();
    if (!out.refusal || !emitter.omits(*out.refusal, omitted)) { return out; }
  }
}

}  // namespace spoils::compile_c
