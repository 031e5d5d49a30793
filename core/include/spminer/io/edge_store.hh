// A growing edge list that never moves what it holds: reading needs no doubling, hence no spare memory.
#pragma once

#include <cstdint>
#include <vector>

#include "spminer/graph/csr.hh"

namespace spminer::io {

class EdgeStore {
 public:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;

  void add(Node source, Node target) {
    if (blocks_.empty() || blocks_.back().sources.size() == kBlock) open_block();
    blocks_.back().sources.push_back(source);
    blocks_.back().targets.push_back(target);
  }
  /// Either every edge is added with a label, or none is.
  void add(Node source, Node target, std::int32_t label) {
    add(source, target);
    blocks_.back().labels.push_back(label);
  }

  std::size_t size() const {
    return blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlock + blocks_.back().sources.size();
  }

  /// Replaces every endpoint by f(endpoint).
  template <typename F>
  void renumber(F&& f) {
    for (auto& block : blocks_) {
      for (auto& node : block.sources) node = f(node);
      for (auto& node : block.targets) node = f(node);
    }
  }

  std::vector<EdgeSpan> spans() const {
    std::vector<EdgeSpan> result;
    result.reserve(blocks_.size());
    for (const auto& block : blocks_) result.push_back({block.sources, block.targets, block.labels});
    return result;
  }

 private:
  struct Block {
    std::vector<Node> sources;
    std::vector<Node> targets;
    std::vector<std::int32_t> labels;
  };

  // A small list stays small: only once the first block is full are whole blocks reserved.
  void open_block() {
    blocks_.emplace_back();
    if (blocks_.size() == 1) return;
    blocks_.back().sources.reserve(kBlock);
    blocks_.back().targets.reserve(kBlock);
    if (!blocks_.front().labels.empty()) blocks_.back().labels.reserve(kBlock);
  }

  std::vector<Block> blocks_;
};

}  // namespace spminer::io
