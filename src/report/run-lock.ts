import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Locks this process holds: its own number in a lock file means nothing where every container counts from 1. */
const held = new Set<string>();

/** How long to wait for others who are about to take the same lock. */
const patienceMs = 5_000;

/** Takes the lock, or gives the number of the process that has it. Locks of dead processes are taken over. */
export function takeLock(path: string): number | undefined {
  if (held.has(path)) return process.pid;
  const { name, rival } = enter(path);
  try {
    if (rival !== undefined) return rival;
    const holder = holderOf(path);
    if (holder !== undefined) return holder;
    // Nobody else looks at the lock now: between finding a dead owner's and writing ours nothing can happen.
    writeFileSync(path, identity());
    held.add(path);
    return undefined;
  } finally {
    rmSync(name, { force: true });
  }
}

export function dropLock(path: string): void {
  if (held.delete(path)) rmSync(path, { force: true });
}

/**
 * One at a time past here, until the claim is removed. Each writes a claim under a name of its own and then looks
 * who else has one: of two, the later one sees the earlier. Who sees a smaller name steps back and tries again;
 * who sees larger ones only waits until they have stepped back or are done. Claims of the dead count for
 * nothing, and as no two ever have one name, removing them harms nobody.
 */
function enter(path: string): { readonly name: string; readonly rival?: number } {
  const prefix = `${basename(path)}.claim-`;
  const name = join(dirname(path), `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  const until = Date.now() + patienceMs;
  for (;;) {
    writeFileSync(name, identity());
    for (;;) {
      const others = readdirSync(dirname(path))
        .filter((each) => each.startsWith(prefix) && each !== basename(name))
        .map((each) => ({
          each,
          holder: claimant(join(dirname(path), each), Number(each.slice(prefix.length).split('-')[0])),
        }))
        .filter(({ holder }) => holder !== undefined);
      if (others.length === 0) return { name };
      if (Date.now() > until) return { name, rival: others[0].holder };
      if (others.some(({ each }) => each < basename(name))) break;
      sleep(2);
    }
    rmSync(name, { force: true });
    sleep(5 + Math.random() * 20);
  }
}

function claimant(path: string, pid: number): number | undefined {
  const isWritten = textOf(path) !== '';
  const isOwn = pid === process.pid;
  // One just made may have nothing in it yet.
  const holder = isOwn || (!isWritten && isAlive(pid)) ? pid : holderOf(path);
  if (holder === undefined) rmSync(path, { force: true });
  return holder;
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const identity = (): string => `${process.pid} ${startOf(process.pid)}\n`;

/** The living process a lock file names. */
function holderOf(path: string): number | undefined {
  const [pid, start] = textOf(path).trim().split(' ');
  const holder = Number(pid);
  if (!(holder > 0) || holder === process.pid || !isAlive(holder)) return undefined;
  // The number may have been given to another process since.
  const now = startOf(holder);
  return start !== '' && now !== '' && start !== now ? undefined : holder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in the kernel's ticks; empty where there is no /proc. */
function startOf(pid: number): string {
  // The name, in brackets, may hold anything: fields are counted from behind it.
  return textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? '';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
