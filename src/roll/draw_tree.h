// roll/draw_tree.h
//
// What things come to, by what is drawn for them. A thing that hangs on its draws and a few values alone (roll/
// reliance.h) is looked up by them: where they were the same before, it is copied instead of being made again. What it
// is does not hang on what is remembered, and neither does what it counts for limits.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "program/program.h"
#include "roll/reliance.h"
#include "roll/stream.h"

namespace spoils::roll {

class DrawTree {
 public:
  /// When there is so much, nothing more is remembered.
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 21;

  /// What came of a way to draw.
  struct Ending {
    static constexpr std::size_t kFields = 3;  // words before those of the fields

    const program::Word* words = nullptr;  // null: not known

    explicit operator bool() const { return words != nullptr; }
    [[nodiscard]] std::uint64_t work() const { return static_cast<std::uint64_t>(words[0]); }
    [[nodiscard]] std::uint64_t steps() const { return static_cast<std::uint64_t>(words[1]); }
    [[nodiscard]] bool is_given_out() const { return words[2] != 0; }
    /// Rule::fields, then what state became that the rule may change.
    [[nodiscard]] const program::Word* fields() const { return words + kFields; }
  };

  /// `program` outlives the tree.
  explicit DrawTree(const program::Program& program) : program_(program), rules_(program.rules.size()) {}

  /// Whether follow() is worth a call for things of a rule. Looks into the rule once it was asked often enough.
  [[nodiscard]] bool may_follow(program::RuleId rule) {
    const auto state = rules_[rule].state;
    return state == State::Open || (state == State::Unseen && look_into(rule));
  }

  /// Returns what comes of drawing from a stream for a thing of a rule, with `words` in slots from `first` on, and
  /// leaves the stream behind the last draw; no ending, and the stream where it is, if that is not known or takes more
  /// than `work` or `steps`. Then the draws that follow may be noted. Requires: may_follow(rule). The ending lies there
  /// until keep().
  [[nodiscard]] Ending follow(program::RuleId rule, const program::Word* words, program::SlotId first, Stream& stream,
                              std::uint64_t work, std::uint64_t steps);

  /// The state whose words lie behind the fields in endings of a rule.
  [[nodiscard]] const std::vector<program::SlotId>& writes(program::RuleId rule) const {
    return rules_[rule].reliance.writes;
  }

  /// Whether draws are noted: from a follow() on that found nothing, up to keep() or forget().
  [[nodiscard]] bool is_noting() const { return is_noting_; }
  /// Notes a draw of one of `n` numbers that gave `u`.
  void note(std::uint64_t n, std::uint64_t u) {
    // One more says that there are too many.
    if (n > 1 && noted_.size() <= kMaxDraws) { noted_.push_back({n, u, u, u + 1}); }
  }
  /// Says of the last draw, which was one of `n`, that all of first..end-1 come to the same.
  void widen(std::uint64_t n, std::uint64_t first, std::uint64_t end) {
    if (n > 1) {
      noted_.back().first = first;
      noted_.back().end = end;
    }
  }
  /// Ends noting, and remembers the words of an Ending; none, if what came of these draws cannot be copied.
  void keep(const std::vector<program::Word>& ending);
  void forget() { is_noting_ = false; }

 private:
  /// Where a number leads that is drawn: to the next draw, or to an ending.
  struct Child {
    std::uint32_t n = 0;      // of the next draw; 0: there is none
    std::uint32_t place = 0;  // of its first child, or of the first word of the ending

    [[nodiscard]] bool is_draw() const { return n != 0; }
    friend bool operator==(const Child&, const Child&) = default;
  };
  static constexpr Child kUnknown{0, 0};
  static constexpr Child kNever{0, 1};  // nothing that can be copied

  static constexpr std::size_t kMaxDraws = 64;         // of a thing
  static constexpr std::uint64_t kMaxChildren = 1024;  // of a draw; of more numbers, neighbours share one
  static constexpr std::size_t kRoots = 64;            // of a rule, by what its things hang on besides

  struct Noted {
    std::uint64_t n = 0;
    std::uint64_t u = 0;
    std::uint64_t first = 0;  // these come to the same
    std::uint64_t end = 0;
  };
  using Key = std::array<program::Word, Reliance::kMaxReads>;
  struct Root {
    bool is_taken = false;
    Key key{};
    Child child = kUnknown;
  };
  enum class State : std::uint8_t { Unseen, Open, Closed };
  struct Rule {
    State state = State::Unseen;
    std::uint32_t asked = 0;
    std::uint32_t found = 0;
    std::uint32_t poor_trials = 0;
    Reliance reliance;
    std::vector<Root> roots;
    Root* last = nullptr;  // that was looked up
  };
  // Rules that are rolled now and then are not worth it; nor are those of which too little is found.
  static constexpr std::uint32_t kWorthALook = 64;
  static constexpr std::uint32_t kMaxLooks = 256;
  static constexpr std::uint32_t kTrial = 4096;
  static constexpr std::uint32_t kPoorTrials = 16;

  bool look_into(program::RuleId rule);
  Root* root_of(Rule& rule, const program::Word* words, program::SlotId first) {
    if (rule.last != nullptr && hangs_on(rule, rule.last->key, words, first)) [[likely]] { return rule.last; }
    return other_root_of(rule, words, first);
  }
  static bool hangs_on(const Rule& rule, const Key& key, const program::Word* words, program::SlotId first) {
    for (std::size_t i = 0; i < rule.reliance.reads.size(); ++i) {
      if (words[rule.reliance.reads[i] - first] != key[i]) { return false; }
    }
    return true;
  }
  Root* other_root_of(Rule& rule, const program::Word* words, program::SlotId first);
  void judge(Rule& rule);
  Child add_draw(std::uint64_t n);
  Child add_ending(const std::vector<program::Word>& ending);
  void note_size();
  void set_children(Child draw, const Noted& noted, Child child);
  /// How many low bits of a number do not count.
  static int shift_of(std::uint64_t n) {
    return n <= kMaxChildren ? 0 : static_cast<int>(std::bit_width((n - 1) / kMaxChildren));
  }
  [[nodiscard]] Child child_of(Child draw, std::uint64_t u) const {
    return children_[draw.place + (u >> shift_of(draw.n))];
  }

  const program::Program& program_;
  std::vector<Rule> rules_;
  std::vector<Child> children_;
  std::vector<program::Word> endings_ = std::vector<program::Word>(2);  // the first two say unknown and never
  bool is_full_ = false;
  std::uint32_t looks_ = 0;

  bool is_noting_ = false;
  Root* noting_from_ = nullptr;
  std::vector<Noted> noted_;
};

}  // namespace spoils::roll
