import { fileURLToPath } from 'node:url';
import { build } from '../src/build/build.js';
import { prepare } from '../src/instrument/prepare.js';
import { chooseCheckers } from '../src/modes/choose-checkers.js';
import { choosePlan } from '../src/modes/choose-plan.js';
import { openShadow } from '../src/runtime/shadow-program.js';
import { timed } from './clock.js';

/** 100,000 runs of a small program in one instance: what a run costs, and whether memory grows. */
export async function memory(): Promise<void> {
  const source = fileURLToPath(new URL('./programs/flat.c', import.meta.url));
  const entry = 'flat';
  const { wasm, kind } = await build({ sources: [source], flags: [], compiler: 'auto', opt: 0, entry });
  const plan = choosePlan(wasm, kind, { entry, len: new Map([['s', { min: 17, max: 17 }]]) });
  const program = openShadow(prepare(wasm, { entries: [entry] }), plan, {
    checkers: chooseCheckers(undefined),
    fuel: 1e6,
  });
  const input = new Uint8Array(64);
  const batch = (): number =>
    timed(() => {
      for (let i = 0; i < 20_000; i++) {
        input[i % 17] = (i * 7) & 0xff;
        program.run(input);
      }
    });
  batch();
  console.log('\n100,000 runs of a small program');
  const before = process.memoryUsage().rss;
  const times = Array.from({ length: 5 }, batch);
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  const each = (times.reduce((sum, ms) => sum + ms, 0) / 100_000) * 1000;
  console.log(
    `  ${each.toFixed(1)} µs a run (${Math.round(1e6 / each)} runs/s), memory grew by ${grown.toFixed(0)} MB, ${program.store.size} expressions`,
  );
}
