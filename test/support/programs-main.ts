/** `npx tsx test/support/programs-main.ts test/programs/x.c …`: what nearmiss does with programs, one line a case. */
import { readFileSync } from 'node:fs';
import { differences } from './compare.js';
import { exploreCase, outcomeOf } from './engine.js';
import { parseExpectations } from './expectations.js';

let wrong = 0;
for (const file of process.argv.slice(2)) {
  for (const program of parseExpectations(file, readFileSync(file, 'utf8'))) {
    const started = performance.now();
    const outcome = await exploreCase(program)
      .then(outcomeOf)
      .catch((error: Error) => ({
        stderr: error.stack ?? error.message,
        summary: undefined,
        inputs: [],
        bruteForce: [],
      }));
    const sentences = differences(program, outcome);
    if (sentences.length > 0) wrong++;
    const { paths, stats } = outcome.summary ?? {};
    console.log(`${sentences.length === 0 ? 'ok   ' : 'WRONG'} ${program.name}`);
    console.log(`      ${paths} paths, ${stats?.runs} runs, ${Math.round(performance.now() - started)} ms`);
    for (const sentence of sentences) console.log(`      ${sentence}`);
  }
}
console.log(wrong === 0 ? 'all as expected' : `${wrong} not as expected`);
process.exit(wrong === 0 ? 0 : 1);
