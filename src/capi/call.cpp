// capi/call.cpp
//
// Errors of the C interface, and `spoils_free` of every kind of handle.
#include "capi/call.h"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <optional>

#include "capi/budget.h"
#include "capi/service.h"
#include "text/plain/json_writer.h"
#include "text/plain/utf8.h"

#ifndef SPOILS_VERSION
#error "SPOILS_VERSION must be defined by the build"
#endif

namespace spoils::capi {

namespace {

constexpr std::array kCodeNames = {"ok",           "unknown_rule", "unknown_input", "bad_value", "missing_value",
                                   "fault",        "limit",        "world",         "file",      "misuse",
                                   "invalid_pack", "invalid_text", "out_of_memory", "internal"};

int code_of(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::UnknownRule: return SPOILS_UNKNOWN_RULE;
    case Error::Kind::UnknownInput: return SPOILS_UNKNOWN_INPUT;
    case Error::Kind::BadValue: return SPOILS_BAD_VALUE;
    case Error::Kind::MissingValue: return SPOILS_MISSING_VALUE;
    case Error::Kind::Fault: return SPOILS_FAULT;
    case Error::Kind::Limit: return SPOILS_LIMIT;
    case Error::Kind::World: return SPOILS_WORLD;
    case Error::Kind::File: return SPOILS_FILE;
    case Error::Kind::Misuse: break;
  }
  return SPOILS_MISUSE;
}

std::string error_json(int code, const Error& error) {
  std::string out;
  text::JsonWriter json(out);
  json.document("spoils.error").member("code", kCodeNames[static_cast<std::size_t>(code)]);
  json.member("message", error.message).member("help", error.help).key("place");
  if (error.place) {
    json.open('{').member("file", error.place->file).member("line", error.place->location.line);
    json.member("column", error.place->location.column).close('}');
  } else {
    json.value(nullptr);
  }
  json.key("facts").open('{');
  for (const auto& [name, value] : error.facts) { json.member(name, value); }
  json.close('}').close('}');
  return out;
}

std::unique_ptr<spoils_error> make_error_handle(int code, Error error) {
  auto out = std::make_unique<spoils_error>();
  out->code = code;
  out->error = std::move(error);
  out->json = error_json(code, out->error);
  return out;
}

// Made when the library is loaded: there is no memory for it when it is needed. Never freed.
const std::unique_ptr<spoils_error> no_memory =
    make_error_handle(SPOILS_OUT_OF_MEMORY, {Error::Kind::Limit, "out of memory", {}, std::nullopt, {}});

#ifdef NDEBUG
template <class Handle>
void destroy(Handle* handle) {
  handle->magic = kFreed;
  delete handle;
}
#else
// The memory of the handles that were freed last, so that a use of them finds the word of a freed handle. The only
// state that calls share, in builds with assertions alone.
constexpr std::size_t kKept = 4096;
std::array<std::atomic<void*>, kKept> kept;
std::atomic<std::size_t> next_kept{0};

template <class Handle>
void destroy(Handle* handle) {
  std::destroy_at(handle);
  std::memcpy(static_cast<void*>(handle), &kFreed, sizeof(kFreed));
  ::operator delete(kept[next_kept.fetch_add(1) % kKept].exchange(handle));
}
#endif

/// Destroys the handle if it is of that type.
template <class Handle>
bool destroyed(void* handle) {
  auto* const typed = static_cast<Handle*>(handle);
  if (!is(typed)) { return false; }
  destroy(typed);
  return true;
}

}  // namespace

spoils_error* out_of_memory() noexcept { return no_memory.get(); }

spoils_error* fail(Error error, int code) noexcept {
  try {
    return make_error_handle(code == SPOILS_OK ? code_of(error.kind) : code, std::move(error)).release();
  } catch (...) { return out_of_memory(); }
}

spoils_error* fail(int code, std::string message, std::string help, std::vector<Fact> facts) noexcept {
  return fail({Error::Kind::Misuse, std::move(message), std::move(help), std::nullopt, std::move(facts)}, code);
}

spoils_error* misuse(std::string_view name, std::string_view what) noexcept {
  try {
    return fail(SPOILS_MISUSE, fmt::format("`{}` {}", name, what),
                "this is a mistake in the program that calls the library");
  } catch (...) { return out_of_memory(); }
}

spoils_error* error_of_exception() noexcept {
  try {
    std::string what = "unknown exception";
    try {
      throw;
    } catch (const std::bad_alloc&) { return out_of_memory(); } catch (const std::exception& exception) {
      what = exception.what();
    } catch (...) {}
    return fail(SPOILS_INTERNAL, std::move(what), "please report this");
  } catch (...) { return out_of_memory(); }
}

