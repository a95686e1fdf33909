// api/expectations.cpp
//
// `check_expectations`: judges each `expect` of a pack with the odds engine, compares the answers with rolls, and
// adds to a broken one its most likely paths and a roll that shows it.
#include "spoils/expectations.h"

#include <algorithm>
#include <optional>

#include "api/derivations.h"
#include "api/error.h"
#include "api/estimate.h"
#include "api/pack_data.h"
#include "api/verify.h"
#include "api/witness.h"
#include "api/work.h"
#include "odds/expectations.h"

namespace spoils::api {

namespace {

constexpr std::size_t kPathsShown = 3;
constexpr std::uint64_t kMostRolls = 200'000;
/// Paths between two calls of Budget::go_on.
constexpr std::uint64_t kPathsBetweenCalls = 1024;
/// The work of the rolls that estimate one expectation, in units of about 10 ns: a second.
constexpr std::uint64_t kMostWorkOfEstimates = 100'000'000;
/// The same of all expectations together that the end of the time leaves undecided.
constexpr std::uint64_t kMostWorkAfterStop = 20'000'000;

/// Checks one expectation after another, until the budget for all of them is used up.
class Checker {
 public:
  Checker(const Pack& pack, const CheckOptions& options)
      : pack_(pack), data_(pack.data()), options_(options), left_(options.max_paths), rolls_left_(options.max_witness) {
    budget_.bounds = odds::Bounds::Tight;
    budget_.max_states = options.max_states;
    budget_.max_memory = options.max_memory;
    budget_.max_paths = std::min(budget_.max_paths, std::max<std::uint64_t>(options.max_paths, 1));
    if (options.estimate_rolls > 0) { budget_.share_of_end = kBeginOfRolls; }
    budget_.context = &left_;
    budget_.go_on = [](void* left, std::size_t) {
      auto& paths = *static_cast<std::uint64_t*>(left);
      paths -= std::min(paths, kPathsBetweenCalls);
      return paths > 0;
    };
    if (options.verify && !data_.program.expectations.empty()) {
      verifier_.emplace(data_.program, *data_.sources, data_.program.expectations.size(), *options.verify);
    }
  }

  ExpectationResult check(const program::Expectation& expectation) {
    auto checked = within(options_.max_memory, options_.stop,
                          [&](auto& scope) -> Result<ExpectationResult, Error> { return judged(expectation, scope); });
    if (checked) { return std::move(*checked); }
    auto out = begun(expectation);
    out.decided = false;
    return out;
  }

 private:
  [[nodiscard]] ExpectationResult begun(const program::Expectation& expectation) const {
    ExpectationResult out;
    out.title = expectation.title;
    const auto& source = (*data_.sources)[expectation.place.source];
    out.file = source.name();
    out.location = source.locate(expectation.place.begin);
    return out;
  }

  ExpectationResult judged(const program::Expectation& expectation, program::WorkScope& scope) {
    auto result = begun(expectation);
    if (verifier_) { verifier_->begin(expectation); }
    odds::OnJudged on_judged;
    if (verifier_) {
      on_judged = [&](const odds::Judged& answer) { compare(answer, scope); };
    }
    odds::OnUndecided on_undecided;
    if (options_.estimate_rolls > 0) {
      on_undecided = [&, left = kMostWorkOfEstimates](const auto& query, const auto& settings) mutable {
        const bool is_late = scope.is_stopped();
        return estimated_figure(data_.program, query, settings, options_.estimate_rolls,
                                is_late ? work_after_stop_ : left,
                                [&scope, is_late] { return !is_late && scope.is_stopped(); });
      };
    }
    const auto verdict = odds::judge(data_.program, expectation, budget_, on_judged, on_undecided);
    if (verifier_) { result.verified = verifier_->end(); }
    const bool faults = verdict.fault.kind != program::Fault::Kind::None;
    result.holds = verdict.holds && verdict.is_decided && !faults;
    result.likely = verdict.is_likely && !faults;
    result.decided = verdict.is_decided;
    result.tried = verdict.tried;
    result.found = verdict.found;
    result.wanted = verdict.wanted;
    result.where = verdict.where;
    result.assumed = verdict.assumed;
    if (faults) {
      result.fault = fault_error(*data_.sources, data_.program, verdict.fault).text();
    } else if (!verdict.holds && verdict.is_decided) {
      illustrate(expectation, verdict, result, scope);
    }
    return result;
  }

  // A known answer is kept even if there is no memory left for rolling.
  void compare(const odds::Judged& answer, program::WorkScope& scope) {
    constexpr int kRollsBetweenLooks = 16;
    verifier_->go_on_while(
        [&scope, rolls = 0]() mutable { return ++rolls % kRollsBetweenLooks != 0 || !scope.is_stopped(); });
    auto compared = within(options_.max_memory, {}, [&](auto&) -> Result<bool, Error> {
      verifier_->add(answer);
      return true;
    });
    if (!compared) { verifier_->leave_out(compared.error().text()); }
  }

  // Adds the causes of a broken expectation: the most likely paths, and a roll as a witness.
  void illustrate(const program::Expectation& expectation, const odds::Verdict& verdict, ExpectationResult& result,
                  program::WorkScope& scope) {
    if (!expectation.left.query || expectation.kind == program::Expectation::Kind::Distribution) { return; }
    const auto& query = data_.program.queries[*expectation.left.query];
    if (query.is_mean || query.condition == program::kNone || !query.by.empty()) { return; }
    const bool must_always = !expectation.right.query && expectation.right.number == number::Rational(1);
    result.paths =
        derivations_of_flag(data_.program, *data_.sources, query, verdict.settings, !must_always, budget_, kPathsShown);
    const auto most = std::min(kMostRolls, rolls_left_);
    auto left = most;
    result.witness = find_witness(pack_, query, verdict.settings, !must_always, left, scope);
    rolls_left_ -= most - left;
  }

  const Pack& pack_;
  const PackData& data_;
  const CheckOptions& options_;
  odds::Budget budget_;
  std::optional<ExpectationVerifier> verifier_;
  std::uint64_t left_;
  std::uint64_t rolls_left_;
  std::uint64_t work_after_stop_ = kMostWorkAfterStop;
};

}  // namespace

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

std::vector<ExpectationResult> check_expectations(const Pack& pack, const CheckOptions& options) {
  const auto& expectations = pack.data().program.expectations;
  api::Checker checker(pack, options);
  std::vector<ExpectationResult> out;
  for (const auto& expectation : expectations) {
    out.push_back(checker.check(expectation));
    if (options.progress) { options.progress(out.size(), expectations.size()); }
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
