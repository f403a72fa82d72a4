import { UserError } from '../../vocabulary/errors.js';
import type { Claim, Verdict } from '../confirming/verdicts.js';
import type { WorkState } from '../contracts/driver.js';
import type { EngineSource } from '../contracts/engine.js';
import type { SharedState } from '../contracts/shared-state.js';
import type { JobName, ReportOf, SetupOf, TasksOf } from './jobs.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { WorkerLink, WorkerTransport } from './transport.js';

const restful: ReadonlySet<string> = new Set(['idle', 'stopped', 'lost']);

interface Member {
  readonly link: WorkerLink;
  state: 'starting' | WorkState | 'lost';
  pending: number;
  cutShort: boolean;
  readonly index: number;
  readonly hiredAt: number;
}

/** What the workers of a crew do, and how many of them there may be. */
export interface CrewOptions<Name extends JobName> {
  readonly transport: WorkerTransport;
  readonly shared: SharedState;
  readonly engine: EngineSource;
  readonly job: Name;
  /** For each worker by its place in the crew, the first being 0; and how much it has to do from the start. */
  setupOf(index: number): { readonly setup: SetupOf<Name>; readonly pending: number };
  /** Waiting for whoever has nothing to do, one at a time. */
  readonly tasks?: readonly TasksOf<Name>[];
  countOf(tasks: TasksOf<Name>): number;
  /** Workers hired at once. */
  readonly atOnce: number;
  /** Workers there may be by now: others join when there is much to do. */
  mostNow(workedMs: number, pending: number): number;
  /**
   * How long a stopped crew waits for a worker in the middle of a run or query before it goes without it. What that
   * one had found until a moment ago is here already.
   */
  patienceMs(): number;
  onReport(report: ReportOf<Name>, index: number): void;
  /** A worker died, of too little memory as a rule; what it was about to do is left undone. */
  onLoss(): void;
}

/**
 * The workers of one job. Subtrees belong to workers; one with nothing to do is fed by those that have plenty, through
 * here (work stealing). The job is done when every worker is idle and no task is on its way: a worker sends what was
 * stolen from it before it says it is idle, and whoever is given it is busy from then on.
 */
export class Crew<Name extends JobName> {
  readonly #members: Member[] = [];
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #verdicts: ((verdicts: readonly Verdict[] | undefined) => void) | undefined;
  readonly #undelivered: TasksOf<Name>[];
  #ready: (() => void) | undefined;
  #failure: Error | undefined;
  #startedAt = 0;
  #stoppedAt: number | undefined;
  /** Who replays: given up if the replay is what kills it. */
  #confirming: Member | undefined;
  #isOver = false;

  constructor(readonly options: CrewOptions<Name>) {
    this.#undelivered = [...(options.tasks ?? [])];
  }

  /** What its workers have to do yet, as far as they told. */
  get pending(): number {
    return this.#members.reduce((sum, { pending }) => sum + pending, 0);
  }

  /** Since the first worker was ready, which is when limited time begins. */
  get workedMs(): number {
    return this.#startedAt === 0 ? 0 : performance.now() - this.#startedAt;
  }

  /** Some task was not done, or not wholly. */
  get leftSomething(): boolean {
    return (
      this.#undelivered.length > 0 ||
      this.#members.some(({ state, pending, cutShort }) => pending > 0 || cutShort || state === 'more')
    );
  }

