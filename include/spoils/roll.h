// spoils/roll.h
//
// Rolling: the same pack, rule, inputs, seed and index give the same things, on every machine and for ever.
//
//   auto loaded = spoils::Pack::load("hello.loot");
//   auto roller = spoils::Roller::make(*loaded.pack, "floor", {{"depth", "12"}});
//   auto things = roller->roll(spoils::seed_from_text("my game"), 0);
//   for (const auto& thing : *things) { std::puts(thing.name().c_str()); }
//
// Things, Thing and the texts of a Value are views of the last roll of a roller. They end when it rolls again, even if
// that roll fails, and when it is destroyed; moving the roller does not end them. Each view notices that it has ended:
// reading it then is misuse (spoils/misuse.h). A std::string_view that was read from a view does not notice: copy it
// before the roller rolls again. A roller, its worlds and its views are for one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spoils/diagnostic.h"
#include "spoils/error.h"
#include "spoils/export.h"
#include "spoils/handle.h"
#include "spoils/misuse.h"
#include "spoils/pack.h"
#include "spoils/result.h"

namespace spoils::api {
struct RollerData;
struct WorldData;
}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

/// Returns the seed that a text means: decimal or 0x hexadecimal digits are the number itself, any other text is hashed
/// (docs/determinism.md).
[[nodiscard]] SPOILS_EXPORT std::uint64_t seed_from_text(std::string_view text);

/// Returns "0x" and 16 hexadecimal digits.
[[nodiscard]] SPOILS_EXPORT std::string seed_to_text(std::uint64_t seed);

/// Names and values of inputs and rule parameters, as they would be written in a pack or on the command line.
using Values = std::vector<std::pair<std::string, std::string>>;

/// The value of a field, with a reader for each kind. Each reader returns 0, false, "" or no members if the value is
/// unset; to read a value as another kind is misuse, and returns the same. Numbers and flags are valid for as long as
/// the Value; texts are views, and reading them after they have ended is misuse, which returns "".
class Value {
 public:
  enum class Kind : std::uint8_t { Unset, Integer, Number, Flag, Symbol, Text, List, Map };
  struct Entry;

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] bool is_set() const { return kind_ != Kind::Unset; }
  /// Returns an Integer, or the numerator of a Number.
  [[nodiscard]] std::int64_t integer() const {
    return is_kind(Kind::Integer, Kind::Number, "Value::integer: not an integer or number") ? number_ : 0;
  }
  /// Returns the denominator of a Number, at least 1; of an Integer 1.
  [[nodiscard]] std::int64_t denominator() const {
    return is_kind(Kind::Integer, Kind::Number, "Value::denominator: not an integer or number") ? denominator_ : 1;
  }
  [[nodiscard]] bool flag() const { return is_kind(Kind::Flag, Kind::Flag, "Value::flag: not a flag") && number_ == 1; }
  /// Returns a Text; of a Symbol its name as in the pack.
  [[nodiscard]] std::string_view text() const {
    return is_text("Value::text: neither a text nor a symbol") ? text_ : std::string_view();
  }
  /// Returns a Symbol as people read it; a Text as it is.
  [[nodiscard]] std::string_view shown() const {
    return is_text("Value::shown: neither a text nor a symbol") ? shown_ : std::string_view();
  }
  /// Returns the members of a List or set.
  [[nodiscard]] const std::vector<Value>& members() const {
    static_cast<void>(is_kind(Kind::List, Kind::List, "Value::members: not a list or set"));
    return members_;
  }
  /// Returns the entries of a Map, in the order of the records that its keys are, as far as they are records. A key
  /// whose value is 0 is not among them.
  [[nodiscard]] const std::vector<Entry>& entries() const {
    static_cast<void>(is_kind(Kind::Map, Kind::Map, "Value::entries: not a map"));
    return entries_;
  }
  /// Returns the value that a Map has for a symbol, given by its name in the pack; 0 if the symbol is no key of it.
  [[nodiscard]] SPOILS_EXPORT std::int64_t at(std::string_view key) const;

 private:
  friend class Thing;
  friend struct ValueReader;

  [[nodiscard]] bool is_kind(Kind one, Kind other, const char* wrong) const {
    if (kind_ == one || kind_ == other) [[likely]] { return true; }
    if (kind_ != Kind::Unset) { misused(wrong); }
    return false;
  }
  [[nodiscard]] bool is_text(const char* wrong) const {
    if (!is_kind(Kind::Symbol, Kind::Text, wrong)) { return false; }
    if (things_.is_live()) [[likely]] { return true; }
    misused("Value: its text ended when the roller rolled again or was destroyed");
    return false;
  }

  Kind kind_ = Kind::Unset;
  std::int64_t number_ = 0;
  std::int64_t denominator_ = 1;
  std::string_view text_;
  std::string_view shown_;
  std::vector<Value> members_;
  std::vector<Entry> entries_;
  api::Handle things_;  // the result set that the texts are in
};

