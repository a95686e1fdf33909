// api/tweaker.cpp
//
// `Tweaker`: the list of edits, undo and redo. The states before the last edits are stored; older ones are made again
// from the base, which gives the same, since each edit draws from a stream of its own. Tests: tests/tweak.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "api/error.h"
#include "api/tweak_engine.h"

namespace spoils {
inline namespace v1 {

namespace {

constexpr std::size_t kMostEdits = 10'000;
constexpr std::size_t kMostHistory = 64;  // states; one may hold some ten thousand choices

/// Returns a copy of a pack in which any value may be unset: the assembler relies on what the check proved of whole
/// rolls, and a skipped step may leave anything unset.
Pack loosened(const Pack& pack) {
  const auto& from = pack.data();
  auto data = std::make_shared<api::PackData>();
  data->sources = from.sources;
  data->context = from.context;
  auto copied = from.program;
  data->program = std::move(copied);
  data->rules = from.rules;
  data->inputs = from.inputs;
  data->states = from.states;
  data->fields = from.fields;
  data->measures = from.measures;
  data->tables = from.tables;
  data->field_kinds = from.field_kinds;
  data->fields_in_heap = from.fields_in_heap;
  data->field_of = from.field_of;
  for (std::size_t i = 0; i < data->fields.size(); ++i) { data->field_numbers.emplace(data->fields[i].name, i); }
  for (auto& expression : data->program.expressions) {
    if (expression.op != program::Op::Constant) { expression.may_be_unset = true; }
  }
  return api::PackMaker::pack(std::move(data));
}

/// Returns a roller of the loosened pack with the same values.
Result<Roller, Error> copy_of(const Roller& roller, const Pack& pack) {
  const auto& theirs = *roller.data();
  auto values = roller.values();
  std::erase_if(values,
                [&](const auto& value) { return !api::has_parameter(theirs.program, theirs.rule, value.first); });
  auto out = Roller::make(pack, roller.rule(), values);
  if (!out) { return out; }
  auto& ours = *out->data();
  ours.inputs = theirs.inputs;
  ours.parameters = theirs.parameters;
  ours.given = theirs.given;
  ours.states = theirs.states;
  ours.is_changed = true;
  ours.is_plain = false;
  return out;
}

Result<std::unique_ptr<api::TweakerData>, Error> begin(const Roller& roller) {
  if (roller.data() == nullptr) { return Failure{api::misuse_error("Tweaker::make: the roller was moved from")}; }
  const auto& pack = roller.data()->pack;
  auto loose = loosened(pack);
  auto shown = copy_of(roller, loose);
  if (!shown) { return Failure{std::move(shown).error()}; }
  auto trial = copy_of(roller, loose);
  if (!trial) { return Failure{std::move(trial).error()}; }
  auto data = std::make_unique<api::TweakerData>(pack, std::move(loose), std::move(*shown), std::move(*trial));
  data->targets = explain::find_targets(data->program());
  return data;
}

/// Makes all edits again from the base. They were made before, so each can be.
void rebuild(api::TweakerData& data, std::vector<std::string> edits) {
  data.edits.clear();
  data.history.clear();
  static_cast<void>(data.show({}, 0));
  for (auto& text : edits) {
    auto edit = tweak::parse_edit(text);
    const auto number = data.edits.size() + 1;
    auto next = data.with(*edit, number);
    auto old = data.state;
    if (!next || data.show(std::move(*next), number)) { return; }
    data.edits.push_back(std::move(text));
    data.history.push_back(std::move(old));
    if (data.history.size() > kMostHistory) { data.history.erase(data.history.begin()); }
  }
}

}  // namespace

Tweaker::Tweaker() noexcept = default;
Tweaker::Tweaker(Tweaker&&) noexcept = default;
Tweaker& Tweaker::operator=(Tweaker&&) noexcept = default;
Tweaker::~Tweaker() = default;
Tweaker::Tweaker(std::unique_ptr<api::TweakerData> data) : data_(std::move(data)) {}

Result<Tweaker, Error> Tweaker::make(const Roller& roller, std::uint64_t seed, std::uint64_t index) {
  auto data = begin(roller);
  if (!data) { return Failure{std::move(data).error()}; }
  (*data)->seed = seed;
  (*data)->index = index;
  if (auto failure = (*data)->show({}, 0)) { return Failure{std::move(*failure)}; }
  return Tweaker(std::move(*data));
}

Result<Tweaker, Error> Tweaker::make(const Roller& roller, World& world) {
  if (world.data() == nullptr) { return Failure{api::misuse_error("Tweaker::make: the world was moved from")}; }
  auto data = begin(roller);
  if (!data) { return Failure{std::move(data).error()}; }
  (*data)->world = World((*data)->given, world.seed());
  *(*data)->world.data() = *world.data();
  (*data)->seed = world.seed();
  (*data)->index = world.next_index();
  (*data)->in_world = true;
  if (auto failure = (*data)->show({}, 0)) { return Failure{std::move(*failure)}; }
  return Tweaker(std::move(*data));
}

Result<Tweaker, Error> Tweaker::by_hand(const Roller& roller, const Values& fields, std::uint64_t seed) {
  auto data = begin(roller);
  if (!data) { return Failure{std::move(data).error()}; }
  (*data)->seed = seed;
  (*data)->by_hand.emplace();
  const auto& rule = (*data)->program().rules[(*data)->shown.data()->rule];
  for (const auto& [name, value] : fields) {
    tweak::Edit edit;
    edit.verb = tweak::Edit::Verb::Set;
    edit.subject = name;
    edit.value = value;
    auto field = (*data)->read_overlay(edit, 0);
    if (!field) { return Failure{std::move(field).error()}; }
    if (!std::binary_search(rule.fields.begin(), rule.fields.end(), field->slot)) {
      return Failure{api::make_error(Error::Kind::BadValue,
                                     fmt::format("things of rule `{}` have no field `{}`", rule.name, name), "",
                                     {{"field", name}})};
    }
    const bool is_twice = std::any_of((*data)->by_hand->begin(), (*data)->by_hand->end(),
                                      [&](const roll::GivenField& each) { return each.slot == field->slot; });
    if (is_twice) {
      return Failure{api::make_error(Error::Kind::BadValue, fmt::format("field `{}` is given twice", name), "",
                                     {{"field", name}})};
    }
    (*data)->by_hand->push_back({field->slot, std::move(field->value), std::move(field->members)});
    (*data)->by_hand_values.emplace_back(name, value);
  }
  if (auto failure = (*data)->show({}, 0)) { return Failure{std::move(*failure)}; }
  (*data)->find_against();
  return Tweaker(std::move(*data));
}

std::optional<Error> Tweaker::restart(std::uint64_t seed, std::uint64_t index) {
  if (data_ == nullptr) { return api::misuse_error("Tweaker::restart: the tweaker was moved from"); }
  auto& data = *data_;
  if (data.in_world) {
    return api::make_error(Error::Kind::BadValue, "the roll of a world cannot be restarted with another seed");
  }
  const auto old_seed = std::exchange(data.seed, seed);
  const auto old_index = std::exchange(data.index, index);
  auto old = data.state;
  if (auto failure = data.show({}, 0)) {
    data.seed = old_seed;
    data.index = old_index;
    static_cast<void>(data.show(std::move(old), data.edits.size()));
    return failure;
  }
  data.edits.clear();
  data.undone.clear();
  data.history.clear();
  data.report = {};
  data.find_against();
  return std::nullopt;
}

std::optional<Error> Tweaker::apply(std::string_view text) {
  if (data_ == nullptr) { return api::misuse_error("Tweaker::apply: the tweaker was moved from"); }
  auto& data = *data_;
  if (data.edits.size() >= kMostEdits) {
    return api::make_error(Error::Kind::Limit, fmt::format("a list has at most {} edits", kMostEdits));
  }
  auto edit = tweak::parse_edit(text);
  if (!edit) { return api::make_error(Error::Kind::BadValue, std::move(edit).error()); }
  const auto number = data.edits.size() + 1;
  auto next = data.with(*edit, number);
  if (!next) { return std::move(next).error(); }
  auto old = data.state;
  const auto made_before = data.now.made;
  const auto texts_before = data.texts;
  if (auto failure = data.show(std::move(*next), number)) {
    // The views of the things have ended with the roll that failed.
    const auto report = data.report;
    static_cast<void>(data.show(std::move(old), data.edits.size()));
    data.report = report;
    return failure;
  }
  data.undone.clear();
  data.edits.push_back(edit->text());
  data.history.push_back(std::move(old));
  if (data.history.size() > kMostHistory) { data.history.erase(data.history.begin()); }
  data.compare(made_before, texts_before);
  data.find_against();
  return std::nullopt;
}

bool Tweaker::undo() {
  if (data_ == nullptr) {
    misused("Tweaker::undo: the tweaker was moved from");
    return false;
  }
  auto& data = *data_;
  if (data.edits.empty()) { return false; }
  const auto made_before = data.now.made;
  const auto texts_before = data.texts;
  data.undone.push_back(std::move(data.edits.back()));
  data.edits.pop_back();
  if (data.history.empty()) {
    rebuild(data, data.edits);
  } else {
    auto old = std::move(data.history.back());
    data.history.pop_back();
    static_cast<void>(data.show(std::move(old), data.edits.size()));
  }
  data.compare(made_before, texts_before);
  data.find_against();
  return true;
}

bool Tweaker::redo() {
  if (data_ == nullptr) {
    misused("Tweaker::redo: the tweaker was moved from");
    return false;
  }
  auto& data = *data_;
  if (data.undone.empty()) { return false; }
  auto undone = std::move(data.undone);
  const auto text = std::move(undone.back());
  undone.pop_back();
  const bool is_done = !apply(text).has_value();
  data.undone = std::move(undone);
  return is_done;
}

const std::vector<std::string>& Tweaker::edits() const {
  static const std::vector<std::string> kEmpty;
  if (data_ == nullptr) { misused("Tweaker::edits: the tweaker was moved from"); }
  return data_ == nullptr ? kEmpty : data_->edits;
}

const Explanation& Tweaker::explanation() const {
  static const Explanation kEmpty;
  if (data_ == nullptr) { misused("Tweaker::explanation: the tweaker was moved from"); }
  return data_ == nullptr ? kEmpty : data_->explanation;
}

Explanation Tweaker::explanation_in_full() const {
  if (data_ == nullptr) { misused("Tweaker::explanation_in_full: the tweaker was moved from"); }
  return data_ == nullptr ? Explanation() : data_->explain_in_full();
}

const TweakReport& Tweaker::report() const {
  static const TweakReport kEmpty;
  if (data_ == nullptr) { misused("Tweaker::report: the tweaker was moved from"); }
  return data_ == nullptr ? kEmpty : data_->report;
}

std::vector<std::string> Tweaker::decisions() const {
  std::vector<std::string> out;
  if (data_ == nullptr) {
    misused("Tweaker::decisions: the tweaker was moved from");
    return out;
  }
  for (const auto& made : data_->now.made) {
    if (!made.is_fixed) { out.push_back(made.id); }
  }
  return out;
}

std::vector<std::string> Tweaker::steps() const {
  if (data_ == nullptr) { misused("Tweaker::steps: the tweaker was moved from"); }
  return data_ == nullptr ? std::vector<std::string>() : data_->ids(false, true, false);
}

std::vector<std::string> Tweaker::loops() const {
  if (data_ == nullptr) { misused("Tweaker::loops: the tweaker was moved from"); }
  return data_ == nullptr ? std::vector<std::string>() : data_->ids(false, false, true);
}

const Pack* Tweaker::pack() const { return data_ == nullptr ? nullptr : &data_->given; }
std::string_view Tweaker::rule() const { return data_ == nullptr ? std::string_view() : data_->shown.rule(); }
Values Tweaker::values() const { return data_ == nullptr ? Values() : data_->shown.values(); }
Values Tweaker::states() const { return data_ == nullptr ? Values() : data_->shown.states(); }
std::uint64_t Tweaker::seed() const { return data_ == nullptr ? 0 : data_->seed; }
std::uint64_t Tweaker::index() const { return data_ == nullptr ? 0 : data_->index; }
bool Tweaker::is_by_hand() const { return data_ != nullptr && data_->by_hand.has_value(); }
Values Tweaker::fields_by_hand() const { return data_ == nullptr ? Values() : data_->by_hand_values; }
bool Tweaker::is_in_world() const { return data_ != nullptr && data_->in_world; }

}  // namespace v1
}  // namespace spoils
