// cli/output_text.cpp
#include "cli/output_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spoils::cli {

namespace {

constexpr std::size_t kBlockRows = 256;
// Limits of the buffered lines of one roll, which give its rows columns of one width.
constexpr std::size_t kMostRows = 4096;
constexpr std::size_t kMostHeldBytes = std::size_t{4} << 20U;
constexpr std::size_t kColumnGap = 2;      // columns between a name and a field, and between fields
constexpr std::size_t kMostAligned = 200;  // columns of aligned fields: a longer line would be mostly blanks

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Returns whether a word or phrase occurs in a name, from the beginning of a word on: `dagger` does in "12 daggers".
bool tells_text(std::string_view name, std::string_view text) {
  if (text.empty()) { return true; }
  const auto same = [](char a, char b) { return lowered(a) == lowered(b); };
  for (auto at = name.begin();; ++at) {
    at = std::search(at, name.end(), text.begin(), text.end(), same);
    if (at == name.end()) { return false; }
    if (at == name.begin() || !is_letter_or_digit(*(at - 1))) { return true; }
  }
}

// Returns whether a number occurs in a name by itself and with its sign: 2 does in "+2 mace", not in "-2 mace" or "12
// arrows". An article counts as one.
bool tells_number(std::string_view name, std::int64_t number) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (number == 1 && (name.substr(0, 2) == "a " || name.substr(0, 3) == "an ")) { return true; }
  std::string digits = fmt::to_string(number);
  const bool negative = number < 0;
  if (negative) { digits.erase(0, 1); }
  for (std::size_t at = name.find(digits); at != std::string_view::npos; at = name.find(digits, at + 1)) {
    const char before = at > 0 ? name[at - 1] : ' ';
    const std::size_t after = at + digits.size();
    if (is_digit(before) || (after < name.size() && is_digit(name[after]))) { continue; }
    if ((before == '-') == negative) { return true; }
  }
  return false;
}

bool tells(std::string_view name, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Symbol: return tells_text(name, value.shown());
    case Value::Kind::Text: return tells_text(name, value.text());
    case Value::Kind::List:
      return std::all_of(value.members().begin(), value.members().end(),
                         [name](const Value& member) { return tells(name, member); });
    case Value::Kind::Map:
      return std::all_of(value.entries().begin(), value.entries().end(), [name](const Value::Entry& entry) {
        return tells(name, entry.key) && tells_number(name, entry.value);
      });
    case Value::Kind::Integer: return tells_number(name, value.integer());
    default: return false;
  }
}

// One field of one thing. A flag that is true is shown by its name only.
struct Cell {
  std::size_t column = 0;
  std::string value;
  std::size_t width = 0;  // of the value
  bool flag = false;
  bool right = false;    // aligned to the right
  bool in_name = false;  // an integer that the name contains
};

struct Row {
  std::string name;
  std::size_t name_width = 0;
  std::size_t indent = 0;
  std::vector<Cell> cells;
};

struct Column {
  std::string name;
  std::size_t value_width = 0;
  bool used = false;
  bool with_value = false;  // whether any thing shows a value, not only a flag

  [[nodiscard]] std::size_t width() const { return name.size() + (with_value ? 1 + value_width : 0); }
};

class TextWriter final : public RollWriter {
 public:
  explicit TextWriter(const RollHeading& heading)
      : heading_(heading), watch_(heading), width_(heading.screen.row_width) {
    for (const InputInfo& input : heading.pack->inputs()) { columns_.push_back(Column{input.name, 0, false, false}); }
    for (const FieldInfo& field : heading.pack->fields()) { columns_.push_back(Column{field.name, 0, false, false}); }
    first_measure_ = columns_.size();
    for (const auto measure : heading.measures) {
      columns_.push_back(Column{heading.pack->measures()[measure].name, 0, false, false});
    }
  }

  void begin(std::string& out) override {
    if (!heading_.show_seed || heading_.quiet) { return; }
    std::string text = fmt::format("{} {}", heading_.pack->name(), heading_.rule->name);
    if (!heading_.world.empty()) { text += fmt::format("  world {}", heading_.world); }
    text += fmt::format("  seed {}", seed_to_text(heading_.seed));
    if (heading_.count == 1) { text += fmt::format("  index {}", heading_.first); }
    if (heading_.count > 1) {
      text += fmt::format("  index {}..{}", heading_.first, heading_.first + heading_.count - 1);
    }
    for (const std::string& line : wrap(printable(text), width_, width_)) {
      out += dim(line, heading_.screen);
      out += '\n';
    }
    if (heading_.count > 0) { out += '\n'; }
  }

  void roll(std::uint64_t index, const Things& things, RollText& out) override {
    if (things.size() != 1) { several_ = true; }
    rolls_.push_back({index, rows_.size()});
    indents_.clear();
    for (const Thing thing : things) {
      if (rows_.size() >= kMostRows || held_bytes_ >= kMostHeldBytes) { print_block(out.text()); }
      if (!out.pass_on()) { return; }
      add_row(thing);
    }
    if (rows_.size() + rolls_.size() >= kBlockRows) { print_block(out.text()); }
  }

