import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  cycles,
  edgesAgainst,
  fileGraph,
  folderOf,
  grouped,
  type ImportGraph,
  importsOf,
  nodeUses,
  sourceFiles,
  stationOf,
} from './import-graph.js';

const architecture = readFileSync('docs/architecture.md', 'utf8');
const files = sourceFiles('src');
const graph = fileGraph(files);
const stations = grouped(graph, stationOf);
const order = listed('The order of the stations');
/** Stations that may use Node itself; all others ask `platform`. */
const nodeStations = listed('Node may be used in');
const mostLines = 500;

describe('stations', () => {
  it('stand in the order, all of them', () => {
    expect([...stations.keys()].sort()).toEqual([...order].sort());
  });

  it('import only from stations before them', () => {
    expect(edgesAgainst(order, stations)).toEqual([]);
  });

  it('have one door', () => {
    const [outside, ...door] = listed('The door');
    expect([...stations.get(outside)!]).toEqual(door);
  });

  it('import each other in no circle, nor do the folders in a station, nor files', () => {
    expect(cycles(stations)).toEqual([]);
    expect(allCycles(graph)).toEqual([]);
  });

  it('leave what is Node’s to those that may use it', () => {
    const found = files
      .filter(({ path }) => !nodeStations.includes(stationOf(path)))
      .flatMap(({ path, text }) => nodeUses(text).map((use) => `${path}: ${use}`));
    expect(found).toEqual([]);
  });

  it(`have no file of more than ${mostLines} lines`, () => {
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > mostLines);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

describe('this test', () => {
  it('reads every way to import', () => {
    const text = [
      `import type { A } from './a.js';`,
      `export {\n  b,\n} from './b.js';`,
      `import './c.js';`,
      `const d = await import('./d.js');`,
      `type E = import('./e.js').E;`,
      `// import { f } from './f.js';`,
      `/** from './g.js' */`,
    ].join('\n');
    expect(importsOf(text).sort()).toEqual(['./a.js', './b.js', './c.js', './d.js', './e.js']);
  });

  it('reads as many edges as there are in the house', () => {
    const edges = [...graph.values()].reduce((sum, { size }) => sum + size, 0);
    expect(edges).toBeGreaterThan(files.length);
  });

  it('is red when any edge between stations is turned round', () => {
    for (const [from, targets] of stations) {
      for (const to of targets) {
        expect(edgesAgainst(order, turned(stations, from, to))).toEqual([`${to} -> ${from}`]);
      }
    }
  });

  it('is red when an edge between files goes both ways', () => {
    for (const station of order) {
      const [from, targets] = [...graph].find(([path, { size }]) => stationOf(path) === station && size > 0) ?? [];
      // Only a station that imports nothing has no such file.
      if (from === undefined || targets === undefined) continue;
      const [to] = targets;
      const both = new Map(graph).set(to, new Set([...graph.get(to)!, from]));
      expect(cycles(both).flat()).toEqual(expect.arrayContaining([from, to]));
    }
  });

  it('knows Node by its modules and its globals', () => {
    expect(nodeUses(`import { join } from 'node:path';\nimport { readFileSync } from 'fs';`)).toHaveLength(2);
    expect(nodeUses(`const a = Buffer.from(b); process.exit(); setImmediate(c); __dirname;`)).toHaveLength(4);
    expect(nodeUses(`const worker = \`require('node:fs')\`; let late: NodeJS.Timeout;`)).toHaveLength(2);
    expect(nodeUses(`// a Buffer\nimport { exit } from './process.js';\nstate.process.exit(processes);`)).toEqual([]);
  });
});

/** Of files, and of the folders in a station. */
function allCycles(graph: ImportGraph): string[][] {
  return [...cycles(graph), ...cycles(grouped(graph, folderOf))];
}

function turned(graph: ImportGraph, from: string, to: string): ImportGraph {
  const result = new Map([...graph].map(([node, targets]) => [node, new Set(targets)]));
  result.get(from)!.delete(to);
  result.get(to)!.add(from);
  return result;
}

/** The names in the first sentence of a line of docs/architecture.md that begins so. */
function listed(start: string): string[] {
  const line = architecture.split('\n').find((each) => each.startsWith(start));
  if (line === undefined) throw new Error(`docs/architecture.md has no line that begins "${start}"`);
  return [...line.split('. ')[0].matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}
