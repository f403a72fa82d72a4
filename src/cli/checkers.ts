import type { Command } from 'commander';
import { checkers } from '../library/checkers.js';
import type { Terminal } from './terminal.js';

export function checkersCommand(program: Command, terminal: Terminal): void {
  program
    .command('checkers')
    .description('the table of checkers')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const rows = checkers().map(({ example: _, ...row }) => row);
      if (json) {
        terminal.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
        return;
      }
      const width = Math.max(...rows.map(({ id }) => id.length));
      for (const row of rows) {
        terminal.stdout.write(
          `${row.id.padEnd(width)}  ${row.default ? 'on ' : 'off'}  CWE-${row.cwe}  ${row.title}\n`,
        );
      }
    });
}
