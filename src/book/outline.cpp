// book/outline.cpp
//
// Reads headings and introductions from the comments of a pack's files, and lists the declarations in the order in
// which they are written.
#include "book/outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "book/references.h"

namespace spoils::book {

namespace {

std::string_view stem_of(std::string_view path) {
  path.remove_prefix(std::min(path.size(), path.find_last_of('/') + 1));
  const auto ending = path.rfind(".loot");
  return ending == std::string_view::npos ? path : path.substr(0, ending);
}

// "2_weapons" is the chapter "Weapons": the number determines the order of the files.
std::string title_of(std::string_view path) {
  auto stem = stem_of(path);
  const auto letters = stem.find_first_not_of("0123456789_-");
  if (letters != std::string_view::npos) { stem.remove_prefix(letters); }
  std::string title(stem);
  std::replace(title.begin(), title.end(), '_', ' ');
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') { title[0] = static_cast<char>(title[0] - 'a' + 'A'); }
  return title;
}

// Returns the text of a comment without its mark and the blanks around it.
std::string_view comment_text(std::string_view line) {
  while (!line.empty() && line.front() == '#') { line.remove_prefix(1); }
  while (!line.empty() && line.front() == ' ') { line.remove_prefix(1); }
  while (!line.empty() && line.back() == ' ') { line.remove_suffix(1); }
  return line;
}

bool is_comment(std::string_view line) { return !line.empty() && line.front() == '#' && line.substr(0, 2) != "##"; }

// `# ---- Potions ----` is the heading of the declarations after it.
std::optional<std::string> heading_of(std::string_view line) {
  if (!is_comment(line)) { return std::nullopt; }
  auto text = comment_text(line);
  if (text.substr(0, 2) != "--") { return std::nullopt; }
  while (!text.empty() && (text.front() == '-' || text.front() == ' ')) { text.remove_prefix(1); }
  while (!text.empty() && (text.back() == '-' || text.back() == ' ')) { text.remove_suffix(1); }
  if (text.empty()) { return std::nullopt; }
  return std::string(text);
}

std::string intro_of(const text::Source& source) {
  std::string out;
  for (std::uint32_t number = 1; number <= source.line_count(); ++number) {
    const auto line = source.line(number);
    if (!is_comment(line) || heading_of(line)) { break; }
    out += (out.empty() ? "" : "\n") + std::string(comment_text(line));
  }
  return out;
}

bool holds(const Span& whole, const Span& place) {
  return whole.source == place.source && whole.begin <= place.begin && place.end <= whole.end;
}

// The declarations of one file, by position, including expectations.
struct Item {
  std::uint32_t begin = 0;
  std::size_t entry = 0;
  bool is_expectation = false;
  std::uint32_t expectation = 0;
};

class Maker {
 public:
  Maker(const program::Program& program, const text::Sources& sources, const std::vector<File>& files)
      : program_(program), sources_(sources), files_(files) {}

  Outline make() {
    for (const auto& file : files_) { add_chapter(file); }
    link();
    return std::move(out_);
  }

 private:
  // Rows and blocks of records, which the checker turned into declarations, belong to their collection.
  static bool is_made(const program::Rule& rule) { return rule.is_block; }
  static bool is_made(const program::Table& table) { return table.is_rows; }
  template <class Other>
  static bool is_made(const Other& /*other*/) {
    return false;
  }

  // Returns the entries of a file, in its order.
  std::vector<Item> items_of(const File& file) {
    std::vector<Item> items;
    const auto take = [&](Entry::Kind kind, const auto& all) {
      for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (all[i].place.source != file.source || all[i].name.empty() || is_made(all[i])) { continue; }
        const auto whole = std::find_if(file.declarations.begin(), file.declarations.end(),
                                        [&](const Span& span) { return holds(span, all[i].place); });
        if (whole == file.declarations.end()) { continue; }
        Entry entry;
        entry.kind = kind;
        entry.index = i;
        entry.name = all[i].name;
        entry.doc = all[i].doc;
        entry.place = all[i].place;
        entry.whole = *whole;
        items.push_back({all[i].place.begin, out_.entries.size(), false, 0});
        out_.entries.push_back(std::move(entry));
      }
    };
    take(Entry::Kind::Rule, program_.rules);
    take(Entry::Kind::Table, program_.tables);
    take(Entry::Kind::Grid, program_.grids);
    take(Entry::Kind::Def, program_.defs);
    take(Entry::Kind::Measure, program_.measures);
    for (std::uint32_t i = 0; i < program_.expectations.size(); ++i) {
      const auto& place = program_.expectations[i].place;
      if (place.source == file.source) { items.push_back({place.begin, 0, true, i}); }
    }
    std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    return items;
  }

  void add_chapter(const File& file) {
    const auto& source = sources_[file.source];
    const auto items = items_of(file);
    Chapter chapter;
    if (files_.size() > 1) {
      chapter.title = title_of(source.name());
      if (!file.is_own) { chapter.title += fmt::format(" (from {})", file.pack); }
    }
    (file.is_head ? out_.intro : chapter.intro) = intro_of(source);
    std::vector<std::pair<std::uint32_t, std::string>> headings;
    for (std::uint32_t number = 1; number <= source.line_count(); ++number) {
      if (auto heading = heading_of(source.line(number))) {
        headings.emplace_back(source.line_start(number), std::move(*heading));
      }
    }
    std::size_t next = 0;
    chapter.parts.emplace_back();
    for (const auto& item : items) {
      for (; next < headings.size() && headings[next].first < item.begin; ++next) {
        auto& last = chapter.parts.back();
        if (!last.entries.empty() || !last.expectations.empty()) { chapter.parts.emplace_back(); }
        chapter.parts.back().title = headings[next].second;
      }
      if (item.is_expectation) {
        chapter.parts.back().expectations.push_back(item.expectation);
      } else {
        chapter.parts.back().entries.push_back(item.entry);
      }
    }
    if (!items.empty() || !chapter.intro.empty()) { out_.chapters.push_back(std::move(chapter)); }
  }

  void link() {
    for (std::size_t i = 0; i < out_.entries.size(); ++i) {
      out_.numbers.emplace(std::pair(out_.entries[i].kind, out_.entries[i].index), i);
    }
    for (std::size_t i = 0; i < out_.entries.size(); ++i) {
      References references(program_);
      references.read_entry(out_.entries[i]);
      out_.picked.insert(references.picked().begin(), references.picked().end());
      for (const auto& reference : references.found()) {
        const auto found = out_.numbers.find(reference);
        if (found == out_.numbers.end() || found->second == i) { continue; }
        out_.entries[i].uses.push_back(found->second);
        out_.entries[found->second].used_by.push_back(i);
      }
    }
  }

  const program::Program& program_;
  const text::Sources& sources_;
  const std::vector<File>& files_;
  Outline out_;
};

}  // namespace

const Entry* Outline::find(Entry::Kind kind, std::uint32_t index) const {
  const auto found = numbers.find({kind, index});
  return found == numbers.end() ? nullptr : &entries[found->second];
}

Outline make_outline(const program::Program& program, const text::Sources& sources, const std::vector<File>& files) {
  return Maker(program, sources, files).make();
}

std::string_view word_of(Entry::Kind kind) {
  switch (kind) {
    case Entry::Kind::Rule: return "Rule";
    case Entry::Kind::Table: return "Table";
    case Entry::Kind::Grid: return "Grid";
    case Entry::Kind::Def: return "Definition";
    case Entry::Kind::Measure: return "Measure";
  }
  return {};
}

}  // namespace spoils::book
