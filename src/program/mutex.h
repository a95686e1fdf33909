// program/mutex.h
//
// The mutexes of the library: those of the standard library, or ones that do nothing in a build without threads
// (WebAssembly), whose standard library has none.
#pragma once

#ifdef __wasm__

namespace spoils::program {

class NoMutex {
 public:
  void lock() {}
  void unlock() {}
};
using Mutex = NoMutex;
using RecursiveMutex = NoMutex;

template <class Lockable>
class LockGuard {
 public:
  explicit LockGuard(Lockable& mutex) : mutex_(mutex) { mutex_.lock(); }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;
  ~LockGuard() { mutex_.unlock(); }

 private:
  Lockable& mutex_;
};

}  // namespace spoils::program

#else

#include <mutex>

namespace spoils::program {

using Mutex = std::mutex;
using RecursiveMutex = std::recursive_mutex;
template <class Lockable>
using LockGuard = std::lock_guard<Lockable>;

}  // namespace spoils::program

#endif
