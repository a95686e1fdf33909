// spoils/diagnostic.h
//
// The findings about a pack as plain data, which programs may sort, filter or draw; `render` makes the text that the
// command line prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spoils {
inline namespace v1 {

/// A half-open range of bytes in one source file of a pack.
struct Span {
  std::uint32_t source = 0;  ///< which file of the pack, from 0, in the order in which they were read
  std::uint32_t begin = 0;   ///< byte offset of the first byte
  std::uint32_t end = 0;     ///< byte offset after the last byte; equal to `begin` for a place between two bytes

  friend bool operator==(const Span&, const Span&) = default;
};

/// A place in a text for people: line and column count from 1, columns in code points.
struct Location {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// A place in a file of a pack.
struct Place {
  std::string file;  ///< as in findings
  Location location;
};

enum class Severity : std::uint8_t {
  Error,    ///< the pack is refused
  Warning,  ///< the pack works, but surely not as meant
  Note,     ///< worth knowing
};

/// A remark that belongs to a place.
struct Label {
  Span span;
  std::string text;
};

/// A change of the source that would fix the finding.
struct Edit {
  Span span;                ///< what to replace; empty to insert
  std::string replacement;  ///< the new text; empty to delete
};

/// One finding about a pack.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code;                ///< permanent, such as "E0503"; docs/diagnostics.md explains each
  std::string message;             ///< the headline: lower case, no full stop, code in backticks
  Span span;                       ///< the narrowest range that causes the finding
  std::string file;                ///< path of its file as given, or the name given to a text
  Location location;               ///< of the first byte of `span`
  std::vector<Label> labels;       ///< the label of `span` first, if it has one; then others
  std::vector<std::string> notes;  ///< further facts
  std::string help;                ///< what to do; empty if there is nothing to propose
  std::optional<Edit> edit;        ///< the same as a change that can be applied
};

}  // namespace v1
}  // namespace spoils
