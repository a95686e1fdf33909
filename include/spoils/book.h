// spoils/book.h
//
// Writes the book of a pack (its "spoiler"): a document of every table and rule with its exact odds.
//
//   auto loaded = spoils::Pack::load("rogue");
//   auto text = spoils::write_book(*loaded.pack, {spoils::BookOptions::Format::Html});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {
inline namespace v1 {

struct BookOptions {
  enum class Format : std::uint8_t {
    Markdown,
    Html,  ///< one file with charts that needs nothing else: no scripts, no other files; well-formed XML, too
  };
  Format format = Format::Markdown;
  std::string pack;                   ///< what its commands call the pack, as `mine.loot`; empty: by its name
  std::vector<std::int64_t> depths;   ///< values of the pack's first integer input that has a range, at which odds are
                                      ///< shown, ascending; empty: about seven over its range
  std::size_t most_rows = 40;         ///< of one table of odds; a last row sums up the others
  std::uint64_t most_work = 800'000;  ///< paths that one question may explore; beyond it the question is
                                      ///< abandoned, and the book says so; some ten million a second
  std::uint64_t total_work = 1'000'000'000;       ///< paths that all questions together may explore; 0: no limit
  std::size_t max_memory = 1'000'000'000;         ///< as OddsSettings::max_memory, of the whole book
  std::function<bool(std::size_t states)> go_on;  ///< called now and then; false abandons all remaining odds
  std::function<bool()> stop;                     ///< as OddsSettings::stop; true ends the work, and no book is written
  /// Estimates by so many rolls beside the proven bounds of what is not exact; 0: none, and the book only says that it
  /// was abandoned.
  std::uint64_t estimate_rolls = 0;
  double estimate_seconds = 0.25;  ///< as OddsSettings::estimate_seconds, of one table at one depth
  unsigned threads = 1;  ///< as OddsSettings::threads: that answer questions at once; the book is the same to the byte
};

/// Returns the book of a pack: title, contents, inputs, then file by file its rules, tables, grids and definitions in
/// their order, with their `##` comments and with links between declarations that use each other; the expectations of
/// the pack come last.
///
/// Tables show their weights as written and the resulting odds. Rules show the odds of each field that they set, by
/// depth where the odds depend on it; two fields together where one depends on the other; integers with many values by
/// their minimum, median, mean and maximum; and expected numbers where the rules drop things. Other inputs have their
/// defaults. Equal packs give equal bytes.
///
/// Errors: BadValue, if a depth is outside of the input's range or there is no such input; Limit, if the work was
/// stopped or took too much memory.
/// Cost: a few hundred questions; below ten seconds for the largest shipped pack.
[[nodiscard]] SPOILS_EXPORT Result<std::string, Error> write_book(const Pack& pack, const BookOptions& options = {});

}  // namespace v1
}  // namespace spoils
