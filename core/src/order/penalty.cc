#include "spminer/order/penalty.hh"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/memory.hh"
#include "base/parallel.hh"
#include "order/kernels.hh"

namespace spminer::order {

namespace {

/// Candidates of one task: enough for full tiles, few enough to share among threads.
constexpr std::int64_t kCandidatesPerTask = 32;
/// With fewer survivors than this share of a strip, pairs one by one are faster than whole tiles.
constexpr int kSparseDivisor = 4;

alignas(64) constexpr float kNothingRejected[kStrip] = {};

/// Rows of floats padded to whole vectors with zeros.
AlignedFloats padded_rows(std::span<const float> rows, int dims, int padded_dims) {
  const auto count = static_cast<std::int64_t>(rows.size()) / dims;
  AlignedFloats result(static_cast<std::size_t>(count) * padded_dims);
  for (std::int64_t i = 0; i < count; ++i) std::copy_n(&rows[i * dims], dims, result.data() + i * padded_dims);
  return result;
}

}  // namespace

struct PenaltyIndex::Data {
  std::int64_t size = 0;
  int dims = 0;
  int padded_dims = 0;
  AlignedFloats blocks;    ///< [size / kLanes][dims][kLanes]; absent neighborhoods are infinite, so that their E is 0
  AlignedFloats rows;      ///< [size][padded_dims], for pairs one by one; only with signatures
  int signature_size = 0;  ///< bytes of a signature; 0 without signatures
  std::vector<std::uint8_t> first_chunks;  ///< [size][kChunk]
  std::vector<std::uint8_t> other_chunks;  ///< [size][signature_size - kChunk]

  Data(std::span<const float> embeddings, int dimensions, std::span<const std::uint8_t> signatures)
      : size(static_cast<std::int64_t>(embeddings.size()) / dimensions),
        dims(dimensions),
        padded_dims(padded(dimensions, kLanes)),
        blocks(padded<std::int64_t>(size, kLanes) * dims, std::numeric_limits<float>::infinity()) {
    for (std::int64_t i = 0; i < size; ++i)
      for (int d = 0; d < dims; ++d)
        blocks.data()[(i / kLanes * dims + d) * kLanes + i % kLanes] = embeddings[i * dims + d];
    if (signatures.empty()) return;
    signature_size = static_cast<int>(static_cast<std::int64_t>(signatures.size()) / size);
    rows = padded_rows(embeddings, dims, padded_dims);
    for (auto it = signatures.begin(); it != signatures.end(); it += signature_size) {
      first_chunks.insert(first_chunks.end(), it, it + kChunk);
      other_chunks.insert(other_chunks.end(), it + kChunk, it + signature_size);
    }
  }
};

namespace {

void require(bool fits, const char* message) {
  if (!fits) throw std::invalid_argument(message);
}

void check_query(const PenaltyIndex& index, const PenaltyQuery& query, const PenaltyParams& params) {
  const std::size_t candidates = query.thresholds.size();
  require(query.embeddings.size() == candidates * index.dimensions(),
          "candidates must have the dimensions of the index, and one threshold each");
  // An empty index cannot tell whether it was to have signatures, and does not need them.
  require(index.size() == 0 || query.signatures.size() == candidates * index.signature_size(),
          "candidates must have signatures of the same length exactly if the index has them");
  require(params.soft_bounds.empty() || params.soft_bounds.size() == candidates, "one soft bound per candidate");
  require(params.hard_bounds.empty() || params.hard_bounds.size() == candidates, "one hard bound per candidate");
}

/// A strip of neighborhoods.
struct Strip {
  std::int64_t begin;
  int count;  ///< neighborhoods
  int blocks() const { return (count + kLanes - 1) / kLanes; }
  int padding() const { return blocks() * kLanes - count; }
};

/// Scores the candidates begin .. end-1, strip by strip; one per task.
class Scorer {
 public:
  Scorer(const PenaltyIndex::Data& index, const PenaltyQuery& query, const PenaltyParams& params, PenaltyResult& result)
      : index_(index), query_(query), params_(params), kernels_(kernels(params.simd)), result_(result) {}

