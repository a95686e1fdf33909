// api/pack_data.h
//
// The data that the public handles point to.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/kept_answers.h"
#include "check/resolve/pack_context.h"
#include "naming/template.h"
#include "program/mutex.h"
#include "program/program.h"
#include "roll/shared_code.h"
#include "spoils/pack.h"
#include "text/source.h"

namespace spoils::api {

struct FindingsData {
  std::shared_ptr<const text::Sources> sources;
  std::vector<Diagnostic> diagnostics;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t notes = 0;
};

struct PackData {
  std::shared_ptr<const text::Sources> sources;
  std::shared_ptr<const check::PackContext> context;  // for lowering questions
  program::Program program;
  std::vector<RuleInfo> rules;  // in the program's order
  std::vector<InputInfo> inputs;
  std::vector<InputInfo> states;
  std::vector<FieldInfo> fields;
  std::vector<MeasureInfo> measures;  // as in the program
  std::vector<TableInfo> tables;
  std::vector<program::ValueKind> field_kinds;                      // by field
  std::vector<std::size_t> fields_in_heap;                          // those that hold texts, lists and maps
  std::unordered_map<std::string_view, std::size_t> field_numbers;  // by name
  std::vector<std::vector<std::int32_t>> field_of;  // by rule and field: the position of its word in a thing of the
                                                    // rule; -1

  /// Shared by all rollers of the pack; built by the first of them. May be called on any thread. Requires: the program
  /// does not change any more.
  [[nodiscard]] roll::SharedCode& code() const {
    const program::LockGuard<program::Mutex> lock(code_mutex_);
    if (code_ == nullptr) { code_ = std::make_unique<roll::SharedCode>(program); }
    return *code_;
  }

  /// The displays as templates, likewise.
  [[nodiscard]] const naming::Templates& templates() const {
    const program::LockGuard<program::Mutex> lock(code_mutex_);
    if (templates_ == nullptr) { templates_ = std::make_unique<const naming::Templates>(program); }
    return *templates_;
  }

  /// The answers to earlier questions about it.
  [[nodiscard]] KeptAnswers& kept_answers() const { return kept_answers_; }

 private:
  mutable program::Mutex code_mutex_;
  mutable std::unique_ptr<roll::SharedCode> code_;
  mutable std::unique_ptr<const naming::Templates> templates_;
  mutable KeptAnswers kept_answers_;
};

/// Constructs the public objects of a pack. Requires: not null.
struct PackMaker {
  static Pack pack(std::shared_ptr<const PackData> data) { return Pack(std::move(data)); }
  static Findings findings(std::shared_ptr<const FindingsData> data) { return Findings(std::move(data)); }
  /// The other way round.
  static std::shared_ptr<const PackData> shared(const Pack& pack) { return pack.data_; }
  static const FindingsData& data(const Findings& findings) { return *findings.data_; }
};

/// Returns whether a caller can write a choice: records without names of their own are internal to the pack.
[[nodiscard]] bool can_be_written(const program::Program& program, program::Word choice);

/// Describes a slot that a caller may set.
[[nodiscard]] InputInfo describe_input(const program::Program& program, program::SlotId slot);

}  // namespace spoils::api
