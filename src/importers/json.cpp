// importers/json.cpp
//
// Builds the tree from the events of nlohmann-json's SAX parser, with an iterator that counts lines.
#include "importers/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace spoils::importers {

namespace {

// The position of the parser. It reads one character beyond the token that it reports, except for texts and
// punctuation.
struct Reading {
  const char* at = nullptr;
  std::size_t line = 1;
  bool last_was_newline = false;
};

// Iterates over characters and counts lines; copies share the count.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Reading* reading) : at_(at), reading_(reading) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    reading_->last_was_newline = *at_ == '\n';
    if (*at_ == '\n') { ++reading_->line; }
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  Reading* reading_;
};

// Builds the tree from the events of the parser. A function that returns false ends the parsing.
class Builder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  explicit Builder(const Reading& reading) : reading_(reading) {}

  bool null() { return add(Json::Kind::Null, {}); }
  bool boolean(bool value) {
    if (!add(Json::Kind::Flag, {})) { return false; }
    last_->flag = value;
    return true;
  }
  bool number_integer(number_integer_t value) { return add_number(fmt::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) { return add_number(fmt::to_string(value)); }
  bool number_float(number_float_t, const string_t& written) { return add_number(written); }
  bool string(string_t& value) { return add(Json::Kind::Text, std::move(value)); }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::Kind::Object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::Kind::List); }
  bool end_array() { return close(); }

  bool key(string_t& name) {
    Json& object = *open_.back();
    if (object.members.size() >= kMaxJsonMembers || repeated.size() >= kMaxJsonMembers) {
      error = JsonError{reading_.line, fmt::format("an object has more than {} members", kMaxJsonMembers)};
      return false;
    }
    if (!keys_.back().insert(name).second) {
      const auto same = [&name](const auto& member) { return member.key == name; };
      object.members.erase(std::find_if(object.members.begin(), object.members.end(), same));
      repeated.push_back({reading_.line, name});
    }
    key_ = std::move(name);
    return true;
  }

  template <class Error>
  bool parse_error(std::size_t, const std::string&, const Error& failed) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: what": only the last part is used, since the
    // line is counted here.
    const std::string_view whole = failed.what();
    const std::size_t place = whole.find(": ");
    const std::string_view what = place == std::string_view::npos ? whole : whole.substr(place + 2);
    error = JsonError{line_of_token(), fmt::format("not valid JSON: {}", what)};
    return false;
  }

  Json root;
  std::vector<RepeatedKey> repeated;
  std::optional<JsonError> error;

 private:
  [[nodiscard]] std::size_t line_of_token() const { return reading_.line - (reading_.last_was_newline ? 1 : 0); }

  bool add_number(std::string written) {
    if (!add(Json::Kind::Number, std::move(written))) { return false; }
    last_->line = line_of_token();
    return true;
  }

  bool add(Json::Kind kind, std::string text) {
    Json made;
    made.kind = kind;
    made.line = reading_.line;
    made.text = std::move(text);
    if (open_.empty()) {
      root = std::move(made);
      last_ = &root;
      return true;
    }
    Json& parent = *open_.back();
    if (parent.kind == Json::Kind::List) {
      last_ = &parent.items.emplace_back(std::move(made));
    } else {
      parent.members.push_back({std::move(key_), std::move(made)});
      last_ = &parent.members.back().value;
    }
    return true;
  }

  bool open(Json::Kind kind) {
    if (open_.size() >= kMaxJsonDepth) {
      error = JsonError{reading_.line, fmt::format("values are nested more than {} deep", kMaxJsonDepth)};
      return false;
    }
    if (!add(kind, {})) { return false; }
    // A parent does not grow while a child is open, so the pointer stays valid.
    open_.push_back(last_);
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  const Reading& reading_;
  std::vector<Json*> open_;
  std::vector<std::set<std::string>> keys_;  // of each of open_
  Json* last_ = nullptr;
  std::string key_;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  const auto found =
      std::find_if(members.begin(), members.end(), [key](const auto& member) { return member.key == key; });
  return found == members.end() ? nullptr : &found->value;
}

Result<JsonText, JsonError> parse_json(std::string_view bytes) {
  Reading reading;
  Builder builder(reading);
  const bool good = nlohmann::json::sax_parse(CountingIterator(bytes.data(), &reading),
                                              CountingIterator(bytes.data() + bytes.size(), &reading), &builder);
  if (builder.error) { return Failure{std::move(*builder.error)}; }
  if (!good) { return Failure{JsonError{reading.line, "no JSON"}}; }
  return JsonText{std::move(builder.root), std::move(builder.repeated)};
}

std::string_view kind_name(Json::Kind kind) {
  switch (kind) {
    case Json::Kind::Null: return "null";
    case Json::Kind::Flag: return "true or false";
    case Json::Kind::Number: return "a number";
    case Json::Kind::Text: return "a text";
    case Json::Kind::List: return "a list";
    case Json::Kind::Object: return "an object";
  }
  return {};
}

Json laid_over(const Json& base, const Json& over) {
  if (over.kind == Json::Kind::Object && base.kind == Json::Kind::Object) {
    Json out = base;
    for (const auto& [key, value] : over.members) {
      const auto same = [&key = key](const auto& member) { return member.key == key; };
      const auto found = std::find_if(out.members.begin(), out.members.end(), same);
      if (found == out.members.end()) {
        out.members.push_back({key, value});
      } else {
        found->value = laid_over(found->value, value);
      }
    }
    return out;
  }
  if (over.kind == Json::Kind::List && base.kind != Json::Kind::Null && base.kind != Json::Kind::Object) {
    Json out = over;
    std::vector<Json> first = base.kind == Json::Kind::List ? base.items : std::vector<Json>{base};
    out.items.insert(out.items.begin(), first.begin(), first.end());
    return out;
  }
  return over;
}

}  // namespace spoils::importers
