// explain/recorder.h
//
// The recorder observes a roll and stores each decision with its odds and its place.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "explain/dependent_fields.h"
#include "explain/dice_sums.h"
#include "explain/ids.h"
#include "explain/labels.h"
#include "explain/product.h"
#include "explain/reasons.h"
#include "explain/targets.h"
#include "roll/interpreter.h"
#include "roll/observer.h"
#include "spoils/explain.h"

namespace spoils::explain {

/// Observes one roll of an interpreter, from before begin() until take().
class Recorder final : public roll::Observer {
 public:
  /// All outlive the recorder. `dependent`: of this program, for ExplainOptions::with_fields; null: it makes its own,
  /// which costs a walk over the program.
  Recorder(const program::Program& program, const text::Sources& sources, roll::Interpreter& interpreter,
           ExplainOptions options, DependentFields* dependent = nullptr);

  /// Returns the recorded explanation, without the things themselves.
  [[nodiscard]] Explanation take();

  void chance(const roll::Draw& draw, const number::Rational& chance, bool came) override;
  void range(const roll::Draw& draw, program::Word first, program::Word last, program::Word drawn) override;
  void dice(const roll::Draw& draw, program::Word count, program::Word sides, program::Word sum) override;
  void row(const roll::Draw& draw, std::uint32_t table, const roll::WeightedPick& pick, std::uint32_t row) override;
  void choice(const roll::Draw& draw, std::uint32_t choice, const roll::WeightedPick* pick,
              std::uint32_t position) override;
  void member(const roll::Draw& draw, program::Word list, std::size_t index) override;
  void distinct(const roll::Draw& draw, const program::Distinct& from, std::span<const std::uint32_t> left,
                std::size_t place) override;
  void order(const roll::Draw& draw, std::span<const program::Word> members,
             std::span<const std::uint32_t> from) override;
  void enter(const roll::Scope& scope) override;
  void leave() override;
  roll::AfterReject reject(bool is_last_kept) override;
  void undo() override;
  program::Word begin_repeat(Span place, program::Word most) override;
  void end_while() override;

  /// Counts a step that is left out.
  void pass(const roll::Scope& scope) { ids_.pass(scope); }

 private:
  /// A scope that is open now.
  struct Open {
    std::optional<std::size_t> step;  // unset if it is not shown
    std::optional<std::size_t> loop;  // the step of the last loop in it
    std::int32_t thing = -1;          // row of the thing that is made in it
    program::RuleId rule = 0;         // that makes it
    bool keeps_empty = false;         // it is shown even if it contains no decision
    Product before;
    std::uint64_t decisions_before = 0;
    std::size_t settled_before = 0;
    bool is_stored = false;
  };

  [[nodiscard]] const Target* target_of(program::ExpressionId draw) const;
  [[nodiscard]] std::string shown_key(program::ExpressionId key) const;
  void pass_on_target(program::ExpressionId from, const program::TableRow& row, Decision& decision);
  [[nodiscard]] Place place_of(Span span);
  [[nodiscard]] Step step_of(const roll::Scope& scope);
  [[nodiscard]] bool is_stored_in_world(const roll::Scope& scope);
  Decision begin(const roll::Draw& draw, Decision::Kind kind, std::int64_t choice, std::string_view dice = {});
  void weighted(const roll::Draw& draw, const program::Table& table, const std::string& grid,
                const roll::WeightedPick& pick, std::uint32_t position, std::optional<std::uint32_t> choice);
  void add_impossible(Decision& decision, std::string value, std::int64_t choice, Reason reason);
  void add_impossible_rows(Decision& decision, const program::Table& table, const roll::WeightedPick* pick,
                           std::uint32_t position, std::optional<std::uint32_t> choice);
  void find_fields();
  void add_evenly(Decision& decision, std::uint64_t count);
  void finish(const roll::Draw& draw, Decision decision, std::optional<number::Rational> exact);
  [[nodiscard]] std::size_t room() const;
  [[nodiscard]] bool tells() const { return out_.left_out == 0; }  ///< further steps are kept, not only counted
  bool keep(Step step);

  const program::Program& program_;
  const text::Sources& sources_;
  roll::Interpreter& interpreter_;
  ExplainOptions options_;
  DependentFields* dependent_;
  Labels labels_;
  Reasons reasons_;
  DiceSums dice_sums_;
  const Targets targets_;
  Ids ids_;
  std::string decision_id_;  // of the decision that is under way
  // Those of the rows that were drawn: the draw of an outcome is assigned to the target of the draw of its row.
  std::unordered_map<program::ExpressionId, std::optional<Target>> passed_;
  std::unordered_map<std::uint64_t, Location> locations_;  // by source and offset: loops visit the same places again
  std::vector<Open> open_;
  /// A decision among the steps, for find_fields().
  struct Noted {
    std::size_t step = 0;
    program::ExpressionId draw = program::kNone;
    program::RuleId rule = 0;  // that makes its thing
  };
  std::vector<Noted> draws_;
  std::vector<program::RuleId> added_rules_;      // that went on with the thing of the roll
  std::set<std::vector<program::Word>> settled_;  // def and arguments of each world def that was evaluated in this roll
  std::vector<std::set<std::vector<program::Word>>::iterator> settled_in_order_;
  Product product_;
  std::size_t entries_left_;
  Explanation out_;
};

}  // namespace spoils::explain
