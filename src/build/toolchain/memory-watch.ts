import { readFileSync } from 'node:fs';

/** More than clang takes for any file people write, and what a machine that does other things can spare. */
export const toolMemory = 2 * 2 ** 30;

const lookMs = 100;
/** What /proc counts in; pages of four kilobytes are what there is, but for some ARM machines, where less is allowed. */
const pageSize = 4096;

/**
 * Looks at how much memory a process has, now and then, and calls once if it is too much. A limit that the kernel
 * keeps (ulimit -v) counts addresses, of which Wasm takes many gigabytes that it never uses. Where there is no /proc,
 * nothing is looked at.
 */
export function watchMemory(pid: number | undefined, onTooMuch: () => void, limit = toolMemory): { end(): void } {
  const clock = setInterval(() => {
    if (residentBytes(pid) <= limit) return;
    clearInterval(clock);
    onTooMuch();
  }, lookMs);
  clock.unref();
  return { end: () => clearInterval(clock) };
}

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageSize;
  } catch {
    return 0;
  }
}
