#include "tweak/options.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "program/evaluate.h"

namespace spoils::tweak {

using namespace program;
using OptionKind = roll::Options::Kind;

namespace {

// Returns the place of a distinct value in `left`; their number if it was taken before.
std::size_t place_left(const roll::Options& options, Word number) {
  const auto found = std::find(options.left.begin(), options.left.end(), static_cast<std::uint32_t>(number - 1));
  return static_cast<std::size_t>(found - options.left.begin());
}

}  // namespace

Offer::Offer(const Program& program, const roll::Options& options) : options_(options) {
  if (options.kind == OptionKind::Row) { table_ = options.index; }
  if (options.kind == OptionKind::Choice) {
    const auto& choice = program.choices[options.index];
    table_ = choice.table;
    has_nothing_ = choice.or_nothing || choice.nothing_weight != kNone;
  }
  if (table_ != kNone) { rows_ = static_cast<std::uint32_t>(program.tables[table_].rows.size()); }
}

std::uint64_t Offer::size() const {
  switch (options_.kind) {
    case OptionKind::Chance: return 2;
    case OptionKind::Range: {
      const auto span = static_cast<std::uint64_t>(options_.last) - static_cast<std::uint64_t>(options_.first);
      return span == std::numeric_limits<std::uint64_t>::max() ? span : span + 1;
    }
    case OptionKind::Dice: return static_cast<std::uint64_t>(options_.first * (options_.last - 1)) + 1;
    case OptionKind::Row: return rows_;
    case OptionKind::Choice: return std::uint64_t{rows_} + (has_nothing_ ? 1 : 0);
    case OptionKind::Member: return options_.count;
    case OptionKind::Distinct: return options_.left.size();
    case OptionKind::Order: break;
  }
  return 0;
}

Word Offer::number(std::uint64_t place) const {
  switch (options_.kind) {
    case OptionKind::Chance: return static_cast<Word>(1 - place);
    case OptionKind::Range:
    case OptionKind::Dice: return static_cast<Word>(static_cast<std::uint64_t>(options_.first) + place);
    case OptionKind::Choice: return place == rows_ ? 0 : static_cast<Word>(place) + 1;
    case OptionKind::Distinct: return static_cast<Word>(options_.left[static_cast<std::size_t>(place)]) + 1;
    case OptionKind::Row:
    case OptionKind::Member:
    case OptionKind::Order: break;
  }
  return static_cast<Word>(place) + 1;
}

bool Offer::exists(Word number) const {
  switch (options_.kind) {
    case OptionKind::Chance: return number == 0 || number == 1;
    case OptionKind::Range:
    case OptionKind::Dice: return number != kUnset;
    case OptionKind::Row: return number >= 1 && number <= static_cast<Word>(rows_);
    case OptionKind::Choice: return number >= (has_nothing_ ? 0 : 1) && number <= static_cast<Word>(rows_);
    case OptionKind::Member: return number >= 1 && static_cast<std::uint64_t>(number) <= options_.count;
    case OptionKind::Distinct: return number >= 1 && place_left(options_, number) < options_.left.size();
    case OptionKind::Order: break;
  }
  return false;
}

bool Offer::has_chance(Word number) const {
  if (!exists(number)) { return false; }
  switch (options_.kind) {
    case OptionKind::Chance:
      return number == 1 ? options_.chance.numerator() > 0
                         : options_.chance.numerator() < options_.chance.denominator();
    case OptionKind::Range: return number >= options_.first && number <= options_.last;
    case OptionKind::Dice: return number >= options_.first && number <= options_.first * options_.last;
    case OptionKind::Row:
    case OptionKind::Choice: {
      if (options_.pick == nullptr) { return number == 0; }
      const auto row = static_cast<std::uint32_t>(outcome(number));
      return row < options_.pick->size() && options_.pick->share(row) > 0;
    }
    default: return true;
  }
}

std::optional<Exact> Offer::probability(Word number, explain::DiceSums& sums) const {
  if (!has_chance(number)) { return Exact(0); }
  switch (options_.kind) {
    case OptionKind::Chance: {
      const auto num = std::clamp<Word>(options_.chance.numerator(), 0, options_.chance.denominator());
      const Exact yes(num, options_.chance.denominator());
      return number == 1 ? yes : Exact(1) - yes;
    }
    case OptionKind::Dice: {
      const auto* const odds = sums.of(options_.first, options_.last);
      if (odds == nullptr || odds->ways.empty()) { return std::nullopt; }
      return Exact(odds->ways[static_cast<std::size_t>(number - options_.first)], odds->all_ways);
    }
    case OptionKind::Row:
    case OptionKind::Choice:
      if (options_.pick == nullptr) { return Exact(1); }
      return Exact(options_.pick->share(static_cast<std::uint32_t>(outcome(number))), options_.pick->total());
    case OptionKind::Distinct: {
      std::uint64_t total = 0;
      for (const auto each : options_.left) { total += options_.from->shares[each]; }
      return Exact(options_.from->shares[static_cast<std::size_t>(number - 1)], total);
    }
    case OptionKind::Range:
      return Exact(1, boost::multiprecision::cpp_int(static_cast<std::uint64_t>(options_.last) -
                                                     static_cast<std::uint64_t>(options_.first)) +
                          1);
    default: return Exact(1, size());
  }
}

Word Offer::draw(roll::Stream& stream) const {
  switch (options_.kind) {
    case OptionKind::Chance: {
      const auto& chance = options_.chance;
      if (chance.numerator() <= 0) { return 0; }
      if (chance.numerator() >= chance.denominator()) { return 1; }
      const auto drawn = stream.below(static_cast<std::uint64_t>(chance.denominator()));
      return drawn < static_cast<std::uint64_t>(chance.numerator()) ? 1 : 0;
    }
    case OptionKind::Range: return static_cast<Word>(static_cast<std::uint64_t>(options_.first) + stream.below(size()));
    case OptionKind::Dice: {
      Word sum = 0;
      for (Word i = 0; i < options_.first; ++i) {
        sum += static_cast<Word>(stream.below(static_cast<std::uint64_t>(options_.last))) + 1;
      }
      return sum;
    }
    case OptionKind::Row:
    case OptionKind::Choice:
      if (options_.pick == nullptr) { return 0; }
      return number_of(static_cast<Word>(options_.pick->row(stream.below(options_.pick->total()))));
    case OptionKind::Distinct: {
      std::uint64_t total = 0;
      for (const auto each : options_.left) { total += options_.from->shares[each]; }
      auto u = stream.below(total);
      std::size_t at = 0;
      while (u >= options_.from->shares[options_.left[at]]) { u -= options_.from->shares[options_.left[at++]]; }
      return static_cast<Word>(options_.left[at]) + 1;
    }
    default: return static_cast<Word>(stream.below(options_.count)) + 1;
  }
}

Word Offer::outcome(Word number) const {
  switch (options_.kind) {
    case OptionKind::Row:
    case OptionKind::Choice: return number == 0 ? static_cast<Word>(rows_) : number - 1;
    case OptionKind::Member: return number - 1;
    case OptionKind::Distinct: return static_cast<Word>(place_left(options_, number));
    default: return number;
  }
}

Word Offer::number_of(Word outcome) const {
  switch (options_.kind) {
    case OptionKind::Row:
    case OptionKind::Choice: return outcome >= static_cast<Word>(rows_) ? 0 : outcome + 1;
    case OptionKind::Member: return outcome + 1;
    case OptionKind::Distinct: return static_cast<Word>(options_.left[static_cast<std::size_t>(outcome)]) + 1;
    default: return outcome;
  }
}

std::vector<std::uint32_t> draw_order(roll::Stream& stream, std::size_t count) {
  std::vector<std::uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0U);
  for (auto left = count; left > 1; --left) {
    std::swap(out[left - 1], out[static_cast<std::size_t>(stream.below(left))]);
  }
  return out;
}

}  // namespace spoils::tweak
