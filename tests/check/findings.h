// check/findings.h
//
// Compiles a pack of one text and shows its findings, for table-driven tests.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.h"
#include "lang/parser.h"
#include "text/render_text.h"

namespace spoils::check {

/// Line 1 of every pack here; the sources of rows begin in line 2.
inline constexpr std::string_view kPackLine = "pack p \"P\" 1.0\n";

struct Expected {
  std::string_view code;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string_view fragment;  // of all that is said
};

struct FindingRow {
  std::string_view name;
  std::string_view source;
  std::vector<Expected> expected;  // in the order of places; all findings there are
};

inline void PrintTo(const FindingRow& row, std::ostream* out) { *out << row.name; }

struct Findings {
  std::vector<Diagnostic> all;
  std::vector<std::string> rendered;  // one each
  bool is_accepted = false;
};

inline Findings findings_of(std::string source) {
  text::Sources sources;
  text::Report report(sources);
  const auto number = sources.add("p.loot", std::move(source));
  std::vector<PackTree> packs(1);
  packs[0].name = "p";
  packs[0].files.push_back(lang::parse(sources, number, report));
  Findings out;
  if (report.error_count() == 0) {
    out.is_accepted = check(std::make_shared<const std::vector<PackTree>>(std::move(packs)), report).has_value();
  }
  out.all = report.sorted();
  for (const auto& one : out.all) { out.rendered.push_back(text::render(one, sources)); }
  return out;
}

/// Returns "E0503 5:3" for each.
inline std::vector<std::string> places_of(const Findings& findings) {
  std::vector<std::string> out;
  for (const auto& one : findings.all) {
    out.push_back(fmt::format("{} {}:{}", one.code, one.location.line, one.location.column));
  }
  return out;
}

/// Returns the source with the edit of a finding made.
inline std::string edited(const std::string& source, const Diagnostic& finding) {
  auto out = source;
  const auto& edit = *finding.edit;
  out.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.replacement);
  return out;
}

}  // namespace spoils::check
