// importers/notes.h
//
// The messages of an importer: mistakes in the data, and data that the pack does not contain.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "spoils/import.h"

namespace spoils::importers {

/// The record of a message.
struct Place {
  std::string file;    // "affix.txt"
  std::string record;  // "Sharp (177)"; empty for the whole file
  std::size_t line = 1;
};

/// Collects both, in the order of occurrence.
class Notes {
 public:
  void wrong(const Place& place, std::string field, std::string what, std::string help = {}) {
    problems.push_back({place.file, place.line, place.record, std::move(field), std::move(what), std::move(help)});
  }
  /// Reports data that a pack cannot express. Use the same text for the same reason, so that lists can be grouped.
  void left_out(const Place& place, std::string field, std::string why) {
    left.push_back({place.file, place.record, std::move(field), std::move(why)});
  }

  std::vector<ImportProblem> problems;
  std::vector<LeftOut> left;
};

}  // namespace spoils::importers
