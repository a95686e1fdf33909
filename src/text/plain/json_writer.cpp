// text/plain/json_writer.cpp
//
// Escapes texts byte by byte and keeps one bit of state: whether a comma is due.
#include "text/plain/json_writer.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "text/plain/utf8.h"

namespace spoils::text {
namespace {

// True for the bytes that need no escape in a JSON string.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x80; ++byte) { plain[byte] = byte != '"' && byte != '\\'; }
  return plain;
}
constexpr std::array<bool, 256> kNeedsNoEscape = plain_bytes();

void append_escaped_byte(std::string& out, char byte) {
  switch (byte) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(byte));
  }
}

template <class Integer>
void append_integer(std::string& out, Integer number) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (kNeedsNoEscape[static_cast<unsigned char>(text[at])]) {
      ++at;
      continue;
    }
    const auto character = decode(text.substr(at));
    if (!character.valid || character.length == 1) {
      out.append(text, begin, at - begin);
      begin = at + 1;
      if (character.valid) {
        append_escaped_byte(out, text[at]);
      } else {
        out += kReplacement;
      }
    }
    at += character.length;
  }
  out.append(text, begin, text.size() - begin);
  out += '"';
}

void JsonWriter::separate() {
  if (follows_) { out_ += ','; }
  follows_ = true;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_ += ':';
  follows_ = false;
  return *this;
}

JsonWriter& JsonWriter::quoted_key(std::string_view quoted) {
  separate();
  out_ += quoted;
  follows_ = false;
  return *this;
}

JsonWriter& JsonWriter::document(std::string_view schema) {
  return open('{').member("schema", schema).member("version", 1);
}

JsonWriter& JsonWriter::text_or_null(std::string_view name, std::string_view text) {
  key(name);
  return text.empty() ? value(nullptr) : value(text);
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  follows_ = false;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  follows_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_json_string(out_, text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  separate();
  if (std::isfinite(number)) {
    fmt::format_to(std::back_inserter(out_), "{}", number);
  } else {
    out_ += "null";  // JSON has no other word for it
  }
  return *this;
}

JsonWriter& JsonWriter::value(const std::vector<std::string>& texts) {
  open('[');
  for (const auto& text : texts) { value(text); }
  return close(']');
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t number) {
  separate();
  append_integer(out_, number);
  return *this;
}

JsonWriter& JsonWriter::integer(std::uint64_t number) {
  separate();
  append_integer(out_, number);
  return *this;
}

}  // namespace spoils::text
