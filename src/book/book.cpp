// book/book.cpp
//
// Writes a book from its outline, its query plan and the section writers: tables.h, rules.h.
#include "book/book.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "book/estimates.h"
#include "book/query_plan.h"
#include "book/rules.h"
#include "book/tables.h"
#include "book/wording.h"

namespace spoils::book {

namespace {

class Writer {
 public:
  Writer(const Pack& pack, const program::Program& program, const text::Sources& sources,
         const std::vector<File>& files, const BookOptions& options)
      : pack_(pack),
        program_(program),
        sources_(sources),
        options_(options),
        outline_(make_outline(program, sources, files)) {}

  Document write() {
    const std::string title(pack_.title().empty() ? pack_.name() : pack_.title());
    document_.title = title;
    name_headings(title);
    const auto plan = make_query_plan(pack_, program_, outline_, options_);
    const auto& called = options_.pack.empty() ? program_.name : options_.pack;
    Material material{program_, sources_, outline_, plan, called, {}, options_.most_rows};
    if (plan.depth) { material.along = pack_.inputs()[*plan.depth].name; }
    heading(1, {plain(title)}, ids_.at(0));
    about(material);
    contents();
    inputs();
    RuleWriter rules(material);
    for (const auto& chapter : outline_.chapters) { write_chapter(chapter, material, rules); }
    results();
    return std::move(document_);
  }

 private:
  static std::string heading_text(const Entry& entry) { return fmt::format("{} {}", word_of(entry.kind), entry.name); }

  // Ids are assigned in the order of the headings, so that the n-th of equal ones has the number n.
  void name_headings(const std::string& title) {
    Ids ids;
    ids_.push_back(ids.next(title));
    contents_id_ = ids.next("Contents");
    if (has_inputs()) { inputs_id_ = ids.next("Inputs"); }
    for (auto& chapter : outline_.chapters) {
      if (!has_entries(chapter)) { continue; }
      if (!chapter.title.empty()) { chapter.id = ids.next(chapter.title); }
      for (auto& part : chapter.parts) {
        if (!part.title.empty() && !part.entries.empty()) { part_ids_.push_back(ids.next(part.title)); }
        for (const auto number : part.entries) {
          auto& entry = outline_.entries[number];
          entry.id = ids.next(heading_text(entry));
        }
      }
    }
    expectations_id_ = ids.next("Promises");
  }

  static bool has_entries(const Chapter& chapter) {
    return std::any_of(chapter.parts.begin(), chapter.parts.end(),
                       [](const Part& part) { return !part.entries.empty(); });
  }
  [[nodiscard]] bool has_inputs() const { return !pack_.inputs().empty() || !pack_.states().empty(); }

  void heading(int level, Line line, std::string id) {
    Block block;
    block.kind = Block::Kind::Heading;
    block.level = level;
    block.line = std::move(line);
    block.id = std::move(id);
    document_.blocks.push_back(std::move(block));
  }

  void text(std::string_view doc) {
    for (auto& block : documentation(outline_, doc)) { document_.blocks.push_back(std::move(block)); }
  }

  void about(const Material& material) {
    text(program_.doc);
    text(outline_.intro);
    Line line{plain("Pack "), code(std::string(pack_.name()))};
    if (!pack_.version().empty()) { line.push_back(plain(fmt::format(", version {}", pack_.version()))); }
    const auto* const apart = has_estimates(material.query_plan)
                                  ? ", except in columns that are marked as estimated, which have proven bounds beside "
                                    "them. Below 1% exact odds read "
                                  : ". Below 1% they read ";
    line.push_back(plain(fmt::format(
        ". All odds are exact: computed from the rules themselves, not counted from samples{}\"1 in N\", and \"-\" "
        "means never, at the values that a table or the line before it names.",
        apart)));
    document_.blocks.push_back(paragraph(std::move(line)));
    Line how;
    if (!material.along.empty()) {
      how.push_back(plain("If the odds depend on "));
      how.push_back(code(material.along));
      how.push_back(plain(", there is a column for some of its values."));
    }
    std::vector<std::string> fixed;
    if (pack_.inputs().size() > (material.along.empty() ? 0U : 1U)) {
      fixed.emplace_back(material.along.empty() ? "inputs" : "other inputs");
    }
    if (!pack_.states().empty()) { fixed.emplace_back("states"); }
    const bool has_defaults = std::any_of(pack_.rules().begin(), pack_.rules().end(), [](const RuleInfo& rule) {
      return std::any_of(rule.parameters.begin(), rule.parameters.end(),
                         [](const InputInfo& parameter) { return parameter.initial.has_value(); });
    });
    if (has_defaults) { fixed.emplace_back("parameters"); }
    if (!fixed.empty()) {
      how.push_back(
          plain(fmt::format("{}If they may depend on {}, the values that they were computed for are named: "
                            "the initial ones, unless a line says others.",
                            how.empty() ? "" : " ", fmt::join(fixed, " or "))));
    }
    if (!how.empty()) { document_.blocks.push_back(paragraph(std::move(how))); }
  }

