// naming/template.cpp
//
// Compiles displays. Conditions become jumps (short-circuit code) as far as they compare slots with constants: such a
// test cannot fail, so it may be evaluated by itself; a condition with any other part is one piece, because a fault
// anywhere in it means that the whole does not hold.
#include "naming/template.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "naming/plural.h"
#include "program/walk.h"

namespace spoils::naming {

using namespace program;

namespace {

/// A test of one slot against constants.
struct SlotTest {
  SlotId slot = 0;
  bool is_range = false;  // else the word is compared with `first`
  Word first = 0;
  Word last = 0;
};

/// Returns the slot that an operand reads, whether or not it counts as 0 if it is unset.
std::optional<SlotId> slot_of(const Program& program, ExpressionId id) {
  const auto& e = program.expressions[id];
  if (e.op == Op::Slot) { return e.a; }
  if (e.op == Op::OrZero && program.expressions[e.a].op == Op::Slot) { return program.expressions[e.a].a; }
  return std::nullopt;
}

std::optional<Word> constant_of(const Program& program, ExpressionId id) {
  const auto& e = program.expressions[id];
  return e.op == Op::Constant ? std::optional(e.value) : std::nullopt;
}

std::optional<SlotTest> comparison(const Program& program, const Expression& e) {
  constexpr auto kLeast = std::numeric_limits<Word>::min();
  constexpr auto kGreatest = std::numeric_limits<Word>::max();
  // An operand that is unset counts as 0, also if it is a constant.
  const auto integer = [&](ExpressionId id) {
    const auto value = constant_of(program, id);
    return value == kUnset ? std::optional<Word>(0) : value;
  };
  const auto margin = e.op == Op::Less ? 1 : 0;
  const auto left_slot = slot_of(program, e.a);
  const auto right_slot = slot_of(program, e.b);
  if (const auto last = integer(e.b); left_slot && last) {
    if (*last == kLeast) { return std::nullopt; }
    return SlotTest{*left_slot, true, kLeast, *last - margin};
  }
  if (const auto first = integer(e.a); right_slot && first) {
    if (*first == kGreatest) { return std::nullopt; }
    return SlotTest{*right_slot, true, *first + margin, kGreatest};
  }
  return std::nullopt;
}

/// Returns the test that a condition consists of; nothing if it is another one.
std::optional<SlotTest> test_of(const Program& program, ExpressionId id) {
  const auto& e = program.expressions[id];
  switch (e.op) {
    case Op::Slot:
    case Op::OrZero: {
      const auto slot = slot_of(program, id);
      return slot ? std::optional(SlotTest{*slot, false, 1, 0}) : std::nullopt;
    }
    case Op::Equal: {
      const auto slot = slot_of(program, e.a);
      const auto value = constant_of(program, e.b);
      if (!slot || !value) { return std::nullopt; }
      if (program.expressions[e.a].op == Op::Slot) { return SlotTest{*slot, false, *value, 0}; }
      return *value == kUnset ? std::nullopt : std::optional(SlotTest{*slot, true, *value, *value});
    }
    case Op::Less:
    case Op::LessOrEqual: return comparison(program, e);
    default: return std::nullopt;
  }
}

bool is_made_of_tests(const Program& program, ExpressionId id) {
  const auto& e = program.expressions[id];
  if (e.op == Op::Not) { return is_made_of_tests(program, e.a); }
  if (e.op == Op::And || e.op == Op::Or) { return is_made_of_tests(program, e.a) && is_made_of_tests(program, e.b); }
  return test_of(program, id).has_value();
}

}  // namespace

std::string plural_of(const SymbolName& name, std::string shown) {
  if (!name.plural.empty()) { return name.plural; }
  const auto stem = std::min(name.stem, shown.size());
  const auto rest = shown.substr(stem);
  shown.resize(stem);
  make_plural(shown, 0);
  return shown + rest;
}

class TemplateCompiler {
 public:
  TemplateCompiler(const Program& program, Templates& out) : program_(program), out_(out) {}

