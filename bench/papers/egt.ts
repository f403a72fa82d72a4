import { explored, ours, type Timed, told } from './measured.js';
import { type Implementation, mismatches } from './mismatches.js';
import { type Cell, type Exhibit, seconds, share } from './table.js';
import { egt as theirs } from './theirs.js';

/** What a search gets that does not end by itself. They gave theirs two to fourteen hours. */
const limit = 10_000;

async function table1(): Promise<Exhibit> {
  const rows: Cell[][] = [];
  for (const { size, time, tests, coverage, largest } of theirs.utf7) {
    let longest = 0;
    const { value, time: took } = await explored({
      ...{ sources: [ours('bench/programs/utf7.c')], entry: 'to_utf7', len: { s: size } },
      onEvent: (event) => {
        if (event.kind === 'test') longest = Math.max(longest, Number(event.test.effects?.returned) - 1);
      },
    });
    const { lines } = value.coverage;
    rows.push([
      ...[size, tests, value.tests, time, seconds(took), coverage, share(lines.covered, lines.total)],
      ...[largest, longest],
    ]);
  }
  return {
    name: 'Table 1',
    title: 'tests for a converter from UTF-8 to UTF-7',
    subject:
      'Theirs is `utf8_to_utf7` of Mutt 1.4, ours a converter of our own to the same code (`bench/programs/utf7.c`). All paths are explored.',
    tables: [{ head: pairs('bytes', ['tests', 'time', 'statements', 'longest output']), rows }],
    differs: [
      'The counts are close because both read the same standard. Mutt’s source is not here, so which of its branches makes the paths that ours does not have is not known.',
      'Their coverage is cumulative over sizes, ours is that of one size alone. Their output has a buffer that is too small; ours has one that is not, so there is no finding.',
      'Processor time of the search on one worker, compiling excepted, on a machine two decades younger than theirs.',
    ],
  };
}

/** Ours in the order of theirs: the full one, the embedded one, the thin one. */
const formatters = ['full', 'embedded', 'thin'] as const;
type Formatter = (typeof formatters)[number] | 'libc';
const sourceOf = (name: Formatter): string => ours(`test/compare/formatters/${name}.c`);
/** The embedded one calls its parameter `f`: one name for all, so that a test of one is a test of the others. */
const flagsOf = (name: Formatter): string[] => (name === 'embedded' ? ['-Df=format'] : []);

const format = (name: Formatter, size: number, more: object = {}) =>
  explored({
    ...{ sources: [sourceOf(name)], flags: flagsOf(name), entry: 'render', len: { format: size, out: 64 } },
    ...more,
  });

async function table2(): Promise<Exhibit> {
  const rows: Cell[][] = [];
  const found = new Set<string>();
  for (const { size, cells } of theirs.printf) {
    const runs: Timed<{ readonly tests: number }>[] = [];
    for (const name of formatters) {
      const run = await format(name, size, size > 4 ? { time: limit } : {});
      for (const finding of run.value.findings) found.add(`${finding.checker} in ${name}.c`);
      runs.push(run);
    }
    rows.push([size, ...runs.flatMap(({ value, time }, i) => [...cells[i], value.tests, seconds(time)])]);
  }
  const head = [
    'format',
    ...['Pintos', 'embedded', 'gccfast'].flatMap((name, i) => [name, 'time', `our ${formatters[i]}`, 'time']),
  ];
  return {
    name: 'Table 2',
    title: 'tests for three printfs',
    subject:
      'Theirs are the printf of Pintos, an embedded one and gccfast’s; ours are three formatters of one interface (`test/compare/formatters`). The format is symbolic, the arguments are not.',
    tables: [{ head, rows }],
    differs: [
      'Ours know fewer conversions (d, i, u, s), so each position of the format has fewer cases. Theirs grow four to ten times with each byte, ours seven to eight times.',
      `Formats of 128 bytes end at a limit: theirs after two hours, ours after ${limit / 1000} s. ${found.size === 0 ? 'Nothing fails.' : `Widths and formats that long fail: ${[...found].join(', ')}.`}`,
      'Theirs forked a process at each branch and asked CVCL each time, with up to 30 s a question.',
    ],
  };
}

