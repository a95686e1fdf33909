// cli/command_completion.cpp
//
// `spoils completion`: prints scripts that complete commands, options, packs, rules and inputs in a shell. They run the
// program itself (cli/complete.h), so they fit every pack and are always up to date.
#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/sink.h"
#include "text/plain/nearest.h"

namespace spoils::cli {

namespace {

// Bash breaks words at `=` (COMP_WORDBREAKS), so the script joins them again, and removes the part before `=` from the
// candidates.
constexpr std::string_view kBash = R"script(# bash completion of spoils: eval "$(spoils completion bash)"
_spoils() {
  local program=${1/#\~/$HOME} cur='' line candidate files='' i
  local -a words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    if ((${#words[@]} > 0)) && [[ ${COMP_WORDS[i]} == = && ${words[-1]} == --* && ${words[-1]} != *=* ]]; then
      words[-1]+='='
    elif ((${#words[@]} > 0)) && [[ ${COMP_WORDS[i-1]} == = && ${words[-1]} == --*= ]]; then
      words[-1]+=${COMP_WORDS[i]}
    else
      words+=("${COMP_WORDS[i]}")
    fi
  done
  ((${#words[@]} > 0)) || words=('')
  cur=${words[-1]}
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      files=yes
      continue
    fi
    candidate=${line%%$'\t'*}
    if [[ $cur == --*=* && $COMP_WORDBREAKS == *=* ]]; then
      candidate=${candidate#--*=}
    fi
    COMPREPLY+=("$candidate")
  done < <("$program" __complete "${words[@]}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
  if [[ $files ]]; then
    if [[ $cur == --*=* ]]; then
      cur=${cur#--*=}
    fi
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
      COMPREPLY+=("$line")
    done < <(compgen -f -- "$cur")
  fi
}
complete -F _spoils spoils
)script";

constexpr std::string_view kZsh = R"script(#compdef spoils
# zsh completion of spoils: put this into a file _spoils in a folder of fpath, or: source <(spoils completion zsh)
_spoils() {
  local line files=''
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      files=yes
    elif [[ $line == *$'\t'* ]]; then
      candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    else
      candidates+=("${line//:/\\:}")
    fi
  done < <("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)
  if (( $#candidates )); then
    _describe -t spoils 'spoils' candidates
  fi
  if [[ -n $files ]]; then
    if [[ $PREFIX == --*=* ]]; then
      compset -P '--*='
    fi
    _files
  fi
}
if [[ ${funcstack[1]} == _spoils ]]; then
  _spoils "$@"
else
  compdef _spoils spoils
fi
)script";

constexpr std::string_view kFish = R"script(# fish completion of spoils: spoils completion fish | source
function __spoils_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in ($program __complete $words "$current" 2>/dev/null)
        if test "$line" = ':files'
            __fish_complete_path "$current"
        else
            printf '%s\n' $line
        end
    end
end
complete -c spoils -f -a '(__spoils_complete)'
)script";

struct Shell {
  std::string_view name;
  std::string_view script;
};
constexpr std::array<Shell, 3> kShells = {{{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}}};

void define_completion(OptionTable& options) { static_cast<void>(options); }

Outcome run_completion(Arguments& arguments) {
  const std::string help = "bash, zsh or fish; for example `spoils completion bash`";
  if (arguments.operands.empty()) { return Failure{Complaint{ExitCode::WrongUsage, "which shell?", help}}; }
  if (arguments.operands.size() > 1) {
    return Failure{
        Complaint{ExitCode::WrongUsage, fmt::format("unexpected argument `{}`", arguments.operands[1]), help}};
  }
  const std::string& wanted = arguments.operands.front();
  std::vector<std::string> names;
  for (const Shell& shell : kShells) {
    if (shell.name == wanted) { return print(shell.script); }
    names.emplace_back(shell.name);
  }
  return Failure{Complaint{ExitCode::WrongUsage, fmt::format("unknown shell `{}`", wanted),
                           text::did_you_mean(wanted, names, help)}};
}

}  // namespace

const Command kCompletion = {
    "completion",
    "bash|zsh|fish",
    "Print a script that completes spoils in a shell.",
    "It completes commands, options, the names of packs and rules, and the inputs of the pack on the line with their "
    "values. `make install` installs these scripts for all three shells.",
    "eval \"$(spoils completion bash)\"\n"
    "spoils completion zsh >~/.zfunc/_spoils\n"
    "spoils completion fish >~/.config/fish/completions/spoils.fish\n",
    Operands::Shell,
    define_completion,
    run_completion,
};

}  // namespace spoils::cli
