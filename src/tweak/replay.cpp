#include "tweak/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "program/evaluate.h"

namespace spoils::tweak {

using namespace program;
using OptionKind = roll::Options::Kind;

Replay::Replay(const Program& program, const explain::Targets& targets, Settings settings)
    : program_(program), settings_(std::move(settings)), ids_(program, targets) {}

namespace {

// Decisions, steps and loops of one roll together, some 100 bytes each. Levels of the shipped packs have some
// thousands; without a limit a roll of ten million draws would take a gigabyte for each of the states that undo keeps.
constexpr std::size_t kMostSeen = 100'000;
// Choices of one draw among which a wanted outcome is looked for.
constexpr std::uint64_t kMostLookedAt = 100'000;

}  // namespace

bool Replay::has_room() {
  if (made_.size() + passed_.size() + loops_.size() < kMostSeen) { return true; }
  refuse(Refusal::Kind::TooMany, {}, {});
  return false;
}

// ---- Choices ----------------------------------------------------------------

Replay::Open* Replay::world_def() {
  for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
    if (open->kind == roll::Scope::Kind::WorldDef) { return &*open; }
  }
  return nullptr;
}

bool Replay::is_fixed(const roll::Draw& draw) const {
  if (draw.is_declared) { return true; }
  auto* const def = const_cast<Replay*>(this)->world_def();
  return def != nullptr && (settings_.is_in_world || def->repeats);
}

std::string Replay::dice_of(const roll::Options& options) {
  if (options.kind == roll::Options::Kind::Range) { return fmt::format("{}..{}", options.first, options.last); }
  if (options.kind == roll::Options::Kind::Dice) { return fmt::format("{}d{}", options.first, options.last); }
  return {};
}

void Replay::refuse(Refusal::Kind kind, const std::string& id, Span place) {
  if (!refusal_) { refusal_ = Refusal{kind, id, place}; }
}

void Replay::count_drawn() {
  for (auto& open : open_) { ++open.drawn; }
}

bool Replay::is_same_draw(const Meaning& meaning, const Offer& offer) {
  const auto kind = offer.options().kind;
  switch (kind) {
    case OptionKind::Chance: return meaning.kind == kind;
    case OptionKind::Range:
    case OptionKind::Dice: return meaning.kind == OptionKind::Range || meaning.kind == OptionKind::Dice;
    case OptionKind::Row:
    case OptionKind::Choice: return meaning.table == offer.table();
    default: return false;
  }
}

// Returns the number with which this draw offers what is wanted; one without a chance only if no other has one.
std::optional<Word> Replay::number_here(const Wanted& wanted, ExpressionId place, const Offer& offer) const {
  const auto number = wanted.choice.number;
  if (!wanted.meaning || settings_.texts == nullptr || is_same_draw(*wanted.meaning, offer)) { return number; }
  const auto& text = wanted.meaning->text;
  const auto kind = offer.options().kind;
  if (kind == OptionKind::Range || kind == OptionKind::Dice) {
    Word integer = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) { return std::nullopt; }
    return integer;
  }
  const auto is_it = [&](Word each) { return settings_.texts->of(place, offer, each) == text; };
  // Most often the list is as it was.
  if (offer.has_chance(number) && is_it(number)) { return number; }
  std::optional<Word> out;
  for (std::uint64_t i = 0; i < std::min(offer.size(), kMostLookedAt); ++i) {
    const auto each = offer.number(i);
    const bool has_chance = offer.has_chance(each);
    if ((out && !has_chance) || !is_it(each)) { continue; }
    out = each;
    if (has_chance) { break; }
  }
  return out;
}

bool Replay::wants_nothing(const Wanted& wanted) {
  return wanted.meaning ? wanted.meaning->text == "none" : wanted.choice.number == 0;
}

Choice Replay::decide(const std::string& id, ExpressionId place, const Offer& offer) {
  const auto known = settings_.plan->choices.find(id);
  if (known != settings_.plan->choices.end()) {
    const auto wish = known->second.wish;
    if (const auto number = number_here(known->second, place, offer)) {
      const bool has_chance = offer.has_chance(*number);
      if (has_chance || (wish == Wish::Forced && offer.exists(*number))) {
        pending_->has_chance = has_chance;
        return {*number, {}};
      }
    }
    if (wish != Wish::Kept) {
      refuse(wish == Wish::Forced ? Refusal::Kind::NoSuchChoice : Refusal::Kind::NoChance, id, {});
    }
    pending_->is_lost = true;
  }
  pending_->is_drawn = true;
  count_drawn();
  return {settings_.drawer->draw(place, offer), {}};
}

