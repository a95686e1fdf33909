// compile_c/lists.cpp
//
// Lists and sets: handles of runs of words, among the constants of the header or in memory that the caller gives, and
// the folds over them, which become loops.
#include "compile_c/emitter.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

Code Emitter::list_operation(const Expression& e, ExpressionId id) {
  need(Part::Lists);
  const auto at = place_of(id);
  const bool holds_texts = e.type.element == ValueKind::Text;
  switch (e.op) {
    case Op::Size: return {fmt::format("$size_(r, {})", settled(word(e.a), kWord).text)};
    case Op::Contains: {
      auto member = word(e.a);
      const auto here = mark();
      auto list = word(e.b);
      if (list.has_effect) { list = settled(list, kWord); }
      keep(member, here, kWord);
      if (node(e.a).type.kind == ValueKind::Text) { refuse(at, "a list of texts"); }
      if (counts_) {
        member = settled(member, kWord);
        list = settled(list, kWord);
        spend(fmt::format("$list_(r, {}).count", list.text), at);
      }
      return {fmt::format("$contains_($list_(r, {}), {})", bare(list.text), bare(member.text))};
    }
    case Op::MakeList:
    case Op::MakeSet: {
      // Members of a set are ordered by what they say.
      if (holds_texts && e.op == Op::MakeSet) { refuse(at, "a set of texts that is made in a roll"); }
      std::string members;
      for (std::uint32_t i = 0; i < e.b; ++i) {
        members += (i > 0 ? ", " : "") + settled(word(program_.operands[e.a + i]), kWord).text;
      }
      const auto words = temporary();
      const auto result = temporary();
      line(fmt::format("int64_t {}[{}] = {{{}}};", words, std::max<std::uint32_t>(1, e.b), e.b > 0 ? members : "0"));
      line(fmt::format("const int64_t {} = $make_{}_(r, {}, {});", result, e.op == Op::MakeSet ? "set" : "list", words,
                       e.b));
      fail_if_unset(result, at);
      return {result, true};
    }
    default: {
      const bool compares = e.op == Op::Insert || e.op == Op::Remove || e.type.kind == ValueKind::Set;
      if (holds_texts && compares) { refuse(at, "a comparison of texts in a list"); }
      auto list = word(e.a);
      const auto here = mark();
      auto other = word(e.b);
      if (other.has_effect) { other = settled(other, kWord); }
      keep(list, here, kWord);
      if (e.op == Op::Insert && counts_) {
        list = settled(list, kWord);
        other = settled(other, kWord);
        spend(fmt::format("$list_(r, {}).count", list.text), at);
      }
      const bool is_set = e.type.kind == ValueKind::Set;
      const char* const name = e.op == Op::Append   ? "append"
                               : e.op == Op::Insert ? "insert"
                               : e.op == Op::Remove ? "remove"
                               : is_set             ? "unite"
                                                    : "join";
      return made(fmt::format("${}_(r, {}, {})", name, bare(list.text), bare(other.text)), at);
    }
  }
}

// A fold whose values are gathered first, in room for all of them.
Code Emitter::fold_list(const Fold& f, ExpressionId id) {
  const auto at = place_of(id);
  const auto kind = f.value == kNone ? program_.slots[f.variable].type.kind : node(f.value).type.kind;
  const bool is_text = kind == ValueKind::Text;
  if (is_text && f.kind == FoldKind::Set) { refuse(at, "a set of texts that is made in a roll"); }
  if (is_text) { need_texts(); }
  const auto members = hold("$list", fmt::format("$list_(r, {})", word(f.source).text));
  const auto found = hold("int64_t*", fmt::format("$reserve_(r, {}.count)", members));
  auto& last = body_->lines.back();
  last.replace(last.find("const int64_t* "), 15, "int64_t *const ");
  const auto count = temporary();
  line(fmt::format("uint32_t {} = 0;", count));
  fail_if(fmt::format("{} == NULL && {}.count > 0", found, members), Fault::Kind::TooMuchText, at);
  const auto i = temporary();
  open(fmt::format("for (uint32_t {0} = 0; {0} < {1}.count; ++{0}) {{", i, members));
  spend("1", at);
  line(fmt::format("{} = {}.members[{}];", slot(f.variable), members, i));
  if (f.condition != kNone) {
    const auto test = condition(f.condition);
    line(fmt::format("if (!{}) {{ continue; }}", test.text));
  }
  const auto value = f.value == kNone ? Code{slot(f.variable)} : word(f.value);
  line(fmt::format("{}[{}++] = {};", found, count, bare(value.text)));
  close();
  if (f.kind == FoldKind::MostCommon) {
    spend(fmt::format("(uint64_t){0} * {0}", count), at);
    const auto call = is_text ? fmt::format("$most_common_text_(r, {}, {})", found, count)
                              : fmt::format("$most_common_({}, {})", found, count);
    return {hold(kWord, call), true};
  }
  const auto length = f.kind == FoldKind::Set ? fmt::format("$sort_({}, {})", found, count) : count;
  return {hold(kWord, fmt::format("$handle_(r, {}, {})", found, length)), true};
}

