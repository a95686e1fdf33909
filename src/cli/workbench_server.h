// cli/workbench_server.h
//
// The HTTP server of `spoils workbench`, by Boost.Beast (docs/decisions/052): one thread, 127.0.0.1 alone, bounded
// heads, bodies, times and numbers of connections. A request is answered whole before the next one, so that a signal
// never cuts a write. tests/cli/workbench_test.py pins it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "cli/complaint.h"
#include "cli/workbench_site.h"

namespace spoils::cli {

/// Serves the site until SIGINT, SIGTERM or SIGHUP. Without a port it takes `kUsualPort`, or any free one if that is in
/// use. Calls `ready` when the site has its address. Errors: the port is in use, or the system refuses it.
[[nodiscard]] Outcome serve_site(WorkbenchSite& site, std::optional<std::uint16_t> port,
                                 const std::function<void()>& ready);

// The same port each time: a browser keeps drafts by address and port.
inline constexpr std::uint16_t kUsualPort = 8417;

}  // namespace spoils::cli
