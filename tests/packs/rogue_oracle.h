// tests/packs/rogue_oracle.h
//
// Rogue's procedures as the description states them, enumerated draw by draw: the oracle of the packs.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "packs/law.h"

namespace spoils::packs::rogue {

/// How often each letter results from one pass of the procedure, of 150 equally likely passes: two draws of five and
/// six, and one of five that only the corrections use.
inline std::map<char, int> pass_weights(int level, std::string_view list) {
  std::map<char, int> weights;
  for (int five = 0; five < 5; ++five) {
    for (int six = 0; six < 6; ++six) {
      for (int correction = 0; correction < 5; ++correction) {
        int place = level + five + six - 5;
        if (place < 1) {
          place = correction + 1;
        } else if (place > 26) {
          place = correction + 22;
        }
        ++weights[list[static_cast<std::size_t>(place) - 1]];
      }
    }
  }
  return weights;
}

/// The law of the letter: a blank begins the procedure anew, so only the proportions of the others count.
inline Law law_of_letters(int level, std::string_view list) {
  Law law;
  for (const auto& [letter, weight] : pass_weights(level, list)) {
    if (letter != ' ') { law[std::string(1, letter)] = weight; }
  }
  return normalised(law);
}

/// The chance that one pass does not end at a blank.
inline double acceptance(int level, std::string_view list) {
  auto weights = pass_weights(level, list);
  return 1 - weights[' '] / 150.0;
}

/// Whether the reading is that of the published text or of the released game.
enum class Mode : std::uint8_t { Seed, Game };

/// The law of how many guards find a cell in game mode: ten tries each, at random cells.
inline std::vector<double> law_of_placing(int cells, int taken, int wanted) {
  std::vector<double> placed{1.0};
  for (int guard = 0; guard < wanted; ++guard) {
    std::vector<double> next(placed.size() + 1, 0.0);
    for (std::size_t k = 0; k < placed.size(); ++k) {
      const double fails = std::pow(std::min(1.0, (taken + static_cast<double>(k)) / cells), 10);
      next[k] += placed[k] * fails;
      next[k + 1] += placed[k] * (1 - fails);
    }
    placed = next;
  }
  return placed;
}

/// The law of treasures and guards in a treasure room of so many floor cells, as "treasures guards". In game mode the
/// earlier contents matter: gold, and a monster whose cell may hold a treasure as well.
inline Law law_of_treasure_room(int cells, Mode mode, bool rich = false, bool guarded = false) {
  const int spare = std::min(cells - 2, 8);
  const int draws = mode == Mode::Seed ? spare + 1 : spare;
  Law law;
  for (int first = 0; first < draws; ++first) {
    for (int second = 0; second < draws; ++second) {
      const int treasures = 2 + first;
      const int wanted = std::min(std::max(2 + second, treasures + 2), cells);
      const auto add = [&](std::size_t guards, double probability) {
        if (probability > 0) { law[fmt::format("{} {}", treasures, guards)] += probability / (draws * draws); }
      };
      if (mode == Mode::Seed) {
        add(static_cast<std::size_t>(std::min(wanted, cells - treasures)), 1);
        continue;
      }
      const int gold = rich ? 1 : 0;
      const double alone = guarded ? 1 - static_cast<double>(treasures) / (cells - gold) : 0;
      const auto shared = law_of_placing(cells, treasures + gold, wanted);
      const auto apart = law_of_placing(cells, treasures + gold + 1, wanted);
      for (std::size_t k = 0; k < shared.size(); ++k) { add(k, (1 - alone) * shared[k] + alone * apart[k]); }
    }
  }
  return law;
}

/// How a level is laid out: ordinary rooms, those of them in the first of three rows, and mazes.
struct Layout {
  int rooms = 0, top = 0, mazes = 0;
  double probability = 0;
};

/// Returns all layouts of a level: up to three of nine places are left out, and those of the second and third row may
/// become mazes.
inline std::vector<Layout> layouts(int level) {
  const double maze = level >= 11 ? std::min(level - 9, 20) / 20.0 : 0;
  std::vector<Layout> out;
  for (int left_out = 0; left_out <= 3; ++left_out) {
    int orders = 0;
    std::map<int, int> low;  // by how many of those left out have places 3 to 8
    // All orders of three different places; the first `left_out` of them have no room.
    for (int a = 0; a < 9; ++a) {
      for (int b = 0; b < 9; ++b) {
        for (int c = 0; c < 9; ++c) {
          if (a == b || b == c || a == c) { continue; }
          ++orders;
          ++low[(left_out > 0 && a >= 3 ? 1 : 0) + (left_out > 1 && b >= 3 ? 1 : 0) + (left_out > 2 && c >= 3 ? 1 : 0)];
        }
      }
    }
    for (const auto& [many, count] : low) {
      const auto mazes = binomial(many, maze);
      for (std::size_t m = 0; m < mazes.size(); ++m) {
        const double probability = 0.25 * count / orders * mazes[m];
        if (probability > 0) { out.push_back({9 - left_out, 3 - (left_out - many), static_cast<int>(m), probability}); }
      }
    }
  }
  return out;
}

/// The law of the number of traps by index.
inline std::vector<double> law_of_traps(int level) {
  std::vector<double> law(11, 0.0);
  const int bound = std::max(level / 4, 1);  // of a draw from 0; a bound of 0 gives 0 as well
  for (int ten = 0; ten < 10; ++ten) {
    for (int draw = 0; draw < bound; ++draw) {
      law[static_cast<std::size_t>(ten < level ? std::min(draw + 1, 10) : 0)] += 0.1 / bound;
    }
  }
  return law;
}

/// The probabilities of hunger on a steady descent on which only the nine tries of each level count.
struct Hunger {
  double food_on_level = 0;  // the chance of food among the tries
  double starved = 0;        // the chance that the counter is four or more when they begin
};

inline std::vector<Hunger> descent(int levels) {
  std::vector<Hunger> out;
  std::vector<double> counter{1, 0, 0, 0, 0};  // by its value; the last covers all above three
  for (int level = 0; level < levels; ++level) {
    counter = {0, counter[0], counter[1], counter[2], counter[3] + counter[4]};
    Hunger hunger;
    hunger.starved = counter[4];
    std::vector<double> without = counter;  // no food on this level so far
    std::vector<double> with(counter.size(), 0.0);
    for (int tries = 0; tries < 9; ++tries) {
      auto next_without = without;
      auto next_with = with;
      for (std::size_t i = 0; i < counter.size(); ++i) {
        const double food = 0.35 * (i == 4 ? 1.0 : 0.17);
        next_without[i] -= without[i] * food;
        next_with[i] -= with[i] * food;
        next_with[0] += (without[i] + with[i]) * food;
      }
      without = next_without;
      with = next_with;
    }
    for (std::size_t i = 0; i < counter.size(); ++i) {
      counter[i] = without[i] + with[i];
      hunger.food_on_level += with[i];
    }
    out.push_back(hunger);
  }
  return out;
}

}  // namespace spoils::packs::rogue
