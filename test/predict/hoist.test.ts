import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { build } from '../../src/build/build.js';
import { checkers } from '../../src/checkers/index.js';
import { explore, predict } from '../../src/index.js';
import { encodeInput } from '../../src/inputs/encode.js';
import { prepare } from '../../src/instrument/prepare.js';
import { EntryPlanner } from '../../src/modes/entry-planner.js';
import { predictTests } from '../../src/modes/predict.js';
import { preconditionHeader } from '../../src/report/precondition-header.js';
import { openReplay } from '../../src/runtime/replay-program.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-hoist-'));
afterAll(() => rmSync(folder, { recursive: true }));
const sources = fileURLToPath(new URL('./sources/', import.meta.url));
const written = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const units = written(
  'units.txt',
  `ratio: a=-1 b=0; a=3 b=9
pick: i=1 step=1; i=200 step=100
wide: n=5 m=7; n=0 m=1
fill: name="abc" count=1; name="#ab" count=1
safe: n=3; n=50
`,
);
const json = written('units.json', JSON.stringify({ measure: [{ b: { width: 2, height: 3, depth: 9 }, scale: 3 }] }));

test('what functions require, in the words of their source', async () => {
  const { preconditions, suite, findings } = await predict({ sources: [`${sources}units.c`], units: [units, json] });
  const said = Object.fromEntries(
    preconditions.map(({ function: name, requires }) => [name, requires.map(({ text }) => text)]),
  );
  expect(said).toEqual({
    // The difference may overflow, and it may be zero.
    ratio: [expect.stringContaining('(uint32_t)b - (uint32_t)a'), 'b < 0 || b != a'],
    pick: ['i + step < 12 || i + step > 20', 'i + step >= 0'],
    wide: ['m != 7 || n > -1000000000000LL'],
    fill: ["name[0] != '#' || name[1] != name[2]", "count < 50 || name[0] != '#'"],
    measure: ['scale != 3 || b->depth != 4'],
    safe: [],
  });
  expect([suite, findings]).toEqual([[], []]);
});

test('a requirement that the test keeps or breaks is no part of its path', async () => {
  const source = written(
    'twice.c',
    `static unsigned cells[10];
void set(unsigned i, unsigned x) { if (x == 100 && i <= 10) cells[i] = x; }
void twice(unsigned char i, unsigned char x) { if (x < 200) set(i * 2u, x); }
`,
  );
  const out = join(folder, 'twice-out');
  await explore({ sources: [source], entry: 'twice', out, checkers: 'none' });
  const list = written('set.txt', 'set: i=1 x=0; i=3 x=100\n');
  const options = { sources: [source], entry: 'twice', tests: [join(out, 'tests')] };
  const summary = await predict({ ...options, units: [list] });
  expect([summary.complete, summary.incomplete]).toEqual([true, []]);
  expect(summary.findings.map(({ function: name, input }) => [name, input])).toEqual([['set', { i: 5, x: 100 }]]);
});

test('a library without main says what it requires', async () => {
  const library = written('library.c', 'static int slots[4];\nint slot(unsigned char n) { return slots[n]; }\n');
  const list = written('library.txt', 'slot: n=2\n');
  const { preconditions } = await predict({ sources: [library], units: [list] });
  expect(preconditions[0].requires.map(({ text }) => text)).toEqual(['n < 4']);
});

test('an index is required as the number it is, though it is multiplied for its address', async () => {
  const source = written(
    'scaled.c',
    `static const int tab[16];
struct box { int width, height, depth; };
static struct box boxes[5];
int any(int i) { return tab[i]; }
int guarded(int i) { return i < 16 ? tab[i] : 0; }
int height(int i) { return boxes[i].height; }
`,
  );
  const list = written('scaled.txt', 'any: i=3\nguarded: i=3\nheight: i=2\n');
  const { preconditions } = await predict({ sources: [source], units: [list] });
  expect(preconditions.map(({ function: name, requires }) => [name, requires.map(({ text }) => text).sort()])).toEqual([
    ['any', ['i < 16', 'i >= 0']],
    ['guarded', ['i >= 0']],
    ['height', ['i < 5', 'i >= 0']],
  ]);
});

