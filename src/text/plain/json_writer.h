// text/plain/json_writer.h
//
// Writes JSON to the end of a string, member by member: nothing is kept, so that the text of a million rolls can be
// passed on while it grows. Numbers have the fewest digits that read back as the same double.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spoils::text {

/// Appends a text in quotes. Bytes that are no UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

class JsonWriter {
 public:
  /// The writer does not clear `out`, and the caller may empty it between two calls.
  explicit JsonWriter(std::string& out) : out_(out) {}

  /// A member of an object is a key and then a value, a list or an object.
  JsonWriter& key(std::string_view name);
  /// The same for a key that is in quotes already, with its colon.
  JsonWriter& quoted_key(std::string_view quoted);

  /// Opens an object with its schema and version, as every document for programs begins.
  JsonWriter& document(std::string_view schema);

  JsonWriter& open(char bracket);   ///< `{` or `[`
  JsonWriter& close(char bracket);  ///< `}` or `]`

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  JsonWriter& value(std::nullptr_t) { return raw("null"); }
  template <std::integral Integer>
  JsonWriter& value(Integer number) {
    if constexpr (std::same_as<Integer, bool>) {
      return raw(number ? "true" : "false");
    } else if constexpr (std::signed_integral<Integer>) {
      return integer(static_cast<std::int64_t>(number));
    } else {
      return integer(static_cast<std::uint64_t>(number));
    }
  }
  JsonWriter& value(const std::vector<std::string>& texts);
  /// Null if unset.
  template <class Value>
  JsonWriter& value(const std::optional<Value>& content) {
    return content ? value(*content) : value(nullptr);
  }

  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json);

  template <class Value>
  JsonWriter& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }
  /// The same for a list, with a function that writes each of its members.
  template <class List, class Write>
  JsonWriter& list(std::string_view name, const List& members, Write&& write) {
    key(name).open('[');
    for (const auto& one : members) { write(one); }
    return close(']');
  }

  /// A member whose text may be empty, for null.
  JsonWriter& text_or_null(std::string_view name, std::string_view text);

 private:
  JsonWriter& integer(std::int64_t number);
  JsonWriter& integer(std::uint64_t number);
  void separate();

  std::string& out_;
  bool follows_ = false;  // a comma separates the next key or value from the one before
};

}  // namespace spoils::text
