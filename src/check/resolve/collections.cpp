// check/resolve/collections.cpp
//
// Rewrites collections as declarations of tables and rules, on the tree: a table of records, one table for each kind
// of repeated rows, and a rule for each block.
#include "check/resolve/collections.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "check/resolve/record_values.h"
#include "check/resolve/records.h"
#include "check/resolve/scope.h"

namespace spoils::check {

using lang::Declaration;
using lang::Expression;
using lang::Parameter;
using lang::RecordItem;
using lang::RecordRows;
using lang::TypeName;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

class Expander {
 public:
  Expander(const std::vector<PackTree>& packs, const Visibility& visibility, text::Report& report)
      : packs_(packs),
        report_(report),
        records_(packs, visibility, report),
        values_(packs, visibility, records_, report) {}

  Collections run() {
    for (const auto& known : records_.all()) { expand(known); }
    for (const auto& [begin, word] : values_.words()) { out_.filter_words.push_back(word); }
    add_names();
    return std::move(out_);
  }

 private:
  // ---- One collection

  static Expression text_of(std::string_view characters, Span span) {
    auto out = leaf(Kind::Text, span);
    if (!characters.empty()) { out.children.push_back(leaf(Kind::Piece, span, characters)); }
    return out;
  }

  // The name of a record without the marks of a plural.
  static std::string shown_name(const Declaration& record) {
    auto out = record.title.empty() ? record.name : record.title.substr(0, record.title.find(':'));
    if (record.title.empty()) {
      std::replace(out.begin(), out.end(), '_', ' ');
    } else {
      out.erase(std::remove(out.begin(), out.end(), '~'), out.end());
    }
    return out;
  }

  RecordValues::Given given_to(const Records::Known& known, const Declaration& record, const Records::Line& line) {
    RecordValues::Given out;
    for (const auto* above : line) {
      for (const auto& item : above->items) {
        if (item.kind != RecordItem::Kind::Field || item.name == "tags" || item.values.empty()) { continue; }
        auto& value = out[item.name];
        if (item.op == "=") {
          value = values_.copy(item.values[0]);
          continue;
        }
        if (value.kind == Kind::Missing) {
          for (const auto& field : known.declaration->parameters) {
            if (field.name == item.name) { value = values_.copy(field.initial); }
          }
        }
        value = values_.joined(value, item);
      }
    }
    out.emplace("name", text_of(shown_name(record), record.name_span));
    return out;
  }

  Expression tags_of(const Records::Known& known, const Declaration& record, const Records::Line& line,
                     const RecordValues::Given& values) {
    std::vector<Expression> members;
    const auto add = [&](const Declaration& from, bool of_collection) {
      for (const auto& item : from.items) {
        if (item.kind != RecordItem::Kind::Field || item.name != "tags" || item.values.empty()) { continue; }
        if (item.values[0].kind != Kind::Set) {
          report_.add(Code::OperandType, item.values[0].span, "`tags`", "a set `{a, b}`", "something else");
          continue;
        }
        for (const auto& tag : item.values[0].children) {
          const auto own = values.find(tag.text);
          if (of_collection && tag.kind == Kind::Name && own != values.end()) {
            if (own->second.kind == Kind::Name) { members.push_back(values_.copy(own->second)); }
            continue;
          }
          bool is_field = false;
          for (const auto& field : known.declaration->parameters) {
            is_field = is_field || (of_collection && field.name == tag.text);
          }
          if (!is_field) { values_.add_names_of(tag, members); }
        }
      }
    };
    add(*known.declaration, true);
    for (const auto* above : line) {
      members.push_back(leaf(Kind::Name, record.name_span, above->name));
      add(*above, false);
    }
    for (const auto& member : members) { out_.tags.insert(member.text); }
    return values_.set_of(std::move(members), record.name_span);
  }

