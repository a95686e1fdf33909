// capi/service.h
//
// The handle of a language service. Tested by tests/capi/misuse.c.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "capi/files_in_memory.h"
#include "capi/handles.h"
#include "protocol/server.h"

struct spoils_service : spoils::capi::Header<0x53504F494C53'000B> {
  explicit spoils_service(spoils::capi::FilesInMemory the_files);

  std::vector<std::string> messages;  // that the server has sent during a call
  spoils::protocol::Server server;
};
