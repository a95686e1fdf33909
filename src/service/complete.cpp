// service/complete.cpp
//
// The words that may follow at a place. The tokens before it say which kinds of names can: the grammar is not
// consulted, since the text ends in the middle of a construct. More is offered than fits, and never less.
#include <algorithm>
#include <set>

#include "lang/aggregates.h"
#include "service/answers.h"
#include "service/words.h"

namespace spoils::service {

using lang::Token;
using lang::TokenKind;

namespace {

/// The most words in one answer; an editor asks again when more of the word is typed.
constexpr std::size_t kMostWords = 2'000;

constexpr std::array<std::string_view, 16> kStatementWords{"apply", "discard", "do",   "drop",  "for",    "give",
                                                           "hold",  "if",      "let",  "match", "repeat", "retry",
                                                           "stop",  "try",     "with", "else"};
constexpr std::array<std::string_view, 11> kValueWords{"chance", "false", "if",   "in",      "match", "none",
                                                       "not",    "pick",  "then", "shuffle", "true"};
constexpr std::array<std::string_view, 24> kAfterValue{
    "and", "about", "after", "at", "by", "distinct", "else",    "fewer", "from", "given",  "if",    "in",
    "is",  "keep",  "mod",   "of", "on", "or",       "nothing", "then",  "to",   "weight", "where", "while"};
constexpr std::array<std::string_view, 7> kTypeWords{"int", "number", "flag", "symbol", "text", "filter", "range"};
constexpr std::array<std::string_view, 3> kCompoundTypes{"list", "set", "map"};

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The tokens around a place.
class Context {
 public:
  Context(const ParsedFile& file, std::size_t offset) : file_(file) {
    const auto bytes = file.bytes();
    begin_ = std::min(offset, bytes.size());
    end_ = begin_;
    while (begin_ > 0 && is_name_byte(bytes[begin_ - 1])) { --begin_; }
    while (end_ < bytes.size() && is_name_byte(bytes[end_])) { ++end_; }
    const auto after = std::partition_point(file.tokens.begin(), file.tokens.end(),
                                            [&](const Token& token) { return token.span.end <= begin_; });
    before_ = static_cast<std::size_t>(after - file.tokens.begin());
    if (after != file.tokens.end() && after->span.begin < begin_) { inside_ = &*after; }
    // A comment goes up to the end of its line, its end included.
    if (before_ > 0 && inside_ == nullptr) {
      const auto& last = file.tokens[before_ - 1];
      const bool is_comment = last.kind == TokenKind::Comment || last.kind == TokenKind::Doc;
      const auto between = bytes.substr(last.span.end, begin_ - last.span.end);
      if (is_comment && between.find('\n') == std::string_view::npos) { inside_ = &last; }
    }
    find_nesting();
  }

  [[nodiscard]] ByteRange replaced() const { return {begin_, end_}; }
  [[nodiscard]] std::size_t begin() const { return begin_; }
  /// The token that contains the place: a comment or a text; null if none does.
  [[nodiscard]] const Token* inside() const { return inside_; }
  /// The n-th token before the place, from 0, comments left out; one of kind End if there is none.
  [[nodiscard]] Token back(std::size_t n) const {
    for (auto i = before_; i-- > 0;) {
      const auto& token = file_.tokens[i];
      if (token.kind == TokenKind::Comment || token.kind == TokenKind::Doc) { continue; }
      if (n-- == 0) { return token; }
    }
    return {};
  }
  [[nodiscard]] std::string_view word(const Token& token) const { return file_.text(token); }
  /// The words of the declaration so far that are outside of braces.
  [[nodiscard]] const std::vector<std::string_view>& head() const { return head_; }
  [[nodiscard]] std::size_t braces() const { return braces_.size(); }
  [[nodiscard]] std::size_t parentheses() const { return parentheses_; }
  /// The token before the innermost open brace.
  [[nodiscard]] TokenKind opened_after() const { return braces_.empty() ? TokenKind::End : braces_.back().after; }
  /// Parentheses that are open in the innermost brace.
  [[nodiscard]] bool begins_item() const {
    const auto kind = back(0).kind;
    return kind == TokenKind::End || kind == TokenKind::Newline || kind == TokenKind::Semicolon ||
           kind == TokenKind::OpenBrace || kind == TokenKind::CloseBrace;
  }

