// mpi/workers.cpp
//
// The loops of rank 0, which hands out pieces and gathers counts, and of the other ranks.
#include "mpi/workers.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/simulate_request.h"
#include "mpi/messages.h"

namespace spoils::mpi {

namespace {

constexpr std::uint64_t kPieces = 16;  // that each rank plays of a round, about
constexpr std::size_t kMostBytes = std::numeric_limits<int>::max();

/// An error as bytes: its kind, the line and column of its place (0 without one), and its texts, each after its length.
std::string bytes_of(const Error& error) {
  std::string out(1, static_cast<char>(error.kind));
  const auto place = error.place.value_or(Place{{}, {0, 0}});
  append_number(out, place.location.line);
  append_number(out, place.location.column);
  std::vector<std::string> texts{error.message, error.help, place.file};
  for (const auto& fact : error.facts) {
    texts.push_back(fact.name);
    texts.push_back(fact.value);
  }
  for (const auto& text : texts) {
    append_number(out, text.size());
    out += text;
  }
  return out;
}

Error error_of(const std::string& bytes) {
  Error out;
  out.kind = static_cast<Error::Kind>(bytes[0]);
  const auto line = static_cast<std::uint32_t>(number_at(bytes, 1));
  const auto column = static_cast<std::uint32_t>(number_at(bytes, 9));
  std::size_t at = 17;
  const auto next = [&] {
    const auto size = static_cast<std::size_t>(number_at(bytes, at));
    at += 8 + size;
    return bytes.substr(at - size, size);
  };
  out.message = next();
  out.help = next();
  const auto file = next();
  if (line > 0) { out.place = Place{file, {line, column}}; }
  while (at < bytes.size()) {
    auto name = next();
    out.facts.push_back({std::move(name), next()});
  }
  return out;
}

/// A player's part of the simulation; made when it is first needed, since rank 0 may find the command line wrong.
class Follower {
 public:
  explicit Follower(const std::vector<std::string>& words) : words_(words) {}

  std::optional<Error> play(std::uint64_t first, std::uint64_t count) {
    if (auto failed = prepare()) { return failed; }
    return simulator_->play(first, count, threads_);
  }

  /// Returns all counts since the last time.
  std::string counts() {
    auto bytes = simulator_->save();
    if (bytes && bytes->size() >= kMostBytes) {
      bytes = Failure{Error{Error::Kind::Limit, "the counts of one rank have 2 GiB", "use fewer columns"}};
    }
    if (!bytes) { return std::string(1, 1) + bytes_of(bytes.error()); }
    simulator_->clear();
    return std::string(1, 0) + *bytes;
  }

 private:
  std::optional<Error> prepare() {
    if (simulator_) { return std::nullopt; }
    const auto failed = [](const cli::Complaint& complaint) {
      return Error{Error::Kind::File, complaint.what, complaint.help};
    };
    const cli::OptionTable options = cli::options_of(cli::kSimulate);
    auto arguments = cli::parse_arguments(options, words_, true);
    if (!arguments) { return failed(arguments.error()); }
    auto prepared = cli::prepare_simulation(*arguments);
    if (!prepared) { return failed(prepared.error()); }
    threads_ = prepared->request.options.threads;
    auto made = Simulator::make(prepared->loaded.pack, prepared->request.simulation);
    if (!made) { return std::move(made).error(); }
    simulator_.emplace(std::move(*made));
    return std::nullopt;
  }

  const std::vector<std::string>& words_;
  unsigned threads_ = 1;
  std::optional<Simulator> simulator_;
};

}  // namespace

Leader::Leader() : ranks_(ranks()) {
  for (int rank = ranks_ - 1; rank > 0; --rank) { idle_.push_back(rank); }
}

Leader::~Leader() {
  // The other ranks must not wait for ever, even after an error here.
  while (!playing_.empty()) { take_answer(); }
  for (int rank = 1; rank < ranks_; ++rank) { send(rank, Tag::Stop, {}); }
}

void Leader::hand_out(int rank, std::uint64_t first, std::uint64_t count) {
  std::string bytes;
  append_number(bytes, first);
  append_number(bytes, count);
  send(rank, Tag::Play, bytes);
  playing_[rank] = first;
  has_played_ = true;
}

void Leader::take_answer() {
  const auto message = receive();
  const auto piece = playing_.find(message.rank);
  if (message.tag != Tag::Played || piece == playing_.end()) { return; }
  if (!message.bytes.empty()) { failures_.emplace(piece->second, error_of(message.bytes)); }
  playing_.erase(piece);
  idle_.push_back(message.rank);
}

std::optional<Error> Leader::play(Simulator& here, std::uint64_t first, std::uint64_t count, unsigned threads) {
  const auto end = first + count;
  const auto piece = std::max<std::uint64_t>(1, count / (kPieces * static_cast<std::uint64_t>(ranks_)));
  auto next = first;
  while ((next < end && failures_.empty()) || !playing_.empty()) {
    while (!idle_.empty() && next < end && failures_.empty()) {
      const auto size = std::min(piece, end - next);
      const int rank = idle_.back();
      idle_.pop_back();
      hand_out(rank, next, size);
      next += size;
    }
    if (has_message() || next == end || !failures_.empty()) {
      if (!playing_.empty()) { take_answer(); }
      continue;
    }
    // Small pieces here, so that the wait is short.
    const auto size = std::min(std::max<std::uint64_t>(1, piece / 8), end - next);
    if (auto failed = here.play(next, size, threads)) { failures_.emplace(next, std::move(*failed)); }
    next += size;
  }
  // Pieces go out in order, so all before the first that failed have been played.
  return failures_.empty() ? std::nullopt : std::optional(failures_.begin()->second);
}

std::optional<Error> Leader::gather(Simulator& here) {
  if (!std::exchange(has_played_, false)) { return std::nullopt; }
  for (int rank = 1; rank < ranks_; ++rank) { send(rank, Tag::Gather, {}); }
  std::optional<Error> failed;
  for (int rank = 1; rank < ranks_; ++rank) {
    const auto message = receive();
    if (message.bytes.empty()) { continue; }  // it has played nothing yet
    const auto bytes = message.bytes.substr(1);
    auto wrong = message.bytes[0] == 0 ? here.merge(bytes) : std::optional(error_of(bytes));
    if (wrong && !failed) { failed = std::move(wrong); }
  }
  return failed;
}

void follow(const std::vector<std::string>& words) {
  Follower follower(words);
  bool has_played = false;
  for (;;) {
    const auto message = receive();
    switch (message.tag) {
      case Tag::Play: {
        const auto failed = follower.play(number_at(message.bytes, 0), number_at(message.bytes, 8));
        has_played = has_played || !failed;
        send(0, Tag::Played, failed ? bytes_of(*failed) : "");
        break;
      }
      case Tag::Gather: send(0, Tag::Counts, has_played ? follower.counts() : ""); break;
      default: return;
    }
  }
}

}  // namespace spoils::mpi
