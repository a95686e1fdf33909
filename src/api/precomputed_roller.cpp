// api/precomputed_roller.cpp
//
// `PrecomputedRoller`: one random word selects an outcome by the alias table; an outcome that a tail rule must finish
// is completed by the ordinary interpreter. Tested by tests/api/precomputed_test.cpp.
#include <fmt/format.h>

#include "api/error.h"
#include "api/precompute.h"
#include "roll/seed.h"
#include "spoils/precomputed.h"

namespace spoils {
inline namespace v1 {

PrecomputedRoller::PrecomputedRoller(std::unique_ptr<api::PrecomputedData> data) : data_(std::move(data)) {}
PrecomputedRoller::PrecomputedRoller() noexcept = default;
PrecomputedRoller::PrecomputedRoller(PrecomputedRoller&&) noexcept = default;
PrecomputedRoller& PrecomputedRoller::operator=(PrecomputedRoller&&) noexcept = default;
PrecomputedRoller::~PrecomputedRoller() = default;

Result<PrecomputedRoller, Error> PrecomputedRoller::make(const Pack& pack, std::string_view rule, const Values& values,
                                                         PrecomputeOptions options) {
  auto roller = Roller::make(pack, rule, values);
  if (!roller) { return Failure{std::move(roller).error()}; }
  auto data = std::make_unique<api::PrecomputedData>(std::move(roller).value());
  if (auto failure = api::precompute(*data, options)) { return Failure{std::move(*failure)}; }
  data->with_thing = static_cast<std::uint32_t>(data->things.rows.size());
  return PrecomputedRoller(std::move(data));
}

namespace {

// The rest of the thing is rolled.
Result<Things, Error> finished(api::PrecomputedData& data, const api::Unfinished& outcome, std::uint64_t seed,
                               std::uint64_t index) {
  auto& roller = *data.roller.data();
  auto& interpreter = roller.interpreter;
  api::begin_roll(roller);
  for (const auto& [slot, word] : outcome.slots) {
    const auto type = roller.program.slots[slot].type;
    const bool lies_there =
        program::lies_in_heap(type.kind) && word != program::kUnset && (word & program::Heap::kMark) != 0;
    interpreter.slots()[slot] =
        lies_there ? api::word_on(interpreter.heap(), roller.program, data.heap, type, word) : word;
  }
  const auto key = roll::stream_key(seed, data.rest_stream);
  if (!interpreter.finish(outcome.tail.rule, outcome.tail.depth, key, seed, index)) {
    return Failure{
        api::fault_error(*roller.pack.data().sources, roller.program, interpreter.fault(), seed, index, "fused")};
  }
  return roller.result_set.view(static_cast<std::uint32_t>(interpreter.things().given_out.size()));
}

// The uncommon cases of a roll. They are separate from the common case, which then saves few registers.
[[gnu::noinline]] Result<Things, Error> roll_in_full(api::PrecomputedData* roller, std::uint64_t seed,
                                                     std::uint64_t index) {
  if (roller == nullptr) { return Failure{api::misuse_error("PrecomputedRoller::roll: the roller was moved from")}; }
  auto& data = *roller;
  const auto word = data.words.word(seed, index, [&](std::uint64_t ahead) { data.table.expect(ahead); });
  const auto outcome = data.table.outcome(word);
  if (outcome < data.with_thing) { return data.result_set.view(1, outcome); }
  const auto unfinished = outcome - data.with_thing;
  if (unfinished < data.without_thing) { return Things(); }
  return finished(data, data.unfinished[unfinished - data.without_thing], seed, index);
}

}  // namespace

Result<Things, Error> PrecomputedRoller::roll(std::uint64_t seed, std::uint64_t index) {
  if (data_ != nullptr) [[likely]] {
    if (const auto* const word = data_->words.in_store(seed, index)) [[likely]] {
      const auto outcome = data_->table.outcome(*word);
      if (outcome < data_->with_thing) [[likely]] { return data_->result_set.view(1, outcome); }
    }
  }
  return roll_in_full(data_.get(), seed, index);
}

std::size_t PrecomputedRoller::outcomes() const {
  if (data_ == nullptr) {
    misused("PrecomputedRoller::outcomes: the roller was moved from");
    return 0;
  }
  return std::size_t{data_->with_thing} + data_->without_thing + data_->unfinished.size();
}

double PrecomputedRoller::left_out() const {
  if (data_ != nullptr) { return data_->left_out; }
  misused("PrecomputedRoller::left_out: the roller was moved from");
  return 0;
}

Values PrecomputedRoller::values() const {
  if (data_ != nullptr) { return data_->roller.values(); }
  misused("PrecomputedRoller::values: the roller was moved from");
  return {};
}

std::string_view PrecomputedRoller::rule() const {
  if (data_ != nullptr) { return data_->roller.rule(); }
  misused("PrecomputedRoller::rule: the roller was moved from");
  return {};
}

}  // namespace v1
}  // namespace spoils
