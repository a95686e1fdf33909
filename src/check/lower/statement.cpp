// check/lower/statement.cpp
//
// Lowers statements. A `match` becomes a chain of ifs over a slot that holds the value (desugaring); `+=` becomes an
// assignment.
#include <fmt/format.h>

#include <array>

#include "check/lower/lowering.h"

namespace spoils::check {

using program::kNone;
using text::Code;
using Made = program::Statement::Kind;

namespace {

program::Statement make(Made kind, std::uint32_t a = kNone, std::uint32_t b = kNone, std::uint32_t c = kNone,
                        std::uint32_t value = kNone) {
  program::Statement out;
  out.kind = kind;
  out.a = a;
  out.b = b;
  out.c = c;
  out.value = value;
  return out;
}

}  // namespace

std::uint32_t Lowering::add(program::Statement statement, Span place) {
  out_.statements.push_back(statement);
  out_.statement_places.push_back(place);
  return static_cast<std::uint32_t>(out_.statements.size() - 1);
}

program::BlockId Lowering::add_block(const std::vector<std::uint32_t>& statements) {
  program::BlockRange range;
  range.first = static_cast<std::uint32_t>(out_.block_items.size());
  range.count = static_cast<std::uint32_t>(statements.size());
  out_.block_items.insert(out_.block_items.end(), statements.begin(), statements.end());
  out_.blocks.push_back(range);
  return static_cast<program::BlockId>(out_.blocks.size() - 1);
}

// The body of a world rule is one statement.
void Lowering::settle_rule(program::RuleId rule, Span place) {
  auto& body = out_.rules[rule].body;
  body = add_block({add(make(Made::World, rule, kNone, body), place)});
}

program::BlockId Lowering::block(const lang::Block& tree) {
  const auto outer = locals_.size();
  std::vector<std::uint32_t> statements;
  for (const auto& s : tree.statements) { statement(s, statements); }
  locals_.resize(outer);
  return add_block(statements);
}

void Lowering::statement(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  if (def_block_ != nullptr && !may_stand_in_def(s)) { return; }
  switch (s.kind) {
    case lang::Statement::Kind::Assign: assign(s, out); return;
    case lang::Statement::Kind::Let: {
      // A let of a pick from a collection at a level stores the row that admitted it.
      const auto known = types_.of(&s).type.kind;
      const bool takes_row = known == ValueKind::Unknown || known == ValueKind::Row;
      const auto value = s.supposes != lang::Statement::Supposes::Nothing ? supposed(s, out)
                         : takes_row                                      ? row_value(s.expressions[0])
                                                                          : expression(s.expressions[0]);
      check_local(s.text, s.name_span, true);
      types_.learn(&s, value.type, s.expressions[0].span);
      const auto slot = add_local(s.text, types_.of(&s).type, s.name_span);
      locals_.push_back({s.text, slot, std::nullopt, &s, false});
      out.push_back(add(make(Made::Assign, slot, value.id), s.span));
      return;
    }
    case lang::Statement::Kind::If: {
      const auto test = condition(s.expressions[0]);
      const auto yes = block(s.blocks[0]);
      const auto no = s.blocks.size() > 1 ? block(s.blocks[1]) : kNone;
      out.push_back(add(make(Made::If, test.id, yes, no), s.span));
      return;
    }
    case lang::Statement::Kind::Match: match(s, out); return;
    case lang::Statement::Kind::Repeat: {
      const auto count = integer(s.expressions[0], "repeat");
      const bool bounded = s.expressions[1].kind != lang::Expression::Kind::Missing;
      const auto test = bounded ? condition(s.expressions[1]).id : kNone;
      out.push_back(add(make(Made::Repeat, count.id, test, block(s.blocks[0])), s.span));
      return;
    }
    case lang::Statement::Kind::For: for_loop(s, out); return;
    case lang::Statement::Kind::Retry: {
      const bool limited = s.expressions[0].kind != lang::Expression::Kind::Missing;
      const auto limit = limited ? integer(s.expressions[0], "retry").id : kNone;
      // The condition sees what the block has set, but not its lets.
      const auto body = block(s.blocks[0]);
      const auto again = condition(s.expressions[1]);
      out.push_back(add(make(Made::Retry, limit, again.id, body), s.span));
      return;
    }
    case lang::Statement::Kind::Try: {
      // As in `retry`, the condition sees what the block has set, but not its lets.
      const auto body = block(s.blocks[0]);
      const auto kept = condition(s.expressions[0]);
      const auto fails = node(Op::Not, of(ValueKind::Flag), s.expressions[0].span, kept.id);
      const auto rest = s.blocks.size() > 1 ? block(s.blocks[1]) : kNone;
      out.push_back(add(make(Made::Try, rest, fails.id, body), s.span));
      return;
    }
    case lang::Statement::Kind::Call:
    case lang::Statement::Kind::Drop:
    case lang::Statement::Kind::Hold:
      if (s.op == "do") {
        run_named(s, out);
      } else {
        run_rule(s, out);
      }
      return;
    case lang::Statement::Kind::Do: run_named(s, out); return;
    case lang::Statement::Kind::Give: give(s, out); return;
    case lang::Statement::Kind::Stop: out.push_back(add(make(Made::Stop), s.span)); return;
    case lang::Statement::Kind::Discard: out.push_back(add(make(Made::Discard), s.span)); return;
    case lang::Statement::Kind::WithInput: {
      const auto value = expression(s.expressions[0]);
      const auto found = variable(s.text, s.name_span);
      if (!found || out_.slots[*found].kind != program::Slot::Kind::Input) {
        if (first_time(Code::UnknownInput, s.name_span, s.text)) {
          suggest_input(report_.add(Code::UnknownInput, s.name_span, s.text), s.name_span, s.text);
        }
        static_cast<void>(block(s.blocks[0]));
        return;
      }
      const auto& input = out_.slots[*found];
      if (!fits(value.type, input.type)) {
        const auto given = found_for(input.type, value.type);
        auto finding = report_.add_once(fmt::format("{} {}", s.text, given), Code::FieldType, s.expressions[0].span,
                                        fmt::format("`{}`", s.text), to_text(input.type), given);
        finding.label(input.place, "declared here");
        help_to_round(finding, s.expressions[0].span, input.type, value.type);
        if (input.type.kind == ValueKind::Flag) { help_to_flag(finding, s.expressions[0].span); }
      } else {
        check_range(*found, s.expressions[0], value);
      }
      const auto slot = *found;
      if (out_.expressions[value.id].may_be_unset) { types_.learn_unset(s.text); }
      out.push_back(add(make(Made::WithInput, slot, value.id, block(s.blocks[0])), s.span));
      return;
    }
    case lang::Statement::Kind::WithStream: with_stream(s, out); return;
    case lang::Statement::Kind::Apply: apply(s, out); return;
  }
}

void Lowering::assign(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  if (is_full_) { return; }  // its field may have no slot
  const auto cannot = [&](std::string_view what, std::string_view help) {
    report_.add(Code::CannotAssign, s.name_span, s.text, what).help(std::string(help));
    static_cast<void>(expression(s.expressions[0]));
  };
  Lowered target;
  program::SlotId slot = 0;
  bool is_field = false;
  if (const auto* found = local(s.text)) {
    if (found->table) { return cannot("a row of a table", "keep what you need of it in a `let`"); }
    slot = found->slot;
  } else if (const auto known = variable(s.text, s.name_span); known && !means_def(s.text, s.name_span)) {
    slot = *known;
    const auto kind = out_.slots[slot].kind;
    if (kind == program::Slot::Kind::Input) {
      return cannot("an input", fmt::format("`with {} = ... {{ }}` gives it another value for a block", s.text));
    }
    is_field = true;
  } else {
    if (scope_.def(s.text, s.name_span) != nullptr) { return cannot("a def", "give the field another name"); }
    if (measure(s.text, s.name_span) != nullptr) { return cannot("a measure", "give the field another name"); }
    if (names_.variables.count(s.text) != 0 || names_.measures.count(s.text) != 0) { return; }  // see declare_field
    report_.add(Code::CannotAssign, s.name_span, s.text, "unknown");
    return;
  }
  target = node(Op::Slot, out_.slots[slot].type, s.name_span, slot);
  const bool takes_row = !is_field && s.op == "=" && target.type.kind == ValueKind::Row;
  const bool sets_entry = s.sets_entry();
  auto value = sets_entry                                         ? changed_entry(target, s)
               : s.supposes != lang::Statement::Supposes::Nothing ? supposed(s, out)
               : takes_row                                        ? row_value(s.expressions[0])
                                                                  : expression(s.expressions[0]);
  if (!sets_entry) { value = or_record(s.expressions[0], value, target.type); }
  if (is_field && (value.type.element == ValueKind::Row || value.type.kind == ValueKind::Row)) {
    report_.add(Code::CannotHold, s.expressions[0].span, fmt::format("`{}`", s.text), "rows of a record");
    value = poison(s.span);
  }
  if (s.op != "=" && !sets_entry) { value = changed(target, s, value); }
  const auto place = s.expressions[0].span;
  if (is_field) { types_.learn_field(s.text, value.type, place); }
  const auto& type = out_.slots[slot].type;
  if (!is_field) {
    // A let or parameter learns from what it is set to, too.
    if (const auto* key = local(s.text)->key) { types_.learn(key, value.type, place); }
  }
  if (!fits(value.type, type)) {
    const auto* key = is_field ? nullptr : local(s.text)->key;
    const auto known = is_field ? types_.of_field(s.text) : key != nullptr ? types_.of(key) : Types::Inferred{};
    const auto found = found_for(type, value.type);
    const auto cause = fmt::format("{} {} {} {}", s.text, found, known.first.source, known.first.begin);
    auto finding = report_.add_once(cause, Code::FieldType, place, fmt::format("`{}`", s.text), to_text(type), found);
    if (known.first != Span{} && known.first != place) {
      finding.label(known.first, known.fixed ? "as declared" : "as here");
    }
    if (s.op == "=") { help_to_round(finding, place, type, value.type); }
    if (type.kind == ValueKind::Flag) { help_to_flag(finding, place); }
    if (type.kind == ValueKind::List && value.type.kind == ValueKind::Set && s.op == "=") {
      finding.help(Edit{place, "shuffle " + std::string(report_.sources().text(place))}, "for a list in random order");
    }
    if (type.kind == ValueKind::Text && is_word(s.expressions[0])) {
      finding.help(Edit{place, "\"" + s.expressions[0].text + "\""}, "for a text");
    }
    if (const auto word = word_in_quotes(s.expressions[0]); type.kind == ValueKind::Symbol && !word.empty()) {
      finding.help(Edit{place, word}, "for the word");
    }
    if (value.type.kind == ValueKind::Flag && !known.fixed) { help_to_flag(finding, known.first); }
  } else if (s.op == "=" && !sets_entry) {
    check_range(slot, s.expressions[0], value);
  }
  out.push_back(add(make(Made::Assign, slot, value.id), s.span));
}

// The new value of the target of `target += value` or `-=`.
Lowered Lowering::changed(Lowered target, const lang::Statement& s, Lowered value) {
  const bool adds = s.op == "+=";
  const auto& place = s.expressions[0].span;
  if (target.type.kind == ValueKind::Text && adds) {
    std::vector<program::TextPart> parts(2);
    for (auto& part : parts) { part.kind = program::TextPart::Kind::Value; }
    parts[0].expression = target.id;
    parts[1].expression = value.id;
    const auto first = static_cast<std::uint32_t>(out_.parts.size());
    out_.parts.insert(out_.parts.end(), parts.begin(), parts.end());
    return node(Op::Compose, of(ValueKind::Text), s.span, first, 2);
  }
  const bool is_map = target.type.kind == ValueKind::Map || value.type.kind == ValueKind::Map;
  if (is_map) { return changed_map(target, s, value); }
  if (target.type.kind == ValueKind::List || target.type.kind == ValueKind::Set) {
    if (value.type.kind == ValueKind::List || value.type.kind == ValueKind::Set) {
      bool clash = false;
      const auto element =
          join({target.type.element, ValueKind::Unknown}, {value.type.element, ValueKind::Unknown}, clash);
      if (clash || !adds) {
        report_.add(Code::OperandType, place, fmt::format("`{}`", s.op), "one member", to_text(value.type));
      }
      return node(Op::Join, {target.type.kind, element.kind}, s.span, target.id, value.id);
    }
    if (value.type.kind == ValueKind::Unknown) { return target; }
    bool clash = false;
    const auto element = join({target.type.element, ValueKind::Unknown}, value.type, clash);
    if (clash) {
      report_.add(Code::OperandType, place, fmt::format("`{}`", s.op), to_text(of(target.type.element)),
                  to_text(value.type));
      return target;
    }
    const auto op = !adds ? Op::Remove : target.type.kind == ValueKind::List ? Op::Append : Op::Insert;
    return node(op, {target.type.kind, element.kind}, s.span, target.id, value.id);
  }
  // A declaration or another assignment decides whether a symbol goes into a list or a set.
  const bool appends = adds && value.type.kind == ValueKind::Text;
  if (is_open(target.type) && !is_number(value.type)) {
    note_open();
    if (appends) { return {target.id, value.type}; }
    if (!types_.is_closed() || is_open(value.type)) { return target; }
    report_.add_once(s.text, Code::TypeUnknown, s.name_span, s.text)
        .note("`+=` and `-=` change lists, sets and maps, and nothing says which it is")
        .help(fmt::format("declare it: `field {0}: set of symbol` if each thing has one of its own, `state {0}: set of "
                          "symbol` if it lasts from roll to roll",
                          s.text));
    return poison(s.span);
  }
  if (value.type.kind == ValueKind::Nothing && is_number(target.type)) {
    value = zero_for_nothing(value, ValueKind::Int, place);
  }
  const bool sound = is_number(value.type) && (is_number(target.type) || is_open(target.type));
  if (!sound) {
    if (!is_open(value.type) && !is_open(target.type)) {
      const bool is_of_target = is_number(value.type);
      report_.add(Code::OperandType, is_of_target ? s.name_span : place, fmt::format("`{}`", s.op), "a number",
                  to_text(is_of_target ? target.type : value.type));
    }
    return poison(s.span);
  }
  const auto before = is_open(target.type) ? constant(ValueKind::Int, 0, s.span) : or_zero(target, s.name_span);
  const auto amount = or_zero(value, place);
  bool clash = false;
  const auto type = join(before.type, amount.type, clash);
  return node(adds ? Op::Add : Op::Subtract, type, s.span, before.id, amount.id);
}

void Lowering::match(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  const auto subject = expression(s.expressions[0]);
  const auto slot = add_local("", subject.type, s.expressions[0].span);
  out.push_back(add(make(Made::Assign, slot, subject.id), s.expressions[0].span));
  program::BlockId rest = kNone;
  struct Case {
    Lowered test;
    program::BlockId body = 0;
    Span span;
  };
  std::vector<Case> cases;
  if (s.arms.size() > program::kMaxCases) {
    report_.add(Code::TooLarge, s.arms[program::kMaxCases].span, program::kMaxCases, "cases of one `match`")
        .note("a table with columns has no such limit: `TABLE[key].column`");
    return;
  }
  for (const auto& arm : s.arms) {
    std::optional<Lowered> test;
    for (const auto& pattern : arm.patterns) {
      const bool is_known = is_word(s.expressions[0]);
      const auto kept = is_known ? subject : node(Op::Slot, subject.type, s.expressions[0].span, slot);
      const auto same = meets(s.expressions[0], kept, pattern);
      test = test ? node(Op::Or, of(ValueKind::Flag), arm.span, test->id, same.id) : same;
    }
    const auto body = block(arm.block);
    if (test) {
      cases.push_back({*test, body, arm.span});
    } else {
      rest = body;
    }
  }
  for (auto i = cases.size(); i-- > 0;) {
    const auto chosen = add(make(Made::If, cases[i].test.id, cases[i].body, rest), cases[i].span);
    rest = add_block({chosen});
  }
  if (rest == kNone) { return; }
  for (std::uint32_t i = 0; i < out_.blocks[rest].count; ++i) {
    out.push_back(out_.block_items[out_.blocks[rest].first + i]);
  }
}

void Lowering::for_loop(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  const auto& source = s.expressions[0];
  const auto outer = locals_.size();
  const auto records = collection_named(source);
  const auto table = records ? std::nullopt : plain_table_named(source);
  if (const auto* range = records || table ? nullptr : range_of(source)) {
    const auto first = where_written(*range, source, [&] { return integer(range->children[0], "for"); });
    const auto last = where_written(*range, source, [&] { return integer(range->children[1], "for"); });
    check_local(s.text, s.name_span);
    const auto slot = add_local(s.text, of(ValueKind::Int), s.name_span);
    locals_.push_back({s.text, slot, std::nullopt, nullptr, false});
    out.push_back(add(make(Made::ForRange, slot, first.id, block(s.blocks[0]), last.id), s.span));
  } else {
    const auto list = records ? all_records(*records, source.span)
                      : table ? all_rows(*table, source.span)
                              : members(expression(source), source.span);
    const bool sound = list.type.kind == ValueKind::List || list.type.kind == ValueKind::Set;
    if (!sound && !is_open(list.type)) {
      auto finding = report_.add(Code::NotALoop, source.span, to_text(list.type));
      if (list.type.kind == ValueKind::Int) {
        finding.help(Edit{source.span, "1.." + std::string(report_.sources().text(source.span))});
      }
    }
    check_local(s.text, s.name_span);
    ValueType member{sound ? list.type.element : ValueKind::Unknown, ValueKind::Unknown};
    if (sound) { member.table = list.type.table; }
    const auto slot = add_local(s.text, member, s.name_span);
    locals_.push_back({s.text, slot, table, nullptr, false});
    out.push_back(add(make(Made::ForEach, slot, list.id, block(s.blocks[0])), s.span));
  }
  locals_.resize(outer);
}

void Lowering::run_rule(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  const auto& call = s.expressions[0];
  const Span place{call.span.source, call.span.begin, call.span.begin + static_cast<std::uint32_t>(call.text.size())};
  const auto* rule = scope_.rule(call.text, call.span);
  if (rule == nullptr) {
    if (first_time(Code::UnknownRule, place, call.text)) {
      auto finding = report_.add(Code::UnknownRule, place, call.text);
      if (scope_.def(call.text, call.span) != nullptr) {
        finding.help("`" + call.text + "` is a def: it gives a value, which a field can take");
      } else if (s.kind != lang::Statement::Kind::Call && (local(call.text) != nullptr || variable(call.text, place))) {
        finding.help(Edit{place, "do " + call.text}, "for the rule that the value names");
      } else if (scope_.table(call.text, place) != nullptr && s.kind != lang::Statement::Kind::Call) {
        finding.help("`" + call.text + "` is a table: a rule draws from it with `kind = pick " + call.text +
                     "`, and `drop` takes that rule");
      } else {
        suggest(finding, place, call.text, Scope::Space::Rule);
      }
    }
    for (const auto& child : call.children) {
      static_cast<void>(expression(child.kind == lang::Expression::Kind::Argument ? child.children[0] : child));
    }
    return;
  }
  const auto known = names_.rules.find(call.text);
  if (known == names_.rules.end()) { return; }  // there are too many, which was reported
  const auto index = known->second;
  std::uint32_t count = 0;
  const auto first = lower_arguments(call, *rule, names_.rule_parameters[index], count);
  const auto kind = s.kind == lang::Statement::Kind::Call   ? Made::Run
                    : s.kind == lang::Statement::Kind::Drop ? Made::Drop
                                                            : Made::Hold;
  out.push_back(add(make(kind, index, first, count), s.span));
}

// do e     drop do e: which rules e may name is known when all is lowered; see links.cpp.
void Lowering::run_named(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  auto which = expression(s.expressions[0]);
  const auto place = s.expressions[0].span;
  if (which.type.kind != ValueKind::Symbol && !is_open(which.type)) {
    report_.add(Code::DoNeedsSymbol, place, to_text(which.type));
  }
  out_.dispatches.emplace_back();
  auto made = make(Made::RunNamed, which.id, static_cast<std::uint32_t>(out_.dispatches.size() - 1));
  if (s.kind != lang::Statement::Kind::Do) {
    // The symbol is compared with one name after the other, so it is kept.
    const auto slot = add_local("", which.type, place);
    out.push_back(add(make(Made::Assign, slot, which.id), place));
    made.a = node(Op::Slot, which.type, place, slot).id;
    made.value = static_cast<std::uint32_t>(s.kind == lang::Statement::Kind::Drop ? Made::Drop : Made::Hold);
  }
  out.push_back(add(made, s.span));
}

void Lowering::stream_part(const Expression& argument) {
  if (argument.kind != lang::Expression::Kind::Argument) {
    report_
        .add(Code::Expected, argument.span, "a part with its name",
             fmt::format("`{}`", report_.sources().text(argument.span)))
        .note("its parts are `bits`, `multiplier`, `increment`, `seed` and `skip`");
    return;
  }
  static constexpr std::array<std::string_view, 5> kParts{"bits", "multiplier", "increment", "seed", "skip"};
  const Span place{argument.span.source, argument.span.begin,
                   argument.span.begin + static_cast<std::uint32_t>(argument.text.size())};
  auto finding = report_.add(Code::UnknownStreamPart, place, argument.text);
  if (const auto near = report_.nearest(argument.text, kParts)) {
    finding.help(Edit{place, std::string(*near)});
  } else {
    finding.note("its parts are `bits`, `multiplier`, `increment`, `seed` and `skip`");
  }
}

void Lowering::suggest_input(text::Finding finding, Span place, std::string_view word) const {
  std::vector<std::string_view> known;
  for (const auto* input : scope_.all(lang::Declaration::Kind::Input)) { known.emplace_back(input->name); }
  if (const auto near = report_.nearest(word, known)) { finding.help(Edit{place, std::string(*near)}); }
}

// with stream lcg(bits = 15, multiplier = m, increment = i, seed = e, skip = 3)     with stream weather
void Lowering::with_stream(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  program::StreamUse use;
  use.name = text_index(s.text);
  const bool has_arguments = s.op == "(";
  if (has_arguments && s.text != "lcg") {
    report_.add(Code::UnknownGenerator, s.name_span, s.text)
        .note("there is one: `lcg(bits = ..., multiplier = ..., increment = ..., seed = ..., skip = ...)`");
  }
  if (has_arguments) {
    use.kind = program::StreamUse::Kind::Lcg;
    const std::array<std::pair<std::string_view, ExpressionId*>, 5> parts{{{"bits", &use.bits},
                                                                           {"multiplier", &use.multiplier},
                                                                           {"increment", &use.increment},
                                                                           {"seed", &use.seed},
                                                                           {"skip", &use.skip}}};
    bool sound = true;
    for (const auto& argument : s.expressions) {
      bool found = false;
      for (const auto& [name, id] : parts) {
        if (argument.kind != lang::Expression::Kind::Argument || argument.text != name) { continue; }
        if (*id != kNone) {
          report_.add(Code::ArgumentTwice, argument.span, "lcg", name).label(out_.places[*id], "first here");
        }
        *id = integer(argument.children[0], name).id;
        found = true;
      }
      if (!found) {
        sound = false;
        stream_part(argument);
      }
    }
    for (const auto& [name, id] : parts) {
      if (*id == kNone && name != "skip" && s.text == "lcg" && sound) {
        report_.add(Code::MissingArgument, s.name_span, "lcg", name);
      }
    }
  }
  out_.streams.push_back(use);
  const auto stream = static_cast<std::uint32_t>(out_.streams.size() - 1);
  out.push_back(add(make(Made::WithStream, stream, block(s.blocks[0])), s.span));
}

}  // namespace spoils::check
