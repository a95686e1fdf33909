// check/check.cpp
//
// The driver of the checker: builds the scope (which expands collections), lowers the pack again until types and
// symbols reach their fixpoint, and then runs the passes over the finished program.
#include "check/check.h"

#include <cstdint>
#include <set>
#include <utility>

#include "check/link/links.h"
#include "check/lower/lowering.h"
#include "check/ranges/abstract_interpreter.h"
#include "check/ranges/lints.h"
#include "check/ranges/ranges.h"
#include "check/resolve/slips.h"
#include "check/resolve/unused.h"

namespace spoils::check {

namespace {

/// The sources of used packs. Warnings about them are suppressed: code unused here may be used by other packs.
std::set<std::uint32_t> sources_of_used(const std::vector<PackTree>& packs) {
  std::set<std::uint32_t> out;
  for (std::size_t i = 0; i + 1 < packs.size(); ++i) {
    for (const auto& file : packs[i].files) { out.insert(file.source); }
  }
  return out;
}

}  // namespace

std::optional<Compiled> compile(const Packs& packs, text::Report& report) {
  auto context = std::make_shared<PackContext>(packs, report);
  const auto& scope = context->scope;
  auto& types = context->types;
  program::Program program;
  // How many expressions are expected: before the first pass mostly too many, then as many as in the pass before.
  std::size_t expressions = 0;
  for (const auto& pack : *packs) {
    for (const auto& file : pack.files) { expressions += file.tokens; }
  }
  const auto lower = [&](const text::Symbols& symbols, text::Report& findings) {
    program = {};
    context->names = {};
    Lowering lowering(scope, types, findings);
    lowering.number_symbols(symbols);
    lowering.reserve(expressions);
    program = lowering.run();
    expressions = program.expressions.size() + program.expressions.size() / 16;
    context->names = lowering.take_names();
    return lowering.is_full();
  };
  // Iterates to the fixpoint of types and symbols. The findings of a pass count if it knew all of them from its
  // beginning.
  for (int pass = 0;; ++pass) {
    // Most passes only learn: a finding that a later pass takes back is never written. Only symbols pass from one to
    // the next, so that no two programs are in memory at once.
    const auto symbols = std::exchange(program, {}).symbols;
    auto silent = report.silent();
    types.begin_pass();
    const bool is_full = lower(symbols, silent);
    const bool is_settled = !types.changed() && program.symbols.size() == symbols.size();
    const bool is_sound = silent.error_count() == report.error_count();
    const bool is_last = is_full || (is_settled && !(is_sound && types.close()));
    if (is_last && silent.count() > report.count()) { lower(symbols, report); }
    if (is_last) { break; }
    if (pass < kMaxPasses) { continue; }
    report.add(text::Code::TypesTangled, types.last_place(), kMaxPasses).help("declare this one: `field NAME: TYPE`");
    return std::nullopt;
  }
  if (report.error_count() > 0) { return std::nullopt; }
  context->scope.forget_rows();
  link(program, report);
  if (report.error_count() > 0) { return std::nullopt; }
  return Compiled{std::move(program), std::move(context)};
}

std::optional<Compiled> check(const Packs& packs, text::Report& report) {
  report.leave_out_warnings(sources_of_used(*packs));
  auto compiled = compile(packs, report);
  if (!compiled) { return std::nullopt; }
  auto& program = compiled->program;
  AbstractInterpreter interpreter(program);
  program.may_fail = check_ranges(program, report, interpreter);
  lint_unused(*packs, program, report);
  lint_slips(*packs, program, report);
  lint(program, report, interpreter);
  if (report.error_count() > 0) { return std::nullopt; }
  return compiled;
}

}  // namespace spoils::check