  void contents() {
    heading(2, {plain("Contents")}, contents_id_);
    Block list;
    list.kind = Block::Kind::List;
    list.id = "contents";
    if (!inputs_id_.empty()) { list.items.push_back({0, {{Run::Kind::Plain, "Inputs", inputs_id_}}}); }
    std::size_t next_part = 0;
    for (const auto& chapter : outline_.chapters) {
      if (!has_entries(chapter)) { continue; }
      int depth = 0;
      if (!chapter.title.empty()) {
        list.items.push_back({0, {{Run::Kind::Plain, chapter.title, chapter.id}}});
        depth = 1;
      }
      for (const auto& part : chapter.parts) {
        if (part.entries.empty()) { continue; }
        int below = depth;
        if (!part.title.empty()) {
          list.items.push_back({depth, {{Run::Kind::Plain, part.title, part_ids_[next_part++]}}});
          below = depth + 1;
        }
        add_names(list, below, "Rules:", part, [](Entry::Kind kind) { return kind == Entry::Kind::Rule; });
        add_names(list, below, "Tables:", part,
                  [](Entry::Kind kind) { return kind == Entry::Kind::Table || kind == Entry::Kind::Grid; });
      }
    }
    if (!program_.expectations.empty()) {
      list.items.push_back({0, {{Run::Kind::Plain, "Promises", expectations_id_}}});
    }
    document_.blocks.push_back(std::move(list));
  }

  template <class Wanted>
  void add_names(Block& list, int depth, const char* head, const Part& part, Wanted&& wanted) const {
    Line line{plain(head)};
    for (const auto number : part.entries) {
      const auto& entry = outline_.entries[number];
      if (!wanted(entry.kind)) { continue; }
      line.push_back(plain(line.size() > 1 ? ", " : " "));
      line.push_back(code(entry.name, entry.id));
    }
    if (line.size() > 1) { list.items.push_back({depth, std::move(line)}); }
  }

  void inputs() {
    if (!has_inputs()) { return; }
    heading(2, {plain("Inputs")}, inputs_id_);
    Block table;
    table.kind = Block::Kind::Table;
    table.head = {text_cell("input"), text_cell("values"), text_cell("initial value"), text_cell("meaning")};
    const auto add = [&](const InputInfo& input, bool is_state) {
      auto domain = domain_of(input);
      if (input.kind == InputInfo::Kind::Flag) { domain = "true or false"; }
      auto doc = one_line(input.doc);
      if (is_state) { doc += doc.empty() ? "Carried from roll to roll." : " Carried from roll to roll."; }
      table.rows.push_back({{{code(input.name)}, false},
                            text_cell(std::move(domain)),
                            text_cell(input.initial.value_or("")),
                            text_cell(std::move(doc))});
    };
    for (const auto& input : pack_.inputs()) { add(input, false); }
    for (const auto& state : pack_.states()) { add(state, true); }
    document_.blocks.push_back(std::move(table));
  }

  void write_chapter(const Chapter& chapter, const Material& material, RuleWriter& rules) {
    if (!has_entries(chapter)) { return; }
    if (!chapter.title.empty()) { heading(2, {plain(chapter.title)}, chapter.id); }
    text(chapter.intro);
    for (const auto& part : chapter.parts) {
      if (!part.title.empty() && !part.entries.empty()) {
        heading(chapter.title.empty() ? 2 : 3, {plain(part.title)}, part_ids_[written_parts_++]);
      }
      const bool is_apart = !part.title.empty() || (chapter.title.empty() && chapter.parts.size() > 1);
      const int level = 2 + (chapter.title.empty() ? 0 : 1) + (is_apart ? 1 : 0);
      for (const auto number : part.entries) { write_entry(outline_.entries[number], level, material, rules); }
    }
  }

