// api/side_by_side.cpp
//
// A pool of threads for one call. Each takes the next part of the list, in a work scope of its own, whose time is that
// of the call. The account of a thread (spoils/memory.h) is added to that of the caller when it ends, since the caller
// frees what the parts have made.
#include "api/side_by_side.h"

#include <algorithm>
#include <limits>
#include <new>
#include <vector>

#ifndef __wasm__
#include <pthread.h>

#include <thread>
#endif

namespace spoils::api {

#ifndef __wasm__

namespace {

/// Less memory than this would hold back many questions of the packs that ship, which are then asked twice.
constexpr std::size_t kLeastMemory = 100'000'000;
constexpr unsigned kMostThreads = 256;

/// As the main thread has it on most systems: rules may nest over thousands of steps. Others have half a megabyte.
constexpr std::size_t kStack = std::size_t{8} << 20U;

class Pool {
 public:
  Pool(std::size_t parts, const SideBySide& how, std::size_t memory_of_one,
       const std::function<void(std::size_t, std::size_t)>& part)
      : parts_(parts), how_(how), memory_of_one_(memory_of_one), part_(part), was_short_(parts, 0) {}

  /// Runs all parts; returns false if there are no threads.
  bool run(unsigned threads) {
    std::vector<Worker> workers(threads);
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) { return false; }
    pthread_attr_setstacksize(&attributes, kStack);
    std::size_t begun = 0;
    for (; begun < workers.size(); ++begun) {
      auto& worker = workers[begun];
      worker.pool = this;
      worker.number = begun;
      if (pthread_create(&worker.thread, &attributes, &Pool::main, &worker) != 0) { break; }
    }
    pthread_attr_destroy(&attributes);
    for (std::size_t i = 0; i < begun; ++i) {
      pthread_join(workers[i].thread, nullptr);
      memory_account.held += workers[i].held;
    }
    return begun > 0;
  }

  [[nodiscard]] bool was_short(std::size_t part) const { return was_short_[part] != 0; }

 private:
  struct Worker {
    Pool* pool = nullptr;
    std::size_t number = 0;
    std::int64_t held = 0;  // that was allocated there, and is not freed
    pthread_t thread{};
  };

  static void* main(void* context) {
    auto& worker = *static_cast<Worker*>(context);
    worker.pool->work(worker.number);
    worker.held = memory_account.held;
    return nullptr;
  }

  void work(std::size_t worker) {
    while (true) {
      std::size_t number = 0;
      program::WorkTime time;
      {
        const program::LockGuard<Gate> lock(how_.gate);
        if (next_ == parts_) { return; }
        number = next_++;
        time = how_.scope.time();
      }
      // The scope is short beyond two fifths, so that work can be finished. A part that is short is done again, so it
      // may use all: an allocation beyond that ends it.
      const auto most = memory_account.held + static_cast<std::int64_t>(memory_of_one_);
      program::WorkScope scope(memory_of_one_ / 2 * 5, how_.scope.can_be_stopped() ? &Pool::stop : nullptr, this, time);
      memory_account.most = std::min(memory_account.most, most);
      try {
        part_(number, worker);
      } catch (const std::bad_alloc&) { scope.note_short(); }
      was_short_[number] = scope.was_short() ? 1 : 0;
    }
  }

  static bool stop(void* context) {
    auto& how = static_cast<Pool*>(context)->how_;
    const program::LockGuard<Gate> lock(how.gate);
    return how.scope.is_stopped();
  }

  std::size_t parts_;
  const SideBySide& how_;
  std::size_t memory_of_one_;
  const std::function<void(std::size_t, std::size_t)>& part_;
  std::size_t next_ = 0;         // under the gate
  std::vector<char> was_short_;  // by part, each written by one thread
};

}  // namespace

#endif

unsigned threads_for([[maybe_unused]] std::size_t parts, [[maybe_unused]] const SideBySide& how) {
#ifdef __wasm__
  return 1;
#else
  auto out = how.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : how.threads;
  out = std::min(out, kMostThreads);
  out = static_cast<unsigned>(std::min<std::size_t>(out, how.max_memory / kLeastMemory));
  return std::max(1U, static_cast<unsigned>(std::min<std::size_t>(out, parts)));
#endif
}

void side_by_side(std::size_t parts, [[maybe_unused]] const SideBySide& how,
                  const std::function<void(std::size_t number, std::size_t worker)>& part) {
#ifndef __wasm__
  if (const auto threads = threads_for(parts, how); threads > 1) {
    const auto room = memory_account.most - memory_account.held;
    const auto memory = std::min(how.max_memory, static_cast<std::size_t>(std::max<std::int64_t>(room, 0)));
    Pool pool(parts, how, memory / threads, part);
    if (pool.run(threads)) {
      for (std::size_t i = 0; i < parts; ++i) {
        if (!pool.was_short(i)) { continue; }
        if (how.repeats) {
          part(i, 0);
        } else {
          how.scope.note_short();
        }
      }
      return;
    }
  }
#endif
  for (std::size_t i = 0; i < parts; ++i) { part(i, 0); }
}

}  // namespace spoils::api
