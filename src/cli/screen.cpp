// cli/screen.cpp
#include "cli/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "text/plain/utf8.h"

namespace spoils::cli {

namespace {

constexpr int kDefaultWidth = 80;
constexpr int kMostWidth = 1000;
constexpr std::size_t kMostLeftColumn = 28;
constexpr std::size_t kContinued = 4;    // indent of what goes on below a headline
constexpr std::size_t kLabelWidth = 30;  // of a label below its mark, at least

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

// Returns the length of the longest prefix of `text` that takes at most `room` columns, at least one character.
std::size_t fitting(std::string_view text, std::size_t room) {
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto character = text::decode(text.substr(at));
    used += static_cast<std::size_t>(display_width(character.value));
    if (used > room && at > 0) { break; }
    at += character.length;
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
    std::size_t end = std::min(text.find(' ', begin), text.size());
    // Two words in parentheses stay together: `(default 1)`.
    const std::size_t second = std::min(text.find(' ', end + 1), text.size());
    const bool opens = text[begin] == '(' && text.substr(begin, end - begin).find(')') == std::string_view::npos;
    if (opens && text.substr(end, second - end).find(')') != std::string_view::npos) { end = second; }
    std::string_view word = text.substr(begin, end - begin);
    std::size_t width = display_width(word);  // of the rest of the word: computing it anew for each line would take
                                              // quadratic time
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
      width -= display_width(word.substr(0, length));
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

std::string indented(std::string_view text, const Screen& screen) {
  const auto width = static_cast<std::size_t>(screen.width);
  std::string out;
  for (const std::string& line : wrap(text, width - 2, width - 4)) {
    out += (out.empty() ? "  " : "    ") + line + '\n';
  }
  return out;
}

namespace {

std::string without_colours(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      at = std::min(line.find('m', at), line.size());
    } else {
      out += line[at];
    }
  }
  return out;
}

// `p.loot:3:2: error[E0502]: words`: the words go on below, indented. Nothing if the line is none of these.
std::optional<std::string> wrapped_headline(std::string_view line, std::size_t width) {
  const auto code = line.find(']');
  const auto colon = line.find(": ", code);
  if (line.front() == ' ' || code == std::string_view::npos || colon == std::string_view::npos) { return std::nullopt; }
  const auto words = colon + 2;
  const auto before = display_width(without_colours(line.substr(0, words)));
  if (before + display_width(line.substr(words)) <= width) { return std::nullopt; }
  const bool has_room = before + kLeastWidth <= width;
  const auto lines = wrap(line.substr(words), has_room ? width - before : width - kContinued, width - kContinued);
  std::string out(line.substr(0, has_room ? words : colon + 1));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0 || !has_room) { out += '\n' + std::string(kContinued, ' '); }
    out += lines[i];
  }
  return out + '\n';
}

// `     |    ^^^^ label`: the label goes on after the mark, or below it where there is too little room.
std::optional<std::string> wrapped_label(std::string_view line, std::size_t width) {
  const auto plain = without_colours(line);
  const auto bar = plain.find_first_not_of(' ');
  if (bar == std::string::npos || plain[bar] != '|') { return std::nullopt; }
  const auto mark = plain.find_first_not_of(' ', bar + 1);
  if (mark == std::string::npos || (plain[mark] != '^' && plain[mark] != '-')) { return std::nullopt; }
  const auto label = plain.find(' ', mark);
  if (label == std::string::npos || display_width(plain) <= width) { return std::nullopt; }
  const auto is_beside = label + 1 + kLeastWidth <= width;
  const auto margin = is_beside ? label + 1 : std::min(mark, width - std::min(width - bar - 2, kLabelWidth));
  const auto lines = wrap(std::string_view(plain).substr(label + 1), width - margin, width - margin);
  const auto colour =
      line.find('\x1b') == std::string_view::npos ? std::string() : std::string(line.substr(line.find('\x1b'), 7));
  const auto painted = [&](const std::string& text) { return colour.empty() ? text : colour + text + "\x1b[0m"; };
  auto out = plain.substr(0, mark);
  if (is_beside) {
    out += painted(plain.substr(mark, label + 1 - mark) + lines.front()) + '\n';
  } else {
    out += painted(plain.substr(mark, label - mark)) + '\n';
  }
  for (std::size_t i = is_beside ? 1 : 0; i < lines.size(); ++i) {
    out += std::string(bar, ' ') + '|' + std::string(margin - bar - 1, ' ') + painted(lines[i]) + '\n';
  }
  return out;
}

}  // namespace

int source_width(const Screen& screen) {
  constexpr int kGutterOfSource = 7;  // "   3 | "
  return screen.row_width == kAnyWidth ? screen.width : screen.width - kGutterOfSource;
}

std::string wrapped_remarks(std::string_view findings, const Screen& screen) {
  if (screen.row_width == kAnyWidth) { return std::string(findings); }
  const auto width = static_cast<std::size_t>(screen.width);
  std::string out;
  while (!findings.empty()) {
    const auto end = std::min(findings.find('\n'), findings.size());
    const auto line = findings.substr(0, end);
    findings.remove_prefix(std::min(end + 1, findings.size()));
    // `     = help: write`: the words begin after the colon, where the colour ends.
    const auto sign = line.find_first_not_of(' ');
    const auto colon = line.find(": ");
    const auto reset = line.find("\x1b[0m ");
    const bool is_remark = sign != std::string_view::npos && sign > 0 && line.substr(sign, 2) == "= ";
    const auto words = reset != std::string_view::npos   ? reset + 5
                       : colon != std::string_view::npos ? colon + 2
                                                         : std::string_view::npos;
    const auto margin = sign + std::string_view("= help: ").size();
    const auto other = line.empty() || is_remark ? std::nullopt : wrapped_headline(line, width);
    const auto label = line.empty() || is_remark || other ? std::nullopt : wrapped_label(line, width);
    if (other || label) {
      out += other ? *other : *label;
      continue;
    }
    if (!is_remark || words == std::string_view::npos || margin + kLeastWidth > width) {
      out.append(line).append("\n");
      continue;
    }
    const auto lines = wrap(line.substr(words), width - margin, width - margin);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      out += i == 0 ? std::string(line.substr(0, words)) : std::string(margin, ' ');
      out += lines[i] + '\n';
    }
  }
  return out;
}

std::string two_columns(const std::vector<std::pair<std::string, std::string>>& rows, int width) {
  std::size_t left = 0;
  for (const auto& row : rows) {
    const std::size_t own = display_width(row.first);
    if (own <= kMostLeftColumn) { left = std::max(left, own); }
  }
  const std::size_t margin = std::min(left + 4, static_cast<std::size_t>(width) / 2);
  const std::size_t room = static_cast<std::size_t>(width) - margin;
  std::string out;
  for (const auto& [name, text] : rows) {
    const std::size_t own = display_width(name) + 2;
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
