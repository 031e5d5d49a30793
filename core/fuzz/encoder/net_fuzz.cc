// Encoders with weights and shapes from anywhere: what is taken embeds a graph the same way alone and among others.
#include "fuzz.hh"
#include "spminer/encoder/encoder.hh"

namespace spminer::fuzz {

namespace {

using namespace spminer::encoder;

DenseParams dense(Bytes& bytes) {
  DenseParams params;
  params.inputs = bytes.below(12);
  params.outputs = bytes.below(6);
  params.weight = bytes.array<float>();
  params.bias = bytes.array<float>();
  return params;
}

void write(Writer& writer, int inputs, int outputs) {
  writer.byte(inputs).byte(outputs).array(std::vector<float>(static_cast<std::size_t>(inputs * outputs), 0.25F));
  writer.array(std::vector<float>(static_cast<std::size_t>(outputs), -0.5F));
}

/// hops 1: four features; width 2, one convolution that mixes or not, a head of two layers.
std::string seed(bool mixes) {
  const int inputs = mixes ? 4 : 2;
  Writer writer;
  writer.byte(1).byte(0).put(1.0F).put(0.5F);
  write(writer, 4, 2);
  writer.byte(1);
  write(writer, inputs, 2);
  writer.array(std::vector<float>(static_cast<std::size_t>(inputs * 2), 0.125F));
  writer.array(std::vector<float>(mixes ? 1 : 0, 2.0F)).byte(2);
  write(writer, 2, 3);
  write(writer, 3, 2);
  return writer.put(Row{6}).put(Row{5}).put(Row{3}).bytes();
}

}  // namespace

std::vector<std::string> seeds() { return {seed(false), seed(true)}; }

}  // namespace spminer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spminer::fuzz;
  Bytes bytes(data, size);
  EncoderParams params;
  params.hops = bytes.below(9);
  params.anchor_pool = bytes.flag();
  params.scale = bytes.take<float>();
  params.pool_scale = bytes.take<float>();
  params.input = dense(bytes);
  for (int left = bytes.below(4); left > 0; --left) params.convolutions.push_back({dense(bytes), bytes.array<float>()});
  params.mixture = bytes.array<float>(16);
  for (int left = bytes.below(4); left > 0; --left) params.head.push_back(dense(bytes));
  const auto rows = bytes.all<spminer::Row>();
  accepted([&] {
    const EncoderNet net(params);
    const auto nodes = static_cast<std::int32_t>(std::min<std::size_t>(rows.size(), 64));
    std::vector<spminer::Row> twice(rows.begin(), rows.begin() + nodes);
    twice.insert(twice.end(), rows.begin(), rows.begin() + nodes);
    const std::vector<std::int32_t> sizes{nodes, nodes};
    spminer::Control control;
    const auto values = embed(net, {twice, static_cast<std::size_t>(nodes), sizes}, {.threads = 1}, control).values;
    const auto half = values.size() / 2;
    REQUIRE(half == static_cast<std::size_t>(net.dimensions()));
    REQUIRE(std::memcmp(values.data(), values.data() + half, half * sizeof(float)) == 0);
  });
  return 0;
}