  void run(std::int64_t begin, std::int64_t end, Control& control) {
    std::vector<std::int64_t> active(end - begin);
    std::iota(active.begin(), active.end(), begin);
    reject_ = AlignedFloats(index_.first_chunks.empty() ? 0 : (end - begin) * kStrip);
    subs_ = padded_rows(query_.embeddings.subspan(begin * index_.dims, (end - begin) * index_.dims), index_.dims,
                        index_.padded_dims);
    first_ = begin;
    tile_ = AlignedFloats(static_cast<std::size_t>(index_.dims) * kernels_.tile);
    for (std::int64_t at = 0; at < index_.size && !active.empty() && !control.check_now(); at += kStrip) {
      const Strip strip{at, static_cast<int>(std::min<std::int64_t>(kStrip, index_.size - at))};
      score_strip(strip, active);
      std::erase_if(active, [&](std::int64_t c) { return decided(c); });
    }
  }

 private:
  struct Dense {
    std::int64_t candidate;
    const float* reject;
  };

  void score_strip(const Strip& strip, const std::vector<std::int64_t>& active) {
    dense_.clear();
    for (const auto c : active) {
      result_.scored[c] += strip.count;
      if (index_.first_chunks.empty()) {
        dense_.push_back({c, kNothingRejected});
      } else if (const int survivors = find_survivors(strip, c); survivors * kSparseDivisor <= strip.count) {
        score_pairs(strip, c, survivors);
      } else {
        dense_.push_back({c, mark_rejected(strip, c, survivors)});
      }
    }
    for (std::size_t at = 0; at < dense_.size(); at += kernels_.tile) {
      score_tile(strip, std::span(dense_).subspan(at, std::min<std::size_t>(kernels_.tile, dense_.size() - at)));
    }
  }

  int find_survivors(const Strip& strip, std::int64_t c) {
    const int rest_size = index_.signature_size - kChunk;
    return kernels_.survivors(&query_.signatures[c * index_.signature_size], &index_.first_chunks[strip.begin * kChunk],
                              index_.other_chunks.data() + strip.begin * rest_size, rest_size, strip.count,
                              survivors_.data());
  }

  void score_pairs(const Strip& strip, std::int64_t c, int survivors) {
    const float* sub = subs_.data() + (c - first_) * index_.padded_dims;
    double soft = static_cast<double>(strip.count - survivors) * params_.cap;
    for (int s = 0; s < survivors; ++s) {
      const float* sup = index_.rows.data() + (strip.begin + survivors_[s]) * index_.padded_dims;
      const float energy = kernels_.pair(sub, sup, index_.padded_dims);
      soft += std::min(energy, params_.cap);
      result_.hard[c] += energy <= query_.thresholds[c];
    }
    result_.soft[c] += soft;
  }

  const float* mark_rejected(const Strip& strip, std::int64_t c, int survivors) {
    float* reject = reject_.data() + (c - first_) * kStrip;
    // Not a number: neither below the cap nor below any threshold.  Absent neighborhoods stay 0.
    std::fill_n(reject, strip.count, std::numeric_limits<float>::quiet_NaN());
    std::fill(reject + strip.count, reject + kStrip, 0.0f);
    for (int s = 0; s < survivors; ++s) reject[survivors_[s]] = 0;
    return reject;
  }

  /// A last tile that is not full repeats its first candidate.
  void score_tile(const Strip& strip, std::span<const Dense> tile) {
    std::array<const float*, kMostTile> reject{};
    std::array<float, kMostTile> thresholds{}, soft{};
    std::array<std::int32_t, kMostTile> hard{};
    for (int c = 0; c < kernels_.tile; ++c) {
      const auto& [candidate, mask] = tile[static_cast<std::size_t>(c) < tile.size() ? c : 0];
      const float* sub = subs_.data() + (candidate - first_) * index_.padded_dims;
      for (int d = 0; d < index_.dims; ++d) tile_.data()[d * kernels_.tile + c] = sub[d];
      thresholds[c] = query_.thresholds[candidate];
      reject[c] = mask;
    }
    kernels_.score_tile({.strip = index_.blocks.data() + strip.begin * index_.dims,
                         .tile = tile_.data(),
                         .reject = reject.data(),
                         .thresholds = thresholds.data(),
                         .blocks = strip.blocks(),
                         .dims = index_.dims,
                         .cap = params_.cap,
                         .soft = soft.data(),
                         .hard = hard.data()});
    for (std::size_t c = 0; c < tile.size(); ++c) {
      const int absent = thresholds[c] >= 0 ? strip.padding() : 0;  // their E is 0
      result_.soft[tile[c].candidate] += soft[c];
      result_.hard[tile[c].candidate] += hard[c] - absent;
    }
  }

