// service/service.cpp
//
// The public LanguageService: finds the project of a file, and asks answers.h.
#include "spoils/service.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "api/pack_data.h"
#include "service/answers.h"
#include "service/workspace.h"

namespace spoils {
inline namespace v1 {

std::string_view to_text(WordKind kind) {
  constexpr std::array<std::string_view, 20> kWords{
      "word",   "pack", "input", "state",    "field",     "scratch", "measure", "table", "grid",   "collection",
      "record", "rule", "def",   "function", "parameter", "local",   "column",  "block", "symbol", "type"};
  const auto number = static_cast<std::size_t>(kind);
  return number < kWords.size() ? kWords[number] : std::string_view();
}

namespace {

/// A file of a project by its number; nothing if the project has no such file.
std::optional<std::uint32_t> number_of(const service::Project& project, const std::string& file) {
  const auto found = project.numbers.find(file);
  return found == project.numbers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

LanguageService::LanguageService(ServiceOptions options)
    : workspace_(std::make_unique<service::Workspace>(std::move(options))) {}
LanguageService::LanguageService(LanguageService&& other) noexcept = default;
LanguageService& LanguageService::operator=(LanguageService&& other) noexcept = default;
LanguageService::~LanguageService() = default;

void LanguageService::set_text(const std::string& file, std::string text) {
  workspace_->set_text(file, std::move(text));
}
void LanguageService::close(const std::string& file) { workspace_->close(file); }
void LanguageService::disk_changed() { workspace_->disk_changed(); }
std::optional<std::string_view> LanguageService::text(const std::string& file) const { return workspace_->text(file); }
void LanguageService::set_inputs(Values inputs) { workspace_->set_inputs(std::move(inputs)); }

bool LanguageService::is_stale(const std::string& file) const { return workspace_->project(file).is_stale; }
bool LanguageService::refresh(const std::string& file) { return workspace_->refresh(workspace_->project(file)); }
bool LanguageService::refresh_quickly(const std::string& file) {
  return workspace_->refresh(workspace_->project(file), false);
}
std::string LanguageService::pack_of(const std::string& file) const { return workspace_->root_of(file); }

std::vector<FileFindings> LanguageService::findings(const std::string& file) const {
  const auto& project = workspace_->project(file);
  std::vector<FileFindings> out;
  std::map<std::string, std::size_t> numbers;
  const auto of = [&](const std::string& name) -> FileFindings& {
    const auto [found, is_new] = numbers.try_emplace(name, out.size());
    if (is_new) { out.push_back({name, {}}); }
    return out[found->second];
  };
  std::string first;
  for (const auto& one : project.files) {
    if (!one.is_own) { continue; }
    static_cast<void>(of(one.parsed->path));
    if (first.empty() || one.parsed->has_pack_line) { first = one.parsed->path; }
  }
  if (first.empty()) { first = file; }
  const auto& sources = *api::PackMaker::data(project.findings).sources;
  const auto file_of = [&](Span span) {
    return span.source < sources.size() ? sources[span.source].name() : std::string();
  };
  for (const auto& finding : project.findings.all()) {
    const bool is_known = project.numbers.count(finding.file) > 0;
    FileFindings::Entry entry{finding, {}, {}};
    for (const auto& label : finding.labels) { entry.label_files.push_back(file_of(label.span)); }
    if (finding.edit) { entry.edit_file = file_of(finding.edit->span); }
    of(is_known ? finding.file : first).findings.push_back(std::move(entry));
  }
  return out;
}

std::vector<TextToken> LanguageService::tokens(const std::string& file) const {
  const auto& project = workspace_->project(file);
  const auto number = number_of(project, file);
  return number ? service::tokens_of(project, *number) : std::vector<TextToken>();
}

std::vector<OutlineEntry> LanguageService::outline(const std::string& file) const {
  const auto* parsed = workspace_->project(file).file(file);
  return parsed != nullptr ? service::outline_of(*parsed) : std::vector<OutlineEntry>();
}

std::vector<Fold> LanguageService::folds(const std::string& file) const {
  const auto* parsed = workspace_->project(file).file(file);
  return parsed != nullptr ? service::folds_of(*parsed) : std::vector<Fold>();
}

Completions LanguageService::completions(const std::string& file, std::size_t offset) const {
  const auto& project = workspace_->project(file);
  const auto number = number_of(project, file);
  return number ? service::complete(project, *number, offset) : Completions();
}

std::optional<HoverText> LanguageService::hover(const std::string& file, std::size_t offset) const {
  const auto& project = workspace_->project(file);
  const auto number = number_of(project, file);
  return number ? service::hover_at(project, *number, offset, workspace_->inputs()) : std::nullopt;
}

std::vector<FileRange> LanguageService::definitions(const std::string& file, std::size_t offset) const {
  const auto& project = workspace_->project(file);
  const auto number = number_of(project, file);
  return number ? service::definitions_at(project, *number, offset) : std::vector<FileRange>();
}

std::vector<FileRange> LanguageService::references(const std::string& file, std::size_t offset,
                                                   bool with_declarations) const {
  const auto& project = workspace_->project(file);
  const auto number = number_of(project, file);
  return number ? service::references_at(project, *number, offset, with_declarations) : std::vector<FileRange>();
}

std::optional<ByteRange> LanguageService::renamable(const std::string& file, std::size_t offset) const {
  const auto& project = workspace_->project(file);
  const auto number = number_of(project, file);
  return number ? service::renamable_at(project, *number, offset) : std::nullopt;
}

Result<std::vector<FileEdit>, std::string> LanguageService::rename(const std::string& file, std::size_t offset,
                                                                   const std::string& name) const {
  auto& project = workspace_->project(file);
  static_cast<void>(workspace_->refresh(project));
  const auto number = number_of(project, file);
  if (!number) { return Failure{std::string("the file belongs to no pack")}; }
  return service::rename_at(*workspace_, project, *number, offset, name);
}

Result<std::optional<FileEdit>, std::string> LanguageService::format(const std::string& file) const {
  const auto* parsed = workspace_->project(file).file(file);
  if (parsed == nullptr) { return Failure{std::string("there is no such file")}; }
  const auto before = parsed->bytes();
  auto formatted = spoils::format(file, std::string(before));
  if (!formatted.text) {
    const auto& all = formatted.findings.all();
    return Failure{all.empty() ? std::string("it has mistakes") : all.front().message};
  }
  const std::string_view after = *formatted.text;
  if (before == after) { return std::optional<FileEdit>(); }
  // Whole lines from the first to the last change.
  std::size_t same = 0;
  const auto least = std::min(before.size(), after.size());
  while (same < least && before[same] == after[same]) { ++same; }
  while (same > 0 && before[same - 1] != '\n') { --same; }
  std::size_t last = 0;
  while (last < least - same && before[before.size() - 1 - last] == after[after.size() - 1 - last]) { ++last; }
  while (last > 0 && before[before.size() - last - 1] != '\n') { --last; }
  return std::optional<FileEdit>(
      FileEdit{{file, {same, before.size() - last}}, std::string(after.substr(same, after.size() - last - same))});
}

std::vector<InlayText> LanguageService::inlays(const std::string& file, ByteRange range) const {
  const auto& project = workspace_->project(file);
  const auto number = number_of(project, file);
  return number ? service::inlays_of(project, *number, range, workspace_->inputs()) : std::vector<InlayText>();
}

}  // namespace v1
}  // namespace spoils
