// spoils/book.h
//
// The spoiler of a pack, written by itself: every table and rule with the odds that come of it, exactly.
//
//   auto loaded = spoils::Pack::load("rogue");
//   auto text = spoils::write_book(*loaded.pack, {spoils::BookOptions::Format::Html});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {

struct BookOptions {
  enum class Format : std::uint8_t {
    Markdown,
    Html,  ///< one file with charts that needs nothing else: no scripts, no other files; well-formed XML, too
  };
  Format format = Format::Markdown;
  std::vector<std::int64_t> depths;   ///< values of the pack's first integer input that has a range, at which odds are
                                      ///< shown, ascending; empty: about seven over its range
  std::size_t most_rows = 40;         ///< of one table of odds; what is left is summed up in a last row
  std::uint64_t most_work = 800'000;  ///< ways that one question may go before it is given up and the book says so;
                                      ///< some ten million a second
  std::uint64_t total_work = 1'000'000'000;       ///< ways that all questions together may go; 0: as many as it takes
  std::size_t max_memory = 1'000'000'000;         ///< as Question::max_memory, of the whole book
  std::function<bool(std::size_t states)> go_on;  ///< asked now and then; false gives up all odds that are left
  std::function<bool()> stop;                     ///< as Question::stop; true ends the work, and there is no book
};

/// Returns the book of a pack: title, contents, inputs, then file by file its rules, tables, grids and definitions in
/// their order, with their `##` comments, with links between what uses each other; at last what the pack promises.
///
/// Tables show their weights as written and the odds that these come to. Rules show the odds of each field that they
/// set, by depth where that matters; two fields together where one tells of the other; whole numbers of many values as
/// their least, middle, mean and greatest; and expected numbers where they drop things. Other inputs have their
/// defaults. Equal packs make equal bytes.
///
/// Errors: BadValue, if a depth is outside of the input's range or there is no such input; Limit, if the work was
/// stopped or took too much memory.
/// Cost: a few hundred questions; below ten seconds for the largest shipped pack.
[[nodiscard]] Result<std::string, RollError> write_book(const Pack& pack, const BookOptions& options = {});

}  // namespace spoils
