// book/wording.cpp
//
// Formats probabilities, numbers, domains and documentation comments for a book.
#include "book/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "text/plain/figures.h"

namespace spoils::book {

std::string chance(double probability) {
  if (probability <= 0) { return "-"; }
  // A probability that rounding made a little less than 1% is 1%; one below 100% is never 100%.
  const double rounded = std::stod(fmt::format("{:.12g}", probability));
  auto text = text::percent(probability < 1 && rounded >= 1 ? probability : rounded);
  // Returns the part in parentheses of "0.4673% (1 in 214)", without digits after the point: a cell has no room for
  // more.
  const auto open = text.find('(');
  if (open == std::string::npos) { return text; }
  const auto point = text.find('.', open);
  if (point == std::string::npos) { return text.substr(open + 1, text.size() - open - 2); }
  return fmt::format("1 in {:.0f}", 1 / probability);
}

std::string figure(double value) {
  auto text = fmt::format("{:.4g}", value);
  if (text.find('e') != std::string::npos) {
    text = value >= 1 ? fmt::format("{:.0f}", value) : fmt::format("{:.2g}", value);
  }
  return text;
}

std::vector<std::int64_t> chosen_values(std::int64_t first, std::int64_t last) {
  constexpr std::int64_t kMost = 8;
  std::vector<std::int64_t> out;
  const auto length = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  if (length < kMost) {
    for (auto value = first; value <= last; ++value) { out.push_back(value); }
    return out;
  }
  std::uint64_t step = 1;
  for (int i = 0; length / step >= 6; ++i) { step = step / (i % 3 == 1 ? 2 : 1) * (i % 3 == 1 ? 5 : 2); }
  const auto whole = static_cast<std::int64_t>(step);
  const auto half = whole / 2;
  out.push_back(first);
  auto value = first - first % whole;
  if (first < 0 && first % whole != 0) { value -= whole; }
  if (half > 0 && value + half > first) { out.push_back(value + half); }
  for (value += whole; value < last && value - whole < last - whole; value += whole) {
    if (value > out.back()) { out.push_back(value); }
  }
  // A value close to the end is replaced by the end.
  if (last - out.back() < half && out.size() > 1) { out.pop_back(); }
  out.push_back(last);
  return out;
}

std::string shown(const program::Program& program, const std::string& value) {
  const auto symbol = program.symbols.find(value);
  if (!symbol) { return value; }
  const auto text = program.shown_symbol(static_cast<program::Word>(*symbol));
  return std::string(text);
}

std::string domain_of(const InputInfo& input) {
  if (input.first && input.last) { return fmt::format("{} to {}", *input.first, *input.last); }
  return fmt::format("{}", fmt::join(input.choices, ", "));
}

std::string one_line(std::string_view source) {
  std::string out;
  for (const char c : source) {
    const bool is_blank = c == '\n' || c == '\r' || c == ' ';
    if (!is_blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

std::vector<Block> documentation(const Outline& outline, std::string_view doc) {
  std::vector<Block> out;
  Line line;
  const auto finish = [&] {
    if (!line.empty()) { out.push_back(paragraph(std::move(line))); }
    line.clear();
  };
  std::string text;
  const auto flush = [&] {
    if (!text.empty()) { line.push_back(plain(std::move(text))); }
    text.clear();
  };
  for (std::size_t i = 0; i < doc.size(); ++i) {
    if (doc[i] == '\n') {
      if (i + 1 < doc.size() && doc[i + 1] == '\n') {
        flush();
        finish();
        ++i;
      } else {
        text += ' ';
      }
      continue;
    }
    const auto close = doc[i] == '`' ? doc.find('`', i + 1) : std::string_view::npos;
    if (close == std::string_view::npos) {
      text += doc[i];
      continue;
    }
    flush();
    const std::string name(doc.substr(i + 1, close - i - 1));
    const auto entry = std::find_if(outline.entries.begin(), outline.entries.end(),
                                    [&](const Entry& known) { return known.name == name; });
    line.push_back(code(name, entry == outline.entries.end() ? std::string() : entry->id));
    i = close;
  }
  flush();
  finish();
  return out;
}

Block paragraph(Line line) {
  Block out;
  out.line = std::move(line);
  return out;
}

Cell text_cell(std::string text) { return {{plain(std::move(text))}, false}; }
Cell number_cell(std::string text) { return {{plain(std::move(text))}, true}; }

}  // namespace spoils::book
