import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Built, build, lineOf, sourcesOf, VARIANTS } from './fixtures.js';
import { dumpLines, llvm } from './modules.js';

const sources = sourcesOf('calls.c', 'lib/clamp.h', 'lib/sum.h', 'lib/sum.c');
const EXPORTS = ['run', 'twice_called'];
const inCalls = (marker: string) => lineOf(sources['calls.c'], marker);
const inClamp = (marker: string) => lineOf(sources['lib/clamp.h'], marker);
const inSum = (marker: string) => lineOf(sources['lib/sum.c'], marker);

interface Symbolized {
  readonly Address: string;
  readonly Symbol: readonly {
    FunctionName: string;
    FileName: string;
    Line: number;
    Column: number;
    StartLine: number;
  }[];
}

/** What llvm-symbolizer says about each address, frames innermost first. */
async function symbolize(module: Uint8Array, addresses: readonly number[]): Promise<Symbolized[]> {
  const args = [
    '--inlines',
    '--functions=short',
    '--output-style=JSON',
    '-e',
    'm.wasm',
    ...addresses.map((address) => `${address}`),
  ];
  return JSON.parse((await llvm('symbolizer', args, { 'm.wasm': module })).output);
}

function addressesOf(built: Built): number[] {
  return built.info.functions.flatMap(({ low, high }) => Array.from({ length: high - low }, (_, index) => low + index));
}

