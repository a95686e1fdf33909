// capi/book.cpp
//
// The book of a pack in C. Tested by tests/capi/misuse.c and apps/npm.
#include "spoils/book.h"

#include "capi/budget.h"

using namespace spoils;
using namespace spoils::capi;

extern "C" {

spoils_error* spoils_book(const spoils_pack* pack, spoils_text format, const int64_t* depths, size_t depth_count,
                          const spoils_budget* budget, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.made(out).handle(pack, "pack").text(format, "format").array(depths, depth_count, "depths");
    if (arguments.wrong() != nullptr) { return arguments.wrong(); }
    if (auto* const wrong = check_budget(budget)) { return wrong; }
    BookOptions options;
    const auto wanted = view_of(format);
    if (wanted != "html" && wanted != "markdown") {
      return fail(SPOILS_BAD_VALUE, "`format` must be `markdown` or `html`");
    }
    options.format = wanted == "html" ? BookOptions::Format::Html : BookOptions::Format::Markdown;
    if (depth_count > 0) { options.depths.assign(depths, depths + depth_count); }
    if (budget != nullptr) {
      if (budget->max_paths > 0) { options.total_work = budget->max_paths; }
      options.stop = stop_of(budget);
    }
    auto text = write_book(pack->pack(), options);
    if (!text) { return fail(std::move(text).error()); }
    return give_text(out, *text);
  });
}

}  // extern "C"
