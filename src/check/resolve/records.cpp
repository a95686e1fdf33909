// check/resolve/records.cpp
//
// Finds the records of all collections, resolves their parents in depth-first order, and reports unknown parents,
// unknown lines and cycles.
#include "check/resolve/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "check/resolve/scope.h"
#include "lang/token.h"
#include "program/limits.h"

namespace spoils::check {

using lang::Declaration;
using lang::RecordItem;
using text::Code;

namespace {

// Types that the language has, those of fields of records included.
bool is_type_word(std::string_view word) {
  static constexpr std::array<std::string_view, 7> kTypes{"int", "number", "flag", "symbol", "text", "range", "filter"};
  return std::find(kTypes.begin(), kTypes.end(), word) != kTypes.end();
}

// The names that a line of its kind may have in a record.
std::vector<std::string_view> names_for(const Declaration& collection, const RecordItem& item) {
  std::vector<std::string_view> out;
  switch (item.kind) {
    case RecordItem::Kind::Field:
      out.emplace_back("tags");
      for (const auto& field : collection.parameters) { out.emplace_back(field.name); }
      break;
    case RecordItem::Kind::Row:
      for (const auto& rows : collection.record_rows) { out.emplace_back(rows.name); }
      break;
    case RecordItem::Kind::Block:
      for (const auto& block : collection.blocks) { out.emplace_back(block.text); }
      break;
    case RecordItem::Kind::Once: out.emplace_back(item.name); break;
  }
  return out;
}

}  // namespace

Records::Records(const std::vector<PackTree>& packs, const Visibility& visibility, text::Report& report)
    : packs_(packs), visibility_(visibility), report_(report) {
  find_collections();
  overrides_.report(report_);
  for (const auto& stray : strays_) { unknown_collection(*stray); }
}

void Records::find_collections() {
  for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
    for (const auto& file : packs_[pack].files) {
      for (const auto& declaration : file.declarations) {
        if (declaration.kind != Declaration::Kind::Collection || declaration.name.empty()) { continue; }
        if (is_type_word(declaration.name)) {
          report_.add(Code::KeywordAsName, declaration.name_span, declaration.name)
              .note(fmt::format("`{0}` is a type, so `set of {0}` would not hold records", declaration.name));
        }
        const auto [found, is_new] = numbers_.emplace(declaration.name, collections_.size());
        if (is_new) {
          collections_.emplace_back();
          collections_.back().declaration = &declaration;
          collections_.back().pack = pack;
        } else {
          report_.add(Code::DeclaredTwice, declaration.name_span, declaration.name)
              .label(collections_[found->second].declaration->name_span, "declared first here");
        }
      }
    }
  }
  std::vector<const Declaration*> strays;
  for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
    for (const auto& file : packs_[pack].files) {
      for (const auto& declaration : file.declarations) {
        if (declaration.kind == Declaration::Kind::Record) { take(declaration, pack); }
      }
    }
    // `r with { }` may come before r in the text. Try those again now that r is known; one that inherits from another
    // comes after it.
    for (const auto* early : std::exchange(strays_, {})) { take(*early, pack); }
    strays.insert(strays.end(), strays_.begin(), strays_.end());
    strays_.clear();
  }
  strays_ = std::move(strays);
}

void Records::take(const Declaration& record, std::size_t pack) {
  const auto* known = collection_of(record);
  if (known == nullptr) {
    strays_.push_back(&record);
    return;
  }
  auto& into = collections_[static_cast<std::size_t>(known - collections_.data())];
  const auto [found, is_new] = into.numbers.emplace(record.name, into.records.size());
  homes_[record.name].push_back(&into - collections_.data());
  if (is_new) {
    if (record.is_override) {
      report_.add(Code::OverridesNothing, record.name_span, into.declaration->name, record.name);
    }
    into.records.push_back(&record);
    into.record_packs.push_back(pack);
    return;
  }
  auto& old = into.records[found->second];
  if (record.is_override && into.record_packs[found->second] != pack) {
    overrides_.note(visibility_, into.declaration->name, {&record, pack}, {old, into.record_packs[found->second]});
    old = &record;  // it keeps its place, and with it its rank
    into.record_packs[found->second] = pack;
    return;
  }
  auto finding = report_.add(Code::DeclaredTwice, record.name_span, record.name);
  finding.label(old->name_span, "declared first here");
  if (into.record_packs[found->second] != pack) {
    finding.help("write `override` before it to replace the one of the used pack");
  }
}

