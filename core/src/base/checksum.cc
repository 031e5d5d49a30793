#include "spminer/base/checksum.hh"

#include <algorithm>
#include <bit>
#include <cstring>

namespace spminer::inline base {

namespace {

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87ULL;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4FULL;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9ULL;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63ULL;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5ULL;

// Bytes count as little-endian numbers, so that the value is the same on every machine.
template <typename T>
T load(const std::byte* at) {
  T value = 0;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&value, at, sizeof value);
  else
    for (std::size_t i = 0; i < sizeof value; ++i) value |= T{std::to_integer<unsigned char>(at[i])} << (8 * i);
  return value;
}

std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) { return std::rotl(lane + word * kPrime2, 31) * kPrime1; }

}  // namespace

void Checksum::update(std::span<const std::byte> bytes) {
  const std::size_t held = total_ % kStripe;
  total_ += bytes.size();
  if (held != 0) {
    const std::size_t taken = std::min(kStripe - held, bytes.size());
    std::copy_n(bytes.begin(), taken, rest_.begin() + held);
    bytes = bytes.subspan(taken);
    if (held + taken < kStripe) return;
    take_stripes(rest_.data(), 1);
  }
  take_stripes(bytes.data(), bytes.size() / kStripe);
  const auto rest = bytes.last(bytes.size() % kStripe);
  std::copy(rest.begin(), rest.end(), rest_.begin());
}

void Checksum::take_stripes(const std::byte* at, std::size_t count) {
  auto [a, b, c, d] = lanes_;  // four chains of multiplications, which the processor runs side by side
  for (; count > 0; --count, at += kStripe) {
    a = mixed(a, load<std::uint64_t>(at));
    b = mixed(b, load<std::uint64_t>(at + 8));
    c = mixed(c, load<std::uint64_t>(at + 16));
    d = mixed(d, load<std::uint64_t>(at + 24));
  }
  lanes_ = {a, b, c, d};
}

std::uint64_t Checksum::value() const {
  std::uint64_t hash = kPrime5;
  if (total_ >= kStripe) {
    const auto [a, b, c, d] = lanes_;
    hash = std::rotl(a, 1) + std::rotl(b, 7) + std::rotl(c, 12) + std::rotl(d, 18);
    for (const std::uint64_t lane : lanes_) hash = (hash ^ mixed(0, lane)) * kPrime1 + kPrime4;
  }
  hash += total_;
  const std::byte* at = rest_.data();
  const std::byte* const end = at + total_ % kStripe;
  for (; end - at >= 8; at += 8) hash = std::rotl(hash ^ mixed(0, load<std::uint64_t>(at)), 27) * kPrime1 + kPrime4;
  for (; end - at >= 4; at += 4) hash = std::rotl(hash ^ (load<std::uint32_t>(at) * kPrime1), 23) * kPrime2 + kPrime3;
  for (; at != end; ++at) hash = std::rotl(hash ^ (std::to_integer<std::uint64_t>(*at) * kPrime5), 11) * kPrime1;
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

}  // namespace spminer::inline base
