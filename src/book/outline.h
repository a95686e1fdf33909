// book/outline.h
//
// The contents of a book, in the order of the pack's files: chapters, their parts, and in them rules, tables, grids,
// definitions and measures, each with its cross-references.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/program.h"
#include "text/source.h"

namespace spoils::book {

/// A file of the pack, or of one that it uses, with the spans of its declarations.
struct File {
  std::uint32_t source = 0;
  std::string pack;      // the pack that the file belongs to
  bool is_own = true;    // it belongs to the pack itself
  bool is_head = false;  // it has the `pack` line
  std::vector<Span> declarations;
};

struct Entry {
  enum class Kind : std::uint8_t { Rule, Table, Grid, Def, Measure };
  Kind kind = Kind::Rule;
  std::uint32_t index = 0;  // in the program's list of its kind
  std::string name;
  std::string doc;
  Span place;
  Span whole;                     // the declaration
  std::string id;                 // of its heading
  std::vector<std::size_t> uses;  // entries, in their order, without duplicates
  std::vector<std::size_t> used_by;
};

/// Consecutive entries, with a heading if the file has one.
struct Part {
  std::string title;
  std::vector<std::size_t> entries;
  std::vector<std::uint32_t> expectations;
};

struct Chapter {
  std::string title;  // empty if the pack is one file
  std::string intro;  // the comment at the head of the file
  std::vector<Part> parts;
  std::string id;
};

struct Outline {
  std::vector<Entry> entries;
  std::vector<Chapter> chapters;

  std::string intro;  // of the file with the `pack` line: it introduces the whole pack

  /// Tables from which a row is picked by the weights as written.
  std::set<std::uint32_t> picked;

  /// Returns the entry of that kind and index, nullptr if it has none (tables without a name).
  [[nodiscard]] const Entry* find(Entry::Kind kind, std::uint32_t index) const;
  std::map<std::pair<Entry::Kind, std::uint32_t>, std::size_t> numbers;
};

[[nodiscard]] Outline make_outline(const program::Program& program, const text::Sources& sources,
                                   const std::vector<File>& files);

/// Returns the word for a kind at the beginning of headings: "Rule", "Table".
[[nodiscard]] std::string_view word_of(Entry::Kind kind);

}  // namespace spoils::book
