import { bits } from './bits.js';
import { combineBench } from './combine.js';
import { exactMemory } from './exact.js';
import { exploration } from './exploration.js';
import { jobs } from './jobs.js';
import { journal } from './journal.js';
import { memory } from './memory.js';
import { overhead } from './overhead.js';
import { papersBench } from './papers/papers.js';
import { predictBench } from './predict.js';
import { reachBench } from './reach.js';
import { solverBench } from './solver.js';
import { strangers } from './strangers.js';
import { strings } from './strings.js';

const chosen = process.argv.slice(2);

/** `npm run bench [-- section…]`: every section prints ratios measured in this one run. bench/README.md explains each. */
const sections: Record<string, () => void | Promise<void>> = {
  overhead: () => overhead(process.env.ONLY),
  exact: () => exactMemory(process.env.ONLY),
  bits: () => bits(process.env.ONLY),
  exploration,
  combine: combineBench,
  jobs,
  journal,
  memory,
  papers: () => papersBench(chosen),
  predict: predictBench,
  reach: reachBench,
  solver: solverBench,
  strangers,
  strings,
};

/** Writes a document, and takes as long as all the others. */
const onlyByName = 'papers';

for (const [name, run] of Object.entries(sections)) {
  if (chosen.length === 0 ? name !== onlyByName : chosen.includes(name)) await run();
}
process.exit(0);