  /** Until nothing is left or the job is stopped. `onReady`: the first worker is about to start, so limited time runs from here. */
  async work(onReady: () => void): Promise<void> {
    this.#ready = () => {
      this.#ready = undefined;
      this.#startedAt = performance.now();
      onReady();
    };
    while (this.#members.length < this.options.atOnce) this.#hire();
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

  /** Replays that kill their worker are no confirmation; the others are tried again without them. */
  async confirm(claims: readonly Claim[]): Promise<readonly Verdict[]> {
    const verdicts = await this.#confirmAtOnce(claims);
    if (verdicts) return verdicts;
    if (claims.length === 1) return [{ input: -1, shown: undefined, stacks: [] }];
    const middle = claims.length >> 1;
    return [...(await this.confirm(claims.slice(0, middle))), ...(await this.confirm(claims.slice(middle)))];
  }

  async #confirmAtOnce(claims: readonly Claim[]): Promise<readonly Verdict[] | undefined> {
    const verdicts = new Promise<readonly Verdict[] | undefined>((resolve, reject) => {
      this.#verdicts = resolve;
      this.#settle = { resolve: () => {}, reject };
    });
    const member = this.#members.find(({ state }) => state === 'idle' || state === 'stopped') ?? this.#hire();
    this.#confirming = member;
    this.#send(member, { kind: 'confirm', claims });
    return verdicts;
  }

  async dismiss(): Promise<void> {
    this.#isOver = true;
    const now = performance.now();
    await Promise.all(
      this.#members.map(({ link, state, hiredAt }) =>
        link.release(state === 'idle' || state === 'stopped', now - hiredAt),
      ),
    );
  }

  #hire(): Member {
    const { transport, shared, engine, job, setupOf } = this.options;
    const index = this.#members.length;
    const { setup, pending } = setupOf(index);
    const link = transport.hire(engine.module, {
      receive: (message) => this.#receive(member, message as FromWorker<Name>),
      lose: (error) => (error ? this.#fail(error) : this.#lose(member)),
    });
    const member: Member = {
      ...{ link, state: 'starting', pending, cutShort: false, index },
      hiredAt: performance.now(),
    };
    this.#members.push(member);
    const { handle, limits } = shared;
    this.#send(member, { kind: 'setup', setup: { engineData: engine.data, job, setup, shared: handle, limits } });
    return member;
  }

  #receive(member: Member, message: FromWorker<Name>): void {
    switch (message.kind) {
      case 'ready':
        this.#ready?.();
        return;
      case 'report':
        member.state = message.state;
        member.pending = message.pending;
        member.cutShort = message.cutShort;
        this.options.onReport(message.report, member.index);
        this.#assign();
        return;
      case 'stolen':
        this.#undelivered.push(message.tasks);
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
    const { shared, countOf, mostNow } = this.options;
    for (const member of this.#members) {
      if (this.#undelivered.length === 0) break;
      if (member.state !== 'idle' || shared.stopped) continue;
      const tasks = this.#undelivered.shift()!;
      member.state = 'more';
      member.pending = countOf(tasks);
      this.#send(member, { kind: 'tasks', tasks });
    }
    const idle = this.#members.filter(({ state }) => state === 'idle').length;
    shared.hungry = idle - this.#undelivered.length;
    // Who is still starting holds nothing, unless it was given something from the start.
    const isAtRest = this.#members.every(
      ({ state, pending }) => restful.has(state) || (state === 'starting' && pending === 0),
    );
    if (isAtRest && (shared.stopped || this.#undelivered.length === 0)) {
      this.#settle?.resolve();
      return;
    }
    if (shared.stopped) return;
    const most = mostNow(this.workedMs, this.pending);
    while (this.#members.length < most) this.#hire();
  }

  #goWithoutTheStuck(): void {
    if (!this.options.shared.stopped) return;
    this.#stoppedAt ??= performance.now();
    if (performance.now() - this.#stoppedAt > this.options.patienceMs()) this.#settle?.resolve();
  }

  /** The others go on. What it had is in the journal, if there is one, for --resume. */
  #lose(member: Member): void {
    if (this.#isOver || member.state === 'lost') return;
    member.state = 'lost';
    member.pending = 0;
    member.cutShort = true;
    this.options.onLoss();
    if (this.#confirming === member) this.#verdicts?.(undefined);
    else this.#assign();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#settle?.reject(error);
  }

  #send(member: Member, message: ToWorker<Name>): void {
    member.link.send(message as ToWorker);
  }
}
