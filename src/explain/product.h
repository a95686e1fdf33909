// explain/product.h
//
// The product of many probabilities, which may be smaller than the smallest double.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "number/rational.h"

namespace spoils::explain {

/// Begins at 1. The relative error is 2^-53 for each factor.
class Product {
 public:
  /// Requires: factor >= 0. `exact` is the same as a fraction, if there is one.
  void multiply(double factor, const std::optional<number::Rational>& exact) {
    int exponent = 0;
    mantissa_ = std::frexp(mantissa_ * factor, &exponent);
    exponent_ += exponent;
    exact_ = exact_ && exact ? number::multiply(*exact_, *exact) : std::nullopt;
  }

  /// Returns the product; 0 if it is too small for a double.
  [[nodiscard]] double value() const {
    constexpr std::int64_t kLeast = -1'100;
    return exponent_ < kLeast ? 0 : std::ldexp(mantissa_, static_cast<int>(exponent_));
  }
  [[nodiscard]] double log10() const {
    constexpr double kLog10Of2 = 0.30102999566398119521;
    return std::log10(mantissa_) + static_cast<double>(exponent_) * kLog10Of2;
  }
  /// Returns the product as a fraction, as long as it fits.
  [[nodiscard]] const std::optional<number::Rational>& exact() const { return exact_; }

 private:
  double mantissa_ = 1;
  std::int64_t exponent_ = 0;
  std::optional<number::Rational> exact_ = number::Rational(1);
};

}  // namespace spoils::explain
