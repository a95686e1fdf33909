// cli/workbench_server.cpp
#include "cli/workbench_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <utility>

namespace spoils::cli {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

constexpr std::uint32_t kMostHeadBytes = 16U << 10U;
constexpr std::size_t kMostConnections = 64;  // a browser opens six
constexpr std::chrono::seconds kPatience(30);
// A connection that is closed with unread bytes is reset, and the client may lose the answer.
constexpr std::size_t kMostUnread = std::size_t{64} << 20U;

WebHead head_of(const http::request_header<>& from) {
  const auto text = [&](auto name) { return std::string(from[name]); };
  WebHead out;
  out.method = std::string(from.method_string());
  out.target = std::string(from.target());
  out.host = text(http::field::host);
  out.origin = text(http::field::origin);
  out.fetch_site = text("Sec-Fetch-Site");
  out.authorization = text(http::field::authorization);
  out.if_match = text(http::field::if_match);
  out.if_none_match = text(http::field::if_none_match);
  return out;
}

// One connection: reads a head, refuses it or reads the body, answers, and begins again.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, const WorkbenchSite& site, std::size_t& open)
      : stream_(std::move(socket)), site_(site), open_(open) {
    ++open_;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { --open_; }

  void read_head() {
    parser_.emplace();
    parser_->header_limit(kMostHeadBytes);
    parser_->body_limit(kMostDiskBytes);
    stream_.expires_after(kPatience);
    http::async_read_header(stream_, buffer_, *parser_,
                            beast::bind_front_handler(&Connection::on_head, shared_from_this()));
  }

 private:
  void on_head(error_code error, std::size_t) {
    if (error) { return on_broken(error); }
    head_ = head_of(parser_->get());
    if (auto refused = site_.refusal(head_)) { return send(std::move(*refused), parser_->is_done()); }
    http::async_read(stream_, buffer_, *parser_,
                     beast::bind_front_handler(&Connection::on_request, shared_from_this()));
  }

  void on_request(error_code error, std::size_t) {
    if (error) { return on_broken(error); }
    send(site_.answer(head_, parser_->get().body()), true);
  }

  void on_broken(error_code error) {
    if (error == http::error::body_limit) {
      send(error_answer(413, "a file of a pack has at most 16 MiB"), false);
    } else if (error == http::error::header_limit) {
      send(error_answer(431, "the head of the request is too long"), false);
    } else if (error.category() == http::make_error_code(http::error::bad_method).category() &&
               error != http::error::end_of_stream && error != http::error::partial_message) {
      send(error_answer(400, "broken request"), false);
    }
    // Else the client has gone, or was too slow.
  }

  void send(WebAnswer answer, bool is_read) {
    const auto& request = parser_->get();
    response_ = {};
    response_.version(request.version() == 10 ? 10 : 11);
    response_.result(answer.status);
    for (const auto& [name, value] : common_headers()) { response_.set(name, value); }
    for (const auto& [name, value] : answer.headers) { response_.set(name, value); }
    if (!answer.type.empty()) { response_.set(http::field::content_type, answer.type); }
    response_.keep_alive(is_read && request.keep_alive());
    const std::size_t size = answer.body.size();
    if (request.method() != http::verb::head) { response_.body() = std::move(answer.body); }
    if (answer.status != 204) { response_.content_length(size); }
    stream_.expires_after(kPatience);
    http::async_write(stream_, response_, beast::bind_front_handler(&Connection::on_sent, shared_from_this()));
  }

  void on_sent(error_code error, std::size_t) {
    if (error) { return; }
    if (response_.keep_alive()) { return read_head(); }
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    discard();
  }

  void discard() {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(kMostHeadBytes),
                            [self = shared_from_this()](error_code error, std::size_t got) {
                              self->unread_ += got;
                              if (!error && self->unread_ < kMostUnread) { self->discard(); }
                            });
  }

  beast::tcp_stream stream_;
  const WorkbenchSite& site_;
  std::size_t& open_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  WebHead head_;
  http::response<http::string_body> response_;
  std::size_t unread_ = 0;
};

class Listener {
 public:
  Listener(asio::io_context& context, const WorkbenchSite& site) : acceptor_(context), site_(site) {}

  error_code open(std::uint16_t port) {
    const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
    error_code error;
    static_cast<void>(acceptor_.open(here.protocol(), error));
    // Otherwise a port stays in use for a minute after the program has ended.
    if (!error) { static_cast<void>(acceptor_.set_option(asio::socket_base::reuse_address(true), error)); }
    if (!error) { static_cast<void>(acceptor_.bind(here, error)); }
    if (!error) { static_cast<void>(acceptor_.listen(asio::socket_base::max_listen_connections, error)); }
    if (error) {
      error_code ignored;
      static_cast<void>(acceptor_.close(ignored));
    }
    return error;
  }

  [[nodiscard]] std::uint16_t port() const {
    error_code ignored;
    return acceptor_.local_endpoint(ignored).port();
  }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) { return; }
      if (!error && connections_ < kMostConnections) {
        std::make_shared<Connection>(std::move(socket), site_, connections_)->read_head();
      }
      accept();
    });
  }

 private:
  tcp::acceptor acceptor_;
  const WorkbenchSite& site_;
  std::size_t connections_ = 0;
};

}  // namespace

Outcome serve_site(WorkbenchSite& site, std::optional<std::uint16_t> port, const std::function<void()>& ready) {
  asio::io_context context(1);
  Listener listener(context, site);
  error_code error = listener.open(port.value_or(kUsualPort));
  if (error == asio::error::address_in_use && !port) { error = listener.open(0); }
  if (error) {
    Complaint complaint = system_complaint(
        fmt::format("cannot listen at port {} of 127.0.0.1", port.value_or(kUsualPort)), error.value());
    complaint.help = "without --port the program takes a free one";
    return Failure{std::move(complaint)};
  }
  site.listens_at(listener.port());
  asio::signal_set signals(context, SIGINT, SIGTERM);
  struct sigaction hangup {};
  // A parent that ignores it (nohup) means it.
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) { signals.add(SIGHUP); }
  signals.async_wait([&context](error_code, int) { context.stop(); });
  listener.accept();
  ready();
  context.run();
  return ExitCode::Fine;
}

}  // namespace spoils::cli
