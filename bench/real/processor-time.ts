import { type SpawnOptions, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Spent {
  /** Seconds of processor time, of all its threads and of children it waited for. */
  readonly seconds: number;
  /** Megabytes at most, of the process itself. */
  readonly peak: number;
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds between two looks at what was used. */
const lookEvery = 20;
/** One that is told to stop and goes on using time so many seconds longer is ended. */
const patience = 60;
const ticksPerSecond = 100;

/**
 * Runs a command until it has used so many seconds of processor time, then interrupts it. Wall time says nothing on a
 * machine that others use too. `family`: its living children and theirs count, as AFL's server of forks is one.
 */
export async function runFor(
  seconds: number,
  command: readonly string[],
  options: SpawnOptions = {},
  family = false,
): Promise<Spent> {
  const child = spawn(command[0], command.slice(1), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  // What a fuzzer says while it works is long and not wanted: the end is.
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (data: Buffer) => {
      said[name] = (said[name] + data.toString('latin1')).slice(-(1 << 22));
    });
  }
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((done, failed) => {
    child.on('error', failed);
    child.on('close', (status, signal) => done([status, signal]));
  });
  let used = 0;
  let peak = 0;
  let interrupted = Infinity;
  const look = setInterval(() => {
    const pid = child.pid;
    if (pid === undefined) return;
    used = Math.max(used, usedBy(pid, family));
    peak = Math.max(peak, peakOf(pid));
    if (used >= seconds && interrupted === Infinity) {
      interrupted = used;
      child.kill('SIGINT');
    }
    if (used > interrupted + patience) child.kill('SIGKILL');
  }, lookEvery);
  try {
    const [status, signal] = await ended;
    return { seconds: used, peak, status, signal, ...said };
  } finally {
    clearInterval(look);
  }
}

/** user and system time, its own and that of children it waited for. */
function usedBy(pid: number, family: boolean): number {
  const fields = statusOf(pid);
  if (!fields) return 0;
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  return own + (family ? childrenOf(pid).reduce((sum, child) => sum + usedBy(child, true), 0) : 0);
}

/** The fields of /proc/<pid>/stat behind the name, which may hold anything. */
function statusOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === undefined ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function childrenOf(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended.
  }
  return threads.flatMap(
    (thread) => read(`/proc/${pid}/task/${thread}/children`)?.split(' ').filter(Boolean).map(Number) ?? [],
  );
}

const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) / 1024;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
