import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ExampleName,
  generateExample,
  type Outcome,
  runTechnique,
  type Technique,
} from '../grammar-techniques.js';
import { explored, nearmiss, ours } from './measured.js';
import { type Cell, type Exhibit, seconds, share } from './table.js';
import { cese as theirs } from './theirs.js';

/** Seconds of processor time a technique has, theirs had 30 minutes; and what stands for their five hours. */
const short = 5;
const long = 15;

async function withExample<T>(
  name: ExampleName,
  use: (folder: string, sources: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-papers-'));
  try {
    return await use(folder, generateExample(name, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function table1(): Promise<Exhibit> {
  const files = ['y', 'l'].map((end) => ours(`examples/grammar/calc/calc.${end}`));
  const counts = nearmiss.grammar(files[0], files[1]).count(6);
  /** Runs of a search that does not end before. */
  const most = 1500;
  const rows = await withExample('calc', async (_folder, sources) => {
    const made: Cell[][] = [];
    for (const [i, one] of theirs.calc.entries()) {
      const { length } = one;
      const maxRuns = length > 3 ? most : undefined;
      const withGrammar = await explored({
        ...{ sources, maxRuns, maxLength: length },
        grammars: [{ grammar: files[0], tokens: files[1] }],
      });
      const without = length > 4 ? undefined : await explored({ sources, stdin: `0..${length}`, maxRuns });
      const shown = (run: typeof without): string | undefined =>
        run && `${run.value.complete ? '' : '≥ '}${run.value.paths.toLocaleString('en')}`;
      const { branches } = withGrammar.value.coverage;
      made.push([
        ...[length, one.strings, counts[i].concrete ?? undefined, one.symbolic, counts[i].derivations ?? undefined],
        ...[one.cese, shown(withGrammar), one.cute, shown(without)],
        ...[one.ceseTime, seconds(withGrammar.time), one.cuteTime, without && seconds(without.time)],
        ...[one.covered, share(branches.covered, branches.total)],
      ]);
    }
    return made;
  });
  const exactly6 = (counts[5].derivations ?? 0) - (counts[4].derivations ?? 0);
  const head = [
    ...['length', 'strings, theirs', 'ours', 'symbolic strings, theirs', 'ours', 'CESE inputs', 'ours', 'Cute inputs'],
    ...['ours without grammar', 'CESE time', 'ours', 'Cute time', 'ours without', 'branches, theirs', 'ours'],
  ];
  return {
    name: 'Table 1',
    title: 'a calculator by length of its input',
    subject:
      'Theirs is SimpleCalc, ours the calculator of `examples/grammar/calc` with the same grammar, made by flex and bison. Inputs of ours are paths.',
    tables: [{ head, rows }],
    differs: [
      `Strings are counted from the grammar alone. From length 4 on theirs are more: an ambiguous string counts once for each of its parses, in ours once. Symbolic strings are counted as they do, by derivations. Their last is not cumulative, as it seems: ours of exactly 6 bytes are ${exactly6}.`,
      `Their lexer’s tables are branches, since Cute cannot read an array at a symbolic index; in ours such a read stays symbolic. A search that was not done after ${most.toLocaleString('en')} runs was stopped (“≥”).`,
      'Branches are those of two different programs, and for ours those of the code that flex and bison made, of which a calculator uses little.',
    ],
  };
}

/** Ours in the place of each of theirs, where there is one. */
const examples = { bc: 'calc', cuetools: 'cue', lua: 'sql', wuftpd: 'ftp' } as const;
const standsFor = (name: string): ExampleName | undefined => examples[name as keyof typeof examples];

type Results = ReadonlyMap<ExampleName, Readonly<Record<Technique | 'concolic, longer', Outcome>>>;

/** The runs of Tables 2 to 4, made once. */
let results: Promise<Results> | undefined;
function allResults(): Promise<Results> {
  results ??= (async () => {
    const all = new Map<ExampleName, Readonly<Record<Technique | 'concolic, longer', Outcome>>>();
    for (const name of Object.values(examples)) {
      const outcome = await withExample(name, async (folder, sources) => {
        const run = (technique: Technique, time = short) => runTechnique(name, folder, sources, technique, time);
        return {
          'grammar + concolic': await run('grammar + concolic'),
          concolic: await run('concolic'),
          'concolic, longer': await run('concolic', long),
          'grammar, listed': await run('grammar, listed'),
          random: await run('random'),
          'tests by hand': await run('tests by hand'),
        };
      });
      all.set(name, outcome);
    }
    return all;
  })();
  return results;
}

/** A table of theirs with the same techniques of ours: coverage and inputs of each. */
async function coverage(
  columns: readonly {
    readonly key: 'cese' | 'manual' | 'cute' | 'cuteLong' | 'grammar' | 'random';
    readonly theirs: string;
    readonly ours: Technique | 'concolic, longer';
  }[],
): Promise<Exhibit['tables'][number]> {
  const all = await allResults();
  const rows = theirs.programs.map((program): Cell[] => {
    const example = standsFor(program.name);
    const used = program.name === 'all' ? [...all.values()] : example ? [all.get(example)!] : [];
    const cells = columns.flatMap(({ key, ours: technique }): Cell[] => {
      const printed = program[key];
      const [covered, inputs] = typeof printed === 'object' ? printed : [printed, undefined];
      const sum = (of: (outcome: Outcome) => number): number =>
        used.reduce((total, outcomes) => total + of(outcomes[technique]), 0);
      const own = used.length === 0 ? undefined : share(sum(({ branches }) => branches.covered), sum(({ branches }) => branches.total)); // biome-ignore format: one thought
      return [covered, own, inputs, used.length === 1 ? sum((outcome) => outcome.inputs) : undefined];
    });
    return [program.name, example, ...cells];
  });
  const head = columns.flatMap((column) => [`${column.theirs}: branches`, `ours: ${column.ours}`, 'inputs', 'ours']);
  return { head: ['theirs', 'ours', ...head], rows };
}

const subject = `Theirs ran for 30 minutes each, ours for ${short} s of processor time. Ours are a calculator (\`calc\`) for bc, cue sheets (\`cue\`) for cuetools, queries (\`sql\`) for lua and an FTP server (\`ftp\`) for wuftpd, all in \`examples/grammar\`; there is none for logictree.`;
const otherPrograms =
  'Other, much smaller programs: percentages compare techniques within a row of ours or of theirs, not across. Those of `calc`, `cue` and `sql` include the code that flex and bison made, which no input covers whole.';

/** One of the three tables that differ in their techniques alone. */
const techniquesOf =
  (
    given: Pick<Exhibit, 'name' | 'title'>,
    columns: Parameters<typeof coverage>[0],
    because: string,
    more = '',
  ): (() => Promise<Exhibit>) =>
  async () => ({
    ...given,
    subject: `${subject}${more}`,
    tables: [await coverage(columns)],
    differs: [otherPrograms, because],
  });

const table2 = techniquesOf(
  { name: 'Table 2', title: 'grammar and concolic execution together, and tests by hand' },
  [
    { key: 'cese', theirs: 'CESE', ours: 'grammar + concolic' },
    { key: 'manual', theirs: 'manual tests', ours: 'tests by hand' },
  ],
  'Their manual tests are the suites of the projects; ours are two to five inputs for each example, which is why the tool is ahead of them here and behind them there.',
);

const table3 = techniquesOf(
  { name: 'Table 3', title: 'concolic execution alone' },
  [
    { key: 'cute', theirs: 'Cute', ours: 'concolic' },
    { key: 'cuteLong', theirs: 'Cute, 5 h', ours: 'concolic, longer' },
  ],
  'Cute has ten symbolic bytes, its best size, and turns tables into branches. Ours has up to 64 (`ftp`: 1,200) of symbolic length, and tables stay symbolic.',
  ` The longer run is ${long} s, theirs five hours.`,
);

const table4 = techniquesOf(
  { name: 'Table 4', title: 'the grammar’s strings one by one, and random bytes' },
  [
    { key: 'grammar', theirs: 'grammar', ours: 'grammar, listed' },
    { key: 'random', theirs: 'random', ours: 'random' },
  ],
  'Our strings are listed with the fewest symbols first, and each is run in the instrumented module, as the symbolic ones are; theirs come by height from Yagg. Random bytes are ten in theirs and up to 64 (`ftp`: 1,200) in ours.',
);

async function section42(): Promise<Exhibit> {
  const patience = 20;
  const rows: Cell[][] = theirs.overflow.map(({ technique, found }) => [`${technique}, theirs`, found, undefined]);
  await withExample('ftp', async (folder, sources) => {
    for (const technique of ['grammar + concolic', 'concolic'] as const) {
      const {
        foundPlanted,
        seconds: took,
        inputs,
      } = await runTechnique('ftp', folder, sources, technique, 0, patience);
      const found = foundPlanted ? `yes, within ${seconds(took)}` : `no, in ${seconds(took)}`;
      rows.push([`${technique}, ours`, found, inputs]);
    }
  });
  return {
    name: 'Section 4.2',
    title: 'a path one byte too long',
    subject:
      'Theirs is an overflow of wuftpd that needs a command, a link and a path of exactly 1,000 bytes; ours the same mistake in the server of `examples/grammar/ftp`.',
    tables: [{ head: ['technique', 'found', 'inputs'], rows }],
    differs: [
      'They give both techniques a length abstraction and the name of the link. Ours have neither: the length of a token is symbolic in any case, and the link is in the server’s own files.',
      `Ours stop when the bug shows, or after ${patience} s of processor time.`,
    ],
  };
}

export const cese = [table1, table2, table3, table4, section42];
