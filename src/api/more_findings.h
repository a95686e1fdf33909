// api/more_findings.h
//
// Findings about a pack that has compiled, from rolls of it: doubts, and rolls that fail.
#pragma once

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "api/pack_data.h"
#include "spoils/pack.h"
#include "text/report.h"

namespace spoils::api {

/// The rule whose things are doubts about the data of a pack, if it has no parameters.
inline constexpr std::string_view kDoubts = "doubts";

/// The findings of a pack, and those that are added to them.
class MoreFindings {
 public:
  /// Requires: `loaded` has a pack, and outlives this.
  explicit MoreFindings(const Loaded& loaded)
      : found_(std::make_shared<FindingsData>(PackMaker::data(loaded.findings))) {}

  /// Whether something is reported there.
  [[nodiscard]] bool has(const Span& place) const {
    return std::any_of(found_->diagnostics.begin(), found_->diagnostics.end(), [&](const Diagnostic& known) {
      return known.span.source == place.source && known.span.begin == place.begin;
    });
  }

  /// Makes a warning by `add(report)`. Each has a report of its own, since one place may have several.
  template <class Add>
  void warn(const Add& add) {
    text::Report report(*found_->sources);
    add(report);
    for (auto& finding : report.sorted()) {
      found_->diagnostics.push_back(std::move(finding));
      ++found_->warnings;
    }
  }

  /// Returns all findings by their places. Requires: nothing is added afterwards.
  [[nodiscard]] Findings all() {
    std::stable_sort(found_->diagnostics.begin(), found_->diagnostics.end(),
                     [](const Diagnostic& a, const Diagnostic& b) {
                       return std::pair(a.span.source, a.span.begin) < std::pair(b.span.source, b.span.begin);
                     });
    return PackMaker::findings(found_);
  }

 private:
  std::shared_ptr<FindingsData> found_;
};

}  // namespace spoils::api