// Operations that read whole lists, and those that make one of another shape.
Code Emitter::list_function(const Expression& e, ExpressionId id) {
  need(Part::Lists);
  const auto at = place_of(id);
  switch (e.op) {
    case Op::SameList: {
      if (node(e.a).type.element == ValueKind::Text) { refuse(at, "a list of texts"); }
      auto a = settled(word(e.a), kWord);
      const auto b = settled(word(e.b), kWord);
      spend(fmt::format("$list_(r, {}).count", a.text), at);
      return {fmt::format("$is_same_list_($list_(r, {}), $list_(r, {}))", a.text, b.text)};
    }
    case Op::MemberAt: {
      const auto list = settled(word(e.a), kWord);
      const auto place = settled(operand(e.b), kWord);
      return {fmt::format("$member_at_($list_(r, {}), {})", list.text, place.text)};
    }
    case Op::Sequence: {
      const auto first = settled(operand(e.a), kWord);
      const auto last = settled(operand(e.b), kWord);
      const auto test =
          fmt::format("{0} >= {1} && (uint64_t){0} - (uint64_t){1} >= {2}", last.text, first.text, kMaxSequence);
      fail_if(test, Fault::Kind::TooMuchText, at);
      if (counts_) {
        open(fmt::format("if ({} >= {}) {{", last.text, first.text));
        spend(fmt::format("(uint64_t){} - (uint64_t){} + 1", last.text, first.text), at);
        close();
      }
      return made(fmt::format("$sequence_(r, {}, {})", first.text, last.text), at);
    }
    default: {
      need(Part::Wide);
      const auto list = settled(word(e.a), kWord);
      spend(fmt::format("$list_(r, {}).count", list.text), at);
      return made(fmt::format("$shuffle_(r, {})", list.text), at);
    }
  }
}

// Whether an expression makes lists or texts on its way.
bool Emitter::makes_room(ExpressionId root) const {
  std::set<ExpressionId> seen;
  std::vector<ExpressionId> left{root};
  while (!left.empty()) {
    const auto id = left.back();
    left.pop_back();
    if (id == kNone || !seen.insert(id).second) { continue; }
    const auto& e = node(id);
    switch (e.op) {
      case Op::Slot:
      case Op::Constant:
      case Op::Cell:
      case Op::RowCell:
      case Op::RowOutcome:
      case Op::ConstantDef:
      case Op::Choose:
      case Op::Invoke: break;
      default:
        if (lies_in_heap(e.type.kind)) { return true; }
    }
    for_each_operand(program_, e, [&](ExpressionId operand) { left.push_back(operand); });
  }
  return false;
}

