import { availableParallelism } from '../../platform/machine.js';
import { isOutOfMemory, type Worker } from '../../platform/threads.js';
import { UserError } from '../../vocabulary/errors.js';
import type { Remainder, Resumed } from '../journal/journal.js';
import type { LedgerPage } from '../journal/ledger.js';
import type { PackedTasks } from '../ordering/packed-tasks.js';
import type { Harvest } from '../results/recorder.js';
import type { SearchOptions } from '../search.js';
import type { Claim, FromWorker, ToWorker, Verdict, WorkerSetup, WorkerStats } from './messages.js';
import type { SharedState } from './shared-state.js';
import { hireWorker, isNextWarm, releaseWorker, warmMs } from './worker-pool.js';

/** Other workers join once there is this much to do, */
const tasksWorthSharing = 16;
/** and once the first has worked this long: small programs are done before another would be ready. */
const aloneMs = 100;
/**
 * How long a stopped search waits for a worker in the middle of a query before it goes without it, and for one that is
 * replaying what it found; runs end by themselves. What that one had found until a moment ago is here already.
 */
const patienceMs = 200;
const mostPatienceMs = 3_000;

const restful: ReadonlySet<string> = new Set(['idle', 'stopped', 'lost']);

interface Member {
  readonly thread: Worker;
  state: 'starting' | 'idle' | 'more' | 'stopped' | 'lost';
  pending: number;
  cutShort: boolean;
  stats: WorkerStats | undefined;
  readonly owner: number;
  readonly hiredAt: number;
}

/**
 * The workers of one search. Subtrees belong to workers; one with nothing to do is fed by those that
 * have plenty, through here. The search is over when every worker is idle and no stolen task is on its way:
 * a worker posts its stolen tasks before it says it is idle, and whoever is given one is busy from then on.
 */
export class Crew {
  readonly #members: Member[] = [];
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #verdicts: ((verdicts: readonly Verdict[] | undefined) => void) | undefined;
  #undelivered: PackedTasks[] = [];
  #ready: (() => void) | undefined;
  #failure: Error | undefined;
  #startedAt = 0;
  #stoppedAt: number | undefined;
  /** Who replays, and what: given up if the replay is what kills it. */
  #confirming: { readonly member: Member; readonly claims: readonly Claim[] } | undefined;
  #isOver = false;

  constructor(
    readonly shared: SharedState,
    readonly options: SearchOptions,
    readonly onHarvest: (harvest: Harvest, page: LedgerPage | undefined, owner: number, stats: WorkerStats) => void,
    readonly resumed?: Resumed,
    /** A worker died, of too little memory as a rule; what it was about to do is left undone. */
    readonly onLoss: () => void = () => {},
  ) {}

  get pending(): number {
    return this.#members.reduce((sum, { pending }) => sum + pending, 0);
  }

  /** Since the first worker was ready, which is when limited time begins. */
  get workedMs(): number {
    return this.#startedAt === 0 ? 0 : performance.now() - this.#startedAt;
  }

  get stats(): WorkerStats[] {
    return this.#members.flatMap(({ stats }) => stats ?? []);
  }

  /** Some task was not expanded, or not wholly. */
  get leftSomething(): boolean {
    return (
      this.#undelivered.length > 0 ||
      this.#members.some(({ state, pending, cutShort }) => pending > 0 || cutShort || state === 'more')
    );
  }