spoils_error* Arguments::wrong_handle(const void* handle, const char* name) {
  if (handle == nullptr) { return misuse(name, "is NULL"); }
  std::uint64_t magic = 0;
  std::memcpy(&magic, handle, sizeof(magic));
  return misuse(name, magic == kFreed ? "was freed" : "is a handle of another kind");
}

Arguments& Arguments::bytes(spoils_text bytes, const char* name) {
  if (wrong_ != nullptr) { return *this; }
  if (bytes.data == nullptr && bytes.size > 0) { wrong_ = misuse(name, "has a length, but no bytes"); }
  if (bytes.size > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max())) {
    wrong_ = misuse(name, "is longer than memory can be");
  }
  return *this;
}

Arguments& Arguments::text(spoils_text text, const char* name) {
  if (bytes(text, name).wrong_ != nullptr) { return *this; }
  if (const auto bad = text::find_non_text(view_of(text))) {
    wrong_ = fail(SPOILS_INVALID_TEXT, fmt::format("`{}` is not UTF-8, or has a NUL, at byte {}", name, *bad), {},
                  {{"argument", name}, {"byte", std::to_string(*bad)}});
  }
  return *this;
}

Arguments& Arguments::files(const spoils_file* files, std::size_t count) {
  array(files, count, "files");
  for (std::size_t i = 0; wrong_ == nullptr && i < count; ++i) {
    text(files[i].name, "files.name").bytes(files[i].text, "files.text");
    if (wrong_ == nullptr && files[i].name.size == 0) { wrong_ = misuse("files.name", "is empty"); }
  }
  return *this;
}

Arguments& Arguments::settings(const spoils_setting* settings, std::size_t count) {
  array(settings, count, "settings");
  for (std::size_t i = 0; wrong_ == nullptr && i < count; ++i) {
    text(settings[i].name, "settings.name").text(settings[i].value, "settings.value");
  }
  return *this;
}

Arguments& Arguments::index(std::size_t index, std::size_t count, const char* name) {
  if (wrong_ == nullptr && index >= count) {
    wrong_ = misuse(name, fmt::format("is {}, but there are {}", index, count));
  }
  return *this;
}

Values values_of(const spoils_setting* settings, std::size_t count) {
  Values out;
  for (std::size_t i = 0; i < count; ++i) {
    out.emplace_back(std::string(view_of(settings[i].name)), std::string(view_of(settings[i].value)));
  }
  return out;
}

}  // namespace spoils::capi

using namespace spoils;
using namespace spoils::capi;

extern "C" {

uint32_t spoils_abi(void) { return SPOILS_ABI; }

spoils_text spoils_version(void) { return SPOILS_TEXT(SPOILS_VERSION); }

int spoils_free(void* handle) {
  if (handle == nullptr || handle == out_of_memory()) { return SPOILS_OK; }
  const bool was_one =
      destroyed<spoils_error>(handle) || destroyed<spoils_string>(handle) || destroyed<spoils_findings>(handle) ||
      destroyed<spoils_pack>(handle) || destroyed<spoils_roller>(handle) || destroyed<spoils_batch>(handle) ||
      destroyed<spoils_world>(handle) || destroyed<spoils_odds>(handle) || destroyed<spoils_stopper>(handle) ||
      destroyed<spoils_tweaker>(handle) || destroyed<spoils_service>(handle);
  return was_one ? SPOILS_OK : SPOILS_MISUSE;
}

spoils_text spoils_string_text(const spoils_string* string) {
  return is(string) ? text_of(string->text) : spoils_text{"", 0};
}

int spoils_error_code(const spoils_error* error) {
  return error == nullptr ? SPOILS_OK : is(error) ? error->code : SPOILS_MISUSE;
}

spoils_text spoils_error_message(const spoils_error* error) {
  if (error == nullptr) { return {"", 0}; }
  return is(error) ? text_of(error->error.message) : SPOILS_TEXT("`error` is no error, or was freed");
}

spoils_text spoils_error_help(const spoils_error* error) {
  return is(error) ? text_of(error->error.help) : spoils_text{"", 0};
}

int spoils_error_place(const spoils_error* error, spoils_place* out) {
  if (!is(error) || !error->error.place || out == nullptr) { return 0; }
  const auto& place = *error->error.place;
  *out = {text_of(place.file), place.location.line, place.location.column};
  return 1;
}

spoils_text spoils_error_json(const spoils_error* error) {
  return is(error) ? text_of(error->json) : spoils_text{"", 0};
}

}  // extern "C"
