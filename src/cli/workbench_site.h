// cli/workbench_site.h
//
// The answers of `spoils workbench`, from a request to a response, without sockets. Every request must name this server
// as its host, so that no other name that resolves to this machine reaches it (DNS rebinding). The page needs no token;
// the pack needs the token of the address and, if the browser says where a request comes from, this origin.
//
//   GET  /...                the page
//   GET  /api/files          names, versions and rights of the files of the pack
//   GET  /api/files/NAME     the bytes; ETag is the version
//   PUT  /api/files/NAME     replaces them; If-Match is the version before, or If-None-Match: * for a new file
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/disk_pack.h"
#include "cli/page_files.h"

namespace spoils::cli {

/// The head of a request; texts are empty for headers that it does not have.
struct WebHead {
  std::string method;
  std::string target;
  std::string host;
  std::string origin;
  std::string fetch_site;
  std::string authorization;
  std::string if_match;
  std::string if_none_match;
};

struct WebAnswer {
  unsigned status = 200;
  std::string_view type;
  std::string body;
  std::vector<std::pair<std::string_view, std::string>> headers;
};

class WorkbenchSite {
 public:
  /// Without a pack the page has no files on disk.
  WorkbenchSite(PageFiles page, std::optional<DiskPack> pack, std::string token)
      : page_(std::move(page)), pack_(std::move(pack)), token_(std::move(token)) {}

  /// The port is known after it is opened.
  void listens_at(std::uint16_t port) { port_ = port; }

  /// The address that opens the page, with the token.
  [[nodiscard]] std::string address() const;

  /// Returns the answer to a request whose body is not needed, because its head is wrong; nothing if all is well.
  [[nodiscard]] std::optional<WebAnswer> refusal(const WebHead& head) const;

  /// Answers a request that is not refused.
  [[nodiscard]] WebAnswer answer(const WebHead& head, std::string_view body) const;

 private:
  [[nodiscard]] WebAnswer page(std::string_view path) const;
  [[nodiscard]] WebAnswer listing() const;
  [[nodiscard]] WebAnswer file(std::string_view name) const;
  [[nodiscard]] WebAnswer put(const WebHead& head, std::string_view name, std::string_view body) const;

  PageFiles page_;
  std::optional<DiskPack> pack_;
  std::string token_;
  std::uint16_t port_ = 0;
};

/// An answer that says what is wrong, as JSON.
[[nodiscard]] WebAnswer error_answer(unsigned status, std::string_view what);

/// The headers that every answer has.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& common_headers();

}  // namespace spoils::cli
