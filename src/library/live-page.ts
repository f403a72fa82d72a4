import type { InputPlan } from '../inputs/plan.js';
import { recipeOf } from '../modes/recipe.js';
import { tellRuns } from '../modes/told-runs.js';
import { packageVersion } from '../platform/package-files.js';
import { formatInput } from '../report/console.js';
import { findingPiece } from '../report/page/finding-piece.js';
import { LiveServer } from '../report/page/live-server.js';
import { checkerWords } from '../report/page/overview.js';
import type { FindingRow, PageOverview } from '../report/page/page-data.js';
import { TimelineDraft } from '../report/page/timeline.js';
import { outcomeNumber, treePiece } from '../report/page/tree-piece.js';
import { typedCommand } from '../report/page/typed-command.js';
import { savedTest } from '../report/saved-test.js';
import type { RunRecord } from '../search/results/records.js';
import { UserError } from '../vocabulary/errors.js';
import type { Finding } from '../vocabulary/finding.js';
import { sourceReader } from '../vocabulary/source-text.js';
import type { runExplore } from './explore.js';
import { programFrom } from './program-options.js';
import { report } from './report.js';

type Options = Parameters<typeof runExplore>[0];
type Event = Parameters<NonNullable<Options['onEvent']>>[0];

/** How often the page is told of more, and the tree is made anew: the latter twice as long each time, as it costs runs. */
const toldEveryMs = 500;
const firstTreeMs = 1_500;
/** Paths that a growing tree has, and how long they may be run for it. */
const mostPaths = 20_000;
const treePatience = 400;

/** A search shown while it runs: `explore --serve`. */
export class LivePage {
  readonly #controller = new AbortController();
  readonly #findings: Finding[] = [];
  readonly #records = new Map<string, { readonly record: RunRecord; readonly plan: InputPlan }>();
  readonly #paths: RunRecord[] = [];
  readonly #timeline = new TimelineDraft();
  readonly #source = sourceReader();
  readonly #recipe;
  #server!: LiveServer;
  #figures: PageOverview['commands'][number]['figures'] = [];
  #toldAt = 0;
  #treeAt = 0;
  #treeMs = firstTreeMs;
  #tree: PageOverview['tree'];
  #work: Promise<void> | undefined;
  #isOver = false;

  private constructor(options: Options) {
    this.#recipe = recipeOf(programFrom(options));
  }

  static async open(options: Options): Promise<LivePage> {
    if (options.out === undefined) throw new UserError('--serve shows what is written: say where with --out.');
    const page = new LivePage(options);
    page.#server = await LiveServer.open(() => page.#controller.abort());
    page.#tell();
    return page;
  }

  get address(): string {
    return this.#server.address;
  }

  /** The button was pressed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  onEvent(event: Event): void {
    if (event.kind === 'building') this.#server.progress(event.message);
    if (event.kind !== 'progress') return;
    this.#timeline.note(event);
    const { runs, paths, pending, covered } = event;
    this.#figures = Object.entries({ paths, runs, waiting: pending, 'points covered': covered }).map(
      ([name, value]) => ({
        name,
        value: value.toLocaleString('en'),
      }),
    );
    this.#server.progress(
      `${paths.toLocaleString('en')} paths, ${runs.toLocaleString('en')} runs, ${this.#findings.length} found`,
    );
    const now = performance.now();
    if (this.#treeAt === 0) this.#treeAt = now + this.#treeMs;
    if (now > this.#treeAt && !this.#work) this.#work = this.#runAgain();
    if (now - this.#toldAt > toldEveryMs) this.#tell();
  }

  onPath(record: RunRecord): void {
    if (this.#paths.length < mostPaths) this.#paths.push({ ...record, input: record.input.slice() });
  }

  onFinding(finding: Finding, record: RunRecord, plan: InputPlan): void {
    this.#findings.push(finding);
    this.#records.set(finding.id, { record, plan });
    this.#server.piece(`finding-${this.#findings.length - 1}`, this.#pieceOf(finding));
    this.#tell();
  }

  /** The report is there: whoever looks gets all of it. */
  async end(out: string | undefined): Promise<void> {
    this.#isOver = true;
    await this.#work;
    try {
      if (out !== undefined) {
        const timelines = { explore: this.#timeline.timeline() };
        await report(out, { timelines, onPiece: (name, value) => this.#server.piece(name, value) });
      }
    } finally {
      await this.#server.end();
    }
  }

  #pieceOf(finding: Finding, told?: Parameters<typeof findingPiece>[2]['told']) {
    const { record, plan } = this.#records.get(finding.id)!;
    const test = savedTest({ id: '', record: () => record, plan, recipe: this.#recipe });
    return findingPiece(finding, test, { out: 'nearmiss-out', told, plan, tests: [], source: this.#source });
  }

  /** Runs what was found once more, for stories and the tree, beside the search. */
  async #runAgain(): Promise<void> {
    const findings = [...this.#findings];
    const paths = [...this.#paths];
    const known = paths.map(({ failures, outcome }) => ({ failures, outcome }));
    try {
      const { told, tree } = await tellRuns(this.#recipe, '.', {
        stories: findings.map(({ id }) => this.#records.get(id)!.record.input),
        paths: paths.map(({ input }) => input),
        outcomes: known.map(outcomeNumber),
        patience: treePatience,
      });
      if (this.#isOver) return;
      for (const [i, finding] of findings.entries()) {
        this.#server.piece(`finding-${i}`, this.#pieceOf(finding, told[i]));
      }
      const tests = paths.map(({ failures, outcome, exitCode, input: bytes, layout }) => ({
        ...{ id: '', failures, outcome, exitCode, bytes, layout, passed: '' },
      }));
      this.#server.piece('tree', treePiece(tree, tests, this.#source));
      this.#tree = { paths: tree.paths, of: tree.of };
      this.#tell();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    } finally {
      this.#work = undefined;
      this.#treeMs *= 2;
      this.#treeAt = performance.now() + this.#treeMs;
    }
  }

  #tell(): void {
    this.#toldAt = performance.now();
    this.#server.piece('overview', this.#overview());
  }

  #overview(): PageOverview {
    const rows = this.#findings.map((finding, i): FindingRow => {
      const { id, checker, message, file, line, column, function: name } = finding;
      const input = formatInput(finding.input);
      return {
        id,
        checker,
        message,
        file,
        line,
        column,
        function: name,
        command: 'explore',
        data: `finding-${i}`,
        input,
      };
    });
    return {
      format: 1,
      version: packageVersion(),
      title: this.#recipe.sources.join(' '),
      commands: [
        {
          name: 'explore',
          typed: typedCommand('explore', this.#recipe),
          verdict: {
            kind: rows.length > 0 ? 'bad' : 'open',
            text: rows.length > 0 ? `${rows.length} found so far; the search is running.` : 'The search is running.',
            missing: [],
          },
          figures: this.#figures,
          verified: [],
          times: [],
          timeline: this.#timeline.timeline(),
        },
      ],
      findings: rows,
      checkers: checkerWords(new Set(this.#findings.map(({ checker }) => checker))),
      files: [],
      tests: { count: 0, listed: 0, chunks: [] },
      ...(this.#tree && { tree: this.#tree }),
      notices: [],
      live: true,
    };
  }
}