  // Whether a field has the name of one that every record has, which is an error.
  bool is_built_in(const Declaration& collection, const Parameter& field) {
    const std::map<std::string_view, std::string_view> all = {
        {"name", "its title, or its word"},
        {"tags", "the words that filters know it by"},
        {"rank", "its number in the order of declaration, from 0"},
        {"once", "whether a world makes it at most once"}};
    const auto found = all.find(field.name);
    if (found == all.end()) { return false; }
    report_.add(Code::DeclaredTwice, field.name_span, field.name)
        .help(fmt::format("every record has `{}`: {}; name the field otherwise, such as `{}_{}`", field.name,
                          found->second, collection.name, field.name));
    return true;
  }

  void expand(const Records::Known& known) {
    const auto& collection = *known.declaration;
    auto& facts = out_.facts[collection.name];
    facts.declaration = &collection;
    for (const auto& item : collection.items) {
      const bool is_tags = item.kind == RecordItem::Kind::Field && item.name == "tags";
      if (!is_tags) { records_.unknown_part(known, item, {"tags", "rows", "block"}); }
    }
    Declaration table;
    table.kind = Declaration::Kind::Table;
    table.span = collection.span;
    table.name_span = collection.name_span;
    table.name = collection.name;
    table.doc = collection.doc;
    for (const auto& field : collection.parameters) {
      // One that is refused keeps its place, under a name that nothing can read.
      const auto name = is_built_in(collection, field) ? field.name + " " : field.name;
      add_columns(table, name, field.name_span, field.type);
    }
    std::vector<Declaration> row_tables;
    for (const auto& rows : collection.record_rows) {
      Declaration::Column column;
      column.span = rows.name_span;
      column.values.push_back(leaf(Kind::Name, rows.name_span, rows.name));
      column.rows = rows_of(collection.name, rows.name);
      table.columns.push_back(std::move(column));
      row_tables.push_back(table_of_rows(collection, rows));
    }
    const auto built_in = [&](const char* name, const TypeName& type) {
      add_columns(table, name, collection.name_span, type);
    };
    built_in("name", word_type("text"));
    built_in("tags", words_type());
    built_in("rank", word_type("int"));
    built_in("once", word_type("flag"));
    table.rows.reserve(known.records.size());
    // Those of `r with { }` come after all others: they have no part in the ranks.
    auto in_order = known.records;
    std::stable_partition(in_order.begin(), in_order.end(), [](const auto* record) { return !is_derived(*record); });
    for (const auto* record : in_order) {
      records_.check_items(known, *record);
      if (record->is_abstract) {
        out_.tags.insert(record->name);
        static_cast<void>(records_.line_of(known, *record));
      } else if (!values_.is_full()) {
        add_record(known, *record, table, row_tables);
      }
    }
    out_.made.push_back({std::move(table), known.pack});
    for (auto& rows : row_tables) { out_.made.push_back({std::move(rows), known.pack}); }
    add_blocks(known, facts);
  }

  // `allocate` always says where, how commonly and on what; other rows have what the collection says.
  static std::vector<Parameter> columns_of(const RecordRows& rows) {
    std::vector<Parameter> out;
    if (rows.name == "allocate") {
      const auto add = [&](const char* name, const char* type) {
        Parameter made;
        made.span = rows.name_span;
        made.name_span = rows.name_span;
        made.name = name;
        made.type = word_type(type);
        made.type.span = rows.name_span;
        out.push_back(std::move(made));
      };
      add("at", "range");
      add("common", "number");
      out.back().initial = whole(1, rows.name_span);
      add("on", "filter");
    }
    out.insert(out.end(), rows.columns.begin(), rows.columns.end());
    return out;
  }

  Declaration table_of_rows(const Declaration& collection, const RecordRows& rows) {
    Declaration out;
    out.kind = Declaration::Kind::Table;
    out.span = rows.span;
    out.name_span = rows.name_span;
    out.name = rows_of(collection.name, rows.name);
    out.is_rows = true;
    for (const auto& column : columns_of(rows)) { add_columns(out, column.name, column.name_span, column.type); }
    return out;
  }

