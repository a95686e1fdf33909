// tweak/replay.h
//
// The observer of a replayed roll: it supplies the choices of a plan, by the ids of the draws, draws those that are new
// or lost, leaves out steps, adds turns and rules, and records what was made. The interpreter does the rest, so a
// replay and a roll cannot differ in what a choice leads to. Tests: tests/tweak.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "explain/ids.h"
#include "explain/recorder.h"
#include "roll/observer.h"
#include "tweak/choice_texts.h"
#include "tweak/options.h"
#include "tweak/plan.h"

namespace spoils::tweak {

/// Decides the draws that a plan leaves open.
class Drawer {
 public:
  Drawer() = default;
  Drawer(const Drawer&) = delete;
  Drawer& operator=(const Drawer&) = delete;
  virtual ~Drawer() = default;

  /// Returns the number of a choice that has a chance. Requires: there is one.
  virtual program::Word draw(program::ExpressionId place, const Offer& offer) = 0;
  virtual std::vector<std::uint32_t> draw_order(program::ExpressionId place, std::size_t count) = 0;
  /// A `retry` of at most `limit` tries (0: without a limit) begins with its first try, a try is accepted, or is put
  /// back; returns what follows.
  virtual void begin_retry(program::Word /*limit*/) {}
  virtual void accept_try() {}
  virtual roll::AfterReject reject_try(bool is_last_kept, program::Word tries) = 0;
};

/// Draws from a stream, as edits do.
class StreamDrawer final : public Drawer {
 public:
  explicit StreamDrawer(roll::Stream stream) : stream_(stream) {}
  program::Word draw(program::ExpressionId, const Offer& offer) override { return offer.draw(stream_); }
  std::vector<std::uint32_t> draw_order(program::ExpressionId, std::size_t count) override {
    return tweak::draw_order(stream_, count);
  }
  roll::AfterReject reject_try(bool, program::Word tries) override {
    constexpr program::Word kMostTries = 1000;
    return tries >= kMostTries ? roll::AfterReject::GiveUp : roll::AfterReject::TryAgain;
  }

 private:
  roll::Stream stream_;
};

/// Looks at the offer of one draw before its choice is taken.
class Inspector {
 public:
  Inspector() = default;
  Inspector(const Inspector&) = delete;
  Inspector& operator=(const Inspector&) = delete;
  virtual ~Inspector() = default;
  virtual void inspect(const roll::Draw& draw, const Offer& offer) = 0;
};

/// Why a replay cannot be.
struct Refusal {
  enum class Kind : std::uint8_t {
    NoChance,      // a pinned choice has no chance at this point
    NoSuchChoice,  // a forced choice is none of the draw
    Rejected,      // by a `retry` in which nothing is left to draw, or a thousand times
    Abandoned,     // the drawer gave up
    TooMany,       // more decisions and steps than a list may have
  };
  Kind kind = Kind::NoChance;
  std::string id;
  Span place;
};

class Replay final : public roll::Observer {
 public:
  struct Settings {
    const Plan* plan = nullptr;                            // null: the roll itself, as its streams draw it
    Drawer* drawer = nullptr;                              // not null unless `plan` is
    explain::Recorder* told = nullptr;                     // records the whole explanation, too; may be null
    ChoiceTexts* texts = nullptr;                          // null: no choice is looked for by its meaning
    bool notes_meanings = false;                           // of what it makes
    bool is_in_world = false;                              // values of world defs belong to a world
    const std::vector<roll::GivenField>* given = nullptr;  // the thing, in place of the rolled rule; may be null
    std::string inspected;                                 // the id of a draw
    Inspector* inspector = nullptr;                        // that looks at it
  };

  /// All outlive the replay, which is for one roll.
  Replay(const program::Program& program, const explain::Targets& targets, Settings settings);

  [[nodiscard]] const std::vector<Made>& made() const { return made_; }
  [[nodiscard]] const std::vector<Passed>& passed() const { return passed_; }
  [[nodiscard]] const std::vector<Loop>& loops() const { return loops_; }
  [[nodiscard]] const std::optional<Refusal>& refusal() const { return refusal_; }

