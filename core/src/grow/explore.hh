// One thread's search of the surroundings of a beam's embeddings.
#pragma once

#include <algorithm>
#include <span>

#include "match/surroundings.hh"
#include "spminer/base/random.hh"
#include "spminer/grow/grow.hh"

namespace spminer::grow {

/// A hash of a node set that does not depend on order.
inline std::uint64_t set_hash(std::span<const Node> nodes) {
  std::uint64_t sum = 0;
  for (const Node u : nodes) sum += mix64(static_cast<std::uint64_t>(u));
  return sum;
}

/// Nodes of the target are looked at relative to the embedding that was entered last.
class Explorer {
 public:
  Explorer(const GrowTarget& slots, const GrowParams& params)
      : target_(slots.target()),
        frontier_(params.frontier),
        induced_(params.induced),
        around_(target_, &slots.hubs(), params.induced) {}

  bool induced() const { return induced_; }

  void enter(std::span<const Node> embedding) {
    embedding_ = embedding;
    around_.enter(embedding);
    scanned_.resize(std::max(scanned_.size(), embedding.size()));
    for (Scan& scan : scanned_) scan.contacts.clear();
  }

  /// Calls f(v, mask, weight) for adjacent nodes v; weight is one over the probability that v is shown.  Returns
  /// whether all were.
  template <typename F>
  bool for_each_adjacent(std::uint64_t salt, F&& f) {
    const std::int64_t share = std::max(8, frontier_ / static_cast<int>(embedding_.size()));
    const auto sample = [&](std::span<const Node> row, int i, auto&& look) {
      spread(row, share, salt + static_cast<std::uint64_t>(i), look);
    };
    around_.for_each_adjacent(share, sample, [&](Node v, Row mask) {
      f(v, mask, (around_.sampled() & mask) == mask ? weight(mask, share) : 1.0);
    });
    return around_.sampled() == 0;
  }

  /// Calls f(v) for nodes v that fit the extension, at most `limit`; returns how many times more there may be: 1 if
  /// that were all.
  template <typename F>
  double for_each_fitting(const match::Extension& extension, std::uint64_t salt, int limit, F&& f) {
    const int pivot = around_.pivot(extension.mask);
    const auto row = target_.neighbors(embedding_[pivot]);
    if (row.empty()) return 1;
    const auto codes = extension.codes.empty() ? std::span<const EdgeCode>{} : target_.codes(embedding_[pivot]);
    const auto start = static_cast<std::size_t>(mix64(salt) % row.size());
    const std::size_t end = std::min(row.size(), kScan);
    Scan& scan = scanned_[static_cast<std::size_t>(pivot)];
    if (scan.start != start) scan = {start, {}};
    int found = 0;
    for (std::size_t i = 0; i < end; ++i) {
      const std::size_t at = start + i < row.size() ? start + i : start + i - row.size();
      const Node v = row[at];
      around_.prepare(row, at);
      // What is found out about an entry serves the next extensions too.
      if (scan.contacts.size() == i) scan.contacts.push_back({bit(pivot), bit(pivot)});
      // The code of the row's own edge is at hand, and often rare.
      if (!codes.empty() && !code_fits(extension.codes[static_cast<std::size_t>(pivot)], codes[at], induced_)) continue;
      if (!around_.fits(v, extension, scan.contacts[i])) continue;
      f(v);
      if (++found == limit && i + 1 < row.size()) return static_cast<double>(row.size()) / static_cast<double>(i + 1);
    }
    return static_cast<double>(row.size()) / static_cast<double>(std::max<std::size_t>(end, 1));
  }

 private:
  static constexpr std::size_t kScan = 512;  // entries of a row looked at; of longer ones a stretch

  /// The stretch of a row that was looked at, from its start.
  struct Scan {
    std::size_t start = 0;
    std::vector<match::Surroundings::Contacts> contacts;
  };

  /// Every entry of the row has the same chance: equal steps from a random start.
  template <typename Look>
  static void spread(std::span<const Node> row, std::int64_t count, std::uint64_t salt, Look&& look) {
    const double step = static_cast<double>(row.size()) / static_cast<double>(count);
    const double start = static_cast<double>(mix64(salt) >> 11) * 0x1.0p-53 * step;
    for (std::int64_t j = 0; j < count; ++j)
      look(row[std::min(row.size() - 1, static_cast<std::size_t>(start + static_cast<double>(j) * step))]);
  }

  double weight(Row mask, std::int64_t share) const {
    double missed = 1;
    for_each_bit(mask, [&](int i) {
      missed *= 1 - static_cast<double>(share) / static_cast<double>(target_.degree(embedding_[i]));
    });
    return 1 / (1 - missed);
  }

  const Target& target_;
  int frontier_;
  bool induced_;
  match::Surroundings around_;
  std::span<const Node> embedding_;
  std::vector<Scan> scanned_;  ///< by node of the embedding
};

}  // namespace spminer::grow
