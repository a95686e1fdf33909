// spoils/result.h
//
// A value or the reason why there is none. Nothing in Spoils throws on purpose; a function that can fail says so
// in its type, and its answer cannot be ignored.
#pragma once

#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "spoils/misuse.h"

namespace spoils {
inline namespace v1 {

/// Wraps an error, so that a function returning Result<T, E> can say `return Failure{error};` even if T and E convert
/// into each other.
template <class E>
struct Failure {
  E error;
};
template <class E>
Failure(E) -> Failure<E>;

namespace result {

/// Returns an unset object for a reader that has no value to return; the next call in the thread makes it anew.
template <class T>
#if defined(__GNUC__)
[[gnu::cold, gnu::noinline]]
#endif
T& unset(const char* what) {
  misused(what);
  if constexpr (std::is_default_constructible_v<T>) {
    static thread_local std::optional<T> object;
    return object.emplace();
  } else {
    std::abort();  // only for types that have no unset state; no type of this library is among them
  }
}

}  // namespace result

/// Holds a T or an E, never both and never neither. After a move it holds a T or an E that was moved from.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: converting on purpose
  template <class F>
  Result(Failure<F> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}  // NOLINT

  /// Returns whether there is a value.
  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// Returns the value. Requires: ok(); otherwise: misuse (spoils/misuse.h), T().
  [[nodiscard]] T& value() & { return *value_in(state_); }
  [[nodiscard]] const T& value() const& { return *value_in(state_); }
  [[nodiscard]] T&& value() && { return std::move(*value_in(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// Returns the error. Requires: !ok(); otherwise: misuse, E().
  [[nodiscard]] E& error() & { return *error_in(state_); }
  [[nodiscard]] const E& error() const& { return *error_in(state_); }
  [[nodiscard]] E&& error() && { return std::move(*error_in(state_)); }

 private:
  template <class State>
  static auto value_in(State& state) -> decltype(std::get_if<0>(&state)) {
    if (auto* const value = std::get_if<0>(&state)) [[likely]] { return value; }
    return &result::unset<T>("Result::value: there is an error instead");
  }
  template <class State>
  static auto error_in(State& state) -> decltype(std::get_if<1>(&state)) {
    if (auto* const error = std::get_if<1>(&state)) [[likely]] { return error; }
    return &result::unset<E>("Result::error: there is a value instead");
  }

  std::variant<T, E> state_;
};

}  // namespace v1
}  // namespace spoils