Code Emitter::fold(const Expression& e, ExpressionId id, bool is_number) {
  need(Part::Lists);
  const auto& f = program_.folds[e.a];
  const auto at = place_of(id);
  if (f.kind == FoldKind::List || f.kind == FoldKind::Set || f.kind == FoldKind::MostCommon) {
    return fold_list(f, id);
  }
  const bool finds = f.kind == FoldKind::First || f.kind == FoldKind::Last;
  const auto type = is_number ? std::string_view("$number") : kWord;
  const auto members = hold("$list", fmt::format("$list_(r, {})", word(f.source).text));
  const auto result = temporary();
  const char* const begin = f.kind == FoldKind::All || f.kind == FoldKind::Product ? "1" : finds ? "`UNSET" : "0";
  line(fmt::format("{} {} = {};", type, result, is_number ? fmt::format("$whole_({})", begin) : begin));
  const bool needs_any = f.kind == FoldKind::First || f.kind == FoldKind::Maximum || f.kind == FoldKind::Minimum;
  const auto any = needs_any ? temporary() : std::string();
  if (needs_any) { line(fmt::format("bool {} = false;", any)); }
  // Lists that are made for one member are not needed for the next.
  const bool frees = !lies_in_heap(e.type.kind) && (makes_room(f.condition) || makes_room(f.value));
  const auto room = frees ? hold("uint32_t", "r->out->words_used") : std::string();
  const auto i = temporary();
  open(fmt::format("for (uint32_t {0} = 0; {0} < {1}.count; ++{0}) {{", i, members));
  if (frees) { line(fmt::format("r->out->words_used = {};", room)); }
  spend("1", at);
  line(fmt::format("{} = {}.members[{}];", slot(f.variable), members, i));
  if (f.condition != kNone) {
    const auto test = condition(f.condition);
    line(fmt::format("if (!{}) {{ continue; }}", test.text));
  }
  const auto amount = [&]() -> Code {
    if (is_number) { return f.value == kNone ? Code{fmt::format("$whole_({})", slot(f.variable))} : number(f.value); }
    if (f.value == kNone) { return {fmt::format("$or_zero_({})", slot(f.variable))}; }
    return operand(f.value);
  };
  const auto raw = [&]() -> Code {
    if (is_number) { return number_or_unset(f.value); }
    return f.value == kNone ? Code{slot(f.variable)} : word(f.value);
  };
  const auto checked_number = [&](const char* name) {
    const auto value = amount();
    line(fmt::format("{0} = ${1}_numbers_({0}, {2});", result, name, value.text));
    fail_if(fmt::format("{}.denominator == 0", result), Fault::Kind::Overflow, at);
  };
  switch (f.kind) {
    case FoldKind::Count: line(fmt::format("++{};", result)); break;
    case FoldKind::Sum:
    case FoldKind::Product: {
      const char* const name = f.kind == FoldKind::Sum ? "add" : "multiply";
      if (is_number) {
        checked_number(name);
        break;
      }
      need(Part::Arithmetic);
      const auto value = settled(amount(), kWord);
      fail_if(fmt::format("!${0}_({1}, {2}, &{1})", name, result, value.text), Fault::Kind::Overflow, at);
      break;
    }
    case FoldKind::Any:
    case FoldKind::All: {
      const bool is_any = f.kind == FoldKind::Any;
      if (f.value == kNone) {
        if (is_any) { line(fmt::format("{} = 1;", result)); }
        break;
      }
      const auto test = condition(f.value);
      line(fmt::format("if ({}{}) {{ {} = {}; }}", is_any ? "" : "!", is_any ? bare(test.text) : test.text, result,
                       is_any ? 1 : 0));
      break;
    }
    case FoldKind::First: {
      const auto value = raw();
      line(fmt::format("if (!{}) {{ {} = {}; }}", any, result, bare(value.text)));
      break;
    }
    case FoldKind::Last: {
      const auto value = raw();
      line(fmt::format("{} = {};", result, bare(value.text)));
      break;
    }
    default: {
      const bool is_most = f.kind == FoldKind::Maximum;
      const auto value = settled(amount(), type);
      const char* const name = is_number ? (is_most ? "greatest" : "least") : (is_most ? "max" : "min");
      line(fmt::format("{0} = {1} ? ${2}_({0}, {3}) : {3};", result, any, name, value.text));
    }
  }
  if (needs_any) { line(fmt::format("{} = true;", any)); }
  close();
  if (frees) { line(fmt::format("r->out->words_used = {};", room)); }
  return {result, true};
}

}  // namespace spoils::compile_c
