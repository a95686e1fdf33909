// Frames of the protocol, cut at every place.
#include "lsp/framing.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spoils::lsp {
namespace {

/// Reads bytes in pieces of a size; a fault is "!" and its words, a fatal one "!!".
std::vector<std::string> frames(const std::string& bytes, std::size_t piece) {
  FrameReader reader;
  std::vector<std::string> out;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.add(std::string_view(bytes).substr(at, piece));
    while (const auto frame = reader.next()) {
      out.push_back(frame->fault.empty() ? frame->content : (frame->is_fatal ? "!!" : "!") + frame->fault);
    }
  }
  return out;
}

TEST(Framing, DoesNotDependOnWhereMessagesAreCut) {
  const auto bytes = framed("{}") + framed("") + framed("[1]\r\n\r\n") + "content-length:3\n\nabc" +
                     "Content-Type: x\r\nContent-Length: 1\r\n\r\nz";
  const std::vector<std::string> wanted{"{}", "", "[1]\r\n\r\n", "abc", "z"};
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) { EXPECT_EQ(frames(bytes, piece), wanted) << piece; }
}

TEST(Framing, BrokenHeadersAreReportedAndPassedOver) {
  EXPECT_EQ(frames("Content-Length: x\r\n\r\n" + framed("a"), 1),
            (std::vector<std::string>{"!the Content-Length of a message is no number", "a"}));
  EXPECT_EQ(frames("Content-Length: -1\r\n\r\n" + framed("a"), 5),
            (std::vector<std::string>{"!the Content-Length of a message is no number", "a"}));
  EXPECT_EQ(frames("X: 1\r\n\r\n" + framed("a"), 3),
            (std::vector<std::string>{"!the header of a message has no Content-Length", "a"}));
  EXPECT_EQ(frames("Content-Length: 1\r\nContent-Length: 2\r\n\r\n" + framed("a"), 100),
            (std::vector<std::string>{"!a message has two values of Content-Length", "a"}));
}

TEST(Framing, WhatIsTooLargeIsPassedOver) {
  const auto size = kMaxMessageBytes + 1;
  const auto found =
      frames("Content-Length: " + std::to_string(size) + "\r\n\r\n" + std::string(size, 'x') + framed("a"), 1 << 20);
  EXPECT_EQ(found, (std::vector<std::string>{"!a message of more than 40 MiB", "a"}));
}

TEST(Framing, AHeaderWithoutEndIsFatal) {
  const auto found = frames(std::string(20'000, 'x') + framed("a"), 1'000);
  EXPECT_EQ(found, std::vector<std::string>{"!!a header of more than 8192 bytes"});
}

}  // namespace
}  // namespace spoils::lsp
