// api/misuse.cpp
//
// The handler of misuse, one for the whole program (spoils/misuse.h). Tested by tests/api/misuse_test.cpp.
#include "spoils/misuse.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace spoils {
inline namespace v1 {

namespace {

#ifdef NDEBUG
constexpr MisuseHandler kDefaultHandler = nullptr;
#else
// Does the same as `assert`, for a text that is computed at run time.
void abort_on_misuse(const char* what) {
  std::fprintf(stderr, "misuse of the library spoils: %s\n", what);
  std::abort();
}
constexpr MisuseHandler kDefaultHandler = abort_on_misuse;
#endif

constinit std::atomic<MisuseHandler> misuse_handler{kDefaultHandler};

}  // namespace

MisuseHandler on_misuse(MisuseHandler handler) { return misuse_handler.exchange(handler); }

void misused(const char* what) noexcept {
  if (const auto handler = misuse_handler.load(); handler != nullptr) { handler(what); }
}

}  // namespace v1
}  // namespace spoils
