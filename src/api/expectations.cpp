// api/expectations.cpp
//
// `check_expectations`: judges each `expect` of a pack with the odds engine, compares the answers with rolls, and
// adds to a broken one its most likely paths and a roll that shows it. Several threads check as if each expectation
// were the first, with all paths and rolls that the options allow; one for which those before it left too few is
// checked again, in order (tests/packs/threads_test.cpp).
#include "spoils/expectations.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "api/derivations.h"
#include "api/error.h"
#include "api/estimate.h"
#include "api/pack_data.h"
#include "api/side_by_side.h"
#include "api/verify.h"
#include "api/witness.h"
#include "api/work.h"
#include "odds/expectations.h"
#include "odds/written_for_odds.h"

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
/// Until then expectations are begun when the time is over: many are decided at once.
constexpr std::chrono::milliseconds kTimeAfterStop{500};

/// The work that is left for all expectations together.
struct WorkLeft {
  std::uint64_t paths = 0;
  std::uint64_t rolls = 0;  // in search of witnesses
};

/// Checks one expectation after another, until the budget for all of them is used up.
class Checker {
 public:
  Checker(const Pack& pack, const CheckOptions& options, std::function<bool()> stop)
      : pack_(pack), data_(pack.data()), options_(options), stop_(std::move(stop)) {
    budget_.bounds = odds::Bounds::Tight;
    budget_.max_states = options.max_states;
    budget_.max_memory = options.max_memory;
    budget_.max_paths = std::min(budget_.max_paths, std::max<std::uint64_t>(options.max_paths, 1));
    if (options.estimate_rolls > 0) { budget_.share_of_end = kBeginOfRolls; }
    budget_.context = &left_.paths;
    budget_.go_on = [](void* left, std::size_t) {
      auto& paths = *static_cast<std::uint64_t*>(left);
      paths -= std::min(paths, kPathsBetweenCalls);
      return paths > 0;
    };
    if (options.verify && !data_.program.expectations.empty()) {
      verifier_.emplace(data_.program, *data_.sources, data_.program.expectations.size(), *options.verify);
    }
    if (data_.program.expectations.empty()) { return; }
    std::vector<std::uint32_t> all(data_.program.queries.size());
    std::iota(all.begin(), all.end(), 0U);
    if (!odds::write_for_odds(for_odds_.emplace(data_.program), all)) { for_odds_.reset(); }
  }

  /// Subtracts from `left` what it takes.
  ExpectationResult check(const program::Expectation& expectation, WorkLeft& left) {
    if (is_over()) { return undecided(expectation); }
    left_ = left;
    const program::WorkTime time;  // the time for the end is that of one expectation
    auto checked = within(
        options_.max_memory, stop_,
        [&](auto& scope) -> Result<ExpectationResult, Error> { return judged(expectation, scope); }, &time);
    left = left_;
    return checked ? std::move(*checked) : undecided(expectation);
  }

 private:
  // Whether no expectation may be begun any more.
  bool is_over() {
    if (!stop_ || !stop_()) { return false; }
    const auto now = program::WorkTime::Clock::now();
    if (!stopped_at_) { stopped_at_ = now; }
    return now - *stopped_at_ > kTimeAfterStop;
  }

  [[nodiscard]] ExpectationResult undecided(const program::Expectation& expectation) const {
    auto out = begun(expectation);
    out.decided = false;
    return out;
  }

  [[nodiscard]] ExpectationResult begun(const program::Expectation& expectation) const {
    ExpectationResult out;
    out.title = expectation.title;
    const auto& source = (*data_.sources)[expectation.place.source];
    out.file = source.name();
    out.location = source.locate(expectation.place.begin);
    return out;
  }

  // Whether it is about one roll, which rolls can be compared with, and one of them can show.
  [[nodiscard]] bool asks_one_roll(const program::Expectation::Side& side) const {
    return side.query && !data_.program.queries[*side.query].is_of_many_rolls();
  }

