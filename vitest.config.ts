import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/debian.ts', 'test/support/bundle.ts', 'test/support/temporary-folder.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    maxConcurrency: 2,
    pool: 'forks',
    // Every program that is opened has 280 MB of memory, reserved and hardly touched: for V8 a reason to look through the
    // whole heap twice a program, on the core another test needs (a third of the processor time of what opens hundreds).
    execArgv: ['--no-concurrent-marking'],
    sequence: { sequencer: LongestFirst },
  },
});
