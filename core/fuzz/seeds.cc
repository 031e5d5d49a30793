// Writes the seeds of a target as files: TARGET --seeds=FOLDER.  libFuzzer ignores options with two dashes.
#include <fstream>

#include "fuzz.hh"

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kOption = "--seeds=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument((*argv)[i]);
    if (!argument.starts_with(kOption)) continue;
    const std::string folder(argument.substr(kOption.size()));
    int number = 0;
    for (const std::string& seed : spminer::fuzz::seeds()) {
      std::ofstream file(folder + "/seed-" + std::to_string(number++), std::ios::binary);
      file.write(seed.data(), static_cast<std::streamsize>(seed.size()));
      if (!file) {
        std::fprintf(stderr, "cannot write seeds into %s\n", folder.c_str());
        std::exit(1);
      }
    }
    std::exit(0);
  }
  return 0;
}
