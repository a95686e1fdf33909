// number/weight.cpp
//
// Scales fractions to the smallest integers in the same proportion: multiplies by the least common multiple of the
// denominators and divides by the greatest common divisor of the numerators.
#include "number/weight.h"

#include <limits>
#include <numeric>

#include "number/wide.h"

namespace spoils::number {
namespace {

constexpr UnsignedWide kMaxWide = ~UnsignedWide{0};
constexpr std::uint64_t kMaxTotal = std::numeric_limits<std::int64_t>::max();

/// The weights other than 0 as a whole. Dividing by the common factor of the numerators and multiplying by the
/// common denominator gives the smallest integers at once: both act on fractions in lowest terms.
struct Scale {
  UnsignedWide denominator = 1;     // least common multiple
  std::uint64_t common_factor = 0;  // 0 if every weight is 0
};

// Nothing if the multiple outgrows 128 bits; the integers would outgrow 64 then, for each is at least the multiple
// divided by its own denominator.
std::optional<Scale> scale_of(std::span<const Rational> weights) {
  Scale scale;
  for (const auto& weight : weights) {
    if (weight.numerator() < 0) { return std::nullopt; }
    if (weight.numerator() == 0) { continue; }
    const auto denominator = static_cast<std::uint64_t>(weight.denominator());
    const auto shared = std::gcd(static_cast<std::uint64_t>(scale.denominator % denominator), denominator);
    const auto factor = denominator / shared;
    if (scale.denominator > kMaxWide / factor) { return std::nullopt; }
    scale.denominator *= factor;
    scale.common_factor = std::gcd(scale.common_factor, static_cast<std::uint64_t>(weight.numerator()));
  }
  return scale;
}

}  // namespace

std::optional<Shares> shares(std::span<const Rational> weights) {
  const auto scale = scale_of(weights);
  if (!scale) { return std::nullopt; }
  Shares shares;
  shares.parts.reserve(weights.size());
  for (const auto& weight : weights) {
    std::uint64_t part = 0;
    if (weight.numerator() > 0) {
      const UnsignedWide factor = scale->denominator / static_cast<std::uint64_t>(weight.denominator());
      const auto own = static_cast<std::uint64_t>(weight.numerator()) / scale->common_factor;
      if (factor > kMaxTotal / own) { return std::nullopt; }
      part = own * static_cast<std::uint64_t>(factor);
    }
    if (part > kMaxTotal - shares.total) { return std::nullopt; }
    shares.parts.push_back(part);
    shares.total += part;
  }
  return shares;
}

}  // namespace spoils::number
