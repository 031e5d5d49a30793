#include "grow/remote.hh"

#include <unordered_map>

#include "base/parallel.hh"
#include "grow/parts.hh"

namespace spminer::grow {

namespace {

/// Sets the bits of a part's slots.
void take_slots(SlotSet& set, std::span<const std::uint64_t> words, std::size_t first, std::size_t slots) {
  for (std::size_t i = 0; i < slots; ++i) has_bit(words, i) ? set.set(first + i) : set.clear(first + i);
}

/// The extensions of all parts, by parent, as one search of all slots in their order would list them.
class ScoutingSum {
 public:
  ScoutingSum(const Target& target, std::size_t parents) : target_(target), found_(parents), number_(parents) {}

  /// The part has so many scouts, after `base` of others.
  void add(Reader& answer, std::uint32_t base, std::size_t scouts) {
    for (std::size_t p = 0; p < found_.size(); ++p) {
      found_[p].searched += answer.next();
      const std::uint64_t extensions = answer.next();
      for (std::uint64_t i = 0; i < extensions; ++i) add_extension(answer, p, base, scouts);
    }
  }
  std::vector<Scouting> take() { return std::move(found_); }

 private:
  void add_extension(Reader& answer, std::size_t parent, std::uint32_t base, std::size_t scouts) {
    const std::uint64_t mask = answer.next();
    const double hits = answer.number();
    const std::uint64_t key = target_.labeled() || target_.coded() ? answer.next() : mask;
    const auto label = target_.labeled() ? static_cast<std::int32_t>(answer.next()) : 0;
    std::vector<EdgeCode> codes;
    if (target_.coded()) codes = answer.array<EdgeCode>();
    auto& extensions = found_[parent].extensions;
    const auto [at, fresh] = number_[parent].try_emplace(key, extensions.size());
    if (fresh)
      extensions.push_back(
          {.key = key, .parent = parent, .mask = mask, .label = label, .codes = std::move(codes), .scouts = {}});
    SeenExtension& extension = extensions[at->second];
    extension.hits += hits;
    const auto shown = answer.take((scouts + 63) / 64);
    for (std::size_t w = 0; w < shown.size(); ++w)
      for_each_bit(shown[w], [&](int i) { extension.scouts.push_back(base + static_cast<std::uint32_t>(w * 64) + i); });
  }

