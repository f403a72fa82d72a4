import type { Command } from 'commander';
import { extractTests, formatInput, type ListedTest, tests as testsOf } from '../library/tests.js';
import type { Terminal } from './terminal.js';

interface TestsFlags {
  readonly extract?: string;
  readonly json?: boolean;
}

export function testsCommand(program: Command, terminal: Terminal): void {
  program
    .command('tests')
    .description('list the saved tests of an out-dir, all of them')
    .argument('<out-dir>', 'what explore, predict or another command wrote')
    .option('--extract <dir>', 'write them to <dir>, a file each')
    .option('--json', 'one object on stdout, nothing else there')
    .action((out: string, { extract, json = false }: TestsFlags) => {
      const { stdout } = terminal;
      const tests = testsOf(out);
      if (extract !== undefined) {
        const count = extractTests(tests, extract);
        if (json) stdout.write(`${JSON.stringify({ command: 'tests', tests: count, extracted: extract })}\n`);
        else stdout.write(`${count} test${count === 1 ? '' : 's'} in ${extract}\n`);
      } else if (json) {
        let before = '{"command":"tests","results":[\n';
        for (const test of tests) {
          stdout.write(`${before}${JSON.stringify(test)}`);
          before = ',\n';
        }
        stdout.write(`${before === ',\n' ? '' : before}]}\n`);
      } else for (const test of tests) stdout.write(`${lineOf(test)}\n`);
    });
}

/** `0bafef86094f  exited with 3  stdin = "a"`. */
function lineOf({ id, outcome, exitCode, failures: [failure], input }: ListedTest): string {
  const ending = outcome === 'exited' ? `exited with ${exitCode}` : outcome;
  const what = failure ? `${failure.checker} at ${failure.at}` : ending;
  return `${id}  ${what}  ${formatInput(input)}`;
}