std::optional<Word> Replay::choose(const roll::Draw& draw, const roll::Options& options) {
  const Offer offer(program_, options);
  pending_.emplace();
  pending_->id = ids_.decision(draw.place, dice_of(options));
  pending_->is_fixed = is_fixed(draw);
  if (settings_.inspector != nullptr && pending_->id == settings_.inspected) {
    settings_.inspector->inspect(draw, offer);
  }
  auto* const def = world_def();
  if (draw.is_declared || (def != nullptr && settings_.is_in_world)) { return std::nullopt; }
  if (def != nullptr && def->repeats) {
    if (def->next >= def->stored->choices.size()) { return std::nullopt; }
    const auto& choice = def->stored->choices[def->next++];
    if (!offer.exists(choice.number)) { return std::nullopt; }
    return offer.outcome(choice.number);
  }
  // If no row is left, the roll itself decides the effect, unless a row is forced.
  if (options.kind == roll::Options::Kind::Choice && options.pick == nullptr) {
    const auto known = settings_.plan->choices.find(pending_->id);
    const bool is_forced = known != settings_.plan->choices.end() && known->second.wish == Wish::Forced;
    if (!is_forced) {
      if (known != settings_.plan->choices.end() && !wants_nothing(known->second)) {
        if (known->second.wish == Wish::Pinned) { refuse(Refusal::Kind::NoChance, pending_->id, {}); }
        pending_->is_lost = true;
      }
      // Nothing is drawn from the stream, but the choice is a new one.
      pending_->is_drawn = pending_->is_lost || known == settings_.plan->choices.end();
      return std::nullopt;
    }
  }
  const auto choice = decide(pending_->id, draw.place, offer);
  if (def != nullptr) { def->stored->choices.push_back(choice); }
  return offer.outcome(choice.number);
}

std::optional<std::vector<std::uint32_t>> Replay::choose_order(const roll::Draw& draw, std::size_t count) {
  pending_.emplace();
  pending_->id = ids_.decision(draw.place, {});
  pending_->is_fixed = is_fixed(draw);
  auto* const def = world_def();
  // The order of a declared generator cannot be read off its members; it is the same whenever it is drawn.
  if (draw.is_declared || (def != nullptr && settings_.is_in_world)) { return std::nullopt; }
  if (def != nullptr && def->repeats) {
    if (def->next >= def->stored->choices.size()) { return std::nullopt; }
    const auto& order = def->stored->choices[def->next++].order;
    return order.size() == count ? std::optional(order) : std::nullopt;
  }
  const auto known = settings_.plan->choices.find(pending_->id);
  if (known != settings_.plan->choices.end() && known->second.choice.order.size() == count) {
    pending_->choice = known->second.choice;
  } else {
    pending_->is_lost = known != settings_.plan->choices.end();
    pending_->is_drawn = true;
    count_drawn();
    pending_->choice.order = settings_.drawer->draw_order(draw.place, count);
  }
  if (def != nullptr) { def->stored->choices.push_back(pending_->choice); }
  return pending_->choice.order;
}

// ---- Reports ----------------------------------------------------------------

// The outcome of a drawn choice, if later replays are to look for it.
template <class MakeText>
std::optional<Meaning> Replay::noted(OptionKind kind, std::uint32_t table, MakeText&& text) const {
  if (!settings_.notes_meanings || settings_.texts == nullptr) { return std::nullopt; }
  return Meaning{kind, table, text()};
}

void Replay::record(const roll::Draw& draw, std::string_view dice, Choice choice, std::optional<Meaning> meaning) {
  if (!pending_) {
    pending_.emplace();
    pending_->id = ids_.decision(draw.place, dice);
    pending_->is_fixed = is_fixed(draw);
  }
  pending_->place = draw.place;
  pending_->choice = std::move(choice);
  pending_->meaning = std::move(meaning);
  if (has_room()) { made_.push_back(std::move(*pending_)); }
  pending_.reset();
}