  void end(std::string& out) override { print_block(out); }

 private:
  struct RollPlace {
    std::uint64_t index;
    std::size_t first_row;
  };

  void add_row(const Thing& thing) {
    Row row;
    row.name = printable(thing.name());
    row.name_width = display_width(row.name);
    const std::int32_t holder = thing.holder();
    // With deep nesting (a pack in a pack in a pack) names must keep some room.
    if (holder >= 0 && static_cast<std::size_t>(holder) < indents_.size()) {
      row.indent = std::min(indents_[static_cast<std::size_t>(holder)] + 2, width_ / 2);
    }
    indents_.push_back(row.indent);
    for (std::size_t input = 0; input < watch_.size(); ++input) {
      if (const auto value = watch_.differing(thing, input)) { add_cell(row, input, *value); }
    }
    const std::size_t inputs = heading_.pack->inputs().size();
    for (std::size_t field = 0; field + inputs < first_measure_; ++field) {
      if (thing.is_set(field)) { add_cell(row, inputs + field, thing.field(field)); }
    }
    for (std::size_t i = 0; i < heading_.measures.size(); ++i) {
      const Value value = thing.measure(heading_.measures[i]);
      if (value.is_set()) { add_cell(row, first_measure_ + i, value); }
    }
    held_bytes_ += row.name.size();
    for (const Cell& cell : row.cells) { held_bytes_ += cell.value.size(); }
    rows_.push_back(std::move(row));
  }

  void add_cell(Row& row, std::size_t column, const Value& value) const {
    const bool flag = value.kind() == Value::Kind::Flag;
    // Measures are shown whatever the name says: the user named them.
    const bool is_asked = column >= first_measure_;
    if (flag && (!value.flag() || (!is_asked && tells_text(row.name, columns_[column].name)))) { return; }
    const bool integer = value.kind() == Value::Kind::Integer;
    const bool in_name = !is_asked && tells(row.name, value);
    // A name may contain an integer by chance, so print_block decides for all rows together.
    if (in_name && !integer) { return; }
    Cell cell{column, {}, 0, flag, integer || value.kind() == Value::Kind::Number, in_name};
    if (!flag) {
      std::string text;
      append_plain(text, value, ", ", true);
      if (!value.is_set()) { text = "none"; }  // an input that a rule took away
      cell.value = printable(text);
      cell.width = display_width(cell.value);
    }
    row.cells.push_back(std::move(cell));
  }

  void print_block(std::string& out) {
    measure();
    std::size_t roll = 0;
    for (std::size_t row = 0; row <= rows_.size(); ++row) {
      for (; roll < rolls_.size() && rolls_[roll].first_row == row; ++roll) {
        const bool nothing = (roll + 1 < rolls_.size() ? rolls_[roll + 1].first_row : rows_.size()) == row;
        print_roll_head(rolls_[roll].index, nothing, out);
      }
      if (row < rows_.size()) { print_row(rows_[row], out); }
    }
    rows_.clear();
    rolls_.clear();
    held_bytes_ = 0;
  }

  void print_roll_head(std::uint64_t index, bool nothing, std::string& out) {
    if (several_ && heading_.count > 1) {
      if (printed_) { out += '\n'; }
      out += dim(fmt::format("#{}", index), heading_.screen);
      out += '\n';
    }
    printed_ = true;
    if (nothing) {
      out += dim("(nothing)", heading_.screen);
      out += '\n';
    }
  }

  // Computes the widths of the columns, and whether all of them fit side by side.
  void measure() {
    for (const Row& row : rows_) {
      for (const Cell& cell : row.cells) {
        if (!cell.in_name) { columns_[cell.column].used = true; }
      }
    }
    const std::size_t most_name = width_ * 11 / 20;
    for (Row& row : rows_) {
      const auto hidden = [this](const Cell& cell) { return !columns_[cell.column].used; };
      row.cells.erase(std::remove_if(row.cells.begin(), row.cells.end(), hidden), row.cells.end());
      if (row.indent + row.name_width <= most_name) {
        name_column_ = std::max(name_column_, row.indent + row.name_width);
      } else {
        name_column_ = std::max(name_column_, std::min(most_name, row.indent + kColumnGap));
      }
      for (const Cell& cell : row.cells) {
        Column& column = columns_[cell.column];
        if (cell.flag) { continue; }
        column.with_value = true;
        column.value_width = std::max(column.value_width, cell.width);
      }
    }
    std::size_t total = name_column_;
    for (const Column& column : columns_) {
      if (column.used) { total += kColumnGap + column.width(); }
    }
    aligned_ = aligned_ && total <= std::min(width_, kMostAligned);
  }

