// odds/series.cpp
//
// Sums and products of generating functions. Coefficients are sparse; a product goes through a dense array, if the box
// that holds its exponents is small, as it is for counts and for sums of small numbers, and else by sorting.
#include "odds/series.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace spoils::odds {

using program::Word;

namespace {

/// Coefficients below it are left out: the next product would underflow, and processors take long over such numbers.
constexpr double kLeastCoefficient = 1e-305;
thread_local double least_coefficient = kLeastCoefficient;

/// Many small products may add up to a coefficient that is kept.
constexpr double kPartOfLeast = 1e-3;

/// The cells of a dense product: at most so many, and no more than so many for each product of coefficients, but always
/// so few.
constexpr double kMostCells = 4'000'000;
constexpr double kCellsOfProduct = 8;
constexpr double kFewCells = 4'096;

/// Products of a sparse product that are sorted at once.
constexpr std::size_t kSortedAtOnce = 1 << 20;

using Amounts = std::array<Word, kMostAccumulators>;

// One bit is left for the sum of two keys, and one for the sign.
unsigned bits_of(std::size_t accumulators) {
  return static_cast<unsigned>(62 / std::max<std::size_t>(1, accumulators));
}

Word limit_of(std::size_t accumulators) { return Word{1} << (bits_of(accumulators) - 1); }

Amounts split(Word key, std::size_t accumulators) {
  Amounts out{};
  const auto bits = bits_of(accumulators);
  const Word limit = limit_of(accumulators);
  for (std::size_t k = 0; k < accumulators; ++k) {
    Word low = key & (2 * limit - 1);
    if (low >= limit) { low -= 2 * limit; }
    out[k] = low;
    key = (key - low) >> bits;
  }
  return out;
}

Word joined(const Amounts& amounts, std::size_t accumulators) {
  Word key = 0;
  for (std::size_t k = accumulators; k-- > 0;) { key = key * 2 * limit_of(accumulators) + amounts[k]; }
  return key;
}

// The sum of two keys whose exponents may not fit any more.
Word sum_of(Word a, Word b, std::size_t accumulators) {
  auto left = split(a, accumulators);
  const auto right = split(b, accumulators);
  for (std::size_t k = 0; k < accumulators; ++k) {
    left[k] += right[k];
    if (left[k] >= limit_of(accumulators) || left[k] < -limit_of(accumulators)) { throw SeriesOverflow(); }
  }
  return joined(left, accumulators);
}

// Adds coefficients of equal keys; leaves out those that are none.
void join_equal(std::vector<Series::Term>& terms) {
  std::size_t size = 0;
  for (const auto& term : terms) {
    if (size > 0 && terms[size - 1].key == term.key) {
      terms[size - 1].mass += term.mass;
    } else {
      terms[size++] = term;
    }
  }
  terms.resize(size);
}

std::vector<Series::Term> merged(const std::vector<Series::Term>& a, const std::vector<Series::Term>& b) {
  std::vector<Series::Term> out;
  out.reserve(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out),
             [](const auto& x, const auto& y) { return x.key < y.key; });
  join_equal(out);
  return out;
}

}  // namespace

ShortTails::ShortTails(double least) : before_(least_coefficient) { least_coefficient = least; }

ShortTails::~ShortTails() { least_coefficient = before_; }

bool ShortTails::is_active() { return least_coefficient > kLeastCoefficient; }

Series::Series(double probability, Word key, std::size_t accumulators)
    : total_(probability), low_(key), high_(key), accumulators_(accumulators) {
  if (key != 0) { terms_.push_back({key, probability}); }
}

Word Series::key_of(Word amount, std::size_t accumulator, std::size_t accumulators) {
  if (amount >= limit_of(accumulators) || amount < -limit_of(accumulators)) { throw SeriesOverflow(); }
  Amounts amounts{};
  amounts[accumulator] = amount;
  return joined(amounts, accumulators);
}

std::vector<Word> Series::amounts_of(Word key, std::size_t accumulators) {
  const auto amounts = split(key, accumulators);
  return {amounts.begin(), amounts.begin() + static_cast<std::ptrdiff_t>(accumulators)};
}

