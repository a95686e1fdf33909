#include "cli/tweak_menu.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/output_tweak.h"
#include "cli/sink.h"

namespace spoils::cli {

namespace {

constexpr std::string_view kHelp =
    "  7        show the choices of decision 7\n"
    "  7 3      take its third choice\n"
    "  f 7 3    take it even if the rules give it no chance\n"
    "  r 7      draw decision 7 anew, or all decisions of step 7; r alone: the whole roll\n"
    "  x 7      leave step 7 out\n"
    "  + 4      one turn more of loop 4\n"
    "  = field value\n"
    "           lay a value over a field\n"
    "  : EDIT   any edit as docs/tweak.md writes it\n"
    "  u, U     undo, redo\n"
    "  w FILE   write the script of all edits\n"
    "  q        leave\n";

std::optional<std::size_t> number_of(const std::string& word) {
  std::size_t out = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
  if (word.empty() || code != std::errc() || end != word.data() + word.size()) { return std::nullopt; }
  return out;
}

class Menu {
 public:
  Menu(const RollHeading& heading, Tweaker& tweaker) : heading_(heading), tweaker_(tweaker) {}

  Outcome run() {
    show();
    std::string line;
    while (!interrupted() && say("tweak> ") && std::getline(std::cin, line)) {
      std::istringstream words(line);
      std::vector<std::string> list;
      for (std::string word; words >> word;) { list.push_back(word); }
      if (list.empty()) { continue; }
      if (list[0] == "q") { break; }
      obey(list, line);
    }
    return ExitCode::Fine;
  }

 private:
  static bool say(std::string_view text) {
    Sink sink(STDOUT_FILENO);
    sink.text() += text;
    return !sink.finish().has_value();
  }

  void show() {
    Sink sink(STDOUT_FILENO);
    RollText text = roll_text(sink);
    write_tweak_text(heading_, tweaker_, true, text);
    static_cast<void>(sink.finish());
  }

  void edit(const std::string& text) {
    if (const auto refused = tweaker_.apply(text)) {
      say(printable(refused->text()) + '\n' + (refused->help.empty() ? "" : printable(refused->help) + '\n'));
      return;
    }
    show();
  }

  // Returns the line of that number; says so if there is none.
  std::optional<TweakLine> line_of(const std::string& word) {
    const auto number = number_of(word);
    const auto lines = tweak_lines(tweaker_);
    if (!number || *number < 1 || *number > lines.size()) {
      say(fmt::format("there is no line `{}`; they are numbered 1 to {}\n", printable(word), lines.size()));
      return std::nullopt;
    }
    return lines[*number - 1];
  }

  void take(const std::string& line, const std::string& choice, std::string_view verb) {
    const auto decision = line_of(line);
    if (!decision) { return; }
    const auto found = tweaker_.choices(decision->id);
    if (!found) {
      say(printable(found.error().text()) + '\n');
      return;
    }
    const auto number = number_of(choice);
    if (!number || *number < 1 || *number > found->choices.size()) {
      say(fmt::format("there is no choice `{}`; they are numbered 1 to {}\n", printable(choice),
                      found->choices.size()));
      return;
    }
    edit(fmt::format("{} {} = {}", verb, found->id, found->choices[*number - 1].choice));
  }

  void list_choices(const std::string& word) {
    const auto line = line_of(word);
    if (!line) { return; }
    const auto found = tweaker_.choices(line->id);
    say(found ? choices_text(*found, heading_.screen, true) : printable(found.error().text()) + '\n');
  }

  void with_line(const std::string& word, std::string_view verb) {
    if (const auto line = line_of(word)) { edit(fmt::format("{} {}", verb, line->id)); }
  }

  void write(const std::string& path) {
    const auto failure = put_file(path, documents::to_json(documents::script_of(tweaker_)));
    say(failure ? printable(failure->what) + '\n' : fmt::format("written to {}\n", printable(path)));
  }

  void obey(const std::vector<std::string>& words, const std::string& line) {
    const auto& first = words[0];
    const auto count = words.size();
    if (first == "?") {
      say(kHelp);
    } else if (first == "u" || first == "U") {
      if (first == "u" ? tweaker_.undo() : tweaker_.redo()) {
        show();
      } else {
        say(first == "u" ? "there is no edit to undo\n" : "there is no edit to redo\n");
      }
    } else if (first == "r" && count == 1) {
      edit("reroll");
    } else if (first == "r" && count == 2) {
      with_line(words[1], "reroll");
    } else if (first == "x" && count == 2) {
      with_line(words[1], "skip");
    } else if (first == "+" && count == 2) {
      with_line(words[1], "more");
    } else if (first == "f" && count == 3) {
      take(words[1], words[2], "force");
    } else if (first == "=" && count >= 3) {
      const auto at = line.find(words[1]) + words[1].size();
      edit(fmt::format("set {} = {}", words[1], line.substr(at)));
    } else if (first == ":" && count >= 2) {
      edit(line.substr(line.find(':') + 1));
    } else if (first == "w" && count == 2) {
      write(words[1]);
    } else if (number_of(first) && count == 1) {
      list_choices(first);
    } else if (number_of(first) && count == 2) {
      take(first, words[1], "pin");
    } else {
      say("that is no command; `?` lists them\n");
    }
  }

  const RollHeading& heading_;
  Tweaker& tweaker_;
};

}  // namespace

Outcome run_tweak_menu(const RollHeading& heading, Tweaker& tweaker) { return Menu(heading, tweaker).run(); }

}  // namespace spoils::cli