void Replay::chance(const roll::Draw& draw, const number::Rational& chance, bool came) {
  record(draw, {}, {came ? 1 : 0, {}}, noted(OptionKind::Chance, kNone, [&] { return came ? "true" : "false"; }));
  if (settings_.told != nullptr) { settings_.told->chance(draw, chance, came); }
}

void Replay::range(const roll::Draw& draw, Word first, Word last, Word drawn) {
  record(draw, fmt::format("{}..{}", first, last), {drawn, {}},
         noted(OptionKind::Range, kNone, [&] { return std::to_string(drawn); }));
  if (settings_.told != nullptr) { settings_.told->range(draw, first, last, drawn); }
}

void Replay::dice(const roll::Draw& draw, Word count, Word sides, Word sum) {
  if (count > 0) {
    record(draw, fmt::format("{}d{}", count, sides), {sum, {}},
           noted(OptionKind::Dice, kNone, [&] { return std::to_string(sum); }));
  }
  if (settings_.told != nullptr) { settings_.told->dice(draw, count, sides, sum); }
}

void Replay::row(const roll::Draw& draw, std::uint32_t table, const roll::WeightedPick& pick, std::uint32_t row) {
  record(draw, {}, {static_cast<Word>(row) + 1, {}},
         noted(OptionKind::Row, table, [&] { return settings_.texts->row(table, row); }));
  if (settings_.told != nullptr) { settings_.told->row(draw, table, pick, row); }
}

void Replay::choice(const roll::Draw& draw, std::uint32_t choice, const roll::WeightedPick* pick,
                    std::uint32_t position) {
  const auto table = program_.choices[choice].table;
  const bool is_row = position < program_.tables[table].rows.size();
  record(draw, {}, {is_row ? static_cast<Word>(position) + 1 : 0, {}},
         noted(OptionKind::Choice, table, [&] { return settings_.texts->row(table, position); }));
  if (settings_.told != nullptr) { settings_.told->choice(draw, choice, pick, position); }
}

void Replay::member(const roll::Draw& draw, Word list, std::size_t index) {
  record(draw, {}, {static_cast<Word>(index) + 1, {}},
         noted(OptionKind::Member, kNone, [&] { return settings_.texts->member(draw.place, list, index); }));
  if (settings_.told != nullptr) { settings_.told->member(draw, list, index); }
}

void Replay::distinct(const roll::Draw& draw, const Distinct& from, std::span<const std::uint32_t> left,
                      std::size_t place) {
  record(draw, {}, {static_cast<Word>(left[place]) + 1, {}},
         noted(OptionKind::Distinct, kNone, [&] { return settings_.texts->distinct(draw.place, from, left[place]); }));
  if (settings_.told != nullptr) { settings_.told->distinct(draw, from, left, place); }
}

void Replay::order(const roll::Draw& draw, std::span<const Word> members, std::span<const std::uint32_t> from) {
  record(draw, {}, {0, {from.begin(), from.end()}}, std::nullopt);
  if (settings_.told != nullptr) { settings_.told->order(draw, members, from); }
}

// ---- Scopes -----------------------------------------------------------------

void Replay::enter(const roll::Scope& scope) {
  using Kind = roll::Scope::Kind;
  if (scope.kind == Kind::Turn && !open_.empty() && open_.back().loop) { ++loops_[*open_.back().loop].turns; }
  Open open;
  open.kind = scope.kind;
  open.place = scope.place;
  open.number = scope.value;
  open.made = made_.size();
  open.passed = passed_.size();
  open.loops = loops_.size();
  open.stored_before = stored_in_order_.size();
  if (scope.kind == Kind::WorldDef) {
    std::vector<Word> key(scope.words.begin(), scope.words.end());
    key.push_back(static_cast<Word>(scope.what));
    const auto [known, is_new] = stored_.try_emplace(std::move(key));
    open.stored = &known->second;
    if (is_new) { stored_in_order_.push_back(known); }
    open.repeats = !is_new && known->second.is_complete;
    if (!open.repeats) { known->second.choices.clear(); }
  }
  const auto& id = ids_.enter(scope);
  if (scope.kind != Kind::Root && scope.kind != Kind::Try && has_room()) { passed_.push_back({id, scope.kind}); }
  if (scope.kind == Kind::Try && scope.value == 1 && settings_.drawer != nullptr) {
    settings_.drawer->begin_retry(scope.last);
  }
  open_.push_back(open);
  if (settings_.told != nullptr) { settings_.told->enter(scope); }
}

