// program/dump.cpp
//
// Prints a program as text: a printer for slots, tables, defs, rules and statements, one for expressions as nested
// calls, and one for the facts that the linker adds (check/link/links.h). tests/program compares sources with it.
#include "program/dump.h"

#include <fmt/format.h>

#include <iterator>

#include "program/fold_names.h"
#include "program/to_source.h"
#include "program/walk.h"

namespace spoils::program {

namespace {

std::string_view name_of(Op op) {
  switch (op) {
    case Op::Constant: return "constant";
    case Op::Fraction: return "fraction";
    case Op::Slot: return "slot";
    case Op::OrZero: return "or-zero";
    case Op::Negate: return "negate";
    case Op::Add: return "add";
    case Op::Subtract: return "subtract";
    case Op::Multiply: return "multiply";
    case Op::Divide: return "divide";
    case Op::FloorDivide: return "floor-divide";
    case Op::Modulo: return "modulo";
    case Op::Power: return "power";
    case Op::Minimum: return "min";
    case Op::Maximum: return "max";
    case Op::Absolute: return "abs";
    case Op::Floor: return "floor";
    case Op::Ceil: return "ceil";
    case Op::Round: return "round";
    case Op::Interpolate: return "interpolate";
    case Op::Equal: return "equal";
    case Op::SameNumber: return "same-number";
    case Op::SameText: return "same-text";
    case Op::SameList: return "same-list";
    case Op::Less: return "less";
    case Op::LessOrEqual: return "less-or-equal";
    case Op::LessNumber: return "less-number";
    case Op::LessOrEqualNumber: return "less-or-equal-number";
    case Op::Not: return "not";
    case Op::And: return "and";
    case Op::Or: return "or";
    case Op::InRange: return "in-range";
    case Op::Contains: return "contains";
    case Op::HasOutcome: return "has-outcome";
    case Op::Choose: return "if";
    case Op::Least: return "least";
    case Op::Greatest: return "greatest";
    case Op::Average: return "average";
    case Op::Bind: return "bind";
    case Op::Block: return "block";
    case Op::Invoke: return "call";
    case Op::WorldDef: return "world-def";
    case Op::ConstantDef: return "constant-def";
    case Op::Chance: return "chance";
    case Op::PickRange: return "pick-range";
    case Op::Dice: return "dice";
    case Op::PickTable: return "pick";
    case Op::PickGrid: return "pick-grid";
    case Op::PickWhere: return "pick-where";
    case Op::PickMember: return "pick-member";
    case Op::PickDistinct: return "pick-distinct";
    case Op::Shuffle: return "shuffle";
    case Op::Cell: return "cell";
    case Op::RowCell: return "row-cell";
    case Op::RowOutcome: return "row-outcome";
    case Op::MakeList: return "list";
    case Op::MakeSet: return "set";
    case Op::Append: return "append";
    case Op::Insert: return "insert";
    case Op::Remove: return "remove";
    case Op::Join: return "join";
    case Op::Sequence: return "sequence";
    case Op::MakeMap: return "map";
    case Op::SetAt: return "set-at";
    case Op::AddAt: return "add-at";
    case Op::AddMaps: return "add-maps";
    case Op::SubtractMaps: return "subtract-maps";
    case Op::Keys: return "keys";
    case Op::ValueAt: return "value-at";
    case Op::MemberAt: return "member-at";
    case Op::Size: return "size";
    case Op::Fold: return "fold";
    case Op::Compose: return "compose";
    case Op::Capitalise: return "capitalise";
    case Op::Title: return "title";
    case Op::Hash: return "hash";
    case Op::Hoisted: return "hoisted";
  }
  return "?";
}

class Dumper {
 public:
  explicit Dumper(const Program& program) : program_(program) {}

