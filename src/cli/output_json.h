// cli/output_json.h
//
// JSON of rolls, formatted directly so that a million lines take two seconds, and the string functions of all JSON
// output.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/roll_writer.h"

namespace spoils::cli {

/// Appends a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

/// Appends `["a","b"]`.
void append_json_strings(std::string& out, const std::vector<std::string>& texts);

/// Appends a JSON string, or null if the text is empty.
void append_json_string_or_null(std::string& out, std::string_view text);

/// The parts of the object of one roll, which several commands print.
class RollJson {
 public:
  RollJson(const RollHeading& heading, std::string_view schema);

  /// Appends `{"schema":...,"version":1,"pack":...,"rule":...,"seed":...,"index":...,"inputs":{...}`.
  void append_head(std::uint64_t index, std::string& out) const;

  /// Appends `,"things":[...]`, and writes it out as it grows. Returns false if no more output is wanted.
  bool append_things(const Things& things, RollText& out);

 private:
  void append_thing(const Thing& thing, RollText& rolled);
  void append_differing_inputs(const Thing& thing, RollText& rolled) const;

  InputWatch watch_;
  std::string head_;
  std::string inputs_;
  std::vector<std::string> input_keys_;
  std::vector<std::string> field_keys_;
  std::string name_;
};

/// One object per line:
///   {"schema":"spoils.roll","version":1,"pack":"rogue","rule":"level","seed":"0x...","index":0,"inputs":{"level":5},
///    "things":[{"name":"a mace","fields":{"kind":"mace","charges":null}}]}
/// A thing that another one holds has "holder", the position of its holder in the list; one that was made under other
/// inputs than the roll has "inputs" with those that differ.
[[nodiscard]] std::unique_ptr<RollWriter> make_json_writer(const RollHeading& heading);

}  // namespace spoils::cli
