// spoils/counted_new.h
//
// Defines `operator new` and `operator delete` so that they count what each thread holds (spoils/memory.h). Include it
// in exactly one source file of a program that wants OddsSettings::max_memory to hold; a library must not do so for
// others. Over-aligned memory is not counted.
#pragma once

#include <cstdlib>
#include <new>

#include "spoils/memory.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>
#elif __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace spoils::counted_new {

// Returns the number of bytes that were counted for an allocation when the caller of `delete` does not pass the size.
inline std::int64_t size_of(void* memory) noexcept {
#if defined(__APPLE__)
  return static_cast<std::int64_t>(malloc_size(memory));
#elif __has_include(<malloc.h>)
  return static_cast<std::int64_t>(malloc_usable_size(memory) + sizeof(std::size_t));
#else
  return memory == nullptr ? 0 : 0;
#endif
}

}  // namespace spoils::counted_new

void* operator new(std::size_t size) {
  spoils::count_memory(size);
  while (true) {
    if (void* memory = std::malloc(size == 0 ? 1 : size)) { return memory; }
    const auto handler = std::get_new_handler();
    if (handler == nullptr) {
      spoils::memory_account.held -= spoils::counted_size(size);
      throw std::bad_alloc();
    }
    handler();
  }
}

void operator delete(void* memory) noexcept {
  if (memory == nullptr) { return; }
  spoils::memory_account.held -= spoils::counted_new::size_of(memory);
  std::free(memory);
}

void operator delete(void* memory, std::size_t size) noexcept {
  if (memory == nullptr) { return; }
  spoils::memory_account.held -= spoils::counted_size(size);
  std::free(memory);
}

// The other forms are defined, too: the standard library's call the ones above, but a sanitizer's do not, and memory
// must be freed by the allocator that it came from.
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t size) noexcept { operator delete(memory, size); }

void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  try {
    return operator new(size);
  } catch (...) { return nullptr; }
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { operator delete(memory); }
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept { operator delete(memory); }