  std::string all() {
    line(0, "pack {} \"{}\" {}", program_.name, program_.title, program_.version);
    for (std::size_t i = 0; i < program_.slots.size(); ++i) { slot(static_cast<SlotId>(i)); }
    for (std::size_t i = 0; i < program_.tables.size(); ++i) { table(i); }
    for (const auto& grid : program_.grids) {
      line(0, "grid {} keys from {} other {}", grid.name, grid.first_key, grid.other);
      for (const auto index : grid.table_of) { line(1, "table {}", index); }
    }
    for (const auto& def : program_.defs) {
      std::string parameters;
      for (const auto slot : def.parameters) { parameters += " " + slot_name(slot); }
      line(0, "{}def {}{}{} = {}",
           def.is_world      ? "world "
           : def.is_constant ? "constant "
                             : "",
           def.name, parameters, def.is_distinct ? " distinct" : "", expression(def.body));
      if (program_.expressions[def.body].op == Op::Block) { block(program_.expressions[def.body].a, 1); }
    }
    for (const auto& rule : program_.rules) {
      std::string parameters;
      for (const auto& parameter : rule.parameters) {
        parameters += fmt::format(" {}{}", slot_name(parameter.slot),
                                  parameter.initial == kNone ? "" : "=" + expression(parameter.initial));
      }
      line(0, "rule {}{}", rule.name, parameters);
      block(rule.body, 1);
    }
    for (const auto& display : program_.displays) {
      line(0, "display {} {} if {}", display.rule ? program_.rules[*display.rule].name : "-", expression(display.text),
           expression(display.condition));
    }
    for (const auto& measure : program_.measures) {
      line(0, "measure {} = {}", measure.name, expression(measure.value));
    }
    for (const auto& rule : program_.rules) { line(0, "fields of {}:{}", rule.name, names(" ", rule.fields)); }
    for (const auto& each : program_.choices) { choice(each); }
    for (const auto& hoisted : program_.hoisted) {
      line(0, "hoisted {} by {}{}", expression(hoisted.expression), slot_name(hoisted.first),
           hoisted.second == hoisted.first ? "" : ", " + slot_name(hoisted.second));
    }
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id) {
      const auto number = program_.expressions[id].memo;
      if (number == 0) { continue; }
      const auto& memo = program_.memos[number - 1U];
      line(0, "memo {}{}{}", expression(id), names(" by ", memo.words), names(" by members of ", memo.lists));
    }
    return std::move(out_);
  }

  std::string expression(ExpressionId id) const {
    if (id == kNone) { return "-"; }
    const auto& e = program_.expressions[id];
    switch (e.op) {
      case Op::Constant: return constant(e);
      case Op::Fraction: return number::to_text(program_.fractions[e.a]);
      case Op::Slot: return slot_name(e.a);
      case Op::Interpolate: return fmt::format("(interpolate points:{} {})", e.a, expression(e.b));
      case Op::HasOutcome: return fmt::format("(has-outcome {} {})", table_name(e.a), expression(e.b));
      case Op::Bind:
        return fmt::format("(bind {} {} {})", slot_name(static_cast<SlotId>(e.value)), expression(e.a),
                           expression(e.b));
      case Op::Block: return fmt::format("(block {})", expression(e.b));
      case Op::Invoke:
      case Op::WorldDef:
      case Op::ConstantDef:
        return fmt::format("({} {}{}{})", name_of(e.op), program_.defs[static_cast<std::size_t>(e.value)].name, run(e),
                           draws(e));
      case Op::MakeList:
      case Op::MakeSet:
      case Op::MakeMap: return fmt::format("({}{})", name_of(e.op), run(e));
      case Op::PickTable: return fmt::format("(pick {})", table_name(e.a));
      case Op::PickGrid: return fmt::format("(pick-grid {} {})", program_.grids[e.a].name, expression(e.b));
      case Op::PickWhere: {
        const auto& choice = program_.choices[e.a];
        return fmt::format("(pick-where {}{}{}{})", table_name(choice.table), part("where", choice.condition),
                           part("weight", choice.weight),
                           choice.or_nothing ? " or nothing" + part("weight", choice.nothing_weight) : "");
      }
      case Op::PickDistinct: {
        if (e.b != kNone) { break; }
        const auto& choice = program_.choices[static_cast<std::size_t>(e.value)];
        return fmt::format("(pick-distinct {} {}{}{}{})", expression(e.a), table_name(choice.table),
                           part("where", choice.condition), part("weight", choice.weight),
                           choice.or_nothing ? " or fewer" : "");
      }
      case Op::Cell:
        return fmt::format("(cell {} {} {}{})", table_name(e.a), program_.tables[e.a].columns[e.b].name,
                           expression(e.c), draws(e));
      case Op::RowCell:
        return fmt::format("(row-cell {} {} {}{})", table_name(e.a), program_.tables[e.a].columns[e.b].name,
                           slot_name(e.c), draws(e));
      case Op::RowOutcome: return fmt::format("(row-outcome {} {}{})", table_name(e.a), slot_name(e.c), draws(e));
      case Op::Compose: return compose(e);
      case Op::Fold: {
        const auto& fold = program_.folds[e.a];
        return fmt::format("({} {} in {}{}{})", name_of(fold.kind), slot_name(fold.variable), expression(fold.source),
                           part("where", fold.condition), part("value", fold.value));
      }
      default: break;
    }
    std::string out = fmt::format("({}", name_of(e.op));
    for (const auto child : {e.a, e.b, e.c}) {
      if (child != kNone) { out += " " + expression(child); }
    }
    return out + ")";
  }

