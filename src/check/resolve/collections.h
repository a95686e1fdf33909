// check/resolve/collections.h
//
// Collections become tables. A collection is a table whose outcomes are its records and whose columns are their fields;
// its repeated rows are tables of their own, of which each record lists the numbers of its rows; a block of a record is
// a rule. So what reads a program needs to know nothing of collections. This is done on the tree, before names and
// types are looked at: inheritance and defaults are settled, and what is wrong with them is said here.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/tree.h"
#include "text/report.h"

namespace spoils::check {

class Visibility;
struct PackTree;

/// The facts about a collection that lowering needs at the uses of its records.
struct CollectionFacts {
  const lang::Declaration* declaration = nullptr;
  /// By block: the records that have it, and the rule that it became.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>, std::less<>> blocks;
};

struct Collections {
  struct Made {
    lang::Declaration declaration;
    std::size_t pack = 0;
  };
  std::deque<Made> made;  // tables, rules and names, in order
  std::map<std::string, CollectionFacts, std::less<>> facts;
  std::set<std::string, std::less<>> tags;                 // that any record has, and the names of abstract ones
  std::vector<std::pair<std::string, Span>> filter_words;  // each place once
};

/// Reports a word in a filter, or after `is`, that no record has as a tag.
void check_tag(const std::set<std::string, std::less<>>& tags, std::string_view word, Span place, text::Report& report);

/// The column that holds the other half of a range or filter.
[[nodiscard]] inline std::string last_of(std::string_view column) { return std::string(column) + " last"; }
[[nodiscard]] inline std::string without_of(std::string_view column) { return std::string(column) + " not"; }
/// The table of a collection's repeated rows.
[[nodiscard]] inline std::string rows_of(std::string_view collection, std::string_view rows) {
  return std::string(collection) + "." + std::string(rows);
}

/// Errors: unknown collections, parents, fields and columns; records that inherit from themselves; too much of all.
/// Cost: linear in what the records hold with all that they inherit, which is limited.
[[nodiscard]] Collections expand_collections(const std::vector<PackTree>& packs, const Visibility& visibility,
                                             text::Report& report);

}  // namespace spoils::check
