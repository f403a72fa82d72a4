import type { InputOrigin } from '../host/guest.js';
import { createHostState, defaultHostConfig, type HostConfig, type HostState } from '../host/wasi.js';
import type { MainPlan } from '../inputs/main.js';
import { type InputSink, makeWorld } from './starter.js';

/** Makes the world of each run of a program that starts at main: arguments, environment, stdin, files and network. */
export class MainWorlds {
  /** One map for all runs: the host keeps its tree of names by it. Contents change from run to run. */
  readonly #files: Map<string, Uint8Array>;

  constructor(
    readonly plan: MainPlan,
    readonly base: HostConfig = defaultHostConfig,
  ) {
    this.#files = new Map(plan.files.map(({ name }) => [name, new Uint8Array(0)]));
  }

  /** Whether anything was said of an environment variable. */
  declares(variable: string): boolean {
    return this.plan.env.some(({ name }) => name === variable);
  }

  /** `hasSymbols`: bytes are told to the guest with where they come from. */
  open(sink: InputSink, hasSymbols: boolean): HostState {
    const { args, env, stdin, recv, files } = makeWorld(this.plan, sink);
    const origins = new Map<Uint8Array, InputOrigin>();
    const contents = (origin: InputOrigin): Uint8Array => {
      const bytes = sink.input.slice(origin.from, origin.from + origin.size);
      origins.set(bytes, origin);
      return bytes;
    };
    for (const { name, origin } of files) this.#files.set(name, contents(origin));
    return createHostState({
      ...this.base,
      placed: { args, env },
      hasStdin: stdin !== undefined,
      stdin: stdin ? contents(stdin) : defaultHostConfig.stdin,
      received: recv && contents(recv),
      files: this.#files,
      origins: hasSymbols ? origins : undefined,
    });
  }
}
