// Order penalties: how far sub embeddings are from lying below sup embeddings.
//
//   E(sub, sup) = sum over dimensions of max(0, sub - sup)^2
//
//   PenaltyIndex index(embeddings, dimensions, signatures);   // once per set of neighborhoods
//   score_penalties(index, candidates, params, control)       // every candidate against all of them
//
// A pair that the order signatures (signature.hh) reject counts as certainly not contained, whatever its E.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "spminer/base/control.hh"
#include "spminer/order/signature.hh"

namespace spminer::order {

/// Instruction sets with kernels of their own, in ascending order.  Scores of different levels agree up to rounding.
enum class SimdLevel : int { kPortable, kAvx2, kAvx512 };

/// The best level of this processor.
SimdLevel best_simd_level();

/// Neighborhood embeddings in the layout of the kernels (and their signatures, if any).  Holds copies: about
/// 8 bytes per dimension and 256 for the signature of each neighborhood.
class PenaltyIndex {
 public:
  /// `embeddings` has one row of `dimensions` floats per neighborhood; `signatures` is empty or has as many bytes
  /// for each, a multiple of 64: kSignatureSize, and kLabelSignatureSize more where labels or codes matter.  Throws
  /// std::invalid_argument if the lengths do not fit.
  PenaltyIndex(std::span<const float> embeddings, int dimensions, std::span<const std::uint8_t> signatures = {});
  ~PenaltyIndex();
  PenaltyIndex(PenaltyIndex&&) noexcept;
  PenaltyIndex& operator=(PenaltyIndex&&) noexcept;

  std::int64_t size() const;
  int dimensions() const;
  int signature_size() const;
  bool has_signatures() const;

  struct Data;
  const Data& data() const { return *data_; }

 private:
  std::unique_ptr<const Data> data_;
};

/// Candidates to score: one row of the index's dimensions each, with signatures exactly if the index has them.
struct PenaltyQuery {
  std::span<const float> embeddings;
  std::span<const std::uint8_t> signatures = {};
  /// One per candidate: a neighborhood contains it if E is at most this and the signature is not violated.
  std::span<const float> thresholds;
};

struct PenaltyParams {
  /// Most that one neighborhood adds to the soft total.
  float cap = 1;
  /// Empty, or one per candidate: stop scoring it once its soft total is above.
  std::span<const double> soft_bounds = {};
  /// Empty, or one per candidate: stop scoring it once its hard count can no longer reach this.
  std::span<const std::int64_t> hard_bounds = {};
  /// Threads over candidates; 0 is every core.  Results do not depend on it.
  int threads = 0;
  SimdLevel simd = best_simd_level();
};

struct PenaltyResult {
  /// Sum over neighborhoods of min(E, cap), a violated one counting as cap.  A lower bound for stopped candidates.
  std::vector<double> soft;
  /// Number of neighborhoods that contain the candidate.  A lower bound for stopped candidates.
  std::vector<std::int64_t> hard;
  /// Neighborhoods looked at: the size of the index unless a bound (or the control) stopped the candidate.
  std::vector<std::int64_t> scored;
};

/// Scores every candidate against every neighborhood.
PenaltyResult score_penalties(const PenaltyIndex& index, const PenaltyQuery& query, const PenaltyParams& params,
                              Control& control);

/// E of aligned pairs: row i of sub against row i of sup.
std::vector<float> order_penalty(std::span<const float> sub, std::span<const float> sup, int dimensions,
                                 SimdLevel simd = best_simd_level());

/// Whether each aligned pair of signatures is violated: 1 if sub is certainly not contained in sup.
std::vector<std::uint8_t> order_violated(std::span<const std::uint8_t> sub, std::span<const std::uint8_t> sup,
                                         SimdLevel simd = best_simd_level());

}  // namespace spminer::order
