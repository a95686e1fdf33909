// capi/service.cpp
//
// The language service in C: the server of src/protocol, whose messages a program passes in and gets as texts. Tested
// by tests/capi/misuse.c and apps/npm/test/service.test.js.
#include "capi/service.h"

#include <fmt/format.h>

#include "capi/call.h"

using namespace spoils;
using namespace spoils::capi;

spoils_service::spoils_service(FilesInMemory files)
    : server(std::string(view_of(spoils_version())),
             ServiceOptions{{},
                            [files = std::move(files)](const std::string& path)
                                -> Result<std::vector<PackFile>, std::string> { return files.read(path); }},
             [this](const std::string& message) { messages.push_back(message); }) {}

namespace spoils::capi {

namespace {

/// Gives the messages of a call, as a JSON list.
spoils_error* give_messages(spoils_service& service, spoils_string** out) {
  std::string text = "[";
  for (const auto& message : service.messages) {
    if (text.size() > 1) { text += ','; }
    text += message;
  }
  text += ']';
  service.messages.clear();
  return give_text(out, std::move(text));
}

}  // namespace

}  // namespace spoils::capi

extern "C" {

spoils_error* spoils_service_new(const spoils_file* files, size_t count, spoils_service** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).files(files, count).wrong()) { return wrong; }
    for (std::size_t i = 0; i < count; ++i) {
      if (!view_of(files[i].name).starts_with('/')) {
        return fail(SPOILS_FILE, fmt::format("the path `{}` does not begin with `/`", view_of(files[i].name)), {},
                    {{"path", std::string(view_of(files[i].name))}});
      }
    }
    FilesInMemory memory(files, count);
    if (const auto twice = memory.twice()) {
      return fail(SPOILS_FILE, fmt::format("two files have the name `{}`", *twice), {}, {{"path", *twice}});
    }
    return give(out, std::move(memory));
  });
}

spoils_error* spoils_service_message(spoils_service* service, spoils_text message, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    if (arguments.made(out).handle(service, "service").bytes(message, "message").wrong() != nullptr) {
      return arguments.wrong();
    }
    service->messages.clear();
    service->server.handle(view_of(message), {});
    return give_messages(*service, out);
  });
}

spoils_error* spoils_service_work(spoils_service* service, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(service, "service").wrong()) { return wrong; }
    service->messages.clear();
    if (service->server.has_work()) { service->server.work(); }
    return give_messages(*service, out);
  });
}

}  // extern "C"