 private:
  template <class... Values>
  void line(int indent, std::string_view format, const Values&... values) {
    out_.append(static_cast<std::size_t>(indent) * 2, ' ');
    fmt::format_to(std::back_inserter(out_), fmt::runtime(format), values...);
    out_ += '\n';
  }

  std::string slot_name(SlotId id) const {
    const auto& name = program_.slots[id].name;
    return program_.slots[id].kind == Slot::Kind::Local ? fmt::format("{}#{}", name, id) : name;
  }

  // An expression after a word that says what it is; empty if there is none.
  std::string part(std::string_view what, ExpressionId id) const {
    return id == kNone ? "" : fmt::format(" {} {}", what, expression(id));
  }

  // The named slots of a list, after a word that says what they are; empty if there are none.
  std::string names(std::string_view what, const std::vector<SlotId>& slots) const {
    std::string out;
    for (const auto slot : slots) {
      if (program_.slots[slot].name.empty()) { continue; }
      out += (out.empty() ? std::string(what) : ", ") + slot_name(slot);
    }
    return out;
  }

  // Whether a node draws that need not: the defs and cells that it reads decide.
  static std::string_view draws(const Expression& e) { return e.draws && e.op != Op::WorldDef ? " draws" : ""; }

  std::string table_name(std::uint32_t index) const {
    const auto& name = program_.tables[index].name;
    return name.empty() ? fmt::format("table:{}", index) : name;
  }

  std::string constant(const Expression& e) const {
    if (e.value == kUnset) { return "none"; }
    switch (e.type.kind) {
      case ValueKind::Symbol: return std::string(program_.symbols.name(static_cast<std::uint32_t>(e.value)));
      case ValueKind::Text: return fmt::format("\"{}\"", program_.texts[static_cast<std::size_t>(e.value)]);
      case ValueKind::Flag: return e.value == 1 ? "true" : "false";
      case ValueKind::List:
      case ValueKind::Set: {
        std::string out = e.type.kind == ValueKind::Set ? "{" : "[";
        for (const auto member : program_.lists[static_cast<std::size_t>(e.value)]) {
          if (out.size() > 1) { out += ", "; }
          Expression one;
          one.type = {e.type.element, ValueKind::Unknown};
          one.value = member;
          out += constant(one);
        }
        return out + (e.type.kind == ValueKind::Set ? "}" : "]");
      }
      case ValueKind::Map: return to_source(program_, e.type, e.value);
      default: return fmt::format("{}", e.value);
    }
  }

  std::string run(const Expression& e) const {
    std::string out;
    for (std::uint32_t i = 0; i < e.b; ++i) { out += " " + expression(program_.operands[e.a + i]); }
    return out;
  }

  std::string compose(const Expression& e) const {
    std::string out = "(compose";
    for (std::uint32_t i = 0; i < e.b; ++i) {
      const auto& part = program_.parts[e.a + i];
      switch (part.kind) {
        case TextPart::Kind::Literal: out += fmt::format(" \"{}\"", program_.texts[part.text]); break;
        case TextPart::Kind::Value: out += " " + expression(part.expression); break;
        case TextPart::Kind::Signed: out += " +" + expression(part.expression); break;
        case TextPart::Kind::Optional: out += fmt::format(" [{}", part.count); break;
        case TextPart::Kind::Article: out += " &"; break;
        case TextPart::Kind::Plural: out += " ~"; break;
      }
    }
    return out + ")";
  }

  void slot(SlotId id) {
    const auto& s = program_.slots[id];
    static constexpr std::string_view kKinds[] = {"input", "state", "field", "scratch", "local"};
    if (s.kind == Slot::Kind::Local || s.name.empty()) { return; }
    std::string symbols;
    if (s.symbols) {
      for (const auto symbol : *s.symbols) {
        symbols +=
            (symbols.empty() ? "" : ", ") + std::string(program_.symbols.name(static_cast<std::uint32_t>(symbol)));
      }
      symbols = " of {" + symbols + "}";
    }
    line(0, "{} {}: {}{}{}", kKinds[static_cast<std::size_t>(s.kind)], s.name, to_text(s.type),
         s.has_bounds ? fmt::format(" {}..{}", s.first, s.last) : "", symbols);
  }