  bool decided(std::int64_t c) const {
    if (!params_.soft_bounds.empty() && result_.soft[c] > params_.soft_bounds[c]) return true;
    return !params_.hard_bounds.empty() && result_.hard[c] + index_.size - result_.scored[c] < params_.hard_bounds[c];
  }

  static constexpr int kMostTile = 8;

  const PenaltyIndex::Data& index_;
  const PenaltyQuery& query_;
  const PenaltyParams& params_;
  const Kernels& kernels_;
  PenaltyResult& result_;
  std::int64_t first_ = 0;
  AlignedFloats subs_, tile_, reject_;
  std::array<std::uint16_t, kStrip> survivors_;
  std::vector<Dense> dense_;
};

}  // namespace

PenaltyIndex::PenaltyIndex(std::span<const float> embeddings, int dimensions,
                           std::span<const std::uint8_t> signatures) {
  require(dimensions >= 1 && embeddings.size() % static_cast<std::size_t>(dimensions) == 0,
          "embeddings must be whole rows of at least one dimension");
  const std::size_t size = embeddings.size() / static_cast<std::size_t>(dimensions);
  require(signatures.empty() || (size > 0 && signatures.size() % (size * kChunk) == 0),
          "one signature per embedding, of whole chunks of 64 bytes, or none");
  data_ = std::make_unique<const Data>(embeddings, dimensions, signatures);
}

PenaltyIndex::~PenaltyIndex() = default;
PenaltyIndex::PenaltyIndex(PenaltyIndex&&) noexcept = default;
PenaltyIndex& PenaltyIndex::operator=(PenaltyIndex&&) noexcept = default;

std::int64_t PenaltyIndex::size() const { return data_->size; }
int PenaltyIndex::dimensions() const { return data_->dims; }
int PenaltyIndex::signature_size() const { return data_->signature_size; }
bool PenaltyIndex::has_signatures() const { return !data_->first_chunks.empty(); }

PenaltyResult score_penalties(const PenaltyIndex& index, const PenaltyQuery& query, const PenaltyParams& params,
                              Control& control) {
  check_query(index, query, params);
  const auto candidates = static_cast<std::int64_t>(query.thresholds.size());
  PenaltyResult result{std::vector<double>(candidates), std::vector<std::int64_t>(candidates),
                       std::vector<std::int64_t>(candidates)};
  const auto tasks = (candidates + kCandidatesPerTask - 1) / kCandidatesPerTask;
  control.total = candidates;
  parallel_for(tasks, params.threads, [&](std::int64_t task, int) {
    const auto begin = task * kCandidatesPerTask, end = std::min(candidates, begin + kCandidatesPerTask);
    Scorer(index.data(), query, params, result).run(begin, end, control);
    control.done += end - begin;
  });
  return result;
}

std::vector<float> order_penalty(std::span<const float> sub, std::span<const float> sup, int dimensions,
                                 SimdLevel simd) {
  require(dimensions >= 1 && sub.size() == sup.size() && sub.size() % static_cast<std::size_t>(dimensions) == 0,
          "sub and sup must have the same number of whole rows");
  const auto& kernel = kernels(simd);
  const int padded_dims = padded(dimensions, kLanes);
  AlignedFloats a(padded_dims), b(padded_dims);
  std::vector<float> result(sub.size() / dimensions);
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::copy_n(&sub[i * dimensions], dimensions, a.data());
    std::copy_n(&sup[i * dimensions], dimensions, b.data());
    result[i] = kernel.pair(a.data(), b.data(), padded_dims);
  }
  return result;
}

std::vector<std::uint8_t> order_violated(std::span<const std::uint8_t> sub, std::span<const std::uint8_t> sup,
                                         SimdLevel simd) {
  require(sub.size() == sup.size() && sub.size() % kSignatureSize == 0, "sub and sup must have the same signatures");
  const auto& kernel = kernels(simd);
  std::vector<std::uint8_t> result(sub.size() / kSignatureSize);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = !kernel.below(&sub[i * kSignatureSize], &sup[i * kSignatureSize]);
  return result;
}

}  // namespace spminer::order
