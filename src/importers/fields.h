// importers/fields.h
//
// Reads the fields of one record by name and type. A field that no reader has requested is reported as unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "importers/json.h"
#include "importers/notes.h"
#include "text/plain/nearest.h"

namespace spoils::importers {

class Fields {
 public:
  /// `within` is the prefix of field names in messages, as "nameInfo.".
  Fields(const Json& object, Place place, Notes& notes, std::string within = {});

  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] Notes& notes() const { return notes_; }

  /// Returns the value of a field, nullptr if there is none; the field counts as read.
  const Json* find(std::string_view key);
  /// Each returns nothing if the field is missing or, with a message, has another type.
  std::optional<std::string> text(std::string_view key);
  std::optional<std::int64_t> integer(std::string_view key);
  /// As it is written; also for a text that is a number.
  std::optional<std::string> number(std::string_view key);
  /// A number or a text, as it is written.
  std::optional<std::string> scalar(std::string_view key);
  /// A list of texts, or one text alone.
  std::vector<std::string> texts(std::string_view key);
  /// The same, with a message if it is missing.
  std::string required_text(std::string_view key);

  /// Calls `see` for each object of a list.
  void each(std::string_view key, const std::function<void(Fields&)>& see);
  /// Calls `see` for the object that is the value, and then reports its unknown fields.
  void inside(std::string_view key, const std::function<void(Fields&)>& see);
  /// Calls `see` for each member of an object, whose keys may be anything.
  void members(std::string_view key, const std::function<void(const std::string& name, const Json& value)>& see);

  /// Reports that the pack does not contain this field, if the record has it.
  void leave(std::string_view key, std::string_view why);
  /// Accepts a field whose data are also elsewhere.
  void known(std::string_view key) { find(key); }
  /// Reports the fields that no reader has requested.
  void finish();

  void wrong(std::string_view key, std::string what, std::string help = {});
  void wrong_type(std::string_view key, const Json& value, std::string_view belongs);

 private:
  const Json& object_;
  Place place_;
  Notes& notes_;
  std::string within_;
  std::set<std::string, std::less<>> read_;
};

using text::did_you_mean;

}  // namespace spoils::importers
