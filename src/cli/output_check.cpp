#include "cli/output_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/complaint.h"
#include "cli/odds_heading.h"
#include "cli/output_json.h"
#include "cli/output_verify.h"
#include "cli/output_ways.h"

namespace spoils::cli {

namespace {

// How many rolls the odds were compared with, and of how many expectations that could not be done.
std::string verified_summary(const std::vector<Promise>& promises) {
  std::uint64_t rolls = 0;
  std::size_t wrong = 0;
  std::size_t left_out = 0;
  bool is_asked = false;
  for (const Promise& promise : promises) {
    if (!promise.verified) continue;
    is_asked = true;
    rolls += promise.verified->rolls;
    if (!promise.verified->agrees()) ++wrong;
    if (promise.verified->rolls == 0) ++left_out;
  }
  if (!is_asked) return {};
  std::string out;
  if (rolls > 0) {
    out = wrong == 0 ? fmt::format("; {} agree", counted(rolls, "roll"))
                     : fmt::format("; rolls DISAGREE with the odds of {}", wrong);
  }
  if (left_out > 0) out += fmt::format("{}{} not compared with rolls", rolls > 0 ? ", " : "; ", left_out);
  return out;
}

std::string summary(const std::string& named, const Loaded& loaded, const std::vector<Promise>& promises) {
  const Findings& findings = loaded.findings;
  std::string text = loaded.pack ? std::string(loaded.pack->name()) : named;
  if (loaded.pack && !loaded.pack->version().empty()) { text += fmt::format(" {}", loaded.pack->version()); }
  text += ": ";
  std::string list;
  const auto add = [&list](std::size_t count, std::string_view noun) {
    if (count > 0) list += (list.empty() ? "" : ", ") + counted(count, noun);
  };
  add(findings.errors(), "error");
  // Beside errors nothing else is shown.
  if (findings.errors() == 0) {
    add(findings.warnings(), "warning");
    add(findings.notes(), "note");
  }
  text += list.empty() ? "nothing to report" : list;
  if (!loaded.pack) return text;
  const Pack& pack = *loaded.pack;
  text += fmt::format("; {}, {}, {}", counted(pack.rules().size(), "rule"), counted(pack.inputs().size(), "input"),
                      counted(pack.fields().size(), "field"));
  if (promises.empty() && pack.expectations() > 0) {
    text += fmt::format("; {} not computed", counted(pack.expectations(), "expectation"));
  }
  if (!promises.empty()) {
    const auto broken = static_cast<std::size_t>(
        std::count_if(promises.begin(), promises.end(), [](const Promise& promise) { return !promise.holds; }));
    const std::string all = counted(promises.size(), "expectation");
    text += broken == 0 ? fmt::format("; {}, all met", all) : fmt::format("; {}, {} not met", all, broken);
    text += verified_summary(promises);
  }
  return text;
}

std::string shell_word(const std::string& word) {
  const bool is_plain = word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=./") ==
                        std::string::npos;
  if (is_plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The command that shows a witness, for the reader's shell.
std::string witness_command(const Witness& witness, std::string_view pack) {
  std::string out = fmt::format("spoils explain {} {}", shell_word(std::string(pack)), witness.rule);
  for (const auto& [name, value] : witness.values) { out += fmt::format(" --set {}", shell_word(name + "=" + value)); }
  return out + fmt::format(" --seed {} --index {}", witness.seed, witness.index);
}

// Where it comes from, the largest ways first, and a roll that shows it.
std::vector<std::string> illustration(const Promise& promise, std::string_view pack) {
  std::vector<std::string> out;
  for (const Way& way : promise.ways) {
    out.push_back(fmt::format("{}  {}", percent_text(way.probability), way_line(way.steps)));
  }
  if (promise.witness) out.push_back(witness_command(*promise.witness, pack));
  return out;
}

std::string place_text(const Promise& promise) {
  return fmt::format("{}:{}:{}: expect \"{}\"", promise.file, promise.location.line, promise.location.column,
                     promise.title);
}

std::string broken_text(const Promise& promise) {
  const std::string at = place_text(promise);
  if (!promise.fault.empty()) return fmt::format("{} cannot be computed: {}", at, promise.fault);
  if (!promise.settled) return fmt::format("{} is too large to be proved", at);
  return fmt::format("{} is not met{}: found {}, wanted {}", at,
                     promise.where.empty() ? "" : fmt::format(" when {}", promise.where), promise.found,
                     promise.wanted);
}

constexpr std::size_t kMostDiscrepancies = 3;

bool disagrees(const Promise& promise) { return promise.verified && !promise.verified->agrees(); }

std::string disagreement_text(const Promise& promise) {
  return fmt::format(
      "{}: odds and rolls disagree; by chance this happens once in {:.3g}. This is a fault of spoils; "
      "please report it with the pack",
      place_text(promise), 1 / promise.verified->risk);
}

std::vector<std::string> discrepancies(const Promise& promise) {
  std::vector<std::string> out;
  for (const Discrepancy& wrong : promise.verified->discrepancies) {
    if (out.size() == kMostDiscrepancies) break;
    out.push_back(discrepancy_text(wrong, *promise.verified));
  }
  return out;
}

}  // namespace

std::string check_text(const Checked& checked, bool quiet, bool dump, const Screen& screen) {
  const auto& [named, loaded, promises] = checked;
  const RenderOptions options{screen.colour, screen.width};
  std::string out;
  if (quiet) {
    for (const Diagnostic& finding : loaded.findings.all()) {
      if (finding.severity == Severity::Error) out += loaded.findings.text(finding, options);
    }
  } else {
    out = loaded.findings.text(options);
  }
  for (const Promise& promise : promises) {
    if (disagrees(promise)) {
      out += paragraphs(printable(disagreement_text(promise)), screen.width);
      for (const std::string& line : discrepancies(promise)) out += "  " + printable(line) + "\n";
    } else if (!quiet && promise.verified && !promise.verified->uncompared.empty() && promise.fault.empty()) {
      out +=
          paragraphs(printable(fmt::format("{} was not {}compared with rolls: {}", place_text(promise),
                                           promise.verified->rolls > 0 ? "wholly " : "", promise.verified->uncompared)),
                     screen.width);
    }
    if (promise.holds) continue;
    out += paragraphs(printable(broken_text(promise)), screen.width);
    for (const std::string& line : illustration(promise, named)) { out += "  " + printable(line) + "\n"; }
  }
  if (!quiet) out += paragraphs(printable(summary(named, loaded, promises)), screen.width);
  if (dump && loaded.pack) out += loaded.pack->dump();
  return out;
}

std::string check_json(const Checked& checked, bool dump) {
  const auto& [named, loaded, promises] = checked;
  const Findings& findings = loaded.findings;
  std::string out = R"({"schema":"spoils.check","version":1,"pack":)";
  append_json_string(out, loaded.pack ? loaded.pack->name() : named);
  out += fmt::format(R"(,"ok":{},"errors":{},"warnings":{},"notes":{})", loaded.pack.has_value(), findings.errors(),
                     findings.warnings(), findings.notes());
  if (loaded.pack) {
    const Pack& pack = *loaded.pack;
    out += R"(,"pack_version":)";
    append_json_string(out, pack.version());
    out += fmt::format(R"(,"rules":{},"inputs":{},"fields":{},"expectations":{})", pack.rules().size(),
                       pack.inputs().size(), pack.fields().size(), pack.expectations());
  }
  out += R"(,"promises":[)";
  for (std::size_t i = 0; i < promises.size(); ++i) {
    const Promise& promise = promises[i];
    out += i > 0 ? ",{" : "{";
    const auto add = [&out](std::string_view key, const std::string& value) {
      out += fmt::format("\"{}\":", key);
      append_json_string(out, value);
      out += ',';
    };
    add("title", promise.title);
    add("file", promise.file);
    add("found", promise.found);
    add("wanted", promise.wanted);
    add("where", promise.where);
    add("fault", promise.fault);
    out += fmt::format(R"("line":{},"holds":{},"settled":{},"ways":[)", promise.location.line, promise.holds,
                       promise.settled);
    for (std::size_t k = 0; k < promise.ways.size(); ++k) {
      out += fmt::format(R"({}{{"p":{},"way":)", k > 0 ? "," : "", promise.ways[k].probability);
      append_json_string(out, way_line(promise.ways[k].steps));
      out += '}';
    }
    out += R"(],"witness":)";
    if (promise.witness) {
      append_json_string(out, witness_command(*promise.witness, named));
    } else {
      out += "null";
    }
    out += R"(,"verified":)";
    out += promise.verified ? verification_json(*promise.verified) : std::string("null");
    out += '}';
  }
  out += fmt::format(R"(],"findings":{})", findings.json());
  if (dump && loaded.pack) {
    out += R"(,"dump":)";
    append_json_string(out, loaded.pack->dump());
  }
  return out + "}\n";
}

namespace {

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += '\n'; break;
      // Other control characters cannot stand in XML at all.
      default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

}  // namespace

std::string junit_begin() { return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"; }

std::string junit_end() { return "</testsuites>\n"; }

std::string check_junit(const Checked& checked) {
  const auto& [named, loaded, promises] = checked;
  const std::string suite = xml(loaded.pack ? loaded.pack->name() : named);
  const auto broken = std::count_if(promises.begin(), promises.end(), [](const Promise& p) { return !p.holds; });
  const bool compiles = loaded.pack.has_value();
  const auto wrong = std::count_if(promises.begin(), promises.end(), disagrees);
  std::string out = fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n", suite,
                                promises.size() + 1, broken, (compiles ? 0 : 1) + wrong);
  const auto open = [&](const std::string& title, const std::string& file, std::size_t line) {
    return fmt::format("    <testcase classname=\"{}\" name=\"{}\"{}", suite, xml(title),
                       file.empty() ? "" : fmt::format(" file=\"{}\" line=\"{}\"", xml(file), line));
  };
  out += open("compiles", "", 0);
  if (compiles) {
    out += "/>\n";
  } else {
    out += fmt::format(">\n      <error message=\"{}\">{}</error>\n    </testcase>\n",
                       counted(loaded.findings.errors(), "error"), xml(loaded.findings.text()));
  }
  for (const Promise& promise : promises) {
    out += open(promise.title, promise.file, promise.location.line);
    if (promise.holds && !disagrees(promise)) {
      out += "/>\n";
      continue;
    }
    if (disagrees(promise)) {
      std::string what;
      for (const std::string& line : discrepancies(promise)) what += printable(line) + "\n";
      out += fmt::format(">\n      <error message=\"{}\">{}</error>\n", xml(printable(disagreement_text(promise))),
                         xml(what));
      if (promise.holds) {
        out += "    </testcase>\n";
        continue;
      }
    } else {
      out += ">\n";
    }
    std::string details;
    for (const std::string& line : illustration(promise, named)) details += printable(line) + "\n";
    out += fmt::format("      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                       xml(printable(broken_text(promise))), xml(details));
  }
  return out + "  </testsuite>\n";
}

}  // namespace spoils::cli