  void table(std::size_t index) {
    const auto& t = program_.tables[index];
    line(0, "table {}{}{}", table_name(static_cast<std::uint32_t>(index)), names(" reads ", t.reads),
         t.constant_weights.empty() ? "" : " constant");
    for (std::size_t r = 0; r < t.rows.size(); ++r) {
      const auto& row = t.rows[r];
      std::string cells;
      for (std::size_t c = 0; c < t.columns.size(); ++c) { cells += " " + expression(t.cell(r, c)); }
      std::string condition;
      if (row.condition != kNone) { condition = " if " + expression(row.condition); }
      if (row.otherwise != kNone) { condition += " else " + expression(row.otherwise); }
      line(1, "{} {}{}{}", expression(row.weight), expression(row.outcome), cells, condition);
    }
  }

  // A filter that has a plan or reads slots; others say nothing that the pick does not.
  void choice(const Choice& c) {
    if (c.reads.empty() && c.steps.empty()) { return; }
    line(0, "filter {} of {}{}", slot_name(c.row), table_name(c.table), names(" reads ", c.reads));
    static constexpr std::string_view kKinds[] = {"bind", "static", "guarded", "dynamic"};
    for (const auto& step : c.steps) {
      line(1, "{} {}{}", kKinds[static_cast<std::size_t>(step.kind)], expression(step.id), names(" by ", step.reads));
    }
    if (c.steps.empty()) { return; }
    line(1, "rows{}{}", names(" by ", c.planned_reads), c.weighs_static ? ", with their weights" : "");
  }

  void block(BlockId id, int indent) {
    for (const auto number : statements_of(program_, id)) { statement(program_.statements[number], indent); }
  }

  void otherwise(BlockId id, int indent) {
    if (id == kNone) { return; }
    line(indent, "else");
    block(id, indent + 1);
  }

  std::string call(const Statement& s) const {
    std::string out = program_.rules[s.a].name;
    for (std::uint32_t i = 0; i < s.c; ++i) { out += " " + expression(program_.operands[s.b + i]); }
    return out;
  }

  void statement(const Statement& s, int indent) {
    using Kind = Statement::Kind;
    switch (s.kind) {
      case Kind::Assign: line(indent, "{} = {}", slot_name(s.a), expression(s.b)); return;
      case Kind::If:
        line(indent, "if {}", expression(s.a));
        block(s.b, indent + 1);
        otherwise(s.c, indent);
        return;
      case Kind::Repeat:
        line(indent, "repeat {} while {}", expression(s.a), expression(s.b));
        block(s.c, indent + 1);
        return;
      case Kind::ForEach:
        line(indent, "for {} in {}", slot_name(s.a), expression(s.b));
        block(s.c, indent + 1);
        return;
      case Kind::ForRange:
        line(indent, "for {} in {}..{}", slot_name(s.a), expression(s.b), expression(s.value));
        block(s.c, indent + 1);
        return;
      case Kind::Retry:
        line(indent, "retry max {} while {}", expression(s.a), expression(s.b));
        block(s.c, indent + 1);
        return;
      case Kind::Try:
        line(indent, "try unless {}", expression(s.b));
        block(s.c, indent + 1);
        otherwise(s.a, indent);
        return;
      case Kind::Suppose:
        line(indent, "{}: {}", s.value == 1 ? "of a new thing after" : "after", slot_name(s.a));
        block(s.c, indent + 1);
        return;
      case Kind::World:
        line(indent, "world rule {}", program_.rules[s.a].name);
        block(s.c, indent + 1);
        return;
      case Kind::Run: line(indent, "run {}", call(s)); return;
      case Kind::RunNamed: {
        std::string rules;
        for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) { rules += " " + program_.rules[rule].name; }
        line(indent, "do {} of{}", expression(s.a), rules);
        return;
      }
      case Kind::Drop: line(indent, "drop {}", call(s)); return;
      case Kind::Hold: line(indent, "hold {}", call(s)); return;
      case Kind::WithInput:
        line(indent, "with {} = {}", slot_name(s.a), expression(s.b));
        block(s.c, indent + 1);
        return;
      case Kind::WithStream:
        line(indent, "with stream {}", program_.texts[program_.streams[s.a].name]);
        block(s.b, indent + 1);
        return;
      case Kind::Stop: line(indent, "stop"); return;
      case Kind::Discard: line(indent, "discard"); return;
    }
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string dump(const Program& program) { return Dumper(program).all(); }
std::string dump(const Program& program, ExpressionId id) { return Dumper(program).expression(id); }

}  // namespace spoils::program