/// A key of a Map, a Symbol or an Integer, and its value, which is not 0.
struct Value::Entry {
  Value key;
  std::int64_t value = 0;
};

/// A part of a measure, and what it adds.
struct MeasureTerm {
  std::string name;  ///< of the def, field or record that it is; else its text in the pack
  Value value;
};

/// A view of one thing of the last roll. Each reader requires that the view has not ended and is not of nothing, as
/// Thing() is; otherwise the call is misuse, and returns an unset value, "" or -1.
class SPOILS_EXPORT Thing {
 public:
  Thing() = default;

  /// Returns its name by the pack's `display`; by its rule and kind if the pack has none. Built at each call.
  [[nodiscard]] std::string name() const;
  /// Appends the same to a buffer; allocates only if the buffer must grow.
  void append_name(std::string& out) const;

  /// Returns the rule that made it.
  [[nodiscard]] std::string_view made_by() const;

  /// Returns the index of the thing that holds it, -1 if none does.
  [[nodiscard]] std::int32_t holder() const;

  /// Returns a field by name; unset if the pack has none of that name, or if it is unset.
  [[nodiscard]] Value operator[](std::string_view field) const;
  /// Returns a field by its index in Pack::fields(). Requires: index < Pack::fields().size(); otherwise: misuse, unset.
  [[nodiscard]] Value field(std::size_t index) const;

  /// Cheap reads for games: 0, false and "" if unset. Each requires an index as field() does. integer() reads an
  /// integer, the numerator of a number, or a flag as 0 or 1; text() reads a text, or a symbol as its name in the pack.
  /// To read a field of another type is misuse.
  [[nodiscard]] std::int64_t integer(std::size_t field) const;
  [[nodiscard]] std::string_view text(std::size_t field) const;
  [[nodiscard]] bool is_set(std::size_t field) const;

  /// Stands for an unset value in what read() writes; no integer of a pack has this value.
  static constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();
  /// Writes all fields at once, for games that read many of them: element i is field i of Pack::fields(), as far as
  /// there is room. An integer as it is, of a number the numerator, a flag as 0 or 1, a symbol by its number
  /// (Pack::symbol()); a text, list or map as 1, to be read by text() or field(). kUnset if the field is unset, and in
  /// elements after the last field. Cost: a few instructions a field.
  void read(std::span<std::int64_t> out) const;

  /// Returns the value that an input had when it was made; `with` may have changed it. Requires: index <
  /// Pack::inputs().size(); otherwise: misuse, unset.
  [[nodiscard]] Value input(std::size_t index) const;

  /// Returns a measure of the thing; unset if it has no value, as where it divides by zero. A text or list in it ends
  /// with the next roll. Requires: index < Pack::measures().size(); otherwise: misuse, unset. Cost: that of its
  /// expression, at each call.
  [[nodiscard]] Value measure(std::size_t index) const;
  /// Returns the terms of a measure: the parts of its outermost sum that are not 0, in the order of the pack; a sum
  /// over the members of a list has a part for each of these. None if it is no sum. Likewise.
  [[nodiscard]] std::vector<MeasureTerm> terms(std::size_t measure) const;

 private:
  friend class Things;
  Thing(api::Handle things, std::uint32_t index) : things_(things), index_(index) {}

  api::Handle things_;
  std::uint32_t index_ = 0;
};

