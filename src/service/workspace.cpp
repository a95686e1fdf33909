// service/workspace.cpp
//
// Finds out which files make a pack, reads them (the editor's text before that of the disk), and compiles.
#include "service/workspace.h"

#include <algorithm>
#include <set>
#include <utility>

#include "api/pack_data.h"
#include "text/plain/utf8.h"
#include "text/read_pack.h"

namespace spoils::service {

namespace {

constexpr std::string_view kEnding = ".loot";

bool is_path(const std::string& file) { return !file.empty() && file.front() == '/'; }

bool is_pack_file(const std::string& path) {
  const auto name = path.substr(path.find_last_of('/') + 1);
  return name.size() > kEnding.size() && name.ends_with(kEnding) && name.front() != '.';
}

// Whether a line begins with `pack NAME`: what the parser would find, without parsing each file of a folder.
bool has_pack_line(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto end = std::min(text.find('\n', at), text.size());
    auto line = text.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with("pack ") || line.starts_with("pack\t")) {
      const auto name = line.find_first_not_of(" \t", 4);
      if (name != std::string_view::npos && is_name_byte(line[name])) { return true; }
    }
    at = end + 1;
  }
  return false;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? std::string() : slash == 0 ? "/" : path.substr(0, slash);
}

OffsetMap::OffsetMap(std::string_view before, std::string_view now) : before_(before.size()), now_(now.size()) {
  const auto least = std::min(before.size(), now.size());
  while (same_begin_ < least && before[same_begin_] == now[same_begin_]) { ++same_begin_; }
  while (same_end_ < least - same_begin_ && before[before_ - 1 - same_end_] == now[now_ - 1 - same_end_]) {
    ++same_end_;
  }
}

std::optional<ByteRange> OffsetMap::now(Span span) const {
  if (span.end <= same_begin_) { return ByteRange{span.begin, span.end}; }
  if (span.begin < before_ - same_end_) { return std::nullopt; }
  return ByteRange{span.begin + now_ - before_, span.end + now_ - before_};
}

const NameIndex& Project::names() const {
  if (index == nullptr) { index = std::make_unique<NameIndex>(files, good ? &good->data().program : nullptr); }
  return *index;
}

ProgramFacts::ProgramFacts(const program::Program& program) {
  for (program::SlotId i = 0; i < program.slots.size(); ++i) {
    if (program.slots[i].kind != program::Slot::Kind::Local) { slots.emplace(program.slots[i].name, i); }
  }
  const auto number = [](const auto& list, std::map<std::string_view, std::uint32_t>& numbers) {
    for (std::uint32_t i = 0; i < list.size(); ++i) { numbers.emplace(list[i].name, i); }
  };
  number(program.defs, defs);
  number(program.measures, measures);
  number(program.tables, tables);
}

const ProgramFacts& Project::facts() const {
  if (known == nullptr) { known = std::make_unique<ProgramFacts>(good->data().program); }
  return *known;
}

const ParsedFile* Project::file(const std::string& path) const {
  const auto found = numbers.find(path);
  return found == numbers.end() ? nullptr : files[found->second].parsed.get();
}

// ---- Texts

void Workspace::set_text(const std::string& file, std::string text) {
  text::remove_mark(text);
  auto& kept = texts_[file];
  // Another `pack` line may make other packs of the files of a folder.
  if (kept.empty() || has_pack_line(kept) != has_pack_line(text)) { roots_.clear(); }
  kept = std::move(text);
  for (auto& [root, project] : projects_) {
    const auto found = project.numbers.find(file);
    const bool may_be_part = found != project.numbers.end() || folder_of(file) == root;
    if (!may_be_part) { continue; }
    project.set_stale();
    project.index.reset();
    if (found != project.numbers.end()) { project.files[found->second].parsed = parse_file(file, kept); }
  }
}

void Workspace::close(const std::string& file) {
  texts_.erase(file);
  disk_changed();
  // A project without an open file is forgotten.
  std::set<std::string> wanted;
  for (const auto& [open, text] : texts_) { wanted.insert(root_of(open)); }
  for (auto i = projects_.begin(); i != projects_.end();) {
    i = wanted.count(i->first) > 0 ? std::next(i) : projects_.erase(i);
  }
}

void Workspace::disk_changed() {
  roots_.clear();
  for (auto& [root, project] : projects_) { project.set_stale(); }
}

std::optional<std::string_view> Workspace::text(const std::string& file) {
  if (const auto open = texts_.find(file); open != texts_.end()) { return open->second; }
  for (const auto& [root, project] : projects_) {
    if (const auto* known = project.file(file)) { return known->bytes(); }
  }
  return std::nullopt;
}

