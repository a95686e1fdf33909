// service/rename.cpp
//
// Definitions and references from the index; and rename, which is the index's proposal, accepted only if the pack that
// results compiles to the same program but for that word. So a word that the index takes for another never changes what
// a pack means. Pinned by tests/service/service_test.cpp and packs_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "api/pack_data.h"
#include "lang/lexer.h"
#include "service/answers.h"
#include "service/words.h"
#include "text/report.h"

namespace spoils::service {

namespace {

FileRange place_of(const NameIndex& index, const Use& use) {
  return {index.files()[use.file].parsed->path, {use.begin, use.end}};
}

bool is_name(const std::string& word) {
  text::Sources sources;
  static_cast<void>(sources.add("", word));
  text::Report report(sources);
  const auto tokens = lang::lex(sources, 0, report);
  return report.error_count() == 0 && tokens.size() >= 1 && tokens[0].kind == lang::TokenKind::Name &&
         tokens[0].span.begin == 0 && tokens[0].span.end == word.size() && word.find('\n') == std::string::npos;
}

// The words of a line of a dump; what is between them is a word, too.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> out;
  std::size_t at = 0;
  while (at < line.size()) {
    auto end = at + 1;
    if (is_name_byte(line[at])) {
      while (end < line.size() && is_name_byte(line[end])) { ++end; }
    }
    out.push_back(line.substr(at, end - at));
    at = end;
  }
  return out;
}

// Whether two dumps are equal but for one word, which `after` writes differently. Members of sets are in the order of
// their names, which a rename may change: so the words of a line are compared without their order.
bool is_same_but(std::string_view before, std::string_view after, std::string_view word, std::string_view renamed) {
  while (!before.empty() || !after.empty()) {
    const auto cut = [](std::string_view& text) {
      const auto line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      return line;
    };
    auto a = words_of(cut(before));
    auto b = words_of(cut(after));
    if (a == b) { continue; }
    for (auto* words : {&a, &b}) {
      for (auto& one : *words) {
        if (one == word || one == renamed) { one = renamed; }
      }
      std::sort(words->begin(), words->end());
    }
    if (a != b) { return false; }
  }
  return true;
}

}  // namespace

std::vector<FileRange> definitions_at(const Project& project, std::uint32_t file, std::size_t offset) {
  std::vector<FileRange> out;
  const auto& index = project.names();
  const auto* use = index.use_at(file, offset);
  if (use == nullptr) { return out; }
  const auto& name = index.names()[use->name];
  if (name.space == Space::Pack) {
    // `use NAME`: the file of that pack.
    for (const auto& known : index.files()) {
      for (const auto& one : known.parsed->tree.declarations) {
        if (one.kind != lang::Declaration::Kind::Pack) { continue; }
        const auto& path = known.parsed->path;
        const auto folder = folder_of(path);
        const bool is_meant =
            one.name == name.word || path.ends_with("/" + name.word + ".loot") || folder.ends_with("/" + name.word);
        if (is_meant) { out.push_back({path, range_of(one.name_span)}); }
      }
    }
    return out;
  }
  for (const auto number : name.uses) {
    const auto& other = index.uses()[number];
    if (other.declares) { out.push_back(place_of(index, other)); }
  }
  // A column whose table is not known: all columns of that name.
  if (out.empty() && name.space == Space::Column) {
    for (const auto& other : index.names()) {
      if (other.space != Space::Column || other.word != name.word) { continue; }
      for (const auto number : other.uses) {
        if (index.uses()[number].declares) { out.push_back(place_of(index, index.uses()[number])); }
      }
    }
  }
  return out;
}

std::vector<FileRange> references_at(const Project& project, std::uint32_t file, std::size_t offset,
                                     bool with_declarations) {
  std::vector<FileRange> out;
  const auto& index = project.names();
  const auto* use = index.use_at(file, offset);
  if (use == nullptr) { return out; }
  for (const auto number : index.names()[use->name].uses) {
    const auto& other = index.uses()[number];
    if (with_declarations || !other.declares) { out.push_back(place_of(index, other)); }
  }
  return out;
}

std::optional<ByteRange> renamable_at(const Project& project, std::uint32_t file, std::size_t offset) {
  const auto& index = project.names();
  const auto* use = index.use_at(file, offset);
  if (use == nullptr) { return std::nullopt; }
  const auto& name = index.names()[use->name];
  if (name.space == Space::Language || name.space == Space::Pack) { return std::nullopt; }
  return ByteRange{use->begin, use->end};
}

Result<std::vector<FileEdit>, std::string> rename_at(const Workspace& workspace, const Project& project,
                                                     std::uint32_t file, std::size_t offset, const std::string& name) {
  if (!renamable_at(project, file, offset)) { return Failure{std::string("there is no name here")}; }
  const auto& index = project.names();
  const auto& known = index.names()[index.use_at(file, offset)->name];
  if (!is_name(name)) {
    return Failure{fmt::format("`{}` is no name: letters, digits and `_`, no word of the language", name)};
  }
  if (name == known.word) { return std::vector<FileEdit>{}; }
  if (!project.is_sound || project.is_stale || !project.good) {
    return Failure{std::string("the pack has errors; correct them first")};
  }
  if (known.space == Space::Column && known.owner.empty()) {
    return Failure{fmt::format("it is not known to which table the column `{}` belongs", known.word)};
  }
  const auto taken = known.space == Space::Local ? kNoName : index.find(known.space, name, known.owner);
  if (taken != kNoName && !index.names()[taken].uses.empty()) {
    const auto place = place_of(index, index.uses()[index.names()[taken].uses.front()]);
    return Failure{fmt::format("`{}` is taken: {}", name, place.file)};
  }
  std::vector<FileEdit> edits;
  std::map<std::string, std::string> texts;
  // From the end of each file, so that offsets stay valid.
  for (auto i = known.uses.rbegin(); i != known.uses.rend(); ++i) {
    const auto& use = index.uses()[*i];
    if (!index.files()[use.file].is_own) {
      return Failure{
          fmt::format("`{}` is also a name of a used pack: {}", known.word, index.files()[use.file].parsed->path)};
    }
    const auto place = place_of(index, use);
    edits.push_back({place, name});
    auto& text = texts.try_emplace(place.file, index.files()[use.file].parsed->bytes()).first->second;
    text.replace(place.range.begin, place.range.end - place.range.begin, name);
  }
  std::reverse(edits.begin(), edits.end());
  const auto loaded = workspace.compile_with(project, texts);
  if (!loaded.pack) {
    const auto& all = loaded.findings.all();
    const auto found =
        std::find_if(all.begin(), all.end(), [](const Diagnostic& one) { return one.severity == Severity::Error; });
    return Failure{fmt::format("the pack would not compile: {}", found == all.end() ? "" : found->message)};
  }
  if (!is_same_but(project.good->dump(), loaded.pack->dump(), known.word, name)) {
    return Failure{fmt::format("with `{}` as `{}` the pack would mean something else", known.word, name)};
  }
  return edits;
}

}  // namespace spoils::service