const Records::Known* Records::collection_of(const Declaration& record) const {
  if (!record.collection.text.empty()) {
    const auto found = numbers_.find(record.collection.text);
    return found == numbers_.end() ? nullptr : &collections_[found->second];
  }
  const auto found = homes_.find(record.parents[0].text);
  if (found == homes_.end()) { return nullptr; }
  // Records of several collections may have one name: that which has what is changed is meant.
  for (const auto number : found->second) {
    const auto& known = collections_[static_cast<std::size_t>(number)];
    const bool has_all = std::all_of(record.items.begin(), record.items.end(), [&](const RecordItem& item) {
      const auto names = names_for(*known.declaration, item);
      return std::find(names.begin(), names.end(), item.name) != names.end();
    });
    if (has_all) { return &known; }
  }
  return &collections_[static_cast<std::size_t>(found->second.front())];
}

void Records::unknown_collection(const Declaration& record) {
  if (record.collection.text.empty()) {
    report_.add(Code::UnknownRecord, record.parents[0].span, "any collection", record.parents[0].text)
        .note("`with { }` follows the name of a record");
    return;
  }
  if (!tell(record.collection.text)) { return; }
  auto finding = report_.add(Code::UnknownCollection, record.collection.span, record.collection.text);
  if (!report_.suggests()) { return; }
  // The parser takes any word for a collection where the rest may be a record.
  std::vector<std::string_view> known(lang::kDeclarationWords.begin(), lang::kDeclarationWords.end());
  for (const auto& [name, number] : numbers_) { known.emplace_back(name); }
  if (const auto near = report_.nearest(record.collection.text, known)) {
    finding.help(Edit{record.collection.span, std::string(*near)});
  }
}

// Collects ancestors depth first, each parent's own parents before it. Their number and the depth are limited.
bool Records::climb(const Known& known, const Declaration& record, std::vector<const Declaration*>& open, Line& line) {
  if (std::find(line.begin(), line.end(), &record) != line.end()) { return true; }
  open.push_back(&record);
  for (const auto& parent : record.parents) {
    const auto found = known.numbers.find(parent.text);
    if (found == known.numbers.end()) {
      unknown_record(known, parent.span, parent.text);
      continue;
    }
    const auto* above = known.records[found->second];
    if (std::find(open.begin(), open.end(), above) != open.end()) {
      if (tell("circle in " + known.declaration->name)) {
        report_.add(Code::Recursion, parent.span, above->name).label(above->name_span, "this record");
      }
      return false;
    }
    if (line.size() + open.size() > program::kMaxAncestors) {
      if (tell("ancestors in " + known.declaration->name)) {
        report_.add(Code::TooLarge, record.name_span, program::kMaxAncestors, "records to inherit from");
      }
      return false;
    }
    if (!climb(known, *above, open, line)) { return false; }
  }
  open.pop_back();
  line.push_back(&record);
  return true;
}

Records::Line Records::line_of(const Known& known, const Declaration& record) {
  Line out;
  std::vector<const Declaration*> open;
  if (!climb(known, record, open, out)) { out.assign(1, &record); }
  return out;
}

void Records::unknown_record(const Known& known, Span place, std::string_view name) {
  if (!tell(fmt::format("{}.{}", known.declaration->name, name))) { return; }
  auto finding = report_.add(Code::UnknownRecord, place, fmt::format("collection `{}`", known.declaration->name), name);
  if (!report_.suggests()) { return; }
  std::vector<std::string_view> names;
  for (const auto& [record, number] : known.numbers) { names.emplace_back(record); }
  if (const auto near = report_.nearest(name, names)) { finding.help(Edit{place, std::string(*near)}); }
}

void Records::unknown_part(const Known& known, const RecordItem& item, std::vector<std::string_view> names) {
  const auto of = fmt::format("collection `{}`", known.declaration->name);
  auto finding = report_.add(Code::UnknownColumn, item.name_span, of, item.name);
  if (item.name == "once") {
    finding.help("`once` marks a record, not all of them: `" + known.declaration->name + " NAME { once }`");
  } else if (const auto near = report_.nearest(item.name, names)) {
    finding.help(Edit{item.name_span, std::string(*near)});
  } else {
    finding.label(known.declaration->name_span, "declared here");
  }
}

// Checks each line of a record once, at its place in the text.
void Records::check_items(const Known& known, const Declaration& record) {
  for (const auto& item : record.items) {
    auto names = names_for(*known.declaration, item);
    if (std::find(names.begin(), names.end(), item.name) == names.end()) {
      unknown_part(known, item, std::move(names));
    }
  }
}

}  // namespace spoils::check
