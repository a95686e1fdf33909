// tests/program/dumped.h
//
// Rows of a source and the part of its dump that the row is about.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "compiled.h"

namespace spoils::dumped {

struct Row {
  std::string name;
  std::string declarations;
  std::string dump;  // after a line break, as in a raw string; empty: nothing
  std::vector<std::string> sections =
      {};  // the first words of the lines in question, each with the indented lines after it
};

inline void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

inline std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

/// Returns the rows with these sections.
inline std::vector<Row> rows(const std::vector<std::string>& sections, std::vector<Row> out) {
  for (auto& row : out) { row.sections = sections; }
  return out;
}

/// Returns the sections of a row as its source has them.
inline std::string dump_of(const Row& row) {
  std::istringstream whole(compiled(row.declarations).dump());
  std::string out;
  bool is_wanted = false;
  for (std::string line; std::getline(whole, line);) {
    if (line.rfind(' ', 0) != 0) {
      const auto first = line.substr(0, line.find(' '));
      is_wanted = std::find(row.sections.begin(), row.sections.end(), first) != row.sections.end();
    }
    if (is_wanted) { out += (out.empty() ? "\n" : "") + line + '\n'; }
  }
  return out;
}

}  // namespace spoils::dumped
