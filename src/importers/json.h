// importers/json.h
//
// A JSON text as a tree that keeps the line of each value and the spelling of each number, so that messages can give
// the place and fractions stay exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/result.h"

namespace spoils::importers {

struct JsonMember;

struct Json {
  enum class Kind : std::uint8_t { Null, Flag, Number, Text, List, Object };
  Kind kind = Kind::Null;
  std::size_t line = 1;
  bool flag = false;
  std::string text;                 // of a text; of a number as written
  std::vector<Json> items;          // of a list
  std::vector<JsonMember> members;  // of an object, in their order, without duplicates

  /// Returns a member of an object, nullptr if there is none.
  [[nodiscard]] const Json* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  Json value;
};

/// A key that occurs twice in an object. The last one counts, as in other JSON readers.
struct RepeatedKey {
  std::size_t line = 1;
  std::string key;
};

struct JsonText {
  Json root;
  std::vector<RepeatedKey> repeated;
};

struct JsonError {
  std::size_t line = 1;
  std::string what;
};

inline constexpr std::size_t kMaxJsonMembers = 10'000;  // of one object, and repeated keys; real ones have a dozen
inline constexpr std::size_t kMaxJsonDepth = 64;        // real files need 5; the tree is walked by recursion

/// Returns the tree of a text in UTF-8. Errors: invalid JSON, values deeper than kMaxJsonDepth.
[[nodiscard]] Result<JsonText, JsonError> parse_json(std::string_view bytes);

/// Returns "a text", "a list" and so on.
[[nodiscard]] std::string_view kind_name(Json::Kind kind);

/// Returns `base` overridden by `over`, as records inherit: objects are merged key by key, lists are appended, a list
/// that is merged with a single value takes it as its first member, and single values are replaced.
[[nodiscard]] Json laid_over(const Json& base, const Json& over);

}  // namespace spoils::importers
