import { fileURLToPath } from 'node:url';
import type * as Library from '../src/index.js';

// What is shipped, which the bench builds first.
const bundle: string = new URL('../dist/index.js', import.meta.url).href;
const { explore } = (await import(bundle)) as typeof Library;

const program = fileURLToPath(new URL('programs/requests.c', import.meta.url));
/** The tree of paths alone: a fuzzer beside it covers the same with either. */
const server = { sources: [program], size: 40, jobs: 1, engine: 'symbolic' } as const;
const most = 120;

const foundIn = ({ paths, findings }: Library.Summary): string =>
  `${paths} paths, bugs ${findings.map(({ line }) => line).sort((a, b) => a - b)}`;

/** Processor seconds until so many coverage points are passed and so many bugs found; Infinity when time was up first. */
async function untilCovered(
  stringModels: 'on' | 'off',
  points: number,
): Promise<{ seconds: number; covered: number; summary: string }> {
  const stop = new AbortController();
  const start = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
  let seconds = Infinity;
  let covered = 0;
  let told = '';
  for await (const event of explore({ ...server, stringModels, signal: stop.signal })) {
    if (event.kind === 'done') told = foundIn(event.summary);
    if (event.kind !== 'progress') continue;
    ({ covered } = event);
    if (covered >= points) seconds = Math.min(seconds, used());
    if (seconds < Infinity || used() > most) stop.abort();
  }
  return { seconds, covered, summary: told };
}

/** A server's request line and headers: string functions as models, and as code. */
export async function strings(): Promise<void> {
  const seconds = Number(process.env.BENCH_SECONDS ?? 30);
  // What the code covers in the time there is, and how soon the models do.
  const stop = new AbortController();
  const start = process.cpuUsage();
  const curve: [number, number][] = [];
  let code = '';
  for await (const event of explore({ ...server, stringModels: 'off', signal: stop.signal })) {
    if (event.kind === 'done') code = foundIn(event.summary);
    if (event.kind !== 'progress') continue;
    const { user, system } = process.cpuUsage(start);
    const now = (user + system) / 1e6;
    if ((curve.at(-1)?.[1] ?? 0) < event.covered) curve.push([now, event.covered]);
    if (now > seconds) stop.abort();
  }
  const [reachedAt, points] = curve.at(-1) ?? [0, 0];
  const models = await untilCovered('on', points);
  console.log('strings: a request of 40 bytes, processor time until as much is covered');
  console.log(`  as code    ${points} points after ${reachedAt.toFixed(1)} s (nothing new until ${seconds} s)`);
  console.log(`             ${code}`);
  console.log(
    `  as models  ${models.covered} points after ${models.seconds.toFixed(1)} s: ${(reachedAt / models.seconds).toFixed(1)} × (goal: ≥ 5)`,
  );
  console.log(`             ${models.summary}`);
}
