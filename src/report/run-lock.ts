import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Locks this process holds: its own number in a lock file means nothing where every container counts from 1. */
const held = new Set<string>();

/** Takes the lock, or gives the number of the process that has it. Locks of dead processes are taken over. */
export function takeLock(path: string): number | undefined {
  for (let attempt = 0; ; attempt++) {
    if (held.has(path)) return process.pid;
    try {
      writeFileSync(path, `${process.pid} ${startOf(process.pid)}\n`, { flag: 'wx' });
      held.add(path);
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder !== undefined || attempt === 3) return holder ?? 0;
    rmSync(path, { force: true });
  }
}

export function dropLock(path: string): void {
  if (held.delete(path)) rmSync(path, { force: true });
}

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
