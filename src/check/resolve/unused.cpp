// check/resolve/unused.cpp
//
// Walks the trees of a pack, collects the words that could name a table and the values that fields are set to, and
// reports the tables that no word names and the values that probably mean something else.
#include "check/resolve/unused.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/resolve/tree_reader.h"
#include "number/rational.h"

namespace spoils::check {

namespace {

using lang::Declaration;
using lang::Expression;
using lang::Statement;
using text::Code;

/// Notes each word of a pack that could name a table. A word that is set as a value is kept aside: it names no table,
/// although its writer may think so.
class Words : public TreeReader<Words> {
 public:
  struct Set {
    const Expression* word;
    std::string_view target;
  };

  void read(const Declaration& declaration) {
    for (const auto& column : declaration.columns) { note(column.rows); }
    for (const auto& entry : declaration.entries) { note(entry.symbol); }
    TreeReader::read(declaration);
  }

  [[nodiscard]] bool is_named(std::string_view name) const { return named_.count(name) > 0; }
  [[nodiscard]] const std::vector<Set>& sets() const { return sets_; }
  /// Differences of two numbers that are set as values, with no blanks around the `-`.
  [[nodiscard]] const std::vector<const Expression*>& differences() const { return differences_; }
  /// Whether a name of that kind is picked from as the value of the same target.
  [[nodiscard]] bool is_picked(std::string_view target, std::string_view name) const {
    return picked_.count({target, name}) > 0;
  }
  [[nodiscard]] bool is_value(std::string_view name) const { return values_.count(name) > 0; }

 private:
  friend TreeReader;
  using TreeReader::read;

  void note(std::string_view name) { named_.insert(name); }

  static bool is_tight_difference(const Expression& e) {
    if (e.kind != Expression::Kind::Binary || e.text != "-") { return false; }
    const auto& left = e.children[0];
    const auto& right = e.children[1];
    return left.kind == Expression::Kind::Number && right.kind == Expression::Kind::Number &&
           left.span.end + 1 == right.span.begin && left.number < right.number;
  }

  // Records an expression whose bare word may be the symbol of that name.
  void value(const Expression& e) {
    if (e.kind == Expression::Kind::Name) { values_.insert(e.text); }
    read(e);
  }

  void read(const Expression& e) {
    switch (e.kind) {
      case Expression::Kind::Name:
      case Expression::Kind::Symbol:
      case Expression::Kind::Lookup:
      case Expression::Kind::Call: note(e.text); break;
      default: break;
    }
    // A comparison, a case of a `match` or a member of a set may be with the symbol of that name.
    const bool compares = e.kind == Expression::Kind::Binary || e.kind == Expression::Kind::Arm ||
                          e.kind == Expression::Kind::Set || e.kind == Expression::Kind::List ||
                          e.kind == Expression::Kind::Map || e.kind == Expression::Kind::Filter;
    for (const auto& child : e.children) {
      if (compares) {
        value(child);
      } else {
        read(child);
      }
    }
    for (const auto& row : e.rows()) { read(row); }
  }

  void read(const Statement& s) {
    for (const auto& e : s.expressions) {
      const bool sets = s.kind == Statement::Kind::Assign && s.op == "=";
      if (sets && e.kind == Expression::Kind::Name) {
        sets_.push_back({&e, s.text});
        continue;
      }
      if (sets && e.kind == Expression::Kind::Pick && e.children[0].kind == Expression::Kind::Name) {
        picked_.insert({s.text, e.children[0].text});
      }
      if (sets && is_tight_difference(e)) { differences_.push_back(&e); }
      read(e);
    }
    read_parts(s);
  }

  std::set<std::string_view> named_;
  std::set<std::string_view> values_;
  std::set<std::pair<std::string_view, std::string_view>> picked_;
  std::vector<Set> sets_;
  std::vector<const Expression*> differences_;
};

/// The value that is meant by the word that other languages have for it; empty if the word is none of theirs.
std::string_view value_of_habit(std::string_view word) {
  if (word == "TRUE" || word == "True") { return "true"; }
  if (word == "FALSE" || word == "False") { return "false"; }
  if (word == "NULL" || word == "null" || word == "nil" || word == "None") { return "none"; }
  return {};
}

bool is_table(const Declaration& declaration) {
  return declaration.kind == Declaration::Kind::Table || declaration.kind == Declaration::Kind::Grid;
}

}  // namespace

void lint_unused(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report) {
  Words words;
  bool has_rules = false;
  std::map<std::string_view, const Declaration*> tables;
  const auto others = names_of_values(packs, program);
  for (const auto& file : packs.back().files) {
    for (const auto& declaration : file.declarations) {
      words.read(declaration);
      has_rules = has_rules || declaration.kind == Declaration::Kind::Rule;
      if (is_table(declaration) && !declaration.is_override) { tables.emplace(declaration.name, &declaration); }
    }
  }
  if (!has_rules) { return; }
  std::set<std::string_view> told;
  for (const auto& set : words.sets()) {
    const std::string_view name = set.word->text;
    const auto found = tables.find(name);
    const bool is_lost = !words.is_named(name) || (words.is_picked(set.target, name) && !words.is_value(name));
    if (found == tables.end() || others.count(name) > 0 || !is_lost) { continue; }
    told.insert(name);
    const bool is_grid = found->second->kind == Declaration::Kind::Grid;
    auto finding = report.add_once(name, Code::ForgottenPick, set.word->span, name, is_grid ? "grid" : "table");
    if (is_grid) {
      finding.help("write `pick " + std::string(name) + "[KEY]` for an outcome of it");
    } else {
      finding.help(Edit{set.word->span, "pick " + std::string(name)}, "for an outcome of it");
    }
    finding.label(found->second->name_span, "this one");
  }
  for (const auto& set : words.sets()) {
    const std::string_view name = set.word->text;
    const auto meant = value_of_habit(name);
    if (meant.empty() || others.count(name) > 0 || words.is_named(name) || words.is_value(name)) { continue; }
    report.add_once(name, Code::ForeignValue, set.word->span, name)
        .help(Edit{set.word->span, std::string(meant)}, "for the value");
  }
  for (const auto* difference : words.differences()) {
    const auto& left = difference->children[0];
    const auto& right = difference->children[1];
    const auto result = number::subtract(left.number, right.number);
    if (!result) { continue; }
    const auto written = [&](Span span) { return std::string(report.sources().text(span)); };
    report.add(Code::RangeWithHyphen, difference->span, written(difference->span), number::to_text(*result))
        .help(Edit{difference->span, "pick " + written(left.span) + ".." + written(right.span)},
              "for a random number between the two; with blanks around the `-` nothing is said");
  }
  for (const auto& [name, table] : tables) {
    if (words.is_named(name) || told.count(name) > 0) { continue; }
    const bool is_grid = table->kind == Declaration::Kind::Grid;
    report.add(Code::UnusedTable, table->name_span, is_grid ? "grid" : "table", name)
        .help((is_grid ? "draw from it with `pick " + std::string(name) + "[KEY]`"
                       : "draw from it with `pick " + std::string(name) + "`") +
              ", or remove it");
  }
}

}  // namespace spoils::check
