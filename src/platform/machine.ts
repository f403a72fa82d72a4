import { setFlagsFromString } from 'node:v8';

/** The machine and the process this runs in: cores, memory, the folder it was started in. */
export { availableParallelism, totalmem as totalMemory } from 'node:os';

/** Bytes of the whole process that are in memory. */
export const residentBytes = (): number => process.memoryUsage.rss();

/** What relative names are relative to. */
export const currentFolder = (): string => process.cwd();

/**
 * Works in another folder. A process has one: who does other work meanwhile does it there too, so this is for work that
 * is waited for.
 */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

export const environment = (name: string): string | undefined => process.env[name];

export const atExit = (action: () => void): void => void process.on('exit', action);

/** Has the compiler of WebAssembly read which way a branch goes as a rule; before modules are compiled. */
export const enableBranchHints = (): void => setFlagsFromString('--experimental-wasm-branch-hinting');

export const nodeVersion = (): string => process.version;
