import type { Command } from 'commander';
import { world } from '../library/world.js';
import type { Terminal } from './terminal.js';

export function worldCommand(program: Command, terminal: Terminal): void {
  program
    .command('world')
    .description('what a program can ask of the world, what it is told, and how to explore other answers')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const rows = world();
      if (json) {
        terminal.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
        return;
      }
      const cells = [
        ['fact', 'kind', 'default', 'explored by'],
        ...rows.map((row) => [row.fact, row.kind, row.default, row.explore ?? '(unmodelled-call)']),
      ];
      const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column].length)));
      for (const row of cells) {
        terminal.stdout.write(`${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`);
      }
    });
}
