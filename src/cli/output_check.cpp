// cli/output_check.cpp
//
// Writes findings and results of expectations in the three formats of `spoils check`.
#include "cli/output_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "cli/complaint.h"
#include "cli/odds_heading.h"
#include "cli/output_derivations.h"
#include "cli/output_verify.h"
#include "cli/shell_word.h"
#include "documents/check.h"
#include "text/plain/figures.h"
#include "text/plain/markup.h"

namespace spoils::cli {

namespace {

// Returns how many rolls the odds were compared with, and how many expectations could not be compared.
std::string verified_summary(const std::vector<ExpectationResult>& results) {
  std::uint64_t rolls = 0;
  std::size_t wrong = 0;
  std::size_t left_out = 0;
  bool is_asked = false;
  for (const ExpectationResult& result : results) {
    if (!result.verified) { continue; }
    is_asked = true;
    rolls += result.verified->rolls;
    if (!result.verified->agrees()) { ++wrong; }
    if (result.verified->rolls == 0) { ++left_out; }
  }
  if (!is_asked) { return {}; }
  std::string out;
  if (rolls > 0) {
    out = wrong == 0 ? fmt::format("; {} agree", counted(rolls, "roll"))
                     : fmt::format("; rolls DISAGREE with the odds of {}", wrong);
  }
  if (left_out > 0) { out += fmt::format("{}{} not compared with rolls", rolls > 0 ? ", " : "; ", left_out); }
  return out;
}

// The values of inputs without a range that expectations were judged with, each once.
std::string assumed_by(const std::vector<ExpectationResult>& results) {
  std::vector<std::string> all;
  for (const ExpectationResult& result : results) {
    const bool is_new = std::find(all.begin(), all.end(), result.assumed) == all.end();
    if (!result.assumed.empty() && is_new) { all.push_back(result.assumed); }
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string summary(const std::string& named, const Loaded& loaded, const std::vector<ExpectationResult>& results) {
  const Findings& findings = loaded.findings;
  std::string text = loaded.pack ? std::string(loaded.pack->name()) : named;
  if (loaded.pack && !loaded.pack->version().empty()) { text += fmt::format(" {}", loaded.pack->version()); }
  text += ": ";
  std::string list;
  const auto add = [&list](std::size_t count, std::string_view noun) {
    if (count > 0) { list += (list.empty() ? "" : ", ") + counted(count, noun); }
  };
  add(findings.errors(), "error");
  // If there are errors, only they are shown.
  if (findings.errors() == 0) {
    add(findings.warnings(), "warning");
    add(findings.notes(), "note");
  }
  text += list.empty() ? "nothing to report" : list;
  if (!loaded.pack) { return text; }
  const Pack& pack = *loaded.pack;
  text += fmt::format("; {}, {}, {}", counted(pack.rules().size(), "rule"), counted(pack.inputs().size(), "input"),
                      counted(pack.fields().size(), "field"));
  if (results.empty() && pack.expectations() > 0) {
    text += fmt::format("; {} not computed", counted(pack.expectations(), "expectation"));
  }
  if (!results.empty()) {
    const auto broken = static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [](const ExpectationResult& result) { return !result.holds; }));
    const auto likely = static_cast<std::size_t>(
        std::count_if(results.begin(), results.end(), [](const ExpectationResult& result) { return result.likely; }));
    const std::string all = counted(results.size(), "expectation");
    if (likely > 0) {
      text += fmt::format("; {}, {} likely met, not proved", all, likely);
      if (broken > likely) { text += fmt::format(", {} not met", broken - likely); }
    } else {
      text += broken == 0 ? fmt::format("; {}, all met", all) : fmt::format("; {}, {} not met", all, broken);
    }
    if (const auto assumed = assumed_by(results); !assumed.empty()) {
      text += fmt::format(" with {} (an input without a range is tried with its initial value alone)", assumed);
    }
    text += verified_summary(results);
  }
  return text;
}

// The command that shows a witness, quoted for a shell.
std::string witness_command(const Witness& witness, std::string_view pack) {
  std::string out = fmt::format("spoils explain {} {}", shell_word(std::string(pack)), witness.rule);
  for (const auto* values : {&witness.values, &witness.states}) {
    for (const auto& [name, value] : *values) { out += fmt::format(" --set {}", shell_word(name + "=" + value)); }
  }
  return out + fmt::format(" --seed {} --index {}", witness.seed, witness.index);
}

// One of the most likely paths to the outcome.
std::string path_text(const Derivation& path) {
  return fmt::format("{}  {}", text::percent(text::above_impossibility(path.probability)), derivation_line(path.steps));
}

// These paths, and a roll that shows the outcome.
std::vector<std::string> illustration(const ExpectationResult& result, std::string_view pack) {
  std::vector<std::string> out;
  for (const Derivation& path : result.paths) { out.push_back(path_text(path)); }
  if (result.witness) { out.push_back(witness_command(*result.witness, pack)); }
  return out;
}

std::string place_text(const ExpectationResult& result) {
  return fmt::format("{}:{}:{}: expect \"{}\"", result.file, result.location.line, result.location.column,
                     result.title);
}

std::string broken_text(const ExpectationResult& result) {
  const std::string at = place_text(result);
  const std::string when = result.where.empty() ? "" : fmt::format(" when {}", result.where);
  if (!result.fault.empty()) { return fmt::format("{} cannot be computed{}: {}", at, when, result.fault); }
  if (result.likely && result.tried) {
    return fmt::format(
        "{} is likely met, not proved: the inputs that it leaves open have too many combinations, of which {} "
        "were tried; set some",
        at, *result.tried);
  }
  if (result.likely) {
    return fmt::format("{} is likely met, not proved{}: estimated at {}, wanted {}", at, when, result.found,
                       result.wanted);
  }
  if (!result.decided) { return fmt::format("{} is undecided: its odds need more states, memory or time", at); }
  return fmt::format("{} is not met{}: found {}, wanted {}", at, when, result.found, result.wanted);
}

constexpr std::size_t kMostDiscrepancies = 3;

bool disagrees(const ExpectationResult& result) { return result.verified && !result.verified->agrees(); }

std::string disagreement_text(const ExpectationResult& result) {
  return fmt::format(
      "{}: odds and rolls disagree; the probability of this by chance is 1 in {:.3g}. This is a fault of spoils; "
      "please report it with the pack",
      place_text(result), 1 / result.verified->risk);
}

std::vector<std::string> discrepancies(const ExpectationResult& result) {
  std::vector<std::string> out;
  for (const Discrepancy& wrong : result.verified->discrepancies) {
    if (out.size() == kMostDiscrepancies) { break; }
    out.push_back(discrepancy_text(wrong, *result.verified));
  }
  return out;
}

std::string dump_text(const Pack& pack, Dump dump) {
  switch (dump) {
    case Dump::None: return "";
    case Dump::Program: return pack.dump();
    case Dump::Bytecode: return pack.dump_bytecode();
  }
  return "";
}

}  // namespace

std::string check_text(const Checked& checked, bool quiet, Dump dump, const Screen& screen) {
  const auto& [named, loaded, results] = checked;
  const RenderOptions options{screen.colour, source_width(screen)};
  std::string out;
  if (quiet) {
    for (const Diagnostic& finding : loaded.findings.all()) {
      if (finding.severity == Severity::Error) {
        out += wrapped_remarks(loaded.findings.text(finding, options), screen);
      }
    }
  } else {
    out = wrapped_remarks(loaded.findings.text(options), screen);
  }
  for (const ExpectationResult& result : results) {
    if (disagrees(result)) {
      out += paragraphs(printable(disagreement_text(result)), screen.width);
      for (const std::string& line : discrepancies(result)) { out += "  " + printable(line) + "\n"; }
    } else if (!quiet && result.verified && !result.verified->uncompared.empty() && result.fault.empty()) {
      out +=
          paragraphs(printable(fmt::format("{} was not {}compared with rolls: {}", place_text(result),
                                           result.verified->rolls > 0 ? "wholly " : "", result.verified->uncompared)),
                     screen.width);
    }
    if (result.holds) { continue; }
    out += paragraphs(printable(broken_text(result)), screen.width);
    for (const Derivation& path : result.paths) { out += indented(printable(path_text(path)), screen); }
    // A command is copied, so it is not broken.
    if (result.witness) { out += "  " + printable(witness_command(*result.witness, named)) + "\n"; }
  }
  if (!quiet) { out += paragraphs(printable(summary(named, loaded, results)), screen.width); }
  if (loaded.pack) { out += dump_text(*loaded.pack, dump); }
  return out;
}

std::string check_json(const Checked& checked, Dump dump) {
  const auto& loaded = checked.loaded;
  const auto command = [&](const Witness& witness) { return witness_command(witness, checked.named); };
  const auto dumped = dump != Dump::None && loaded.pack ? dump_text(*loaded.pack, dump) : std::string();
  return documents::check_json(checked.named, loaded, checked.results, command, dumped);
}

std::string junit_begin() { return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"; }

std::string junit_end() { return "</testsuites>\n"; }

std::string check_junit(const Checked& checked) {
  const auto& [named, loaded, results] = checked;
  const std::string suite = text::escaped_markup(loaded.pack ? loaded.pack->name() : named);
  const auto broken =
      std::count_if(results.begin(), results.end(), [](const auto& result) { return !result.holds && !result.likely; });
  const bool compiles = loaded.pack.has_value();
  const auto wrong = std::count_if(results.begin(), results.end(), disagrees);
  std::string out = fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n", suite,
                                results.size() + 1, broken, (compiles ? 0 : 1) + wrong);
  const auto open = [&](const std::string& title, const std::string& file, std::size_t line) {
    return fmt::format("    <testcase classname=\"{}\" name=\"{}\"{}", suite, text::escaped_markup(title),
                       file.empty() ? "" : fmt::format(" file=\"{}\" line=\"{}\"", text::escaped_markup(file), line));
  };
  out += open("compiles", "", 0);
  if (compiles) {
    out += "/>\n";
  } else {
    out += fmt::format(">\n      <error message=\"{}\">{}</error>\n    </testcase>\n",
                       counted(loaded.findings.errors(), "error"), text::escaped_markup(loaded.findings.text()));
  }
  for (const ExpectationResult& result : results) {
    out += open(result.title, result.file, result.location.line);
    if (result.holds && !disagrees(result)) {
      out += "/>\n";
      continue;
    }
    if (disagrees(result)) {
      std::string what;
      for (const std::string& line : discrepancies(result)) { what += printable(line) + "\n"; }
      out += fmt::format(">\n      <error message=\"{}\">{}</error>\n",
                         text::escaped_markup(printable(disagreement_text(result))), text::escaped_markup(what));
      if (result.holds) {
        out += "    </testcase>\n";
        continue;
      }
    } else {
      out += ">\n";
    }
    if (result.likely) {
      out += fmt::format("      <skipped message=\"{}\"/>\n    </testcase>\n",
                         text::escaped_markup(printable(broken_text(result))));
      continue;
    }
    std::string details;
    for (const std::string& line : illustration(result, named)) { details += printable(line) + "\n"; }
    out += fmt::format("      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                       text::escaped_markup(printable(broken_text(result))), text::escaped_markup(details));
  }
  return out + "  </testsuite>\n";
}

}  // namespace spoils::cli
