// importers/notes.h
//
// What an importer has to say: what is wrong with the data, and what of it the pack does not say.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "spoils/import.h"

namespace spoils::importers {

/// Which record is being read.
struct Place {
  std::string file;    // "affix.txt"
  std::string record;  // "Sharp (177)"; empty for the whole file
  std::size_t line = 1;
};

/// Collects both, in the order in which they were met.
class Notes {
 public:
  void wrong(const Place& place, std::string field, std::string what, std::string help = {}) {
    problems.push_back({place.file, place.line, place.record, std::move(field), std::move(what), std::move(help)});
  }
  /// For what the pack cannot say. The same reason for the same field, so that lists of it can be drawn together.
  void left_out(const Place& place, std::string field, std::string why) {
    left.push_back({place.file, place.record, std::move(field), std::move(why)});
  }

  std::vector<ImportProblem> problems;
  std::vector<LeftOut> left;
};

}  // namespace spoils::importers
