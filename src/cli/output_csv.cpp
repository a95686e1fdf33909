// cli/output_csv.cpp
#include "cli/output_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cli/spreadsheet.h"

namespace spoils::cli {

namespace {

constexpr std::array<std::string_view, 5> kOwnColumns = {"index", "seed", "thing", "holder", "name"};

void append_cell(std::string& out, std::string_view text) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') { out += '"'; }
    out += c;
  }
  out += '"';
}

template <class Integer>
void append_number(std::string& out, Integer number) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

class CsvWriter final : public RollWriter {
 public:
  CsvWriter(const RollHeading& heading, bool is_safe)
      : fields_(heading.pack->fields().size()), measures_(heading.measures), is_safe_(is_safe) {
    header_ = heading.show_seed ? "index,seed,thing,holder,name" : "index,thing,holder,name";
    for (const FieldInfo& field : heading.pack->fields()) {
      header_ += ',';
      if (std::find(kOwnColumns.begin(), kOwnColumns.end(), field.name) != kOwnColumns.end()) { header_ += "field."; }
      append_cell(header_, field.name);
    }
    // A measure has no name of a field.
    for (const auto measure : measures_) {
      const std::string& name = heading.pack->measures()[measure].name;
      header_ += ',';
      if (std::find(kOwnColumns.begin(), kOwnColumns.end(), name) != kOwnColumns.end()) { header_ += "measure."; }
      append_cell(header_, name);
    }
    header_ += '\n';
    if (heading.show_seed) { seed_ = seed_to_text(heading.seed) + ','; }
  }

  void begin(std::string& out) override { out += header_; }

  void roll(std::uint64_t index, const Things& things, RollText& rolled) override {
    for (std::size_t place = 0; place < things.size() && rolled.pass_on(); ++place) {
      std::string& out = rolled.text();
      const std::size_t begin = out.size();
      const Thing thing = things[place];
      append_number(out, index);
      out += ',';
      out += seed_;
      append_number(out, place);
      out += ',';
      if (thing.holder() >= 0) { append_number(out, thing.holder()); }
      out += ',';
      cell_.clear();
      thing.append_name(cell_);
      append_cell(out, cell_);
      for (std::size_t field = 0; field < fields_; ++field) {
        out += ',';
        if (!thing.is_set(field)) { continue; }
        cell_.clear();
        append_plain(cell_, thing.field(field), ";", false);
        append_cell(out, cell_);
      }
      for (const auto measure : measures_) {
        out += ',';
        cell_.clear();
        append_plain(cell_, thing.measure(measure), ";", false);
        append_cell(out, cell_);
      }
      out += '\n';
      if (is_safe_) { out.replace(begin, std::string::npos, spreadsheet_safe(std::string_view(out).substr(begin))); }
    }
  }

 private:
  std::size_t fields_;
  std::vector<std::size_t> measures_;
  bool is_safe_;
  std::string header_;
  std::string seed_;
  std::string cell_;
};

}  // namespace

std::unique_ptr<RollWriter> make_csv_writer(const RollHeading& heading, bool is_safe) {
  return std::make_unique<CsvWriter>(heading, is_safe);
}

}  // namespace spoils::cli