  const Target& target_;
  std::vector<Scouting> found_;
  std::vector<std::unordered_map<std::uint64_t, std::size_t>> number_;
};

/// Nodes of each orbit of some children, from all parts.
using Images = std::vector<std::vector<Node>>;

void unite_images(Images& images, Reader& answer) {
  images.resize(answer.next());
  for (auto& orbit : images) {
    const auto more = answer.array<Node>();
    std::vector<Node> both;
    std::ranges::set_union(orbit, more, std::back_inserter(both));
    orbit = std::move(both);
  }
}

}  // namespace

Words about(Request request, const GrowBeam& beam) {
  std::vector<std::uint64_t> numbers;
  for (const GrownPattern& grown : beam.patterns) numbers.push_back(grown.number);
  return Writer().put(request).put(beam.born).array(numbers).take();
}

template <typename F>
void RemoteKeeper::ask(const Words& request, F&& take) {
  if (control_.check_now()) return;
  const auto answers = ask_(request);
  if (answers.size() + 1 != cuts_.size()) throw std::runtime_error("a part of the slots has not answered");
  for (std::size_t part = 0; part < answers.size(); ++part) {
    if (answers[part].empty()) {  // what it has is not known, which is true as it stands
      control_.cancel();
      continue;
    }
    Reader reader(answers[part]);
    take(reader, cuts_[part], cuts_[part + 1] - cuts_[part]);
  }
}

std::vector<Scouting> RemoteKeeper::scout() {
  ScoutingSum sum(asked_.target(), beam_.patterns.size());
  const auto scouts_before = [&](std::size_t slot) {
    return std::ranges::lower_bound(asked_.scouts(), slot) - asked_.scouts().begin();
  };
  ask(about(Request::kScout, beam_), [&](Reader& answer, std::size_t first, std::size_t slots) {
    const auto before = scouts_before(first), upto = scouts_before(first + slots);
    sum.add(answer, static_cast<std::uint32_t>(before), static_cast<std::size_t>(upto - before));
  });
  return sum.take();
}

std::vector<GrownPattern> RemoteKeeper::build(const std::vector<Pattern>& chosen, int embeddings) {
  Writer request;
  request.put(Request::kBuild).put(static_cast<std::uint64_t>(embeddings)).put(chosen.size());
  for (const Pattern& child : chosen) request.array(key_of(child));
  std::vector<GrownPattern> grown(chosen.size());
  const ParentIndex parents(beam_);
  parallel_for(static_cast<std::int64_t>(chosen.size()), params_.threads, [&](std::int64_t c, int) {
    grown[c] = child_without_lists(asked_, beam_, chosen[c], parents.parents(chosen[c]));
    grown[c].number = static_cast<std::size_t>(c);
  });
  std::vector<Images> images(chosen.size());
  ask(request.take(), [&](Reader& answer, std::size_t first, std::size_t slots) {
    const std::size_t words = (slots + 63) / 64;
    for (std::size_t c = 0; c < grown.size(); ++c) {
      take_slots(grown[c].known, answer.take(words), first, slots);
      take_slots(grown[c].possible, answer.take(words), first, slots);
      auto scout = std::ranges::lower_bound(asked_.scouts(), first);
      for (const float sets : answer.array<float>()) grown[c].sets[*scout++] = sets;
      if (params_.objective == GrowObjective::kImages) unite_images(images[c], answer);
    }
  });
  for (std::size_t c = 0; c < grown.size(); ++c) grown[c].images = fewest_images(images[c]);
  return grown;
}

std::vector<Query> RemoteKeeper::settle(std::vector<GrownPattern>& grown, std::span<const std::size_t> chosen) {
  std::vector<std::uint64_t> numbers;
  for (const std::size_t p : chosen) numbers.push_back(grown[p].number);
  std::vector<Query> queries;
  for (const std::size_t p : chosen) queries.push_back({.pattern = p, .slots = {}});
  const auto request = Writer().put(Request::kSettle).put(params_.steps).array(numbers).take();
  ask(request, [&](Reader& answer, std::size_t first, std::size_t slots) {
    const std::size_t words = (slots + 63) / 64;
    for (Query& query : queries) {
      GrownPattern& each = grown[query.pattern];
      take_slots(each.known, answer.take(words), first, slots);
      take_slots(each.possible, answer.take(words), first, slots);
      const auto known = answer.take(words), possible = answer.take(words);
      for (std::size_t slot = first; slot < first + slots; ++slot) {
        if (each.known.test(slot) || !each.possible.test(slot)) continue;
        query.slots.push_back(static_cast<std::uint32_t>(slot));
        const bool yes = has_bit(known, slot - first), open = has_bit(possible, slot - first);
        query.answers.push_back(yes ? Answer::kYes : open ? Answer::kOpen : Answer::kNo);
      }
    }
  });
  return queries;
}

void RemoteKeeper::answer(const std::vector<GrownPattern>& grown, std::vector<Query>& queries, std::uint64_t steps) {
  Writer request;
  request.put(Request::kAnswer).put(steps).put(queries.size());
  for (Query& query : queries) {
    query.answers.assign(query.slots.size(), Answer::kOpen);
    request.put(grown[query.pattern].number).array(query.slots);
  }
  ask(request.take(), [&](Reader& answer, std::size_t first, std::size_t) {
    for (Query& query : queries) {
      auto at = std::ranges::lower_bound(query.slots, first) - query.slots.begin();
      for (const auto each : answer.array<std::uint8_t>())
        query.answers.at(static_cast<std::size_t>(at++)) = static_cast<Answer>(each);
    }
  });
}

GrowBeam with_lists(const GrowTarget& asked, const GrowBeam& beam, const AskShards& ask) {
  const auto parts = ask(about(Request::kLists, beam));
  return joined_parts(asked, beam, parts);
}

}  // namespace spminer::grow
