import { parentPort, workerData } from '../platform/threads.js';
import { openReplay } from '../runtime/replay-program.js';
import type { EngineData } from './engine.js';

const { data, inputs } = workerData as { data: EngineData; inputs: Uint8Array[] };
const program = openReplay(data.prepared, data.plan, data);
parentPort!.postMessage(
  inputs.map((input) => {
    const { outcome, exitCode, failures, endedAt, regions, input: whole, effects } = program.replay(input);
    return { outcome, exitCode, failures, endedAt, regions, input: whole, effects: effects?.() };
  }),
);
