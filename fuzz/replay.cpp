// fuzz/replay.cpp
//
// Runs a fuzz target over the files of its corpus, without libFuzzer. So every compiler and every sanitizer replays the
// interesting inputs of former fuzzing in the ordinary tests.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  std::error_code failure;
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(argv[1], failure)) { files.push_back(file.path()); }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    // Printed before the run: a crash leaves the name of its input as the last line.
    std::printf("%s\n", file.filename().c_str());
    std::fflush(stdout);
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  if (files.empty()) {
    std::fprintf(stderr, "%s: no inputs\n", argv[1]);
    return 1;
  }
  return 0;
}
