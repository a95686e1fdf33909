// cli/output_json.h
//
// JSON of rolls, written out while it grows: a million lines take two seconds.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/roll_writer.h"
#include "text/plain/json_writer.h"

namespace spoils::cli {

/// The parts of the object of one roll, which several commands print.
class RollJson {
 public:
  RollJson(const RollHeading& heading, std::string_view schema);

  /// Opens the object: `{"schema":...,"version":1,"pack":...,"rule":...,"seed":...,"index":...,"inputs":{...}`.
  void open(std::uint64_t index, text::JsonWriter& json) const;

  /// Adds `"things":[...]`, and writes it out as it grows. Returns false if no more output is wanted.
  bool add_things(const Things& things, text::JsonWriter& json, RollText& out);

 private:
  void add_thing(const Thing& thing, text::JsonWriter& json, RollText& out);
  void add_differing_inputs(const Thing& thing, text::JsonWriter& json, RollText& out) const;

  InputWatch watch_;
  std::string head_;    // the members before the index
  std::string inputs_;  // the object
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
