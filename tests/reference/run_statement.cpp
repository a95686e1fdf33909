// tests/reference/run_statement.cpp
//
// Statements, in the order in which they are written.
#include <algorithm>
#include <utility>

#include "reference/machine.h"

namespace spoils::reference {

using Kind = lang::Statement::Kind;
using E = lang::Expression::Kind;

Value::Kind kind_of(const lang::TypeName& type) {
  using Type = lang::TypeName::Kind;
  switch (type.kind) {
    case Type::Range: return Value::Kind::Integer;
    case Type::Choice: return Value::Kind::Symbol;
    case Type::List: return Value::Kind::List;
    case Type::Set: return Value::Kind::Set;
    case Type::Map: return Value::Kind::Map;
    case Type::Missing: return Value::Kind::Unknown;
    default: break;
  }
  return member_kind_of(type);
}

Value::Kind member_kind_of(const lang::TypeName& type) {
  const auto& word = type.words.at(0);
  if (word == "int") { return Value::Kind::Integer; }
  if (word == "number") { return Value::Kind::Number; }
  if (word == "flag") { return Value::Kind::Flag; }
  if (word == "text") { return Value::Kind::Text; }
  return Value::Kind::Symbol;
}

Value unset_of(const lang::TypeName& type) {
  auto out = Value::unset(kind_of(type));
  if (out.kind == Value::Kind::Map) { out.text = type.words[0]; }
  return out;
}

std::vector<Value> values_of(const Pack& pack, const lang::Parameter& declared) {
  using Type = lang::TypeName::Kind;
  std::vector<Value> out;
  if (declared.type.kind == Type::Range) {
    Draws draws;
    Machine machine(pack, draws);
    machine.things.emplace_back();
    const auto last = machine.ask(declared.type.bounds[1], 0).amount();
    for (auto n = machine.ask(declared.type.bounds[0], 0).amount(); n <= last; n += 1) {
      out.push_back(Value::integer(n));
    }
  }
  const bool is_flag = declared.type.kind == Type::Missing ? declared.initial.kind == E::Flag
                                                           : kind_of(declared.type) == Value::Kind::Flag;
  if (is_flag) { out = {Value::flag(false), Value::flag(true)}; }
  for (const auto& word : declared.type.kind == Type::Choice ? declared.type.words : std::vector<std::string>()) {
    out.push_back(Value::symbol(word));
  }
  return out;
}

Machine::Machine(const Pack& pack, Draws& draws) : pack_(pack), draws_(&draws) {
  things.emplace_back();
  for (const auto& [name, d] : pack.own().inputs) { inputs_[name] = initial(d->parameters[0]); }
  for (const auto& [name, d] : pack.own().states) {
    auto value = initial(d->parameters[0]);
    if (!value.is_set && value.is_numeric()) { value = {value.kind, true, 0, "", {}}; }
    const bool has_members = value.kind == Value::Kind::Set || value.kind == Value::Kind::Map;
    if (has_members && d->parameters[0].initial.kind == E::Missing) {
      value = unset_of(d->parameters[0].type);
      value.is_set = true;
    }
    states_[name] = value;
  }
  things.clear();
}

Value Machine::initial(const lang::Parameter& parameter) {
  const auto kind = kind_of(parameter.type);
  if (parameter.initial.kind == E::Missing) { return Value::unset(kind); }
  auto value = evaluate(parameter.initial);
  if (!value.is_set) { value.kind = kind; }
  return value;
}

void Machine::step() {
  if (++steps_ > 20'000) { throw TooLong{}; }
}

void Machine::give(const std::string& name, const Value& value) {
  (pack_.own().inputs.count(name) > 0 ? inputs_ : states_)[name] = value;
}

void Machine::roll(const std::string& rule, const std::vector<Expression>& arguments) {
  things.push_back({rule, {}, {}, -1, false});
  current_ = 0;
  things[0].is_discarded = call(*pack_.own().rules.at(rule), arguments) == Flow::Discard;
}

void Machine::enter(const lang::Declaration& rule) {
  things.push_back({rule.name, {}, {}, -1, false});
  current_ = 0;
  things[0].built_by.emplace_back(depth_++, rule.name);
}

void Machine::leave(Flow flow) {
  locals_.clear();
  --depth_;
  things[0].is_discarded = flow == Flow::Discard;
}

Machine::Flow Machine::call(const lang::Declaration& rule, const std::vector<Expression>& arguments) {
  return begin(rule, bind(rule, arguments));
}

Machine::Locals Machine::bind(const lang::Declaration& d, const std::vector<Expression>& arguments) {
  Locals bound;
  std::size_t position = 0;
  for (const auto& argument : arguments) {
    const bool is_named = argument.kind == E::Argument;
    const auto name = is_named ? argument.text : d.parameters.at(position++).name;
    bound.emplace_back(name, evaluate(is_named ? argument.children[0] : argument));
  }
  // Returns the arguments in the order of the declaration, with the defaults of those that are left out.
  Locals out;
  for (const auto& parameter : d.parameters) {
    const auto kind = kind_of(parameter.type);
    bool is_given = false;
    for (auto& [name, value] : bound) {
      if (name != parameter.name) { continue; }
      if (!value.is_set && kind != Value::Kind::Unknown) { value.kind = kind; }
      // `{}` and `[]` are what the parameter is declared as.
      if (value.is_set && kind == Value::Kind::Map) { value = Value::map(value.members, parameter.type.words[0]); }
      const bool is_set_or_list = kind == Value::Kind::Set || kind == Value::Kind::List;
      if (value.is_set && value.members.empty() && is_set_or_list) { value = Value::list(kind, {}); }
      out.emplace_back(name, value);
      is_given = true;
    }
    if (!is_given) {
      out.emplace_back(parameter.name, outside([&] { return initial(parameter); }));
    }
  }
  // An unset list and an empty one are one argument of what a world settles: both are empty in it.
  for (auto& [name, value] : out) {
    if (d.is_world && (value.is_many() || value.kind == Value::Kind::Map)) { value.is_set = true; }
  }
  return out;
}

Machine::Flow Machine::begin(const lang::Declaration& d, Locals locals) {
  step();
  std::string key = d.name;
  for (const auto& [name, value] : locals) { key += "," + written(value); }
  for (const auto& parameter : d.parameters) {
    if (!parameter.is_field) { continue; }
    for (const auto& [name, value] : locals) {
      if (name == parameter.name) { things[current_].fields[name] = value; }
    }
  }
  std::erase_if(locals, [&](const auto& entry) {
    for (const auto& parameter : d.parameters) {
      if (parameter.is_field && parameter.name == entry.first) { return true; }
    }
    return false;
  });
  things[current_].built_by.emplace_back(depth_++, d.name);
  auto flow = Flow::On;
  if (d.is_world) {
    settle(d, key, std::move(locals));
  } else {
    flow = outside([&] { return run(d.block); }, std::move(locals));
  }
  --depth_;
  return flow == Flow::Stop ? Flow::On : flow;
}

// A world rule begins without fields but its parameters, and once in a world; what it has set goes over into the thing.
void Machine::settle(const lang::Declaration& d, const std::string& key, Locals locals) {
  const auto is_given = [&](const std::string& field) {
    for (const auto& parameter : d.parameters) {
      if (parameter.is_field && parameter.name == field) { return true; }
    }
    return false;
  };
  if (settled_.count(key) == 0) {
    const auto generator = std::exchange(generator_, {});
    auto before = things[current_];
    auto& thing = things[current_];
    std::erase_if(thing.fields, [&](const auto& field) { return !is_given(field.first); });
    thing.scratch.clear();
    thing.built_by.clear();
    if (outside([&] { return run(d.block); }, std::move(locals)) == Flow::Discard) { throw Unknown{"a discard"}; }
    settled_[key] = std::exchange(things[current_], std::move(before));
    for (auto& [depth, rule] : settled_[key].built_by) { depth -= depth_; }
    generator_ = generator;
  }
  const auto& made = settled_[key];
  auto& thing = things[current_];
  for (const auto& [name, value] : made.fields) {
    if (value.is_set || is_given(name)) { thing.fields[name] = value; }
  }
  for (const auto& [name, value] : made.scratch) {
    if (value.is_set) { thing.scratch[name] = value; }
  }
  for (const auto& [depth, rule] : made.built_by) { thing.built_by.emplace_back(depth + depth_, rule); }
}

void Machine::make(const Expression& call, bool is_held) {
  const auto& rule = *pack_.seen(call).rules.at(call.text);
  make(rule, bind(rule, call.children), is_held);
}

void Machine::make(const lang::Declaration& rule, Locals locals, bool is_held) {
  const auto before = current_;
  const auto made = things.size();
  const auto depth = std::exchange(depth_, 0);
  things.push_back({rule.name, {}, {}, is_held ? static_cast<int>(before) : -1, false});
  current_ = made;
  things[made].is_discarded = begin(rule, std::move(locals)) == Flow::Discard;
  current_ = before;
  depth_ = depth;
}

namespace {

bool is_empty_literal(const lang::Expression& e) {
  return (e.kind == E::Set || e.kind == E::List) && e.children.empty();
}

// Returns the kind of the first literal with members that a name is set to.
Value::Kind kind_set_in(const lang::Block& block, const std::string& name) {
  auto out = Value::Kind::Unknown;
  const auto look = [&](const lang::Block& inner) {
    if (out == Value::Kind::Unknown) { out = kind_set_in(inner, name); }
  };
  for (const auto& s : block.statements) {
    if (s.kind == Kind::Assign && s.op == "=" && s.text == name && !is_empty_literal(s.expressions.back())) {
      const auto kind = s.expressions.back().kind;
      if (kind == E::List) { return Value::Kind::List; }
      if (kind == E::Set) { return Value::Kind::Set; }
      if (kind == E::Map) { return Value::Kind::Map; }
    }
    for (const auto& inner : s.blocks) { look(inner); }
    for (const auto& arm : s.arms) { look(arm.block); }
  }
  return out;
}

}  // namespace

Machine::Flow Machine::run(const lang::Block& block) {
  const auto size = locals_.size();
  for (const auto& s : block.statements) {
    const auto flow = run(block, s);
    if (flow != Flow::On) { return flow; }
  }
  locals_.resize(size);
  return Flow::On;
}

Machine::Flow Machine::run(const lang::Block& block, const lang::Statement& s) {
  const auto flow = run(s);
  // `{}` and `[]` are a list, a set or a map, whichever the other values of the name are.
  if (flow == Flow::On && s.kind == Kind::Let && !s.expressions.empty() && is_empty_literal(s.expressions[0])) {
    const auto kind = kind_set_in(block, s.text);
    if (kind != Value::Kind::Unknown) { locals_.back().second.kind = kind; }
  }
  return flow;
}

bool Machine::begins_turn(const lang::Statement& repeat) {
  step();
  return repeat.expressions[1].kind == E::Missing || holds(repeat.expressions[1]);
}

Machine::Flow Machine::run(const lang::Statement& s) {
  step();
  switch (s.kind) {
    case Kind::Assign: return assign(s);
    case Kind::Let: {
      if (s.supposes != lang::Statement::Supposes::Nothing) {
        auto value = supposed(s);
        locals_.emplace_back(s.text, std::move(value));
        return Flow::On;
      }
      // A let of a pick at a level keeps the row, and so does a let of that let.
      const auto& written = s.expressions[0];
      const auto* row = written.kind == E::Name ? local(written.text) : nullptr;
      auto value = row != nullptr ? *row : written.kind == E::PickWhere ? pick_where(written) : evaluate(written);
      const bool has_row = row == nullptr && written.kind == E::PickWhere && picked_row_;
      const auto* table = has_row ? table_of(written.children[0]) : nullptr;
      if (table != nullptr && !table->columns.empty()) {
        name_row(s.text, *table, *picked_row_);
      } else {
        locals_.emplace_back(s.text, std::move(value));
      }
      return Flow::On;
    }
    case Kind::If:
      if (holds(s.expressions[0])) { return run(s.blocks[0]); }
      return s.blocks.size() > 1 ? run(s.blocks[1]) : Flow::On;
    case Kind::Match: {
      const auto subject = evaluate(s.expressions[0]);
      for (const auto& arm : s.arms) {
        if (arm.patterns.empty() || is_case(subject, arm.patterns, 0, arm.patterns.size())) { return run(arm.block); }
      }
      return Flow::On;
    }
    case Kind::Repeat: {
      const auto count = turns(s);
      for (std::int64_t turn = 0; turn < count && begins_turn(s); ++turn) {
        const auto flow = run(s.blocks[0]);
        if (flow != Flow::On) { return flow; }
      }
      return Flow::On;
    }
    case Kind::For: {
      const auto* table = table_of(s.expressions[0]);
      const auto records = all_records(s.expressions[0]);
      const auto over = table != nullptr ? row_numbers(*table)
                        : records        ? Value::list(Value::Kind::List, *records)
                                         : evaluate(s.expressions[0]);
      for (const auto& member : over.kind == Value::Kind::Range ? integers_of(over) : members_of(over)) {
        const auto size = locals_.size();
        if (table != nullptr) {
          name_row(s.text, *table, static_cast<std::size_t>(member.number.numerator()));
        } else {
          locals_.emplace_back(s.text, member);
        }
        const auto flow = run(s.blocks[0]);
        if (flow != Flow::On) { return flow; }
        locals_.resize(size);
      }
      return Flow::On;
    }
    case Kind::Retry: return retry(s);
    case Kind::Try: return attempt(s);
    case Kind::Apply: return apply(s);
    case Kind::Call: return call(*pack_.seen(s.span.source).rules.at(s.expressions[0].text), s.expressions[0].children);
    case Kind::Do: {
      const auto rule = evaluate(s.expressions[0]);
      return rule.is_set ? call(*pack_.seen(s.span.source).rules.at(rule.text), {}) : Flow::On;
    }
    case Kind::Drop:
    case Kind::Hold: {
      const bool is_held = s.kind == Kind::Hold;
      if (s.op == "do") {
        const auto named = evaluate(s.expressions[0]);
        if (!named.is_set) { return Flow::On; }
        const auto& rule = *pack_.seen(s.span.source).rules.at(named.text);
        make(rule, bind(rule, {}), is_held);
      } else {
        make(s.expressions[0], is_held);
      }
      return Flow::On;
    }
    case Kind::Give: given_ = evaluate(s.expressions[0]); return Flow::Stop;
    case Kind::Stop: return Flow::Stop;
    case Kind::Discard: return Flow::Discard;
    case Kind::WithInput: {
      auto value = evaluate(s.expressions[0]);
      std::swap(inputs_[s.text], value);
      const auto flow = run(s.blocks[0]);
      std::swap(inputs_[s.text], value);
      return flow;
    }
    case Kind::WithStream: return with_stream(s);
    default: throw Unknown{"a statement"};
  }
}

Machine::Flow Machine::assign(const lang::Statement& s) {
  const bool sets_entry = s.sets_entry();
  const auto key = sets_entry ? evaluate(s.expressions[1]) : Value();
  auto value = s.supposes == lang::Statement::Supposes::Nothing ? evaluate(s.expressions[0]) : supposed(s);
  auto* held = place(s);
  if (held == nullptr) { throw Unknown{s.text}; }
  if (sets_entry) {
    const auto change = s.op == "=" ? value.amount() - held->at(key) : s.op == "+=" ? value.amount() : -value.amount();
    *held = arithmetic("+", *held, Value::map({key, Value::integer(change)}, ""));
    return Flow::On;
  }
  if (s.op == "=" && held->kind == Value::Kind::Map) {
    *held = value.is_set ? Value::map(value.members, held->text) : Value{held->kind, false, 0, held->text, {}};
    return Flow::On;
  }
  if (s.op == "=") {
    if (!value.is_set && held->kind != Value::Kind::Unknown) { value.kind = held->kind; }
    if (value.is_set && value.is_many() && held->kind == Value::Kind::Set) {
      value = Value::list(held->kind, value.members);
    }
    *held = std::move(value);
  } else {
    *held = arithmetic(s.op == "+=" ? "+" : "-", *held, value);
  }
  const auto& states = pack_.seen(s.span.source).states;
  if (const auto state = states.find(s.text); state != states.end() && held == &states_[s.text]) {
    const auto& type = state->second->parameters[0].type;
    if (type.kind == lang::TypeName::Kind::Range) {
      const auto first = evaluate(type.bounds[0]).amount();
      const auto last = evaluate(type.bounds[1]).amount();
      if (!held->is_set || held->amount() < first || held->amount() > last) {
        throw Faulty{"a state outside its range"};
      }
    }
  }
  return Flow::On;
}

// Everything is restored except the draws, and the values that a world has settled.
Machine::Flow Machine::retry(const lang::Statement& s) {
  const bool is_limited = s.expressions[0].kind != E::Missing;
  const auto limit = is_limited ? std::max<std::int64_t>(1, whole(s.expressions[0])) : 0;
  const auto kept_things = things;
  const auto kept_states = states_;
  const auto kept_locals = locals_;
  auto settled = world_.size() + settled_.size();
  auto numbers = generator_.state;
  auto number = is_limited ? 0 : draws_->begin_retry();
  for (std::int64_t tries = 1;; ++tries) {
    const auto flow = run(s.blocks[0]);
    if (flow != Flow::On) { return flow; }
    if ((is_limited && tries >= limit) || !holds(s.expressions[1])) { return Flow::On; }
    if (!is_limited) {
      if (world_.size() + settled_.size() == settled && generator_.state == numbers) { draws_->reject(number); }
      // A value that a world has settled stays settled, and a declared generator goes on: from here on the tries have
      // another distribution, so a new retry begins.
      settled = world_.size() + settled_.size();
      numbers = generator_.state;
      number = draws_->begin_retry();
    }
    things = kept_things;
    states_ = kept_states;
    locals_ = kept_locals;
  }
}

// It restores the same as `retry`.
Machine::Flow Machine::attempt(const lang::Statement& s) {
  const auto kept_things = things;
  const auto kept_states = states_;
  const auto kept_locals = locals_;
  const auto flow = run(s.blocks[0]);
  if (flow != Flow::On || holds(s.expressions[0])) { return flow; }
  things = kept_things;
  states_ = kept_states;
  locals_ = kept_locals;
  return s.blocks.size() > 1 ? run(s.blocks[1]) : Flow::On;
}

// The rule runs on this thing, or on one that has nothing; then all is restored as in `retry`.
Value Machine::supposed(const lang::Statement& s) {
  const auto& called = s.expressions.back();
  const auto& rule = *pack_.seen(called).rules.at(called.text);
  auto arguments = bind(rule, called.children);
  const auto kept_things = things;
  const auto kept_states = states_;
  const auto kept_locals = locals_;
  if (s.supposes == lang::Statement::Supposes::Of) {
    things[current_].fields.clear();
    things[current_].scratch.clear();
    things[current_].built_by.clear();
  }
  Value out{Value::Kind::Integer, false, 0, "", {}};
  if (begin(rule, std::move(arguments)) == Flow::On) { out = evaluate(s.expressions[0]); }
  things = kept_things;
  states_ = kept_states;
  locals_ = kept_locals;
  return out;
}

Machine::Flow Machine::with_stream(const lang::Statement& s) {
  const auto before = generator_;
  generator_ = {};
  if (s.text == "lcg") {
    std::map<std::string, std::int64_t> given;
    for (const auto& argument : s.expressions) { given[argument.text] = whole(argument.children[0]); }
    generator_.is_declared = true;
    generator_.mask = (std::uint64_t{1} << given["bits"]) - 1;
    generator_.multiplier = static_cast<std::uint64_t>(given["multiplier"]);
    generator_.increment = static_cast<std::uint64_t>(given["increment"]);
    generator_.state = static_cast<std::uint64_t>(given["seed"]) & generator_.mask;
    for (std::int64_t i = 0; i < given["skip"]; ++i) {
      generator_.state = (generator_.state * generator_.multiplier + generator_.increment) & generator_.mask;
    }
  }
  const auto flow = run(s.blocks[0]);
  generator_ = before;
  return flow;
}

}  // namespace spoils::reference
