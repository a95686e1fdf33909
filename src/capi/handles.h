// capi/handles.h
//
// The objects to which the handles of the C interface point. Each begins with a magic word of its kind, which every
// function compares first; a freed handle gets a word of its own. Tested by tests/capi/conform.c and misuse.c.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/error.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"
#include "spoils/spoils.h"
#include "spoils/tweak.h"

namespace spoils::capi {

/// The beginning of every handle.
template <std::uint64_t kWord>
struct Header {
  static constexpr std::uint64_t kMagic = kWord;
  std::uint64_t magic = kWord;
};

inline constexpr std::uint64_t kFreed = 0x53504F494C53'0000;

/// Returns whether the pointer is a handle of that type. Requires: NULL, or readable memory of at least 8 bytes.
template <class Handle>
[[nodiscard]] bool is(const Handle* handle) {
  if (handle == nullptr) { return false; }
  std::uint64_t magic = 0;
  std::memcpy(&magic, static_cast<const void*>(handle), sizeof(magic));
  return magic == Handle::kMagic;
}

inline constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

}  // namespace spoils::capi

struct spoils_error : spoils::capi::Header<0x53504F494C53'0001> {
  int code = SPOILS_INTERNAL;
  spoils::Error error;
  std::string json;
};

struct spoils_string : spoils::capi::Header<0x53504F494C53'0002> {
  std::string text;
};

struct spoils_findings : spoils::capi::Header<0x53504F494C53'0003> {
  spoils::Findings findings;
};

struct spoils_pack : spoils::capi::Header<0x53504F494C53'0004> {
  explicit spoils_pack(spoils::Loaded the_loaded);

  [[nodiscard]] const spoils::Pack& pack() const { return *loaded.pack; }

  spoils::Loaded loaded;  // with a pack
  std::vector<std::uint8_t> field_kinds;
  // The choices of each input, state and parameter, for arrays that end with the pack.
  std::vector<std::vector<spoils_text>> input_choices;
  std::vector<std::vector<spoils_text>> state_choices;
  std::vector<std::vector<std::vector<spoils_text>>> parameter_choices;  // by rule
};

struct spoils_roller : spoils::capi::Header<0x53504F494C53'0005> {
  spoils_roller(spoils::Pack the_pack, spoils::Roller the_roller, std::vector<std::uint8_t> kinds)
      : pack(std::move(the_pack)), roller(std::move(the_roller)), field_kinds(std::move(kinds)) {}

  spoils::Pack pack;
  spoils::Roller roller;
  std::vector<std::uint8_t> field_kinds;
  spoils::Things things;  // of the last roll; none if it failed
  std::string name;       // that was built last
  // The list or map that was read last, for its members.
  spoils::Value list;
  std::size_t list_thing = spoils::capi::kNone;
  std::size_t list_field = spoils::capi::kNone;
};

struct spoils_batch : spoils::capi::Header<0x53504F494C53'0006> {
  struct Column {
    std::vector<std::uint8_t> kind;
    std::vector<std::int64_t> number;
    std::vector<std::int64_t> denominator;
  };
  std::vector<std::uint64_t> index;
  std::vector<std::int64_t> holder;
  std::vector<std::uint32_t> made_by;
  std::vector<std::uint32_t> name;
  std::vector<Column> columns;
  std::vector<spoils_text> texts;
  std::vector<std::string> stored;  // what `texts` shows, apart from the empty text
  bool has_names = false;
};

struct spoils_world : spoils::capi::Header<0x53504F494C53'0007> {
  explicit spoils_world(spoils::World the_world) : world(std::move(the_world)) {}

  spoils::World world;
};

struct spoils_odds : spoils::capi::Header<0x53504F494C53'0008> {
  std::vector<spoils::Swept<spoils::Answer>> answers;
  std::string json;
};

struct spoils_stopper;  // capi/budget.h

struct spoils_tweaker : spoils::capi::Header<0x53504F494C53'000A> {
  explicit spoils_tweaker(spoils::Tweaker the_tweaker) : tweaker(std::move(the_tweaker)) {}

  spoils::Tweaker tweaker;
};

namespace spoils::capi {

[[nodiscard]] inline spoils_text text_of(std::string_view text) { return {text.data(), text.size()}; }

/// Requires: a text that Arguments::text has accepted.
[[nodiscard]] inline std::string_view view_of(spoils_text text) {
  return text.size == 0 ? std::string_view() : std::string_view(text.data, text.size);
}

/// Returns the kind of a field by the name of its type, as FieldInfo has it.
[[nodiscard]] spoils_kind kind_of(std::string_view type);

/// Returns an unset or set value; its texts are those of the view.
[[nodiscard]] spoils_value value_of(const Value& value);

}  // namespace spoils::capi
