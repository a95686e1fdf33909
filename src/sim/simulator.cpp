// sim/simulator.cpp
//
// Plays the runs of a simulation in parallel (oneTBB), each thread with a Player of its own, and merges their folds.
// Also saves, merges and resumes checkpoints.
#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

#include "api/error.h"
#include "sim/outcome.h"
#include "sim/player.h"
#include "spoils/simulate.h"
#include "text/plain/counted.h"
#include "text/read_pack.h"
#include "text/write_file.h"

namespace spoils::sim {

namespace {

constexpr std::string_view kMagic = "spoils.simulation 1\n";
constexpr std::uint64_t kMostChunk = 4096;                      // runs that a thread takes at a time
constexpr unsigned kMostThreads = 4096;                         // more is a mistake, and oneTBB takes an int
constexpr std::size_t kMostCheckpoint = std::size_t{8} << 30U;  // bytes

Error file_error(std::string message, std::string help = {}) {
  return {Error::Kind::File, std::move(message), std::move(help)};
}

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : bytes) { hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3; }
  return hash;
}

/// The failure of the run with the lowest index, so that it is the same for any number of threads.
class FirstFailure {
 public:
  [[nodiscard]] bool is_before(std::uint64_t index) const { return index_.load() < index; }
  void note(std::uint64_t index, Error error) {
    const std::lock_guard lock(mutex_);
    if (index >= index_.load()) { return; }
    index_.store(index);
    error_ = std::move(error);
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::mutex mutex_;
  std::atomic<std::uint64_t> index_{~std::uint64_t{0}};
  std::optional<Error> error_;
};

}  // namespace

struct SimulatorData {
  explicit SimulatorData(std::shared_ptr<const Plan> the_plan)
      : plan(std::move(the_plan)), total(empty_folds(*plan)), players([this] { return Player(plan); }) {}

  std::shared_ptr<const Plan> plan;
  Folds total;
  tbb::enumerable_thread_specific<Player> players;

  /// Takes together what the threads have counted.
  const Folds& gather() {
    for (auto& player : players) {
      total.merge(player.folds());
      player.folds() = empty_folds(*plan);
    }
    return total;
  }
};

}  // namespace spoils::sim

