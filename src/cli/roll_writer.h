// cli/roll_writer.h
//
// The common interface of the three formats of `roll`: they receive one roll after another and append to a sink's text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/open_world.h"
#include "cli/pack_and_rule.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::cli {

/// The text that a writer appends to, and the sink that writes it out. One roll may make a hundred thousand things with
/// thousands of fields each, so a writer passes its text on after each thing, not only after each roll.
class RollText {
 public:
  /// The whole output stays in `text`.
  explicit RollText(std::string& text) : text_(text) {}
  explicit RollText(Sink& sink) : text_(sink.text()), sink_(&sink) {}

  [[nodiscard]] std::string& text() { return text_; }
  /// Returns whether more output is wanted: false if nothing more can be written, or the user interrupts.
  [[nodiscard]] bool pass_on();

 private:
  std::string& text_;
  Sink* sink_ = nullptr;
};

/// The data that are the same for all rolls of one command.
struct RollHeading {
  const Pack* pack = nullptr;
  const RuleInfo* rule = nullptr;
  Values values;  // of the inputs, then of the rule's parameters
  std::uint64_t seed = 0;
  std::uint64_t first = 0;  // index of the first roll
  std::uint64_t count = 1;
  std::string world;       // its file; empty if there is none
  bool show_seed = false;  // the user does not know the seed, or asked to see it
  bool quiet = false;
  Screen screen;
};

/// Returns the heading of one roll of a roller: in a world its next one, else the one that the command line names, with
/// a random seed if it names none.
[[nodiscard]] RollHeading heading_of(const PackAndRule& loaded, const Roller& roller, const RollSource& source,
                                     const World* world);

class RollWriter {
 public:
  RollWriter() = default;
  RollWriter(const RollWriter&) = delete;
  RollWriter& operator=(const RollWriter&) = delete;
  virtual ~RollWriter() = default;

  virtual void begin(std::string& out) { static_cast<void>(out); }
  /// Writes one roll, or the beginning of it if `out` accepts no more.
  virtual void roll(std::uint64_t index, const Things& things, RollText& out) = 0;
  virtual void end(std::string& out) { static_cast<void>(out); }
};

/// Finds the things whose inputs differ from those of the roll: a rule may have changed them in a `with` block.
class InputWatch {
 public:
  explicit InputWatch(const RollHeading& heading);

  [[nodiscard]] std::size_t size() const { return expected_.size(); }
  /// Returns the value of an input (index in Pack::inputs()) if it differs.
  [[nodiscard]] std::optional<Value> differing(const Thing& thing, std::size_t input) const;

 private:
  struct Expected {
    InputInfo::Kind kind = InputInfo::Kind::Integer;
    std::string text;
    std::int64_t number = 0;
  };
  std::vector<Expected> expected_;
};

/// Appends a value for people or for CSV: exact, symbols as the pack writes them or, if `shown`, as their display text;
/// members of a list separated by `separator`. Appends nothing for an unset value.
void append_plain(std::string& out, const Value& value, std::string_view separator, bool shown);

/// Returns the value of that name, empty if the input or parameter is not set.
[[nodiscard]] std::string value_of(const Values& values, std::string_view name);

/// Returns the text of a Text input from its value as a pack writes it: without quotes, if it has them.
[[nodiscard]] std::string unquoted(std::string_view written);

}  // namespace spoils::cli
