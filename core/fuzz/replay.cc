// The short form of a fuzz target, for any compiler: its seeds, the files of a corpus, and some mutations of each,
// which are the same in every run.  TARGET [--rounds=N] [FILE | FOLDER]...
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz.hh"
#include "spminer/base/random.hh"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

using spminer::Random;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void add_inputs(const std::filesystem::path& path, std::vector<std::string>& inputs) {
  if (!std::filesystem::is_directory(path)) return inputs.push_back(content_of(path));
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) inputs.push_back(content_of(file));
}

/// One small change: a flipped bit, another byte, a piece less, a piece twice, or the end of another input.
void change(std::string& input, const std::vector<std::string>& inputs, Random& random) {
  if (input.empty()) return input.push_back(static_cast<char>(random.below(256)));
  const auto at = random.below(input.size());
  const auto length = 1 + random.below(std::min<std::size_t>(input.size() - at, 16));
  switch (random.below(5)) {
    case 0:
      input[at] = static_cast<char>(input[at] ^ (1 << random.below(8)));
      break;
    case 1:
      input[at] = static_cast<char>(random.below(256));
      break;
    case 2:
      input.erase(at, length);
      break;
    case 3:
      input.insert(at, input.substr(at, length));
      break;
    default: {
      const std::string& other = inputs[random.below(inputs.size())];
      input = input.substr(0, at) + other.substr(std::min(at, other.size()));
    }
  }
}

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::string_view kRounds = "--rounds=";
  LLVMFuzzerInitialize(&argc, &argv);
  std::uint64_t rounds = 0;
  std::vector<std::string> inputs = spminer::fuzz::seeds();
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument(argv[i]);
    if (argument.starts_with(kRounds))
      rounds = std::strtoull(argument.substr(kRounds.size()).data(), nullptr, 10);
    else
      add_inputs(argument, inputs);
  }
  for (const auto& input : inputs) run(input);
  Random random(1);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::string input = inputs[random.below(inputs.size())];
    for (auto changes = 1 + random.below(4); changes > 0; --changes) change(input, inputs, random);
    run(input);
  }
  std::printf("%zu inputs and %llu mutations\n", inputs.size(), static_cast<unsigned long long>(rounds));
  return inputs.empty() ? 1 : 0;
}
