// Does another build of nearmiss say the same, byte for byte and times aside?
//
//   node scripts/same-output.mjs <other checkout> [part of a name…]
//
// Runs every command of examples/ and test/programs with this checkout's dist and with the other's, one job each, and
// compares what they print, how they end and every file they write. Both must be built. Exit code 1: some differ.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const [otherCheckout, ...wanted] = process.argv.slice(2);
if (otherCheckout === undefined) {
  console.error('Which other checkout? node scripts/same-output.mjs <folder> [part of a name…]');
  process.exit(2);
}
const other = resolve(otherCheckout);
const scratch = mkdtempSync(join(tmpdir(), 'same-output-'));

const cFiles = (folder) =>
  readdirSync(join(here, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.c'))
    .sort();

/** The commands that C files name in their first lines, as lists of words. */
function* commands() {
  for (const file of cFiles('examples')) {
    const line = /^\/\/ npx nearmiss (.*)$/m.exec(readFileSync(join(here, file), 'utf8'));
    if (line) yield line[1].split(/\s+/);
  }
  for (const file of cFiles('test/programs')) {
    for (const [, words] of readFileSync(join(here, file), 'utf8').matchAll(/^\/\/ nearmiss: (.*?)\s*$/gm)) {
      const [command, ...flags] = words.split(/\s+/);
      yield [command, file, ...flags];
    }
  }
}

/** Times, and what follows from them. */
const withoutTimes = (text) =>
  text
    .replace(/"(\w*(?:Ms|ms|milliseconds))": ?[\d.e+-]+/g, '"$1":0')
    .replace(/\d+(\.\d+)? ?m?s\b/g, '0 s')
    .replace(/"version": ?"[^"]*"/g, '"version":""');

let count = 0;
function run(checkout, words) {
  const out = join(scratch, String(count++));
  const line = [join(checkout, 'dist/cli/main.js'), ...words, '--jobs', '1', '--json', '--out', out];
  return new Promise((done) => {
    const child = spawn(process.execPath, line, { cwd: here, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (said.stdout += data));
    child.stderr.on('data', (data) => (said.stderr += data));
    child.on('close', (exitCode) => {
      const files = statSync(out, { throwIfNoEntry: false }) ? readdirSync(out, { recursive: true }).map(String) : [];
      const contents = files
        .filter((name) => statSync(join(out, name)).isFile())
        .sort()
        .map((name) => [name, withoutTimes(readFileSync(join(out, name), 'latin1')).replaceAll(out, 'out')]);
      rmSync(out, { recursive: true, force: true });
      const isLimited = /"reason": ?"time-limit"/.test(said.stdout);
      const stdout = withoutTimes(said.stdout).replaceAll(out, 'out');
      done({ exitCode, stdout, files: new Map(contents), isLimited, stderr: said.stderr });
    });
  });
}

function difference(one, two) {
  if (one.exitCode !== two.exitCode)
    return `exit code ${one.exitCode} and ${two.exitCode}: ${two.stderr || one.stderr}`;
  for (const name of new Set([...one.files.keys(), ...two.files.keys()])) {
    const [a, b] = [one.files.get(name), two.files.get(name)];
    if (a !== b) return a === undefined || b === undefined ? `only one has ${name}` : `${name}: ${firstUnlike(a, b)}`;
  }
  return one.stdout === two.stdout ? undefined : `what is printed: ${firstUnlike(one.stdout, two.stdout)}`;
}

function firstUnlike(a, b) {
  const [one, two] = [a.split('\n'), b.split('\n')];
  const at = one.findIndex((line, i) => line !== two[i]);
  return `line ${at + 1}\n    here  ${one[at]?.slice(0, 200)}\n    there ${two[at]?.slice(0, 200)}`;
}

const queue = [...commands()].filter(
  (words) => wanted.length === 0 || wanted.some((part) => words.join(' ').includes(part)),
);
if (queue.length === 0) {
  console.error('No command has that in it.');
  process.exit(2);
}
const total = queue.length;
const told = { same: 0, different: 0, limited: 0 };
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let words = queue.shift(); words; words = queue.shift()) {
      const [mine, theirs] = [await run(here, words), await run(other, words)];
      // Where a clock ended the search, what was found until then is nobody's fault.
      const unlike = mine.isLimited || theirs.isLimited ? undefined : difference(mine, theirs);
      if (mine.isLimited || theirs.isLimited) told.limited++;
      else if (unlike === undefined) told.same++;
      else {
        told.different++;
        console.log(`${words.join(' ')}\n  ${unlike}`);
      }
    }
  }),
);
rmSync(scratch, { recursive: true, force: true });
console.log(
  `${total} commands, this checkout and ${relative(here, other)}: ${told.same} the same, ${told.different} different, ${told.limited} ended by --time and not compared`,
);
process.exitCode = told.different > 0 ? 1 : 0;
