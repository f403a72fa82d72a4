import { fileURLToPath } from 'node:url';
import type * as Library from '../../src/index.js';

// What is shipped, which the bench builds first.
const bundle: string = new URL('../../dist/index.js', import.meta.url).href;
export const nearmiss = (await import(bundle)) as typeof Library;

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A file of this repository, by its path in it. */
export const ours = (path: string): string => `${root}${path}`;

export interface Timed<T> {
  readonly value: T;
  /** Of processor time, all threads of this process; compiling is done by others. */
  readonly time: number;
}

export async function measured<T>(run: () => PromiseLike<T>): Promise<Timed<T>> {
  const start = process.cpuUsage();
  const value = await run();
  const { user, system } = process.cpuUsage(start);
  return { value, time: (user + system) / 1e6 };
}

/** One worker, so that the count of tests under a limit does not depend on the machine's other work more than it must. */
export const explored = (options: Library.ExploreOptions): Promise<Timed<Library.Summary>> =>
  measured(() => nearmiss.explore({ jobs: 1, ...options }));

/** Places and checkers of what was found, for a cell. */
export const told = (findings: readonly { readonly checker: string; readonly line: number }[]): string =>
  findings.length === 0 ? 'none' : findings.map(({ checker, line }) => `${checker} (line ${line})`).join(', ');
