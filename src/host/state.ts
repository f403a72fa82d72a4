import { DescriptorTable } from './descriptors.js';
import { Disk } from './disk.js';
import { type Guest, type InputOrigin, ProgramExit } from './guest.js';
import type { LimitName } from './limits.js';
import { OutputCapture } from './output.js';
import { type SeedDirectory, seedTree } from './seed.js';
import type { PlacedEntry } from './surroundings.js';
import type { Asked, InputFact } from './world.js';

/** What a run is given. Encoded forms are kept by identity: give a new list or record rather than change one. */
export interface HostConfig {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array;
  /**
   * Files of the sandbox, by path from its root; a name that ends in `/` is an empty folder. Never changed: a
   * program that writes to one writes to its own copy. The set of names must not change between runs.
   */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Strings in the program's memory already, by address: they come after `args` and `env` (as NAME=value). */
  readonly placed?: { readonly args: readonly number[]; readonly env: readonly number[] };
  /** Standard input was declared, even if it is empty. */
  readonly hasStdin?: boolean;
  /** What the other side of a connection sends; without it a program that asks for a network is not modelled. */
  readonly received?: Uint8Array;
  /** Which of `stdin`, `received` and the contents of `files` are symbolic; by identity, so that a copy is not. */
  readonly origins?: ReadonlyMap<Uint8Array, InputOrigin>;
  /** What else is there. Belongs to `files`: the host keeps its tree by that map. */
  readonly surroundings?: readonly PlacedEntry[];
  /** What is printed is kept with its symbols. */
  readonly keepsSymbols?: boolean;
  /** Bytes of output kept; more is counted but dropped. */
  readonly outputLimit: number;
  /** Bytes of its own the program may have in files at one time. */
  readonly diskLimit: number;
  /** A limit that no healthy machine has ends the run; else the program is told of a full disk. */
  readonly endsAtLimits?: boolean;
  /** What the virtual clock shows when the run starts, in nanoseconds since 1970. */
  readonly clockStart: bigint;
  /** Seed of random_get. */
  readonly rng: number;
}

/** A program alone in an empty world. The clock starts in the year of the release, the same in every run, and at no round hour. */
export const defaultHostConfig: HostConfig = {
  args: ['program'],
  env: {},
  stdin: new Uint8Array(0),
  files: new Map(),
  outputLimit: 1 << 20,
  diskLimit: 1 << 28,
  clockStart: 1_793_536_496_000_000_000n,
  rng: 0,
};

/**
 * The world of one run. Made for every run, so nothing is allocated before the program asks for it.
 * Nothing in here refers to the host's files, clock, randomness or network.
 */
export class HostState {
  readonly output: OutputCapture;
  clock: bigint;
  /** Bytes drawn from the stream of random ones. */
  randomPosition = 0;
  /** Connections made so far. */
  connections = 0;
  exitCode: number | undefined;
  /** Something is to come that has no model (an alarm): no state is the same as an earlier one. */
  isUnsettled = false;
  /** How often an alarm may still ring. */
  alarms = 0;
  /** The signal proc_raise ended the run with. */
  signal: number | undefined;
  /**
   * Goes up whenever something changes that a later call could tell the program: two moments with the same
   * version have the same host state. Captured output doesn't count, the program can't read it.
   */
  version = 0;

  readonly #seed: SeedDirectory;
  #disk: Disk | undefined;
  #descriptors: DescriptorTable | undefined;
  #unmodelled: Map<string, number> | undefined;
  #limits: Map<LimitName, number> | undefined;
  #asked: Map<string, Asked> | undefined;

  constructor(readonly config: HostConfig) {
    this.output = new OutputCapture(config.outputLimit, config.keepsSymbols);
    this.clock = config.clockStart;
    this.#seed = seedTree(config.files, config.surroundings);
  }

  get disk(): Disk {
    return (this.#disk ??= new Disk(this.#seed, this.config.clockStart, this.config.diskLimit, (name) =>
      this.noteLimit(name),
    ));
  }

  /** The files, if the run had anything to do with any. */
  get usedDisk(): Disk | undefined {
    return this.#disk;
  }

  get descriptors(): DescriptorTable {
    return (this.#descriptors ??= new DescriptorTable(this.disk.root));
  }

  /** Calls that have no model or only half of one: name → how often. */
  get unmodelled(): ReadonlyMap<string, number> {
    return (this.#unmodelled ??= new Map());
  }

  /** Bounds of the sandbox (not of POSIX) that changed what the program was told: name → how often. */
  get limits(): ReadonlyMap<LimitName, number> {
    return (this.#limits ??= new Map());
  }

  /** Inputs that nobody declared and the program asked for. */
  get asked(): Iterable<Asked> {
    return this.#asked?.values() ?? [];
  }

  /** The program is told what an input is that nobody declared. Only a guest that knows where it is need be heard. */
  ask(guest: Guest, fact: InputFact, name = ''): void {
    if (guest.where && !this.#asked?.has(`${fact} ${name}`)) this.noteAsked({ fact, name, place: guest.where() });
  }

  noteAsked(asked: Asked): void {
    const key = `${asked.fact} ${asked.name}`;
    if (!this.#asked?.has(key)) (this.#asked ??= new Map()).set(key, asked);
  }

  noteUnmodelled(name: string): void {
    count((this.#unmodelled ??= new Map()), name);
  }

  noteLimit(name: LimitName): void {
    count((this.#limits ??= new Map()), name);
    // Linux itself gives a process 1024 files.
    if (!this.config.endsAtLimits || name === 'open-files') return;
    this.exitCode = 0;
    throw new ProgramExit(0);
  }
}

function count<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The same with more in the world. */
const engineConfig: HostConfig = { ...defaultHostConfig, endsAtLimits: true };

export function hostConfigWith(surroundings: readonly PlacedEntry[] | undefined): HostConfig {
  return surroundings?.length ? { ...engineConfig, files: new Map(), surroundings } : engineConfig;
}

export function createHostState(config: HostConfig): HostState {
  return new HostState(config);
}