namespace spoils {
inline namespace v1 {

using sim::SimulatorData;

Simulator::Simulator(std::unique_ptr<SimulatorData> data) : data_(std::move(data)) {}
Simulator::Simulator() noexcept = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;
Simulator::~Simulator() = default;

Result<Simulator, Error> Simulator::make(const Pack& pack, const Simulation& simulation) {
  auto plan = sim::make_plan(pack, simulation);
  if (!plan) { return Failure{std::move(plan).error()}; }
  return Simulator(std::make_unique<SimulatorData>(std::move(*plan)));
}

std::optional<Error> Simulator::play(std::uint64_t first, std::uint64_t count, unsigned threads) {
  if (data_ == nullptr) { return api::misuse_error("Simulator::play: the simulator was moved from"); }
  if (count > std::numeric_limits<std::uint64_t>::max() - first) {
    return api::misuse_error("Simulator::play: runs beyond index 2^64 - 1");
  }
  threads = std::min(threads, sim::kMostThreads);
  if (threads == 0) { threads = std::max(1U, std::thread::hardware_concurrency()); }
  const auto last = first + count;
  const auto chunk = std::clamp<std::uint64_t>(count / (threads * std::uint64_t{16}), 1, sim::kMostChunk);
  sim::FirstFailure failure;
  const auto play_range = [&](const tbb::blocked_range<std::uint64_t>& range) {
    auto& player = data_->players.local();
    for (auto index = range.begin(); index != range.end() && !failure.is_before(index); ++index) {
      if (auto error = player.play(index)) { return failure.note(index, std::move(*error)); }
    }
  };
  const tbb::blocked_range<std::uint64_t> all(first, last, static_cast<std::size_t>(chunk));
  if (threads == 1) {
    play_range(all);
  } else {
    // Use more threads than processors only if the caller set a number.
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute([&] { tbb::parallel_for(all, play_range, tbb::simple_partitioner()); });
  }
  if (failure.error()) { return failure.error(); }
  // Fail now if a fold has grown too large: the simulation cannot succeed any more.
  for (auto& player : data_->players) {
    if (player.folds().is_too_large()) { return sim::outcome_of(*data_->plan, player.folds()).error(); }
  }
  return std::nullopt;
}

std::uint64_t Simulator::played() const {
  if (data_ == nullptr) {
    misused("Simulator::played: the simulator was moved from");
    return 0;
  }
  auto out = data_->total.runs;
  for (auto& player : data_->players) { out += player.folds().runs; }
  return out;
}

Result<std::string, Error> Simulator::save() {
  if (data_ == nullptr) { return Failure{api::misuse_error("Simulator::save: the simulator was moved from")}; }
  const auto& folds = data_->gather();
  // A fold that has grown too large stays too large.
  if (const auto sound = sim::outcome_of(*data_->plan, folds); !sound) { return Failure{sound.error()}; }
  sim::Writer out;
  out.text(data_->plan->identity);
  folds.write(out);
  auto bytes = std::string(sim::kMagic) + out.take();
  sim::Writer sum;
  sum.number(sim::hash_of(bytes));
  return bytes + sum.take();
}

std::optional<Error> Simulator::merge(std::string_view bytes) {
  if (data_ == nullptr) { return api::misuse_error("Simulator::merge: the simulator was moved from"); }
  const auto broken = [] { return sim::file_error("the counts are no whole file of a simulation"); };
  if (bytes.size() < sim::kMagic.size() + 8 || bytes.substr(0, sim::kMagic.size()) != sim::kMagic) { return broken(); }
  const auto body = bytes.substr(0, bytes.size() - 8);
  if (sim::Reader(bytes.substr(body.size())).number() != sim::hash_of(body)) { return broken(); }
  sim::Reader in(body.substr(sim::kMagic.size()));
  if (in.text() != data_->plan->identity) {
    return sim::file_error("the counts are of another study",
                           "the pack, the rule, its inputs, the seed and the questions must be the same");
  }
  auto folds = sim::empty_folds(*data_->plan);
  folds.read(in);
  if (!in.is_at_end()) { return broken(); }
  data_->total.merge(folds);
  return std::nullopt;
}

void Simulator::clear() {
  if (data_ == nullptr) { return misused("Simulator::clear: the simulator was moved from"); }
  static_cast<void>(data_->gather());
  data_->total = sim::empty_folds(*data_->plan);
}

Result<SimulationResult, Error> Simulator::result(const SimulateOptions& options) {
  if (data_ == nullptr) { return Failure{api::misuse_error("Simulator::result: the simulator was moved from")}; }
  auto out = sim::outcome_of(*data_->plan, data_->gather());
  if (out && options.exact && out->runs > 0) { sim::compare_with_odds(*data_->plan, *out, options); }
  return out;
}

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double kRoundSeconds = 0.2;  // between two looks at what the caller wants

/// The file in which a simulation waits to go on.
class Checkpoint {
 public:
  Checkpoint(Simulator& simulator, const SimulateOptions& options)
      : simulator_(simulator), workers_(options.workers), path_(options.checkpoint), every_(options.every_seconds) {}

  /// Reads the file if it is to be read, and writes it, so that what refuses to be written does so now.
  std::optional<Error> begin(bool resume) {
    if (path_.empty()) { return std::nullopt; }
    if (resume) {
      const auto bytes = text::read_text_file(path_, sim::kMostCheckpoint);
      if (bytes) {
        if (auto wrong = simulator_.merge(*bytes)) {
          wrong->message += fmt::format(" ({})", path_);
          wrong->facts.push_back({"path", path_});
          return wrong;
        }
      } else if (bytes.error().kind != text::ReadError::Kind::Missing) {
        return sim::file_error(fmt::format("the checkpoint {} cannot be read: {}", path_, bytes.error().detail));
      }
    }
    if (auto failed = write()) { return failed; }
    return unwritten_;
  }

  [[nodiscard]] bool is_due() const { return !path_.empty() && Seconds(Clock::now() - written_).count() >= every_; }

  std::optional<Error> write() {
    if (path_.empty()) { return std::nullopt; }
    if (auto failed = gather()) { return failed; }
    auto bytes = simulator_.save();
    if (!bytes) { return std::move(bytes).error(); }
    written_ = Clock::now();
    const auto failed = text::write_file_atomically(path_, *bytes);
    unwritten_.reset();
    if (failed) {
      unwritten_ = sim::file_error(fmt::format("the checkpoint {} cannot be written: {}", path_, failed->detail));
    }
    return std::nullopt;
  }

  /// Why the file does not hold the last counts that were written, if it does not.
  [[nodiscard]] const std::optional<Error>& unwritten() const { return unwritten_; }

  std::optional<Error> gather() { return workers_ == nullptr ? std::nullopt : workers_->gather(simulator_); }

 private:
  Simulator& simulator_;
  Workers* workers_;
  std::string path_;
  double every_;
  Clock::time_point written_;
  std::optional<Error> unwritten_;
};

}  // namespace

Result<SimulationResult, Error> simulate(const Pack& pack, const Simulation& simulation,
                                         const SimulateOptions& options) {
  auto simulator = Simulator::make(pack, simulation);
  if (!simulator) { return Failure{std::move(simulator).error()}; }
  Checkpoint checkpoint(*simulator, options);
  if (auto failed = checkpoint.begin(options.resume)) { return Failure{std::move(*failed)}; }
  auto done = simulator->played();
  if (done > simulation.runs) {
    return Failure{sim::file_error(
        fmt::format("the checkpoint has {}, more than the {} wanted", text::counted(done, "run"), simulation.runs))};
  }
  std::uint64_t round = 64;
  while (done < simulation.runs) {
    if (options.go_on && !options.go_on({done, simulation.runs})) { break; }
    const auto begin = Clock::now();
    const auto count = std::min(round, simulation.runs - done);
    auto failed = options.workers == nullptr ? simulator->play(done, count, options.threads)
                                             : options.workers->play(*simulator, done, count, options.threads);
    if (failed) { return Failure{std::move(*failed)}; }
    done += count;
    // The length of a round affects no result, only how often go_on() is called.
    const double seconds = Seconds(Clock::now() - begin).count();
    const double pace = seconds > 0 ? kRoundSeconds / seconds : 4;
    round = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(static_cast<double>(count) * std::clamp(pace, 0.25, 4.0)));
    // A disk that is full now may have room later; what was counted is not given up for it.
    if (checkpoint.is_due()) {
      if (auto lost = checkpoint.write()) { return Failure{std::move(*lost)}; }
    }
  }
  if (auto failed = checkpoint.write()) { return Failure{std::move(*failed)}; }
  if (auto failed = checkpoint.gather()) { return Failure{std::move(*failed)}; }
  // If the caller stopped the simulation, skip the odds as well.
  auto asked = options;
  asked.exact = options.exact && done == simulation.runs;
  auto result = simulator->result(asked);
  if (result) { result->unsaved = checkpoint.unwritten(); }
  return result;
}

}  // namespace v1
}  // namespace spoils
