import { Errno } from './errno.js';
import { type Guest, ProgramExit } from './guest.js';
import type { HostState } from './state.js';

const LAST_SIGNAL = 30;
/** CHLD, CONT, URG, WINCH: by default nothing happens. */
const IGNORED_SIGNALS: ReadonlySet<number> = new Set([0, 16, 17, 22, 27]);

export function procExit(_guest: Guest, state: HostState, code: number): never {
  state.exitCode = code & 0xff;
  throw new ProgramExit(state.exitCode);
}

/** A handler would be libc's business: what reaches the host is the default action. */
export function procRaise(_guest: Guest, state: HostState, signal: number): Errno {
  if (signal > LAST_SIGNAL) return Errno.EINVAL;
  if (IGNORED_SIGNALS.has(signal)) return Errno.SUCCESS;
  state.signal = signal;
  state.exitCode = 128 + signal;
  throw new ProgramExit(state.exitCode);
}

export function schedYield(): Errno {
  return Errno.SUCCESS;
}

/** Beyond WASI, for runtime-c/command.c: there is no other program to talk to. */
export function procPopen(_guest: Guest, state: HostState): Errno {
  state.noteUnmodelled('popen');
  return Errno.ENOSYS;
}

/** There is one thread; a program that wants another does things we can't follow. */
export function threadSpawn(_guest: Guest, state: HostState): Errno {
  state.noteUnmodelled('pthread_create');
  return Errno.ENOSYS;
}
