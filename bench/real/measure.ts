import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afl } from './afl.js';
import { branchesOf } from './branches.js';
import { type Build, build, type VariantName } from './builds.js';
import { explore } from './explore.js';
import { type Fuzzed, type FuzzOptions, libfuzzer } from './libfuzzer.js';
import type { Options } from './options.js';
import type { Recipe } from './recipes.js';
import type { Row, Rows, Start, Tool } from './rows.js';

/** All rows of one library that are asked for and not there yet. */
export class Library {
  readonly #builds = new Map<VariantName, Build>();

  constructor(
    readonly recipe: Recipe,
    readonly sources: readonly string[],
    readonly version: string,
    readonly options: Options,
    readonly rows: Rows,
  ) {}

  build(name: VariantName): Build {
    const known = this.#builds.get(name) ?? build(this.recipe, name, this.sources, this.options.work);
    this.#builds.set(name, known);
    return known;
  }

  /** Every build that its rows will need, so that one that fails does so at once. */
  buildAll(): void {
    const { tools } = this.options;
    const wanted: VariantName[] = [
      ...(tools.includes('nearmiss') ? (['nearmiss'] as const) : []),
      ...(tools.includes('libfuzzer') ? (['libfuzzer'] as const) : []),
      ...(this.#wantsAfl() ? (['afl', 'cmplog'] as const) : []),
      'gcov',
    ];
    for (const name of wanted) this.build(name);
  }

  #wantsAfl(): boolean {
    return (
      this.options.tools.includes('afl') &&
      this.recipe.afl === true &&
      spawnSync('afl-fuzz', ['-h']).error === undefined
    );
  }

  async measure(start: Start, rng: number, tell: (row: Row) => void): Promise<void> {
    const seeds = start === 'seeds' ? this.#seedFolder() : undefined;
    const { tools } = this.options;
    const ours = tools.includes('nearmiss')
      ? await this.#row('nearmiss', start, rng, tell, () => this.#nearmiss(rng, seeds))
      : this.#known('nearmiss', start, rng);
    // As much as nearmiss has used, to the hundredth, whatever was asked for.
    const seconds = ours?.used ?? this.options.seconds;
    const fuzz = (tool: Tool, program: string): FuzzOptions => ({
      ...{ program, seconds, rng, seeds, size: this.recipe.size },
      out: this.#out(`${tool}-${start}-${rng}`),
    });
    if (tools.includes('libfuzzer')) {
      await this.#row('libfuzzer', start, rng, tell, () =>
        libfuzzer(fuzz('libfuzzer', this.build('libfuzzer').program)),
      );
    }
    if (this.#wantsAfl()) {
      const cmplog = this.build('cmplog').program;
      await this.#row('afl', start, rng, tell, () => afl({ ...fuzz('afl', this.build('afl').program), cmplog }));
    }
  }

  #known(tool: Tool, start: Start, rng: number): Row | undefined {
    const { seconds, engine } = this.options;
    return this.rows.find({
      ...{ library: this.recipe.name, tool, start, rng, seconds },
      engine: tool === 'nearmiss' ? engine : undefined,
    });
  }

  async #row(
    tool: Tool,
    start: Start,
    rng: number,
    tell: (row: Row) => void,
    run: () => Promise<Fuzzed>,
  ): Promise<Row> {
    const known = this.options.again ? undefined : this.#known(tool, start, rng);
    if (known) {
      tell(known);
      return known;
    }
    const { seconds, runs, memory, bugs, corpus } = await run();
    // Who has seeds has what they cover: fuzzers keep them among their own inputs.
    if (start === 'seeds') cpSync(this.#seedFolder(), corpus, { recursive: true });
    const { covered, total, died } = branchesOf(this.build('gcov'), corpus);
    const row: Row = {
      ...{ library: this.recipe.name, tool, start, rng, seconds: this.options.seconds, used: rounded(seconds) },
      ...{ branches: covered, total, bugs, runs, memory: Math.round(memory), inputs: readdirSync(corpus).length, died },
      ...{ version: this.version, by: versionOf(tool) },
      ...(tool === 'nearmiss' && this.options.engine ? { engine: this.options.engine } : {}),
    };
    this.rows.keep(row);
    tell(row);
    return row;
  }

  async #nearmiss(rng: number, seeds: string | undefined): Promise<Fuzzed> {
    const { engine, seconds } = this.options;
    const words = ['--size', `0..${this.recipe.size}`, '--rng', String(rng)];
    if (engine) words.push('--engine', engine);
    if (seeds) words.push('--seed', seeds);
    const out = this.#out(`nearmiss-${seeds ? 'seeds' : 'nothing'}-${rng}${engine ? `-${engine}` : ''}`);
    const explored = await explore(this.build('nearmiss').program, words, seconds, out);
    const { runs, peak, findings, corpus } = explored;
    const bugs = findings.map(({ checker, file, line }) => `${checker} ${file.replace(/^.*\//, '')}:${line}`);
    return { seconds: explored.seconds, runs, memory: peak, bugs, corpus };
  }

  #seedFolder(): string {
    const folder = this.#out('seeds');
    mkdirSync(folder, { recursive: true });
    for (const [i, seed] of this.recipe.seeds.entries()) writeFileSync(join(folder, String(i)), seed);
    return folder;
  }

  #out(name: string): string {
    return join(this.options.work, 'out', this.recipe.name, name);
  }
}

const rounded = (seconds: number): number => Math.round(100 * seconds) / 100;

const first = (...words: string[]): string => {
  const { stdout } = spawnSync(words[0], words.slice(1), { encoding: 'utf8' });
  return stdout?.split('\n')[0].trim() || '?';
};

/** What was measured, so that an old row can be told from a new one. */
function versionOf(tool: Tool): string {
  if (tool === 'libfuzzer') return first('clang-19', '--version');
  if (tool === 'afl') return /afl-fuzz\+\+(\S+)/.exec(first('sh', '-c', 'afl-fuzz -h 2>&1 | head -1'))?.[1] ?? 'afl++';
  return first('git', 'describe', '--always', '--dirty');
}