 private:
  struct Brace {
    TokenKind after = TokenKind::End;
    std::size_t parentheses = 0;
  };

  void find_nesting() {
    auto last = TokenKind::End;
    bool is_fresh = true;
    for (std::size_t i = 0; i < before_; ++i) {
      const auto& token = file_.tokens[i];
      switch (token.kind) {
        case TokenKind::OpenBrace:
          braces_.push_back({last, parentheses_});
          parentheses_ = 0;
          break;
        case TokenKind::CloseBrace:
          if (!braces_.empty()) {
            parentheses_ = braces_.back().parentheses;
            braces_.pop_back();
          }
          break;
        case TokenKind::OpenParen: ++parentheses_; break;
        case TokenKind::CloseParen: parentheses_ -= parentheses_ > 0 ? 1 : 0; break;
        case TokenKind::Newline:
        case TokenKind::Semicolon:
          if (braces_.empty()) { is_fresh = true; }
          break;
        case TokenKind::Name: {
          const auto word = file_.text(token);
          const bool declares = std::find(lang::kDeclarationWords.begin(), lang::kDeclarationWords.end(), word) !=
                                    lang::kDeclarationWords.end() &&
                                file_.sources[0].begins_line(token.span.begin);
          if (declares) {  // also where a brace is missing before it
            braces_.clear();
            parentheses_ = 0;
          }
          if (braces_.empty()) {
            if (is_fresh || declares) { head_.clear(); }
            is_fresh = false;
            head_.push_back(word);
          }
          break;
        }
        default: break;
      }
      if (token.kind != TokenKind::Comment && token.kind != TokenKind::Doc) { last = token.kind; }
    }
  }

  const ParsedFile& file_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t before_ = 0;
  const Token* inside_ = nullptr;
  std::vector<Brace> braces_;
  std::size_t parentheses_ = 0;
  std::vector<std::string_view> head_;
};

class Completer {
 public:
  Completer(const Project& project, std::uint32_t file, std::size_t offset)
      : project_(project),
        index_(project.names()),
        number_(file),
        file_(*index_.files()[file].parsed),
        context_(file_, offset),
        typed_(file_.bytes().substr(context_.begin(), offset - context_.begin())) {}

  Completions run() {
    out_.replaced = context_.replaced();
    if (const auto* inside = context_.inside()) {
      if (inside->kind == TokenKind::Text && in_hole(*inside)) { values(); }
      return finish();
    }
    // A number or a text is not continued by a word.
    if (!typed_.empty() && typed_.front() >= '0' && typed_.front() <= '9') { return finish(); }
    choose();
    return finish();
  }

 private:
  bool in_hole(const Token& text) const {
    int depth = 0;
    const auto bytes = file_.bytes();
    for (auto i = static_cast<std::size_t>(text.span.begin); i < context_.begin(); ++i) {
      if (bytes[i] == '\\') {
        ++i;
      } else if (bytes[i] == '{') {
        ++depth;
      } else if (bytes[i] == '}') {
        --depth;
      }
    }
    return depth > 0;
  }

  // The kind of declaration around the place.
  [[nodiscard]] std::string_view declaration() const {
    for (const auto word : context_.head()) {
      const bool is_before =
          std::find(kBeforeDeclarations.begin(), kBeforeDeclarations.end(), word) != kBeforeDeclarations.end();
      if (!is_before) { return word; }
    }
    return {};
  }

