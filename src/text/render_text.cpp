// text/render_text.cpp
//
// Lays out the lines around a finding: cuts long lines around the mark, expands tabs, and replaces characters that a
// terminal would act on.
#include "text/render_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "text/plain/utf8.h"

namespace spoils::text {
namespace {

constexpr std::size_t kMinGutter = 4;  // digits of a line number
constexpr std::size_t kMinWidth = 40;  // columns; less leaves no room for the place between two "..."
constexpr std::string_view kTab = "    ";
constexpr std::string_view kCut = "...";

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kCyan = "\x1b[1;36m";
constexpr std::string_view kEndOfColour = "\x1b[0m";

std::string_view colour_of(Severity severity) {
  switch (severity) {
    case Severity::Error: return kRed;
    case Severity::Warning: return kYellow;
    case Severity::Note: break;
  }
  return kCyan;
}

/// One character of a source line as the terminal shows it.
struct Cell {
  std::uint32_t offset;  // of its first byte in the source
  std::uint32_t end;     // after its last byte
  std::size_t width;     // columns
  std::string_view shown;
};

Cell cell_at(std::string_view bytes, std::size_t at) {
  const auto character = decode(bytes.substr(at));
  const auto offset = static_cast<std::uint32_t>(at);
  const auto end = static_cast<std::uint32_t>(at + character.length);
  if (character.value == U'\t') { return {offset, end, kTab.size(), kTab}; }
  if (!character.valid || is_control(character.value)) { return {offset, end, 1, kReplacement}; }
  return {offset, end, static_cast<std::size_t>(display_width(character.value)), bytes.substr(at, character.length)};
}

// Words of a finding may quote the pack. A line end is shown as `line_end`.
std::string harmless(std::string_view text, std::string_view line_end = " ") {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto cell = cell_at(text, at);
    result += text[at] == '\n' ? line_end : cell.shown;
    at = cell.end;
  }
  return result;
}

/// A label with its place on its first line.
struct Mark {
  Span span;
  std::string_view text;
  bool primary = false;
  std::uint32_t line = 1;   // the first line of the span, from 1
  std::uint32_t begin = 0;  // bytes in the source, within the line
  std::uint32_t end = 0;    // equal to `begin` for a place between characters
};

/// The visible part of a source line.
struct Window {
  std::uint32_t begin = 0;  // bytes in the source
  std::uint32_t end = 0;
  bool cut_before = false;
  bool cut_after = false;
};

// The most bytes that are shown in so many columns: combining marks take none and must not make a line endless.
std::size_t most_bytes(std::size_t width) { return 16 * width; }

// Returns where the character before `at` begins, not before `first`.
std::uint32_t previous(std::string_view bytes, std::uint32_t first, std::uint32_t at) {
  for (std::uint32_t back = std::min(at - first, 4U); back > 1; --back) {
    if (decode(bytes.substr(at - back)).length == back) { return at - back; }
  }
  return at - 1;
}

// Returns where the character that holds the byte `at` begins, not before `first`. A mark in the middle of a
// character gets the whole of it.
std::uint32_t character_begin(std::string_view bytes, std::uint32_t first, std::uint32_t at) {
  for (std::uint32_t back = std::min(at - first, 3U); back > 0; --back) {
    if (decode(bytes.substr(at - back)).length > back) { return at - back; }
  }
  return at;
}

// Chooses at most `width` columns of the line that show the mark, or as much of it as fits, near the middle.
// Never walks much further than that, since a line may have megabytes.
Window window_around(const Mark& mark, std::string_view bytes, Window line, std::size_t width) {
  std::size_t columns = 0;
  std::uint32_t begin = mark.begin;
  std::uint32_t end = mark.begin;
  const auto grow_after = [&](std::uint32_t stop, std::size_t most) {
    while (end < stop && end - begin < most_bytes(width)) {
      const auto cell = cell_at(bytes, end);
      if (columns + cell.width > most) { break; }
      columns += cell.width;
      end = cell.end;
    }
  };
  const auto grow_before = [&](std::size_t most) {
    while (begin > line.begin && end - begin < most_bytes(width)) {
      const auto cell = cell_at(bytes, previous(bytes, line.begin, begin));
      if (columns + cell.width > most) { break; }
      columns += cell.width;
      begin = cell.offset;
    }
  };
  const auto room = width - 2 * kCut.size();
  grow_after(mark.end, room);
  grow_before(columns + (room - columns) / 2);
  grow_after(line.end, room);
  grow_before(room);
  // Without a cut on one side there is room for what the dots would have taken.
  if (begin == line.begin) { grow_after(line.end, width - kCut.size()); }
  if (end == line.end) { grow_before(width - kCut.size()); }
  return {begin, end, begin > line.begin, end < line.end};
}

std::size_t columns_between(std::string_view bytes, std::uint32_t begin, std::uint32_t end) {
  std::size_t columns = 0;
  for (auto at = begin; at < end;) {
    const auto cell = cell_at(bytes, at);
    columns += cell.width;
    at = cell.end;
  }
  return columns;
}

// Returns whether a line takes at most `width` columns.
bool fits(std::string_view bytes, Window line, std::size_t width) {
  return line.end - line.begin <= most_bytes(width) && columns_between(bytes, line.begin, line.end) <= width;
}

class Renderer {
 public:
  Renderer(const Diagnostic& diagnostic, const Sources& sources, RenderOptions options)
      : diagnostic_(diagnostic),
        sources_(sources),
        colour_(options.colour),
        width_(std::max(static_cast<std::size_t>(std::max(options.width, 0)), kMinWidth)) {}

