// spoils/result.h
//
// A value or the reason why there is none. Nothing in Spoils throws on purpose; a function that can fail says so
// in its type, and its answer cannot be ignored.
#pragma once

#include <cassert>
#include <type_traits>
#include <utility>
#include <variant>

namespace spoils {

/// Wraps an error, so that a function returning Result<T, E> can say `return Failure{error};` even where T and E
/// convert into each other.
template <class E>
struct Failure {
  E error;
};
template <class E>
Failure(E) -> Failure<E>;

/// Holds a T or an E, never both and never neither.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: converting on purpose
  template <class F>
  Result(Failure<F> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}  // NOLINT

  /// Returns whether there is a value.
  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Returns the value. Requires: ok() (asserted).
  [[nodiscard]] T& value() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Returns the error. Requires: !ok() (asserted).
  [[nodiscard]] E& error() & {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] const E& error() const& {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] E&& error() && {
    assert(!ok());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, E> state_;
};

}  // namespace spoils
