import { checkers } from '../checkers/index.js';
import { sanitizerTable } from './sanitizer-table.js';

/** docs/checkers.md: the table of checkers for people, made from the table itself. */
export function checkersDocument(): string {
  const rows = checkers.map(
    ({ id, title, cwe, severity, byDefault }) =>
      `| [\`${id}\`](#${id}) | ${title} | CWE-${cwe} | ${severity} | ${byDefault ? 'on' : 'off'} |`,
  );
  const sections = checkers.map(
    ({ id, title, help, gap, example }) =>
      `## ${id}\n${title}. ${help}${gap ? `\n\nNever *verified*. ${gap}` : ''}\n\n\`\`\`c\n${example}\n\`\`\`\n`,
  );
  return [
    '# Checkers',
    '',
    '`--checkers a,b|all|none` selects from these checkers; `nearmiss checkers` prints the same table. Each example triggers its checker. A checker that is never *verified* can find bugs but cannot prove that there are none: the sentence after it says what it misses. This file is generated from the table in `src/checkers` (`npx vitest run test/report/checkers-document.test.ts -u`).',
    '',
    '| id | finds | weakness | severity | by default |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    "## What clang's sanitizers check",
    'Each check of UndefinedBehaviorSanitizer for C and of AddressSanitizer, and which checker looks for the same. *Active*: inputs that fail are asked for on every path. *Passive*: the failures of runs that happen are seen; of what runs decide by a branch, that is all there are. Programs that fail and that do not are in `test/programs`.',
    '',
    ...sanitizerTable(),
    '',
    sections.join('\n'),
  ].join('\n');
}
