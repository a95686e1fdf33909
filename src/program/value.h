// program/value.h
//
// The values of slots. Every value is one 64-bit word, except that a fraction takes two: numerator and denominator.
// One reserved word means unset, whatever the type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/limits.h"

namespace spoils::program {

using Word = std::int64_t;

/// The value of what was never set.
inline constexpr Word kUnset = std::numeric_limits<Word>::min();

enum class ValueKind : std::uint8_t {
  Unknown,  // not inferred yet; never in a finished program
  Nothing,  // of `none`: fits every type
  Int,      // the integer itself
  Number,   // two words: numerator, denominator
  Flag,     // 0 or 1
  Symbol,   // number of the symbol
  Text,     // handle of a text
  List,     // handle of a list of words
  Set,      // handle of a list of words, ascending and each once
  Map,      // handle of a list of keys, ascending and each once, each followed by its value: an integer, and not 0
  Row,      // index of a row of a table; only inside `pick x in table where ...`
  Thing,    // a finished thing; only in questions
};

/// Whether words of a kind are handles of lists of words.
[[nodiscard]] constexpr bool holds_words(ValueKind kind) {
  return kind == ValueKind::List || kind == ValueKind::Set || kind == ValueKind::Map;
}

/// Whether words of a kind are handles of data in a Heap or among the program's constants.
[[nodiscard]] constexpr bool lies_in_heap(ValueKind kind) { return kind == ValueKind::Text || holds_words(kind); }

/// A type: what kind of value, and of what for lists and sets; of maps the keys.
struct ValueType {
  static constexpr std::uint32_t kNoTable = 0xFFFFFFFF;
  static constexpr std::uint32_t kSeveralTables = 0xFFFFFFFE;

  ValueKind kind = ValueKind::Unknown;
  ValueKind element = ValueKind::Unknown;
  /// For symbols: the table whose columns describe them. For rows: the table that they belong to. For maps: the table
  /// whose outcomes are the keys, in whose order they are shown. Equality of types ignores it.
  std::uint32_t table = kNoTable;

  [[nodiscard]] bool has_table() const { return table < kSeveralTables; }
  friend bool operator==(const ValueType& a, const ValueType& b) { return a.kind == b.kind && a.element == b.element; }
};

/// The type of values of one kind, lists and sets aside.
[[nodiscard]] constexpr ValueType of(ValueKind kind) { return {kind, ValueKind::Unknown}; }

/// Returns "a number", "a symbol", "a list of symbols": for messages.
[[nodiscard]] std::string to_text(ValueType type);

/// Texts and lists that are created while one roll runs. Their words carry a mark that distinguishes them from the
/// program's own constants. Clearing keeps the memory: once warm nothing is allocated.
class Heap {
 public:
  static constexpr Word kMark = Word{1} << 62;

  void clear() {
    bytes_.clear();
    words_.clear();
    counted_from_ = 0;
  }
  /// A place to go back to: what was added since is forgotten.
  struct Mark {
    std::size_t bytes = 0;
    std::size_t words = 0;
    friend bool operator==(const Mark&, const Mark&) = default;
  };
  [[nodiscard]] Mark mark() const { return {bytes_.size(), words_.size()}; }
  void go_back(Mark mark) {
    bytes_.resize(mark.bytes);
    words_.resize(mark.words);
  }

  /// Returns the handle of a text (`is_text`) or list that was added after a mark as it counts from there; nothing, if
  /// it was there before. Requires: the word carries the mark of handles.
  [[nodiscard]] static std::optional<Word> from_mark(Word word, bool is_text, Mark mark) {
    const auto first = is_text ? mark.bytes : mark.words;
    if (begin(word) < first) { return std::nullopt; }
    return word - (static_cast<Word>(first) << kLengthBits);
  }
  /// The other way round.
  [[nodiscard]] static Word to_mark(Word word, bool is_text, Mark mark) {
    return word + (static_cast<Word>(is_text ? mark.bytes : mark.words) << kLengthBits);
  }
  /// Copies what was added after a mark to where it finds room: words before bytes, eight of these a word.
  void copy_after(Mark mark, std::vector<Word>& out) const {
    out.insert(out.end(), words_.begin() + static_cast<std::ptrdiff_t>(mark.words), words_.end());
    const auto bytes = bytes_.size() - mark.bytes;
    const auto at = out.size();
    out.resize(at + (bytes + sizeof(Word) - 1) / sizeof(Word));
    if (bytes > 0) { std::memcpy(out.data() + at, bytes_.data() + mark.bytes, bytes); }
  }
  /// Adds what was copied so.
  void add_copied(Mark size, const Word* copied) {
    words_.insert(words_.end(), copied, copied + size.words);
    bytes_.append(reinterpret_cast<const char*>(copied + size.words), size.bytes);
  }

  /// Returns how much was added since count_from_here(), which readings of many rolls say where one begins.
  [[nodiscard]] std::size_t bytes_used() const { return size() < counted_from_ ? 0 : size() - counted_from_; }
  void count_from_here() { counted_from_ = size(); }
  /// Returns how much there is in all, in bytes.
  [[nodiscard]] std::size_t bytes_held() const { return size(); }

  /// Appends to the text under construction, which must be finished before another is begun.
  [[nodiscard]] std::string& text_buffer() { return bytes_; }
  [[nodiscard]] Word finish_text(std::size_t begin) const { return handle(begin, bytes_.size() - begin); }

  Word add_text(std::string_view text) {
    const auto begin = bytes_.size();
    bytes_ += text;
    return finish_text(begin);
  }
  Word add_list(const Word* first, std::size_t count) {
    const auto begin = words_.size();
    words_.insert(words_.end(), first, first + count);
    return handle(begin, count);
  }
  /// Begins a list whose words follow by push().
  [[nodiscard]] std::size_t begin_list() const { return words_.size(); }
  void push(Word word) { words_.push_back(word); }
  [[nodiscard]] Word finish_list(std::size_t begin) const { return handle(begin, words_.size() - begin); }
  /// For sorting a list under construction.
  [[nodiscard]] std::vector<Word>& words() { return words_; }

  /// Requires: the word carries the mark.
  [[nodiscard]] std::string_view text(Word word) const { return {bytes_.data() + begin(word), length(word)}; }
  [[nodiscard]] const Word* list_begin(Word word) const { return words_.data() + begin(word); }
  [[nodiscard]] static std::size_t length(Word word) { return static_cast<std::size_t>(word & kMaxLength); }

 private:
  static constexpr int kLengthBits = 24;
  static constexpr Word kMaxLength = (Word{1} << kLengthBits) - 1;

  [[nodiscard]] std::size_t size() const { return bytes_.size() + words_.size() * sizeof(Word); }
  static std::size_t begin(Word word) { return static_cast<std::size_t>((word & ~kMark) >> kLengthBits); }
  static Word handle(std::size_t begin, std::size_t length) {
    return kMark | (static_cast<Word>(begin) << kLengthBits) | static_cast<Word>(length);
  }

  std::string bytes_;
  std::vector<Word> words_;
  std::size_t counted_from_ = 0;
};

}  // namespace spoils::program
