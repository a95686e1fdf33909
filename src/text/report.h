// text/report.h
//
// Collects findings while a pack is read and checked. The finder names a code and gives the facts; the headline is in
// codes.def, so that one kind of finding has one wording.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "spoils/diagnostic.h"
#include "text/source.h"

namespace spoils::text {

enum class Code : std::uint16_t {
#define SPOILS_CODE(number, name, headline) name,
#include "text/codes.def"
#undef SPOILS_CODE
};

/// Returns "E0503" or "W0102" and so on. The letter gives the severity: E error, W warning, N note.
[[nodiscard]] std::string_view code_number(Code code);

/// Returns the headline with {} for the facts.
[[nodiscard]] std::string_view code_headline(Code code);

/// Returns every code in the order of codes.def; for tests and docs.
[[nodiscard]] std::vector<Code> all_codes();

/// Adds labels, notes and help to a finding just made. Dies with the next finding of its report.
class Finding {
 public:
  explicit Finding(Diagnostic& diagnostic) : diagnostic_(&diagnostic) {}

  Finding& label(Span span, std::string text);
  Finding& note(std::string text);
  /// Says what to do in words.
  Finding& help(std::string text);
  /// Says what to do as an edit: "write `replacement`", and then `why` if there is one ("if it should fade out").
  Finding& help(Edit edit, std::string_view why = {});

 private:
  Diagnostic* diagnostic_;
};

class Report {
 public:
  /// The most errors that are kept, and the most warnings and notes. More are never read, and a file of 16 MiB of
  /// nonsense would else become gigabytes of findings.
  static constexpr std::size_t kMaxKept = 1000;

  /// `sources` outlives the report.
  explicit Report(const Sources& sources) : sources_(&sources) {}

  /// Files a finding at `span`, unless the same one is there; the facts fill the headline of the code.
  template <class... Facts>
  Finding add(Code code, Span span, Facts&&... facts) {
    if (is_silent_) { return count(code, span); }
    return file(code, span, fmt::format(fmt::runtime(code_headline(code)), std::forward<Facts>(facts)...));
  }

  /// Files a finding for a cause, unless this code was filed for the same cause: then that finding gets one more place,
  /// and what is added to this one is dropped. So one mistake that shows at many places is one finding.
  template <class... Facts>
  Finding add_once(std::string_view cause, Code code, Span span, Facts&&... facts) {
    if (is_silent_) { return count(code, span); }
    const auto [known, is_new] = causes_.emplace(std::pair(code, std::string(cause)), span);
    if (!is_new) {
      if (known->second != span) { again(code, known->second, span); }
      dropped_ = Diagnostic{};
      return Finding(dropped_);
    }
    return add(code, span, std::forward<Facts>(facts)...);
  }

  /// Returns a cause for add_once: what is written at a place, so that the same text is the same cause wherever it is
  /// written. A long text is its place, so that the cost of nested ones is bounded.
  [[nodiscard]] std::string written_at(Span place) const;

  /// From now on warnings at places in these sources are left out: they are for the readers of another report.
  void leave_out_warnings(std::set<std::uint32_t> sources) { left_out_ = std::move(sources); }

  /// Marks one more place of a finding that was filed at `first`, so that one mistake stays one finding. The first few
  /// places are shown; of the others only the number is.
  void again(Code code, Span first, Span place);

  [[nodiscard]] std::size_t error_count() const { return errors_; }  ///< different ones, kept or not

  /// Returns whether so many findings were filed that further ones are counted and dropped. Finders may then save
  /// themselves what is costly, as the search for a similar name.
  [[nodiscard]] bool full() const { return errors_ >= kMaxKept; }

  /// Returns a report that goes on counting where this one is, and keeps no finding: for a pass that is repeated.
  [[nodiscard]] Report silent() const;

  [[nodiscard]] bool is_silent() const { return is_silent_; }

  /// Returns how many findings of any kind were filed.
  [[nodiscard]] std::size_t count() const { return errors_ + others_; }

  /// Returns the known name that `word` may be a slip of, as text::nearest does. All searches of a report together
  /// compare a limited number of letters, since a pack may have as many unknown names as known ones; beyond it, and in
  /// a silent report, nothing is found.
  [[nodiscard]] std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known);

  /// Returns whether nearest() may find something, so that the caller can save the list of known names.
  [[nodiscard]] bool suggests() const { return !is_silent_ && !full() && comparisons_left_ > 0; }

  [[nodiscard]] const Sources& sources() const { return *sources_; }

  /// Returns what was found in the order of sources and places, equal findings (code and span) once: the first filed.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Code>;  // of a span and its finding

  /// Pairs of letters that all searches for similar names may compare: a second of work.
  static constexpr std::uint64_t kMaxComparisons = 200'000'000;

  Finding file(Code code, Span span, std::string message);
  Finding count(Code code, Span span);

  const Sources* sources_;
  std::deque<Diagnostic> diagnostics_;                   // not a vector: a Finding stays valid while others are filed
  std::map<std::size_t, std::size_t> further_;           // of a finding: how many places beside those that are marked
  std::map<std::pair<Code, std::string>, Span> causes_;  // the first place of each
  std::set<std::uint32_t> left_out_;
  std::set<Key> kept_;
  std::size_t errors_ = 0;
  std::size_t others_ = 0;
  std::uint64_t comparisons_left_ = kMaxComparisons;
  bool is_silent_ = false;
  Diagnostic dropped_;  // takes the labels of a finding that is a repetition or too many
};

}  // namespace spoils::text
