import type { Command } from 'commander';
import { type Diagnosis, doctor } from '../library/doctor.js';
import type { Terminal } from './terminal.js';

const marks: Readonly<Record<Diagnosis['state'], string>> = { well: 'ok', optional: '--', worse: '!', missing: '!!' };
const codes: Readonly<Record<Diagnosis['state'], number>> = { well: 0, optional: 0, worse: 1, missing: 2 };

const help = `
ok: as it should be. --: one flag or some speed is missing. !: works, but worse. !!: nearmiss can't work.
Exit code: 0 nothing is wrong, 1 something works worse than it could, 2 something that is needed is missing.`;

export function doctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('say what nearmiss finds on this machine, and what is missing')
    .option('--json', 'print one JSON object on stdout and nothing else')
    .addHelpText('after', help)
    .action(({ json }: { json?: boolean }) => {
      const checks = doctor();
      terminal.stdout.write(json ? `${JSON.stringify({ checks }, undefined, 2)}\n` : checks.map(line).join(''));
      terminal.exitCode = Math.max(...checks.map(({ state }) => codes[state]));
    });
}

/** The advice has a line of its own: with it, few lines would fit a terminal. */
function line({ what, state, found, advice }: Diagnosis): string {
  return `${marks[state].padEnd(3)} ${`${what}:`.padEnd(16)} ${found}\n${advice ? `${' '.repeat(21)}${advice}\n` : ''}`;
}
