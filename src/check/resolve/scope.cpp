// check/resolve/scope.cpp
//
// Builds the symbol table: collects declarations, applies overrides, sorts the lists by pack, and answers which
// declarations a place can see.
#include "check/resolve/scope.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

namespace spoils::check {

using lang::Declaration;
using text::Code;

namespace {

std::string_view word_of(Declaration::Kind kind) {
  switch (kind) {
    case Declaration::Kind::Input: return "input";
    case Declaration::Kind::State: return "state";
    case Declaration::Kind::Field: return "field";
    case Declaration::Kind::Scratch: return "scratch";
    case Declaration::Kind::Table: return "table";
    case Declaration::Kind::Grid: return "grid";
    case Declaration::Kind::Rule: return "rule";
    case Declaration::Kind::Def: return "def";
    case Declaration::Kind::Display: return "display";
    case Declaration::Kind::Measure: return "measure";
    default: return "declaration";
  }
}

/// Finds the names that statements assign to and that are no let, loop variable or parameter there. The names in scope
/// are a stack; how often each is on it is counted, so that the cost is linear in the statements.
class AssignedFields {
 public:
  explicit AssignedFields(const std::vector<std::string_view>& parameters) {
    for (const auto name : parameters) { hide(name); }
  }

  void read(const lang::Block& block) {
    const auto outer = hidden_.size();
    for (const auto& s : block.statements) {
      if (s.kind == lang::Statement::Kind::Assign && !is_hidden(s.text)) { names_.insert(s.text); }
      if (s.kind == lang::Statement::Kind::Let) { hide(s.text); }
      const auto inner = hidden_.size();
      if (s.kind == lang::Statement::Kind::For) { hide(s.text); }
      for (const auto& inside : s.blocks) { read(inside); }
      for (const auto& arm : s.arms) { read(arm.block); }
      show(inner);
    }
    show(outer);
  }

  [[nodiscard]] const std::set<std::string_view>& names() const { return names_; }

 private:
  void hide(std::string_view name) {
    hidden_.push_back(name);
    ++times_[name];
  }
  [[nodiscard]] bool is_hidden(std::string_view name) const {
    const auto found = times_.find(name);
    return found != times_.end() && found->second > 0;
  }
  // Takes names off the stack until there are so many.
  void show(std::size_t size) {
    for (; hidden_.size() > size; hidden_.pop_back()) { --times_[hidden_.back()]; }
  }

