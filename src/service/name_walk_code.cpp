// service/name_walk_code.cpp
//
// The walk through statements and expressions; name_walk.cpp has declarations, and what a word means.
#include <algorithm>
#include <utility>

#include "service/name_walk.h"
#include "service/words.h"

namespace spoils::service {

using lang::Statement;
using NodeKind = lang::Expression::Kind;

// ---- Statements

void NameWalk::block(const lang::Block& block) {
  const auto outer = locals_.size();
  const auto outer_end = scope_end_;
  if (block.span.end > block.span.begin) { scope_end_ = block.span.end; }
  for (const auto& s : block.statements) { statement(s); }
  scope_end_ = outer_end;
  locals_.resize(outer);
}

void NameWalk::ran(const Expression& call) {
  if (call.kind != NodeKind::Call && call.kind != NodeKind::Name) {
    expression(call);
    return;
  }
  const auto rule = visible(Space::Rule, call.text);
  use(rule, parsed_.find_word(call.text, call.span.begin, call.span.end));
  arguments(call, rule);
}

void NameWalk::arguments(const Expression& call, NameId callee) {
  const auto* declaration = callee == kNoName ? nullptr : index_.names_[callee].declaration;
  for (const auto& argument : call.children) {
    if (argument.kind != NodeKind::Argument) {
      expression(argument);
      continue;
    }
    const auto known = index_.named_parameters_.find({declaration, argument.text});
    if (known != index_.named_parameters_.end()) {
      use(known->second, parsed_.find_word(argument.text, argument.span.begin, argument.span.end));
    }
    children(argument);
  }
}

void NameWalk::statement(const Statement& s) {
  const auto named = range_of(s.name_span);
  const bool supposes = s.supposes != Statement::Supposes::Nothing;
  const auto values = [&] {
    for (std::size_t i = 0; i < s.expressions.size(); ++i) {
      if (supposes && i == 1) {
        ran(s.expressions[i]);
      } else {
        expression(s.expressions[i]);
      }
    }
  };
  switch (s.kind) {
    case Statement::Kind::Assign: {
      const auto found = locals_.find(s.text);
      const auto variable = found ? *found : index_.find(Space::Variable, s.text);
      const bool is_field = variable != kNoName && index_.names_[variable].kind == WordKind::Field &&
                            index_.names_[variable].declaration == nullptr;
      use(variable, named, is_field);
      values();
      return;
    }
    case Statement::Kind::Let: {
      values();
      const auto table = s.expressions.empty() || supposes ? std::string() : table_of(s.expressions[0]);
      if (!s.text.empty()) { add_local(s.text, named, table); }
      return;
    }
    case Statement::Kind::For: {
      const auto outer = locals_.size();
      for (const auto& e : s.expressions) { expression(e, Place::FoldSource); }
      const auto outer_end = std::exchange(scope_end_, s.span.end);
      if (!s.text.empty()) {
        add_local(s.text, named, s.expressions.empty() ? std::string() : table_of_source(s.expressions[0]));
      }
      for (const auto& inner : s.blocks) { block(inner); }
      scope_end_ = outer_end;
      locals_.resize(outer);
      return;
    }
    case Statement::Kind::Call:
    case Statement::Kind::Drop:
    case Statement::Kind::Hold:
      for (const auto& e : s.expressions) {
        if (s.op == "do") {
          expression(e);
        } else {
          ran(e);
        }
      }
      return;
    case Statement::Kind::Apply:
      for (const auto& e : s.expressions) {
        if (e.kind != NodeKind::Member || e.children.empty()) {
          expression(e);
          continue;
        }
        expression(e.children[0]);
        auto owner = table_of(e.children[0]);
        if (index_.find(Space::Block, e.text, owner) == kNoName) {
          const auto known = index_.blocks_.find(e.text);
          owner = known != index_.blocks_.end() && known->second.size() == 1 ? known->second.front() : std::string();
        }
        const auto id = index_.intern(Space::Block, e.text, owner);
        index_.names_[id].kind = WordKind::Block;
        use(id, parsed_.find_word(e.text, e.children[0].span.end, e.span.end));
      }
      return;
    case Statement::Kind::WithInput: use(visible(Space::Variable, s.text), named); break;
    case Statement::Kind::WithStream:
      for (const auto& e : s.expressions) { children(e); }
      for (const auto& inner : s.blocks) { block(inner); }
      return;
    default: break;
  }
  if (s.kind == Statement::Kind::Retry || s.kind == Statement::Kind::Try) {
    // The condition is one of the values that the block set; its lets are not known outside.
    for (const auto& inner : s.blocks) { block(inner); }
    values();
    return;
  }
  values();
  for (const auto& inner : s.blocks) { block(inner); }
  for (const auto& arm : s.arms) {
    for (const auto& pattern : arm.patterns) { expression(pattern); }
    block(arm.block);
  }
}

// ---- Expressions

void NameWalk::children(const Expression& e, Place place) {
  for (const auto& child : e.children) { expression(child, place); }
}

void NameWalk::expression(const Expression& e, Place place) {
  switch (e.kind) {
    case NodeKind::Name: name(e, place); return;
    case NodeKind::Symbol: {
      const auto word = parsed_.find_word(e.text, e.span.begin, e.span.end);
      symbol(e.text, word);
      return;
    }
    case NodeKind::Rows: rows(e.rows(), true); return;
    case NodeKind::Percent:
    case NodeKind::Negate:
    case NodeKind::Range: children(e, place == Place::Row ? place : Place::Value); return;
    case NodeKind::Set:
    case NodeKind::List: {
      const bool are_words = std::all_of(e.children.begin(), e.children.end(), [](const Expression& child) {
        return child.kind == NodeKind::Name || child.kind == NodeKind::Symbol;
      });
      children(e, place == Place::Row && are_words ? place : Place::Value);
      return;
    }
    case NodeKind::Map: children(e, place == Place::Row ? place : Place::Value); return;
    case NodeKind::Filter: children(e, Place::Row); return;
    case NodeKind::Call: {
      const auto def = visible(Space::Def, e.text);
      const auto at = parsed_.find_word(e.text, e.span.begin, e.span.end);
      if (def != kNoName) {
        use(def, at);
        arguments(e, def);
        return;
      }
      const auto id = index_.intern(Space::Language, e.text);
      index_.names_[id].kind = WordKind::Function;
      use(id, at);
      children(e);
      return;
    }
    case NodeKind::Lookup: {
      const auto at = parsed_.find_word(e.text, e.span.begin, e.span.end);
      const auto found = locals_.find(e.text);
      const auto table = visible(Space::Table, e.text);
      use(found ? *found : table != kNoName ? table : value(e.text), at);
      children(e);
      return;
    }
    case NodeKind::Member: member(e); return;
    case NodeKind::Pick: children(e, Place::PickSource); return;
    case NodeKind::PickWhere:
    case NodeKind::Distinct: pick_where(e); return;
    case NodeKind::Aggregate: aggregate(e); return;
    case NodeKind::Query: query(e); return;
    case NodeKind::Binary: binary(e); return;
    default: children(e); return;
  }
}

void NameWalk::name(const Expression& e, Place place) {
  if (e.text.empty() || e.text.find('.') != std::string::npos) { return; }
  const auto at = parsed_.find_word(e.text, e.span.begin, e.span.end);
  if (place == Place::Row && !in_parentheses(e)) {
    symbol(e.text, at);
    return;
  }
  const auto found = locals_.find(e.text);
  if (!found && place != Place::Value && place != Place::Row) {
    const auto table = visible(Space::Table, e.text);
    const auto meant = table == kNoName ? kNoName : value(e.text);
    bool is_table = table != kNoName;
    if (is_table && meant != kNoName && place == Place::FoldSource) {
      is_table = index_.names_[table].kind == WordKind::Collection;
    } else if (is_table && meant != kNoName && place == Place::Membership) {
      is_table = index_.names_[meant].kind == WordKind::Field && !index_.holds_several(e.text);
    }
    if (is_table) {
      use(table, at);
      return;
    }
  }
  if (const auto meant = value(e.text); meant != kNoName) {
    use(meant, at);
  } else if (is_word_of_questions(e.text)) {
    const auto id = index_.intern(Space::Language, e.text);
    index_.names_[id].kind = WordKind::Keyword;
    use(id, at);
  } else {
    symbol(e.text, at);
  }
}

void NameWalk::member(const Expression& e) {
  if (e.children.empty()) { return; }
  const auto& base = e.children[0];
  const auto table = table_of(base);
  if (base.kind == NodeKind::Name && base.text == "row" && table_ != nullptr && table == table_->name &&
      value("row") == kNoName) {
    const auto id = index_.intern(Space::Language, "row");
    index_.names_[id].kind = WordKind::Keyword;
    use(id, range_of(base.span));
  } else {
    expression(base);
  }
  use(column(table, e.text), parsed_.find_word(e.text, base.span.end, e.span.end));
}

// Children: source, condition, weight, weight of nothing, level, kind; of `distinct` then the number.
void NameWalk::pick_where(const Expression& e) {
  if (e.children.empty()) { return; }
  const auto& source = e.children[0];
  const bool is_distinct = e.kind == NodeKind::Distinct;
  if (is_distinct) { expression(e.children.back()); }
  expression(source, Place::PickSource);
  for (const std::size_t i : {4U, 5U}) {
    if (i < e.children.size()) { expression(e.children[i]); }
  }
  const auto outer = locals_.size();
  const auto outer_end = std::exchange(scope_end_, e.span.end);
  if (!e.text.empty()) {
    const auto begin = is_distinct ? e.children.back().span.end : e.span.begin;
    add_local(e.text, parsed_.find_word(e.text, begin, source.span.begin), table_of_source(source));
  }
  for (const std::size_t i : {1U, 2U, 3U}) {
    if (i < e.children.size()) { expression(e.children[i]); }
  }
  scope_end_ = outer_end;
  locals_.resize(outer);
}

void NameWalk::aggregate(const Expression& e) {
  const auto head = parsed_.find_word(e.text, e.span.begin, e.span.end);
  const auto id = index_.intern(Space::Language, e.text);
  index_.names_[id].kind = WordKind::Function;
  use(id, head);
  if (e.children.empty()) { return; }
  expression(e.children[0], Place::FoldSource);
  const auto outer = locals_.size();
  const auto outer_end = std::exchange(scope_end_, e.span.end);
  if (!e.name().empty()) {
    add_local(e.name(), parsed_.find_word(e.name(), head.end, e.children[0].span.begin),
              table_of_source(e.children[0]));
  }
  for (std::size_t i = 1; i < e.children.size(); ++i) { expression(e.children[i]); }
  scope_end_ = outer_end;
  locals_.resize(outer);
}

// Children: the rule, by, the condition, the evidence, then settings of inputs.
void NameWalk::query(const Expression& e) {
  const auto id = index_.intern(Space::Language, e.text);
  index_.names_[id].kind = WordKind::Function;
  use(id, parsed_.find_word(e.text, e.span.begin, e.span.end));
  for (std::size_t i = 0; i < e.children.size(); ++i) {
    const auto& child = e.children[i];
    if (i == 0) {
      ran(child);
    } else if (child.kind == NodeKind::Argument) {
      use(visible(Space::Variable, child.text), parsed_.find_word(child.text, child.span.begin, child.span.end));
      children(child);
    } else {
      expression(child);
    }
  }
}

void NameWalk::binary(const Expression& e) {
  if (e.children.size() != 2 || (e.text != "in" && e.text != "is")) {
    children(e);
    return;
  }
  expression(e.children[0]);
  const auto& right = e.children[1];
  if (e.text == "in") {
    expression(right, right.kind == NodeKind::Name ? Place::Membership : Place::Value);
  } else {
    const bool is_word = right.kind == NodeKind::Name && !locals_.find(right.text);
    expression(right, is_word ? Place::Row : Place::Value);
  }
}

}  // namespace spoils::service