describe.each(VARIANTS)('lines as $label gives them', async (variant) => {
  const built = (await build(variant, sources, EXPORTS)) as Built;
  const it_ = it.skipIf(!built);
  const optimised = variant.level === '-O1';

  it_('takes addresses from the payload of the code section, a function from behind its size', () => {
    expect(built.info.functions.length).toBeGreaterThan(0);
    for (const { low, high } of built.info.functions) expect(built.bodies).toContainEqual({ low, high });
  });

  it_('agrees with llvm-symbolizer about every byte of code, inlined frames included', async () => {
    // The symbolizer is slow to ask; inlining is what is hard, so only optimised code is asked about byte by byte.
    const addresses = addressesOf(built).filter((_, index) => optimised || index % 5 === 0);
    const answers = await symbolize(built.module, addresses);
    const stackOf = ({ Symbol: symbols }: Symbolized) => symbols.map((symbol) => symbol.FunctionName).join(' < ');
    const linesOfStack = new Map<string, Set<number>>();
    for (const answer of answers) {
      const known = linesOfStack.get(stackOf(answer)) ?? new Set([answer.Symbol[0].StartLine]);
      linesOfStack.set(stackOf(answer), known.add(answer.Symbol[0].Line));
    }
    for (const answer of answers) {
      const frames = built.info.framesAt(Number(answer.Address));
      expect(frames.map((frame) => frame.function)).toEqual(answer.Symbol.map((symbol) => symbol.FunctionName));
      answer.Symbol.forEach((symbol, level) => {
        const frame = frames[level];
        if (symbol.Line === 0) {
          // Where the symbolizer knows no line we give one nearby: of the same function, through the same calls.
          expect(frame.line).toBeGreaterThan(0);
          if (optimised) expect(linesOfStack.get(stackOf(answer))).toContain(frame.line);
          return;
        }
        expect([frame.line, frame.column]).toEqual([symbol.Line, symbol.Column]);
        const path = posix.normalize(symbol.FileName);
        expect(path.endsWith(`/${frame.file}`), `${path} is ${frame.file}`).toBe(true);
      });
    }
  });

  it_('agrees with llvm-dwarfdump about every row, where it is installed', (context) => {
    const output = dumpLines(built.module);
    if (output === undefined) return context.skip('llvm-dwarfdump is missing: apt-get install llvm-19');
    const expected = [...output.matchAll(/^0x([0-9a-f]+) +(\d+) +(\d+)(?: +\d+){3,4} +(.*)$/gm)].map(
      ([, address, line, column, flags]) => ({
        address: Number.parseInt(address, 16),
        line: Number(line),
        column: Number(column),
        isStatement: flags.includes('is_stmt'),
        endSequence: flags.includes('end_sequence'),
      }),
    );
    const live = expected.filter(({ address }) => address < 0xfffffffe).sort((a, b) => a.address - b.address);
    const rows = [...built.info.lines].map(({ file, ...row }) => row);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows).toEqual(live);
  });

  it_('names files as a user would, one name a file', () => {
    expect(built.info.lines.files).toEqual(['calls.c', 'lib/clamp.h', 'lib/sum.c']);
    expect(built.info.units.map((unit) => unit.name)).toEqual(['calls.c', 'lib/sum.c']);
    const unitOf = Object.fromEntries(built.info.functions.map((found) => [found.name, [found.unit, found.file]]));
    expect(unitOf.run).toEqual(['calls.c', 'calls.c']);
    if (!optimised) expect(unitOf.sum).toEqual(['lib/sum.c', 'lib/sum.c']);
  });

  it_('finds the code of a line and the line of that code', () => {
    const { lines } = built.info;
    const line = inCalls('add');
    const rows = lines.rowsOf('calls.c', line);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ file: 'calls.c', line, endSequence: false });
      expect(built.info.functionAt(row.address)?.name).toBe('run');
    }
    expect(lines.rowsOf('calls.c', 1)).toEqual([]);
    expect(lines.rowsOf('nowhere.c', 1)).toEqual([]);
  });

  it_('sorts rows and covers just the functions', () => {
    const rows = [...built.info.lines];
    for (let index = 1; index < rows.length; index++) {
      expect(rows[index].address).toBeGreaterThanOrEqual(rows[index - 1].address);
    }
    expect(built.info.lines.lookup(0)).toBeUndefined();
    expect(built.info.lines.lookup(built.code.length)).toBeUndefined();
    for (const address of addressesOf(built)) {
      const expected = rows.findLast((row) => row.address <= address);
      const found = built.info.lines.lookup(address);
      if (expected?.endSequence) expect(found).toBeUndefined();
      else expect(found).toEqual(expected);
    }
  });

  it_('knows the chain of inlined calls', () => {
    const call = { callFile: 'calls.c', name: 'twice', line: inCalls('twice') };
    const calls = built.info.functions.find((found) => found.name === 'twice_called')?.inlined ?? [];
    expect(calls.length).toBe(2);
    expect(calls[0]).toMatchObject({ ...call, callLine: inCalls('first-call') });
    expect(calls[1]).toMatchObject({ ...call, callLine: inCalls('second-call') });
    const run = built.info.functions.find((found) => found.name === 'run')?.inlined ?? [];
    const clamp = run.find((inlined) => inlined.name === 'clamp');
    expect(clamp).toMatchObject({ file: 'lib/clamp.h', callFile: 'calls.c', callLine: inCalls('clamp-call') });
    const row = built.info.lines
      .rowsOf('lib/clamp.h', inClamp('clamp-if'))
      .find(({ address }) => built.info.functionAt(address)?.name === 'run');
    const frames = built.info
      .framesAt(row?.address ?? -1)
      .map((frame) => `${frame.function} ${frame.file}:${frame.line}`);
    expect(frames).toContain(`clamp lib/clamp.h:${inClamp('clamp-if')}`);
    expect(frames.at(-1)).toMatch(/^run calls\.c:/);
  });

  it.skipIf(!built || !optimised)('nests what the optimiser inlined in what it inlined', () => {
    const run = built.info.functions.find((found) => found.name === 'run')?.inlined ?? [];
    const quadruple = run.find((inlined) => inlined.name === 'quadruple');
    expect(quadruple).toMatchObject({ callFile: 'calls.c', callLine: inCalls('part') });
    expect(quadruple?.inlined).toMatchObject([{ name: 'twice', callLine: inCalls('quadruple-inner') }]);
  });

  it.skipIf(!built || optimised)('says where locals are declared, live and are stored', () => {
    const run = built.info.functions.find((found) => found.name === 'run');
    const local = (name: string) => run?.variables.find((variable) => variable.name === name);
    expect(local('total')).toMatchObject({
      file: 'calls.c',
      line: inCalls('total'),
      scope: [{ low: run?.low, high: run?.high }],
    });
    expect(local('i')?.line).toBe(inCalls('loop'));
    expect(local('part')?.line).toBe(inCalls('part'));
    const [outer, inner] = [local('i')?.scope[0], local('part')?.scope[0]];
    expect(inner && outer && outer.low <= inner.low && inner.high < outer.high).toBe(true);
    const add = built.info.lines.rowsOf('calls.c', inCalls('add'))[0].address;
    expect(inner && inner.low <= add && add < inner.high).toBe(true);
    expect(run?.frameBase?.kind).toBe('local');
    expect(run?.params[0].location?.kind).toBe('frame');
    expect(local('total')?.location?.kind).toBe('frame');
  });

  it_('has a line for where a function is declared', () => {
    for (const found of built.info.functions) {
      const expected = { run: inCalls('run'), sum: inSum('sum') }[found.name];
      if (expected) expect(found.line).toBe(expected);
      expect(found.line).toBeGreaterThan(0);
    }
  });
});
