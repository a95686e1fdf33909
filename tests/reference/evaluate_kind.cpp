// tests/reference/evaluate_kind.cpp
//
// The kind of value that an expression has where it gives `none`: `==`, `+=` and displays depend on it.
#include "reference/machine.h"

namespace spoils::reference {

using E = lang::Expression::Kind;
using K = Value::Kind;

namespace {

// The kind of a place that holds values of either.
K kind_of_either(K a, K b) {
  if (a == K::Unknown) { return b; }
  return b == K::Number ? b : a;
}

K kind_of_sum(const std::string& op, K a, K b) {
  if (a == K::Map || b == K::Map) { return K::Map; }
  for (const auto kind : {a, b}) {
    if (kind == K::List || kind == K::Set) { return kind; }
  }
  if (op == "+" && (a == K::Text || b == K::Text)) { return K::Text; }
  if (op == "/") { return K::Number; }
  return op != "//" && (a == K::Number || b == K::Number) ? K::Number : K::Integer;
}

}  // namespace

K Machine::kind_of_name(const Expression& e) {
  const auto& name = e.text;
  const auto& seen = pack_.seen(e);
  if (const auto* found = local(name); found != nullptr) { return found->kind == K::Row ? K::Symbol : found->kind; }
  if (seen.inputs.count(name) > 0) { return inputs_.at(name).kind; }
  if (seen.states.count(name) > 0) { return states_.at(name).kind; }
  for (const auto* declared : {&seen.scratch, &seen.fields}) {
    if (const auto d = declared->find(name); d != declared->end()) { return kind_of(d->second->parameters[0].type); }
  }
  if (const auto found = seen.measures.find(name); found != seen.measures.end()) {
    return outside([&] { return kind_of_expression(found->second->value); });
  }
  if (const auto found = seen.defs.find(name); found != seen.defs.end()) { return kind_of_def(*found->second, {}); }
  return K::Symbol;
}

// Parameters without a type have that of their arguments or defaults.
K Machine::kind_of_def(const lang::Declaration& d, const std::vector<Expression>& arguments) {
  if (d.has_block()) { return K::Unknown; }
  Locals locals;
  for (std::size_t i = 0; i < d.parameters.size(); ++i) {
    const auto& parameter = d.parameters[i];
    auto kind = kind_of(parameter.type);
    if (kind == K::Unknown && parameter.initial.kind != E::Missing) { kind = kind_of_expression(parameter.initial); }
    if (kind == K::Unknown && i < arguments.size() && arguments[i].kind != E::Argument) {
      kind = kind_of_expression(arguments[i]);
    }
    locals.emplace_back(parameter.name, Value::unset(kind));
  }
  return outside([&] { return kind_of_expression(d.value); }, std::move(locals));
}

// Unknown for `none` and for what no pack of these tests has beside it.
K Machine::kind_of_expression(const Expression& e) {
  switch (e.kind) {
    case E::Number: return e.number.denominator() == 1 ? K::Integer : K::Number;
    case E::Dice: return K::Integer;
    case E::Text: return K::Text;
    case E::Flag:
    case E::Not:
    case E::Chance: return K::Flag;
    case E::Percent: return K::Number;
    case E::Symbol: return K::Symbol;
    case E::List:
    case E::Shuffle: return K::List;
    case E::Set:
    case E::Distinct: return K::Set;
    case E::Map: return K::Map;
    case E::Negate: return kind_of_expression(e.children[0]);
    case E::Name: return kind_of_name(e);
    case E::If: return kind_of_either(kind_of_expression(e.children[1]), kind_of_expression(e.children[2]));
    case E::Match: {
      auto out = K::Unknown;
      for (std::size_t i = 1; i < e.children.size(); ++i) {
        out = kind_of_either(out, kind_of_expression(e.children[i].children.back()));
      }
      return out;
    }
    case E::Binary: {
      const auto& op = e.text;
      const bool computes = op == "+" || op == "-" || op == "*" || op == "/" || op == "//" || op == "mod" || op == "^";
      return computes ? kind_of_sum(op, kind_of_expression(e.children[0]), kind_of_expression(e.children[1])) : K::Flag;
    }
    case E::Call: {
      const auto& defs = pack_.seen(e).defs;
      if (const auto def = defs.find(e.text); def != defs.end()) { return kind_of_def(*def->second, e.children); }
      return K::Unknown;
    }
    default: return K::Unknown;
  }
}

}  // namespace spoils::reference
