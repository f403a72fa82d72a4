import { defineConfig } from 'vitest/config';
import { fastFiles, shortenedFiles } from './test/support/fast-files.js';
import { LongestFirst } from './test/support/longest-first.js';

/** What a process is like that other tests have been in before matters here: its threads, the memory it has. */
const filesAlone = ['test/search/worker-pool.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'fast',
          include: [...fastFiles, ...shortenedFiles],
          globalSetup: ['test/support/temporary-folder.ts'],
          setupFiles: ['test/support/no-compiler.ts', 'test/support/property-seed.ts'],
          env: { NEARMISS_EFFORT: '0.05' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          pool: 'forks',
          // One process for many files: loading the engine anew for each would take longer than the tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/**/*.test.ts'],
          exclude: [...fastFiles, ...filesAlone],
          globalSetup: ['test/support/debian.ts', 'test/support/bundle.ts', 'test/support/temporary-folder.ts'],
          setupFiles: ['test/support/property-seed.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxConcurrency: 2,
          pool: 'forks',
          // Loading the engine takes a second of processor time.
          isolate: false,
          // Every program that is opened has 280 MB of memory, reserved and hardly touched: for V8 a reason to look through the
          // whole heap twice a program, on the core another test needs (a third of the processor time of what opens hundreds).
          execArgv: ['--no-concurrent-marking'],
        },
      },
      {
        test: {
          name: 'alone',
          include: filesAlone,
          globalSetup: ['test/support/bundle.ts', 'test/support/temporary-folder.ts'],
          testTimeout: 120_000,
          pool: 'forks',
        },
      },
    ],
  },
});