  void choose() {
    const auto last = context_.back(0);
    const auto kind = declaration();
    const bool is_collection = index_.find(Space::Table, kind) != kNoName;  // of the record around
    if (last.kind == TokenKind::Dot) { return members(); }
    if (context_.braces() == 0 && context_.begins_item()) { return declarations(); }
    if (context_.braces() == 0 && last.kind == TokenKind::Name) {
      const auto word = context_.word(last);
      if (word == "use" && kind == "use") { return packs(); }
      if (word == "display" && kind == "display") { return names(Space::Rule); }
      if (word == "override" || word == "world" || word == "constant" || word == "abstract") { return declarations(); }
    }
    if (last.kind == TokenKind::Colon && is_collection && context_.braces() == 0) { return names(Space::Symbol); }
    const bool declares_value = kind == "input" || kind == "state" || kind == "field" || kind == "scratch";
    const bool is_type = last.kind == TokenKind::Colon &&
                         (declares_value || kind == "collection" || context_.braces() == 0) && kind != "expect";
    if (is_type && (declares_value || context_.parentheses() > 0 || kind == "collection")) { return types(); }
    if (last.kind == TokenKind::Name) {
      const auto word = context_.word(last);
      if (word == "of" && (declares_value || context_.parentheses() > 0 || kind == "collection")) { return types(); }
      if (word == "from") { return sources(); }
      if (word == "is") { return names(Space::Symbol); }
      if (word == "after" || word == "apply" || word == "stream") {
        values();
        names(Space::Rule);
        return;
      }
    }
    switch (last.kind) {
      case TokenKind::Pick:
      case TokenKind::In:
      case TokenKind::Shuffle: return sources();
      case TokenKind::Drop:
      case TokenKind::Hold: add("do", WordKind::Keyword); return names(Space::Rule);
      case TokenKind::With:
        for (const auto& name : index_.names()) {
          if (name.kind == WordKind::Input) { add(name); }
        }
        return add("stream", WordKind::Keyword);
      case TokenKind::Let: return;
      default: break;
    }
    const bool begins = context_.begins_item() && context_.parentheses() == 0;
    if (begins && (kind == "rule" || kind == "def" || is_collection || kind == "collection")) {
      const auto after = context_.opened_after();
      const bool in_value = after == TokenKind::Assign || after == TokenKind::Pick || after == TokenKind::In ||
                            after == TokenKind::EqualEqual || after == TokenKind::OpenParen;
      if (is_collection && context_.braces() == 1) { return record_items(kind); }
      if (kind == "collection" && context_.braces() == 1) { return words({"block", "rows", "tags"}); }
      if (!in_value) { statements(); }
      return values();
    }
    if (begins && kind == "names") { return names(Space::Symbol); }
    const bool ends_value =
        last.kind == TokenKind::Name || last.kind == TokenKind::Number || last.kind == TokenKind::Dice ||
        last.kind == TokenKind::Text || last.kind == TokenKind::CloseParen || last.kind == TokenKind::CloseBracket ||
        last.kind == TokenKind::CloseBrace || last.kind == TokenKind::Percent || last.kind == TokenKind::True ||
        last.kind == TokenKind::False || last.kind == TokenKind::None || last.kind == TokenKind::Symbol;
    if (ends_value) {
      for (const auto word : kAfterValue) { add(std::string(word), WordKind::Keyword); }
      // In a row a weight is followed by an outcome.
      if (kind == "table" || kind == "grid" || context_.braces() > 1 || is_collection) { names(Space::Symbol); }
      return;
    }
    values();
  }

  void words(std::initializer_list<std::string_view> list) {
    for (const auto word : list) { add(std::string(word), WordKind::Keyword); }
  }

  void declarations() {
    for (const auto word : lang::kDeclarationWords) { add(std::string(word), WordKind::Keyword); }
    for (const auto word : kBeforeDeclarations) { add(std::string(word), WordKind::Keyword); }
    for (const auto& name : index_.names()) {
      if (name.kind == WordKind::Collection) { add(name); }
    }
  }

  void packs() {
    for (const auto& name : index_.names()) {
      if (name.space == Space::Pack) { add(name); }
    }
  }

  void types() {
    for (const auto word : kTypeWords) { add(std::string(word), WordKind::Type); }
    for (const auto word : kCompoundTypes) { add(std::string(word), WordKind::Keyword); }
    names(Space::Table);
  }

  void names(Space space) {
    for (const auto& name : index_.names()) {
      if (name.space == space) { add(name); }
    }
  }

  void locals() {
    for (const auto& name : index_.names()) {
      if (name.space != Space::Local || name.file != number_) { continue; }
      if (context_.begin() >= name.scope_begin && context_.begin() <= name.scope_end) { add(name); }
    }
  }

  void sources() {
    locals();
    names(Space::Table);
    names(Space::Variable);
    for (const auto& name : index_.names()) {
      if (name.space == Space::Def) { add(name); }
    }
    words({"things", "held"});
  }