double Series::left_out() const {
  if (is_constant()) { return 0; }
  double sum = 0;
  for (const auto& term : terms_) { sum += term.mass; }
  return std::max(0.0, total_ - sum);
}

// Finds the least and the greatest exponents anew, after terms were left out.
void Series::fit_box() {
  auto least = split(terms_.front().key, accumulators_);
  auto greatest = least;
  for (const auto& term : terms_) {
    const auto amounts = split(term.key, accumulators_);
    for (std::size_t k = 0; k < accumulators_; ++k) {
      least[k] = std::min(least[k], amounts[k]);
      greatest[k] = std::max(greatest[k], amounts[k]);
    }
  }
  low_ = joined(least, accumulators_);
  high_ = joined(greatest, accumulators_);
}

void Series::make_terms(std::size_t accumulators) {
  if (!terms_.empty()) { return; }
  accumulators_ = accumulators;
  low_ = high_ = 0;
  terms_.push_back({0, total_});
}

void Series::scale(double factor) {
  total_ *= factor;
  for (auto& term : terms_) { term.mass *= factor; }
  work_ = terms_.size();
}

// Adds a series with few terms in place, if all its keys are known.
bool Series::add_to_known(const Series& other) {
  std::size_t steps = 1;
  for (auto size = terms_.size(); size > 0; size /= 2) { ++steps; }
  if (other.terms_.size() * steps >= terms_.size()) { return false; }
  const auto at = [&](Word key) {
    return std::lower_bound(terms_.begin(), terms_.end(), key, [](const Term& t, Word k) { return t.key < k; });
  };
  for (const auto& term : other.terms_) {
    const auto found = at(term.key);
    if (found == terms_.end() || found->key != term.key) { return false; }
  }
  for (const auto& term : other.terms_) { at(term.key)->mass += term.mass; }
  work_ = other.terms_.size() * steps;
  return true;
}

Series& Series::operator+=(const Series& other) {
  if (other.total_ == 0 && other.is_constant()) { return *this; }
  if (total_ == 0 && is_constant()) { return *this = other; }
  if (is_constant() && other.is_constant()) {
    total_ += other.total_;
    return *this;
  }
  if (other.is_constant()) {
    auto same = other;
    same.make_terms(accumulators_);
    return *this += same;
  }
  make_terms(other.accumulators_);
  auto least = split(low_, accumulators_);
  auto greatest = split(high_, accumulators_);
  const auto low = split(other.low_, accumulators_);
  const auto high = split(other.high_, accumulators_);
  for (std::size_t k = 0; k < accumulators_; ++k) {
    least[k] = std::min(least[k], low[k]);
    greatest[k] = std::max(greatest[k], high[k]);
  }
  low_ = joined(least, accumulators_);
  high_ = joined(greatest, accumulators_);
  total_ += other.total_;
  if (add_to_known(other)) { return *this; }
  terms_ = merged(terms_, other.terms_);
  work_ = terms_.size();
  return *this;
}

Series& Series::operator/=(const Series& other) {
  total_ /= other.total_;
  for (auto& term : terms_) { term.mass /= other.total_; }
  work_ = terms_.size();
  return *this;
}

