import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { modelledFunctions } from '../../src/abi/string-models.js';
import { evaluateReference } from '../../src/expr/reference.js';
import { parseSize } from '../../src/inputs/size.js';
import { chooseCheckers } from '../../src/modes/choose-checkers.js';
import { buildProgram, planProgram, prepareProgram } from '../../src/modes/make-program.js';
import { openShadow } from '../../src/runtime/shadow-program.js';
import { foldPath, RollingHash } from '../../src/search/expanding/path-hash.js';
import { cases } from '../support/cases.js';

/**
 * What a model says against what the C library's own code does, on the same inputs: all short strings of a few
 * characters, and longer ones at random. And what it says of *other* inputs of its path against what they do.
 */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-models-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How each function is called; what it gives back is a number. */
const calls: Readonly<Record<(typeof modelledFunctions)[number], string>> = {
  strcmp: 'strcmp(s, t)',
  strncmp: 'strncmp(s, t, 2)',
  strcasecmp: 'strcasecmp(s, t)',
  strncasecmp: 'strncasecmp(t, s, 3)',
  memcmp: 'memcmp(s, t, 3)',
  strchr: 'place(s, strchr(s, 97))',
  strrchr: "place(s, strrchr(s, 'a'))",
  strstr: 'place(s, strstr(s, "aB"))',
  strspn: '(int)strspn(s, "aB")',
  strcspn: '(int)strcspn(s, "Bc")',
};
const source = join(folder, 'calls.c');
writeFileSync(
  source,
  `#include <string.h>
#include <strings.h>
static int place(const char *s, const char *found) { return found ? (int)(found - s) : -1; }
${modelledFunctions.map((name) => `int call_${name}(const char *s, const char *t) { return ${calls[name]}; }`).join('\n')}
`,
);

const alphabet = [0, 0x61, 0x42, 0x62];
const checkers = chooseCheckers('none');
const observes = { result: { kind: 'int', bits: 32, signed: true }, globals: [] } as const;

async function open(name: string, size: string, stringModels: 'on' | 'off') {
  const len = new Map(['s', 't'].map((param) => [param, parseSize(size, param)]));
  const options = { sources: [source], entry: `call_${name}`, len, stringModels };
  const built = await buildProgram(options);
  const planned = planProgram(built, options);
  const program = openShadow(prepareProgram(built, planned), planned.plan, { checkers, fuel: 1e6, observes });
  const hash = new RollingHash();
  return {
    program,
    run(input: Uint8Array) {
      const result = program.run(input);
      const [shown] = program.observe();
      foldPath(hash, result, program.sites);
      const value = new DataView(shown.bytes.slice().buffer).getInt32(0, true);
      return { value, ids: shown.ids, path: `${hash.low},${hash.high}`, entries: result.trace.length };
    },
  };
}

/** Strings of up to `length` characters as the flat input has them: with a length byte in front where it may vary. */
function* inputs(length: number, isVariable: boolean): Generator<Uint8Array> {
  const one = [...strings(length)];
  const step = Math.max(1, Math.floor((one.length * one.length) / cases(700)) | 1);
  for (let i = 0; i < one.length * one.length; i += step) {
    const parts = [one[Math.floor(i / one.length)], one[i % one.length]];
    const flat = parts.flatMap((bytes) => (isVariable ? [(bytes[0] + i) % (length + 1), ...bytes] : bytes));
    yield Uint8Array.from(flat);
  }
}

function* strings(length: number): Generator<number[]> {
  if (length === 0) yield [];
  else for (const rest of strings(length - 1)) for (const byte of alphabet) yield [...rest, byte];
}

describe.each(modelledFunctions)('%s', (name) => {
  // Shorter than the block that is compared, a string has no such block.
  test.each(name === 'memcmp' ? ['3'] : ['3', '0..3'])(
    'strings of %s characters: what the code gives, and in fewer decisions',
    async (size) => {
      const [model, code] = [await open(name, size, 'on'), await open(name, size, 'off')];
      let [shorter, runs] = [0, 0];
      const byPath = new Map<string, { input: Uint8Array; value: number }[]>();
      for (const input of inputs(3, size !== '3')) {
        const [said, done] = [model.run(input), code.run(input)];
        expect(said.value, `${name} ${input}`).toBe(done.value);
        if (said.entries < done.entries) shorter++;
        runs++;
        const known = byPath.get(said.path) ?? [];
        if (known.length < 100) byPath.set(said.path, [...known, { input, value: said.value }]);
      }
      expect(runs).toBeGreaterThan(cases(500));
      expect(shorter / runs).toBeGreaterThan(0.2);
      // The expression of one run, on the other inputs of its path.
      let [compared, symbolic] = [0, 0];
      for (const alike of byPath.values()) {
        const { ids, value } = model.run(alike[0].input);
        for (const other of alike.slice(1)) {
          compared++;
          if (!ids) {
            expect(other.value, `${name} ${other.input}`).toBe(value);
            continue;
          }
          symbolic++;
          const byte = (i: number) =>
            ids[i] === 0
              ? (value >> (8 * i)) & 0xff
              : Number(evaluateReference(model.program.store, ids[i], (at) => other.input[at] ?? 0));
          const whole = byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
          expect(whole, `${name} ${other.input}`).toBe(other.value);
        }
      }
      expect(compared).toBeGreaterThan(50);
      if (name.endsWith('cmp')) expect(symbolic).toBeGreaterThan(50);
    },
  );
});