  // A record of `r with { }` has no name by which it could be an outcome: its row is read, and never drawn.
  static bool is_derived(const Declaration& record) { return record.collection.text.empty(); }
  static void list(lang::Row& row, const Declaration& record) {
    if (is_derived(record)) { row.condition = leaf(Kind::Flag, record.name_span); }
  }

  static lang::Row row_of(const Declaration& record, Span place) {
    lang::Row row;
    row.span = place;
    row.outcomes.emplace_back();
    list(row, record);
    row.outcomes.back().span = place;
    row.outcomes.back().value = leaf(Kind::Name, place, record.name);
    return row;
  }

  void add_record(const Records::Known& known, const Declaration& record, Declaration& table,
                  std::vector<Declaration>& row_tables) {
    const auto& collection = *known.declaration;
    const auto line = records_.line_of(known, record);
    const auto given = given_to(known, record, line);
    auto row = row_of(record, record.name_span);
    auto& outcome = row.outcomes.back();
    auto values = given;
    for (const auto& field : collection.parameters) {
      const auto own = given.find(field.name);
      if (own != given.end()) { continue; }
      std::vector<std::string> open{field.name};
      auto value = field.initial.kind == Kind::Missing ? leaf(Kind::Missing, field.name_span)
                                                       : values_.settled(known, given, field.initial, open);
      values[field.name] = std::move(value);
    }
    for (const auto& field : collection.parameters) {
      values_.add_cells(outcome.cells, field.type, values[field.name]);
    }
    for (std::size_t i = 0; i < collection.record_rows.size(); ++i) {
      const auto before = row_tables[i].rows.size();
      for (const auto* above : line) {
        for (const auto& item : above->items) {
          if (item.kind == RecordItem::Kind::Row && item.name == collection.record_rows[i].name && !values_.is_full()) {
            add_row(record, item, collection.record_rows[i], row_tables[i]);
          }
        }
      }
      auto list = leaf(Kind::List, record.name_span);
      for (auto number = before; number < row_tables[i].rows.size(); ++number) {
        list.children.push_back(whole(static_cast<std::int64_t>(number), record.name_span));
      }
      outcome.cells.push_back(std::move(list));
    }
    outcome.cells.push_back(values["name"]);
    outcome.cells.push_back(tags_of(known, record, line, values));
    outcome.cells.push_back(whole(static_cast<std::int64_t>(table.rows.size()), record.name_span));
    bool once = false;
    for (const auto* above : line) {
      for (const auto& item : above->items) { once = once || item.kind == RecordItem::Kind::Once; }
    }
    auto flag = leaf(Kind::Flag, record.name_span);
    flag.number = once ? 1 : 0;
    outcome.cells.push_back(std::move(flag));
    outcome.cells.shrink_to_fit();
    table.rows.push_back(std::move(row));
  }

