#include "spoils/fused.h"

#include <fmt/format.h>

#include "api/fault.h"
#include "api/fuse.h"
#include "roll/seed.h"

namespace spoils {

FusedRoller::FusedRoller(std::unique_ptr<api::FusedData> data) : data_(std::move(data)) {}
FusedRoller::FusedRoller(FusedRoller&&) noexcept = default;
FusedRoller& FusedRoller::operator=(FusedRoller&&) noexcept = default;
FusedRoller::~FusedRoller() = default;

Result<FusedRoller, RollError> FusedRoller::make(const Pack& pack, std::string_view rule, const Values& values,
                                                 FuseOptions options) {
  auto roller = Roller::make(pack, rule, values);
  if (!roller) { return Failure{std::move(roller).error()}; }
  auto data = std::make_unique<api::FusedData>(std::move(roller).value());
  if (auto failure = api::fuse(*data, options)) { return Failure{std::move(*failure)}; }
  return FusedRoller(std::move(data));
}

namespace {

// What is left of the thing is rolled.
Result<Things, RollError> finished(api::FusedData& data, const api::Unfinished& outcome, std::uint64_t seed,
                                   std::uint64_t index) {
  auto& roller = data.roller.data();
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
  if (!interpreter.finish(outcome.last.rule, outcome.last.depth, key, seed, index)) {
    return Failure{api::fault_error(*roller.pack.data().sources, interpreter.fault(),
                                    fmt::format("seed {}, index {}, fused", roll::seed_to_text(seed), index))};
  }
  return Things(&roller.shelf, static_cast<std::uint32_t>(interpreter.things().given_out.size()));
}

}  // namespace

Result<Things, RollError> FusedRoller::roll(std::uint64_t seed, std::uint64_t index) {
  auto& data = *data_;
  const auto word = data.words.word(seed, index, [&](std::uint64_t ahead) { data.table.expect(ahead); });
  const auto outcome = data.table.outcome(word);
  const auto with_thing = data.with_thing();
  if (outcome < with_thing) [[likely]] { return Things(&data.shelf, 1, outcome); }
  const auto unfinished = outcome - with_thing;
  if (unfinished < data.without_thing) { return Things(&data.shelf, 0); }
  return finished(data, data.unfinished[unfinished - data.without_thing], seed, index);
}

std::size_t FusedRoller::outcomes() const {
  return data_->with_thing() + data_->without_thing + data_->unfinished.size();
}

double FusedRoller::left_out() const { return data_->left_out; }
Values FusedRoller::values() const { return data_->roller.values(); }
std::string_view FusedRoller::rule() const { return data_->roller.rule(); }

}  // namespace spoils
