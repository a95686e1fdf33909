// tests/reference/evaluate_expression.cpp
//
// Expressions: operands from left to right, each only if it is needed.
#include <algorithm>

#include "reference/machine.h"

namespace spoils::reference {

using E = lang::Expression::Kind;
using K = Value::Kind;

Value* Machine::local(std::string_view name) {
  for (auto at = locals_.rbegin(); at != locals_.rend(); ++at) {
    if (at->first == name) { return &at->second; }
  }
  return nullptr;
}

Value* Machine::place(const lang::Statement& s) {
  const auto& name = s.text;
  const auto& seen = pack_.seen(s.span.source);
  if (auto* found = local(name); found != nullptr) { return found; }
  if (seen.states.count(name) > 0) { return &states_.at(name); }
  const auto of = [&](const Pack::Declarations& declared, Values& values) -> Value* {
    const auto d = declared.find(name);
    if (d == declared.end()) { return nullptr; }
    return &values.try_emplace(name, unset_of(d->second->parameters[0].type)).first->second;
  };
  if (auto* found = of(seen.scratch, things[current_].scratch); found != nullptr) { return found; }
  return of(seen.fields, things[current_].fields);
}

// A name that is bound to a row of a record is the record, unless a column of the row is read.
Value Machine::name_value(const Expression& e) {
  const auto& name = e.text;
  const auto& seen = pack_.seen(e);
  if (const auto* found = local(name); found != nullptr) {
    return found->kind == K::Row && found->is_set ? Value::symbol(found->text) : *found;
  }
  if (auto found = field_of_default(name)) { return *found; }
  if (seen.inputs.count(name) > 0) { return inputs_.at(name); }
  if (seen.states.count(name) > 0) { return states_.at(name); }
  for (const auto* declared : {&seen.scratch, &seen.fields}) {
    const auto d = declared->find(name);
    if (d == declared->end()) { continue; }
    const auto& values = declared == &seen.scratch ? things[current_].scratch : things[current_].fields;
    const auto found = values.find(name);
    return found != values.end() ? found->second : unset_of(d->second->parameters[0].type);
  }
  if (const auto found = seen.measures.find(name); found != seen.measures.end()) {
    return outside([&] { return evaluate(found->second->value); });
  }
  if (const auto found = seen.defs.find(name); found != seen.defs.end()) { return run_def(*found->second, {}); }
  return Value::symbol(name);
}

// Places count from 1. A place beyond the end is unset; only its type is known.
Value Machine::member_at(const Value& list, const Expression& place, K of) {
  if (list.kind == K::Map) { return Value::integer(list.at(evaluate(place))); }
  const auto at = whole(place);
  if (at >= 1 && at <= static_cast<std::int64_t>(list.members.size())) {
    return list.members[static_cast<std::size_t>(at - 1)];
  }
  return Value::unset(of);
}

// The members of a list or set; the keys of a map, integers by size, others in the order of the outcomes or records
// that they are. Keys that are none of these come last, in an order that only the compiled pack knows.
std::vector<Value> Machine::members_of(const Value& many) const {
  if (many.kind != K::Map) { return many.members; }
  std::vector<Value> out;
  if (many.text == "int") {
    for (std::size_t i = 0; i < many.members.size(); i += 2) { out.push_back(many.members[i]); }
    std::sort(out.begin(), out.end(), [](const Value& a, const Value& b) { return a.number < b.number; });
    return out;
  }
  const auto take = [&](const std::string& text) {
    for (std::size_t i = 0; i < many.members.size(); i += 2) {
      if (many.members[i].text == text) { out.push_back(many.members[i]); }
    }
  };
  if (const auto table = pack_.own().tables.find(many.text); table != pack_.own().tables.end()) {
    for (const auto& row : table->second->rows) {
      for (const auto& outcome : row.outcomes) { take(outcome.value.text); }
    }
  }
  for (const auto* record : pack_.records_of(many.text)) { take(record->declaration->name); }
  const auto listed = out.size();
  for (std::size_t i = 0; i < many.members.size(); i += 2) {
    const auto is_same = [&](const Value& known) { return same(known, many.members[i]); };
    if (std::none_of(out.begin(), out.end(), is_same)) { out.push_back(many.members[i]); }
  }
  if (out.size() > listed + 1) { throw Unknown{"the order of keys"}; }
  return out;
}

bool Machine::holds(const Expression& e) { return evaluate(e).is_true(); }

std::int64_t Machine::whole(const Expression& e) {
  const auto value = evaluate(e).amount();
  if (value.denominator() != 1) { throw Unknown{"a fraction for an integer"}; }
  return value.numerator();
}

Value Machine::literal(const Expression& e) {
  if (e.kind == E::Name && !pack_.is_in_parentheses(e)) { return Value::symbol(e.text); }
  if (e.kind == E::Map) {
    std::vector<Value> entries;
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      entries.push_back(i % 2 == 0 ? literal(e.children[i]) : evaluate(e.children[i]));
    }
    return Value::map(entries, "");
  }
  if (e.kind == E::Set || e.kind == E::List) {
    const auto kind = e.kind == E::Set ? K::Set : K::List;
    std::vector<Value> members;
    for (const auto& child : e.children) {
      if (child.kind != E::Name) { return evaluate(e); }
      members.push_back(Value::symbol(child.text));
    }
    return Value::list(kind, std::move(members));
  }
  return evaluate(e);
}

