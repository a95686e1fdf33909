// capi/call.h
//
// The frame of a call: checks its arguments, catches every C++ exception, and makes errors. Tested by
// tests/capi/misuse.c.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/handles.h"

namespace spoils::capi {

/// Makes an error; if there is no memory for it, the error that there is none.
[[nodiscard]] spoils_error* fail(int code, std::string message, std::string help = {},
                                 std::vector<Fact> facts = {}) noexcept;
[[nodiscard]] spoils_error* fail(Error error, int code = SPOILS_OK) noexcept;  // SPOILS_OK: the code of its kind
[[nodiscard]] spoils_error* misuse(std::string_view name, std::string_view what) noexcept;
/// The error of memory that ran out, which exists from the beginning and is never freed.
[[nodiscard]] spoils_error* out_of_memory() noexcept;

/// Returns the error of the exception that is being handled. Requires: to be called in a handler.
[[nodiscard]] spoils_error* error_of_exception() noexcept;

/// Runs the body of a call, which returns an error or NULL. Inlined: a roll costs some 600 instructions, and the two
/// calls that this saves are 5% of them.
template <class Body>
[[nodiscard, gnu::always_inline]] inline spoils_error* guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (...) { return error_of_exception(); }
}

/// Remembers the first of the arguments that is wrong.
class Arguments {
 public:
  template <class Handle>
  Arguments& handle(const Handle* handle, const char* name) {
    if (wrong_ == nullptr && !is(handle)) { wrong_ = wrong_handle(handle, name); }
    return *this;
  }
  /// A pointer to which a result is written.
  template <class Out>
  Arguments& out(Out* out, const char* name = "out") {
    if (out == nullptr && wrong_ == nullptr) { wrong_ = misuse(name, "is NULL"); }
    return *this;
  }
  /// The same, for a handle, which is NULL until there is one.
  template <class Handle>
  Arguments& made(Handle** out, const char* name = "out") {
    if (out != nullptr) { *out = nullptr; }
    return this->out(out, name);
  }
  Arguments& text(spoils_text text, const char* name);
  /// The content of a file: any bytes, since the findings say what is wrong with them.
  Arguments& bytes(spoils_text bytes, const char* name);
  /// Files, each with a name.
  Arguments& files(const spoils_file* files, std::size_t count);
  Arguments& settings(const spoils_setting* settings, std::size_t count);
  Arguments& index(std::size_t index, std::size_t count, const char* name);
  template <class Element>
  Arguments& array(const Element* first, std::size_t count, const char* name) {
    if (wrong_ == nullptr && first == nullptr && count > 0) {
      wrong_ = misuse(name, "is NULL, but its count is not 0");
    }
    return *this;
  }

  /// Returns the error, NULL if all are right.
  [[nodiscard]] spoils_error* wrong() { return wrong_; }

 private:
  [[nodiscard]] static spoils_error* wrong_handle(const void* handle, const char* name);

  spoils_error* wrong_ = nullptr;
};

/// Gives a new handle to the caller.
template <class Handle, class... Parts>
spoils_error* give(Handle** out, Parts&&... parts) {
  *out = std::make_unique<Handle>(std::forward<Parts>(parts)...).release();
  return nullptr;
}

[[nodiscard]] inline spoils_error* give_text(spoils_string** out, std::string text) {
  auto made = std::make_unique<spoils_string>();
  made->text = std::move(text);
  *out = made.release();
  return nullptr;
}

[[nodiscard]] Values values_of(const spoils_setting* settings, std::size_t count);

}  // namespace spoils::capi