  void print_row(const Row& row, std::string& out) {
    const std::size_t room = width_ - row.indent;
    const std::vector<std::string> lines = wrap(row.name, room, room - kColumnGap);
    for (std::size_t line = 0; line < lines.size(); ++line) {
      if (line > 0) { out += '\n'; }
      out.append(row.indent + (line > 0 ? kColumnGap : 0), ' ');
      out += lines[line];
    }
    std::size_t used = row.indent + (lines.size() > 1 ? kColumnGap : 0) + display_width(lines.back());
    if (!row.cells.empty()) {
      if (used > name_column_) {
        out += '\n';
        used = 0;
      }
      if (aligned_) {
        print_aligned(row, used, out);
      } else {
        print_flowing(row, used, out);
      }
    }
    out += '\n';
  }

  void print_aligned(const Row& row, std::size_t used, std::string& out) {
    std::size_t begin = name_column_ + kColumnGap;
    std::size_t column = 0;
    for (const Cell& cell : row.cells) {
      for (; column < cell.column; ++column) {
        if (columns_[column].used) { begin += columns_[column].width() + kColumnGap; }
      }
      out.append(begin - used, ' ');
      const std::size_t padding = columns_[column].value_width - std::min(columns_[column].value_width, cell.width);
      print_label(cell, out);
      used = begin + columns_[column].name.size();
      if (cell.flag) { continue; }
      if (cell.right) {
        out.append(padding, ' ');
        used += padding;
      }
      out += cell.value;
      used += 1 + cell.width;
    }
  }

  void print_flowing(const Row& row, std::size_t used, std::string& out) {
    // Under narrow names the fields have a column of their own; beside wide ones they would have too little room.
    const std::size_t margin = name_column_ <= width_ / 2 ? name_column_ + kColumnGap : row.indent + 2 * kColumnGap;
    bool fresh = used == 0;  // at the beginning of a line
    for (const Cell& cell : row.cells) {
      const std::size_t label = columns_[cell.column].name.size() + (cell.flag ? 0 : 1);
      const std::size_t begin =
          fresh ? margin : std::max(used + kColumnGap, used <= name_column_ ? name_column_ + kColumnGap : 0);
      const bool fits = begin + label + cell.width <= width_;
      if (!fits && !fresh) {
        out += '\n';
        fresh = true;
      }
      const std::size_t place = fresh ? margin : begin;
      out.append(place - (fresh ? 0 : used), ' ');
      used = print_wrapped(cell, place, margin, label, out);
      fresh = false;
    }
  }

  // Prints one field from `place` on, over several lines if it is wider than one. Returns the column after it.
  std::size_t print_wrapped(const Cell& cell, std::size_t place, std::size_t margin, std::size_t label,
                            std::string& out) {
    const std::size_t inner = margin + kColumnGap;
    if (place + label >= width_) {
      // A field name as long as the screen is wide: the alignment is lost, but no text.
      const std::string whole = columns_[cell.column].name + (cell.flag ? "" : "=" + cell.value);
      const std::vector<std::string> lines = wrap(whole, width_ - place, width_ - inner);
      return print_lines(lines, place, inner, out);
    }
    print_label(cell, out);
    if (cell.flag) { return place + label; }
    const std::vector<std::string> lines = wrap(cell.value, width_ - place - label, width_ - inner);
    return print_lines(lines, place + label, inner, out);
  }

  static std::size_t print_lines(const std::vector<std::string>& lines, std::size_t place, std::size_t inner,
                                 std::string& out) {
    out += lines.front();
    for (std::size_t line = 1; line < lines.size(); ++line) {
      out += '\n';
      out.append(inner, ' ');
      out += lines[line];
    }
    return (lines.size() > 1 ? inner : place) + display_width(lines.back());
  }

  void print_label(const Cell& cell, std::string& out) {
    const std::string& name = columns_[cell.column].name;
    out += cell.flag ? name : dim(name + '=', heading_.screen);
  }

  const RollHeading& heading_;
  InputWatch watch_;
  std::size_t width_;
  std::vector<Column> columns_;  // the inputs of the pack, then its fields, then the measures that are shown
  std::size_t first_measure_ = 0;
  std::vector<Row> rows_;
  std::vector<RollPlace> rolls_;
  std::size_t held_bytes_ = 0;        // of the texts in rows_
  std::vector<std::size_t> indents_;  // of the things of the roll that is being added
  std::size_t name_column_ = 0;
  bool aligned_ = true;
  bool several_ = false;
  bool printed_ = false;
};

}  // namespace

std::unique_ptr<RollWriter> make_text_writer(const RollHeading& heading) {
  return std::make_unique<TextWriter>(heading);
}

void write_things(const RollHeading& heading, const Things& things, RollText& out) {
  RollHeading quiet = heading;
  quiet.quiet = true;
  TextWriter writer(quiet);
  writer.begin(out.text());
  writer.roll(heading.first, things, out);
  writer.end(out.text());
}

}  // namespace spoils::cli