  void values() {
    locals();
    names(Space::Variable);
    names(Space::Def);
    for (const auto& word : kFunctionWords) {
      add({std::string(word.name), WordKind::Function, std::string(word.usage), std::string(word.about)});
    }
    for (const auto word : lang::kAggregates) { add(std::string(word), WordKind::Function); }
    for (const auto word : kValueWords) { add(std::string(word), WordKind::Keyword); }
    names(Space::Table);
    names(Space::Symbol);
  }

  void statements() {
    for (const auto word : kStatementWords) { add(std::string(word), WordKind::Keyword); }
    names(Space::Rule);
  }

  void record_items(std::string_view collection) {
    for (const auto& name : index_.names()) {
      const bool is_part = name.space == Space::Column || name.space == Space::Block;
      if (is_part && name.owner == collection) { add(name); }
    }
    words({"once", "tags"});
  }

  // After `word.` or `word[key].`: the columns of its table, if it is known; else all.
  void members() {
    auto at = std::size_t{1};
    bool is_lookup = false;
    if (context_.back(at).kind == TokenKind::CloseBracket) {
      is_lookup = true;
      int depth = 0;
      for (;; ++at) {
        const auto kind = context_.back(at).kind;
        if (kind == TokenKind::End || at > 200) { break; }
        if (kind == TokenKind::CloseBracket) { ++depth; }
        if (kind == TokenKind::OpenBracket && --depth == 0) { break; }
      }
      ++at;
    }
    const auto base = context_.back(at);
    std::string table;
    if (base.kind == TokenKind::Name) {
      const auto word = context_.word(base);
      table = word == "row" && declaration() == "table" && context_.head().size() > 1
                  ? std::string(context_.head()[1])
                  : index_.table_of_word(number_, base.span.begin, word, is_lookup);
    }
    const auto collection = table.substr(0, table.find('.'));
    const auto is_known = [&](const Name& name) {
      return table.empty() || name.owner == table || name.owner == collection;
    };
    for (const auto& name : index_.names()) {
      if ((name.space == Space::Column || name.space == Space::Block) && is_known(name)) { add(name); }
    }
    const auto owner = index_.find(Space::Table, collection);
    const bool is_record = owner != kNoName && index_.names()[owner].kind == WordKind::Collection;
    if (table.empty() || is_record) {
      for (const auto word : kRecordColumns) { add(std::string(word), WordKind::Column); }
    }
    if (table.empty()) { names(Space::Variable); }
  }

  void add(const Name& name) {
    // The word that is being typed is no proof that there is such a name.
    const auto is_elsewhere = [&](std::uint32_t number) {
      const auto& use = index_.uses()[number];
      return use.file != number_ || use.begin != context_.begin();
    };
    const bool is_known = name.declaration != nullptr || name.kind == WordKind::Field ||
                          std::any_of(name.uses.begin(), name.uses.end(), is_elsewhere);
    if (!is_known || !fits(name.word)) { return; }
    add({name.word, name.kind, describe_briefly(name), documentation(name)});
  }

  [[nodiscard]] std::string describe_briefly(const Name& name) const {
    if (name.space == Space::Symbol) { return std::string(to_text(name.kind)); }
    return describe(project_, name);
  }

  void add(std::string word, WordKind kind) {
    std::string detail(to_text(kind));
    add({std::move(word), kind, std::move(detail), {}});
  }

  void add(Completion completion) {
    if (out_.words.size() >= kMostWords || !fits(completion.word)) { return; }
    if (known_.insert(completion.word).second) { out_.words.push_back(std::move(completion)); }
  }

  // Whether a word begins like the one that is being typed, whatever the case.
  [[nodiscard]] bool fits(std::string_view word) const {
    return word.size() >= typed_.size() &&
           std::equal(typed_.begin(), typed_.end(), word.begin(), [](char a, char b) { return small(a) == small(b); });
  }

  Completions finish() {
    out_.is_complete = out_.words.size() < kMostWords;
    return std::move(out_);
  }

  const Project& project_;
  const NameIndex& index_;
  std::uint32_t number_;
  const ParsedFile& file_;
  Context context_;
  std::string_view typed_;
  std::set<std::string> known_;
  Completions out_;
};

}  // namespace

Completions complete(const Project& project, std::uint32_t file, std::size_t offset) {
  const auto size = project.names().files()[file].parsed->bytes().size();
  return Completer(project, file, std::min(offset, size)).run();
}

}  // namespace spoils::service
