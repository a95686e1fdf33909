// tests/reference/generate_pack.h
//
// Random packs that use the whole language, tiny enough to be enumerated by brute force. If two constructs fit a place,
// the generator takes the one that was used less so far, alone and together with the constructs that the pack has
// already.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "property/dice.h"
#include "reference/coverage.h"

namespace spoils::reference {

/// The fields of every random pack, in order.
[[nodiscard]] const std::vector<std::string>& field_names();

class Generator {
 public:
  /// How many paths a pack's rule has: few enough for brute force, or rather so many that it takes stages.
  enum class Size : std::uint8_t { Tiny, Large };

  Generator(Dice& dice, Coverage& coverage, Size size = Size::Tiny) : dice_(dice), coverage_(coverage), size_(size) {}

  /// Returns a pack; the questions are about its first rule.
  std::string run();

  [[nodiscard]] const Coverage::Used& used() const { return used_; }

 private:
  /// Chooses one of the constructs and notes it.
  std::size_t either(std::initializer_list<std::string_view> constructs);
  void use(std::string_view construct) { used_.insert(coverage_.number_of(construct)); }
  std::string any(const std::vector<std::string>& texts);

  std::string declarations();
  static std::string referred(std::string_view pack);
  std::string rows(int depth, bool may_refer);
  std::string block(int depth, bool is_main);
  std::string many_blocks();
  std::string statement(int depth, bool is_main);
  std::string assignment(int depth, bool is_main = false);
  std::string number_or_none();
  std::string world_block();
  std::string blocks_of_defs();
  std::string def_block(int depth);
  std::string def_statement(int depth);

  std::string integer(int depth);
  std::string draw(int depth);  // an integer that is drawn
  std::string symbol(int depth);
  std::string filter_in_steps();
  std::string flag(int depth);
  std::string quiet_flag();  // draws nothing
  std::string quiet_integer();
  std::string list(int depth);
  std::string map(int depth);
  std::string distinct(int depth);
  std::string asked_set(const std::string& set);
  std::string members_in_turn(const std::string& taken, const std::string& drawn, const std::string& seen);
  std::string text(int depth);
  std::string number(int depth);

  // Composed texts.
  std::string text_declarations();
  std::string quiet_text();
  std::string composed(int depth);
  std::string quiet_text_flag();
  std::string text_integer(int depth);
  std::string text_symbol();
  std::string text_assignment(int depth);
  std::string text_statement(int depth, bool is_main);

  // Fields that are parameters of rules.
  std::string field_rules();
  std::string field_call();
  std::string field_asked();
  std::string field_statement(int depth, bool is_main);

  // Values of types other than integer.
  std::string other_declarations();
  std::string other_assignment(int depth);
  std::string other_integer(int depth);
  std::string other_quiet_flag();
  std::string other_statement(int depth, bool is_main);

  std::string collection();
  std::string records();
  std::string base(bool has_records);
  std::string root(bool has_records);  // the pack that `base` may use
  std::string names();
  std::string overrides(bool has_records);
  std::string overrides_in_steps();
  std::string record(int depth);  // an expression that is a record
  std::string record_integer();
  std::string record_flag();
  std::string record_statement(int depth, bool is_main);
  std::string expectation(bool has_base, bool has_records);

  Dice& dice_;
  Coverage& coverage_;
  Size size_;
  Coverage::Used used_;
  std::vector<std::string> lets_;
  int names_ = 0;
  bool has_records_ = false;
  bool has_base_ = false;
  bool has_root_ = false;
  bool is_in_base_ = false;  // the collection; or in the pack that it uses:
  bool is_in_root_ = false;
  bool is_in_retry_ = false;
  bool is_in_def_ = false;  // its block
};

}  // namespace spoils::reference
