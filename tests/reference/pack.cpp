// tests/reference/pack.cpp
//
// Declarations by name.
#include "reference/pack.h"

#include "lang/parser.h"

namespace spoils::reference {

Pack::Pack(const std::string& text) {
  text::Report report(sources_);
  const auto source = sources_.add("reference.loot", text);
  file_ = lang::parse(sources_, source, report);
  using Kind = lang::Declaration::Kind;
  for (const auto& d : file_.declarations) {
    switch (d.kind) {
      case Kind::Input: inputs[d.parameters[0].name] = &d; break;
      case Kind::State: states[d.parameters[0].name] = &d; break;
      case Kind::Field: fields[d.parameters[0].name] = &d; break;
      case Kind::Scratch: scratch[d.parameters[0].name] = &d; break;
      case Kind::Table: tables[d.name] = &d; break;
      case Kind::Grid: grids[d.name] = &d; break;
      case Kind::Rule:
        if (first_rule.empty()) { first_rule = d.name; }
        rules[d.name] = &d;
        break;
      case Kind::Def: defs[d.name] = &d; break;
      case Kind::Measure: measures[d.name] = &d; break;
      case Kind::Display: displays.push_back(&d); break;
      case Kind::Collection: collections[d.name] = &d; break;
      case Kind::Record:
        records[d.name] = &d;
        in_order.push_back(&d);
        break;
      default: break;
    }
  }
}

bool Pack::is_in_parentheses(const lang::Expression& e) const {
  return sources_.text({e.span.source, e.span.begin, e.span.begin + 1}) == "(";
}

}  // namespace spoils::reference
