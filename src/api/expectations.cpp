#include "spoils/expectations.h"

#include "api/fault.h"
#include "api/pack_data.h"
#include "api/ways.h"
#include "api/witness.h"
#include "odds/expectations.h"

namespace spoils {

namespace {

constexpr std::size_t kMostWays = 3;
constexpr std::uint64_t kMostRolls = 200'000;

// What a broken promise speaks of: where it comes from, and a roll that shows it.
void illustrate(const Pack& pack, const program::Expectation& expectation, const odds::Verdict& verdict,
                const odds::Budget& budget, Promise& promise) {
  const auto& data = pack.data();
  if (!expectation.left.query || expectation.kind == program::Expectation::Kind::Distribution) { return; }
  const auto& query = data.program.queries[*expectation.left.query];
  if (query.is_mean || query.condition == program::kNone || !query.by.empty()) { return; }
  const bool must_always = !expectation.right.query && expectation.right.number == number::Rational(1);
  promise.ways =
      api::ways_to_flag(data.program, *data.sources, query, verdict.settings, !must_always, budget, kMostWays);
  promise.witness = api::find_witness(pack, query, verdict.settings, !must_always, kMostRolls);
}

}  // namespace

std::vector<Promise> check_expectations(const Pack& pack, std::size_t max_states) {
  const auto& data = pack.data();
  odds::Budget budget;
  budget.max_states = max_states;
  std::vector<Promise> out;
  for (const auto& expectation : data.program.expectations) {
    Promise promise;
    promise.title = expectation.title;
    const auto& source = (*data.sources)[expectation.place.source];
    promise.file = source.name();
    promise.location = source.locate(expectation.place.begin);
    const auto verdict = odds::judge(data.program, expectation, budget);
    const bool faults = verdict.fault.kind != program::Fault::Kind::None;
    promise.holds = verdict.holds && verdict.is_settled && !faults;
    promise.settled = verdict.is_settled;
    promise.found = verdict.found;
    promise.wanted = verdict.wanted;
    promise.where = verdict.where;
    if (faults) {
      promise.fault = api::fault_error(*data.sources, verdict.fault, "").message;
    } else if (!verdict.holds && verdict.is_settled) {
      illustrate(pack, expectation, verdict, budget, promise);
    }
    out.push_back(std::move(promise));
  }
  return out;
}

}  // namespace spoils
