#include "check/check.h"

#include <cstdint>
#include <set>
#include <utility>

#include "check/abstract_walk.h"
#include "check/links.h"
#include "check/lints.h"
#include "check/lowering.h"
#include "check/ranges.h"
#include "check/unused.h"

namespace spoils::check {

namespace {

/// Types settle in as many passes as the longest chain of assignments; each pass moves at least one type up a lattice
/// of height three.
constexpr int kMaxPasses = 100;

/// What a library never does for one pack, it may do for another.
std::set<std::uint32_t> sources_of_used(const std::vector<PackTree>& packs) {
  std::set<std::uint32_t> out;
  for (std::size_t i = 0; i + 1 < packs.size(); ++i) {
    for (const auto& file : packs[i].files) { out.insert(file.source); }
  }
  return out;
}

}  // namespace

std::optional<program::Program> compile(const std::vector<PackTree>& packs, text::Report& report) {
  const Scope scope(packs, report);
  Types types;
  program::Program program;
  std::size_t tokens = 0;  // mostly more than there are expressions
  for (const auto& pack : packs) {
    for (const auto& file : pack.files) { tokens += file.tokens; }
  }
  // What a pass finds counts if it knew all types and all symbols from the beginning.
  for (int pass = 0;; ++pass) {
    // Most passes only learn: a finding that a later pass takes back is never written. Only symbols pass from one to
    // the next, so that no two programs are in memory at once.
    const auto symbols = std::exchange(program, {}).symbols;
    auto silent = report.silent();
    Lowering lowering(scope, types, silent);
    lowering.number_symbols(symbols);
    lowering.reserve(tokens);
    program = lowering.run();
    const bool is_settled = !types.changed() && program.symbols.size() == symbols.size();
    const bool is_last = is_settled || lowering.is_full();
    if (is_last && silent.count() > report.count()) {
      program = {};
      Lowering again(scope, types, report);
      again.number_symbols(symbols);
      again.reserve(tokens);
      program = again.run();
    }
    if (is_last) { break; }
    if (pass < kMaxPasses) { continue; }
    report.add(text::Code::TypesTangled, types.last_place(), kMaxPasses).help("declare this one: `field NAME: TYPE`");
    return std::nullopt;
  }
  if (report.error_count() > 0) { return std::nullopt; }
  link(program, report);
  if (report.error_count() > 0) { return std::nullopt; }
  return program;
}

std::optional<program::Program> check(const std::vector<PackTree>& packs, text::Report& report) {
  report.leave_out_warnings(sources_of_used(packs));
  auto program = compile(packs, report);
  if (!program) { return std::nullopt; }
  Walk walk(*program);
  check_ranges(*program, report, walk);
  lint(*program, report, walk);
  lint_unused(packs, *program, report);
  if (report.error_count() > 0) { return std::nullopt; }
  return program;
}

}  // namespace spoils::check
