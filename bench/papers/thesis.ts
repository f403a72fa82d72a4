import type { ReachOptions, ReachSummary } from '../../src/index.js';
import { guidance } from '../reach.js';
import { measured, nearmiss, ours } from './measured.js';
import { type Cell, type Exhibit, seconds } from './table.js';
import { thesis as theirs } from './theirs.js';

async function figure1(): Promise<Exhibit> {
  const { head, rows } = await guidance();
  return {
    name: 'Figure 1',
    title: 'a loop beside the way to the target',
    subject:
      'Their example is not run with and without the graph, so there are no figures of theirs: a depth-first search may stay in a loop of 10,000 turns, and the control-flow graph makes it leave at once. Ours are four programs with such loops (`bench/programs/reach`); `rounds` has the shape of theirs. Runs until the verdict is clear:',
    tables: [{ head: [...head, 'theirs'], rows: rows.map((row) => [...row, undefined]) }],
    differs: [
      'The search that ends a run where the graph shows no way to the target is theirs; the same search without the graph is what they compare with in words.',
      'A search that is not done after 3,000 runs was stopped (“≥”).',
    ],
  };
}

/** More than the guided search takes by far: without the graph it reads tables of any length. */
const mostRuns = 200;

const sinks = [
  { line: 17, name: 'the styles’ table' },
  { line: 31, name: 'the fonts’ table' },
] as const;

async function figures24To27(): Promise<Exhibit> {
  const taint = await nearmiss.taint({ sources: [ours('examples/document')] });
  const rows: Cell[][] = theirs.sinks.map(({ sink, verdict, tests }) => [
    ...[`${sink}, theirs`, verdict, tests, undefined, undefined, undefined],
  ]);
  for (const { line, name } of sinks) {
    const run = async (more: Partial<ReachOptions>): Promise<{ summary: ReachSummary; time: number }> => {
      const { value, time } = await measured(() =>
        nearmiss.reach({
          ...{ sources: [ours('examples/document')], to: `tables.c:${line}`, when: '*length < 0', jobs: 1 },
          files: { 'report.doc': 20 },
          ...{ maxRuns: mostRuns, ...more },
        }),
      );
      return { summary: value, time };
    };
    const flow = taint.flows.find((each) => each.line === line && each.sink === 'malloc');
    const [guided, unguided] = [await run({ search: 'dfs' }), await run({ search: 'dfs', isGuided: false })];
    rows.push([
      ...[`malloc of ${name}, ours`, guided.summary.verdict, runsOf(guided.summary)],
      ...[runsOf(unguided.summary), flow ? `${flow.steps.length} steps` : 'none', seconds(guided.time)],
    ]);
  }
  return {
    name: 'Figures 24 to 27',
    title: 'can the size of an allocation be negative?',
    subject:
      'Theirs is Antiword 0.37, with a flow from `fread` to `xmalloc` that CQual reports; ours a reader of documents with tables (`examples/document`), with the flow that `nearmiss taint` reports. A depth-first search guided by the graph, as theirs.',
    tables: [
      {
        head: ['sink', 'verdict', 'runs to it', 'without the graph', 'flow reported', 'time'],
        rows,
      },
    ],
    differs: [
      'Another program. They start at the function that reads the table, with its buffers symbolic, and write the test of the size into the source; ours starts at `main` with a symbolic file, and the condition is `--when`. A verdict of ours is confirmed by a replay, or it is a proof.',
      'They give no times. Our runs include the first, of a file of zeros, which is no document.',
    ],
  };
}

const runsOf = ({ verdict, runsToDecide }: ReachSummary): string =>
  `${verdict === 'unknown' ? '≥ ' : ''}${runsToDecide.toLocaleString('en')}`;

async function table1(): Promise<Exhibit> {
  return {
    name: 'Table 1',
    title: 'the tools side by side',
    subject: 'A comparison in words (page 41), with a column for nearmiss.',
    tables: [
      {
        head: ['', 'CUTE, as they say', 'theirs', 'ours'],
        rows: theirs.tools.map(({ what, cute, own }, i) => [what, cute, own, nearmissTool[i]]),
      },
    ],
    differs: [
      'Words, not figures: nothing is measured here. `reach` is the mode that has their objective; `explore` has CUTE’s.',
    ],
  };
}

const nearmissTool = [
  'an input for a state, or a proof that there is none (`reach`); all paths (`explore`)',
  'bit vectors',
  'all of C’s integer operators, by a chain of solvers that ends with SAT and z3',
  'by distance in the graph; depth first with the graph (`--search dfs`); with `--no-cfg` without it',
] as const;

export const thesis = [figure1, figures24To27, table1];
