// book/html.cpp
//
// Writes blocks as HTML with one style sheet in the page; all text is escaped.
#include "book/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "book/chart.h"
#include "text/plain/markup.h"

namespace spoils::book {

namespace {

// Colours of the charts are variables, so that dark pages can set their own.
constexpr std::string_view kStyle = R"css(
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfdfb; --faint: #6a6a70; --rule: #d9d8d2; --tint: #f2f1ec;
  --link: #1a5fb4; --c0: #2f6fb0; --c1: #c4622d; --c2: #3a8f5c; --c3: #8c5bb0; --c4: #a8861d; --c5: #c04a76; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e5e1; --paper: #18191b; --faint: #9c9ca3; --rule: #3a3b3f; --tint: #232427;
    --link: #86b7ee; --c0: #6ea8e0; --c1: #ea9362; --c2: #72c493; --c3: #bd93dd; --c4: #d6b753; --c5: #ea86ad; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem 1rem 4rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2em 0 .5em; }
h1 { margin-top: .5em; }
h2 { border-bottom: 2px solid var(--rule); padding-bottom: .2em; }
h4 { margin-top: 1.4em; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
code { font: .92em ui-monospace, monospace; }
p, ul { max-width: 44rem; }
pre { overflow-x: auto; padding: .6rem .8rem; background: var(--tint); border-radius: .3rem; font-size: .85rem; }
details { margin: .8em 0; }
summary { color: var(--faint); cursor: pointer; }
.wide { overflow-x: auto; margin: .8em 0; scrollbar-width: thin;
  background: linear-gradient(to left, var(--paper) 40%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--faint), transparent) right / .7rem 100% no-repeat scroll; }
.wide::-webkit-scrollbar { height: .45rem; }
.wide::-webkit-scrollbar-thumb { background: var(--rule); border-radius: .3rem; }
table { border-collapse: collapse; font-size: .92rem; }
caption { text-align: left; color: var(--faint); padding-bottom: .3em; }
th, td { padding: .2rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule);
  overflow-wrap: normal; }
thead th { white-space: nowrap; color: var(--faint); font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody tr:hover, tbody tr:hover > :first-child { background: var(--tint); }
tr > :first-child { position: sticky; left: 0; background: var(--paper); }
svg { display: block; max-width: 100%; height: auto; }
td svg { max-width: none; }
svg text { font: 11px system-ui, sans-serif; fill: var(--faint); }
figure { margin: 1em 0; }
nav ul { columns: 17rem; padding-left: 1.2rem; }
nav li { break-inside: avoid; }
nav > ul > li { break-inside: auto; margin-bottom: .4em; }
nav ul ul { columns: auto; }
@media print { details > pre { display: block; } }
)css";

std::string line_html(const Line& line) {
  std::string out;
  for (const auto& run : line) {
    std::string text = text::escaped_markup(run.text);
    switch (run.kind) {
      case Run::Kind::Plain: break;
      case Run::Kind::Code: text = "<code>" + text + "</code>"; break;
      case Run::Kind::Strong: text = "<strong>" + text + "</strong>"; break;
      case Run::Kind::Emphasis: text = "<em>" + text + "</em>"; break;
    }
    out += run.target.empty() ? text : fmt::format("<a href=\"#{}\">{}</a>", text::escaped_markup(run.target), text);
  }
  return out;
}

void append_html_table(std::string& out, const Block& block) {
  const auto& chart = block.chart;
  const bool in_rows = chart.kind == Chart::Kind::Bars || chart.kind == Chart::Kind::Lines;
  double largest = 0;
  for (const auto& row : chart.values) {
    for (const auto value : row) { largest = std::max(largest, value); }
  }
  out += "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
  for (const auto& cell : block.head) {
    out += fmt::format("<th{}>{}</th>", cell.is_number ? " class=\"n\"" : "", line_html(cell.line));
  }
  if (in_rows) { out += "<th></th>"; }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < block.rows.size(); ++i) {
    out += "<tr>";
    for (const auto& cell : block.rows[i]) {
      out += fmt::format("<td{}>{}</td>", cell.is_number ? " class=\"n\"" : "", line_html(cell.line));
    }
    if (in_rows && i < chart.values.size()) {
      const auto& values = chart.values[i];
      out += "<td>";
      if (chart.kind == Chart::Kind::Bars && !values.empty()) { out += bar(values.front(), largest); }
      if (chart.kind == Chart::Kind::Lines) { out += small_line(values, chart.at); }
      out += "</td>";
    } else if (in_rows) {
      out += "<td></td>";
    }
    out += "</tr>\n";
  }
  out += "</tbody>\n</table></div>\n";
  if (chart.kind == Chart::Kind::Lines || chart.kind == Chart::Kind::Steps) { out += picture(chart); }
}

// A list of items with depths as nested lists.
void append_list(std::string& out, const Block& block) {
  int depth = -1;
  for (const auto& [level, line] : block.items) {
    if (level > depth) {
      for (; depth < level; ++depth) { out += depth + 1 < level ? "<ul>\n<li>" : "<ul>\n"; }
    } else {
      out += "</li>\n";
      for (; depth > level; --depth) { out += "</ul>\n</li>\n"; }
    }
    out += "<li>" + line_html(line);
    depth = level;
  }
  if (depth < 0) { return; }
  out += "</li>\n";
  for (; depth > 0; --depth) { out += "</ul>\n</li>\n"; }
  out += "</ul>\n";
}

void append_html_block(std::string& out, const Block& block) {
  switch (block.kind) {
    case Block::Kind::Heading:
      out += fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", block.level, text::escaped_markup(block.id),
                         line_html(block.line));
      break;
    case Block::Kind::Paragraph: out += "<p>" + line_html(block.line) + "</p>\n"; break;
    case Block::Kind::Table: append_html_table(out, block); break;
    case Block::Kind::List:
      if (block.id == "contents") { out += "<nav>\n"; }
      append_list(out, block);
      if (block.id == "contents") { out += "</nav>\n"; }
      break;
    case Block::Kind::Code:
      out += fmt::format("<details><summary>{}</summary>\n<pre><code>{}</code></pre>\n</details>\n",
                         line_html(block.line), text::escaped_markup(block.text));
      break;
  }
}

}  // namespace

std::string to_html(const Document& document) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\"/>\n<title>{}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n<main>\n",
      text::escaped_markup(document.title), kStyle);
  for (const auto& block : document.blocks) { append_html_block(out, block); }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace spoils::book
