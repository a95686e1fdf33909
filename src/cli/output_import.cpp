// cli/output_import.cpp
//
// Writes the mistakes in imported data, or the figures of the pack and the list of the data left out.
#include "cli/output_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/complaint.h"
#include "cli/screen.h"

namespace spoils::cli {

namespace {

constexpr std::size_t kMostProblems = 20;

std::string files_text(const std::vector<ImportedFile>& files, int width) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const ImportedFile& file : files) {
    std::string text = file.there ? counted(file.records, "record") : "not there";
    for (const auto& [what, count] : file.further) {
      if (file.there) { text += fmt::format("; {}: {}", what, count); }
    }
    rows.emplace_back(printable(file.name), printable(text));
  }
  return "Imported:\n" + two_columns(rows, width);
}

// Removes the index of a list from a field, since the list of omitted data groups all indices.
std::string without_indices(const std::string& field) {
  std::string out;
  bool inside = false;
  for (const char c : field) {
    if (c == '[') { inside = true; }
    if (!inside) { out += c; }
    if (c == ']') { inside = false; }
  }
  return out;
}

std::size_t records_of(const Imported& imported, const std::string& file) {
  for (const ImportedFile& one : imported.files) {
    if (one.name == file) { return one.records; }
  }
  return 0;
}

struct Group {
  std::string file;
  std::string field;
  std::string why;
  std::vector<std::string> records;  // distinct
};

std::vector<Group> groups_of(const Imported& imported) {
  std::vector<Group> out;
  for (const LeftOut& one : imported.left_out) {
    const std::string field = without_indices(one.field);
    const auto same = [&](const Group& group) {
      return group.file == one.file && group.field == field && group.why == one.why;
    };
    auto found = std::find_if(out.begin(), out.end(), same);
    if (found == out.end()) { found = out.insert(out.end(), {one.file, field, one.why, {}}); }
    if (std::find(found->records.begin(), found->records.end(), one.record) == found->records.end()) {
      found->records.push_back(one.record);
    }
  }
  return out;
}

std::string group_text(const Group& group, std::size_t records, int width) {
  std::string who;
  if (group.records.size() == records && records > 1) {
    who = fmt::format("all {} records", records);
  } else {
    for (const std::string& record : group.records) { who += (who.empty() ? "" : ", ") + record; }
  }
  std::string out = paragraphs(printable(fmt::format("{}, {}: {}", group.file, group.field, group.why)), width);
  std::string list = paragraphs(printable(who), width - 4);
  // Indents each line of the list by four columns.
  out += "    ";
  for (std::size_t i = 0; i < list.size(); ++i) {
    out += list[i];
    if (list[i] == '\n' && i + 1 < list.size()) { out += "    "; }
  }
  return out;
}

}  // namespace

std::string problems_text(const std::vector<ImportProblem>& problems) {
  std::string out;
  for (std::size_t i = 0; i < std::min(problems.size(), kMostProblems); ++i) {
    out += printable(problems[i].text()) + '\n';
    if (!problems[i].help.empty()) { out += fmt::format("  = help: {}\n", printable(problems[i].help)); }
  }
  if (problems.size() > kMostProblems) { out += fmt::format("and {} more\n", problems.size() - kMostProblems); }
  return out;
}

std::string import_report(const Imported& imported, int width) {
  std::string out = files_text(imported.files, width);
  if (imported.left_out.empty()) { return out + "\nNothing is left out.\n"; }
  out += "\nNot carried over:\n";
  for (const Group& group : groups_of(imported)) { out += group_text(group, records_of(imported, group.file), width); }
  return out;
}

}  // namespace spoils::cli
