// service/name_walk.h
//
// The walk that finds the uses of names in one tree: a recursive descent with a stack of local names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "service/names.h"

namespace spoils::service {

class NameWalk {
 public:
  NameWalk(NameIndex& index, std::uint32_t file)
      : index_(index), file_(file), parsed_(*index.files_[file].parsed), is_own_(index.files_[file].is_own) {}

  void run();

 private:
  using Expression = lang::Expression;

  /// The rule by which a bare word is resolved.
  enum class Place : std::uint8_t {
    Value,       // a value
    Row,         // a symbol, unless it is in parentheses
    PickSource,  // a table, after a local
    FoldSource,  // a collection, after a local, then a value, then a table
    Membership,  // after the `in` of a comparison
  };
  void declaration(const lang::Declaration& one);
  void parameters(const lang::Declaration& one);
  void collection(const lang::Declaration& one);
  void record(const lang::Declaration& one);
  void record_row(const lang::RecordItem& item, const std::string& collection);
  void type(const lang::TypeName& type);
  void rows(const std::vector<lang::Row>& rows, bool declares);
  void grid(const lang::Declaration& one);

  void block(const lang::Block& block);
  void statement(const lang::Statement& s);
  void ran(const Expression& call);
  void arguments(const Expression& call, NameId callee);

  void expression(const Expression& e, Place place = Place::Value);
  void children(const Expression& e, Place place = Place::Value);
  void name(const Expression& e, Place place);
  void member(const Expression& e);
  void pick_where(const Expression& e);
  void aggregate(const Expression& e);
  void query(const Expression& e);
  void binary(const Expression& e);

  [[nodiscard]] bool in_parentheses(const Expression& e) const;
  [[nodiscard]] NameId value(std::string_view word) const;  // kNoName: a symbol
  [[nodiscard]] NameId visible(Space space, std::string_view word) const;
  [[nodiscard]] std::string table_of(const Expression& e) const;
  [[nodiscard]] std::string table_of_list(const std::string& name) const;
  [[nodiscard]] std::string table_of_source(const Expression& e) const;
  NameId column(const std::string& table, std::string_view word);
  NameId add_local(std::string_view word, ByteRange place, std::string table, WordKind kind = WordKind::Local);
  void use(NameId name, ByteRange place, bool declares = false) { index_.add(file_, place, name, declares); }
  void symbol(std::string_view word, ByteRange place, bool declares = false);

  NameIndex& index_;
  std::uint32_t file_;
  const ParsedFile& parsed_;
  bool is_own_;
  LocalNames locals_;
  std::uint32_t scope_end_ = 0;
  const lang::Declaration* table_ = nullptr;       // whose rows are walked: `row.column`
  const lang::Declaration* collection_ = nullptr;  // whose defaults are walked: they read other fields
};

}  // namespace spoils::service
