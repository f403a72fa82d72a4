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
    sequence: { sequencer: LongestFirst },
  },
});
