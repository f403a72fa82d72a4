import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeInput } from '../../../src/inputs/decode.js';
import { fuzzPlan } from '../../../src/inputs/fuzz.js';
import { flatSize } from '../../../src/inputs/layout.js';
import { mainPlan } from '../../../src/inputs/main-plan.js';
import type { InputPlan } from '../../../src/inputs/plan.js';
import { fitSavedInputs, readSavedInputs, type SavedInput, sizesOf } from '../../../src/inputs/saved/index.js';
import { testText } from '../../../src/report/saved-test.js';
import type { RunRecord } from '../../../src/search/results/records.js';
import { UserError } from '../../../src/vocabulary/errors.js';
import { escapeBytes } from '../../../src/vocabulary/escape.js';
import { ktestBytes } from './ktest-bytes.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nearmiss-saved-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const names = (saved: readonly SavedInput[]) => saved.map(({ name }) => name.slice(folder.length + 1));
const fuzz = fuzzPlan({ min: 0, max: 8 });
const data = (plan: InputPlan, inputs: readonly { input: Uint8Array }[]) =>
  inputs.map(({ input }) => decodeInput(plan, input).data);

describe('folders people have', () => {
  test('raw files, in the order of their names, hidden ones left out, folders inside too', () => {
    write({ b: 'two', a: 'one', '.gitignore': 'x', 'more/c': 'three' });
    const saved = readSavedInputs([folder]);
    expect(names(saved)).toEqual(['a', 'b', 'more/c']);
    expect(data(fuzz, fitSavedInputs(fuzz, saved).inputs)).toEqual(['one', 'two', 'three']);
  });

  test.each(['', 'out/', 'out/default/'])("AFL's output given as %j", (prefix) => {
    write({
      [`${prefix}queue/id:000000,orig:a`]: 'seed',
      [`${prefix}queue/.state/deterministic_done/id:000000,orig:a`]: '',
      [`${prefix}queue/id:000001,src:000000,op:havoc`]: 'found',
      [`${prefix}crashes/README.txt`]: 'Command line used to find this crash',
      [`${prefix}crashes/id:000000,sig:11`]: 'crash',
      [`${prefix}hangs/id:000000,src:000001`]: 'hang',
      [`${prefix}fuzzer_stats`]: 'start_time : 1',
      [`${prefix}plot_data`]: '#',
    });
    const contents = readSavedInputs([folder]).map(({ blob }) => Buffer.from(blob!).toString());
    expect(contents).toEqual(['crash', 'seed', 'found']);
  });

  test("KLEE's output: the tests and nothing else", () => {
    write({
      'test000001.ktest': ktestBytes(['p.bc'], [{ name: 'x', bytes: Uint8Array.of(1, 2, 3, 4) }]),
      'test000001.kquery': '(query)',
      info: 'PID: 1',
    });
    expect(names(readSavedInputs([folder]))).toEqual(['test000001.ktest']);
  });

  test('a folder that is one test, and a folder of those', () => {
    write({
      'one/args': '-v\nname with blank\n\n',
      'one/stdin': 'hello',
      'one/files/etc/a.cfg': 'k=v',
      'one/expected-output': 'ignored',
      'two/stdin': '',
    });
    const [one, two] = readSavedInputs([folder]);
    expect(one.args!.map((arg) => Buffer.from(arg).toString())).toEqual(['-v', 'name with blank', '']);
    expect(sizesOf(one)).toMatchObject({ stdin: 5, args: [2, 15, 0], files: new Map([['etc/a.cfg', 3]]) });
    expect(sizesOf(two)).toMatchObject({ stdin: 0, args: [] });
  });

  test('what can’t be read is one sentence', () => {
    write({ 'broken.ktest': 'KTEST\0\0\0\x03\xff\xff\xff\xff', 'deep/a': '' });
    mkdirSync(join(folder, 'empty'));
    symlinkSync('..', join(folder, 'deep', 'up'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    for (const name of ['broken.ktest', 'missing', 'empty', 'deep', 'dangling']) {
      expect(() => readSavedInputs([join(folder, name)]), name).toThrow(UserError);
    }
    expect(() => readSavedInputs(['/dev/zero'])).toThrow(/not a regular file/);
  });

  test('a JSON file that is no test of ours is bytes', () => {
    write({ 'a.json': '{"bytes":"00"}', 'b.json': '{broken' });
    expect(readSavedInputs([folder]).map(({ format }) => format)).toEqual(['raw', 'raw']);
  });
});

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const text = (maxLength: number) => fc.uint8Array({ min: 1, maxLength });

describe('fitting', () => {
  test('what fits comes out as it went in, whichever way it was saved', () => {
    const shape = fc.record({
      args: fc.array(text(5), { maxLength: 3 }),
      stdin: bytes(300),
      file: bytes(9),
      env: text(4),
    });
    fc.assert(
      fc.property(shape, ({ args, stdin, file, env }) => {
        const saved: SavedInput = {
          name: 't',
          format: 'folder',
          args,
          stdin,
          files: new Map([['f', file]]),
          env: new Map([['E', env]]),
        };
        const range = (max: number) => ({ min: 0, max });
        const options = { stdin: range(300), args: args.map(() => range(5)), files: new Map([['f', range(9)]]) };
        const plan = mainPlan({ ...options, env: new Map([['E', range(4)]]) });
        const { inputs, refused, firstCut } = fitSavedInputs(plan, [saved]);
        expect(refused).toEqual([]);
        expect(firstCut).toBeUndefined();
        const values = decodeInput(plan, inputs[0].input);
        expect(values.argv ?? []).toEqual(args.map((arg) => escapeBytes(arg)));
        const again = fitSavedInputs(plan, [{ ...saved, ...partsOf(plan, inputs[0].input) }]);
        expect(again.inputs[0].input).toEqual(inputs[0].input);
      }),
    );
  });

  test('a test of ours, written and read again, is the same flat input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 2 }), (raw, kind) => {
        const sizes = { min: 0, max: 16 };
        const plan: InputPlan = [
          fuzzPlan(sizes),
          mainPlan({ stdin: sizes, args: [{ min: 3, max: 3 }] }),
          {
            kind: 'entry',
            function: 'f',
            params: [
              { name: 'n', value: { kind: 'int', bits: 32, signed: true } },
              {
                name: 's',
                value: {
                  kind: 'pointer',
                  nullable: true,
                  target: { elementSize: 1, count: sizes, terminated: true, fields: [] },
                },
              },
            ],
          } as const,
        ][kind];
        const recipe = [{ size: '0..16' }, { stdin: '0..16', args: ['3'] }, {}][kind];
        const input = new Uint8Array(Math.max(flatSize(plan), raw.length));
        input.set(raw);
        const record = { input, layout: [], failures: [], outcome: 'exited', exitCode: 0 } as unknown as RunRecord;
        write({ 't.json': testText({ id: 't', record: () => record, plan, recipe: { sources: ['f.c'], ...recipe } }) });
        const saved = readSavedInputs([join(folder, 't.json')]);
        expect(saved[0].format).toBe('nearmiss');
        const fitted = fitSavedInputs(plan, saved);
        expect(fitted.refused).toEqual([]);
        const [{ input: back }] = fitted.inputs;
        expect(decodeInput(plan, back)).toEqual(decodeInput(plan, input));
        expect(back.subarray(flatSize(plan))).toEqual(input.subarray(flatSize(plan)));
      }),
    );
  });

  test('too long is cut, too short filled, twice the same once: and told', () => {
    const saved = ['0123456789', 'ab', '0123456789xx'].map(
      (content): SavedInput => ({ name: content, format: 'raw', blob: Buffer.from(content) }),
    );
    const plan = mainPlan({ stdin: { min: 4, max: 8 } });
    const { inputs, firstCut } = fitSavedInputs(plan, saved);
    expect(inputs.map(({ input, isCut, isPadded }) => [decodeInput(plan, input).stdin, isCut, isPadded])).toEqual([
      ['01234567', true, false],
      ['ab\\0\\0', false, true],
    ]);
    expect(firstCut).toBe('stdin is 10 bytes long and --stdin 4..8 takes 8');
  });

  test('bytes go where they can only be meant; else they are refused', () => {
    const blob: SavedInput = { name: 'b', format: 'raw', blob: Buffer.from('xy') };
    const one = mainPlan({ files: new Map([['a', { min: 0, max: 4 }]]) });
    expect(decodeInput(one, fitSavedInputs(one, [blob]).inputs[0].input)).toEqual({ files: { a: 'xy' } });
    const two = mainPlan({ args: [{ min: 0, max: 4 }], files: new Map([['a', { min: 0, max: 4 }]]) });
    expect(fitSavedInputs(two, [blob]).refused[0].why).toMatch(/doesn't say which of argv\[1\], file a it is/);
  });

  test('objects of a .ktest: main’s own, and those the program makes as it runs', () => {
    const four = Uint8Array.of(1, 2, 3, 4);
    const ktest = ktestBytes(
      ['p.bc', '-x', '--sym-args', '0', '2', '3', '--sym-stdin', '4'],
      [
        { name: 'n_args', bytes: Uint8Array.of(1, 0, 0, 0) },
        { name: 'arg00', bytes: Buffer.from('ab\0\0') },
        { name: 'stdin', bytes: Buffer.from('in') },
        { name: 'stdin-stat', bytes: new Uint8Array(144) },
        { name: 'model_version', bytes: Uint8Array.of(1, 0, 0, 0) },
        { name: 'x', bytes: four },
      ],
    );
    write({ 't.ktest': ktest });
    const size = { min: 0, max: 4 };
    const plan = mainPlan({ args: [size, size], stdin: size });
    const { inputs } = fitSavedInputs(plan, readSavedInputs([join(folder, 't.ktest')]));
    expect(decodeInput(plan, inputs[0].input)).toEqual({ argv: ['-x', 'ab'], stdin: 'in' });
    expect(inputs[0].input.subarray(flatSize(plan))).toEqual(four);
  });
});

/** The parts of a flat input, by way of a test of ours. */
function partsOf(plan: InputPlan, input: Uint8Array): Partial<SavedInput> {
  const record = { input, layout: [], failures: [], outcome: 'exited', exitCode: 0 } as unknown as RunRecord;
  write({ 'parts.json': testText({ id: 't', record: () => record, plan, recipe: { sources: ['f.c'] } }) });
  const [{ tail, name, format, ...parts }] = readSavedInputs([join(folder, 'parts.json')]);
  return parts;
}
