// check/resolve/record_values.h
//
// Computes the values of records: copies inherited values, splits filters and ranges into columns, evaluates
// defaults. Copies are counted against a limit, since many records may inherit a large value.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/resolve/records.h"
#include "check/resolve/visibility.h"
#include "lang/tree.h"
#include "text/report.h"

namespace spoils::check {

[[nodiscard]] lang::Expression leaf(lang::Expression::Kind kind, Span span, std::string_view text = {});
[[nodiscard]] lang::Expression whole(std::int64_t value, Span span);
[[nodiscard]] lang::TypeName word_type(std::string_view word);
[[nodiscard]] lang::TypeName words_type();

/// Adds the columns that a field or column of such a type takes.
void add_columns(lang::Declaration& table, const std::string& name, Span span, const lang::TypeName& type);

class RecordValues {
 public:
  /// By field.
  using Given = std::map<std::string, lang::Expression, std::less<>>;

  RecordValues(const std::vector<PackTree>& packs, const Visibility& visibility, Records& records,
               text::Report& report);

  [[nodiscard]] bool is_full() const { return is_full_; }
  /// The words of all filters met so far, each place once.
  [[nodiscard]] const std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::string, Span>>& words() const {
    return words_;
  }
  [[nodiscard]] lang::Expression copy(const lang::Expression& e);
  /// Whether a name is in parentheses, which make a value of it.
  [[nodiscard]] bool in_parentheses(const lang::Expression& e) const;
  /// Adds the names that one member of a filter or of tags denotes: itself, or those of a def that is a set.
  void add_names_of(const lang::Expression& e, std::vector<lang::Expression>& into, std::size_t depth = 0);
  [[nodiscard]] static lang::Expression set_of(std::vector<lang::Expression> members, Span span);
  /// Adds the cells of a value, one a column that its type takes.
  void add_cells(std::vector<lang::Expression>& cells, const lang::TypeName& type, const lang::Expression& value);
  /// Returns what `+=` in a record makes of what it inherits.
  [[nodiscard]] lang::Expression joined(const lang::Expression& before, const lang::RecordItem& item);
  /// Returns a default in which the names of other fields are those fields of the same record.
  [[nodiscard]] lang::Expression settled(const Records::Known& known, const Given& given, const lang::Expression& e,
                                         std::vector<std::string>& open);

 private:
  void count(const lang::Expression& e);
  std::pair<lang::Expression, lang::Expression> filter(const lang::Expression& e);

  Records& records_;
  text::Report& report_;
  struct Def {
    const lang::Declaration* declaration = nullptr;
    Visibility::Homes homes;
  };
  /// The def that a name means there; null if there is none.
  [[nodiscard]] const lang::Declaration* def(std::string_view name, Span place) const;

  const Visibility& visibility_;
  std::map<std::string, Def, std::less<>> defs_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::string, Span>> words_;
  std::size_t copied_ = 0;
  bool is_full_ = false;
};

}  // namespace spoils::check