Result<std::vector<PackFile>, std::string> Workspace::read(const std::string& path, const Texts& texts) const {
  std::vector<PackFile> out;
  const auto own = texts.find(path);
  if (own != texts.end()) {
    out.push_back({path, own->second});
    return out;
  }
  if (options_.read) {
    auto found = options_.read(path);
    if (!found) { return Failure{std::move(found).error()}; }
    out = std::move(*found);
  } else if (auto found = text::read_pack_files(path)) {
    for (auto& file : *found) { out.push_back({std::move(file.name), std::move(file.bytes)}); }
  } else {
    const auto kind = found.error().kind;
    if (kind == text::ReadError::Kind::TooLarge) { return Failure{"there is a limit of " + found.error().detail}; }
    const bool is_missing = kind == text::ReadError::Kind::Missing || kind == text::ReadError::Kind::NoPackFile;
    if (!is_missing) { return Failure{found.error().detail.empty() ? "it is no file" : found.error().detail}; }
  }
  // The texts of the editor in that folder, saved or not.
  std::set<std::string> known;
  for (auto& file : out) {
    known.insert(file.name);
    if (const auto open = texts.find(file.name); open != texts.end()) { file.text = open->second; }
    text::remove_mark(file.text);  // as the loader does: places are counted without it
  }
  for (auto open = texts.lower_bound(path + "/"); open != texts.end() && open->first.starts_with(path + "/"); ++open) {
    if (folder_of(open->first) == path && is_pack_file(open->first) && known.count(open->first) == 0) {
      out.push_back({open->first, open->second});
    }
  }
  std::sort(out.begin(), out.end(), [](const PackFile& a, const PackFile& b) { return a.name < b.name; });
  return out;
}

std::string Workspace::root_of(const std::string& file) const {
  if (!is_path(file)) { return file; }
  const auto [found, is_new] = roots_.try_emplace(file, file);
  if (!is_new) { return found->second; }
  const auto folder = folder_of(file);
  const auto files = read(folder, texts_);
  if (!files) { return file; }
  std::size_t count = 0;
  for (const auto& one : *files) { count += has_pack_line(one.text) ? 1U : 0U; }
  const bool is_member =
      std::any_of(files->begin(), files->end(), [&](const PackFile& one) { return one.name == file; });
  if (is_member && count == 1 && files->size() > 1) { found->second = folder; }
  return found->second;
}

// ---- Compiling

Loaded Workspace::load(const std::string& root, const Texts& texts, bool checks_quantities, std::vector<PackFile>* own,
                       std::vector<PackFile>* used) const {
  PackSource source;
  source.read = [&](const std::string& name) -> Result<std::vector<PackFile>, std::string> {
    const auto path = is_path(root) || "/" + name != "/" + root ? "/" + name : root;
    auto files = read(path, texts);
    if (files) {
      auto* into = path == root ? own : used;
      if (into != nullptr) { into->insert(into->end(), files->begin(), files->end()); }
    }
    return files;
  };
  LoadOptions options;
  options.search = options_.search;
  options.checks_quantities = checks_quantities;
  return Pack::load(source, is_path(root) ? root.substr(1) : root, std::move(options));
}

void Workspace::take(Project& project, const std::vector<PackFile>& own, const std::vector<PackFile>& used) {
  std::map<std::string, std::shared_ptr<const ParsedFile>> before;
  for (const auto& file : project.files) { before[file.parsed->path] = file.parsed; }
  project.files.clear();
  project.numbers.clear();
  for (const bool is_own : {true, false}) {
    for (const auto& file : is_own ? own : used) {
      if (!project.numbers.try_emplace(file.name, static_cast<std::uint32_t>(project.files.size())).second) {
        continue;
      }
      const auto known = before.find(file.name);
      const bool is_same = known != before.end() && known->second->bytes() == file.text;
      project.files.push_back({is_same ? known->second : parse_file(file.name, file.text), is_own});
    }
  }
  project.index.reset();
}

void Workspace::read_files(Project& project) const {
  std::vector<PackFile> own;
  if (auto files = read(project.root, texts_)) { own = std::move(*files); }
  take(project, own, {});
}

Project& Workspace::project(const std::string& file) {
  const auto root = root_of(file);
  auto& project = projects_[root];
  if (project.root.empty()) {
    project.root = root;
    read_files(project);
  }
  return project;
}

bool Workspace::refresh(Project& project, bool checks_quantities) {
  if (!project.is_stale || (project.is_compiled && !checks_quantities)) { return project.is_sound; }
  std::vector<PackFile> own;
  std::vector<PackFile> used;
  auto loaded = load(project.root, texts_, checks_quantities, &own, &used);
  take(project, own, used);
  project.findings = std::move(loaded.findings);
  project.is_sound = loaded.pack.has_value();
  if (loaded.pack) {
    project.known.reset();
    project.good.emplace(*loaded.pack);
  }
  project.is_stale = !checks_quantities;
  project.is_compiled = true;
  return project.is_sound;
}

Loaded Workspace::compile_with(const Project& project, const Texts& texts) const {
  auto all = texts_;
  for (const auto& [file, text] : texts) { all[file] = text; }
  return load(project.root, all, true, nullptr, nullptr);
}

}  // namespace spoils::service
