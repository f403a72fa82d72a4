/**
 * Do C libraries agree? `npx tsx scripts/libc-agree.ts [--rounds n] [--seed n] [--show n] [topic…]` builds the programs
 * of test/libc with our own library, with musl and natively with gcc, lets each ask its library the same random
 * questions, and compares the answers line by line: our own with glibc's, which it follows, and, to see whose
 * difference it is, musl's with both. Exits with 1 where ours and glibc's differ in what docs/libc.md does not name.
 */
import { parseArgs } from 'node:util';
import { agreements, topics } from '../test/support/libc-agreement.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
  },
});
const wanted = positionals.length > 0 ? positionals : topics;
let wrong = 0;
for (const topic of wanted) {
  const found = await agreements(topic, Number(values.rounds), Number(values.seed), true);
  const muslSays = found.musl === undefined ? '' : `, musl differs from glibc in ${found.musl}`;
  const known = found.known > 0 ? `, ${found.known} known (docs/libc.md)` : '';
  console.log(`${topic}: ${found.lines} answers, ${found.differences.length} differ${known}${muslSays}`);
  for (const { own, native, asked } of found.differences.slice(0, Number(values.show))) {
    console.log(`  ${asked}\n    own    ${own}\n    native ${native}`);
  }
  wrong += found.differences.length;
}
process.exitCode = wrong > 0 ? 1 : 0;