Value Machine::evaluate(const Expression& e) {
  step();
  switch (e.kind) {
    case E::Number: {
      const Rational value(e.number.numerator(), e.number.denominator());
      return value.denominator() == 1 ? Value::integer(value) : Value::fraction(value);
    }
    case E::Dice: return throw_dice(e.number.numerator(), e.sides());
    case E::Text: return text(e);
    case E::Name: return name_value(e);
    case E::Flag: return Value::flag(e.number.numerator() == 1);
    case E::None: return Value::unset(K::Unknown);
    case E::Negate: {
      auto value = evaluate(e.children[0]);
      return {value.kind == K::Number ? K::Number : K::Integer, true, -value.amount(), "", {}};
    }
    case E::Not: return Value::flag(!holds(e.children[0]));
    case E::Binary: return binary(e);
    case E::Range: {
      auto first = evaluate(e.children[0]);
      auto last = evaluate(e.children[1]);
      return {K::Range, true, 0, "", {first, last}};
    }
    case E::Percent: return Value::fraction(evaluate(e.children[0]).amount() / 100);
    case E::If:
    case E::Match: {
      auto value = chosen(e);
      if (!value.is_set && value.kind == K::Unknown) { value.kind = kind_of_expression(e); }
      return value;
    }
    case E::Set:
    case E::List: {
      std::vector<Value> members;
      for (const auto& child : e.children) { members.push_back(evaluate(child)); }
      return Value::list(e.kind == E::Set ? K::Set : K::List, std::move(members));
    }
    case E::Map: {
      std::vector<Value> entries;
      for (const auto& child : e.children) { entries.push_back(evaluate(child)); }
      return Value::map(entries, "");
    }
    case E::Call: return function(e);
    case E::Member:
      if (e.children[0].kind == E::Lookup) {
        const auto key = evaluate(e.children[0].children[0]);
        return cell(*pack_.seen(e).tables.at(e.children[0].text), key, e.text);
      }
      if (e.children[0].kind == E::Name) {
        // A row of a pick: its table is stored next to it.
        const auto* row = local("@" + e.children[0].text);
        const auto* table = local("." + e.children[0].text);
        if (row != nullptr && table != nullptr) {
          return cell_at(*pack_.seen(e).tables.at(table->text), static_cast<std::size_t>(row->number.numerator()),
                         e.text);
        }
      }
      return member(e);
    case E::Pick: return pick(e.children[0]);
    case E::PickWhere: {
      auto value = pick_where(e);
      return value.kind == K::Row && value.is_set ? Value::symbol(value.text) : value;
    }
    case E::Chance: return Value::flag(chance(e.children[0]));
    case E::Aggregate: return aggregate(e);
    case E::Distinct: return distinct(e);
    case E::Shuffle: return shuffle(e);
    case E::Symbol: return Value::symbol(e.text);
    case E::Lookup: {
      const auto& fields = pack_.seen(e).fields;
      const auto field = local(e.text) == nullptr ? fields.find(e.text) : fields.end();
      const auto of = field == fields.end() ? K::Symbol : member_kind_of(field->second->parameters[0].type);
      return member_at(name_value(e), e.children[0], of);
    }
    case E::MemberAt: {
      // Lists of functions are lists of integers if their members are sums or dice.
      const auto& list = e.children[0];
      const auto made = list.kind == E::Aggregate ? list.children[2].kind : E::Missing;
      const bool of_integers = made == E::Binary || made == E::Dice;
      return member_at(evaluate(list), e.children[1], of_integers ? K::Integer : K::Symbol);
    }
    default: throw Unknown{"an expression of kind " + std::to_string(static_cast<int>(e.kind))};
  }
}

