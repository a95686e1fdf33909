// program/work_scope.cpp
//
// The limits of one piece of work on its thread: scopes nest, each restores the account of the one around it, and the
// allocator calls memory_line_passed() when an amount is used up.
#include "program/work_scope.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace spoils {
inline namespace v1 {

constinit thread_local MemoryAccount memory_account;

}  // namespace v1
}  // namespace spoils

namespace spoils::program {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
/// Allocated between two looks at the clock: some milliseconds.
constexpr std::int64_t kBetweenLooks = 4 << 20;
/// Grace period of stopped work: two thirds of the time that it took already, but at least WorkTime::least_grace and at
/// most so much.
constexpr std::chrono::seconds kMostGrace{5};

}  // namespace

WorkTime::Clock::duration before_grace(WorkTime::Clock::duration all) {
  return std::max<WorkTime::Clock::duration>(all * 3 / 5, all - kMostGrace);
}

constinit thread_local WorkScope* WorkScope::current = nullptr;

WorkScope::WorkScope(std::size_t bytes, Stop stop, void* context)
    : around_(current),
      before_(memory_account),
      stop_(stop != nullptr || around_ == nullptr ? stop : around_->stop_),
      context_(stop != nullptr || around_ == nullptr ? context : around_->context_),
      begin_(around_ == nullptr ? Clock::now() : around_->begin_),
      least_grace_(around_ == nullptr ? WorkTime().least_grace : around_->least_grace_),
      stops_at_(around_ == nullptr ? std::nullopt : around_->stops_at_) {
  const auto held = std::max<std::int64_t>(0, before_.held);
  const auto room = static_cast<std::int64_t>(std::min<std::size_t>(bytes, static_cast<std::size_t>(kNever - held)));
  memory_account.most = std::min(before_.most, before_.held + room);
  short_ = before_.held + room / 5 * 2;
  ease_ = room / 20;
  if (around_ != nullptr) { short_ = std::min(short_, around_->short_); }
  most_of_one_ = static_cast<std::size_t>(room / 8);
  memory_account.until_look = std::min(before_.until_look, kBetweenLooks);
  // Stopped work stays stopped: the time for finishing is that of all scopes together.
  if (around_ != nullptr && around_->is_stopped_ && around_->stop_ == stop_ && around_->context_ == context_) {
    is_stopped_ = true;
    stopped_at_ = around_->stopped_at_;
  }
  current = this;
}

WorkScope::WorkScope(std::size_t bytes, Stop stop, void* context, const WorkTime& time)
    : WorkScope(bytes, stop, context) {
  begin_ = time.begin;
  least_grace_ = time.least_grace;
  stops_at_ = time.stops_at;
  if (time.stopped_at && !is_stopped_) {
    is_stopped_ = true;
    stopped_at_ = *time.stopped_at;
  }
}

WorkTime WorkScope::time() const {
  return {begin_, is_stopped_ ? std::optional(stopped_at_) : std::nullopt, least_grace_, stops_at_};
}

WorkScope::~WorkScope() {
  current = around_;
  memory_account.most = before_.most;
  memory_account.until_look = before_.until_look;
  if (around_ != nullptr) {
    around_->was_ended_ = around_->was_ended_ || was_ended_;
    around_->was_short_ = around_->was_short_ || was_short_;
    if (is_stopped_ && !around_->is_stopped_ && around_->stop_ == stop_ && around_->context_ == context_) {
      around_->is_stopped_ = true;
      around_->stopped_at_ = stopped_at_;
    }
  }
}

bool WorkScope::is_stopped() {
  if (is_stopped_ || stop_ == nullptr) { return is_stopped_; }
  // The callback may allocate: suspend both limits meanwhile, so that it is not counted and does not call itself.
  const auto most = std::exchange(memory_account.most, kNever);
  memory_account.until_look = kNever;
  if (stop_(context_)) {
    is_stopped_ = true;
    stopped_at_ = Clock::now();
  }
  memory_account.most = most;
  memory_account.until_look = kBetweenLooks;
  return is_stopped_;
}

double WorkScope::grace_used() const {
  if (!is_stopped_) { return 0; }
  return std::chrono::duration<double>(Clock::now() - stopped_at_) /
         std::chrono::duration<double>(grace_after(stopped_at_));
}

std::optional<WorkTime::Clock::time_point> WorkScope::grace_until(double part) const {
  const auto stop = is_stopped_ ? stopped_at_ : stops_at_;
  if (!stop) { return std::nullopt; }
  return *stop + std::chrono::duration_cast<Clock::duration>(part * std::chrono::duration<double>(grace_after(*stop)));
}

WorkScope::Clock::duration WorkScope::grace_after(Clock::time_point stop) const {
  return std::clamp<Clock::duration>((stop - begin_) * 2 / 3, least_grace_, kMostGrace);
}

void WorkScope::look() {
  if (current == nullptr || !current->is_stopped() || !current->is_overdue()) { return; }
  current->was_ended_ = true;
  throw std::bad_alloc();
}

}  // namespace spoils::program

namespace spoils {
inline namespace v1 {

void memory_line_passed(std::int64_t bytes) {
  auto* const scope = program::WorkScope::current;
  auto& account = memory_account;
  bool ends = false;
  if (account.until_look < 0) {
    account.until_look = scope == nullptr ? std::numeric_limits<std::int64_t>::max() : program::kBetweenLooks;
    ends = scope != nullptr && scope->is_stopped() && scope->is_overdue();
    if (ends) { scope->was_ended_ = true; }
  }
  if (ends || account.held > account.most) {
    if (scope != nullptr && !ends) { scope->note_short(); }
    account.held -= bytes;
    throw std::bad_alloc();
  }
}

}  // namespace v1
}  // namespace spoils
