// cli/workbench_site.cpp
#include "cli/workbench_site.h"

#include <fmt/format.h>

#include <charconv>

#include "text/plain/json_writer.h"

namespace spoils::cli {

namespace {

constexpr std::string_view kFiles = "/api/files";
constexpr std::string_view kApi = "/api/";

std::string_view path_of(std::string_view target) { return target.substr(0, target.find_first_of("?#")); }

bool begins_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// Takes the same time wherever the texts differ.
bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) { return false; }
  unsigned char differs = 0;
  for (std::size_t i = 0; i < a.size(); ++i) { differs |= static_cast<unsigned char>(a[i] ^ b[i]); }
  return differs == 0;
}

// Decodes %XX. Nothing for a broken text.
std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned char byte = 0;
    const char* digits = text.data() + i + 1;
    if (text.size() - i < 3 || std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) { return std::nullopt; }
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

WebAnswer wrong_method(std::string allowed) {
  WebAnswer out = error_answer(405, fmt::format("this address allows {}", allowed));
  out.headers.emplace_back("Allow", std::move(allowed));
  return out;
}

WebAnswer answer_of(const DiskError& error) {
  using Kind = DiskError::Kind;
  const auto status = [&]() -> unsigned {
    switch (error.kind) {
      case Kind::NotOfThePack: return 404;
      case Kind::NotWritable: return 403;
      case Kind::Changed: return 412;
      case Kind::TooLarge: return 413;
      case Kind::Failed: break;
    }
    return 500;
  };
  return error_answer(status(), error.what);
}

std::string entity_tag(std::string_view version) { return fmt::format("\"{}\"", version); }

}  // namespace

WebAnswer error_answer(unsigned status, std::string_view what) {
  WebAnswer out;
  out.status = status;
  out.type = "application/json";
  text::JsonWriter(out.body).open('{').member("error", what).close('}');
  return out;
}

const std::vector<std::pair<std::string_view, std::string_view>>& common_headers() {
  static const std::vector<std::pair<std::string_view, std::string_view>> kHeaders = {
      // That of index.html, and no frame may hold the page.
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src "
       "'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"},
  };
  return kHeaders;
}

std::string WorkbenchSite::address() const { return fmt::format("http://127.0.0.1:{}/?disk={}", port_, token_); }

std::optional<WebAnswer> WorkbenchSite::refusal(const WebHead& head) const {
  const std::string here = fmt::format("127.0.0.1:{}", port_);
  const std::string local = fmt::format("localhost:{}", port_);
  if (head.host != here && head.host != local) {
    return error_answer(421, "this server answers as 127.0.0.1 and localhost alone");
  }
  const std::string_view path = path_of(head.target);
  if (!begins_with(path, kApi)) {
    if (head.method != "GET" && head.method != "HEAD") { return wrong_method("GET, HEAD"); }
    return std::nullopt;
  }
  if (!head.origin.empty() && head.origin != "http://" + head.host) {
    return error_answer(403, "a page of another origin asks");
  }
  if (!head.fetch_site.empty() && head.fetch_site != "same-origin") {
    return error_answer(403, "a page of another site asks");
  }
  if (!is_same_secret(head.authorization, "Bearer " + token_)) {
    return error_answer(
        401, "the token is missing or that of another run of `spoils workbench`; open the address that it printed");
  }
  if (path == kFiles) {
    if (head.method != "GET") { return wrong_method("GET"); }
    return std::nullopt;
  }
  if (!begins_with(path, std::string(kFiles) + '/')) { return error_answer(404, "there is nothing at this address"); }
  if (head.method != "GET" && head.method != "PUT") { return wrong_method("GET, PUT"); }
  if (!pack_) { return error_answer(404, "no pack is open"); }
  return std::nullopt;
}

WebAnswer WorkbenchSite::answer(const WebHead& head, std::string_view body) const {
  const std::string_view path = path_of(head.target);
  if (!begins_with(path, kApi)) { return page(path); }
  if (path == kFiles) { return listing(); }
  const auto name = decoded(path.substr(kFiles.size() + 1));
  if (!name) { return error_answer(400, "broken address"); }
  return head.method == "PUT" ? put(head, *name, body) : file(*name);
}

WebAnswer WorkbenchSite::page(std::string_view path) const {
  const auto found = page_.find(path == "/" ? std::string_view("/index.html") : path);
  if (found == page_.end()) { return error_answer(404, "there is nothing at this address"); }
  return {200, found->second.type, found->second.bytes, {}};
}

WebAnswer WorkbenchSite::listing() const {
  WebAnswer out;
  out.type = "application/json";
  text::JsonWriter json(out.body);
  json.document("spoils.disk");
  if (!pack_) {
    json.member("pack", nullptr).close('}');
    return out;
  }
  const DiskListing found = pack_->list();
  json.member("pack", pack_->name()).member("place", pack_->place()).member("folder", pack_->is_folder());
  json.member("read_only", pack_->is_read_only());
  json.list("files", found.files, [&](const DiskFile& one) {
    json.open('{')
        .member("name", one.name)
        .member("version", one.version)
        .member("writable", one.is_writable)
        .close('}');
  });
  json.list("left_out", found.left_out,
            [&](const LeftOut& one) { json.open('{').member("name", one.name).member("why", one.why).close('}'); });
  json.close('}');
  return out;
}

WebAnswer WorkbenchSite::file(std::string_view name) const {
  auto found = pack_->read(name);
  if (!found) { return answer_of(found.error()); }
  // Never a type that a browser would run.
  return {200, "text/plain; charset=utf-8", std::move(found->bytes), {{"ETag", entity_tag(found->version)}}};
}

WebAnswer WorkbenchSite::put(const WebHead& head, std::string_view name, std::string_view body) const {
  const std::string_view match = head.if_match;
  const bool is_new = head.if_none_match == "*";
  const bool is_quoted = match.size() > 2 && match.front() == '"' && match.back() == '"';
  if (is_new == is_quoted) { return error_answer(428, "a write needs If-Match with a version, or If-None-Match: *"); }
  const auto written =
      pack_->write(name, body, is_new ? std::nullopt : std::optional(std::string(match.substr(1, match.size() - 2))));
  if (!written) { return answer_of(written.error()); }
  return {204, {}, {}, {{"ETag", entity_tag(*written)}}};
}

}  // namespace spoils::cli