/// All things of one roll: the rule's own thing first, unless it set no field, then what it dropped, each followed by
/// what it holds.
class Things {
 public:
  class Iterator {
   public:
    Iterator() = default;
    /// Requires: not the end; otherwise: misuse, a view of nothing.
    Thing operator*() const {
      if (index_ < end_) [[likely]] { return {things_, index_}; }
      misused("Things::Iterator: dereferenced at the end");
      return {};
    }
    /// Requires: not the end; otherwise: misuse, and it stays there.
    Iterator& operator++() {
      if (index_ < end_) [[likely]] {
        ++index_;
      } else {
        misused("Things::Iterator: incremented at the end");
      }
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

   private:
    friend class Things;
    Iterator(api::Handle things, std::uint32_t index, std::uint32_t end) : things_(things), index_(index), end_(end) {}

    api::Handle things_;
    std::uint32_t index_ = 0;
    std::uint32_t end_ = 0;
  };

  /// No things.
  Things() = default;

  /// Returns the number of things of the roll; stored in the view itself, so that it stays the same after the view has
  /// ended.
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Requires: index < size(); otherwise: misuse, a view of nothing.
  [[nodiscard]] Thing operator[](std::size_t index) const {
    if (index < count_) [[likely]] { return {things_, first_ + static_cast<std::uint32_t>(index)}; }
    misused("Things::operator[]: index out of range");
    return {};
  }
  /// Requires: that the view has not ended; otherwise: misuse, end().
  [[nodiscard]] Iterator begin() const {
    if (things_.is_live()) [[likely]] { return {things_, first_, first_ + count_}; }
    misused("Things::begin: the roller has rolled again or was destroyed");
    return end();
  }
  [[nodiscard]] Iterator end() const { return {things_, first_ + count_, first_ + count_}; }

 private:
  friend struct api::ResultSet;
  Things(api::Handle things, std::uint32_t count, std::uint32_t first)
      : things_(things), count_(count), first_(first) {}

  api::Handle things_;
  std::uint32_t count_ = 0;
  std::uint32_t first_ = 0;
};

/// The state that lasts from roll to roll: the pack's `state`, and the values of `world def`, which are computed once
/// per world. It has a seed of its own and counts its rolls, so that a saved world continues exactly after it is
/// loaded.
/// A world that was moved from, or made by World(), has no pack. To use it is misuse: save() and Roller::roll return
/// the error Misuse, the readers 0, "" or no values.
class SPOILS_EXPORT World {
 public:
  World() noexcept;
  /// Begins a world with the initial state of the pack.
  World(const Pack& pack, std::uint64_t seed);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  /// Reads a world that save() has written. Errors: World, if the file is missing, is not a world, or is of another
  /// pack.
  [[nodiscard]] static Result<World, Error> load(const Pack& pack, const std::string& path);

  /// Reads a world from a text that text() has returned. Errors: World, if it is not a world, or is of another pack.
  [[nodiscard]] static Result<World, Error> restore(const Pack& pack, std::string_view text);

  /// Returns the world as JSON: the content of the file that save() writes.
  [[nodiscard]] std::string text() const;

  /// Writes the world as JSON, to a temporary file first: the old file stays whole whatever happens.
  /// Returns the error if there is one.
  [[nodiscard]] std::optional<Error> save(const std::string& path) const;

  [[nodiscard]] std::uint64_t seed() const;
  [[nodiscard]] std::uint64_t next_index() const;                 ///< the number of its rolls so far
  [[nodiscard]] std::int64_t state(std::string_view name) const;  ///< 0 if the pack has no state of that name
  [[nodiscard]] Values states() const;  ///< all of them, as in OddsSettings::states, in the order of Pack::states()

  /// For internal use by the library; null: it has no pack.
  [[nodiscard]] api::WorldData* data() { return data_.get(); }

