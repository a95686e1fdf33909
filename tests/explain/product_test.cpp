// tests/explain/product_test.cpp
//
// The product of probabilities: exact as long as it fits 64 bits, then as a double, then as a logarithm.
#include "explain/product.h"

#include <gtest/gtest.h>

namespace spoils::explain {
namespace product_test {

using number::Rational;

TEST(Product, ExactAsLongAsItFits) {
  Product product;
  EXPECT_EQ(product.value(), 1);
  EXPECT_EQ(product.log10(), 0);
  product.multiply(0.25, Rational::make(1, 4));
  product.multiply(2.0 / 3, Rational::make(2, 3));
  EXPECT_DOUBLE_EQ(product.value(), 1.0 / 6);
  EXPECT_EQ(product.exact(), Rational::make(1, 6));
  product.multiply(0.5, std::nullopt);
  EXPECT_EQ(product.exact(), std::nullopt);
  EXPECT_DOUBLE_EQ(product.value(), 1.0 / 12);
}

TEST(Product, FarBelowWhatADoubleHolds) {
  Product product;
  for (int i = 0; i < 100'000; ++i) { product.multiply(0.1, Rational::make(1, 10)); }
  EXPECT_EQ(product.value(), 0);
  EXPECT_EQ(product.exact(), std::nullopt);
  EXPECT_NEAR(product.log10(), -100'000, 1e-6);
}

}  // namespace product_test
}  // namespace spoils::explain
