import type { Command } from 'commander';
import { init } from '../library/init.js';
import { typedAs } from '../library/terminal.js';
import { configName } from './config-file.js';
import type { Terminal } from './terminal.js';

export function initCommand(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description(`write a ${configName} for the C programs and fuzz harnesses in this folder`)
    .action(() => {
      const { harnesses } = init();
      const names = Object.keys(harnesses);
      const width = Math.max(...names.map((name) => name.length));
      terminal.stdout.write(`${configName}: ${names.length} harness${names.length === 1 ? '' : 'es'}\n`);
      for (const [name, { sources, flags = [], size, stdin, arg = [] }] of Object.entries(harnesses)) {
        const sizes = Object.entries({ size, stdin, arg: arg[0] })
          .filter(([, value]) => value !== undefined)
          .map(([flag, value]) => `--${flag} ${value}`);
        terminal.stdout.write(`  ${name.padEnd(width)}  ${[...sources, ...flags, ...sizes].join(' ')}\n`);
      }
      const one = names.length > 1 ? `, or one of them: ${typedAs()} explore ${names[0]}` : '';
      terminal.stdout.write(`Look at the sizes in it, then run: ${typedAs()} explore${one}\n`);
    });
}