  /** `onReady`: the first worker is about to start, so time that is limited runs from here. */
  async explore(onReady: () => void): Promise<void> {
    this.#ready = () => {
      this.#ready = undefined;
      this.#startedAt = performance.now();
      onReady();
    };
    if (this.resumed) this.#hire(this.#rootsLeft(this.resumed), this.resumed.remainder);
    else this.#hire(this.options.roots);
    if (this.options.search === 'random') while (this.#members.length < this.options.jobs) this.#hire([]);
    const watch = setInterval(() => this.#goWithoutTheStuck(), 50);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#settle = { resolve, reject };
        if (this.#failure) reject(this.#failure);
      });
    } finally {
      clearInterval(watch);
    }
  }

  /** A single first input is a task like any other; several stand beside the tasks until all are expanded. */
  #rootsLeft({ remainder: { survey } }: Resumed): readonly Uint8Array[] {
    const { roots } = this.options;
    return survey && survey.expanded < roots.length ? roots : [];
  }

  /** Replays that kill their worker are no confirmation; the others are tried again without them. */
  async confirm(claims: readonly Claim[]): Promise<readonly Verdict[]> {
    const verdicts = await this.#confirmAtOnce(claims);
    if (verdicts) return verdicts;
    if (claims.length === 1) return [{ input: -1, shown: undefined }];
    const middle = claims.length >> 1;
    return [...(await this.confirm(claims.slice(0, middle))), ...(await this.confirm(claims.slice(middle)))];
  }

  async #confirmAtOnce(claims: readonly Claim[]): Promise<readonly Verdict[] | undefined> {
    const verdicts = new Promise<readonly Verdict[] | undefined>((resolve, reject) => {
      this.#verdicts = resolve;
      this.#settle = { resolve: () => {}, reject };
    });
    const member = this.#members.find(({ state }) => state === 'idle' || state === 'stopped') ?? this.#hire([]);
    this.#confirming = { member, claims };
    this.#send(member, { kind: 'confirm', claims });
    return verdicts;
  }

  async dismiss(): Promise<void> {
    this.#isOver = true;
    const now = performance.now();
    await Promise.all(
      this.#members.map(({ thread, state, hiredAt }) =>
        releaseWorker(thread, state === 'idle' || state === 'stopped', now - hiredAt),
      ),
    );
  }

  #hire(roots: readonly Uint8Array[], remainder?: Remainder): Member {
    const owner = (this.resumed?.owners ?? 0) + this.#members.length;
    const opensRoots = (this.options.hasSource ?? false) && this.#members.length === 0;
    const { engine, search, rng, stopOnFirst, combine, accepted, maxRuns, maxTests } = this.options;
    const setup: WorkerSetup = {
      engine,
      search,
      rng: (rng + this.#members.length) | 0,
      stopOnFirst,
      combine,
      accepted,
      shared: this.shared.memory,
      limits: { maxRuns, maxTests },
      roots,
      opensRoots,
      owner: this.options.journal && owner,
      remainder,
    };
    const thread = hireWorker(engine.module);
    const member: Member = {
      thread,
      state: 'starting',
      pending: (remainder?.pending.count ?? 0) + roots.length + Number(opensRoots),
      cutShort: false,
      stats: undefined,
      owner,
      hiredAt: performance.now(),
    };
    this.#members.push(member);
    thread.on('message', (message: FromWorker) => this.#receive(member, message));
    thread.on('error', (error: Error) => {
      if (isOutOfMemory(error)) this.#lose(member);
      else this.#fail(error);
    });
    thread.on('exit', () => this.#lose(member));
    this.#send(member, { kind: 'setup', setup });
    return member;
  }

  #receive(member: Member, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#ready?.();
        return;
      case 'harvest':
        Object.assign(member, {
          state: message.state,
          pending: message.pending,
          cutShort: message.cutShort,
          stats: message.stats,
        });
        this.onHarvest(message.harvest, message.page, member.owner, message.stats);
        this.#assign();
        return;
      case 'stolen':
        this.#undelivered.push(message.packed);
        this.#assign();
        return;
      case 'verdicts':
        this.#verdicts?.(message.verdicts);
        return;
      case 'error': {
        const error = message.name === 'UserError' ? new UserError(message.message) : new Error(message.message);
        if (!(error instanceof UserError)) error.stack = message.stack;
        this.#fail(error);
      }
    }
  }

  #assign(): void {
    const { shared } = this;
    for (const member of this.#members) {
      if (this.#undelivered.length === 0) break;
      if (member.state !== 'idle' || shared.stopped) continue;
      const packed = this.#undelivered.shift()!;
      member.state = 'more';
      member.pending = packed.count;
      this.#send(member, { kind: 'tasks', packed });
    }
    const states = this.#members.map(({ state }) => state);
    shared.hungry = states.filter((state) => state === 'idle').length - this.#undelivered.length;
    // Who is still starting holds nothing, unless it was given the first inputs.
    const isAtRest = this.#members.every(
      ({ state, pending }) => restful.has(state) || (state === 'starting' && pending === 0),
    );
    if (isAtRest && (shared.stopped || this.#undelivered.length === 0)) {
      this.#settle?.resolve();
      return;
    }
    if (shared.stopped || this.pending < tasksWorthSharing) return;
    while (this.#members.length < this.#room) this.#hire([]);
  }

  /**
   * Workers there may be by now. Until the first is warm no more than half as many as there are cores: V8 optimises what
   * each runs, on a core another worker would have. Two workers on two cores that warm up at once hinder each other:
   * what takes less than that is done a fifth sooner by one, and longer searches take as long. Those that are warm from
   * another search join at once.
   */
  get #room(): number {
    const { jobs, aloneMs: given } = this.options;
    const isWarm = given === undefined && isNextWarm(this.options.engine.module);
    if (this.workedMs < (given ?? (isWarm ? 0 : aloneMs))) return 1;
    return this.workedMs < (given ?? (isWarm ? 0 : warmMs)) ? Math.min(jobs, availableParallelism() >> 1) : jobs;
  }

  #goWithoutTheStuck(): void {
    if (!this.shared.stopped) return;
    this.#stoppedAt ??= performance.now();
    const patience = Math.min(mostPatienceMs, patienceMs + 2 * this.shared.longestReplay);
    if (performance.now() - this.#stoppedAt > patience) this.#settle?.resolve();
  }

  /** The others go on. What it had is in the journal, if there is one, for --resume. */
  #lose(member: Member): void {
    if (this.#isOver || member.state === 'lost') return;
    member.state = 'lost';
    member.pending = 0;
    member.cutShort = true;
    this.onLoss();
    if (this.#confirming?.member === member) this.#verdicts?.(undefined);
    else this.#assign();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#settle?.reject(error);
  }

  #send(member: Member, message: ToWorker): void {
    member.thread.postMessage(message);
  }
}
