// lang/grammar.h
//
// The grammar, a method a construct; docs/language.md has the same grammar in the same order. Each method begins at the
// first token of its construct and leaves the cursor after the last. After a mistake it returns what it has.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/cursor.h"
#include "lang/tree.h"

namespace spoils::lang {

class Grammar {
 public:
  Grammar(const text::Sources& sources, std::vector<Token> tokens, text::Report& report)
      : cursor_(sources, std::move(tokens), report) {}

  File file(std::uint32_t source);
  Expression whole_expression();

 private:
  // parse_declaration.cpp
  void declaration(File& file);
  bool is_leftover();
  void pack(Declaration& out);
  void parameter_declaration(Declaration& out);
  void choices_with_slashes(const TypeName& first);
  void rule(Declaration& out);
  void def(Declaration& out);
  [[nodiscard]] bool at_constant() const;
  void display(Declaration& out);
  void measure(Declaration& out);
  void expect(Declaration& out);
  bool name_of(Declaration& out, std::string_view what);
  bool has_hyphen(const Token& name);
  void hyphen(Span span);
  void outside_rule(text::Finding& finding, Span before);
  std::vector<Parameter> parameters();
  Parameter parameter();
  TypeName type_name();

  // parse_collection.cpp
  void collection(Declaration& out);
  RecordRows record_rows();
  void records(File& file, Declaration first);
  std::vector<RecordItem> record_items(bool of_collection, Declaration* collection);
  RecordItem record_item();
  Expression row_value();
  Expression filter_literal();
  Expression filter_names(Expression first);
  Expression derived(Expression base);
  [[nodiscard]] bool at_record() const;
  [[nodiscard]] bool may_be_items(std::size_t first) const;
  [[nodiscard]] bool at_collection_field() const;

  // parse_table.cpp
  void table(Declaration& out);
  void grid(Declaration& out);
  void names(Declaration& out);
  std::vector<Row> rows(std::size_t columns);
  Row row(std::size_t columns);
  void outcome(Row& row, std::size_t columns);
  void grid_header(Declaration& out);
  Row grid_line(const Declaration& grid, bool has_heads);
  void check_cells(const Declaration& table);
  void not_expected(std::string_view wanted);
  bool at_cell();
  Expression cell();

  // parse_row_slips.cpp
  bool computed_item(const Expression& first);
  bool called_item(const std::vector<Expression>& items);
  bool separated(const Expression& first);
  bool subtracted(const std::vector<Expression>& items);
  bool separated_cells(const Row& row, Span span, std::size_t count, std::size_t columns);
  bool faces(const Expression& first, const Expression& last, Span mark);
  bool spread(const std::vector<Expression>& items);
  bool has_block(const std::vector<Expression>& items);
  bool commas_between(std::vector<Expression>& items, std::size_t columns);
  void parenthesised(text::Finding& finding, Span span);
  void condition_word(const Expression& word);
  bool early_condition(const std::vector<Expression>& items, std::size_t columns);
  void condition_comes_last(Span begin, const std::string& before, const std::string& condition);
  void cell_count(Span span, const std::vector<Expression>& items, std::size_t columns);
  bool heading_slip(const Declaration& table);
  bool choice_slip(Span open, const std::vector<std::string>& before);
  bool lacks_colon(const Token& name);
  void percent_range(Parameter& declared);
  void title_of_words(const Declaration& pack);
  void use(Declaration& out);

  // parse_statement.cpp
  Block block(std::string_view where);
  Statement statement();
  void assign(Statement& out, const Token& name);
  void assign_entry(Statement& out, const Token& name);
  Expression assigned();
  void if_statement(Statement& out, std::optional<Span> otherwise = std::nullopt);
  void match_statement(Statement& out);
  void repeat(Statement& out);
  void for_statement(Statement& out);
  [[nodiscard]] bool at_give() const;
  void with(Statement& out);
  void call_statement(Statement& out);

  // parse_statement_slips.cpp
  void goes_on(const Statement& ended);
  void condition_behind(text::Finding& finding, const Statement& ended);
  void number_behind(text::Finding& finding, const Statement& ended);
  bool joined_statements(text::Finding& finding, const Statement& ended);
  void draw_alone(text::Finding& finding);
  [[nodiscard]] std::string text_of_sides(const Token& dice) const;
  bool case_words();
  bool bare_case();
  [[nodiscard]] bool misspelt_pick(text::Finding& finding, const Expression& word);
  bool dice_apart(text::Finding& finding, const Expression& count);
  bool operator_in_words(const Expression& left);
  bool condition_slip(const Expression& condition);
  bool removed_word(const Token& name);
  void no_value(const Token& token);

  // parse_retry.cpp
  void retry(Statement& out);
  void try_statement(Statement& out);
  void suppose(Statement& out);

