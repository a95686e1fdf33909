// spoils/roll.h
//
// Rolling: the same pack, rule, inputs, seed and index give the same things, on every machine and for ever.
//
//   auto loaded = spoils::Pack::load("hello.loot");
//   auto roller = spoils::Roller::make(*loaded.pack, "floor", {{"depth", "12"}});
//   auto things = roller->roll(spoils::seed_from_text("my game"), 0);
//   for (const auto& thing : *things) { std::puts(thing.name().c_str()); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spoils/diagnostic.h"
#include "spoils/pack.h"
#include "spoils/result.h"

namespace spoils {

namespace api {
struct RollerData;
struct Shelf;
struct WorldData;
}  // namespace api

/// Returns what a seed means that people write: decimal or 0x hexadecimal digits are the number itself, any other
/// text is hashed (docs/determinism.md).
[[nodiscard]] std::uint64_t seed_from_text(std::string_view text);

/// Returns "0x" and 16 hexadecimal digits.
[[nodiscard]] std::string seed_to_text(std::uint64_t seed);

/// Names and values of inputs and rule parameters, as they would be written in a pack or on the command line.
using Values = std::vector<std::pair<std::string, std::string>>;

/// Why there is no roller, no roll or no world.
struct RollError {
  enum class Kind : std::uint8_t {
    UnknownRule,
    UnknownInput,  ///< neither the pack nor the rule has an input of that name
    BadValue,      ///< outside the declared range or of the wrong type
    MissingValue,  ///< a parameter that the rule cannot do without
    Fault,         ///< the pack asked for the impossible: it is wrong for these inputs
    Limit,         ///< one roll grew beyond the limits of the engine
    World,         ///< a world file that cannot be read, written or used
    File,          ///< another file that cannot
  };
  Kind kind = Kind::Fault;
  std::string message;  ///< one sentence for people, with names, values and the place in the pack
  std::string help;     ///< what to do; may be empty
};

/// The value of a field. Views end with the next roll of the same roller.
class Value {
 public:
  enum class Kind : std::uint8_t { Unset, Integer, Number, Flag, Symbol, Text, List };

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_set() const { return kind_ != Kind::Unset; }
  [[nodiscard]] std::int64_t integer() const { return number_; }  ///< of an Integer, or the numerator of a Number
  [[nodiscard]] std::int64_t denominator() const { return denominator_; }  ///< of a Number, at least 1
  [[nodiscard]] bool flag() const { return number_ == 1; }
  [[nodiscard]] std::string_view text() const { return text_; }    ///< of a Text; of a Symbol its name as in the pack
  [[nodiscard]] std::string_view shown() const { return shown_; }  ///< of a Symbol: as people read it
  [[nodiscard]] const std::vector<Value>& members() const { return members_; }  ///< of a List or set

 private:
  friend class Thing;
  friend struct ValueReader;
  Kind kind_ = Kind::Unset;
  std::int64_t number_ = 0;
  std::int64_t denominator_ = 1;
  std::string_view text_;
  std::string_view shown_;
  std::vector<Value> members_;
};

/// A view of one thing of the last roll. Ends with the next roll of the same roller.
class Thing {
 public:
  Thing(const api::Shelf* shelf, std::uint32_t index) : shelf_(shelf), index_(index) {}

  /// Returns its name by the pack's `display`; by its rule and kind where the pack has none. Built at each call.
  [[nodiscard]] std::string name() const;
  /// Appends the same to a buffer; allocates only where the buffer must grow.
  void append_name(std::string& out) const;

  /// Returns the rule that made it.
  [[nodiscard]] std::string_view made_by() const;

  /// Returns the index of the thing that holds it, -1 if it lies free.
  [[nodiscard]] std::int32_t holder() const;

  /// Returns a field by name or by its index in Pack::fields(); unset where the thing has none of that name.
  [[nodiscard]] Value operator[](std::string_view field) const;
  [[nodiscard]] Value field(std::size_t index) const;

  /// Cheap reads for games: 0, false and "" where unset.
  [[nodiscard]] std::int64_t integer(std::size_t field) const;
  [[nodiscard]] std::string_view text(std::size_t field) const;
  [[nodiscard]] bool is_set(std::size_t field) const;

  /// Returns the value that an input (index in Pack::inputs()) had when it was made; `with` may have changed it.
  [[nodiscard]] Value input(std::size_t index) const;

 private:
  const api::Shelf* shelf_;
  std::uint32_t index_;
};

/// All things of one roll: the rule's own thing first, unless it set no field, then what it dropped, each followed by
/// what it holds.
class Things {
 public:
  class Iterator {
   public:
    Iterator(const api::Shelf* shelf, std::uint32_t index) : shelf_(shelf), index_(index) {}
    Thing operator*() const { return {shelf_, index_}; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const api::Shelf* shelf_;
    std::uint32_t index_;
  };

