// documents/roll.h
//
// The JSON of rolls, written out while it grows: a million lines take two seconds. Also the parts that other formats of
// a roll share with it. Tested by tests/cli and the goldens of tests/golden.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spoils/pack.h"
#include "spoils/roll.h"
#include "text/plain/json_writer.h"

namespace spoils::documents {

/// The text that a writer appends to, and the function that passes it on when it has grown. One roll may make a hundred
/// thousand things with thousands of fields each, so a writer passes its text on after each thing, not only after each
/// roll.
class RollText {
 public:
  /// Without `pass_on` the whole output stays in `text`.
  explicit RollText(std::string& text, std::function<bool()> pass_on = {})
      : text_(text), pass_on_(std::move(pass_on)) {}

  [[nodiscard]] std::string& text() { return text_; }
  /// Returns whether more output is wanted: false if nothing more can be written, or the user interrupts.
  [[nodiscard]] bool pass_on() { return !pass_on_ || pass_on_(); }

 private:
  std::string& text_;
  std::function<bool()> pass_on_;
};

/// The data that are the same for all rolls of one roller.
struct RollHeading {
  const Pack* pack = nullptr;
  const RuleInfo* rule = nullptr;
  Values values;  // of the inputs, then of the rule's parameters
  std::uint64_t seed = 0;
  std::vector<std::size_t> measures = {};  // those to show, indices in Pack::measures()
  Values states = {};                      // those that the caller has set, as the pack writes them
};

/// Finds the things whose inputs differ from those of the roll: a rule may have changed them in a `with` block.
class InputWatch {
 public:
  explicit InputWatch(const RollHeading& heading);

  [[nodiscard]] std::size_t size() const { return expected_.size(); }
  /// Returns the value of an input (index in Pack::inputs()) if it differs; it may be unset.
  [[nodiscard]] std::optional<Value> differing(const Thing& thing, std::size_t input) const;

 private:
  struct Expected {
    bool is_set = false;
    std::string text;
    std::int64_t number = 0;  // of an integer; of a flag 1 or 0
  };
  std::vector<Expected> expected_;
};

/// Appends a value for people or for CSV: exact, symbols as the pack writes them or, if `shown`, as their display text;
/// members of a list separated by `separator`. Appends nothing for an unset value.
void append_plain(std::string& out, const Value& value, std::string_view separator, bool shown);

/// The parts of the object of one roll, which several commands print.
class RollJson {
 public:
  /// `has_terms`: each thing has the terms of the measures that are shown, too.
  /// `version`: of the schema.
  RollJson(const RollHeading& heading, std::string_view schema, bool has_terms = false, int version = 1);

  /// Opens the object: `{"schema":...,"version":1,"pack":...,"rule":...,"seed":...,"index":...,"inputs":{...}`.
  void open(std::uint64_t index, text::JsonWriter& json) const;

  /// Adds `"things":[...]`, and writes it out as it grows. Returns false if no more output is wanted.
  bool add_things(const Things& things, text::JsonWriter& json, RollText& out);

 private:
  void add_thing(const Thing& thing, text::JsonWriter& json, RollText& out);
  void add_measures(const Thing& thing, text::JsonWriter& json, RollText& out) const;
  void add_differing_inputs(const Thing& thing, text::JsonWriter& json, RollText& out) const;

  void write_states(const RollHeading& heading);

  InputWatch watch_;
  std::string head_;    // the members before the index
  std::string inputs_;  // the object
  std::string states_;  // likewise; empty if none are set
  std::vector<std::string> input_keys_;
  std::vector<std::string> field_keys_;
  std::vector<std::size_t> measures_;
  std::vector<std::string> measure_keys_;
  bool has_terms_ = false;
  std::string name_;
};

/// Appends one JSON object and the end of the line:
///   {"schema":"spoils.roll","version":1,"pack":"rogue","rule":"level","seed":"0x...","index":0,"inputs":{"level":5},
///    "things":[{"name":"a mace","fields":{"kind":"mace","charges":null}}]}
/// A thing that another one holds has "holder", the position of its holder in the list; one that was made under other
/// inputs than the roll has "inputs" with those that differ. A roll that begins with state that was set has "state"
/// after its "inputs". `parts`: of the schema spoils.roll.
void write_roll(RollJson& parts, std::uint64_t index, const Things& things, RollText& out);

}  // namespace spoils::documents
