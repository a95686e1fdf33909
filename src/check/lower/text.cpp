// check/lower/text.cpp
//
// Lowers texts: characters, holes, and the optional parts, articles and plurals of displays.
#include <fmt/format.h>

#include "check/lower/lowering.h"

namespace spoils::check {

using program::kNone;
using program::TextPart;
using text::Code;
using Kind = lang::Expression::Kind;

Lowered Lowering::text(const Expression& e, bool is_display) {
  const ValueType type{ValueKind::Text, ValueKind::Unknown};
  std::vector<TextPart> parts;
  text_parts(e.children, is_display, parts);
  const bool plain = parts.empty() || (parts.size() == 1 && parts[0].kind == TextPart::Kind::Literal);
  if (!is_display && plain) {
    const std::string words = parts.empty() ? "" : out_.texts[parts[0].text];
    if (words.size() > program::kMaxTextBytes) {
      report_.add(Code::TooLarge, e.span, program::kMaxTextBytes, "bytes in one text");
    }
    return text_constant(words, e.span);
  }
  if (parts.size() > program::kMaxTextParts) {
    report_.add(Code::TooLarge, e.span, program::kMaxTextParts, "parts in one text");
    return poison(e.span);
  }
  const auto first = static_cast<std::uint32_t>(out_.parts.size());
  out_.parts.insert(out_.parts.end(), parts.begin(), parts.end());
  return node(Op::Compose, type, e.span, first, static_cast<std::uint32_t>(parts.size()));
}

void Lowering::text_parts(const std::vector<Expression>& children, bool is_display, std::vector<TextPart>& out) {
  for (const auto& child : children) {
    TextPart part;
    switch (child.kind) {
      case Kind::Piece:
        part.kind = TextPart::Kind::Literal;
        part.text = text_index(child.text);
        break;
      case Kind::Article: part.kind = TextPart::Kind::Article; break;
      case Kind::Plural: part.kind = TextPart::Kind::Plural; break;
      case Kind::Optional: {
        const auto at = out.size();
        part.kind = TextPart::Kind::Optional;
        out.push_back(part);
        text_parts(child.children, is_display, out);
        out[at].count = static_cast<std::uint32_t>(out.size() - at - 1);
        continue;
      }
      case Kind::Hole: {
        if (child.children.empty()) { continue; }
        const auto& inside = child.children[0];
        auto value = shown(expression(inside), inside.span);
        if (inside.kind == Kind::Name && value.type.kind == ValueKind::Symbol &&
            out_.expressions[value.id].op == Op::Constant &&
            first_time(Code::UnknownInText, inside.span, inside.text)) {
          auto finding = report_.add(Code::UnknownInText, inside.span, inside.text);
          std::vector<std::string_view> known;
          for (const auto& [name, slot] : names_.variables) { known.emplace_back(name); }
          if (const auto near = report_.nearest(inside.text, known)) {
            finding.help(Edit{inside.span, std::string(*near)});
          }
        }
        part.kind = TextPart::Kind::Value;
        if (child.text == "+") {
          part.kind = TextPart::Kind::Signed;
          if (value.type.kind != ValueKind::Int && value.type.kind != ValueKind::Unknown) {
            report_.add(Code::OperandType, inside.span, "`:+`", "an integer", to_text(value.type));
          }
        }
        if (value.type.kind == ValueKind::Flag && inside.kind == Kind::Name) {
          // A flag shows as its own name where it is true, and as nothing where it is not.
          std::string shown = inside.text;
          for (auto& c : shown) { c = c == '_' ? ' ' : c; }
          const auto yes = text_constant(shown, inside.span);
          const auto no = nothing(inside.span);
          const auto test = or_zero(value, inside.span);
          value = node(Op::Choose, {ValueKind::Text, ValueKind::Unknown}, inside.span, test.id, yes.id, no.id);
        }
        if (is_display && draws(value.id)) { name_draws(inside.span); }
        part.expression = value.id;
        break;
      }
      default: continue;
    }
    out.push_back(part);
  }
}

}  // namespace spoils::check
