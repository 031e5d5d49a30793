#include "walk_frontier.hh"

#include <algorithm>

#include "joining.hh"
#include "spminer/random.hh"

namespace spminer {

namespace {

struct Contact {
  Node neighbor;
  int position;

  auto operator<=>(const Contact&) const = default;
};

/// Neighbors of the walk's nodes, each with the positions that see it; those of nodes with too many by lot.
class Contacts {
 public:
  Contacts(const Target& target, std::span<const Node> nodes, std::int64_t limit, Random random)
      : target_(target), nodes_(nodes) {
    const std::int64_t share = std::max<std::int64_t>(limit / static_cast<std::int64_t>(nodes.size()), 1);
    for (int i = 0; i < static_cast<int>(nodes.size()); ++i) {
      const auto row = target.neighbors(nodes[i]);
      if (static_cast<std::int64_t>(row.size()) <= share) {
        for (const Node v : row) add(v, i);
      } else {
        sampled_ |= bit(i);
        for (std::int64_t draw = 0; draw < share; ++draw) add(row[random.below(row.size())], i);
      }
    }
    std::sort(contacts_.begin(), contacts_.end());
  }

  /// Calls f(neighbor, mask) once for each neighbor, in ascending order.
  template <typename F>
  void for_each(F&& f) const {
    for (std::size_t at = 0; at < contacts_.size();) {
      const Node v = contacts_[at].neighbor;
      Row mask = 0;
      for (; at < contacts_.size() && contacts_[at].neighbor == v; ++at) mask |= bit(contacts_[at].position);
      // The lot may have passed over the very edge that joins a sampled node to this neighbor.
      for_each_bit(sampled_ & ~mask, [&](int i) { mask |= target_.adjacent(nodes_[i], v) ? bit(i) : 0; });
      f(v, mask);
    }
  }

 private:
  void add(Node v, int position) {
    if (std::find(nodes_.begin(), nodes_.end(), v) == nodes_.end()) contacts_.push_back({v, position});
  }

  const Target& target_;
  std::span<const Node> nodes_;
  Row sampled_ = 0;
  std::vector<Contact> contacts_;
};

}  // namespace

std::vector<WalkLink> frontier(const Target& target, std::span<const Node> nodes, const WalkParams& params,
                               std::uint64_t stream) {
  std::vector<WalkLink> links;
  const Contacts contacts(target, nodes, params.frontier_limit, Random(params.seed, stream));
  contacts.for_each([&](Node v, Row contact) {
    const std::uint64_t lot = mix64(params.seed ^ mix64(stream ^ mix64(static_cast<std::uint64_t>(v))));
    for_each_choice(contact, params.induced, [&](Row mask) {
      WalkLink link{mask, target.label(v), {}, lot, v};
      if (target.coded()) for_each_bit(mask, [&](int i) { link.codes.push_back(target.code(nodes[i], v)); });
      links.push_back(std::move(link));
    });
  });
  std::sort(links.begin(), links.end());
  const auto end = std::unique(links.begin(), links.end(), [](const auto& a, const auto& b) { return a.same_way(b); });
  links.erase(end, links.end());
  return links;
}

}  // namespace spminer
