// api/reuse.h
//
// Which kept answer (api/kept_answers.h) is the answer to a question: one of the same question for the same values of
// inputs; for other values of inputs that it does not read; or of an earlier version of the pack, if both are the same
// in all that the question needs (diff/same_parts.h).
// tests/api/kept_answers_test.cpp, and for random packs tests/reference/same_parts_test.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/compile_queries.h"
#include "api/kept_answers.h"
#include "api/sweep_values.h"
#include "spoils/odds.h"

namespace spoils::api {

class Reuse {
 public:
  /// Requires: all outlive this.
  Reuse(const Pack& pack, const v1::Query& query, const QuerySource& source, bool is_strict);

  /// Returns the answer for just this question; null if there is none.
  [[nodiscard]] std::shared_ptr<const SweptAnswers> known() const;

  /// Returns the answer of another value or version, and keeps it for this one; null if there is none. `number`: of the
  /// question in `asked`; `swept`: the values that it is swept over. Cost: linear in what the question reaches; little
  /// if there is no such answer to look at.
  [[nodiscard]] std::shared_ptr<const SweptAnswers> same(const CompiledQueries& asked, std::uint32_t number,
                                                         const std::vector<Setting>& swept) const;

  void keep(const SweptAnswers& answers) const;

 private:
  [[nodiscard]] bool is_same_before(const std::shared_ptr<const PackData>& before, const CompiledQueries& asked,
                                    std::uint32_t number) const;

  const Pack& pack_;
  const v1::Query& query_;
  const QuerySource& source_;
  std::string key_;
};

}  // namespace spoils::api
