/** `npx tsx test/support/native-main.ts test/programs/x.c …`: what native compilers say of a program, for its author. */
import { readFileSync } from 'node:fs';
import { parseExpectations } from './expectations.js';
import { nativeFailures, nativePathCount } from './native.js';

for (const file of process.argv.slice(2)) {
  for (const program of parseExpectations(file, readFileSync(file, 'utf8'))) {
    if (!program.bruteForce) {
      console.log(`${program.name}\n  no brute-force line`);
      continue;
    }
    const expected = program.counts.map(({ of, atLeast, count }) => `${of} ${atLeast ? '>= ' : ''}${count}`).join(', ');
    const text = (list: readonly { checker: string; line: number }[]) =>
      list.map(({ checker, line }) => `${checker}:${line}`).join(' ') || 'none';
    console.log(program.name);
    try {
      console.log(`  paths ${nativePathCount(program)}  (expected ${expected || 'nothing'})`);
      console.log(`  failures ${text(nativeFailures(program))}  (expected ${text(program.findings)})`);
    } catch (error) {
      console.log(`  ${(error as Error).message}`);
    }
  }
}
