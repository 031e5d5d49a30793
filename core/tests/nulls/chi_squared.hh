// The chi-squared test of even counts.
#pragma once

#include <cmath>
#include <map>

namespace spminer::nulls::testing {

/// Upper tail of the chi-squared distribution: the regularized incomplete gamma function Q(freedom / 2, x / 2).
inline double chi_squared_tail(double x, double freedom) {
  const double a = freedom / 2, y = x / 2;
  const double scale = std::exp(-y + a * std::log(y) - std::lgamma(a));
  if (!(y > 0)) return 1;
  if (y < a + 1) {  // series of the lower tail
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > sum * 1e-16; ++n) sum += term *= y / n;
    return 1 - sum * scale;
  }
  double b = y + 1 - a, c = 1e300, d = 1 / b, fraction = d;  // Lentz's continued fraction of the upper tail
  for (int i = 1; i < 10000; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    fraction *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return fraction * scale;
}

/// Probability of counts at least this uneven, if all are equally likely; keys that were never met count as 0.
template <typename Key>
double p_of_even(const std::map<Key, int>& counts, std::size_t kinds) {
  double total = 0, squares = 0;
  for (const auto& [key, count] : counts) total += count, squares += double{1} * count * count;
  const double expected = total / static_cast<double>(kinds);
  if (counts.size() > kinds) return 0;
  return kinds < 2 ? 1 : chi_squared_tail(squares / expected - total, static_cast<double>(kinds) - 1);
}

}  // namespace spminer::nulls::testing
