// wasm/exceptions.cpp
//
// C++ exceptions of a WebAssembly module: the functions that compiled code calls to throw and to catch (the Itanium C++
// ABI on top of WebAssembly's exceptions, as clang's -fwasm-exceptions emits them). The C++ library of Debian for
// wasm32 is built without exceptions and lacks them; the library ends overdue work and reports lack of memory by
// std::bad_alloc, so it needs them. One thread, no foreign exceptions, no exception specifications.
//
// A landing pad that catches certain types calls _Unwind_CallPersonality(), which looks up in the table that the
// compiler wrote for the function (LSDA) the first type that can catch the object. Tested by apps/npm/test.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {

// The part of libc++abi's class that decides what catches what; each std::type_info that a compiler makes is one.
class __shim_type_info : public std::type_info {  // NOLINT(bugprone-reserved-identifier): the name is that of the ABI
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

namespace {

// Destructors return `this` in the C++ ABI of WebAssembly.
using Destructor = void* (*)(void*);

// Before each exception object.
struct alignas(16) Header {
  const std::type_info* type = nullptr;
  Destructor destroy = nullptr;
  void* caught_as = nullptr;  // the object, or its base that the handler catches
  Header* around = nullptr;   // the exception that is being handled outside of this one
  int handlers = 0;           // how many handle it; negative after `throw;`
  bool is_spare = false;      // in `spares`
};

// For std::bad_alloc when there is no memory: one is in flight while another one may be handled.
constexpr std::size_t kSpares = 8;
constexpr std::size_t kSpareBytes = 64;
struct Spare {
  alignas(16) unsigned char bytes[sizeof(Header) + kSpareBytes];
  bool is_used = false;
};
Spare spares[kSpares];

Header* handled = nullptr;  // innermost

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }
void* object_of(Header* header) { return header + 1; }

void release(Header* header) {
  if (!header->is_spare) { return std::free(header); }
  for (auto& spare : spares) {
    if (static_cast<void*>(spare.bytes) == header) { spare.is_used = false; }
  }
}

std::uintptr_t read_uleb(const std::uint8_t*& at) {
  std::uintptr_t out = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = *at++;
    out |= static_cast<std::uintptr_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) { return out; }
  }
}

std::intptr_t read_sleb(const std::uint8_t*& at) {
  std::uintptr_t out = 0;
  unsigned shift = 0;
  std::uint8_t byte = 0;
  do {
    byte = *at++;
    out |= static_cast<std::uintptr_t>(byte & 0x7FU) << shift;
    shift += 7;
  } while ((byte & 0x80U) != 0);
  if ((byte & 0x40U) != 0 && shift < 32) { out |= ~std::uintptr_t{0} << shift; }
  return static_cast<std::intptr_t>(out);
}

// Returns the number of the first type of the landing pad that catches the exception, 0 if none does.
std::uintptr_t find_handler(const std::uint8_t* lsda, std::uintptr_t landing_pad, Header& header) {
  constexpr std::uint8_t kOmitted = 0xFF;
  const auto* at = lsda;
  if (*at++ != kOmitted) { read_uleb(at); }
  const std::uint8_t* types = nullptr;  // addresses, counted backwards from here
  if (*at++ != kOmitted) {
    const auto offset = read_uleb(at);
    types = at + offset;
  }
  ++at;  // the encoding of the call sites: always ULEB128
  const auto call_site_bytes = read_uleb(at);
  const auto* const actions = at + call_site_bytes;
  std::uintptr_t action = 0;
  for (std::uintptr_t site = 0; site <= landing_pad; ++site) {
    read_uleb(at);
    action = read_uleb(at);
  }
  if (action == 0) { return 0; }
  const auto* record = actions + (action - 1);
  while (true) {
    const auto type_index = read_sleb(record);
    if (type_index > 0) {
      const __cxxabiv1::__shim_type_info* type = nullptr;
      std::memcpy(&type, types - static_cast<std::size_t>(type_index) * sizeof(type), sizeof(type));
      void* object = object_of(&header);
      if (type == nullptr || type->can_catch(static_cast<const __cxxabiv1::__shim_type_info*>(header.type), object)) {
        header.caught_as = object;
        return static_cast<std::uintptr_t>(type_index);
      }
    }
    const auto* const next = record;
    const auto offset = read_sleb(record);
    if (offset == 0) { return 0; }
    record = next + offset;
  }
}

}  // namespace

// The names and types of these are fixed by the compiler.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" {

struct LandingPad {
  std::uintptr_t index;
  const std::uint8_t* lsda;
  std::uintptr_t selector;  // out: the number of the type that catches
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
  auto& pad = __wasm_lpad_context;
  pad.selector = find_handler(pad.lsda, pad.index, *header_of(object));
  return 0;
}

int __gxx_wasm_personality_v0(...) { return 0; }

void* __cxa_allocate_exception(std::size_t size) noexcept {
  if (auto* const memory = std::malloc(sizeof(Header) + size)) { return object_of(::new (memory) Header); }
  for (auto& spare : spares) {
    if (spare.is_used || size > kSpareBytes) { continue; }
    spare.is_used = true;
    auto* const header = ::new (static_cast<void*>(spare.bytes)) Header;
    header->is_spare = true;
    return object_of(header);
  }
  std::terminate();
}

void __cxa_free_exception(void* object) noexcept { release(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destructor destroy) {
  auto& header = *header_of(object);
  header.type = type;
  header.destroy = destroy;
  header.caught_as = object;
  __builtin_wasm_throw(0, object);
}

void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->caught_as; }

void* __cxa_begin_catch(void* object) noexcept {
  auto* const header = header_of(object);
  header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
  if (handled != header) {
    header->around = handled;
    handled = header;
  }
  return header->caught_as;
}

void __cxa_end_catch() {
  auto* const header = handled;
  if (header->handlers < 0) {
    // Thrown again: it belongs to the handler to come.
    if (++header->handlers == 0) { handled = header->around; }
    return;
  }
  if (--header->handlers > 0) { return; }
  handled = header->around;
  if (header->destroy != nullptr) { header->destroy(object_of(header)); }
  release(header);
}

[[noreturn]] void __cxa_rethrow() {
  if (handled == nullptr) { std::terminate(); }
  handled->handlers = -handled->handlers;
  __builtin_wasm_throw(0, object_of(handled));
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