Value Machine::chosen(const Expression& e) {
  if (e.kind == E::If) { return holds(e.children[0]) ? evaluate(e.children[1]) : evaluate(e.children[2]); }
  const auto subject = evaluate(e.children[0]);
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    const auto& arm = e.children[i].children;
    if (arm.size() == 1 || is_case(subject, arm, 0, arm.size() - 1)) { return evaluate(arm.back()); }
  }
  return Value::unset(K::Unknown);
}

bool Machine::is_case(const Value& subject, const std::vector<Expression>& patterns, std::size_t first,
                      std::size_t last) {
  for (auto i = first; i < last; ++i) {
    const auto value = evaluate(patterns[i]);
    if (value.kind == K::Range) {
      if (subject.amount() >= value.members[0].amount() && subject.amount() <= value.members[1].amount()) {
        return true;
      }
    } else if (patterns[i].kind == E::None ? !subject.is_set : equal(subject, value)) {
      return true;
    }
  }
  return false;
}

Value Machine::binary(const Expression& e) {
  const auto& op = e.text;
  const auto& left = e.children[0];
  const auto& right = e.children[1];
  if (op == "and") { return Value::flag(holds(left) && holds(right)); }
  if (op == "or") { return Value::flag(holds(left) || holds(right)); }
  if (op == "is") { return Value::flag(is(e)); }
  const auto a = evaluate(left);
  if (op == "in") { return Value::flag(contains(right, a)); }
  const auto b = evaluate(right);
  if (op == "==" || op == "!=") {
    const bool asks = left.kind == E::None || right.kind == E::None;
    const bool is_equal = asks ? a.is_set == b.is_set : equal(a, b);
    return Value::flag(is_equal == (op == "=="));
  }
  if (op == "<") { return Value::flag(a.amount() < b.amount()); }
  if (op == "<=") { return Value::flag(a.amount() <= b.amount()); }
  if (op == ">") { return Value::flag(a.amount() > b.amount()); }
  if (op == ">=") { return Value::flag(a.amount() >= b.amount()); }
  return arithmetic(op, a, b);
}

bool Machine::contains(const Expression& source, const Value& value) {
  if (source.kind == E::Name && local(source.text) == nullptr) {
    const auto& tables = pack_.seen(source).tables;
    if (const auto table = tables.find(source.text); table != tables.end()) {
      for (const auto& row : table->second->rows) {
        for (const auto& outcome : row.outcomes) {
          if (equal(literal(outcome.value), value)) { return true; }
        }
      }
      return false;
    }
  }
  if (const auto found = in_range_of(source, value)) { return *found; }
  if (const auto records = all_records(source)) {
    for (const auto& one : *records) {
      if (same(one, value)) { return true; }
    }
    return false;
  }
  const auto many = evaluate(source);
  if (many.kind == K::Range) {
    return value.amount() >= many.members[0].amount() && value.amount() <= many.members[1].amount();
  }
  if (many.kind == K::Map) { return many.at(value) != 0; }
  for (const auto& member : many.members) {
    if (same(member, value)) { return true; }
  }
  return false;
}

