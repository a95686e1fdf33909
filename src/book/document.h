// book/document.h
//
// A document as data: headings, paragraphs, tables. It is independent of packs and of Markdown and HTML; both formats
// are generated from it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spoils::book {

/// A piece of running text.
struct Run {
  enum class Kind : std::uint8_t { Plain, Code, Strong, Emphasis };
  Kind kind = Kind::Plain;
  std::string text;
  std::string target;  // id of a heading that it links to; empty: none
};
using Line = std::vector<Run>;

/// A cell of a table.
struct Cell {
  Line line;
  bool is_number = false;  // aligned to the right
};

/// Numbers for a chart after a table.
struct Chart {
  enum class Kind : std::uint8_t {
    None,
    Bars,   // one value per row: a bar in each row
    Lines,  // several values: a small line in each row, and the rows with the largest values together in one picture
    Steps,  // integers and their probabilities: one picture of columns
  };
  Kind kind = Kind::None;
  std::string title;
  std::vector<std::string> names;           // one per row of the table
  std::vector<std::vector<double>> values;  // by row; shares of 1
  std::vector<double> at;                   // Lines: the positions of the columns on the axis; Steps: the integers
  std::string axis;                         // the label of the axis
};

struct Block {
  enum class Kind : std::uint8_t {
    Heading,    // level, id, line
    Paragraph,  // line
    Table,      // head, rows, chart
    List,       // items; level of each in depths
    Code,       // text; line is its caption, and the text may be folded
  };
  Kind kind = Kind::Paragraph;
  int level = 1;
  std::string id;
  Line line;
  std::vector<Cell> head;
  std::vector<std::vector<Cell>> rows;
  std::vector<std::pair<int, Line>> items;
  Chart chart;
  std::string text;
};

struct Document {
  std::string title;
  std::vector<Block> blocks;
};

inline Run plain(std::string text) { return {Run::Kind::Plain, std::move(text), {}}; }
inline Run code(std::string text, std::string target = {}) {
  return {Run::Kind::Code, std::move(text), std::move(target)};
}
inline Run strong(std::string text) { return {Run::Kind::Strong, std::move(text), {}}; }
inline Run emphasis(std::string text) { return {Run::Kind::Emphasis, std::move(text), {}}; }

/// Assigns ids to headings, the same ones as Markdown readers do, so that one link serves both formats.
class Ids {
 public:
  /// Returns the id of the next heading with this text: its letters and digits in lower case, blanks as hyphens, and a
  /// number after it if the id occurred before.
  [[nodiscard]] std::string next(const std::string& heading);

 private:
  std::vector<std::pair<std::string, int>> seen_;
};

}  // namespace spoils::book