  void chance(const roll::Draw& draw, const number::Rational& chance, bool came) override;
  void range(const roll::Draw& draw, program::Word first, program::Word last, program::Word drawn) override;
  void dice(const roll::Draw& draw, program::Word count, program::Word sides, program::Word sum) override;
  void row(const roll::Draw& draw, std::uint32_t table, const roll::WeightedPick& pick, std::uint32_t row) override;
  void choice(const roll::Draw& draw, std::uint32_t choice, const roll::WeightedPick* pick,
              std::uint32_t position) override;
  void member(const roll::Draw& draw, program::Word list, std::size_t index) override;
  void distinct(const roll::Draw& draw, const program::Distinct& from, std::span<const std::uint32_t> left,
                std::size_t place) override;
  void order(const roll::Draw& draw, std::span<const program::Word> members,
             std::span<const std::uint32_t> from) override;
  void enter(const roll::Scope& scope) override;
  void leave() override;
  roll::AfterReject reject(bool is_last_kept) override;
  void undo() override;
  program::Word begin_repeat(Span place, program::Word most) override;
  void end_while() override;

  [[nodiscard]] bool chooses() const override { return settings_.plan != nullptr; }
  std::optional<program::Word> choose(const roll::Draw& draw, const roll::Options& options) override;
  std::optional<std::vector<std::uint32_t>> choose_order(const roll::Draw& draw, std::size_t count) override;
  bool skips(const roll::Scope& scope) override;
  const std::vector<roll::GivenField>* given_thing() override { return settings_.given; }
  const std::vector<roll::ExtraRun>* extra_runs() override;

 private:
  /// The draws of a world def for some arguments, which give the same whenever it is evaluated again.
  struct Stored {
    std::vector<Choice> choices;
    bool is_complete = false;
  };
  struct Open {
    roll::Scope::Kind kind = roll::Scope::Kind::Root;
    Span place;
    program::Word number = 0;
    bool is_rejected = false;
    std::size_t made = 0;  // what there was when a try began
    std::size_t passed = 0;
    std::size_t loops = 0;
    std::size_t stored_before = 0;
    std::size_t drawn = 0;  // draws in this scope that the drawer made
    std::optional<std::size_t> loop;
    Stored* stored = nullptr;  // of a world def
    bool repeats = false;      // it gives what is stored
    std::size_t next = 0;      // of `stored`
  };

  [[nodiscard]] bool is_fixed(const roll::Draw& draw) const;
  [[nodiscard]] Open* world_def();
  [[nodiscard]] static std::string dice_of(const roll::Options& options);
  [[nodiscard]] static bool is_same_draw(const Meaning& meaning, const Offer& offer);
  [[nodiscard]] std::optional<program::Word> number_here(const Wanted& wanted, program::ExpressionId place,
                                                         const Offer& offer) const;
  [[nodiscard]] static bool wants_nothing(const Wanted& wanted);
  Choice decide(const std::string& id, program::ExpressionId place, const Offer& offer);
  void refuse(Refusal::Kind kind, const std::string& id, Span place);
  template <class MakeText>
  [[nodiscard]] std::optional<Meaning> noted(roll::Options::Kind kind, std::uint32_t table, MakeText&& text) const;
  void record(const roll::Draw& draw, std::string_view dice, Choice choice, std::optional<Meaning> meaning);
  void count_drawn();
  [[nodiscard]] bool has_room();

  const program::Program& program_;
  Settings settings_;
  explain::Ids ids_;
  std::vector<Open> open_;
  std::vector<Made> made_;
  std::vector<Passed> passed_;
  std::vector<Loop> loops_;
  std::map<std::vector<program::Word>, Stored> stored_;
  std::vector<std::map<std::vector<program::Word>, Stored>::iterator> stored_in_order_;
  std::optional<Made> pending_;  // of the draw that is under way
  std::optional<Refusal> refusal_;
};

}  // namespace spoils::tweak