  ExpectationResult judged(const program::Expectation& expectation, program::WorkScope& scope) {
    auto result = begun(expectation);
    const bool is_compared = verifier_ && (asks_one_roll(expectation.left) || asks_one_roll(expectation.right) ||
                                           asks_one_roll(expectation.last));
    if (is_compared) { verifier_->begin(expectation); }
    odds::OnJudged on_judged;
    if (is_compared) {
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
    const auto verdict =
        odds::judge(for_odds_ ? *for_odds_ : data_.program, expectation, budget_, on_judged, on_undecided);
    if (is_compared) { result.verified = verifier_->end(); }
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
      for (const auto* side : {&expectation.left, &expectation.right, &expectation.last}) {
        if (!asks_one_roll(*side) || result.witness) { continue; }
        result.witness = witness_of(data_.program.queries[*side->query], verdict, Wanted::Fault, scope);
      }
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
    if (!asks_one_roll(expectation.left) || expectation.kind == program::Expectation::Kind::Distribution) { return; }
    const auto& query = data_.program.queries[*expectation.left.query];
    if (query.is_mean || query.condition == program::kNone || !query.by.empty()) { return; }
    const bool must_always = !expectation.right.query && expectation.right.number == number::Rational(1);
    result.paths =
        derivations_of_flag(data_.program, *data_.sources, query, verdict.settings, !must_always, budget_, kPathsShown);
    result.witness = witness_of(query, verdict, must_always ? Wanted::False : Wanted::True, scope);
  }

  std::optional<Witness> witness_of(const program::Query& query, const odds::Verdict& verdict, Wanted wanted,
                                    program::WorkScope& scope) {
    const auto most = std::min(kMostRolls, left_.rolls);
    auto left = most;
    auto found = find_witness(pack_, query, verdict.settings, wanted, left, scope);
    left_.rolls -= most - left;
    return found;
  }

  const Pack& pack_;
  const PackData& data_;
  const CheckOptions& options_;
  std::optional<program::Program> for_odds_;  // the same, if it is not as the pack writes it
  odds::Budget budget_;
  std::optional<ExpectationVerifier> verifier_;
  std::function<bool()> stop_;
  std::optional<program::WorkTime::Clock::time_point> stopped_at_;
  WorkLeft left_;
  std::uint64_t work_after_stop_ = kMostWorkAfterStop;
};

/// An expectation that was checked as if it were the first.
struct Checked {
  ExpectationResult result;
  WorkLeft left;
};

/// Whether the result would be another one if only so much were left of what all may do.
bool depends_on(const Checked& checked, const WorkLeft& all, const WorkLeft& left) {
  const auto paths = all.paths - checked.left.paths;
  const auto rolls = all.rolls - checked.left.rolls;
  const bool has_paths = paths == 0 || paths < left.paths || left.paths == all.paths;
  const bool has_rolls = rolls == 0 || left.rolls >= kMostRolls || left.rolls == all.rolls;
  return !has_paths || !has_rolls;
}

/// Checks all on several threads.
std::vector<ExpectationResult> checked_at_once(const Pack& pack, const CheckOptions& options,
                                               program::WorkScope& scope) {
  const auto& expectations = pack.data().program.expectations;
  const WorkLeft all{options.max_paths, options.max_witness};
  Gate gate;
  const auto stop = gated(gate, options.stop);
  const SideBySide how{scope, gate, options.max_memory, options.threads, true};
  std::vector<std::unique_ptr<Checker>> checkers(threads_for(expectations.size(), how));
  std::vector<Checked> all_checked(expectations.size());
  std::size_t done = 0;
  side_by_side(expectations.size(), how, [&](std::size_t number, std::size_t worker) {
    auto& checker = checkers[worker];
    if (checker == nullptr) { checker = std::make_unique<Checker>(pack, options, stop); }
    auto& checked = all_checked[number];
    checked.left = all;
    checked.result = checker->check(expectations[number], checked.left);
    const program::LockGuard<Gate> lock(gate);
    done = std::min(done + 1, expectations.size());
    if (options.progress) { options.progress(done, expectations.size()); }
  });
  std::vector<ExpectationResult> out;
  auto left = all;
  for (std::size_t i = 0; i < all_checked.size(); ++i) {
    auto& checked = all_checked[i];
    if (depends_on(checked, all, left)) {
      checked.result = Checker(pack, options, stop).check(expectations[i], left);
    } else {
      left.paths -= all.paths - checked.left.paths;
      left.rolls -= all.rolls - checked.left.rolls;
    }
    out.push_back(std::move(checked.result));
  }
  return out;
}

}  // namespace

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

std::vector<ExpectationResult> check_expectations(const Pack& pack, const CheckOptions& options) {
  const auto& expectations = pack.data().program.expectations;
  if (options.threads != 1 && expectations.size() > 1) {
    auto checked = api::within(options.max_memory, options.stop,
                               [&](program::WorkScope& scope) -> Result<std::vector<ExpectationResult>, Error> {
                                 return api::checked_at_once(pack, options, scope);
                               });
    if (checked) { return std::move(*checked); }
  }
  api::Checker checker(pack, options, options.stop);
  api::WorkLeft left{options.max_paths, options.max_witness};
  std::vector<ExpectationResult> out;
  for (const auto& expectation : expectations) {
    out.push_back(checker.check(expectation, left));
    if (options.progress) { options.progress(out.size(), expectations.size()); }
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