  std::string run() {
    headline();
    collect_marks();
    marks();
    for (const auto& note : diagnostic_.notes) { remark("note", note); }
    if (!diagnostic_.help.empty()) { remark("help", diagnostic_.help); }
    return std::move(out_);
  }

 private:
  void headline() {
    const auto& at = diagnostic_.location;
    if (!diagnostic_.file.empty()) {
      out_ += fmt::format("{}:{}:{}: ", harmless(diagnostic_.file), at.line, at.column);
    }
    paint(colour_of(diagnostic_.severity), fmt::format("{}[{}]", word_of(diagnostic_.severity), diagnostic_.code));
    out_ += ": " + harmless(diagnostic_.message) + '\n';
  }

  void collect_marks() {
    bool has_primary = false;
    for (const auto& label : diagnostic_.labels) {
      const bool primary = label.span == diagnostic_.span;
      has_primary = has_primary || primary;
      add_mark(label.span, label.text, primary);
    }
    if (!has_primary) { add_mark(diagnostic_.span, {}, true); }
    const auto key = [this](const Mark& mark) {
      return std::make_tuple(mark.span.source != diagnostic_.span.source, mark.span.source, mark.line, mark.begin,
                             !mark.primary);
    };
    std::stable_sort(marks_.begin(), marks_.end(), [&](const Mark& a, const Mark& b) { return key(a) < key(b); });
    for (const auto& mark : marks_) { gutter_ = std::max(gutter_, fmt::formatted_size("{}", mark.line)); }
  }

  void add_mark(Span span, std::string_view text, bool primary) {
    if (span.source >= sources_.size()) { return; }
    const auto& source = sources_[span.source];
    // A file that could not be read is empty here and has nothing to show.
    if (source.bytes().empty()) { return; }
    Mark mark{span, text, primary};
    mark.line = source.locate(span.begin).line;
    const auto line = line_of(mark);
    const auto begin = std::clamp(span.begin, line.begin, line.end);
    mark.begin = character_begin(source.bytes(), line.begin, begin);
    mark.end = std::clamp(span.end, begin, line.end);
    marks_.push_back(mark);
  }

  [[nodiscard]] Window line_of(const Mark& mark) const {
    const auto& source = sources_[mark.span.source];
    const auto begin = source.line_start(mark.line);
    return {begin, begin + static_cast<std::uint32_t>(source.line(mark.line).size()), false, false};
  }

  void marks() {
    auto file = diagnostic_.span.source;
    std::uint32_t line = 0;  // of the source line shown last; 0 for none
    Window shown;
    for (const auto& mark : marks_) {
      const auto bytes = sources_[mark.span.source].bytes();
      if (mark.span.source != file) {
        file = mark.span.source;
        line = 0;
        const auto at = sources_[file].locate(mark.span.begin);
        out_ += fmt::format("  --> {}:{}:{}\n", harmless(sources_[file].name()), at.line, at.column);
      }
      const bool visible = mark.begin >= shown.begin && mark.end <= shown.end;
      if (mark.line != line || !visible) {
        line = mark.line;
        const auto whole = line_of(mark);
        shown = fits(bytes, whole, width_) ? whole : window_around(mark, bytes, whole, width_);
        source_line(mark.line, bytes, shown);
      }
      underline(mark, bytes, shown);
    }
  }

  void source_line(std::uint32_t line, std::string_view bytes, Window shown) {
    std::string text;
    if (shown.cut_before) { text += kCut; }
    for (auto at = shown.begin; at < shown.end;) {
      const auto cell = cell_at(bytes, at);
      text += cell.shown;
      at = cell.end;
    }
    if (shown.cut_after) { text += kCut; }
    while (!text.empty() && text.back() == ' ') { text.pop_back(); }
    out_ += fmt::format("{:>{}} |{}{}\n", line, gutter_, text.empty() ? "" : " ", text);
  }

  void underline(const Mark& mark, std::string_view bytes, Window shown) {
    const auto indent = (shown.cut_before ? kCut.size() : 0) + columns_between(bytes, shown.begin, mark.begin);
    const auto columns = columns_between(bytes, mark.begin, std::min(mark.end, shown.end));
    std::string row(std::max<std::size_t>(columns, 1), mark.primary ? '^' : '-');
    if (!mark.text.empty()) { row += ' ' + harmless(mark.text); }
    out_ += fmt::format("{:{}} | {:{}}", "", gutter_, "", indent);
    paint(mark.primary ? colour_of(diagnostic_.severity) : std::string_view(), row);
    out_ += '\n';
  }

  void remark(std::string_view kind, std::string_view text) {
    out_ += fmt::format("{:{}} = ", "", gutter_);
    paint(kCyan, fmt::format("{}:", kind));
    out_ += ' ' + harmless(text, fmt::format("\n{:{}}", "", gutter_ + 3 + kind.size() + 2)) + '\n';
  }

  void paint(std::string_view colour, std::string_view text) {
    if (!colour_ || colour.empty()) {
      out_ += text;
      return;
    }
    out_.append(colour).append(text).append(kEndOfColour);
  }

  const Diagnostic& diagnostic_;
  const Sources& sources_;
  bool colour_;
  std::size_t width_;
  std::size_t gutter_ = kMinGutter;
  std::vector<Mark> marks_;
  std::string out_;
};

}  // namespace

std::string_view word_of(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: break;
  }
  return "note";
}

std::string render(const Diagnostic& diagnostic, const Sources& sources, RenderOptions options) {
  return Renderer(diagnostic, sources, options).run();
}

}  // namespace spoils::text