 private:
  explicit World(std::unique_ptr<api::WorldData> data);
  [[nodiscard]] static Result<World, Error> read(const Pack& pack, std::string_view bytes, const std::string& path);
  std::unique_ptr<api::WorldData> data_;
};

/// Holds an exclusive lock on the world of one file while the object exists: between World::load and World::save no
/// other program can take the lock, so that every roll is counted in the file.
/// A lock that was moved from, or made by WorldLock(), holds nothing.
class SPOILS_EXPORT WorldLock {
 public:
  WorldLock() noexcept;
  /// Takes the lock of a world file, which need not exist yet; waits up to `milliseconds` for another holder.
  /// Errors: World, if another program rolls in that world, if the path is a link that leads nowhere, if its folder
  /// cannot be written or its file system has no locks.
  [[nodiscard]] static Result<WorldLock, Error> take(const std::string& path, int milliseconds = 2000);
  WorldLock(WorldLock&&) noexcept;
  WorldLock& operator=(WorldLock&&) noexcept;
  ~WorldLock();

 private:
  struct Data;
  explicit WorldLock(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

/// Rolls one rule of a pack. Use one roller per thread; they share the pack.
/// A roller that was moved from, or made by Roller(), has no rule. To use it is misuse: set(), set_state() and
/// roll() return the error Misuse, values() and states() none and rule() "".
class SPOILS_EXPORT Roller {
 public:
  Roller() noexcept;
  /// Prepares a rule ("" is the pack's first) with the given inputs and parameters; others have their defaults.
  /// Errors: UnknownRule, UnknownInput, BadValue, MissingValue.
  [[nodiscard]] static Result<Roller, Error> make(const Pack& pack, std::string_view rule = {},
                                                  const Values& values = {});
  Roller(Roller&&) noexcept;
  Roller& operator=(Roller&&) noexcept;
  ~Roller();

  /// Changes an input or parameter for later rolls. Errors: UnknownInput, BadValue.
  [[nodiscard]] std::optional<Error> set(std::string_view name, std::string_view value);
  /// The same without text, for Integers and for the choice number of a Symbol or Flag; `input` is an index in
  /// Pack::inputs(). Errors: UnknownInput for an index out of range and for an input that a parameter hides
  /// (RuleInfo::hides()), BadValue. Cost: constant.
  [[nodiscard]] std::optional<Error> set(std::size_t input, std::int64_t value);

  /// Changes the value with which a state begins in later rolls that belong to no world; without a call that is the
  /// initial value of the pack. A set is written `{a, b}`, a map `{a 1, b 2}`, an unset value `none`. A world has state
  /// of its own. Errors: UnknownInput if the pack has no such state, BadValue.
  [[nodiscard]] std::optional<Error> set_state(std::string_view name, std::string_view value);

  /// Rolls once. State begins at its initial values, or those of set_state(), so that the result does not depend on
  /// other indices. Errors: Fault, Limit. Cost: that of the rule's draws; allocates nothing once warm. If the same
  /// values were drawn before, the things are copied from a memo of a few megabytes at most. If the roll before drew
  /// nothing and no value has changed since, its things are returned again at no cost.
  [[nodiscard]] Result<Things, Error> roll(std::uint64_t seed, std::uint64_t index);

  /// Rolls the next index of a world, with its seed and state, and leaves the new state in it. Errors: Fault, Limit;
  /// World, if the world is of another pack.
  /// After an error the world is as before. A world that has made 2^64 - 1 rolls cannot roll again (Limit).
  [[nodiscard]] Result<Things, Error> roll(World& world);

  /// Returns the inputs in force, as they would be written, in the order of Pack::inputs() but for those that a
  /// parameter hides (RuleInfo::hides()), then the parameters that were given. Another roller of the rule with these
  /// values rolls the same.
  [[nodiscard]] Values values() const;
  /// Returns the states that set_state() has changed, as they were written, in the order of Pack::states().
  [[nodiscard]] Values states() const;
  [[nodiscard]] std::string_view rule() const;

  /// For internal use by the library; null: it has no rule.
  [[nodiscard]] api::RollerData* data() { return data_.get(); }
  [[nodiscard]] const api::RollerData* data() const { return data_.get(); }

 private:
  explicit Roller(std::unique_ptr<api::RollerData> data);
  std::unique_ptr<api::RollerData> data_;
};

}  // namespace v1
}  // namespace spoils
