// service/outline.cpp
//
// The declarations of a file with what they contain, from its tree.
#include <fmt/format.h>

#include <algorithm>

#include "service/answers.h"

namespace spoils::service {

using lang::Declaration;
using Kind = Declaration::Kind;

namespace {

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

OutlineEntry part(const std::string& name, WordKind kind, Span whole, Span named, std::string detail = {}) {
  return {name, std::move(detail), kind, range_of(whole), range_of(named), {}};
}

std::size_t outcomes_of(const std::vector<lang::Row>& rows) {
  std::size_t out = 0;
  for (const auto& row : rows) { out += row.outcomes.size(); }
  return out;
}

// The end of the first line of a declaration may not lie before its name.
bool is_sound(const OutlineEntry& entry) {
  return !entry.name.empty() && entry.name_range.begin >= entry.range.begin &&
         entry.name_range.end <= entry.range.end && entry.name_range.begin < entry.name_range.end;
}

void add(std::vector<OutlineEntry>& out, OutlineEntry entry) {
  if (is_sound(entry)) { out.push_back(std::move(entry)); }
}

OutlineEntry entry_of(const ParsedFile& file, const Declaration& one) {
  auto out = part(one.name, WordKind::Rule, one.span, one.name_span);
  const auto type = [&](const lang::Parameter& parameter) { return std::string(file.text(parameter.type.span)); };
  switch (one.kind) {
    case Kind::Pack:
      out.kind = WordKind::Pack;
      out.detail = one.title;
      break;
    case Kind::Use:
      out.kind = WordKind::Pack;
      out.detail = "used";
      break;
    case Kind::Input: out.kind = WordKind::Input; break;
    case Kind::State: out.kind = WordKind::State; break;
    case Kind::Field: out.kind = WordKind::Field; break;
    case Kind::Scratch: out.kind = WordKind::Scratch; break;
    case Kind::Measure: out.kind = WordKind::Measure; break;
    case Kind::Def: out.kind = WordKind::Def; break;
    case Kind::Grid:
      out.kind = WordKind::Grid;
      out.detail = counted(one.rows.size(), "line");
      break;
    case Kind::Table:
      out.kind = WordKind::Table;
      out.detail = counted(outcomes_of(one.rows), "row");
      for (const auto& column : one.columns) {
        if (column.values.empty()) { continue; }
        add(out.children, part(column.values[0].text, WordKind::Column, column.span, column.span));
      }
      break;
    case Kind::Record:
      out.kind = WordKind::Record;
      out.detail = one.collection.text;
      break;
    case Kind::Collection:
      out.kind = WordKind::Collection;
      for (const auto& field : one.parameters) {
        add(out.children, part(field.name, WordKind::Column, field.span, field.name_span, type(field)));
      }
      for (const auto& rows : one.record_rows) {
        add(out.children, part(rows.name, WordKind::Column, rows.span, rows.name_span, "rows"));
      }
      for (const auto& block : one.blocks) {
        add(out.children, part(block.text, WordKind::Block, block.span, block.span));
      }
      break;
    case Kind::Rule: break;
    case Kind::Display:
      out.detail = "display";
      if (out.name.empty()) {
        out.name = "display";
        out.name_range = {out.range.begin, std::min(out.range.begin + 7, out.range.end)};
      }
      break;
    case Kind::Names:
      out.name = "names";
      out.kind = WordKind::Symbol;
      out.detail = counted(one.entries.size(), "name");
      out.name_range = {out.range.begin, std::min(out.range.begin + 5, out.range.end)};
      break;
    case Kind::Expect:
      out.name = one.title;
      out.kind = WordKind::Measure;
      out.detail = "expect";
      break;
  }
  const bool has_type =
      one.kind == Kind::Input || one.kind == Kind::State || one.kind == Kind::Field || one.kind == Kind::Scratch;
  if (has_type && !one.parameters.empty()) { out.detail = type(one.parameters[0]); }
  if (one.kind == Kind::Rule || one.kind == Kind::Def) {
    for (const auto& parameter : one.parameters) { out.detail += (out.detail.empty() ? "(" : ", ") + parameter.name; }
    if (!out.detail.empty()) { out.detail += ')'; }
  }
  return out;
}

}  // namespace

std::vector<OutlineEntry> outline_of(const ParsedFile& file) {
  std::vector<OutlineEntry> out;
  for (const auto& one : file.tree.declarations) {
    if (one.kind == Kind::Record && one.name.find('.') != std::string::npos) { continue; }
    add(out, entry_of(file, one));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const OutlineEntry& a, const OutlineEntry& b) { return a.range.begin < b.range.begin; });
  return out;
}

}  // namespace spoils::service