  std::vector<std::string_view> hidden_;
  std::unordered_map<std::string_view, std::size_t> times_;
  std::set<std::string_view> names_;
};

}  // namespace

Scope::Scope(const std::vector<PackTree>& packs, text::Report& report) : visibility_(packs), own_(packs.size() - 1) {
  for (std::size_t i = 0; i < packs.size(); ++i) {
    const Declaration* line = nullptr;
    for (const auto& file : packs[i].files) {
      for (const auto& declaration : file.declarations) {
        if (declaration.kind != Kind::Pack) { continue; }
        if (line != nullptr) {
          report.add(Code::SecondPackLine, declaration.span).label(line->span, "the first is here");
        } else {
          line = &declaration;
        }
      }
    }
    if (line == nullptr && i == own_) {
      const auto source = packs[i].files.empty() ? 0 : packs[i].files.front().source;
      report.add(Code::NoPackLine, {source, 0, 0}).help("begin it with `pack NAME \"Title\" 1.0`");
    }
    if (i == own_) { pack_ = line; }
    for (const auto& file : packs[i].files) {
      for (const auto& declaration : file.declarations) {
        take(declaration, i, report);
        note_fields(declaration, i);
      }
    }
  }
  overrides_.report(report);
  collections_ = expand_collections(packs, visibility_, report);
  for (const auto& made : collections_.made) { take(made.declaration, made.pack, report); }
  sort_lists();
}

void Scope::note_fields(const Declaration& declaration, std::size_t pack) {
  if (declaration.kind == Kind::Def) { return; }  // its block sets no fields
  std::vector<std::string_view> hidden;
  for (const auto& parameter : declaration.parameters) {
    if (declaration.kind != Kind::Rule) { break; }
    if (parameter.is_field) {
      field_homes_[parameter.name].insert(pack);
    } else {
      hidden.push_back(parameter.name);
    }
  }
  note_fields(declaration.block, pack, hidden);
  for (const auto& item : declaration.items) { note_fields(item.block, pack, hidden); }
}

void Scope::note_fields(const lang::Block& block, std::size_t pack, std::vector<std::string_view>& hidden) {
  AssignedFields fields(hidden);
  fields.read(block);
  for (const auto name : fields.names()) { field_homes_[std::string(name)].insert(pack); }
}

// Own declarations first: the pack's first rule is what `spoils roll PACK` rolls.
void Scope::sort_lists() {
  sort_by_users(Kind::Display);
  sort_by_users(Kind::Names);
  for (std::size_t kind = 0; kind < lists_.size(); ++kind) {
    List sorted;
    // Rules made from blocks of records come after all others: no name refers to them.
    const auto is_block = [&](std::size_t i) {
      return lists_[kind][i]->kind == Kind::Rule && lists_[kind][i]->is_rows;
    };
    for (const bool blocks : {false, true}) {
      for (const bool own : {true, false}) {
        for (std::size_t i = 0; i < lists_[kind].size(); ++i) {
          if (lists_[kind][i] == nullptr) { continue; }
          const bool takes = (list_packs_[kind][i] == own_) == own && is_block(i) == blocks;
          if (takes) { sorted.push_back(lists_[kind][i]); }
        }
      }
    }
    own_counts_[kind] = static_cast<std::size_t>(std::count(list_packs_[kind].begin(), list_packs_[kind].end(), own_));
    lists_[kind] = std::move(sorted);
  }
}

void Scope::forget_rows() {
  for (auto& made : collections_.made) {
    made.declaration.rows = {};
    made.declaration.entries = {};
  }
}

// The first display or name that fits wins: those of a pack come before those of the packs that it uses.
void Scope::sort_by_users(Kind kind) {
  auto& list = lists_[static_cast<std::size_t>(kind)];
  auto& from = list_packs_[static_cast<std::size_t>(kind)];
  List sorted;
  std::vector<std::size_t> packs;
  for (const auto pack : visibility_.users_first()) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (from[i] != pack) { continue; }
      sorted.push_back(list[i]);
      packs.push_back(pack);
    }
  }
  list = std::move(sorted);
  from = std::move(packs);
}

bool Scope::has_space(Kind kind) {
  switch (kind) {
    case Kind::Pack:
    case Kind::Use:
    case Kind::Display:
    case Kind::Names:
    case Kind::Expect:
    case Kind::Collection:
    case Kind::Record: return false;
    default: return true;
  }
}

Scope::Space Scope::space_of(Kind kind) {
  switch (kind) {
    case Kind::Rule: return Space::Rule;
    case Kind::Table:
    case Kind::Grid: return Space::Table;
    case Kind::Def: return Space::Def;
    default: return Space::Variable;
  }
}

void Scope::take(const Declaration& declaration, std::size_t pack, text::Report& report) {
  if (!has_space(declaration.kind)) {
    if (declaration.kind == Kind::Display && declaration.is_override) { override_displays(declaration, pack, report); }
    const auto place = add_to_list(declaration, pack);
    if (declaration.kind == Kind::Display) {
      displays_[declaration.name][pack].push_back(place);
      display_homes_[declaration.name].insert(pack);
    }
    return;
  }
  if (declaration.name.empty()) { return; }  // the parser has reported it
  const auto space = space_of(declaration.kind);
  auto& names = spaces_[static_cast<std::size_t>(space)];
  const auto found = names.find(declaration.name);
  const bool is_seen =
      found != names.end() && nearness(space, declaration.name, declaration.name_span) != Nearness::Invisible;
  if (found == names.end() || (declaration.is_override && !is_seen)) {
    if (declaration.is_override) {
      auto finding =
          report.add(Code::OverridesNothing, declaration.name_span, word_of(declaration.kind), declaration.name);
      const auto known =
          report.suggests() ? this->names(space, declaration.name_span) : std::vector<std::string_view>();
      if (const auto near = report.nearest(declaration.name, known)) {
        finding.help(Edit{declaration.name_span, std::string(*near)});
      } else {
        finding.help("leave `override` out to declare something new");
      }
    }
    if (found != names.end()) { return; }
    names.emplace(declaration.name, Entry{&declaration, pack, {pack}, add_to_list(declaration, pack)});
    return;
  }
  const auto& old = *found->second.declaration;
  if (!declaration.is_override || found->second.pack == pack) {
    auto finding = report.add(Code::DeclaredTwice, declaration.name_span, declaration.name);
    finding.label(old.name_span, "declared first here");
    if (found->second.pack != pack && is_seen) {
      finding.help("write `override` before it to replace the one of the used pack");
    }
    return;
  }
  overrides_.note(visibility_, std::to_string(static_cast<int>(space)), {&declaration, pack},
                  {&old, found->second.pack});
  replace(found->second, declaration);
  found->second.pack = pack;
  found->second.homes.insert(pack);
}

