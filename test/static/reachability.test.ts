import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Distances, unreachable } from '../../src/static/distance.js';
import { type Point, ProgramGraph } from '../../src/static/program-graph.js';
import { Reachability } from '../../src/static/reachability.js';
import { Opcode } from '../../src/wasm/opcodes.js';
import type { Module } from '../../src/wasm/types.js';
import { type AllRuns, allRuns, type Moment } from './all-runs.js';
import { moduleOf, randomFunctions, type Statement } from './random-code.js';

const most = 8;

function marksOf(module: Module): Point[] {
  return module.bodies
    .flatMap(({ code }, owner) =>
      code.flatMap(({ op }, index) => (op === Opcode.Nop ? [{ function: owner, index }] : [])),
    )
    .slice(0, most);
}

function open(functions: readonly (readonly Statement[])[]) {
  const module = moduleOf(functions);
  const marks = marksOf(module);
  const graph = new ProgramGraph(module, marks);
  const reachability = new Reachability(
    graph,
    marks.map((mark) => [mark]),
  );
  return { module, marks, graph, reachability };
}

/** What the analysis says of a moment, from the whole stack. Moments in the middle of a block are not asked about. */
function said(graph: ProgramGraph, reachability: Reachability, moment: Moment): number | undefined {
  let outer = 0;
  for (const { function: owner, at } of moment.slice(0, -1)) {
    const { within, leaves } = reachability.behindCall(owner, graph.cfg(owner).blockAt(at));
    outer = within | (leaves ? outer : 0);
  }
  const { function: owner, at } = moment[moment.length - 1]!;
  const cfg = graph.cfg(owner);
  const block = cfg.blockAt(at);
  return cfg.blocks[block]!.start === at ? reachability.reachable(owner, block, outer) : undefined;
}

const bits = (set: ReadonlySet<number>): number => [...set].reduce((mask, bit) => mask | (1 << bit), 0);

function runsOf(module: Module, marks: readonly Point[]): AllRuns | undefined {
  try {
    return allRuns(
      module,
      marks.map(({ function: owner, index }) => ({ function: owner, at: index })),
    );
  } catch {
    return undefined;
  }
}

describe('reachability against every run of random programs', () => {
  test('is exact without exceptions, at every moment and for every stack', () => {
    let asked = 0;
    fc.assert(
      fc.property(randomFunctions(false), (functions) => {
        const { module, marks, graph, reachability } = open(functions);
        const runs = runsOf(module, marks);
        if (!runs) return;
        for (const [name, moment] of runs.moments) {
          const answer = said(graph, reachability, moment);
          if (answer === undefined) continue;
          asked++;
          expect(answer, name).toBe(bits(runs.comesTo(name)));
        }
      }),
      { numRuns: 400 },
    );
    expect(asked).toBeGreaterThan(2000);
  });

  test('misses nothing with exceptions', () => {
    fc.assert(
      fc.property(randomFunctions(true), (functions) => {
        const { module, marks, graph, reachability } = open(functions);
        const runs = runsOf(module, marks);
        if (!runs) return;
        for (const [name, moment] of runs.moments) {
          const answer = said(graph, reachability, moment);
          if (answer !== undefined) expect(bits(runs.comesTo(name)) & ~answer, name).toBe(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('a distance is finite wherever the goal can be reached, and 0 only there', () => {
    fc.assert(
      fc.property(randomFunctions(false), (functions) => {
        const { module, marks, graph, reachability } = open(functions);
        const runs = marks.length > 0 ? runsOf(module, marks) : undefined;
        if (!runs) return;
        const distances = new Distances(graph, reachability, [marks[0]!]);
        for (const [name, moment] of runs.moments) {
          const { function: owner, at } = moment[moment.length - 1]!;
          const cfg = graph.cfg(owner);
          const block = cfg.blockAt(at);
          if (cfg.blocks[block]!.start !== at) continue;
          const distance = distances.from(owner, block);
          if (runs.comesTo(name).has(0)) expect(distance, name).toBeLessThan(unreachable);
          expect(distance === 0, name).toBe(owner === marks[0]!.function && at === marks[0]!.index);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('reachability', () => {
  const mark: Statement = { kind: 'mark' };
  const call = (callee: number): Statement => ({ kind: 'call', callee });

  test('a goal behind a call is out of reach when the callee never returns', () => {
    const { reachability } = open([[call(0), mark], [{ kind: 'trap' }]]);
    expect(reachability.within(0, 0)).toBe(0);
  });

  test('two callers of one function do not lend each other their goals', () => {
    // 0 calls 2, then passes the mark; 1, called before, calls 2 as well and has no mark behind it.
    const { graph, reachability } = open([[call(1), mark, call(0)], [call(0)], [{ kind: 'return' }]]);
    const last = graph.cfg(0).blocks.findIndex(({ ends }, i) => ends === 'call' && graph.callees(0, i)[0] === 1);
    expect(reachability.behindCall(0, 0).within).toBe(1);
    expect(reachability.behindCall(0, last).within).toBe(0);
    expect(reachability.reachable(2, 0, 0)).toBe(0);
    expect(reachability.reachable(2, 0, 1)).toBe(1);
  });

  test('a point to avoid ends every path', () => {
    const module = moduleOf([[{ kind: 'if', body: [mark], otherwise: [] }, mark]]);
    const [first, second] = marksOf(module) as [Point, Point];
    const graph = new ProgramGraph(module, [first, second]);
    expect(new Reachability(graph, [[second]], [first]).within(0, 0)).toBe(1);
    expect(new Reachability(graph, [[first]], [second]).within(0, 0)).toBe(1);
    expect(new Reachability(graph, [[second]], [second]).within(0, 0)).toBe(0);
  });
});
