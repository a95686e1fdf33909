// api/kept_answers.h
//
// The answers to earlier questions about a pack, so that a page and a program which ask the same again get them at
// once. Only whole answers that are exact are kept: those that limits end depend on the time that there was. Whether
// one fits a question: api/reuse.h. tests/api/kept_answers_test.cpp.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "api/compile_queries.h"
#include "program/mutex.h"
#include "spoils/odds.h"

namespace spoils::api {

struct PackData;

using SweptAnswers = std::vector<Swept<Answer>>;

/// An answer with its question.
struct KeptAnswer {
  std::string question;                    // all but the values of inputs: question_key()
  std::vector<QuerySource::Value> inputs;  // without the swept one
  std::shared_ptr<const SweptAnswers> answers;
  std::size_t bytes = 0;
};

/// Returns a text that two questions share if they differ in nothing but the values of inputs, in functions, and in how
/// answers are estimated that are not exact.
[[nodiscard]] std::string question_key(const v1::Query& query, const QuerySource& source, bool is_strict);

/// Returns the bytes of an answer, about; 0 if it is not to be kept, as a part of it is not exact.
[[nodiscard]] std::size_t bytes_to_keep(const SweptAnswers& answers);

/// All functions may be called on any thread.
class KeptAnswers {
 public:
  static constexpr std::size_t kMostBytes = 16'000'000;
  static constexpr std::size_t kMostBytesOfAnswer = kMostBytes / 4;

  /// Returns what is kept, the last used last. For tests.
  [[nodiscard]] std::vector<KeptAnswer> all() const;
  /// Returns the answers to a question for any values of inputs, the last used last. Cost: linear in what is kept.
  [[nodiscard]] std::vector<KeptAnswer> find(const std::string& question) const;
  /// Returns the answer for these values, which is now the last used one; null if there is none.
  [[nodiscard]] std::shared_ptr<const SweptAnswers> find(const std::string& question,
                                                         const std::vector<QuerySource::Value>& inputs);
  /// Keeps an answer of kMostBytesOfAnswer at most, and forgets those that were not used for longest, if all take more
  /// than kMostBytes.
  void keep(KeptAnswer answer);

  /// The pack whose answers may be used, too, after a comparison; null if none.
  [[nodiscard]] std::shared_ptr<const PackData> before() const;
  void set_before(std::shared_ptr<const PackData> before);

 private:
  mutable program::Mutex mutex_;
  std::vector<KeptAnswer> kept_;  // the last used last
  std::size_t bytes_ = 0;
  std::shared_ptr<const PackData> before_;
};

}  // namespace spoils::api
