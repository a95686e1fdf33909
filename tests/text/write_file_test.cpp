// tests/text/write_file_test.cpp
//
// Files are written whole or not at all: failures in the middle, permissions, links, left-over temporary files.
#include "text/write_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace spoils::text {
namespace write_file_test {

class WriteFile : public testing::Test {
 protected:
  WriteFile() {
    std::string pattern = testing::TempDir() + "spoils_write_XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~WriteFile() override { std::filesystem::remove_all(folder_); }

  static std::string read(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
  }

  [[nodiscard]] std::ptrdiff_t file_count() const {
    return std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator());
  }

  std::string folder_;
};

TEST_F(WriteFile, MakesAndReplaces) {
  const auto path = folder_ + "/world.json";
  const std::string_view bytes("a\0\r\n\xFF", 5);
  EXPECT_FALSE(write_file_atomically(path, "old and longer"));
  EXPECT_FALSE(write_file_atomically(path, bytes));
  EXPECT_EQ(read(path), bytes);
  EXPECT_FALSE(write_file_atomically(path, ""));
  EXPECT_EQ(read(path), "");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(WriteFile, WholeMegabytes) {
  const std::string bytes(std::size_t{3} << 20U, 'x');
  EXPECT_FALSE(write_file_atomically(folder_ + "/big", bytes));
  EXPECT_EQ(read(folder_ + "/big"), bytes);
}

TEST_F(WriteFile, MissingFolder) {
  const auto path = folder_ + "/gone/world.json";
  const auto error = write_file_atomically(path, "new");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->path, path);
  EXPECT_EQ(error->detail, "No such file or directory");
  EXPECT_EQ(file_count(), 0);
}

TEST_F(WriteFile, PathIsAFolder) {
  std::filesystem::create_directory(folder_ + "/inner");
  for (const auto& path : {folder_ + "/inner", folder_ + "/inner/"}) {
    const auto error = write_file_atomically(path, "new");
    ASSERT_TRUE(error);
    EXPECT_EQ(error->detail, "Is a directory");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_ + "/inner"));
  EXPECT_EQ(file_count(), 1);
}

TEST_F(WriteFile, PathIsADevice) {
  const auto error = write_file_atomically("/dev/null", "new");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->detail, "it is no regular file");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(WriteFile, NoName) {
  EXPECT_TRUE(write_file_atomically("", "new"));
  EXPECT_TRUE(write_file_atomically(std::string("a\0b", 3), "new"));
}

// A limit on file sizes simulates a full disk: writing fails in the middle.
TEST_F(WriteFile, FailureInTheMiddleKeepsTheOldFile) {
  const auto path = folder_ + "/world.json";
  ASSERT_FALSE(write_file_atomically(path, "old"));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto error = write_file_atomically(path, std::string(10'000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->detail, "File too large");
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(file_count(), 1);  // nothing is left over
}

TEST_F(WriteFile, KeepsPermissions) {
  const auto path = folder_ + "/world.json";
  ASSERT_FALSE(write_file_atomically(path, "old"));
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  ASSERT_FALSE(write_file_atomically(path, "new"));
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST_F(WriteFile, FollowsLinks) {
  const auto path = folder_ + "/world.json";
  ASSERT_FALSE(write_file_atomically(path, "old"));
  std::filesystem::create_symlink("world.json", folder_ + "/link");
  ASSERT_FALSE(write_file_atomically(folder_ + "/link", "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ + "/link"));
  EXPECT_EQ(read(path), "new");
}

TEST_F(WriteFile, LeftOversOfACrashAreNoObstacle) {
  const auto left_over = folder_ + "/.spoils-" + std::to_string(::getpid()) + "-0.tmp";
  std::ofstream(left_over) << "left over";
  EXPECT_FALSE(write_file_atomically(folder_ + "/world.json", "new"));
  EXPECT_EQ(read(folder_ + "/world.json"), "new");
  EXPECT_EQ(read(left_over), "left over");
}

TEST_F(WriteFile, WriteProtectedFilesStay) {
  if (::geteuid() == 0) { GTEST_SKIP() << "nothing is protected from root"; }
  const auto path = folder_ + "/world.json";
  ASSERT_FALSE(write_file_atomically(path, "old"));
  ASSERT_EQ(::chmod(path.c_str(), 0400), 0);
  EXPECT_TRUE(write_file_atomically(path, "new"));
  EXPECT_EQ(read(path), "old");
}

}  // namespace write_file_test
}  // namespace spoils::text
