import { checkers } from '../checkers/index.js';

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
    sections.join('\n'),
  ].join('\n');
}
