// api/odds.cpp
//
// `exact_odds`: compiles the questions of a call and has them answered by engines (api/answers.h), several at once if
// the call may use threads. The values of a sweep are divided into the same parts for any number of threads, each with
// an engine of its own, since what an engine keeps between answers may change the last digits of the next one.
// tests/packs/threads_test.cpp.
#include "spoils/odds.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include "api/answers.h"
#include "api/begin_state.h"
#include "api/error.h"
#include "api/pack_data.h"
#include "api/query.h"
#include "api/reuse.h"
#include "api/side_by_side.h"
#include "api/sweep_answers.h"
#include "api/sweep_parameter.h"
#include "api/sweep_values.h"
#include "api/work.h"

namespace spoils {
inline namespace v1 {

namespace {

using api::CompiledQueries;
using api::make_error;

/// Values of a sweep that one engine answers: some, as they share work, but few, for processors to share them.
constexpr std::size_t kLeastValuesOfEngine = 4;
constexpr std::size_t kMostEnginesOfSweep = 64;

/// Engines that know their questions already and wait for their turn, at most: each has tables as long as the program,
/// so that for a question of each rule of a pack they would take the square of its length.
constexpr std::size_t kMostWaitingEngines = 16;

using Answered = Result<std::vector<Swept<Answer>>, Error>;

/// The paths of a trial without one of the columns, some tens of milliseconds; the number of trials; and the part of
/// the time for the end at which they stop.
constexpr std::uint64_t kPathsOfTrial = 200'000;
constexpr std::size_t kMostTrials = 6;
constexpr double kEndOfTrials = 0.97;

// Returns a column without which a question is exact, found by trying; those in which states differ most come first.
std::string exact_without(const Pack& pack, const Question& question, const OddsTable& table,
                          program::WorkScope& scope) {
  const auto* const asked = std::get_if<Marginal>(&question);
  if (asked == nullptr || asked->by.size() < 2) { return {}; }
  auto columns = asked->by;
  const auto is_wide = [&](const std::string& column) {
    return std::any_of(table.widest_slots.begin(), table.widest_slots.end(),
                       [&](const auto& slot) { return slot.first == column; });
  };
  std::stable_partition(columns.begin(), columns.end(), is_wide);
  if (columns.size() > kMostTrials) { columns.resize(kMostTrials); }
  for (const auto& column : columns) {
    auto fewer = *asked;
    std::erase(fewer.by, column);
    fewer.fractions = fewer.tighten = fewer.suggest = false;
    fewer.estimate_rolls = 0;
    fewer.max_paths = std::min(fewer.max_paths, kPathsOfTrial);
    fewer.stop = [&scope] { return scope.is_stopped() && scope.grace_used() > kEndOfTrials; };
    if (fewer.by.empty() || fewer.stop()) { return {}; }
    const auto found = exact_odds(pack, fewer);
    if (found && found->exact) { return column; }
  }
  return {};
}

/// A question of a call on its way to an answer.
struct Job {
  const Question* question = nullptr;
  std::uint32_t query = 0;  // of the program
  api::Settings settings;
  std::optional<program::SlotId> slot;  // the swept one
  std::vector<api::Setting> values;     // of it; one without a name if nothing is swept
  bool is_level = false;                // no value changes the answer, so that of the first one is used
  std::unique_ptr<api::Answers> first;  // an engine that knows the question already
  std::vector<std::optional<Result<Answer, Error>>> found;  // by value
  std::unique_ptr<api::SweepTime> time;
  std::size_t fails_at = static_cast<std::size_t>(-1);  // a value that no answer is needed after; under the gate

  [[nodiscard]] std::size_t asked_values() const { return is_level ? 1 : values.size(); }
  [[nodiscard]] std::size_t values_of_engine() const {
    return std::max(kLeastValuesOfEngine, (asked_values() + kMostEnginesOfSweep - 1) / kMostEnginesOfSweep);
  }
};

/// Some values of a job, for one engine.
struct Part {
  std::size_t job = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// All questions of one call. Those whose answers are known take no work.
class Call {
 public:
  Call(const Pack& pack, const std::vector<Query>& queries, bool is_strict) : pack_(pack), is_strict_(is_strict) {
    for (const auto& [question, sweep, group] : queries) {
      posed_.push_back({api::with_default_by(pack, question), sweep, group});
      std::visit(
          [&](OddsSettings& settings) {
            settings.stop = api::gated(gate_, std::move(settings.stop));
            settings.go_on = api::gated(gate_, std::move(settings.go_on));
          },
          posed_.back().question);
    }
  }

  /// `max_memory`: of all answers together.
  std::vector<Answered> answer(program::WorkScope& scope, std::size_t max_memory) {
    take_in();
    unsigned threads = 1;
    for (const auto& query : posed_) {
      const auto wanted = settings_of(query.question).threads;
      threads = wanted == 0 || threads == 0 ? 0 : std::max(threads, wanted);
    }
    const auto groups = parts();
    const bool has_groups =
        std::any_of(posed_.begin(), posed_.end(), [](const Query& query) { return !query.group.empty(); });
    const api::SideBySide how{scope, gate_, max_memory, threads, !has_groups};
    const auto workers = api::threads_for(groups.size(), how);
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      const auto seconds = settings_of(posed_[i].question).sweep_seconds;
      if (seconds > 0 && jobs_[i].slot) {
        jobs_[i].time = std::make_unique<api::SweepTime>(seconds, jobs_[i].asked_values(), workers);
      }
    }
    api::side_by_side(groups.size(), how, [&](std::size_t number, std::size_t) {
      for (const auto& part : groups[number]) { answer_part(part); }
    });
    std::vector<Answered> out;
    for (std::size_t i = 0; i < posed_.size(); ++i) {
      out.push_back(known_[i]   ? Answered(*known_[i])
                    : wrong_[i] ? Answered(Failure{std::move(*wrong_[i])})
                                : answered(i));
    }
    return out;
  }

  /// Keeps what was computed. Outside of the limits of the call, which it may have used up.
  void keep(const std::vector<Answered>& answers) const {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (known_[i] == nullptr && reuses_[i] && answers[i]) { reuses_[i]->keep(*answers[i]); }
    }
  }

 private:
  // Compiles the questions, but for those whose very answers are known, and looks for the answers of others.
  void take_in() {
    std::vector<api::QueryOrError> to_compile;
    sources_.reserve(posed_.size());
    for (const auto& query : posed_) {
      const auto& source = sources_.emplace_back(api::query_source(pack_, query.question, query.sweep.input));
      const auto& settings = settings_of(query.question);
      // Without work to count for the caller, answers would depend on what was asked before.
      const bool may_reuse = source && settings.reuse && !settings.go_on;
      const auto& reuse = reuses_.emplace_back(
          may_reuse ? std::optional<api::Reuse>(std::in_place, pack_, query, *source, is_strict_) : std::nullopt);
      known_.push_back(reuse ? reuse->known() : nullptr);
      compiled_as_.push_back(to_compile.size());
      if (known_.back() == nullptr) { to_compile.push_back(source); }
    }
    if (!to_compile.empty()) { asked_ = api::compile_queries(pack_, to_compile, api::Written::ForOdds); }
    for (std::size_t i = 0; i < posed_.size(); ++i) {
      wrong_.emplace_back();
      auto& job = jobs_.emplace_back();
      if (known_[i] != nullptr) { continue; }
      auto begins = begun(i);
      if (begins) {
        job = std::move(*begins);
      } else {
        wrong_.back() = std::move(begins).error();
      }
    }
    for (std::size_t i = 0; i < posed_.size(); ++i) {
      if (needs_work(i) && reuses_[i]) { known_[i] = reuses_[i]->same(asked_, jobs_[i].query, jobs_[i].values); }
    }
  }

  [[nodiscard]] bool needs_work(std::size_t number) const { return known_[number] == nullptr && !wrong_[number]; }

  /// Within the limits of a question. The stop function of the first one is that of the call, so that all have one time
  /// to end.
  template <class Work>
  auto within(std::size_t number, Work&& work) {
    const auto& settings = settings_of(posed_[number].question);
    return api::within(settings.max_memory, number == 0 ? std::function<bool()>() : settings.stop, work);
  }

  /// The same, and within the time of one value of a sweep.
  template <class Work>
  Result<Answer, Error> in_time(std::size_t number, Work&& work) {
    auto& job = jobs_[number];
    return within(number, [&](program::WorkScope& around) -> Result<Answer, Error> {
      if (job.time == nullptr) { return work(around); }
      using Clock = program::WorkTime::Clock;
      const auto share = job.time->next();
      program::WorkTime time;
      const auto most = time.begin + program::before_grace(share);
      time.stopped_at = around.time().stopped_at;
      time.least_grace = std::min(time.least_grace, share * 2 / 5);
      time.stops_at = most;
      const std::function<bool()> stop = [&] { return Clock::now() >= most || around.is_stopped(); };
      return api::within(settings_of(*job.question).max_memory, stop, work, &time);
    });
  }

  // All of a question that can be wrong without an answer.
  Result<Job, Error> begun(std::size_t number) {
    const auto& [question, sweep, group] = posed_[number];
    auto& found = asked_.query_of[compiled_as_[number]];
    if (!found) { return Failure{std::move(found).error()}; }
    Job out;
    out.question = &question;
    out.query = *found;
    if (auto wrong = api::completed(pack_, question, out.query, is_strict_, asked_.program)) {
      return Failure{std::move(*wrong)};
    }
    auto settings = api::begin_settings(pack_, settings_of(question), asked_.program);
    if (!settings) { return Failure{std::move(settings).error()}; }
    out.settings = std::move(*settings);
    out.values = {{"", 0}};
    if (!sweep.input.empty()) {
      const auto slot = api::swept_slot(asked_.program, sweep.input);
      if (!slot) { return Failure{slot.error()}; }
      auto values = api::values_to_sweep(asked_.program, *slot, sweep);
      if (!values) { return Failure{std::move(values).error()}; }
      out.slot = *slot;
      out.values = std::move(*values);
    }
    return out;
  }

  // Divides the work: what one thread does, in order. Questions of one group are together.
  std::vector<std::vector<Part>> parts() {
    std::vector<std::vector<Part>> out;
    std::map<std::string, std::size_t> groups;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (!needs_work(i)) { continue; }
      auto& job = jobs_[i];
      job.found.resize(job.values.size());
      if (job.slot && job.values.size() > 1) { look_at(i); }
      const auto& group = posed_[i].group;
      const auto size = job.values_of_engine();
      for (std::size_t begin = 0; begin < job.asked_values(); begin += size) {
        const Part part{i, begin, std::min(begin + size, job.asked_values())};
        if (group.empty()) {
          out.push_back({part});
          continue;
        }
        const auto [known, is_new] = groups.try_emplace(group, out.size());
        if (is_new) { out.emplace_back(); }
        out[known->second].push_back(part);
      }
    }
    return out;
  }

  // Whether the answer depends on the swept input at all.
  void look_at(std::size_t number) {
    auto& job = jobs_[number];
    const auto done = within(number, [&](program::WorkScope&) -> Result<bool, Error> {
      job.first = std::make_unique<api::Answers>(asked_, *job.question, job.query);
      job.is_level = !job.first->reads(*job.slot);
      return true;
    });
    if (done && waiting_engines_ < kMostWaitingEngines) {
      ++waiting_engines_;
    } else {
      job.first.reset();
    }
  }

  void answer_part(const Part& part) {
    auto& job = jobs_[part.job];
    std::unique_ptr<api::Answers> answers;
    if (part.begin == 0) { answers = std::move(job.first); }
    auto settings = job.settings;
    for (auto i = part.begin; i < part.end; ++i) {
      {
        const program::LockGuard<api::Gate> lock(gate_);
        if (job.fails_at < i) { return; }
      }
      if (job.slot) {
        for (auto& [slot, word] : settings) { word = slot == *job.slot ? job.values[i].second : word; }
      }
      job.found[i] = one_answer(part, i, settings, answers);
      const auto& found = *job.found[i];
      if (found || api::is_of_one_value(found.error())) { continue; }
      const program::LockGuard<api::Gate> lock(gate_);
      job.fails_at = std::min(job.fails_at, i);
    }
  }

  Result<Answer, Error> one_answer(const Part& part, std::size_t value, const api::Settings& settings,
                                   std::unique_ptr<api::Answers>& answers) {
    auto& job = jobs_[part.job];
    return in_time(part.job, [&](program::WorkScope& scope) -> Result<Answer, Error> {
      if (answers == nullptr) {
        answers = std::make_unique<api::Answers>(asked_, *job.question, job.query);
        // The engine of look_at() has done this, too, so that what follows is the same.
        if (part.begin == 0 && job.slot && job.values.size() > 1) { (void)answers->reads(*job.slot); }
      }
      if (job.slot && !job.time) { answers->begin(value, job.asked_values()); }
      const auto& limits = settings_of(*job.question);
      const api::SideBySide how{scope, gate_, limits.max_memory, limits.threads, false};
      auto found = answers->under(settings, jobs_.size() == 1 && job.values.size() == 1 ? &how : nullptr);
      if (found && !job.slot && settings_of(*job.question).suggest) {
        auto* const table = std::get_if<OddsTable>(&*found);
        if (table != nullptr && !table->exact) {
          table->exact_without = exact_without(pack_, *job.question, *table, scope);
        }
      }
      return found;
    });
  }

  // Puts the answers of a question together.
  Answered answered(std::size_t number) {
    auto& job = jobs_[number];
    api::SweepAnswers out(*job.question, asked_.program.queries[job.query], posed_[number].sweep.input);
    for (std::size_t i = 0; i < job.values.size(); ++i) {
      const auto& name = job.values[i].first;
      if (i >= job.asked_values()) {
        out.repeat_first(name);
        continue;
      }
      auto found = job.found[i] ? std::move(*job.found[i]) : Result<Answer, Error>(Failure{api::stopped_refusal()});
      if (!found && !job.slot) { return Failure{std::move(found).error()}; }
      if (auto ends = out.add(name, std::move(found))) { return Failure{std::move(*ends)}; }
    }
    return out.done();
  }

  const Pack& pack_;
  bool is_strict_;
  api::Gate gate_;
  std::vector<Query> posed_;
  CompiledQueries asked_;
  // By question:
  std::vector<api::QueryOrError> sources_;
  std::vector<std::optional<api::Reuse>> reuses_;
  std::vector<std::shared_ptr<const api::SweptAnswers>> known_;  // null: to be computed
  std::vector<std::size_t> compiled_as_;                         // the number among those that were compiled
  std::vector<std::optional<Error>> wrong_;
  std::vector<Job> jobs_;
  std::size_t waiting_engines_ = 0;
};

/// `is_strict`: a word that the pack does not know is an error. A caller that compares two packs uses the words of
/// both, so it is not strict. All answers of a call together are limited to the largest memory limit of its questions.
std::vector<Answered> answers_to(const Pack& pack, const std::vector<Query>& queries, bool is_strict) {
  if (queries.empty()) { return {}; }
  std::size_t most = 0;
  for (const auto& query : queries) { most = std::max(most, settings_of(query.question).max_memory); }
  const auto& first = settings_of(queries.front().question);
  const auto time = api::time_of(first);
  Call call(pack, queries, is_strict);
  const auto work = [&](program::WorkScope& scope) -> Result<std::vector<Answered>, Error> {
    return call.answer(scope, most);
  };
  auto out = api::within(most, first.stop, work, &time);
  if (out) {
    call.keep(*out);
    return std::move(*out);
  }
  return std::vector<Answered>(queries.size(), Answered(Failure{out.error()}));
}

/// Whether the limits ended a question before anything was proven, and rolls may answer it.
bool is_left_to_rolls(const Answered& answer, const Query& query) {
  return !answer && answer.error().kind == Error::Kind::Limit && settings_of(query.question).estimate_rolls > 0 &&
         query.sweep.input.empty();
}

// Answers by rolls alone. The scopes of the call have ended, so that there is memory again.
Answered answer_by_rolls(const Pack& pack, const Query& query, Answered refused) {
  const auto question = api::with_default_by(pack, query.question);
  auto asked = api::compile_queries(pack, {api::query_source(pack, question, "")});
  if (!asked.query_of[0]) { return refused; }
  const auto settings = api::begin_settings(pack, settings_of(question), asked.program);
  if (!settings) { return refused; }
  api::Answers answers(asked, question, *asked.query_of[0]);
  Result<Answer, Error> found = answers.by_rolls(*settings, std::move(refused).error());
  if (!found) { return Failure{std::move(found).error()}; }
  std::vector<Swept<Answer>> out;
  out.push_back({"", std::move(*found)});
  return out;
}

// The answer to a question, by rolls if its limits leave nothing else.
Answered answer_to(const Pack& pack, const Query& query) {
  auto answer = std::move(answers_to(pack, {query}, true).front());
  return is_left_to_rolls(answer, query) ? answer_by_rolls(pack, query, std::move(answer)) : answer;
}

}  // namespace

Result<Answer, Error> exact_odds(const Pack& pack, const Question& question) {
  auto answer = answer_to(pack, {question, {}});
  if (!answer) { return Failure{std::move(answer).error()}; }
  return std::move(answer->front().table);
}

Result<std::vector<Swept<Answer>>, Error> exact_odds(const Pack& pack, const Question& question, const Sweep& sweep) {
  if (const auto parameter = api::swept_parameter(pack, settings_of(question), sweep.input)) {
    return api::answers_by_parameter(pack, question, sweep, *parameter,
                                     [&](const Question& one) { return exact_odds(pack, one); });
  }
  return answer_to(pack, {question, sweep});
}

std::vector<Result<std::vector<Swept<Answer>>, Error>> exact_odds(const Pack& pack, const std::vector<Query>& queries) {
  return answers_to(pack, queries, false);
}

void reuse_answers(const Pack& pack, const Pack& before) {
  auto shared = api::PackMaker::shared(before);
  if (shared.get() == &pack.data()) { return; }
  shared->kept_answers().set_before(nullptr);
  pack.data().kept_answers().set_before(std::move(shared));
}

}  // namespace v1
}  // namespace spoils
