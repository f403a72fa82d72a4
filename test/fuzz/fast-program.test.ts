import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/fuzz/random.js';
import { flatSize } from '../../src/inputs/layout.js';
import { FastProgram } from '../../src/runtime/fast-program.js';
import { type OpenedProgram, openProgram } from '../support/opened.js';

const source = fileURLToPath(new URL('./sources/busy.c', import.meta.url));
const fuel = 1_000_000;

let opened: OpenedProgram;
beforeAll(async () => {
  opened = await openProgram(source, { size: { min: 0, max: 12 } });
});

const open = (logs = false): FastProgram => new FastProgram(opened.prepared, opened.plan, { fuel, logs });

function inputOf(text: string): Uint8Array {
  const input = new Uint8Array(flatSize(opened.plan));
  input[0] = text.length;
  input.set(Buffer.from(text), 1);
  return input;
}

/** All that a run tells. */
function ran(program: FastProgram, text: string) {
  const end = program.run(inputOf(text));
  const { turns } = program;
  program.collect();
  const told = { end, turns, features: [...program.hitFeatures()], failures: [...program.failures] };
  program.mendConstants();
  return told;
}

describe('a run of the fast module', () => {
  test('is the same whatever ran before it in the same instance', () => {
    const random = new Random(7);
    const letters = 'mfkdorclqenabupz.,';
    const texts = Array.from({ length: 40 }, () =>
      Array.from({ length: random.below(13) }, () => letters[random.below(letters.length)]).join(''),
    );
    const fresh = texts.map((text) => ran(open(), text));
    const used = open();
    for (let round = 0; round < 3; round++) {
      const order = texts.map((_, i) => i).sort((a, b) => ((a * 7 + round) % 40) - ((b * 7 + round) % 40));
      for (const i of order) expect([texts[i], ran(used, texts[i])]).toEqual([texts[i], fresh[i]]);
    }
    expect(new Set(fresh.map(({ end }) => end)).size).toBeGreaterThan(2);
    expect(fresh.filter(({ end }) => end === 'returned').length).toBeGreaterThan(5);
  });

  test.each([
    ['an endless loop', 'e', 'fuel'],
    ['endless memory', 'b', 'fuel'],
    ['endless recursion', 'u', 'failed'],
    ['a null pointer', 'n', 'failed'],
    ['an abort', 'a', 'failed'],
    ['a write behind a global', 'o', 'failed'],
    ['a read behind a block', 'mr', 'returned'],
    ['a block freed twice', 'mffffffffff', 'returned'],
  ])('%s ends it, and the next is none the worse', (_, text, end) => {
    const program = open();
    const before = ran(program, 'mkpl.');
    expect(ran(program, text).end).toBe(end);
    expect(ran(program, 'mkpl.')).toEqual(before);
  });

  test('a place that failed has one name, and another place another', () => {
    const program = open();
    const [first] = ran(program, 'o').failures;
    expect(ran(program, 'k.o').failures).toEqual([first]);
    expect(ran(program, 'ab').failures).not.toContain(first);
    expect(ran(program, 'z').failures).toHaveLength(1);
  });

  test('counts and finds what is new once', () => {
    const program = open();
    program.run(inputOf('kk'));
    expect(program.collect()).toBeGreaterThan(3);
    program.run(inputOf('kk'));
    expect(program.collect()).toBe(0);
    const features = [...program.hitFeatures()];
    expect(features.every((feature) => program.frequencyOf(feature) === 2)).toBe(true);
    program.run(inputOf('kkkkkk'));
    expect(program.collect()).toBeGreaterThan(0);
  });

  test('logs what it compares', () => {
    const program = open(true);
    program.run(inputOf('d'));
    expect(program.compared().length).toBeGreaterThan(0);
  });
});
