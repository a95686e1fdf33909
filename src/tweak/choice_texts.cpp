#include "tweak/choice_texts.h"

namespace spoils::tweak {

using namespace program;

ChoiceTexts::ChoiceTexts(const Program& program, const text::Sources& sources, roll::Interpreter& interpreter)
    : program_(program), interpreter_(interpreter), labels_(program, sources, interpreter.heap()) {}

std::string ChoiceTexts::value(ValueKind kind, Word word) { return labels_.value({kind, ValueKind::Unknown}, word); }

std::string ChoiceTexts::row(std::uint32_t table, std::size_t row) {
  const auto& rows = program_.tables[table].rows;
  if (row >= rows.size()) { return "none"; }
  labels_.look_at(interpreter_.slots().data());
  return labels_.outcome(rows[row]);
}

std::string ChoiceTexts::member(ExpressionId draw, Word list, std::size_t index) {
  const auto& from = program_.expressions[program_.expressions[draw].a];
  return value(from.type.element, program_.list(list, interpreter_.heap()).first[index]);
}

std::string ChoiceTexts::distinct(ExpressionId draw, const Distinct& from, std::size_t place) {
  return value(program_.expressions[draw].type.element, from.values[place]);
}

std::string ChoiceTexts::of(ExpressionId draw, const Offer& offer, Word number) {
  using Kind = roll::Options::Kind;
  const auto& options = offer.options();
  switch (options.kind) {
    case Kind::Chance: return number == 1 ? "true" : "false";
    case Kind::Row:
    case Kind::Choice: return row(offer.table(), static_cast<std::size_t>(offer.outcome(number)));
    case Kind::Member: return member(draw, options.list, static_cast<std::size_t>(number - 1));
    case Kind::Distinct: return distinct(draw, *options.from, static_cast<std::size_t>(number - 1));
    default: return std::to_string(number);
  }
}

}  // namespace spoils::tweak
