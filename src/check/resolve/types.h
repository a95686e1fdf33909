// check/resolve/types.h
//
// Type inference by iteration to a fixpoint. Fields, parameters, lets and the results of defs begin as Unknown; each
// pass of lowering joins the types that are assigned to them, until nothing changes any more.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "program/value.h"
#include "spoils/diagnostic.h"

namespace spoils::check {

using program::ValueKind;
using program::ValueType;

/// Returns the least type that holds both; `clash` is set where there is none.
[[nodiscard]] ValueType join(ValueType a, ValueType b, bool& clash);

/// Returns whether a value of type `from` may be stored where `to` is expected.
[[nodiscard]] bool fits(ValueType from, ValueType to);

/// Says what was found where `wanted` is needed: "a fraction" for a number where an integer is, since that is one, too.
[[nodiscard]] std::string found_for(ValueType wanted, ValueType found);

/// Types settle in as many passes as the longest chain of assignments; each pass moves at least one type up a lattice
/// of height three.
inline constexpr int kMaxPasses = 100;

class Types {
 public:
  struct Inferred {
    ValueType type;
    Span first;          // where the type comes from
    bool fixed = false;  // declared, not inferred
  };

  Types() = default;
  /// Extends what is known of a finished pack, which must outlive this and is not changed.
  explicit Types(const Types* base) : base_(base) {}

  /// Returns what is known of a node of the tree (any address that is its own) or of a field.
  [[nodiscard]] const Inferred& of(const void* node) const;
  [[nodiscard]] const Inferred& of_field(std::string_view name) const;

  /// Joins a type into what is known. A clash changes nothing; the final pass reports it.
  void learn(const void* node, ValueType type, Span place);
  void learn_field(std::string_view name, ValueType type, Span place);
  void declare(const void* node, ValueType type, Span place) { nodes_[node] = {type, place, true}; }
  void declare_field(std::string_view name, ValueType type, Span place);

  /// Notes that an input may be given a value that is unset, in a block or a question.
  void learn_unset(std::string_view input) { changed_ = unset_inputs_.emplace(input).second || changed_; }
  [[nodiscard]] bool may_be_unset(std::string_view input) const {
    return unset_inputs_.count(input) > 0 || (base_ != nullptr && base_->may_be_unset(input));
  }

  /// Notes that a table has outcomes of types that do not fit. Its draws then have no type, so that the mistake is
  /// reported there alone.
  void note_clash(const void* node) { changed_ = clashes_.insert(node).second || changed_; }
  [[nodiscard]] bool has_clash(const void* node) const { return clashes_.count(node) > 0; }

  /// The place that gave the type learnt last.
  [[nodiscard]] Span last_place() const { return last_place_; }

  /// Begins a pass over the pack: nothing was learnt in it, and no open type met.
  void begin_pass() { changed_ = is_met_open_ = false; }
  /// Whether anything was learnt in this pass.
  [[nodiscard]] bool changed() const { return changed_; }

  /// Notes that the type of an expression is open: not known, or not yet.
  void note_open() { is_met_open_ = true; }
  /// Call when a pass without mistakes has learnt nothing. If it met open types, nothing in the pack determines them:
  /// they are closed, so that what has one is never set, as `none` is. Returns whether more passes are needed for that.
  [[nodiscard]] bool close() {
    const bool closes = is_met_open_ && !is_closed();
    is_closed_ = is_closed_ || closes;
    return closes;
  }
  [[nodiscard]] bool is_closed() const { return is_closed_ || (base_ != nullptr && base_->is_closed()); }

 private:
  /// Returns what `known` becomes; nothing if it stays as it is.
  [[nodiscard]] static std::optional<Inferred> joined(const Inferred& known, ValueType type, Span place);
  void note_change(Span place);

  const Types* base_ = nullptr;
  std::map<const void*, Inferred> nodes_;  // looked up, never walked through: addresses differ from run to run
  std::map<std::string, Inferred, std::less<>> fields_;
  std::set<std::string, std::less<>> unset_inputs_;
  std::set<const void*> clashes_;
  Span last_place_;
  bool changed_ = false;
  bool is_met_open_ = false;
  bool is_closed_ = false;
};

}  // namespace spoils::check