async function table3(): Promise<Exhibit> {
  const implementation = (name: Formatter): Implementation => ({ source: sourceOf(name), flags: flagsOf(name) });
  const all = formatters.map(implementation);
  const rows: Cell[][] = [];
  const count = (part: number, whole: number): string =>
    `${part.toLocaleString('en')} of ${whole.toLocaleString('en')}`;
  for (const [i, name] of formatters.entries()) {
    const sums = { own: 0, ownTests: 0, all: 0, allTests: 0 };
    for (const size of [2, 3, 4]) {
      const pair = [implementation(name), implementation('libc')] as const;
      const found = await mismatches(pair, all, 'render', { format: size, out: 64 });
      sums.own += found[i].mismatches;
      sums.ownTests += found[i].tests;
      for (const row of found) {
        sums.all += row.mismatches;
        sums.allTests += row.tests;
      }
    }
    const { lines } = (await format(name, 4)).value.coverage;
    const { program, own, all: theirAll, coverage } = theirs.mismatches[i];
    rows.push(
      [`${program}, theirs`, own, theirAll, coverage],
      [
        ...[`${name}, ours`, count(sums.own, sums.ownTests), count(sums.all, sums.allTests)],
        `${share(lines.covered, lines.total)} of ${lines.total}`,
      ],
    );
  }
  return {
    name: 'Table 3',
    title: 'printfs that do not do the same',
    subject:
      'The tests of Table 2 for formats of 2, 3 and 4 bytes, run on each formatter and on one that is libc’s `snprintf` behind the same interface; theirs are held against glibc’s.',
    tables: [{ head: ['printf', 'mismatches on its own tests', 'on all tests', 'statements'], rows }],
    differs: [
      'Ours have few planted mistakes each (grouping; signs of unsigned numbers and the width of text; `%hi`, `t` and `z`). Theirs had mistakes nobody knew, and whole conversions that one side does not have.',
      'A format that both refuse is no mismatch here. They did not count a printf that gives up with an error; the embedded one is silent instead, so all it does not know is a mismatch.',
      'A test has one value: data that differ on its path for other values are not seen here. `nearmiss compare` asks the solver for them, for which this table has no column ([compare](compare.md)).',
    ],
  };
}

const server = { sources: [ours('bench/programs/papers/server.c')] };

async function table4(): Promise<Exhibit> {
  const rows: Cell[][] = [];
  const found = new Map<number, string>();
  for (const { size, unfinished, time, tests } of theirs.packets) {
    const options = { ...server, recv: size, time: size > 5 ? limit : undefined };
    const code = await explored({ ...options, stringModels: 'off' });
    const models = await explored({ ...options, stringModels: 'on' });
    found.set(size, told(models.value.findings));
    rows.push([
      ...[size, tests, models.value.tests, code.value.tests, time, seconds(models.time), seconds(code.time)],
      ...[unfinished, models.value.stats.unknown],
    ]);
  }
  const head = [
    ...['packet', 'tests, theirs', 'ours', 'ours, string functions as code', 'time, theirs', 'ours', 'ours, as code'],
    ...['unfinished queries, theirs', 'ours'],
  ];
  return {
    name: 'Table 4',
    title: 'tests for a web server',
    subject:
      'Theirs is WsMp3 0.0.5 (2,000 lines), ours a server of our own that makes the mistakes of their Figures 8 and 9 (`bench/programs/papers/server.c`, 115 lines). The packet that `recv` returns is symbolic, its length is fixed.',
    tables: [
      { head, rows },
      { head: ['packet', 'what ours fails'], rows: [...found].map(([size, what]) => [`${size}`, what]) },
    ],
    differs: [
      'Another program with fewer commands. The three mistakes their section 6.3 describes are found: the message that is too short, the action that does not fit and the name that never ends (as a proved hang).',
      `Packets of 12 and 128 bytes end at a limit: theirs after 14 hours, ours after ${limit / 1000} s of wall time.`,
      'Their models of the string library made the server seven times as fast to explore (section 3.4). Ours are off unless `--string-models on` asks for them; on a request of 40 bytes `npm run bench -- strings` measures what they save.',
    ],
  };
}

async function table5(): Promise<Exhibit> {
  const rows: Cell[][] = [];
  const covered = ({ value }: Awaited<ReturnType<typeof explored>>): string =>
    share(value.coverage.lines.covered, value.coverage.lines.total);
  /** The last is a tenth of theirs, for its time; they saw no more after the first. */
  const counts = [10, 1000, 10_000];
  for (const { size, coverage } of theirs.random) {
    const cells: string[] = [];
    for (const runs of counts) {
      // That many long messages would take longer than everything else.
      if (size > 5 && runs > 1000) cells.push('–');
      else cells.push(covered(await explored({ ...server, recv: size, search: 'random', maxRuns: runs })));
    }
    const searched = await explored({ ...server, recv: size, time: size > 5 ? limit : undefined });
    rows.push([size, ...coverage, ...cells, covered(searched)]);
  }
  const ways = (most: string): string[] => ['10 random', '1,000', most];
  return {
    name: 'Table 5',
    title: 'statements covered, against random packets',
    subject: 'The servers of Table 4. Random packets have the same size and nothing that guides them.',
    tables: [
      { head: ['packet', ...ways('100,000'), 'EGT', ...ways('10,000').map((way) => `ours: ${way}`), 'nearmiss'], rows },
    ],
    differs: [
      'Percentages are of two different programs: about two thirds of theirs need files, time, flags or failing calls that a packet does not bring; ours keeps its pages in memory. What can be compared is the gap to random packets, which do not name an action of the server in either.',
      'Theirs is cumulative over sizes, ours is that of one size alone. Ours for 128 bytes is what the search had after its limit; 10,000 random packets of that size are left out for their time, and their rows of 256 and 512 bytes with them.',
    ],
  };
}

const pairs = (first: string, names: readonly string[]): string[] => [
  first,
  ...names.flatMap((name) => [`${name}, theirs`, 'ours']),
];

export const egt = [table1, table2, table3, table4, table5];
