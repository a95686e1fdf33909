// cli/screen.cpp
#include "cli/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "cli/utf8.h"

namespace spoils::cli {

namespace {

constexpr int kDefaultWidth = 80;
constexpr int kMostWidth = 1000;
constexpr std::size_t kMostLeftColumn = 28;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

bool wants_colour(bool terminal) {
  if (!environment("NO_COLOR").empty()) { return false; }
  const std::string_view force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") { return true; }
  return terminal && environment("CLICOLOR") != "0" && environment("TERM") != "dumb";
}

// Returns the value of COLUMNS; 0 if it is not a number.
int width_wanted() {
  const std::string_view columns_set = environment("COLUMNS");
  int width = 0;
  const auto [end, error] = std::from_chars(columns_set.data(), columns_set.data() + columns_set.size(), width);
  const bool whole = error == std::errc{} && end == columns_set.data() + columns_set.size();
  return whole ? std::max(width, 0) : 0;
}

int width_of_terminal(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

struct Range {
  char32_t first;
  char32_t last;
};

// The blocks in which nearly every character takes two columns. They suffice for names and are the same on every
// system, unlike wcwidth().
constexpr std::array<Range, 9> kWide = {{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};

constexpr std::array<Range, 6> kZero = {
    {{0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};

// Control characters, line ends and characters that change the order of the line.
constexpr std::array<Range, 6> kUnprintable = {
    {{0x00, 0x1F}, {0x7F, 0x9F}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}}};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t point) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [point](const Range& range) { return point >= range.first && point <= range.last; });
}

std::size_t columns_of(char32_t point) {
  if (point < 0x300) { return 1; }
  if (point == kBroken) { return 1; }
  if (within(kZero, point)) { return 0; }
  return within(kWide, point) ? 2 : 1;
}

// Returns the length of the longest prefix of `text` that takes at most `room` columns, at least one character.
std::size_t fitting(std::string_view text, std::size_t room) {
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t next = at;
    used += columns_of(next_code_point(text, next));
    if (used > room && at > 0) { break; }
    at = next;
  }
  return at;
}

}  // namespace

Screen screen_of(int descriptor) {
  const bool terminal = isatty(descriptor) == 1;
  int width = width_wanted();
  const bool is_open = width == 0 && !terminal;
  if (width == 0 && terminal) { width = width_of_terminal(descriptor); }
  width = std::clamp(width == 0 ? kDefaultWidth : width, kLeastWidth, kMostWidth);
  return {terminal, wants_colour(terminal), width, is_open ? kAnyWidth : static_cast<std::size_t>(width)};
}

std::size_t columns(std::string_view text) {
  std::size_t total = 0;
  for (std::size_t at = 0; at < text.size();) { total += columns_of(next_code_point(text, at)); }
  return total;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t point = next_code_point(text, at);
    if (point == kBroken || within(kUnprintable, point)) {
      out += kReplacement;
    } else {
      out += text.substr(begin, at - begin);
    }
  }
  return out;
}

std::vector<std::string> wrap(std::string_view text, std::size_t first, std::size_t rest) {
  std::vector<std::string> lines(1);
  std::size_t room = first;
  std::size_t used = 0;
  const auto new_line = [&] {
    lines.emplace_back();
    room = rest;
    used = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(' ', at);
    if (begin == std::string_view::npos) { break; }
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    std::size_t width = columns(word);  // of the rest of the word: computing it anew for each line would take quadratic
                                        // time
    const std::size_t blanks = used == 0 ? 0 : begin - at;
    if (used > 0 && used + blanks + width > room) {
      new_line();
    } else {
      lines.back().append(blanks, ' ');
      used += blanks;
    }
    while (used + width > room) {
      std::size_t length = fitting(word, room - used);
      if (length == word.size()) { break; }
      const std::size_t bar = word.substr(0, length).rfind('|');
      if (bar != std::string_view::npos) { length = bar + 1; }
      lines.back() += word.substr(0, length);
      width -= columns(word.substr(0, length));
      word.remove_prefix(length);
      new_line();
    }
    lines.back() += word;
    used += width;
    at = end;
  }
  return lines;
}

std::string hanging(std::string_view text, const Screen& screen) {
  const auto width = static_cast<std::size_t>(screen.width);
  std::string out;
  for (const std::string& line : wrap(text, width, width - 2)) { out += (out.empty() ? "" : "  ") + line + '\n'; }
  return out;
}

std::string two_columns(const std::vector<std::pair<std::string, std::string>>& rows, int width) {
  std::size_t left = 0;
  for (const auto& row : rows) {
    const std::size_t own = columns(row.first);
    if (own <= kMostLeftColumn) { left = std::max(left, own); }
  }
  const std::size_t margin = std::min(left + 4, static_cast<std::size_t>(width) / 2);
  const std::size_t room = static_cast<std::size_t>(width) - margin;
  std::string out;
  for (const auto& [name, text] : rows) {
    const std::size_t own = columns(name) + 2;
    std::vector<std::string> lines = wrap(text, room, room);
    std::size_t line = 0;
    if (own + 2 > margin) {
      for (const std::string& part :
           wrap(name, static_cast<std::size_t>(width) - 2, static_cast<std::size_t>(width) - 2)) {
        out += "  " + part + '\n';
      }
      if (text.empty()) { continue; }
    } else {
      out += "  " + name;
      if (!text.empty()) { out += std::string(margin - own, ' ') + lines[0]; }
      out += '\n';
      line = 1;
    }
    for (; line < lines.size(); ++line) { out += std::string(margin, ' ') + lines[line] + '\n'; }
  }
  return out;
}

std::string paragraphs(std::string_view text, int width) {
  const auto room = static_cast<std::size_t>(width);
  std::string out;
  std::string paragraph;
  const auto flush = [&] {
    if (paragraph.empty()) { return; }
    for (const std::string& line : wrap(paragraph, room, room)) { out += line + '\n'; }
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == ' ') {
      flush();
      out += line;
      out += '\n';
    } else {
      if (!paragraph.empty()) { paragraph += ' '; }
      paragraph += line;
    }
  }
  flush();
  return out;
}

std::string dim(std::string_view text, const Screen& screen) {
  return screen.colour ? "\x1b[2m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string bold(std::string_view text, const Screen& screen) {
  return screen.colour ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

}  // namespace spoils::cli