test('asked where they are called: of numbers, of what a pointer points to, of text', async () => {
  const tests = join(folder, 'calls');
  mkdirSync(tests);
  writeFileSync(join(tests, 'box'), Uint8Array.of(98, 9, 1));
  writeFileSync(join(tests, 'text'), 'tabc');
  writeFileSync(join(tests, 'far'), Uint8Array.of(0, 25, 110));
  const options = { sources: [`${sources}callers.c`], tests: [tests] };
  expect((await predict(options)).findings).toEqual([]);
  const { suite, findings } = await predict({ ...options, units: [units, json] });
  expect(suite.map(({ verdict }) => verdict)).toEqual(['near-miss', 'near-miss', 'near-miss']);
  const told = findings.map(({ checker, function: name, hoisted, input }) => ({ checker, name, hoisted, input }));
  expect(told).toEqual(
    [
      { checker: 'array-underflow', name: 'pick', hoisted: 'pick', input: expect.anything() },
      { checker: 'array-overflow', name: 'pick', hoisted: 'pick', input: expect.anything() },
      { checker: 'assertion', name: 'fill', hoisted: 'fill', input: { stdin: expect.stringMatching(/^t#/) } },
      { checker: 'division-by-zero', name: 'measure', hoisted: 'measure', input: { stdin: { hex: '620403' } } },
    ].sort(
      (a, b) =>
        findings.findIndex((each) => each.checker === a.checker) -
        findings.findIndex((each) => each.checker === b.checker),
    ),
  );
});

/**
 * PRETEX: if the precondition is violated for some input, then on that input the function fails. The header is
 * compiled and called with arguments near and far; whenever it objects, the function is run and must fail.
 */
test('whatever breaks a requirement makes the function fail', async () => {
  const { preconditions } = await predictTests({
    sources: [`${sources}units.c`],
    units: [units],
    checkers: defaultCheckers(),
  });
  const chosen = preconditions.filter(({ function: name }) => ['ratio', 'pick', 'wide'].includes(name));
  const header = preconditionHeader(chosen);
  const file = written('both.c', `${readFileSync(`${sources}units.c`, 'utf8')}\n${header}`);
  // Far outside an array lies another one: what is wrong in C need not be noticed in one run.
  const domains = { ratio: [-130, 130], pick: [-4, 20], wide: [-130, 130] } as const;
  const params = { ratio: ['a', 'b'], pick: ['i', 'step'], wide: ['n', 'm'] } as const;
  let broken = 0;
  for (const [name, [first, second]] of Object.entries(params)) {
    const asks = `int asks_${name}(long long x, int y) { ${name}_requires(x, y); return 0; }\n`;
    const source = written(`${name}.c`, `${readFileSync(file, 'utf8')}${asks}`);
    const runs = await Promise.all([opened(source, name), opened(source, `asks_${name}`)]);
    const [min, max] = domains[name as keyof typeof domains];
    const values = fc.record({
      a: fc.integer({ min: Math.max(min, name === 'pick' ? 0 : min), max }),
      b: fc.integer({ min, max }),
    });
    fc.assert(
      fc.property(values, ({ a, b }) => {
        const [does, objects] = [runs[0]({ [first]: a, [second]: b }), runs[1]({ x: a, y: b })];
        if (objects > 0) {
          broken++;
          expect([name, a, b, does > 0]).toEqual([name, a, b, true]);
        }
      }),
      { numRuns: 50, seed: 3 },
    );
  }
  expect(broken).toBeGreaterThan(8);
}, 120_000);

const defaultCheckers = () => new Set(checkers.filter(({ byDefault }) => byDefault).map(({ id }) => id));

/** A function of a file, called with arguments: how many checks fail. */
async function opened(source: string, entry: string): Promise<(values: Record<string, number>) => number> {
  const { wasm } = await build({ sources: [source], flags: ['-w'], compiler: 'auto', opt: 0, entry });
  const plan = new EntryPlanner(wasm).plan(entry, {});
  const program = openReplay(prepare(wasm, { entries: [entry] }), plan, { checkers: defaultCheckers(), fuel: 1e6 });
  return (values) => program.replay(encodeInput(plan, values)).failures.length;
}
