// text/span.h
//
// Byte ranges of source text. The type itself is public (spoils/diagnostic.h); here is what the layers do with it.
#pragma once

#include <algorithm>

#include "spoils/diagnostic.h"

namespace spoils::text {

/// Returns the smallest span that covers both. Requires: both are in the same source.
[[nodiscard]] inline Span cover(Span a, Span b) {
  return {a.source, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// Returns the empty span right after `span`.
[[nodiscard]] inline Span after(Span span) { return {span.source, span.end, span.end}; }

}  // namespace spoils::text