  // RecordValues::Given without a name of a column before them fill the columns in order.
  void add_row(const Declaration& record, const RecordItem& item, const RecordRows& rows, Declaration& table) {
    const auto columns = columns_of(rows);
    std::vector<const Expression*> values(columns.size(), nullptr);
    std::size_t next = 0;
    for (std::size_t i = 0; i < item.values.size(); ++i) {
      const auto& value = item.values[i];
      auto at = columns.size();
      if (value.kind == Kind::Name && !values_.in_parentheses(value) && i + 1 < item.values.size()) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
          if (columns[c].name == value.text) { at = c; }
        }
      }
      if (at < columns.size()) {
        ++i;
      } else {
        while (next < columns.size() && values[next] != nullptr) { ++next; }
        at = next;
      }
      if (at == columns.size() || values[at] != nullptr) {
        if (records_.tell(fmt::format("row {}.{}", item.span.source, item.span.begin))) {
          report_
              .add(Code::CellCount, item.values[i].span, "one value too many",
                   fmt::format("{} column{}", columns.size(), columns.size() == 1 ? "" : "s"))
              .label(rows.name_span, "declared here");
        }
        return;
      }
      values[at] = &item.values[i];
    }
    auto row = row_of(record, item.span);
    auto& outcome = row.outcomes.back();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& value = values[c] != nullptr ? *values[c] : columns[c].initial;
      if (rows.name == "allocate" && columns[c].name == "common") { outcome.weight = values_.copy(value); }
      auto placed = value.kind == Kind::Missing ? leaf(Kind::Missing, item.span) : value;
      values_.add_cells(outcome.cells, columns[c].type, placed);
    }
    table.rows.push_back(std::move(row));
  }

  // Makes one rule for each block in the text, and records for each record the block that it has or inherits.
  void add_blocks(const Records::Known& known, CollectionFacts& facts) {
    std::map<const RecordItem*, std::string> rules;
    for (std::size_t number = 0; number < known.records.size(); ++number) {
      const auto& record = *known.records[number];
      for (const auto& item : record.items) {
        if (item.kind != RecordItem::Kind::Block) { continue; }
        Declaration rule;
        rule.kind = Declaration::Kind::Rule;
        rule.span = item.span;
        rule.name_span = item.name_span;
        rule.name = record.name + "." + item.name;
        if (!rule_names_.insert(rule.name).second) { rule.name = known.declaration->name + "." + rule.name; }
        rule.block = item.block;
        rule.is_rows = true;
        rules.emplace(&item, rule.name);
        out_.made.push_back({std::move(rule), known.record_packs[number]});
      }
    }
    for (const auto* record : known.records) {
      if (record->is_abstract) { continue; }
      const auto line = records_.line_of(known, *record);
      for (const auto& block : known.declaration->blocks) {
        const std::string* found = nullptr;
        for (const auto* above : line) {
          for (const auto& item : above->items) {
            if (item.kind == RecordItem::Kind::Block && item.name == block.text) { found = &rules[&item]; }
          }
        }
        if (found != nullptr) { facts.blocks[block.text].emplace_back(record->name, *found); }
      }
    }
    for (const auto& block : known.declaration->blocks) { facts.blocks[block.text]; }
  }

  // Turns the display texts of records into entries of `names`.
  void add_names() {
    for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
      Declaration names;
      names.kind = Declaration::Kind::Names;
      std::set<std::string_view> known;
      for (const auto& collection : records_.all()) {
        for (std::size_t i = 0; i < collection.records.size(); ++i) {
          const auto& record = *collection.records[i];
          if (collection.record_packs[i] != pack || record.title.empty() || !known.insert(record.name).second) {
            continue;
          }
          names.entries.push_back({record.name_span, record.name_span, record.name, record.title});
        }
      }
      names.entries.shrink_to_fit();
      if (!names.entries.empty()) { out_.made.push_back({std::move(names), pack}); }
    }
  }

  const std::vector<PackTree>& packs_;
  text::Report& report_;
  Records records_;
  RecordValues values_;
  Collections out_;
  std::set<std::string, std::less<>> rule_names_;
};

}  // namespace

Collections expand_collections(const std::vector<PackTree>& packs, const Visibility& visibility, text::Report& report) {
  return Expander(packs, visibility, report).run();
}

void check_tag(const std::set<std::string, std::less<>>& tags, std::string_view word, Span place,
               text::Report& report) {
  if (tags.find(word) != tags.end()) { return; }
  auto told = report.add(Code::NoSuchTag, place, word);
  if (!report.suggests()) { return; }
  const std::vector<std::string_view> known(tags.begin(), tags.end());
  if (const auto near = report.nearest(word, known)) { told.help(Edit{place, std::string(*near)}); }
}

}  // namespace spoils::check