  // parse_slips.cpp
  [[nodiscard]] std::string written(Span span) const;
  bool foreign_statement(const Token& name);
  bool misspelt_statement(const Token& name);
  bool lacks_assign(const Token& name);
  void number_of_drops(const Token& word);
  bool runs(const Token& name);
  bool declares(const Token& name);
  bool block_slip();
  bool of_slip();
  bool comma_after_case(bool has_case);
  bool name_of_two_words(const Declaration& named);
  bool out_of_slip();
  bool percent_in_words(Span number);
  bool chance_behind(const Expression& whole);
  bool roll_slip(const Token& name);
  bool lacks_condition(Span word, std::optional<Span> otherwise);
  void mark_before_brace();
  bool lacks_pick(Span open, const std::vector<Expression>& members);
  bool lacks_rule(const Expression& name);
  bool lacks_compared(const Expression& left);
  bool lacks_range_end();
  void assigns_to_compare();
  bool lacks_distinct(const Expression& count);
  bool pick_slip();
  void outcomes_in_braces(text::Finding& finding, Span first);

  // parse_expression.cpp
  static constexpr int kRange = 4;  // levels of binary(): from here up no comparison
  static constexpr int kSum = 5;    // and no range
  static constexpr int kProduct = 6;
  Expression expression();
  Expression if_expression();
  Expression match_expression();
  Expression binary(int level);
  void chained(const Expression& left, const Token& mark);
  Expression unary();
  Expression power();
  Expression postfix();
  Expression primary();
  Expression quoted_word();
  [[nodiscard]] std::string word_of(const Token& token) const;
  Expression set_literal();
  Expression list_literal();
  Expression rows_literal(std::size_t columns = 0);  // beside the outcome
  Expression number(const Token& token);
  Expression percentage(Expression whole);  // requires: at `%`
  Expression dice(const Token& token);
  bool continues(TokenKind kind);
  [[nodiscard]] bool at_or(std::string_view word) const;
  [[nodiscard]] bool at_end_of_pick() const;

  // parse_map.cpp
  Expression map_literal(Span open);
  void map_type(TypeName& out);
  void colon_in_braces();
  bool assigns_in_braces(Span open);
  [[nodiscard]] bool at_map_entry();

  // parse_pick.cpp
  Expression pick();
  void pick_where(Expression& out);
  Expression pick_distinct(Span begin, Expression count);
  Expression pick_source();
  void dash_in_range(Span first, Span last);
  [[nodiscard]] bool at_row_name() const;
  Expression shuffle();
  bool weighs_members(bool is_shuffle);
  Expression chance();

  // parse_call.cpp
  Expression name_or_call();
  std::vector<Expression> arguments(TokenKind close);
  Expression argument();
  void no_question();
  Expression aggregate(Expression head);
  Expression query(Expression head);

  // parse_text.cpp
  Expression text(const Token& token, bool is_display);
  /// The title of a pack or an expectation: no template, so braces and brackets are characters like others.
  std::string title(const Token& token);

  Expression make(Expression::Kind kind, Span span) const;
  template <class... Children>
  Expression wrap(Expression::Kind kind, Span span, Children... children) {
    auto out = make(kind, span);
    out.children.reserve(sizeof...(children));
    (out.children.push_back(std::move(children)), ...);
    grow(out);
    return out;
  }
  void grow(Expression& node);
  bool enter(Span span);
  [[nodiscard]] bool at_unclosed() const { return cursor_.at(TokenKind::End) || cursor_.at_declaration(); }
  /// Whether a line, row or block ends here.
  [[nodiscard]] bool at_item_end() const {
    return cursor_.at(TokenKind::Newline) || cursor_.at(TokenKind::Semicolon) || cursor_.at(TokenKind::CloseBrace) ||
           cursor_.at(TokenKind::End);
  }
  /// Skips to the next item of the braces that `open` begins. Returns false at their end, with the closing brace yet to
  /// be taken, and where it is missing, which is reported.
  bool next_item(Span open);
  /// The same; notes by the indentation of the closing brace whether it belongs to `open`.
  bool next_item_of_block(Span open);
  void unclosed(Span open);
  void closed(Span open, Span close);

  Cursor cursor_;
  int nesting_ = 0;
  bool in_row_ = false;  // a line that begins with an operator begins a new row
  bool in_distribution_ = false;
  bool in_def_ = false;                             // in the block of a def, in which `give` begins a statement
  bool is_after_mistake_ = false;                   // in the last declaration
  bool is_distinct_ = false;                        // in what `pick n distinct from` draws from, which `or fewer` ends
  std::set<std::string, std::less<>> collections_;  // declared so far
  std::vector<Declaration> derived_;                // records that are derived at their place of use
  std::map<std::string, int> derivations_;          // how many, by the record from which they are derived
  // A block whose closing brace is further left than the line that opens it: if a brace is missing, it is probably
  // this one's.
  std::optional<std::pair<Span, Span>> suspect_;

  friend class Nested;
  friend class TextGrammar;
};

/// Counts how deep constructs nest while it lives.
class Nested {
 public:
  explicit Nested(Grammar& grammar) : grammar_(grammar) { ++grammar_.nesting_; }
  ~Nested() { --grammar_.nesting_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  Grammar& grammar_;
};

}  // namespace spoils::lang
