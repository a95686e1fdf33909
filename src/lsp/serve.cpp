// lsp/serve.cpp
//
// The two threads and the queue between them. Tested by tests/cli/lsp_test.py over pipes.
#include "lsp/serve.h"

#include <nlohmann/json.hpp>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <utility>

#include "lsp/framing.h"
#include "protocol/server.h"

namespace spoils::lsp {

namespace {

/// Between two key presses of a quick typist: so long no message must come before packs are compiled.
constexpr std::chrono::milliseconds kPause{30};

/// Messages that wait, in bytes; beyond it the reader waits, and the client with it.
constexpr std::size_t kMostWaiting = std::size_t{64} << 20U;

bool write_all(int output, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(output, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) { continue; }
    if (written <= 0) { return false; }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The id that a `$/cancelRequest` names, as JSON; "" for any other message.
std::string cancelled_id(const std::string& content) {
  // Few messages are parsed for it.
  if (content.size() > 1'000 || content.find("$/cancelRequest") == std::string::npos) { return {}; }
  const auto parsed = nlohmann::json::parse(content, nullptr, false);
  if (!parsed.is_object() || parsed.value("method", nlohmann::json()) != "$/cancelRequest") { return {}; }
  const auto params = parsed.find("params");
  return params != parsed.end() && params->is_object() && params->contains("id") ? (*params)["id"].dump() : "";
}

class Mailbox {
 public:
  void put(Frame frame) {
    const auto id = frame.fault.empty() ? cancelled_id(frame.content) : std::string();
    std::unique_lock<std::mutex> lock(mutex_);
    if (!id.empty()) {
      cancelled_.insert(id);
      // Ids of requests that were answered before would be kept for ever.
      if (cancelled_.size() > 10'000) { cancelled_.clear(); }
      return;
    }
    room_.wait(lock, [&] { return bytes_ < kMostWaiting || is_closed_; });
    bytes_ += frame.content.size();
    frames_.push_back(std::move(frame));
    arrived_.notify_one();
  }
  /// The input ended.
  void end() {
    const std::lock_guard<std::mutex> lock(mutex_);
    has_ended_ = true;
    arrived_.notify_one();
  }
  /// Nothing is taken out any more.
  void close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
    room_.notify_one();
  }
  enum class State { Message, Pause, Ended };
  /// Waits for a message; with `may_pause` no longer than a pause.
  State take(Frame& out, bool may_pause) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto is_ready = [&] { return !frames_.empty() || has_ended_; };
    if (may_pause) {
      if (!arrived_.wait_for(lock, kPause, is_ready)) { return State::Pause; }
    } else {
      arrived_.wait(lock, is_ready);
    }
    if (frames_.empty()) { return State::Ended; }
    out = std::move(frames_.front());
    frames_.pop_front();
    bytes_ -= out.content.size();
    room_.notify_one();
    return State::Message;
  }
  bool take_cancelled(const std::string& id) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return cancelled_.erase(id) > 0;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable room_;
  std::deque<Frame> frames_;
  std::set<std::string> cancelled_;
  std::size_t bytes_ = 0;
  bool has_ended_ = false;
  bool is_closed_ = false;
};

void read_messages(int input, int stop, Mailbox& mailbox) try {
  FrameReader reader;
  std::array<char, 65'536> block{};
  for (bool is_lost = false; !is_lost;) {
    std::array<pollfd, 2> wanted{pollfd{input, POLLIN, 0}, pollfd{stop, POLLIN, 0}};
    if (::poll(wanted.data(), wanted.size(), -1) < 0) {
      if (errno == EINTR) { continue; }
      break;
    }
    if (wanted[1].revents != 0) { break; }
    const auto count = ::read(input, block.data(), block.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) { continue; }
    if (count <= 0) { break; }
    reader.add({block.data(), static_cast<std::size_t>(count)});
    while (auto frame = reader.next()) {
      is_lost = is_lost || frame->is_fatal;
      mailbox.put(std::move(*frame));
    }
  }
  mailbox.end();
} catch (const std::bad_alloc&) { mailbox.end(); }

/// The thread that reads. It ends when the other end of its pipe is closed: a read of a terminal or pipe would block
/// for ever. The destructor ends it, also after an exception.
class Reader {
 public:
  Reader(int input, Mailbox& mailbox) : mailbox_(mailbox) {
    is_sound_ = ::pipe(stop_.data()) == 0;
    if (is_sound_) { thread_ = std::thread(read_messages, input, stop_[0], std::ref(mailbox)); }
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() {
    if (!is_sound_) { return; }
    mailbox_.close();
    ::close(stop_[1]);
    thread_.join();
    ::close(stop_[0]);
  }
  [[nodiscard]] bool is_sound() const { return is_sound_; }

 private:
  Mailbox& mailbox_;
  std::array<int, 2> stop_{-1, -1};
  std::thread thread_;
  bool is_sound_ = false;
};

}  // namespace

Ending serve(int input, int output, std::string version, std::vector<std::string> search) {
  bool is_writable = true;
  protocol::Server server(std::move(version), ServiceOptions{std::move(search), {}}, [&](const std::string& message) {
    is_writable = is_writable && write_all(output, framed(message));
  });
  Mailbox mailbox;
  const Reader reader(input, mailbox);
  if (!reader.is_sound()) { return Ending::Unwritten; }
  Frame frame;
  while (is_writable && !server.has_ended()) {
    const auto state = mailbox.take(frame, server.has_work());
    if (state == Mailbox::State::Ended) { break; }
    if (state == Mailbox::State::Pause) {
      server.work();
    } else if (!frame.fault.empty()) {
      server.refuse(frame.fault);
    } else {
      // Asked twice, before and after the work: what was cancelled stays so.
      bool was_cancelled = false;
      server.handle(frame.content, [&](const std::string& id) {
        was_cancelled = was_cancelled || mailbox.take_cancelled(id);
        return was_cancelled;
      });
    }
  }
  if (!is_writable) { return Ending::Unwritten; }
  return server.has_ended() && server.is_shut_down() ? Ending::Asked : Ending::Unasked;
}

}  // namespace spoils::lsp
