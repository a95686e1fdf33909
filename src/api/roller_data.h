// api/roller_data.h
//
// The data of Roller and World.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/pack_data.h"
#include "api/result_set.h"
#include "roll/interpreter.h"
#include "spoils/roll.h"

namespace spoils::api {

struct RollerData {
  explicit RollerData(Pack the_pack)
      : pack(std::move(the_pack)),
        program(pack.data().program),
        interpreter(pack.data().code()),
        result_set(pack.data(), interpreter.things(), interpreter.heap()) {}

  /// A value that the caller has set.
  struct Preset {
    program::SlotId slot = 0;
    program::Word first = program::kUnset;
    program::Word second = 1;
    bool is_text = false;
    bool is_hidden = false;  // an input with the name of a parameter of the rule (RuleInfo::hides): it is never set
    std::string text;
  };

  /// The value with which a state begins a roll that belongs to no world.
  struct StateBegin {
    program::SlotId slot = 0;
    program::Word word = program::kUnset;
    std::optional<std::string> given;    // as the caller has written it
    std::vector<program::Word> members;  // of a set or map that is given
  };

  Pack pack;
  const program::Program& program;
  program::RuleId rule = 0;
  roll::Interpreter interpreter;
  ResultSet result_set;             // its things and its heap
  std::vector<Preset> inputs;       // one per input of the pack
  std::vector<Preset> parameters;   // one per parameter of the rule
  std::vector<std::uint8_t> given;  // by parameter: whether the caller has set it
  std::vector<StateBegin> states;   // one per state of the pack
  // The initial words of a roll: state, inputs and fields, from the first of these slots on.
  program::SlotId first_slot = 0;
  std::vector<program::Word> start;
  std::vector<const Preset*> texts;      // among inputs: they are added to the heap of each roll
  std::vector<const StateBegin*> lists;  // sets and maps that are given: likewise
  bool is_plain = false;                 // `start` is all that a roll begins with
  bool is_changed = true;                // an input was set after `start` was computed; then not is_plain
  bool is_same_again = false;  // the last roll drew nothing and no value was set since: the next roll is the same
};

/// Reads a value of the slot that `target` names, as people write it; after an error the former value stays.
[[nodiscard]] std::optional<Error> read_value(RollerData::Preset& target, const program::Program& program,
                                              std::string_view text);

/// Returns a number as people write it: "4", "-0.25", "1/3"; nothing for other texts, and for what does not fit.
[[nodiscard]] std::optional<number::Rational> read_number(std::string_view text);

/// Whether a rule has a parameter of this name: RuleInfo::hides() of a program.
[[nodiscard]] inline bool has_parameter(const program::Program& program, program::RuleId rule, std::string_view name) {
  const auto& all = program.rules[rule].parameters;
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return program.slots[one.slot].name == name; });
}

/// Prepares a roll: inputs, and the given parameters.
void begin_roll(RollerData& data);

/// The state of a world between two rolls.
struct WorldState {
  std::vector<program::Word> states;                // one per state of the pack
  std::vector<std::vector<program::Word>> members;  // of each state that is a set or map: the heap is of one roll
};

/// Returns the state with these words, by slot: those of sets and maps are constants of the program.
[[nodiscard]] WorldState world_state(const program::Program& program,
                                     const std::function<program::Word(program::SlotId)>& word_of);

/// Puts the state of a world into the slots of a roll that has begun, after what the caller sets.
void put_state(const program::Program& program, const WorldState& world, roll::Interpreter& interpreter);

/// Takes over what a roll has left.
void take_state(const program::Program& program, roll::Interpreter& interpreter, WorldState& world);

struct WorldData : WorldState {
  WorldData(Pack the_pack, std::uint64_t the_seed) : pack(std::move(the_pack)), seed(the_seed) {}

  Pack pack;
  std::uint64_t seed = 0;
  std::uint64_t next = 0;
};

/// Copies one thing after another into slots. Requires: the program outlives this.
class ThingReader {
 public:
  explicit ThingReader(const program::Program& program);

  /// Copies the fields and scratch values of a thing, and the inputs that were in force when it was made. All others
  /// are unset, whatever the thing before had.
  void lay_out(const roll::Things& things, const roll::ThingRow& row, program::Word* slots) const;

 private:
  const program::Program& program_;
  std::vector<program::SlotId> unset_;
};

/// The index in streams of `world def` for all rolls of one world, whose values are drawn once; rolls without a world
/// use their own index, so each is a world of its own.
inline constexpr std::uint64_t kSettledInWorld = 0xFFFFFFFFFFFFFFFF;

}  // namespace spoils::api