  Things(const api::Shelf* shelf, std::uint32_t count, std::uint32_t first = 0)
      : shelf_(shelf), count_(count), first_(first) {}
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] Thing operator[](std::size_t index) const {
    return {shelf_, first_ + static_cast<std::uint32_t>(index)};
  }
  [[nodiscard]] Iterator begin() const { return {shelf_, first_}; }
  [[nodiscard]] Iterator end() const { return {shelf_, first_ + count_}; }

 private:
  const api::Shelf* shelf_;
  std::uint32_t count_;
  std::uint32_t first_;
};

/// What lasts from roll to roll: the pack's state, and what is settled once in a game. It has a seed of its own and
/// counts its rolls, so that a saved world goes on as if it had never been away.
class World {
 public:
  /// Begins a world with the initial state of the pack.
  World(const Pack& pack, std::uint64_t seed);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  /// Reads a world that save() has written. Errors: World, if the file is missing, no world, or of another pack.
  [[nodiscard]] static Result<World, RollError> load(const Pack& pack, const std::string& path);

  /// Writes the world as JSON, to a temporary file first: the old file stays whole whatever happens.
  /// Returns the error if there is one.
  [[nodiscard]] std::optional<RollError> save(const std::string& path) const;

  [[nodiscard]] std::uint64_t seed() const;
  [[nodiscard]] std::uint64_t next_index() const;                 ///< how many rolls it has seen
  [[nodiscard]] std::int64_t state(std::string_view name) const;  ///< 0 if the pack has no state of that name
  [[nodiscard]] Values states() const;  ///< all of it, as Question::states has it, in the order of Pack::states()

  [[nodiscard]] api::WorldData& data() { return *data_; }

 private:
  explicit World(std::unique_ptr<api::WorldData> data);
  std::unique_ptr<api::WorldData> data_;
};

/// Keeps the world of one file for this program while it exists: between World::load and World::save no other program
/// that asks for it gets it, so that no roll is given out that the file does not count.
class WorldLock {
 public:
  /// Takes the lock of a world file, which need not exist yet; waits up to `milliseconds` for another holder.
  /// Errors: World, if another program rolls in that world, if the path is a link that leads nowhere, if its folder
  /// cannot be written or its file system has no locks.
  [[nodiscard]] static Result<WorldLock, RollError> take(const std::string& path, int milliseconds = 2000);
  WorldLock(WorldLock&&) noexcept;
  WorldLock& operator=(WorldLock&&) noexcept;
  ~WorldLock();

 private:
  struct Data;
  explicit WorldLock(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

/// Rolls one rule of a pack. Use one roller a thread; they share the pack.
class Roller {
 public:
  /// Prepares a rule ("" is the pack's first) with the given inputs and parameters; others have their defaults.
  /// Errors: UnknownRule, UnknownInput, BadValue, MissingValue.
  [[nodiscard]] static Result<Roller, RollError> make(const Pack& pack, std::string_view rule = {},
                                                      const Values& values = {});
  Roller(Roller&&) noexcept;
  Roller& operator=(Roller&&) noexcept;
  ~Roller();

  /// Changes an input or parameter for the rolls to come. Errors: UnknownInput, BadValue.
  [[nodiscard]] std::optional<RollError> set(std::string_view name, std::string_view value);
  /// The same without text, for Integers and for the choice number of a Symbol or Flag; `input` is an index in
  /// Pack::inputs(). Cost: constant.
  [[nodiscard]] std::optional<RollError> set(std::size_t input, std::int64_t value);

  /// Rolls once. State begins at its initial values, so that every index stands alone.
  /// Errors: Fault, Limit. Cost: what the rule draws; allocates nothing once warm. Things for which the same was drawn
  /// before are copied, for which a roller remembers a few megabytes at most. Where the roll before drew nothing and no
  /// value has changed since, its things are given again at no cost.
  [[nodiscard]] Result<Things, RollError> roll(std::uint64_t seed, std::uint64_t index);

  /// Rolls the next index of a world, with its seed and state, and leaves the new state in it.
  /// After an error the world is as before. A world that has seen 2^64 - 1 rolls gives no more (Limit).
  [[nodiscard]] Result<Things, RollError> roll(World& world);

  /// Returns the inputs in force, as they would be written, in the order of Pack::inputs(), then the parameters.
  [[nodiscard]] Values values() const;
  [[nodiscard]] std::string_view rule() const;

  /// For the readings of this library.
  [[nodiscard]] api::RollerData& data() { return *data_; }
  [[nodiscard]] const api::RollerData& data() const { return *data_; }

 private:
  explicit Roller(std::unique_ptr<api::RollerData> data);
  std::unique_ptr<api::RollerData> data_;
};

}  // namespace spoils