Series& Series::operator*=(const Series& other) {
  if (other.is_constant()) {
    scale(other.total_);
    return *this;
  }
  if (is_constant()) {
    const auto factor = total_;
    *this = other;
    scale(factor);
    return *this;
  }
  const auto low = sum_of(low_, other.low_, accumulators_);
  const auto high = sum_of(high_, other.high_, accumulators_);
  const auto products = static_cast<std::uint64_t>(terms_.size()) * other.terms_.size();
  std::vector<Term> out;
  if (terms_.size() == 1 || other.terms_.size() == 1) {
    const auto& one = terms_.size() == 1 ? terms_[0] : other.terms_[0];
    for (const auto& term : terms_.size() == 1 ? other.terms_ : terms_) {
      const double mass = term.mass * one.mass;
      if (std::abs(mass) >= least_coefficient) { out.push_back({term.key + one.key, mass}); }
    }
  } else {
    const auto least = split(low, accumulators_);
    const auto greatest = split(high, accumulators_);
    std::vector<std::size_t> sizes;
    double cells = 1;
    for (std::size_t k = 0; k < accumulators_; ++k) {
      sizes.push_back(static_cast<std::size_t>(greatest[k] - least[k]) + 1);
      cells *= static_cast<double>(sizes.back());
    }
    const auto most = std::min(kMostCells, std::max(kFewCells, kCellsOfProduct * static_cast<double>(products)));
    if (cells <= most) {
      multiply_dense(other, sizes, out);
    } else {
      multiply_sparse(other, out);
    }
  }
  total_ *= other.total_;
  low_ = low;
  high_ = high;
  terms_ = std::move(out);
  work_ = products;
  // All that is left of it may have been too small to be kept.
  if (terms_.empty()) { terms_.push_back({low_, ShortTails::is_active() ? 0.0 : total_}); }
  if (ShortTails::is_active()) { fit_box(); }
  return *this;
}

// `sizes` are those of the box that holds all exponents of the product.
void Series::multiply_dense(const Series& other, const std::vector<std::size_t>& sizes, std::vector<Term>& out) const {
  std::vector<std::size_t> strides;
  std::size_t cells = 1;
  for (const auto size : sizes) {
    strides.push_back(cells);
    cells *= size;
  }
  const auto places = [&](const Series& of) {
    const auto least = split(of.low_, accumulators_);
    std::vector<std::size_t> at;
    at.reserve(of.terms_.size());
    for (const auto& term : of.terms_) {
      const auto amounts = split(term.key, accumulators_);
      std::size_t place = 0;
      for (std::size_t k = 0; k < strides.size(); ++k) {
        place += static_cast<std::size_t>(amounts[k] - least[k]) * strides[k];
      }
      at.push_back(place);
    }
    return at;
  };
  const Series& outer = terms_.size() < other.terms_.size() ? *this : other;
  const Series& inner = &outer == this ? other : *this;
  const auto rows = places(outer);
  const auto columns = places(inner);
  std::vector<double> factors;
  factors.reserve(columns.size());
  double greatest = 0;
  for (const auto& term : inner.terms_) {
    factors.push_back(term.mass);
    greatest = std::max(greatest, std::abs(term.mass));
  }
  const bool is_run = columns.back() - columns.front() + 1 == columns.size();
  std::vector<double> product(cells, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto factor = outer.terms_[i].mass;
    if (std::abs(factor * greatest) < least_coefficient * kPartOfLeast) { continue; }
    double* const into = product.data() + rows[i];
    if (is_run) {
      double* const first = into + columns.front();
      for (std::size_t j = 0; j < factors.size(); ++j) { first[j] += factor * factors[j]; }
    } else {
      for (std::size_t j = 0; j < factors.size(); ++j) { into[columns[j]] += factor * factors[j]; }
    }
  }
  const auto least = sum_of(low_, other.low_, accumulators_);
  auto amounts = split(least, accumulators_);
  const auto begin = amounts;
  for (const auto mass : product) {
    if (std::abs(mass) >= least_coefficient) { out.push_back({joined(amounts, accumulators_), mass}); }
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      if (++amounts[k] - begin[k] < static_cast<Word>(sizes[k])) { break; }
      amounts[k] = begin[k];
    }
  }
}

void Series::multiply_sparse(const Series& other, std::vector<Term>& out) const {
  std::vector<Term> some;
  const auto take = [&] {
    std::stable_sort(some.begin(), some.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    join_equal(some);
    out = merged(out, some);
    some.clear();
  };
  for (const auto& a : terms_) {
    for (const auto& b : other.terms_) {
      const double mass = a.mass * b.mass;
      if (std::abs(mass) >= least_coefficient) { some.push_back({a.key + b.key, mass}); }
    }
    if (some.size() >= kSortedAtOnce) { take(); }
  }
  take();
}

}  // namespace spoils::odds
