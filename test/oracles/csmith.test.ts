import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { encodeInput } from '../../src/inputs/encode.js';
import { chooseCheckers } from '../../src/modes/choose-checkers.js';
import { openExact } from '../../src/runtime/exact-program.js';
import { describeWith } from '../support/describe-with.js';
import { nativeGcc } from '../support/native.js';
import { type Opened, openProgram } from '../support/opened.js';
import { untrueBytes, untrueEntries } from '../support/trace-truth.js';
import { type CsmithProgram, csmithMissing, csmithProgram, nativeMain, truncated } from './csmith/generate.js';

/**
 * Random C programs from csmith: with shadows, without shadows and natively they print the same checksum,
 * with some of their globals symbolic and for several values of those; and all that a run recorded is true
 * of its own input. NEARMISS_CSMITH=200 asks for more programs than the usual few.
 */
const programs = Number(process.env.NEARMISS_CSMITH ?? 8);
const missing = csmithMissing() ?? (nativeGcc ? undefined : 'gcc -m32 is missing: apt-get install gcc-multilib');
const headers = fileURLToPath(new URL('./csmith/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-csmith-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Enough for programs of this size; one that needs more is no help and left out. */
const fuel = 200_000;

describeWith(missing, 'programs of csmith', () => {
  let compared = 0;
  for (let seed = 1; seed <= programs; seed++) {
    test(`seed ${seed}`, async () => {
      const program = csmithProgram(seed);
      const native = buildNative(program, seed);
      const source = join(folder, `${seed}.c`);
      writeFileSync(source, program.source);
      const opened = await openProgram(source, {
        entry: program.entry,
        flags: [`-I${headers}`, '-w'],
        checkers: 'none',
        fuel,
      });
      const runs = startingValues(program, seed);
      if (runs.filter((values) => compareRuns(native, opened, program, values)).length > 0) compared++;
    });
  }

  test('most of them came to an end and were compared', () => {
    expect(compared).toBeGreaterThanOrEqual(Math.max(1, Math.ceil((programs * 2) / 3)));
  });
});

/** csmith's programs are defined: whatever is on by default finds nothing. */
const defaultCheckers = chooseCheckers(undefined);

/** False when the run takes too long, here or natively, to say anything. */
function compareRuns(native: string, opened: Opened, program: CsmithProgram, values: readonly bigint[]): boolean {
  const run = spawnSync(native, values.map(String), { timeout: 2000 });
  if (run.error || run.status === null) return false;
  const { plan, engine } = opened;
  const names = program.globals.map(({ name }) => `start_${name}`);
  const input = encodeInput(plan, Object.fromEntries(names.map((name, i) => [name, String(values[i])])));
  const shadow = engine.program.run(input);
  if (shadow.outcome === 'fuel') return false;
  const replay = engine.replay().replay(input);
  const text = (output: Uint8Array) => Buffer.from(output).toString();
  const expected = run.stdout.toString();
  const shown = `seed's globals ${values.join(' ')}`;
  expect({ shown, shadow: text(shadow.output), replay: text(replay.output) }).toEqual({
    shown,
    shadow: expected,
    replay: expected,
  });
  const exact = openExact(opened.prepared, opened.prepared.exact!, plan, { checkers: defaultCheckers, fuel });
  // Twice: it is put back for the next input.
  for (const judged of [exact.run(input), exact.run(input)]) {
    expect({ shown, output: text(judged.output), failures: judged.failures }).toEqual({
      shown,
      output: expected,
      failures: [],
    });
  }
  expect(untrueEntries(engine.program, shadow)).toEqual([]);
  expect(untrueBytes(engine.program, shadow)).toEqual([]);
  engine.clear();
  return true;
}

/** i386 aligns 64-bit members to 4 bytes unless told; Wasm to 8. */
function buildNative(program: CsmithProgram, seed: number): string {
  const source = join(folder, `${seed}-native.c`);
  const binary = join(folder, `${seed}`);
  writeFileSync(source, program.source + nativeMain(program));
  execFileSync(nativeGcc!, ['-m32', '-malign-double', '-O0', '-w', `-I${headers}`, source, '-o', binary]);
  return binary;
}

/** The program's own, then two more that only the seed decides. */
function startingValues({ globals }: CsmithProgram, seed: number): bigint[][] {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n;
  const next = (type: string) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    const small = (state >> 60n) % 2n === 0n;
    return truncated(small ? (state >> 33n) & 0xfn : state >> 7n, type);
  };
  const others = [1, 2].map(() => globals.map(({ type }) => next(type)));
  return globals.length === 0 ? [[]] : [globals.map(({ initial }) => initial), ...others];
}