void Replay::leave() {
  auto& open = open_.back();
  if (open.stored != nullptr) { open.stored->is_complete = true; }
  if (open.kind == roll::Scope::Kind::Try && !open.is_rejected && settings_.drawer != nullptr) {
    settings_.drawer->accept_try();
  }
  ids_.leave();
  open_.pop_back();
  if (settings_.told != nullptr) { settings_.told->leave(); }
}

roll::AfterReject Replay::reject(bool is_last_kept) {
  auto& open = open_.back();
  if (settings_.plan != nullptr) {
    auto* const def = world_def();
    const bool is_given = def != nullptr && (def->repeats || settings_.is_in_world);
    if (!is_given) {
      if (refusal_) { return roll::AfterReject::GiveUp; }
      // The same choices would fail in the same way; the last of a limited number of tries counts all the same.
      if (open.drawn == 0 && is_last_kept) { return roll::AfterReject::Accept; }
      const auto next =
          open.drawn == 0 ? roll::AfterReject::GiveUp : settings_.drawer->reject_try(is_last_kept, open.number);
      if (next == roll::AfterReject::Accept) { return next; }
      if (next == roll::AfterReject::GiveUp) {
        refuse(open.drawn == 0 ? Refusal::Kind::Rejected : Refusal::Kind::Abandoned, ids_.path(), open.place);
        return next;
      }
    }
  }
  open.is_rejected = true;
  made_.resize(open.made);
  passed_.resize(open.passed);
  loops_.resize(open.loops);
  ids_.reject();
  // World defs that were evaluated in a rejected try count at their next use, as in an explanation.
  for (; stored_in_order_.size() > open.stored_before; stored_in_order_.pop_back()) {
    stored_.erase(stored_in_order_.back());
  }
  return settings_.told != nullptr ? settings_.told->reject(is_last_kept) : roll::AfterReject::TryAgain;
}

void Replay::undo() {
  if (settings_.told != nullptr) { settings_.told->undo(); }
}

Word Replay::begin_repeat(Span place, Word most) {
  auto id = ids_.begin_repeat();
  Word more = 0;
  if (settings_.plan != nullptr && !settings_.plan->more.empty()) {
    const auto known = settings_.plan->more.find(id);
    if (known != settings_.plan->more.end()) { more = static_cast<Word>(known->second.size()); }
  }
  open_.back().loop.reset();
  if (has_room()) {
    open_.back().loop = loops_.size();
    loops_.push_back({std::move(id), std::max<Word>(0, most), 0, false});
  }
  if (settings_.told != nullptr) { settings_.told->begin_repeat(place, std::max<Word>(0, most) + more); }
  return more;
}

void Replay::end_while() {
  // The scope of the turn is still open.
  auto& outer = open_[open_.size() - 2];
  if (outer.loop) {
    auto& loop = loops_[*outer.loop];
    --loop.turns;
    loop.has_failed = true;
  }
  if (settings_.told != nullptr) { settings_.told->end_while(); }
}

bool Replay::skips(const roll::Scope& scope) {
  // A roll that is refused for its size need not be made to its end.
  if (refusal_ && refusal_->kind == Refusal::Kind::TooMany) { return true; }
  if (settings_.plan == nullptr || settings_.plan->skipped.empty()) { return false; }
  auto id = ids_.next(scope);
  if (!settings_.plan->skipped.contains(id)) { return false; }
  ids_.pass(scope);
  if (scope.kind == roll::Scope::Kind::Turn && open_.back().loop) { ++loops_[*open_.back().loop].turns; }
  if (settings_.told != nullptr) { settings_.told->pass(scope); }
  return true;
}

const std::vector<roll::ExtraRun>* Replay::extra_runs() {
  return settings_.plan != nullptr && !settings_.plan->runs.empty() ? &settings_.plan->runs : nullptr;
}

}  // namespace spoils::tweak
