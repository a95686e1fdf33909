// check/lower/display.cpp
//
// Lowers names of things: displays, the words of symbols, and measures that displays show.
#include <algorithm>

#include "check/lower/lowering.h"

namespace spoils::check {

using lang::Declaration;
using text::Code;
using Kind = lang::Expression::Kind;

void Lowering::lower_measures() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Measure)) {
    program::Measure measure;
    measure.name = declaration->name;
    measure.doc = declaration->doc;
    measure.place = declaration->name_span;
    lang::Expression word;
    word.kind = Kind::Name;
    word.text = declaration->name;
    word.span = declaration->name_span;
    measure.value = name(word).id;
    if (draws(measure.value)) {
      report_.add(Code::DisplayDraws, declaration->value->span, "a measure")
          .note("a measure is computed from the fields of a finished thing");
    }
    refuse_state(measure.value, "a measure");
    out_.measures.push_back(std::move(measure));
  }
}

void Lowering::name_draws(Span place) {
  report_.add(Code::DisplayDraws, place, "a name").help("draw it in the rule, keep it in a field and show that");
}

Lowered Lowering::display_text(const Expression& e) {
  if (e.kind != Kind::If) { return e.kind == Kind::Text ? text(e, true) : poison(e.span); }
  const auto test = condition(e.children[0]);
  if (draws(test.id)) { name_draws(e.children[0].span); }
  const auto yes = display_text(e.children[1]);
  const auto no = display_text(e.children[2]);
  return node(Op::Choose, of(ValueKind::Text), e.span, test.id, yes.id, no.id);
}

void Lowering::lower_displays() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Display)) {
    program::Display display;
    display.place = declaration->span;
    if (const auto rule = names_.rules.find(declaration->name);
        rule != names_.rules.end() && scope_.rule(declaration->name, declaration->name_span) != nullptr) {
      display.rule = rule->second;
      out_.rules[rule->second].displays.push_back(static_cast<std::uint32_t>(out_.displays.size()));
    } else if (!declaration->name.empty()) {
      suggest(report_.add(Code::UnknownShown, declaration->name_span, declaration->name), declaration->name_span,
              declaration->name, Scope::Space::Rule);
    }
    if (declaration->condition->kind != Kind::Missing) {
      display.condition = condition(declaration->condition).id;
      if (draws(display.condition)) { name_draws(declaration->condition->span); }
    }
    display.text = display_text(declaration->value).id;
    for (const auto id : {display.condition, display.text}) { refuse_state(id, "a name"); }
    out_.displays.push_back(display);
  }
}

program::SymbolName Lowering::plain_name(std::string_view symbol) {
  program::SymbolName out;
  out.singular = symbol;
  std::replace(out.singular.begin(), out.singular.end(), '_', ' ');
  return out;
}

void Lowering::lower_names() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Names)) {
    std::map<std::string_view, Span> known;
    for (const auto& entry : declaration->entries) {
      out_.symbols.intern(entry.symbol);
      const auto [first, is_new] = known.emplace(entry.symbol, entry.span);
      if (!is_new) {
        report_.add(Code::DeclaredTwice, entry.span, entry.symbol).label(first->second, "declared first here");
      }
    }
  }
  out_.symbol_names.reserve(out_.symbols.size());
  for (std::uint32_t i = 0; i < out_.symbols.size(); ++i) {
    out_.symbol_names.push_back(plain_name(out_.symbols.name(i)));
  }
  if (out_.symbols.size() > program::kMaxSymbols && scope_.pack() != nullptr) {
    report_.add(Code::TooLarge, scope_.pack()->name_span, program::kMaxSymbols, "symbols");
  }
  // Entries of used packs come later in the list, and the first entry for a symbol wins.
  std::vector<bool> named(out_.symbols.size(), false);
  for (const auto* declaration : scope_.all(Declaration::Kind::Names)) {
    for (const auto& entry : declaration->entries) {
      const auto symbol = out_.symbols.intern(entry.symbol);
      if (named[symbol]) { continue; }
      named[symbol] = true;
      auto& name = out_.symbol_names[symbol];
      const auto colon = entry.text.find(':');
      name.singular = entry.text.substr(0, colon);
      if (colon != std::string::npos) { name.plural = entry.text.substr(colon + 1); }
      if (const auto mark = name.singular.find('~'); mark != std::string::npos) {
        name.singular.erase(mark, 1);
        name.stem = mark;
      }
    }
  }
}

}  // namespace spoils::check