// A display that overrides takes the place of all that used packs have for the same rule.
void Scope::override_displays(const Declaration& declaration, std::size_t pack, text::Report& report) {
  const auto& homes = display_homes_[declaration.name];
  const bool has_one =
      std::any_of(homes.begin(), homes.end(), [&](std::size_t home) { return visibility_.sees(pack, home); });
  if (!has_one) { report.add(Code::OverridesNothing, declaration.span, "display", declaration.name); }
  auto& by_pack = displays_[declaration.name];
  for (auto at = by_pack.begin(); at != by_pack.end();) {
    const auto& first = *lists_[static_cast<std::size_t>(Kind::Display)][at->second.front()];
    const bool is_seen = visibility_.sees(pack, at->first);
    if (at->first != pack && (is_seen || (has_one && first.is_override))) {
      overrides_.note(visibility_, "display", {&declaration, pack}, {&first, at->first});
    }
    if (!is_seen || at->first == pack) {
      ++at;
      continue;
    }
    for (const auto place : at->second) { remove(Kind::Display, place); }
    at = by_pack.erase(at);
  }
}

void Scope::replace(Entry& old, const Declaration& fresh) {
  const auto kind = static_cast<std::size_t>(old.declaration->kind);
  if (old.declaration->kind == fresh.kind) {
    lists_[kind][old.place] = &fresh;  // it keeps its place, so indices of rules and fields stay as they were
  } else {
    const auto pack = list_packs_[kind][old.place];
    remove(old.declaration->kind, old.place);
    old.place = add_to_list(fresh, pack);
  }
  old.declaration = &fresh;
}

std::size_t Scope::add_to_list(const Declaration& declaration, std::size_t pack) {
  const auto kind = static_cast<std::size_t>(declaration.kind);
  lists_[kind].push_back(&declaration);
  list_packs_[kind].push_back(pack);
  return lists_[kind].size() - 1;
}

// The place stays empty until the lists are sorted, so that other places keep their numbers.
void Scope::remove(Kind kind, std::size_t place) {
  lists_[static_cast<std::size_t>(kind)][place] = nullptr;
  list_packs_[static_cast<std::size_t>(kind)][place] = kNoPack;
}

Nearness Scope::nearness(Space space, std::string_view name, Span place) const {
  const auto& names = spaces_[static_cast<std::size_t>(space)];
  const auto found = names.find(name);
  return found == names.end() ? Nearness::Invisible : visibility_.nearness(found->second.homes, place);
}

Nearness Scope::nearness_of_field(std::string_view name, Span place) const {
  const auto found = field_homes_.find(name);
  return found == field_homes_.end() ? Nearness::Invisible : visibility_.nearness(found->second, place);
}

const Declaration* Scope::find(Space space, std::string_view name, Span place) const {
  const auto& names = spaces_[static_cast<std::size_t>(space)];
  const auto found = names.find(name);
  if (found == names.end()) { return nullptr; }
  return visibility_.nearness(found->second.homes, place) == Nearness::Invisible ? nullptr : found->second.declaration;
}

bool Scope::is_own(const Declaration& declaration) const {
  if (!has_space(declaration.kind)) { return false; }
  const auto& names = spaces_[static_cast<std::size_t>(space_of(declaration.kind))];
  const auto found = names.find(declaration.name);
  return found != names.end() && found->second.declaration == &declaration && found->second.pack == own_;
}

std::vector<std::string_view> Scope::names(Space space, Span place) const {
  std::vector<std::string_view> out;
  for (const auto& [name, entry] : spaces_[static_cast<std::size_t>(space)]) {
    if (visibility_.nearness(entry.homes, place) != Nearness::Invisible) { out.push_back(name); }
  }
  return out;
}

}  // namespace spoils::check
