// Draws colorful treelets of the target, each as likely as any other.
#pragma once

#include <cstdint>
#include <vector>

#include "sampling/treelets.hh"
#include "spminer/base/control.hh"

namespace spminer::sampling {

class TreeletSampler {
 public:
  static constexpr int kAnyShape = -1;

  /// The table must be built, and outlive the sampler.
  TreeletSampler(const TreeletTable& table, int threads);

  /// Number of colorful treelets, of one shape or of all.
  double total(int shape = kAnyShape) const;

  /// Draws samples number first .. first + count - 1, of one shape or of any; sample i has nodes[i * size ..].
  /// Each depends on the seed and its number only.  False if the control stopped the work; total(shape) must not be 0.
  bool draw(int shape, std::uint64_t first, std::size_t count, std::uint64_t seed, Control& control,
            std::vector<Node>& nodes);

 private:
  struct Root {
    Node node;
    std::uint16_t tree;
    float count;
  };
  /// A tree whose nodes are still to be found, for nodes slot .. of a sample.
  struct Open {
    std::uint64_t tree;  // size, number, color set and root in one comparable value
    std::uint32_t sample;
    std::uint8_t slot;
    friend auto operator<=>(const Open&, const Open&) = default;
  };
  class Splitter;

  std::vector<Open> draw_roots(int shape, std::uint64_t first, std::size_t count, std::uint64_t seed) const;

  const TreeletTable& table_;
  int threads_;
  std::vector<Root> roots_;
};

}  // namespace spminer::sampling
