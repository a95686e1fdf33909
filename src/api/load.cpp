// api/load.cpp
//
// Loads a pack and the packs that it uses: reads the files, parses, checks and compiles them.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "api/pack_data.h"
#include "check/check.h"
#include "lang/format.h"
#include "lang/parser.h"
#include "roll/seed.h"
#include "spoils/pack.h"
#include "text/plain/utf8.h"
#include "text/read_pack.h"
#include "text/report.h"

namespace spoils {
inline namespace v1 {

namespace {

using text::Code;

/// The limit on packs that use packs that use packs: no game needs more.
constexpr std::size_t kMaxUsedPacks = 64;

// Normalises a path as text, so that each file has one spelling: the one with which `use` finds it in a folder.
std::string normal(std::string path) {
  while (path.size() > 1 && path.back() == '/') { path.pop_back(); }
  return path.find('/') == std::string::npos ? "./" + path : path;
}

/// The name under which other packs use a pack: that of its folder or file.
std::string name_of(const std::string& path) {
  auto name = path.substr(path.find_last_of('/') + 1);
  const auto ending = name.rfind(".loot");
  return ending == std::string::npos ? name : name.substr(0, ending);
}

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

bool has_pack_line(const lang::File& file) {
  return std::any_of(file.declarations.begin(), file.declarations.end(), [](const lang::Declaration& declaration) {
    return declaration.kind == lang::Declaration::Kind::Pack;
  });
}

class Loader {
 public:
  /// `source`: replaces the disk below its folder; null if nothing does.
  explicit Loader(LoadOptions options, const PackSource* source = nullptr)
      : options_(std::move(options)),
        source_(source),
        sources_(std::make_shared<text::Sources>()),
        report_(*sources_) {}

  Loaded load(const std::string& path) {
    auto files = read(path);
    if (!files) {
      report_unread(files.error(), {sources_->add(path, ""), 0, 0});
      return finish(std::nullopt);
    }
    take_in(std::move(*files), folder_of(normal(path)), normal(path));
    return compile();
  }

  Loaded compile(std::string name, std::string bytes) {
    if (bytes.size() > text::kMaxFileBytes) {
      report_.add(Code::FileTooLarge, {sources_->add(name, ""), 0, 0}, name,
                  fmt::format("{} MiB a file", text::kMaxFileBytes >> 20U));
      return finish(std::nullopt);
    }
    std::vector<text::NamedText> files;
    files.push_back({std::move(name), std::move(bytes)});
    take_in(std::move(files), "", "");
    return compile();
  }

  Formatted parse_only(std::string name, std::string bytes);

 private:
  Result<std::vector<text::NamedText>, text::ReadError> read(const std::string& path) const {
    const auto prefix = source_ == nullptr ? std::string() : source_->folder + "/";
    if (source_ == nullptr || !path.starts_with(prefix)) { return text::read_pack_files(path); }
    if (!source_->read) {
      misused("Pack::load: PackSource::read is empty");
      return Failure{text::ReadError{text::ReadError::Kind::Unreadable, path, "its source has no function to read it"}};
    }
    auto found = source_->read(path.substr(prefix.size()));
    if (!found) { return Failure{text::ReadError{text::ReadError::Kind::Unreadable, path, std::move(found).error()}}; }
    if (found->empty()) { return Failure{text::ReadError{text::ReadError::Kind::Missing, path, {}}}; }
    std::vector<text::NamedText> out;
    std::size_t total = 0;
    for (auto& file : *found) {
      total += file.text.size();
      if (file.text.size() > text::kMaxFileBytes || total > text::kMaxPackBytes) {
        return Failure{text::ReadError{text::ReadError::Kind::TooLarge, file.name,
                                       fmt::format("{} MiB a file", text::kMaxFileBytes >> 20U)}};
      }
      out.push_back({std::move(file.name), std::move(file.text)});
    }
    return out;
  }

  void report_unread(const text::ReadError& error, Span place) {
    switch (error.kind) {
      case text::ReadError::Kind::NoPackFile: report_.add(Code::NoPackFile, place, error.path); return;
      case text::ReadError::Kind::TooLarge: report_.add(Code::FileTooLarge, place, error.path, error.detail); return;
      case text::ReadError::Kind::Missing:
        report_.add(Code::UnreadableFile, place, error.path, "it does not exist");
        return;
      case text::ReadError::Kind::NotAFile:
        report_.add(Code::UnreadableFile, place, error.path, "it is not a regular file");
        return;
      case text::ReadError::Kind::Unreadable:
        report_.add(Code::UnreadableFile, place, error.path, error.detail);
        return;
    }
  }

  // Parses the files of one pack and then, before the pack is added to the list, the packs that it uses.
  void take_in(std::vector<text::NamedText> files, const std::string& beside, const std::string& identity) {
    open_.push_back(identity);
    check::PackTree tree;
    for (auto& file : files) {
      text::remove_mark(file.bytes);
      for (const char c : file.bytes) { hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001B3; }
      const auto bad = text::find_non_text(file.bytes);
      const auto source = sources_->add(file.name, std::move(file.bytes));
      if (bad) {
        const auto at = static_cast<std::uint32_t>(*bad);
        report_.add(Code::NotText, {source, at, at}, *bad).help("a pack is text in UTF-8");
        continue;
      }
      tree.files.push_back(lang::parse(*sources_, source, report_));
      tokens_ += tree.files.back().tokens;
      if (tokens_ > lang::kMaxTokens) {
        report_.add(Code::TooLarge, {source, 0, 0}, lang::kMaxTokens, "words and marks");
        break;
      }
    }
    // The file of a folder that has the `pack` line comes first, whatever its name: its first rule is the pack's.
    std::stable_partition(tree.files.begin(), tree.files.end(), has_pack_line);
    for (const auto& file : tree.files) {
      for (const auto& declaration : file.declarations) {
        if (declaration.kind == lang::Declaration::Kind::Pack && tree.name.empty()) { tree.name = declaration.name; }
        if (declaration.kind != lang::Declaration::Kind::Use || declaration.name.empty()) { continue; }
        if (const auto used = use(declaration, beside)) { tree.uses.push_back(*used); }
      }
    }
    packs_.push_back(std::move(tree));
    open_.pop_back();
  }

  // Returns the number of the pack that a `use` line names; nothing if there is none, which is reported.
  std::optional<std::size_t> use(const lang::Declaration& declaration, const std::string& beside) {
    std::vector<std::string> folders;
    if (!beside.empty()) { folders.push_back(beside); }
    folders.insert(folders.end(), options_.search.begin(), options_.search.end());
    for (const auto& folder : folders) {
      // Packs that only other packs use are in a folder of their own.
      const auto beginning = folder == "/" ? folder : folder + "/";
      const auto own = beginning + declaration.name;
      const auto library = beginning + "lib/" + declaration.name;
      for (const auto& path : {own, own + ".loot", library, library + ".loot"}) {
        auto files = read(path);
        if (!files && (files.error().kind == text::ReadError::Kind::Missing ||
                       files.error().kind == text::ReadError::Kind::NoPackFile)) {
          continue;
        }
        if (!files) {
          report_unread(files.error(), declaration.name_span);
          return std::nullopt;
        }
        return use_files(declaration, path, std::move(*files), folder);
      }
    }
    report_.add(Code::UnknownPack, declaration.name_span, declaration.name)
        .help("put `" + declaration.name + ".loot` or a folder of that name beside this pack");
    return std::nullopt;
  }

  std::optional<std::size_t> use_files(const lang::Declaration& declaration, const std::string& path,
                                       std::vector<text::NamedText> files, const std::string& folder) {
    const auto begun = std::find(open_.begin(), open_.end(), path);
    if (begun != open_.end()) {
      std::string circle;
      for (auto pack = begun; pack != open_.end(); ++pack) { circle += name_of(*pack) + " -> "; }
      report_.add(Code::UseCycle, declaration.name_span, circle + name_of(path));
      return std::nullopt;
    }
    if (const auto known = used_.find(path); known != used_.end()) { return known->second; }
    // Packs that were read, and those that are still being read, without the pack itself.
    if (packs_.size() + open_.size() > kMaxUsedPacks) {
      report_.add(Code::TooLarge, declaration.name_span, kMaxUsedPacks, "used packs");
      return std::nullopt;
    }
    take_in(std::move(files), folder, path);
    used_.emplace(path, packs_.size() - 1);
    return packs_.size() - 1;
  }

  Loaded compile() {
    // A partly read pack would cause errors about names that seem unknown.
    if (report_.error_count() > 0) { return finish(std::nullopt); }
    std::optional<CheckedQuantities> known;
    if (!options_.checks_quantities) {
      known.emplace();
    } else if (options_.was_checked) {
      known = options_.was_checked(hash_);
    }
    const auto packs = std::make_shared<const std::vector<check::PackTree>>(std::move(packs_));
    if (!known) { return finish(check::check(packs, report_)); }
    auto compiled = check::compile(packs, report_);
    if (compiled) { compiled->program.may_fail = std::move(known->may_fail); }
    return finish(std::move(compiled));
  }

  Loaded finish(std::optional<check::Compiled> compiled);
  Findings findings() {
    auto data = std::make_shared<api::FindingsData>();
    data->sources = sources_;
    data->diagnostics = report_.sorted();
    for (const auto& finding : data->diagnostics) {
      if (finding.severity == Severity::Error) { ++data->errors; }
      if (finding.severity == Severity::Warning) { ++data->warnings; }
      if (finding.severity == Severity::Note) { ++data->notes; }
    }
    return api::PackMaker::findings(std::move(data));
  }

  LoadOptions options_;
  const PackSource* source_;
  std::shared_ptr<text::Sources> sources_;
  text::Report report_;
  std::vector<check::PackTree> packs_;
  std::vector<std::string> open_;            // paths of packs that are being read, to detect cycles
  std::map<std::string, std::size_t> used_;  // by path, the number of the pack
  std::size_t tokens_ = 0;                   // of all files
  std::uint64_t hash_ = 0xCBF29CE484222325;  // FNV-1a over all files
};

// Returns "integer", "list of symbols": the type without its article.
std::string type_text(program::ValueType type) {
  auto out = program::to_text(type);
  if (out.rfind("a ", 0) == 0) { out.erase(0, 2); }
  if (out.rfind("an ", 0) == 0) { out.erase(0, 3); }
  return out;
}

void describe_tables(api::PackData& data) {
  for (const auto& table : data.program.tables) {
    if (table.name.empty()) { continue; }
    TableInfo info{table.name, table.doc, type_text(table.type), {}, table.rows.size()};
    for (const auto& column : table.columns) { info.columns.push_back(column.name); }
    data.tables.push_back(std::move(info));
  }
}

void describe_fields(api::PackData& data) {
  const auto& program = data.program;
  for (const auto slot : program.fields) {
    const auto& field = program.slots[slot];
    data.fields.push_back({field.name, type_text(field.type)});
    data.field_kinds.push_back(field.type.kind);
    data.field_numbers.try_emplace(field.name, data.fields.size() - 1);
    if (program::lies_in_heap(field.type.kind)) { data.fields_in_heap.push_back(data.fields.size() - 1); }
  }
  for (const auto& measure : program.measures) {
    data.measures.push_back({measure.name, measure.doc, type_text(program.expressions[measure.value].type)});
  }
  const auto first = static_cast<std::int32_t>(program.input_words());
  for (const auto& rule : program.rules) {
    std::vector<std::int32_t> places;
    for (const auto slot : program.fields) {
      const auto found = std::lower_bound(rule.fields.begin(), rule.fields.end(), slot);
      const bool has = found != rule.fields.end() && *found == slot;
      places.push_back(has ? first + static_cast<std::int32_t>(found - rule.fields.begin()) : -1);
    }
    data.field_of.push_back(std::move(places));
  }
}

Loaded Loader::finish(std::optional<check::Compiled> compiled) {
  Loaded out;
  out.findings = findings();
  if (!compiled) { return out; }
  auto data = std::make_shared<api::PackData>();
  data->sources = sources_;
  data->program = std::move(compiled->program);
  data->program.content_hash = hash_;
  data->context = std::move(compiled->context);
  for (const auto& rule : data->program.rules) {
    if (rule.is_block) { break; }  // those come last
    RuleInfo info;
    info.name = rule.name;
    info.doc = rule.doc;
    info.own = rule.is_own;
    for (const auto& parameter : rule.parameters) {
      auto input = api::describe_input(data->program, parameter.slot);
      if (parameter.initial != program::kNone) {
        input.initial = std::string(data->sources->text(data->program.places[parameter.initial]));
      }
      info.parameters.push_back(std::move(input));
    }
    data->rules.push_back(std::move(info));
  }
  for (const auto slot : data->program.inputs) { data->inputs.push_back(api::describe_input(data->program, slot)); }
  for (const auto slot : data->program.states) { data->states.push_back(api::describe_input(data->program, slot)); }
  describe_fields(*data);
  describe_tables(*data);
  out.pack = api::PackMaker::pack(std::move(data));
  return out;
}

Formatted Loader::parse_only(std::string name, std::string bytes) {
  Formatted out;
  text::remove_mark(bytes);
  const auto bad = text::find_non_text(bytes);
  const auto source = sources_->add(std::move(name), std::move(bytes));
  if (bad) {
    const auto at = static_cast<std::uint32_t>(*bad);
    report_.add(Code::NotText, {source, at, at}, *bad).help("a pack is text in UTF-8");
  } else {
    out.text = lang::format(*sources_, source, report_);
  }
  out.findings = findings();
  return out;
}

}  // namespace

Loaded Pack::load(const std::string& path, const std::vector<std::string>& search) {
  return load(path, LoadOptions{search, true, {}});
}

Loaded Pack::load(const std::string& path, LoadOptions options) { return Loader(std::move(options)).load(path); }

Loaded Pack::load(const PackSource& source, const std::string& name, LoadOptions options) {
  return Loader(std::move(options), &source).load(source.folder + "/" + name);
}

Loaded Pack::compile(std::string name, std::string text, const std::vector<std::string>& search) {
  return Loader(LoadOptions{search, true, {}}).compile(std::move(name), std::move(text));
}

Formatted format(std::string name, std::string text) { return Loader({}).parse_only(std::move(name), std::move(text)); }

}  // namespace v1
}  // namespace spoils
