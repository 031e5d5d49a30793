#include "enumerate/classes.hh"

#include "spminer/pattern/canonical.hh"

namespace spminer::enumerate {

ClassTable::ClassTable(bool labeled, bool coded, const CodeTable& codes, int code_bits)
    : labeled_(labeled), coded_(coded), codes_(codes), code_bits_(code_bits) {}

std::uint32_t ClassTable::single(std::int32_t label) {
  Pattern pattern = Pattern::empty(1);
  if (labeled_) pattern.labels.push_back(label);
  if (coded_) pattern.codes.push_back(kNoEdge);
  return registry_.add(key_of(pattern)).first;
}

Transition ClassTable::extend(std::uint32_t from, const Attachment& attachment) {
  std::vector<EdgeCode> codes;
  if (coded_)
    for_each_bit(attachment.mask, [&](int i) {
      const auto id = static_cast<int>(attachment.codes >> (code_bits_ * i)) & ((1 << code_bits_) - 1);
      codes.push_back(reversed(codes_.code(id)));
    });
  const Pattern grown = extended(pattern(from), attachment.mask, attachment.label, codes);
  const CanonicalForm form = canonical_form(grown);
  const OrbitNumbers orbits = orbit_numbers(form, grown.size);
  Transition transition;
  transition.orbits = static_cast<std::uint8_t>(orbits.count);
  for (int i = 0; i < grown.size; ++i) {
    transition.label.set(i, form.labeling[i]);
    transition.orbit.set(i, orbits.of[i]);
  }
  transition.next = registry_.add(key_of(renumbered(grown, form))).first;
  return transition;
}

}  // namespace spminer::enumerate
