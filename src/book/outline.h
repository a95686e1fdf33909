// book/outline.h
//
// What a book is about, in the order of the pack's files: chapters, their parts, and in them rules, tables, grids,
// definitions and measures, each with what it uses and what uses it.
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

/// A file of the pack, or of one that it uses, with the places of its declarations.
struct File {
  std::uint32_t source = 0;
  std::string pack;      // whose file it is
  bool is_own = true;    // of the pack itself
  bool is_head = false;  // says the name of the pack
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
  std::vector<std::size_t> uses;  // entries, in their order, each once
  std::vector<std::size_t> used_by;
};

/// Entries behind each other, under a heading of their own if the file has one.
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

  std::string intro;  // of the file that says the name of the pack: it introduces all

  /// Tables from which something is picked by the weights as written.
  std::set<std::uint32_t> picked;

  /// Returns the entry of that kind and index, nullptr if it has none (tables without a name).
  [[nodiscard]] const Entry* find(Entry::Kind kind, std::uint32_t index) const;
  std::map<std::pair<Entry::Kind, std::uint32_t>, std::size_t> numbers;
};

[[nodiscard]] Outline make_outline(const program::Program& program, const text::Sources& sources,
                                   const std::vector<File>& files);

/// Returns the word of a kind as headings begin: "Rule", "Table".
[[nodiscard]] std::string_view word_of(Entry::Kind kind);

}  // namespace spoils::book
