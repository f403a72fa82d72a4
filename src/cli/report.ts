import type { Command } from 'commander';
import { report } from '../library/report.js';
import { colorsFor } from '../library/terminal.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';
import { parseDuration } from './values.js';

interface ReportFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly treeTime?: number;
}

export function reportCommand(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .description('make the page to look at of an out-dir: <out-dir>/report/index.html')
    .argument('<out-dir>', 'what explore, predict or another command wrote')
    .option(
      '--tree-time <time>',
      'how long to run paths again for their tree (default: 10s)',
      parseDuration('--tree-time'),
    )
    .option('--json', 'print one JSON object on stdout and nothing else')
    .option('--quiet', 'no progress')
    .action(async (out: string, { json = false, quiet = false, treeTime }: ReportFlags) => {
      const { stdout, stderr } = terminal;
      const progress = new Progress(stderr, colorsFor(stderr), quiet);
      try {
        const made = await report(out, {
          treeTime,
          onProgress: (message) => progress.tell({ kind: 'building', message }),
        });
        progress.clear();
        for (const notice of made.notices) stderr.write(`nearmiss: ${notice}\n`);
        stdout.write(json ? `${JSON.stringify(made, undefined, 2)}\n` : `${made.page}\n`);
      } finally {
        progress.clear();
      }
    });
}
