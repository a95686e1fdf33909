#include "capi/question.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "spoils/roll.h"

namespace spoils::capi {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

/// Reads the members of a question. The first mistake is kept, and what is read after it does not count.
class QuestionReader {
 public:
  explicit QuestionReader(const Json& whole) : whole_(whole) {}

  Result<ReadQuestion, std::string> read() {
    check_names(whole_, {"rule", "inputs", "state", "by", "count", "from", "each", "where", "fractions", "sweep",
                         "estimate", "seed", "whole_rolls"});
    OddsSettings settings;
    settings.rule = text("rule");
    settings.values = values("inputs");
    settings.states = values("state");
    out_.fractions = flag("fractions");
    read_estimate(settings);
    read_sweep();
    int kinds = 0;
    for (const char* kind : {"by", "count", "from", "each"}) { kinds += whole_.contains(kind) ? 1 : 0; }
    if (kinds > 1) { complain("`by`, `count`, `from` and `each` exclude each other"); }
    pose(settings);
    if (wrong_) { return Failure{std::move(*wrong_)}; }
    return std::move(out_);
  }

 private:
  void pose(const OddsSettings& settings) {
    if (whole_.contains("each")) {
      if (whole_.contains("where") || out_.fractions) { complain("`each` has neither `where` nor `fractions`"); }
      ExpectedCounts question{settings, texts(whole_, "each")};
      if (question.by.empty()) { complain("`each` is empty"); }
      out_.question = std::move(question);
    } else if (whole_.contains("count")) {
      out_.question = Count{settings, text("count"), text("where"), out_.fractions};
    } else if (whole_.contains("from")) {
      out_.question = Draw{settings, text("from"), text("where"), out_.fractions};
    } else {
      out_.question = Marginal{settings, texts(whole_, "by"), text("where"), out_.fractions};
    }
  }

  void complain(std::string what) {
    if (!wrong_) { wrong_ = std::move(what); }
  }

  void check_names(const Json& object, std::initializer_list<std::string_view> known) {
    for (const auto& [name, value] : object.items()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        complain(fmt::format("a question has no member `{}`", name));
      }
    }
  }

  std::string text(const char* name) {
    const auto found = whole_.find(name);
    if (found == whole_.end()) { return {}; }
    if (found->is_string()) { return found->get<std::string>(); }
    complain(fmt::format("`{}` must be a text", name));
    return {};
  }

  bool flag(const char* name) {
    const auto found = whole_.find(name);
    if (found == whole_.end()) { return false; }
    if (found->is_boolean()) { return found->get<bool>(); }
    complain(fmt::format("`{}` must be true or false", name));
    return false;
  }

  std::vector<std::string> texts(const Json& object, const char* name) {
    std::vector<std::string> out;
    const auto found = object.find(name);
    if (found == object.end()) { return out; }
    if (!found->is_array()) {
      complain(fmt::format("`{}` must be a list", name));
      return out;
    }
    for (const auto& member : *found) { out.push_back(written(member, name)); }
    return out;
  }

  Values values(const char* name) {
    Values out;
    const auto found = whole_.find(name);
    if (found == whole_.end()) { return out; }
    if (!found->is_object()) {
      complain(fmt::format("`{}` must be an object", name));
      return out;
    }
    for (const auto& [key, value] : found->items()) { out.emplace_back(key, written(value, name)); }
    return out;
  }

  // A value as a pack writes it.
  std::string written(const Json& value, const char* name) {
    if (value.is_string()) { return value.get<std::string>(); }
    if (value.is_number() || value.is_boolean()) { return value.dump(); }
    if (value.is_null()) { return "none"; }
    complain(fmt::format("`{}` must have texts, numbers and flags", name));
    return {};
  }

  void read_estimate(OddsSettings& settings) {
    settings.whole_rolls = flag("whole_rolls");
    if (whole_.contains("seed")) { settings.estimate_seed = seed_from_text(text("seed")); }
    const auto found = whole_.find("estimate");
    if (found == whole_.end()) { return; }
    if (found->is_number_unsigned()) {
      settings.estimate_rolls = found->get<std::uint64_t>();
    } else {
      complain("`estimate` must be a number of rolls");
    }
  }

  void read_sweep() {
    const auto found = whole_.find("sweep");
    if (found == whole_.end()) { return; }
    if (!found->is_object() || !found->contains("input") || !(*found)["input"].is_string()) {
      complain("`sweep` must be an object with `input`");
      return;
    }
    check_names(*found, {"input", "first", "last", "values"});
    out_.sweep.input = (*found)["input"].get<std::string>();
    if (out_.sweep.input.empty()) { complain("`sweep` must name an input"); }
    out_.sweep.values = texts(*found, "values");
    const bool has_range = found->contains("first") || found->contains("last");
    if (!has_range) { return; }
    const auto first = whole_number(*found, "first");
    const auto last = whole_number(*found, "last");
    if (first && last) { out_.sweep.range.emplace(*first, *last); }
  }

  std::optional<std::int64_t> whole_number(const Json& object, const char* name) {
    const auto found = object.find(name);
    const bool fits = found != object.end() && found->is_number_integer() &&
                      (!found->is_number_unsigned() || found->get<std::uint64_t>() <= INT64_MAX);
    if (fits) { return found->get<std::int64_t>(); }
    complain(fmt::format("`sweep` must have an integer `{}`", name));
    return std::nullopt;
  }

  const Json& whole_;
  ReadQuestion out_;
  std::optional<std::string> wrong_;
};

}  // namespace

Result<ReadQuestion, std::string> read_question(std::string_view json) {
  if (json.size() > kMostBytes) { return Failure{std::string("the question is larger than 1 MiB")}; }
  if (json.empty()) { json = "{}"; }
  const auto whole = Json::parse(json, nullptr, false);
  if (whole.is_discarded() || !whole.is_object()) { return Failure{std::string("the question is no JSON object")}; }
  return QuestionReader(whole).read();
}

}  // namespace spoils::capi
