// Is another build of nearmiss faster or slower?
//
//   node bench/against.mjs <other checkout> [pairs] [flags that only the other gets]
//   node bench/against.mjs . 5 --memory-model redzones
//
// Runs the same commands with this checkout's dist and with the other's, one after the other in pairs, each time the
// other one first, and prints the medians of their processor time and the ratio. Single runs of one program spread by
// a factor of two on a busy machine; medians of interleaved pairs do not. Both must be built.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const [otherCheckout, pairs = '7', ...flags] = process.argv.slice(2);
if (otherCheckout === undefined) {
  console.error('Which other checkout? node bench/against.mjs <folder> [pairs] [flags]');
  process.exit(2);
}
const other = resolve(otherCheckout);
const program = (name) => `bench/programs/${name}.c`;

const commands = {
  'formatter, format of 4': ['explore', program('formatter'), '--entry', 'format_main', '--len', 'fmt=4'],
  'UTF-8 to UTF-7, 5 bytes': ['explore', program('utf7'), '--entry', 'to_utf7', '--len', 's=5'],
  'calculator, 4 bytes': ['explore', program('calculator'), '--entry', 'calculate', '--len', 's=4'],
  'CRC + SHA of 1 MiB': ['explore', program('heavy'), '--entry', 'heavy', '--fuel', '100000000'],
  'lexer of tables': ['explore', program('lexer'), '--entry', 'tokens', '--len', 'text=4'],
  'packet parser': ['explore', program('packet'), '--entry', 'receive', '--len', 'data=6'],
  'predict, booking': ['predict', 'examples/booking/booking.c', '--tests', 'examples/booking/tests'],
};

/** Milliseconds of processor time, user and system, of one command and all its threads. */
function processorTime(which, given) {
  const [checkout, words] = which === 'here' ? [here, given] : [other, [...given, ...flags]];
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-against-'));
  const line = [join(checkout, 'dist/cli/main.js'), ...words, '--jobs', '1', '--quiet', '--out', out];
  const { status, stderr } = spawnSync(process.execPath, [join(here, 'bench/child-time.mjs'), ...line], {
    cwd: here,
    encoding: 'utf8',
  });
  rmSync(out, { recursive: true, force: true });
  const time = /child-time (\d+(?:\.\d+)?)/.exec(stderr)?.[1];
  if (time === undefined || status === 2) throw new Error(`${line.join(' ')}: ${stderr}`);
  return Number(time);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

let logarithms = 0;
console.log(`${'program'.padEnd(28)}   here   there  here/there (medians of ${pairs} pairs, ms of processor time)`);
for (const [name, words] of Object.entries(commands)) {
  const times = { here: [], there: [] };
  // The first of each fills the compiler's cache.
  processorTime('here', words);
  processorTime('there', words);
  for (let i = 0; i < Number(pairs); i++) {
    for (const which of i % 2 ? ['here', 'there'] : ['there', 'here']) {
      times[which].push(processorTime(which, words));
    }
  }
  const [mine, theirs] = [median(times.here), median(times.there)];
  logarithms += Math.log(mine / theirs);
  console.log(
    `${name.padEnd(28)} ${mine.toFixed(0).padStart(6)} ${theirs.toFixed(0).padStart(7)}  ${(mine / theirs).toFixed(3)}`,
  );
}
console.log(`${'geometric mean'.padEnd(44)}  ${Math.exp(logarithms / Object.keys(commands).length).toFixed(3)}`);
