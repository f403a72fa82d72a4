import { type Completed, takesPath } from './words.js';

/** One function: the word before decides first, then the command. */
export function bashCompletion(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, verbs, flags }) => `    ${name})
      flags="${flags.map(({ long }) => long).join(' ')}"
      verbs="${verbs.join(' ')}"
      case "$before" in
${valueCases(flags)}      esac
      ;;`,
  );
  return `# nearmiss: completion for bash. Source it, or save it in ~/.local/share/bash-completion/completions/nearmiss.
_nearmiss() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local flags="" verbs=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help --help --version" -- "$word"))
    return
  fi
  case "$command" in
${cases.join('\n')}
    help)
      verbs="${commands.map(({ name }) => name).join(' ')}"
      ;;
  esac
  if [ -n "$flags" ] && [ "\${word:0:1}" = "-" ]; then
    COMPREPLY=($(compgen -W "$flags --help" -- "$word"))
  elif [ -n "$verbs" ] && [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W "$verbs" -- "$word"))
  else
    _nearmiss_files "$word"
  fi
}
_nearmiss_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$1"))
}
complete -F _nearmiss nearmiss
`;
}

/** What stands behind a flag: one of its choices, a path, or something only its user knows. */
function valueCases(flags: Completed['flags']): string {
  const withValue = flags.filter(({ kind }) => kind !== 'switch');
  return withValue
    .map((flag) => {
      if (flag.choices.length > 0) {
        return `        ${flag.long}) COMPREPLY=($(compgen -W "${flag.choices.join(' ')}" -- "$word")); return ;;\n`;
      }
      return takesPath(flag)
        ? `        ${flag.long}) _nearmiss_files "$word"; return ;;\n`
        : `        ${flag.long}) return ;;\n`;
    })
    .join('');
}
