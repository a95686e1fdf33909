// diff/comparison.cpp
//
// Pairs the questions of both packs (each field of each rule, and the numbers of things), has them answered in
// batches by `exact_odds`, and shows equal differences once, at the rule with which the fewest rules work.
#include "diff/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "diff/rows.h"

namespace spoils::diff {

namespace {

using Answered = Result<std::vector<Swept<Answer>>, Error>;

/// A question to both packs.
struct Pair {
  std::string rule;
  std::vector<std::string> by;     // empty: a number of things
  std::vector<std::string> names;  // of the counted rules
  std::size_t participants = 0;    // the number of rules that work on the rule's thing
  bool has_before = true;          // the rule sets it on this side; else it is unset there
  bool has_after = true;
  std::size_t before = 0;  // index of the question to each side
  std::size_t after = 0;
};

std::string written(const std::vector<std::string>& by) { return fmt::format("{}", fmt::join(by, ",")); }

class Comparison {
 public:
  Comparison(Side& before, Side& after, const DiffOptions& options)
      : before_(before), after_(after), options_(options) {}

  Result<Difference, Error> run() {
    if (auto wrong = wrong_options()) { return Failure{std::move(*wrong)}; }
    for (const auto& rule : before_.pack().rules()) {
      if (is_chosen(rule.name) && !after_.rule(rule.name)) { out_.only_before.push_back(rule.name); }
    }
    std::vector<std::string> common;
    for (const auto& rule : after_.pack().rules()) {
      if (!is_chosen(rule.name)) { continue; }
      if (before_.rule(rule.name)) {
        common.push_back(rule.name);
      } else {
        out_.only_after.push_back(rule.name);
      }
    }
    // Rules before those that run them, as program/facts/query_budget.h requires.
    auto in_order = common;
    std::stable_sort(in_order.begin(), in_order.end(), [&](const std::string& a, const std::string& b) {
      return after_.participants(*after_.rule(a)) < after_.participants(*after_.rule(b));
    });
    for (const auto& rule : in_order) { ask(rule); }
    const auto old_answers = exact_odds(before_.pack(), old_questions_);
    const auto new_answers = exact_odds(after_.pack(), new_questions_);
    for (const auto& pair : pairs_) { compare(pair, old_answers, new_answers); }
    refer_back();
    // Reported in the order of the pack.
    const auto place_of = [&](const std::string& rule) { return std::find(common.begin(), common.end(), rule); };
    const auto by_place = [&](const auto& a, const auto& b) { return place_of(a.rule) < place_of(b.rule); };
    std::stable_sort(out_.tables.begin(), out_.tables.end(), by_place);
    std::stable_sort(out_.gaps.begin(), out_.gaps.end(), by_place);
    std::stable_sort(out_.compared.begin(), out_.compared.end(),
                     [&](const std::string& a, const std::string& b) { return place_of(a) < place_of(b); });
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_chosen(const std::string& rule) const {
    return options_.rules.empty() ||
           std::find(options_.rules.begin(), options_.rules.end(), rule) != options_.rules.end();
  }

  [[nodiscard]] std::optional<Error> wrong_options() const {
    for (const auto& rule : options_.rules) {
      if (before_.rule(rule) || after_.rule(rule)) { continue; }
      return Error{Error::Kind::UnknownRule,
                   fmt::format("neither pack has a rule `{}`", rule),
                   "",
                   std::nullopt,
                   {{"rule", rule}}};
    }
    const auto is_known = [](const Side& side, const std::string& name) {
      const auto& rules = side.pack().rules();
      return side.has_input(name) || std::any_of(rules.begin(), rules.end(), [&](const RuleInfo& rule) {
               return std::any_of(rule.parameters.begin(), rule.parameters.end(),
                                  [&](const InputInfo& parameter) { return parameter.name == name; });
             });
    };
    auto names = options_.values;
    if (!options_.sweep.input.empty()) { names.emplace_back(options_.sweep.input, ""); }
    for (const auto& [name, value] : names) {
      if (is_known(before_, name) || is_known(after_, name)) { continue; }
      return Error{Error::Kind::UnknownInput,
                   fmt::format("neither pack has an input or parameter `{}`", name),
                   "",
                   std::nullopt,
                   {{"input", name}}};
    }
    return std::nullopt;
  }

  void ask(const std::string& rule) {
    const auto old_rule = *before_.rule(rule);
    const auto new_rule = *after_.rule(rule);
    for (const auto* side : {&before_, &after_}) {
      const auto untold = side->untold(*side->rule(rule), options_.values);
      if (!untold) { continue; }
      out_.gaps.push_back({rule, "", fmt::format("its parameter `{}` needs a value", *untold)});
      return;
    }
    out_.compared.push_back(rule);
    Pair pair;
    pair.rule = rule;
    pair.participants = after_.participants(new_rule);
    if (!options_.by.empty()) {
      pair.by = options_.by;
      query_source(std::move(pair));
      return;
    }
    auto fields = after_.fields(new_rule);
    for (const auto& field : before_.fields(old_rule)) {
      if (std::find(fields.begin(), fields.end(), field) == fields.end()) { fields.push_back(field); }
    }
    const auto sets = [](const std::vector<std::string>& all, const std::string& field) {
      return std::find(all.begin(), all.end(), field) != all.end();
    };
    for (const auto& field : fields) {
      pair.by = {field};
      pair.has_before = sets(before_.fields(old_rule), field);
      pair.has_after = sets(after_.fields(new_rule), field);
      query_source(pair);
    }
    pair.by.clear();
    pair.has_before = pair.has_after = true;
    pair.names = {std::string(kAllThings)};
    for (const auto* side : {&before_, &after_}) {
      for (const auto& made : side->makes(*side->rule(rule))) {
        const bool is_new = std::find(pair.names.begin(), pair.names.end(), made) == pair.names.end();
        if (is_new && before_.rule(made) && after_.rule(made)) { pair.names.push_back(made); }
      }
    }
    // If one rule makes all things, its name says more.
    const auto makers = std::set<std::string>(before_.makes(old_rule).begin(), before_.makes(old_rule).end());
    if (pair.names.size() == 2 && makers.size() == 1 && before_.makes(old_rule) == after_.makes(new_rule)) {
      pair.names.erase(pair.names.begin());
    }
    if (!before_.makes(old_rule).empty() || !after_.makes(new_rule).empty()) { query_source(std::move(pair)); }
  }

  void query_source(Pair pair) {
    const auto what = pair.by.empty() ? std::string("numbers of things") : written(pair.by);
    const auto query = [&](Side& side) {
      const auto completed = [&](auto question) -> Query {
        question.rule = pair.rule;
        question.values = side.known(*side.rule(pair.rule), options_.values);
        question.max_states = program::kStatesKept;
        question.go_on = side.query_budget(*side.rule(pair.rule), what);
        question.max_memory = options_.max_memory;
        question.tighten = false;
        return {std::move(question), options_.sweep};
      };
      ExpectedCounts means;
      means.by = {"made_by"};
      Marginal odds;
      odds.by = pair.by;
      return pair.by.empty() ? completed(std::move(means)) : completed(std::move(odds));
    };
    pair.before = old_questions_.size();
    pair.after = new_questions_.size();
    if (pair.has_before) { old_questions_.push_back(query(before_)); }
    if (pair.has_after) { new_questions_.push_back(query(after_)); }
    pairs_.push_back(std::move(pair));
  }

  // A field that a rule does not set is unset.
  [[nodiscard]] static std::vector<Swept<Answer>> unset(const std::vector<Swept<Answer>>& like) {
    std::vector<Swept<Answer>> out;
    for (const auto& row : like) {
      OddsTable table;
      OddsRow none;
      none.values = {std::nullopt};
      none.probability = none.low = none.high = 1;
      table.rows.push_back(std::move(none));
      out.push_back({row.value, std::move(table)});
    }
    return out;
  }

  // Returns why an answer is unusable; "" if it is usable.
  [[nodiscard]] static std::string gap(const Answered& answer) {
    if (!answer) { return answer.error().text(); }
    const bool is_open = std::any_of(answer->begin(), answer->end(), [](const auto& row) {
      return std::visit([](const auto& table) { return table.unexplored; }, row.table) > program::kMostUnexplored;
    });
    return is_open ? "too many paths" : "";
  }

  void compare(const Pair& pair, const std::vector<Answered>& old_answers, const std::vector<Answered>& new_answers) {
    const auto by = pair.by.empty() ? std::string("how many") : written(pair.by);
    for (const auto* answer :
         {pair.has_before ? &old_answers[pair.before] : nullptr, pair.has_after ? &new_answers[pair.after] : nullptr}) {
      auto why = answer == nullptr ? std::string() : gap(*answer);
      if (why.empty()) { continue; }
      out_.gaps.push_back({pair.rule, by, std::move(why)});
      return;
    }
    const auto& some = pair.has_before ? *old_answers[pair.before] : *new_answers[pair.after];
    const auto old_odds = pair.has_before ? *old_answers[pair.before] : unset(some);
    const auto new_odds = pair.has_after ? *new_answers[pair.after] : unset(some);
    DiffTable table;
    table.rule = pair.rule;
    table.by = pair.by.empty() ? std::vector<std::string>{by} : pair.by;
    table.is_mean = pair.by.empty();
    table.rows =
        table.is_mean ? moved_means(old_odds, new_odds, pair.names, options_) : moved(old_odds, new_odds, options_);
    if (table.rows.empty()) { return; }
    auto* last = out_.tables.empty() ? nullptr : &out_.tables.back();
    if (table.is_mean && last != nullptr && last->is_mean && last->rule == table.rule) {
      last->rows.insert(last->rows.end(), table.rows.begin(), table.rows.end());
      return;
    }
    participants_.push_back(pair.participants);
    out_.tables.push_back(std::move(table));
  }

  // A change belongs to the rule that makes it; rules that run that rule refer to it.
  void refer_back() {
    const auto key_of = [](const DiffTable& table) {
      std::string key = written(table.by);
      for (const auto& row : table.rows) {
        key += fmt::format(";{}@{}:{:.9e}>{:.9e}", written(to_texts(row.values)), row.at, row.before, row.after);
      }
      return key;
    };
    std::map<std::string, std::size_t> owners;
    for (std::size_t i = 0; i < out_.tables.size(); ++i) {
      const auto [owner, is_new] = owners.try_emplace(key_of(out_.tables[i]), i);
      if (!is_new && participants_[i] < participants_[owner->second]) { owner->second = i; }
    }
    for (std::size_t i = 0; i < out_.tables.size(); ++i) {
      const auto owner = owners.at(key_of(out_.tables[i]));
      if (owner != i) { out_.tables[i].same_as = out_.tables[owner].rule; }
    }
  }

  Side& before_;
  Side& after_;
  const DiffOptions& options_;
  Difference out_;
  std::vector<Pair> pairs_;
  std::vector<Query> old_questions_;
  std::vector<Query> new_questions_;
  std::vector<std::size_t> participants_;  // one per table
};

}  // namespace

Result<Difference, Error> compare_sides(Side& before, Side& after, const DiffOptions& options) {
  return Comparison(before, after, options).run();
}

}  // namespace spoils::diff
