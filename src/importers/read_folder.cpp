// importers/read_folder.cpp
//
// Opens the files of a folder, and resolves inheritance between records.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "importers/readers.h"
#include "program/limits.h"
#include "text/read_pack.h"

namespace spoils::importers {

namespace {

std::string wrong_file(const text::ReadError& error) {
  switch (error.kind) {
    case text::ReadError::Kind::Missing: return "does not exist";
    case text::ReadError::Kind::NotAFile: return "is not a file";
    case text::ReadError::Kind::TooLarge: return fmt::format("is too large: the limit is {}", error.detail);
    default: return fmt::format("cannot be read: {}", error.detail);
  }
}

// Visits the records once, with the path to the current one.
class Climb {
 public:
  Climb(const std::vector<Kin>& records, Notes& notes) : records_(records), notes_(notes), states_(records.size()) {
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (records[i].name.empty()) { continue; }
      names_.push_back(records[i].name);
      if (!numbers_.emplace(records[i].name, i).second) {
        notes.wrong(*records[i].place, {}, fmt::format("is the second template with the name `{}`", records[i].name));
      }
    }
    out.resize(records.size());
  }

  void visit(std::size_t number) {
    if (states_[number] == State::Done) { return; }
    states_[number] = State::Open;
    way_.push_back(number);
    for (const std::string& parent : *records_[number].parents) { climb(number, parent); }
    way_.pop_back();
    states_[number] = State::Done;
    if (out[number].size() > program::kMaxAncestors) {
      notes_.wrong(*records_[number].place, "templates",
                   fmt::format("inherits from more than {} records", program::kMaxAncestors));
    }
  }

  std::vector<std::vector<std::size_t>> out;

 private:
  enum class State : std::uint8_t { New, Open, Done };

  void climb(std::size_t number, const std::string& parent) {
    const auto found = numbers_.find(parent);
    if (found == numbers_.end()) {
      notes_.wrong(*records_[number].place, "templates", fmt::format("unknown template `{}`", parent),
                   did_you_mean(parent, names_));
      return;
    }
    if (states_[found->second] == State::Open) {
      std::string circle;
      for (auto at = std::find(way_.begin(), way_.end(), found->second); at != way_.end(); ++at) {
        circle += fmt::format("`{}`, which inherits from ", records_[*at].name);
      }
      notes_.wrong(*records_[number].place, "templates",
                   fmt::format("inherits from itself, in a circle: {}`{}`", circle, parent));
      return;
    }
    visit(found->second);
    const auto add = [&list = out[number]](std::size_t ancestor) {
      if (std::find(list.begin(), list.end(), ancestor) == list.end()) { list.push_back(ancestor); }
    };
    for (const std::size_t ancestor : out[found->second]) { add(ancestor); }
    add(found->second);
  }

  const std::vector<Kin>& records_;
  Notes& notes_;
  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<std::string> names_;
  std::vector<State> states_;
  std::vector<std::size_t> way_;
};

}  // namespace

ImportedFile& Folder::whole(const std::string& name, bool needed,
                            const std::function<void(const std::string&, const Json&)>& see) {
  std::string file = name + ".txt";
  auto bytes = text::read_text_file(path_ + '/' + file);
  if (!bytes && bytes.error().kind == text::ReadError::Kind::Missing) {
    auto other = text::read_text_file(path_ + '/' + name + ".json");
    if (other || other.error().kind != text::ReadError::Kind::Missing) {
      file = name + ".json";
      bytes = std::move(other);
    }
  }
  ImportedFile& out = files_.emplace_back();
  out.name = file;
  if (!bytes) {
    out.there = false;
    if (needed || bytes.error().kind != text::ReadError::Kind::Missing) {
      notes_.wrong({file, {}, 1}, {}, wrong_file(bytes.error()));
      is_broken_ = true;
    }
    return out;
  }
  const auto parsed = parse_json(*bytes);
  if (!parsed) {
    notes_.wrong({file, {}, parsed.error().line}, {}, parsed.error().what);
    is_broken_ = true;
    return out;
  }
  for (const RepeatedKey& twice : parsed->repeated) {
    notes_.left_out({file, fmt::format("line {}", twice.line), twice.line}, twice.key,
                    "occurs twice in one record; the last one counts, as in the game");
  }
  see(file, parsed->root);
  return out;
}

ImportedFile& Folder::each_record(const std::string& name, bool needed, const std::function<void(Fields&)>& see) {
  std::size_t records = 0;
  ImportedFile& out = whole(name, needed, [&](const std::string& file, const Json& root) {
    if (root.kind != Json::Kind::List) {
      notes_.wrong({file, {}, root.line}, {},
                   fmt::format("is {}, but a list of records is expected", kind_name(root.kind)));
      return;
    }
    for (const Json& record : root.items) {
      ++records;
      if (record.kind != Json::Kind::Object) {
        notes_.wrong({file, fmt::format("record {}", records), record.line}, {},
                     fmt::format("is {}, but an object is expected", kind_name(record.kind)));
        continue;
      }
      std::string called = record_name(record);
      if (called.empty()) { called = fmt::format("record {}", records); }
      Fields fields(record, {file, std::move(called), record.line}, notes_);
      see(fields);
      fields.finish();
    }
  });
  out.records = records;
  return out;
}

std::string record_name(const Json& record) {
  const Json* info = record.find("nameInfo");
  const auto text = [](const Json* object, std::string_view key) -> const Json* {
    if (object == nullptr || object->kind != Json::Kind::Object) { return nullptr; }
    const Json* value = object->find(key);
    return value != nullptr && value->kind == Json::Kind::Text && !value->text.empty() ? value : nullptr;
  };
  const Json* name = text(&record, "name");
  for (const char* key : {"templateName", "type"}) {
    if (name == nullptr) { name = text(&record, key); }
    if (name == nullptr && std::string_view(key) == "templateName") {
      for (const char* part : {"properName", "variantName", "baseNoun"}) {
        if (name == nullptr) { name = text(info, part); }
      }
      if (name == nullptr) { name = text(&record, "subtype"); }
    }
  }
  const Json* index = record.find("index");
  const bool numbered = index != nullptr && index->kind == Json::Kind::Number;
  if (name == nullptr) { return numbered ? fmt::format("index {}", index->text) : std::string{}; }
  return numbered ? fmt::format("{} ({})", name->text, index->text) : name->text;
}

std::vector<std::vector<std::size_t>> ancestors_of(const std::vector<Kin>& records, Notes& notes) {
  Climb climb(records, notes);
  for (std::size_t i = 0; i < records.size(); ++i) { climb.visit(i); }
  return std::move(climb.out);
}

}  // namespace spoils::importers