Value Machine::arithmetic(const std::string& op, const Value& a, const Value& b) {
  if (a.kind == K::Map || b.kind == K::Map) {
    auto entries = a.members;
    for (std::size_t i = 0; i < b.members.size(); i += 2) {
      entries.push_back(b.members[i]);
      entries.push_back(Value::integer(op == "+" ? b.members[i + 1].number : -b.members[i + 1].number));
    }
    return Value::map(entries, a.kind == K::Map && !a.text.empty() ? a.text : b.kind == K::Map ? b.text : "");
  }
  if (a.is_many() || (op == "+" && b.is_many())) {
    auto members = a.members;
    const auto kind = a.is_many() ? a.kind : b.kind;
    // An unset list is empty; an unset member is a member like others, since `none` fits every type.
    const auto others = b.is_many() ? b.members : std::vector<Value>{b};
    for (const auto& other : others) {
      if (op == "+") {
        members.push_back(other);
        continue;
      }
      for (auto at = members.begin(); at != members.end(); ++at) {
        if (same(*at, other)) {
          members.erase(at);
          break;
        }
      }
    }
    return Value::list(kind, std::move(members));
  }
  if (op == "+" && (a.kind == K::Text || b.kind == K::Text)) { return Value::characters(shown(a) + shown(b)); }
  const auto x = a.amount();
  const auto y = b.amount();
  const auto kind = a.kind == K::Number || b.kind == K::Number ? K::Number : K::Integer;
  const auto number = [](K of, const Rational& value) { return Value{of, true, value, "", {}}; };
  if (op == "+") { return number(kind, small(x) + small(y)); }
  if (op == "-") { return number(kind, small(x) - small(y)); }
  if (op == "*") { return number(kind, small(x) * small(y)); }
  if (op == "^") {
    Rational out = 1;
    for (std::int64_t i = y.numerator(); i > 0; --i) { out = small(out) * small(x); }
    if (y < 0) { throw Unknown{"a negative power"}; }
    return number(kind, out);
  }
  if (y == 0) { throw Faulty{"a division by zero"}; }
  if (op == "/") { return number(K::Number, small(x) / small(y)); }
  const Rational quotient = floor_of(x / y);
  if (op == "//") { return number(K::Integer, quotient); }
  if (op == "mod") { return number(kind, x - y * quotient); }
  throw Unknown{op};
}

Value Machine::text(const Expression& e) {
  std::string out;
  for (const auto& part : e.children) {
    if (part.kind == E::Piece) {
      out += part.text;
    } else if (part.kind == E::Hole) {
      const auto value = evaluate(part.children[0]);
      out += (part.text == "+" && value.is_set && value.number >= 0 ? "+" : "") + shown(value);
    } else {
      throw Unknown{"a part of a text"};
    }
  }
  return Value::characters(std::move(out));
}

Value Machine::throw_dice(std::int64_t count, std::int64_t sides) {
  if (count < 0 || (count > 0 && sides < 1)) { throw Faulty{"impossible dice"}; }
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) { sum += below(sides) + 1; }
  return Value::integer(sum);
}

// A declared generator takes its next number: of a percentage modulo 100, else modulo the denominator, but none if the
// answer is certain.
bool Machine::chance(const Expression& e) {
  Rational probability;
  if (e.kind == E::OneIn) {
    const auto a = evaluate(e.children[0]).amount();
    const auto b = evaluate(e.children[1]).amount();
    if (b == 0) { throw Faulty{"a division by zero"}; }
    probability = a / b;
  } else {
    probability = evaluate(e).amount();
  }
  if (!generator_.is_declared) { return draws_->chance(probability); }
  if (e.kind == E::Percent && (probability * 100).denominator() == 1) {
    return below(100) < (probability * 100).numerator();
  }
  if (probability <= 0 || probability >= 1) { return probability >= 1; }
  return below(probability.denominator()) < probability.numerator();
}

}  // namespace spoils::reference