  void compile() {
    add_symbols();
    out_.of_rule_.resize(program_.rules.size());
    std::vector<std::uint32_t> to_common;
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
      if (program_.rules[rule].displays.empty()) { continue; }
      out_.of_rule_[rule] = here();
      for (const auto index : program_.rules[rule].displays) { display(program_.displays[index]); }
      to_common.push_back(emit(Piece::Kind::Jump));
    }
    out_.common_ = here();
    for (const auto jump : to_common) { out_.pieces_[jump].target = out_.common_; }
    for (const auto& shown : program_.displays) {
      if (!shown.rule) { display(shown); }
    }
    kind_or_rule();
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
      if (program_.rules[rule].displays.empty()) { out_.of_rule_[rule] = out_.common_; }
    }
    out_.characters_.append(Templates::kPadding, '\0');
    look_for_folds();
  }

 private:
  void look_for_folds() {
    std::vector<ExpressionId> roots;
    for (const auto& piece : out_.pieces_) { roots.push_back(piece.expression); }
    for_each_below(program_, std::move(roots), [this](ExpressionId id) {
      out_.have_folds_ = out_.have_folds_ || program_.expressions[id].op == Op::Fold;
    });
  }

  using Jumps = std::vector<std::uint32_t>;

  // A pack may have 100,000 symbols, so each takes little: those of a pack without a `~` have no plural.
  void add_symbols() {
    const bool has_plurals = std::any_of(program_.parts.begin(), program_.parts.end(),
                                         [](const TextPart& part) { return part.kind == TextPart::Kind::Plural; });
    std::size_t length = 0;
    for (const auto& name : program_.symbol_names) { length += name.singular.size(); }
    out_.symbols_.reserve(program_.symbol_names.size());
    out_.characters_.reserve(length);
    for (const auto& name : program_.symbol_names) {
      const auto singular = add(name.singular);
      out_.symbols_.push_back({singular, has_plurals ? add(plural_of(name, name.singular)) : singular});
    }
  }

  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(out_.pieces_.size()); }

  std::uint32_t emit(Piece::Kind kind) {
    out_.pieces_.emplace_back().kind = kind;
    return here() - 1;
  }
  std::uint32_t emit(Piece::Kind kind, SlotId slot) {
    const auto number = emit(kind);
    out_.pieces_[number].slot = slot;
    return number;
  }
  std::uint32_t emit_expression(Piece::Kind kind, ExpressionId id) {
    const auto number = emit(kind);
    out_.pieces_[number].expression = id;
    out_.pieces_[number].type = program_.expressions[id].type;
    return number;
  }
  void land(const Jumps& jumps) {
    for (const auto jump : jumps) { out_.pieces_[jump].target = here(); }
  }

  Words add(std::string_view text) {
    const Words words{static_cast<std::uint32_t>(out_.characters_.size()), static_cast<std::uint32_t>(text.size())};
    out_.characters_ += text;
    return words;
  }

  // The pieces after it are reached if its condition does not hold.
  void display(const Display& shown) {
    Jumps to_next;
    if (shown.condition != kNone) { jump_unless(shown.condition, to_next); }
    stored_ = 0;
    text(shown.text);
    emit(Piece::Kind::End);
    out_.stored_values_ = std::max(out_.stored_values_, stored_);
    land(to_next);
  }

  void kind_or_rule() {
    if (const auto kind = program_.find_field("kind")) {
      if (program_.slots[*kind].type.kind == ValueKind::Symbol) {
        const auto unset = emit(Piece::Kind::JumpIfUnset, *kind);
        emit(Piece::Kind::Symbol, *kind);
        emit(Piece::Kind::End);
        land({unset});
      }
    }
    emit(Piece::Kind::MadeBy);
    emit(Piece::Kind::End);
  }

  void text(ExpressionId id) {
    const auto& e = program_.expressions[id];
    if (e.op == Op::Compose) {
      parts(e.a, e.b, 0);
    } else if (e.op == Op::Choose) {
      Jumps to_other;
      jump_unless(e.a, to_other);
      text(e.b);
      const auto end = emit(Piece::Kind::Jump);
      land(to_other);
      text(e.c);
      land({end});
    } else {
      emit_expression(Piece::Kind::Whole, id);
    }
  }

  void parts(std::uint32_t first, std::uint32_t count, SlotId depth) {
    bool has_article = false;
    for (std::uint32_t i = first; i < first + count; ++i) {
      const auto& part = program_.parts[i];
      switch (part.kind) {
        case TextPart::Kind::Literal: literal(program_.texts[part.text]); break;
        case TextPart::Kind::Value:
        case TextPart::Kind::Signed: value(part); break;
        case TextPart::Kind::Optional: {
          Jumps to_end;
          kept_.clear();
          vanish(i + 1, part.count, to_end);
          parts(i + 1, part.count, depth + 1);
          kept_.clear();
          land(to_end);
          i += part.count;
          break;
        }
        case TextPart::Kind::Article:
          emit(Piece::Kind::BeginArticle, depth);
          has_article = true;
          break;
        case TextPart::Kind::Plural: emit(Piece::Kind::Plural); break;
      }
    }
    if (has_article) { emit(Piece::Kind::EndArticle, depth); }
  }

  void literal(const std::string& text) {
    auto plural = text;
    make_plural(plural, 0);
    const auto words = add(text);
    const auto several = add(plural);
    auto& piece = out_.pieces_[emit(Piece::Kind::Literal)];
    piece.words = words;
    piece.plural = several;
  }

  // One value of a text. In an optional part its test has stored the values that are no slots, in the order of kept_.
  void value(const TextPart& part) {
    const auto& e = program_.expressions[part.expression];
    const bool is_signed = part.kind == TextPart::Kind::Signed;
    if (e.type.kind == ValueKind::Number) {
      emit_expression(Piece::Kind::Number, part.expression);
    } else if (e.op == Op::Slot) {
      const auto kind = is_signed                          ? Piece::Kind::Signed
                        : e.type.kind == ValueKind::Symbol ? Piece::Kind::Symbol
                        : e.type.kind == ValueKind::Int    ? Piece::Kind::Integer
                                                           : Piece::Kind::SlotValue;
      out_.pieces_[emit(kind, e.a)].type = e.type;
    } else if (!kept_.empty()) {
      auto& piece = out_.pieces_[emit_expression(Piece::Kind::StoredValue, part.expression)];
      piece.slot = kept_.front();
      piece.first = is_signed ? 1 : 0;
      kept_.erase(kept_.begin());
    } else {
      emit_expression(is_signed ? Piece::Kind::SignedValue : Piece::Kind::Value, part.expression);
    }
  }

  // Jumps if one of the values of an optional part is missing.
  void vanish(std::uint32_t first, std::uint32_t count, Jumps& jumps) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      const auto& part = program_.parts[i];
      if (part.kind != TextPart::Kind::Value && part.kind != TextPart::Kind::Signed) { continue; }
      const auto& e = program_.expressions[part.expression];
      if (e.type.kind == ValueKind::Number) {
        jumps.push_back(emit_expression(Piece::Kind::JumpIfNoNumber, part.expression));
      } else if (e.op == Op::Slot) {
        const bool may_be_empty = e.type.kind == ValueKind::Text || holds_words(e.type.kind);
        jumps.push_back(emit(may_be_empty ? Piece::Kind::JumpIfEmpty : Piece::Kind::JumpIfUnset, e.a));
        out_.pieces_[jumps.back()].type = e.type;
      } else {
        jumps.push_back(emit_expression(Piece::Kind::KeepOrJump, part.expression));
        out_.pieces_[jumps.back()].slot = static_cast<SlotId>(stored_);
        kept_.push_back(static_cast<SlotId>(stored_++));
      }
    }
  }

  void jump_unless(ExpressionId id, Jumps& jumps) {
    if (is_made_of_tests(program_, id)) { return jump_if(id, false, jumps); }
    jumps.push_back(emit_expression(Piece::Kind::JumpIfNot, id));
  }

  // Jumps if the truth of the condition is `truth`, and goes on if not. Requires: it is made of tests.
  void jump_if(ExpressionId id, bool truth, Jumps& jumps) {
    const auto& e = program_.expressions[id];
    if (e.op == Op::Not) { return jump_if(e.a, !truth, jumps); }
    if (e.op == Op::And || e.op == Op::Or) {
      const bool first_decides = (e.op == Op::Or) == truth;
      Jumps on;
      jump_if(e.a, first_decides ? truth : !truth, first_decides ? jumps : on);
      jump_if(e.b, truth, jumps);
      return land(on);
    }
    const auto test = *test_of(program_, id);
    const auto kind = test.is_range ? (truth ? Piece::Kind::JumpIfWithin : Piece::Kind::JumpIfNotWithin)
                                    : (truth ? Piece::Kind::JumpIfEqual : Piece::Kind::JumpIfNotEqual);
    jumps.push_back(emit(kind, test.slot));
    out_.pieces_.back().first = test.first;
    out_.pieces_.back().last = test.last;
  }

  const Program& program_;
  Templates& out_;
  std::vector<SlotId> kept_;  // the values of an optional part that its test has stored, in order
  std::size_t stored_ = 0;    // of the display
};

Templates::Templates(const Program& program) { TemplateCompiler(program, *this).compile(); }

}  // namespace spoils::naming
