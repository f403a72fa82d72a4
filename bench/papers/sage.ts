import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Finding, Summary } from '../../src/index.js';
import { explored, ours, type Timed } from './measured.js';
import { type Cell, type Exhibit, seconds, share } from './table.js';
import { sage as theirs } from './theirs.js';

/** Ours in the place of Media 1 and Media 2, each with a small file that it accepts. */
const players = [
  {
    ...{ name: 'picture', source: ours('bench/programs/strangers/picture.c') },
    file: 'PIC1\x06HEAD\0\x02\0\x02\x08\0R\0STOP\0',
  },
  {
    ...{ name: 'sound', source: ours('bench/programs/papers/sound.c') },
    file: `SND1\x40\x1f\0\0\x02\x08\x04\0\0\0${'\x02\x03\x01\x04'.repeat(4)}`,
  },
] as const;
type Player = (typeof players)[number];

const subject =
  'Theirs are two Windows players that the paper does not name, ours a reader of pictures (`bench/programs/strangers/picture.c`, in the place of Media 1) and one of sounds (`bench/programs/papers/sound.c`, Media 2), each with a small valid file as seed and all of up to 64 bytes symbolic.';

/** Of each search of Figures 7 to 9, theirs had ten hours: with a number of runs, ours gives the same each time. */
const searchRuns = 4000;

const ways = ['none', 'weak', 'strong', 'naive'] as const;
type Way = (typeof ways)[number];

