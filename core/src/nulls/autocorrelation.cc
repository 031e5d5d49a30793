#include "nulls/autocorrelation.hh"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spminer::nulls {

double autocorrelation_of_walk(std::span<const double> values) {
  const auto count = static_cast<double>(values.size());
  double mean = 0, variance = 0, product = 0;
  for (const double value : values) mean += value;
  mean /= count;  // exact where whole numbers are all the same
  for (std::size_t i = 0; i < values.size(); ++i) {
    variance += (values[i] - mean) * (values[i] - mean);
    if (i > 0) product += (values[i] - mean) * (values[i - 1] - mean);
  }
  if (!(variance > 0)) return std::numeric_limits<double>::quiet_NaN();
  const double raw = product / variance;
  return std::pow(std::clamp(raw + (1 + 3 * raw) / count, 0.0, 1.0), count - 1);
}

}  // namespace spminer::nulls
