import type { FlagShape } from '../flags/shapes.js';
import { type Completed, takesPath } from './words.js';

/** A line for _arguments for each flag, and a case for each command. */
export function zshCompletion(commands: readonly Completed[]): string {
  const names = commands.map(
    ({ name, description }) => `    ${quoted(`${name}:${description.replaceAll(':', '\\:')}`)}`,
  );
  const cases = commands.map(({ name, verbs, flags }) => {
    const lines = [
      ...flags.map(argumentLine),
      verbs.length > 0 ? quoted(`1:${name}:(${verbs.join(' ')})`) : quoted('*:file:_files'),
      ...(verbs.length > 0 ? [quoted('*:file:_files')] : []),
    ];
    return `    ${name})\n      _arguments ${lines.join(' \\\n        ')}\n      ;;`;
  });
  return `#compdef nearmiss
# nearmiss: completion for zsh. Save it as _nearmiss in a folder of $fpath.
_nearmiss() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_nearmiss" ]; then
  _nearmiss "$@"
else
  compdef _nearmiss nearmiss
fi
`;
}

function argumentLine(flag: FlagShape): string {
  const { long, kind, description, value, choices } = flag;
  const text = description.replaceAll(/[[\]:\\]/g, '\\$&');
  const repeats = kind === 'list' || kind === 'named' ? '*' : '';
  if (kind === 'switch') return quoted(`${long}[${text}]`);
  const action = choices.length > 0 ? `(${choices.join(' ')})` : takesPath(flag) ? '_files' : ' ';
  return quoted(`${repeats}${long}[${text}]:${value.replaceAll(':', '\\:')}:${action}`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
