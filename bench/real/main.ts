import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BuildFailed } from './builds.js';
import { Library } from './measure.js';
import { keptRows, readOptions } from './options.js';
import { Packages } from './packages.js';
import { buildProgram, exploreProgram, programs } from './programs.js';
import { recipes } from './recipes.js';
import { type Row, Rows } from './rows.js';
import { tableOf, writeTable } from './table.js';

/** `npm run bench:real [-- name…]`: nearmiss and fuzzers on libraries of Debian's. bench/README.md explains it. */
const options = readOptions(process.argv.slice(2));
const rows = new Rows(options.rows);
const isWanted = (name: string): boolean => options.names.length === 0 || options.names.includes(name);
const known = [...recipes, ...programs].map(({ name }) => name);
const unknown = options.names.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: none of ${known.join(', ')}`);

const missing: string[] = [];

if (!options.onlyTable) {
  const packages = new Packages(options.work);
  console.log('library      tool       start    seed   used s  branches     of    bugs      runs   runs/s     MB');
  for (const recipe of recipes.filter(({ name }) => isWanted(name))) {
    const sources = recipe.packages.map((name) => packages.get(name));
    const absent = recipe.packages.filter((_, i) => sources[i] === undefined);
    if (absent.length > 0) {
      missing.push(`${recipe.name}: Debian's source package ${absent.join(', ')} can't be had`);
      continue;
    }
    const version = packages.version(recipe.packages[0]);
    const library = new Library(recipe, sources as string[], version, options, rows);
    try {
      library.buildAll();
      if (options.onlyBuild) console.log(`${recipe.name.padEnd(12)} built`);
      for (const start of options.onlyBuild ? [] : options.starts) {
        for (const rng of options.rngs) await library.measure(start, rng, tell);
      }
    } catch (error) {
      missing.push(`${recipe.name}: ${(error as Error).message}`);
      if (!(error instanceof BuildFailed)) console.error(error);
    }
  }
  for (const program of programs.filter(({ name }) => isWanted(name))) {
    const source = packages.get(program.package);
    if (source === undefined) missing.push(`${program.name}: Debian's source package ${program.package} can't be had`);
    else {
      try {
        const built = buildProgram(program, source, options.work);
        if (options.onlyBuild) console.log(`${program.name.padEnd(12)} built`);
        else console.log(await exploreProgram(program, built, options.seconds, options.work));
      } catch (error) {
        missing.push(`${program.name}: ${(error as Error).message}`);
      }
    }
  }
}

const table = tableOf(
  rows.all(),
  options.seconds,
  recipes.map(({ name }) => name),
);
console.log(`\n${table}`);
for (const each of missing) console.log(`\nNot measured: ${each}`);
// Short rows, and those kept elsewhere, are for trying things out: the document has what was measured for a minute each.
if (options.seconds >= 60 && options.rows === keptRows)
  writeTable(join(dirname(fileURLToPath(import.meta.url)), '../README.md'), table);
process.exit(missing.length > 0 ? 1 : 0);

function tell(row: Row): void {
  const cells = [
    ...[row.library.padEnd(12), row.tool.padEnd(10), row.start.padEnd(8), String(row.rng).padStart(4)],
    ...[row.used.toFixed(2).padStart(8), String(row.branches).padStart(9), String(row.total).padStart(6)],
    ...[
      String(row.bugs.length).padStart(7),
      String(row.runs).padStart(9),
      (row.runs / row.used).toFixed(0).padStart(8),
    ],
    String(row.memory).padStart(6),
  ];
  console.log(cells.join(' '));
}