  void write_entry(const Entry& entry, int level, const Material& material, RuleWriter& rules) {
    heading(level, {plain(std::string(word_of(entry.kind)) + " "), code(entry.name)}, entry.id);
    text(entry.doc);
    const auto& program = material.program;
    const bool has_steps =
        entry.kind == Entry::Kind::Def && program.expressions[program.defs[entry.index].body].op == program::Op::Block;
    if (has_steps) {
      Block source;
      source.kind = Block::Kind::Code;
      source.line = {plain("Source")};
      source.text = std::string(sources_.text(entry.whole));
      document_.blocks.push_back(std::move(source));
    } else if (entry.kind == Entry::Kind::Def || entry.kind == Entry::Kind::Measure) {
      Line line;
      line.push_back(code(one_line(sources_.text(entry.whole))));
      document_.blocks.push_back(paragraph(std::move(line)));
    }
    std::vector<Block> blocks;
    if (entry.kind == Entry::Kind::Rule) { blocks = rules.blocks(entry, pack_.rules()[entry.index]); }
    if (entry.kind == Entry::Kind::Table) { blocks = table_blocks(material, entry.index); }
    if (entry.kind == Entry::Kind::Grid) { blocks = grid_blocks(material, entry.index); }
    for (auto& block : blocks) { document_.blocks.push_back(std::move(block)); }
    links(entry);
  }

  void links(const Entry& entry) {
    Line line;
    const auto add = [&](const char* word, const std::vector<std::size_t>& others) {
      if (others.empty()) { return; }
      line.push_back(plain(line.empty() ? word : fmt::format(". {}", word)));
      for (std::size_t i = 0; i < others.size(); ++i) {
        const auto& other = outline_.entries[others[i]];
        line.push_back(plain(i > 0 ? ", " : " "));
        line.push_back(code(other.name, other.id));
      }
    };
    add("Uses", entry.uses);
    add("Used by", entry.used_by);
    if (line.empty()) { return; }
    line.push_back(plain("."));
    document_.blocks.push_back(paragraph(std::move(line)));
  }

  void results() {
    if (program_.expectations.empty()) { return; }
    heading(2, {plain("Promises")}, expectations_id_);
    for (const auto& chapter : outline_.chapters) {
      if (!has_entries(chapter)) { text(chapter.intro); }
    }
    document_.blocks.push_back(paragraph({plain("The expectations of the pack about its odds. "), code("spoils check"),
                                          plain(" computes whether they hold.")}));
    Block list;
    list.kind = Block::Kind::List;
    const auto finish = [&] {
      if (!list.items.empty()) { document_.blocks.push_back(list); }
      list.items.clear();
    };
    for (const auto& chapter : outline_.chapters) {
      for (const auto& part : chapter.parts) {
        if (part.expectations.empty()) { continue; }
        if (!part.title.empty() && part.entries.empty()) {
          finish();
          document_.blocks.push_back(paragraph({strong(part.title)}));
        }
        for (const auto number : part.expectations) { list.items.push_back({0, result(number)}); }
      }
    }
    finish();
  }

  Line result(std::uint32_t number) const {
    const auto& expectation = program_.expectations[number];
    auto source = one_line(sources_.text(expectation.place));
    // The claim after the title.
    const auto colon = source.find("\":");
    auto claim = colon == std::string::npos ? source : source.substr(colon + 2);
    claim.erase(0, claim.find_first_not_of(' '));
    return {plain(expectation.title + ": "), code(std::move(claim))};
  }

  const Pack& pack_;
  const program::Program& program_;
  const text::Sources& sources_;
  const BookOptions& options_;
  Outline outline_;
  Document document_;
  std::vector<std::string> ids_;
  std::vector<std::string> part_ids_;  // of parts that have a title and entries, in their order
  std::string contents_id_;
  std::string inputs_id_;
  std::string expectations_id_;
  std::size_t written_parts_ = 0;
};

}  // namespace

Document make_book(const Pack& pack, const program::Program& program, const text::Sources& sources,
                   const std::vector<File>& files, const BookOptions& options) {
  return Writer(pack, program, sources, files, options).write();
}

}  // namespace spoils::book
