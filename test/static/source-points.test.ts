import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../src/build/build.js';
import { userFiles } from '../../src/instrument/user-code.js';
import { ProgramGraph } from '../../src/static/program-graph.js';
import { Reachability } from '../../src/static/reachability.js';
import { SourcePoints } from '../../src/static/source-points.js';
import { decode } from '../../src/wasm/decode.js';
import { readDebugInfo } from '../../src/wasm/dwarf/index.js';
import { readNames } from '../../src/wasm/names.js';
import { Opcode } from '../../src/wasm/opcodes.js';
import type { Module } from '../../src/wasm/types.js';

const source = relative('', join(dirname(fileURLToPath(import.meta.url)), 'sources/calls.c'));

let module: Module;
let points: SourcePoints;

beforeAll(async () => {
  const { wasm } = await build({ sources: [source], flags: [], compiler: 'auto', opt: 0, entry: 'start' });
  module = decode(wasm);
  const debug = readDebugInfo(module.customs);
  const files = userFiles(module, debug);
  points = new SourcePoints(module, debug, (file) => files.has(file));
}, 120_000);

/** Lines, of those asked about, that can be reached from the beginning of another. */
function reached(from: number, lines: readonly number[]): number[] {
  const goals = lines.map((line) => points.pointsOf({ file: source, line }));
  const [start] = points.pointsOf({ file: source, line: from });
  const graph = new ProgramGraph(module, [...goals.flat(), start!]);
  const reachability = new Reachability(graph, goals);
  const mask = reachability.reachable(start!.function, graph.cfg(start!.function).blockAt(start!.index), 0);
  return lines.filter((_, i) => mask & (1 << i));
}

describe('lines', () => {
  test('are found by any way to name the file', () => {
    expect(points.resolve(`${source}:35`, '--to')).toEqual({ file: source, line: 35 });
    expect(points.resolve('calls.c:35', '--to')).toEqual({ file: source, line: 35 });
  });

  test('without code name the nearest that has some', () => {
    expect(() => points.resolve('calls.c:34', '--to')).toThrow(
      `Line 34 of ${source} has no code; the nearest line that has some is ${source}:35.`,
    );
    expect(() => points.resolve('calls.c:900', '--to')).toThrow(/nearest line that has some is .*calls.c:3\d\./);
  });

  test('of files that are not there name the one that is meant', () => {
    expect(() => points.resolve('cals.c:3', '--to')).toThrow('cals.c is not a file of the program;');
    expect(() => points.resolve('calls.c', '--to')).toThrow(
      "--to takes a file and a line, like f.c:18, not 'calls.c'.",
    );
  });
});

describe('calls', () => {
  test('direct, through a table and by longjmp lead on', () => {
    const all = [7, 12, 17, 29, 33, 35, 37];
    expect(reached(27, all)).toEqual(all);
  });

  test('that never return lead nowhere', () => {
    expect(reached(29, [23, 30, 35])).toEqual([23]);
  });

  test('what is over does not come back, but a longjmp does', () => {
    expect(reached(36, [7, 12, 17, 27, 37])).toEqual([7, 17, 37]);
    // How clang comes back to a setjmp goes through a dispatch at the function's beginning: that may seem reached too.
    expect(reached(35, [12, 33, 36])).toEqual([12, 33, 36]);
    expect(reached(12, [7, 13])).toEqual([]);
  });

  test('through a pointer go only to functions of its type that stand in a table', () => {
    const graph = new ProgramGraph(module);
    const names = readNames(module).functions;
    const owner = [...names].find(([, name]) => name === 'start')![0];
    const { code } = module.bodies[owner - graph.imported]!;
    const indirect = graph.cfg(owner).blocks.findIndex(({ end }) => code[end - 1]?.op === Opcode.CallIndirect);
    const callees = graph.callees(owner, indirect).map((callee) => names.get(callee));
    expect(callees).toEqual(expect.arrayContaining(['plain', 'chosen']));
    expect(callees).not.toContain('leap');
    expect(callees).not.toContain('die');
  });
});