async function played({ file, source }: Player, way: Way, limits: object): Promise<Timed<Summary>> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-papers-'));
  try {
    const seed = join(folder, 'seed');
    writeFileSync(seed, file, 'latin1');
    const checks = way === 'none' ? { checkers: 'none' as const } : { combine: way };
    return await explored({ sources: [source], size: '0..64', seeds: [seed], stats: true, ...checks, ...limits });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One task: the seed is run, and asked for all inputs next to it. */
const task = (player: Player, way: Way) => played(player, way, { maxRuns: 1 });

async function figure3(): Promise<Exhibit> {
  const rows: Cell[][] = [];
  for (const k of [4, 6, 8, 10]) {
    const calls = async (checkers: 'none' | 'null-dereference'): Promise<Summary> => {
      const sources = [ours('test/programs/sage-figure-3.c')];
      const options = { sources, flags: [`-DK=${k}`], entry: 'Q', len: { a: k }, nullable: true };
      return (await explored({ ...options, checkers: checkers === 'none' ? 'none' : [checkers] })).value;
    };
    const [none, checked] = [await calls('none'), await calls('null-dereference')];
    const added = checked.stats.queries - none.stats.queries;
    rows.push([k, 2 ** k + 1, none.paths, k * 2 ** k, 0, none.stats.queries, checked.stats.queries, added]);
  }
  const head = [
    ...['k', 'executions, theirs', 'paths, ours', 'further calls for NULL, naively', 'with a local cache'],
    ...['our calls without checker', 'with it', 'further calls, ours'],
  ];
  return {
    name: 'Figure 3',
    title: 'a pointer looked at in every turn of a loop',
    subject:
      'Their program has k = 100 and is not run; the figures for theirs are the formulas of section 4.3 at our k. Ours is the same loop (`test/programs/sage-figure-3.c`).',
    tables: [{ head, rows }],
    differs: [
      'Ours has two paths more: the array may be NULL too, and the loop reads one element behind the array, as theirs does, which fails.',
      'The condition `x != NULL` is on the path since the first test, so a question about it is answered without a call: what they get from the local cache.',
    ],
  };
}

async function figure5(): Promise<Exhibit> {
  const rows: Cell[][] = [];
  for (const [i, player] of players.entries()) {
    const { program, checkers, time, constraints, injected, tests, instructions, bytes } = theirs.tasks[i];
    rows.push([program, checkers, time, constraints, injected, tests, instructions, bytes]);
    const { value, time: took } = await task(player, 'naive');
    const row = value.stats.tests?.[0];
    if (!row) throw new Error('a run that was asked about has a row');
    const used = row.checkers.map(numberOf).sort((a, b) => (Number(a) || 99) - (Number(b) || 99));
    rows.push([
      ...[player.name, ['0', ...used].join(', '), seconds(took), row.constraints, row.injected],
      ...[row.inputs, row.instructions, row.inputSize],
    ]);
  }
  const head = [
    ...['program', 'checkers', 'time', 'path constraints', 'checker constraints', 'tests', 'instructions'],
    'symbolic bytes',
  ];
  return {
    name: 'Figure 5',
    title: 'one task: one run and all inputs made from it',
    subject: `${subject} The combination is naive. Checkers have the paper’s numbers, and their names where it has none.`,
    tables: [{ head, rows }],
    differs: [
      'Ours are programs of 100 lines and files of a few dozen bytes, theirs shipped players and files of tens of kilobytes. So one task is a thousandth of theirs, and a search does many.',
      'The length of the input is symbolic too and counted as one byte. An input that answers a check and takes the same branches as another is counted once.',
    ],
  };
}

const numberOf = (checker: string): string =>
  Object.entries(theirs.checkers).find(([, name]) => name === checker)?.[0] ?? checker;

async function figure6(): Promise<Exhibit> {
  const tables: Exhibit['tables'][number][] = [];
  for (const [i, player] of players.entries()) {
    const runs: Timed<Summary>[] = [];
    await task(player, 'naive'); // compiles
    for (const way of ways) runs.push(await task(player, way));
    const cells = runs.map(({ value: { stats }, time }, way): Cell[] => {
      const [row] = stats.tests ?? [];
      const { disjunctions: d, constraints, checks } = stats;
      const isGrouped = ways[way] === 'weak' || ways[way] === 'strong';
      return [
        ...[seconds2(time), seconds2(stats.solverMs / 1000), row?.inputs, isGrouped ? d?.count : undefined],
        isGrouped && d && d.count > 0 ? `${d.least} / ${d.mean} / ${d.most}` : undefined,
        ...[row?.constraints, ways[way] === 'none' ? undefined : row?.injected, stats.queries],
        ...[constraints?.largest, constraints?.kept],
        checks && `${share(checks.known, checks.made)}`,
      ];
    });
    const { program, rows } = theirs.micro[i];
    tables.push({
      head: [`${program}, ${player.name}`, ...ways, ...ways.map((way) => `ours: ${way}`)],
      rows: rows.map((row, k) => [...row, ...cells.map((column) => column[k])]),
    });
  }
  return {
    name: 'Figure 6',
    title: 'the cost of checks in one task',
    subject: `${subject} One run of the seed and all questions about it.`,
    tables,
    differs: [
      'Total time is processor time of one short task, most of it the start of a search; solver time is by the clock, on a machine that may be busy. Over a whole search checks cost what `npm run bench -- combine` measures.',
      'Our solver calls are all questions asked, those the path itself answers included; a check that the bounds of its value rule out is no call. The largest list is of the constraints that are left when unrelated ones are dropped; theirs is the list before that.',
      'A local cache hit is a check that the same path has met before, of all checks its runs came to; theirs counts constraints of branches too.',
      'The picture has no two checks between two branches, so it has no disjunctions and the three ways ask the same. In the sound the weak way leaves out what the strong one finds, and the strong way needs no more calls than the naive one, as in theirs.',
    ],
  };
}

/** The searches of Figures 7 to 9, made once. */
let searches: Promise<readonly (readonly Timed<Summary>[])[]> | undefined;
function allSearches(): NonNullable<typeof searches> {
  searches ??= (async () => {
    const all: Timed<Summary>[][] = [];
    for (const player of players) {
      const own: Timed<Summary>[] = [];
      for (const way of ['weak', 'strong'] as const) own.push(await played(player, way, { maxRuns: searchRuns }));
      all.push(own);
    }
    return all;
  })();
  return searches;
}

async function figures7And8(): Promise<Exhibit> {
  const searched = await allSearches();
  const detail: Cell[][] = [];
  const rows: Cell[][] = theirs.buckets.map(({ program, tests, crashes, all, onPath, onlyChecks }) => [
    ...[program, tests, crashes, all, onPath, onlyChecks],
  ]);
  for (const [i, player] of players.entries()) {
    const seen = new Map<string, { kind: string; at: string; by: string[]; isPassive: boolean; count: number }>();
    let tests = 0;
    for (const [k, { value }] of searched[i].entries()) {
      tests += value.tests;
      for (const { bucket, kind, at, by } of value.stats.buckets ?? []) {
        const known = seen.get(bucket) ?? { kind, at: basename(at), by: [], isPassive: false, count: 0 };
        seen.set(bucket, known);
        known.by.push(`${'WS'[k]}: ${by}`);
        known.isPassive ||= by.startsWith('path');
        const isIt = (each: Finding): boolean => each.checker === kind && `${each.file}:${each.line}` === at;
        known.count += value.findings.find(isIt)?.count ?? 1;
      }
    }
    const passive = [...seen.values()].filter(({ isPassive }) => isPassive).length;
    const fails = [...seen.values()].reduce((sum, { count }) => sum + count, 0);
    rows.push([player.name, tests, fails, seen.size, passive, seen.size - passive]);
    for (const [bucket, { kind, at, by }] of seen) detail.push([player.name, bucket, kind, at, by.join('; ')]);
  }
  const head = ['program', 'tests', 'failures', 'buckets', 'met on a path', 'by checks alone'];
  return {
    name: 'Figures 7 and 8',
    title: 'buckets of failures, and who led there',
    subject: `${subject} Theirs are three searches of ten hours for each program; ours two of ${searchRuns.toLocaleString('en')} runs, weak (W) and strong (S).`,
    tables: [
      { head, rows },
      { head: ['program', 'bucket', 'what fails', 'where', 'led there by'], rows: detail },
    ],
    differs: [
      'Theirs are files that crash under a heap checker, in buckets by a hash of the stack; a run of ours may have several failures. Ours are failures of any checker that failed again in a replay; a bucket is a kind of failure at a line with its callers.',
      'Their third search has no checkers; ours would then report nothing at all, since it is checkers that tell failures. `path` in our table says it instead: a run made for a branch failed there.',
      'As in theirs, some bugs are found by checks alone, and strong leads to some that weak does not.',
    ],
  };
}

async function figure9(): Promise<Exhibit> {
  const searched = await allSearches();
  const rows: Cell[][] = theirs.yields.map(({ program, checker, injected, solved, crashes, yield: share }) => [
    ...[program, checker, injected, solved, crashes, share],
  ]);
  const cache: Cell[][] = [];
  for (const [i, player] of players.entries()) {
    const sums = new Map<string, { injected: number; solved: number; failed: number }>();
    const hits = { asked: 0, cached: 0 };
    for (const { value } of searched[i]) {
      hits.asked += value.stats.queries;
      hits.cached += value.stats.cacheHits;
      for (const { checker, injected, solved, failed = 0 } of value.stats.checkers ?? []) {
        const sum = sums.get(checker) ?? { injected: 0, solved: 0, failed: 0 };
        sums.set(checker, sum);
        sum.injected += injected;
        sum.solved += solved;
        sum.failed += failed;
      }
    }
    for (const [checker, { injected, solved, failed }] of sums) {
      rows.push([player.name, checker, injected, solved, failed, solved === 0 ? undefined : share(failed, solved)]);
    }
    const { program } = theirs.micro[i];
    cache.push([program, theirs.globalCache[program], player.name, share(hits.cached, hits.asked)]);
  }
  return {
    name: 'Figure 9',
    title: 'what checkers ask, get and fail',
    subject:
      'The weak and the strong searches of Figures 7 and 8 together. The second table is the share of queries that a global cache answered (section 6.2).',
    tables: [
      { head: ['program', 'checker', 'injected', 'solved', 'failed', 'yield'], rows },
      { head: ['program', 'global cache, theirs', 'ours is', 'global cache, ours'], rows: cache },
    ],
    differs: [
      'Yields cannot be compared. Theirs counts every input that crashed. Ours counts a check as failed once for each path that leads to it, however many inputs were made for it, and inputs that were not run when the search ended count as solved. No failure is left out: each bucket above was replayed.',
      'Their row of path exploration has no counterpart: our branches are counted as queries. Our cache is asked only what earlier layers of the solver do not answer, and theirs was measured by hashes of all queries, after the search.',
    ],
  };
}

const seconds2 = (time: number): string => `${time.toFixed(2)} s`;

export const sage = [figure3, figure5, figure6, figures7And8, figure9];
