/** WASI's proc_exit, proc_raise and sched_yield: how a program ends. */

import { toUtf8 } from '../platform/bytes.js';
import type { Address } from '../vocabulary/brands.js';
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

/** Beyond WASI: runtime-c tells of a call it can't follow, before it fails. */
export function unmodelled(guest: Guest, state: HostState, name: number, length: number): Errno {
  if (length === 0 || length > 64) return Errno.EINVAL;
  state.noteUnmodelled(toUtf8(guest.read(name as Address, length)));
  return Errno.SUCCESS;
}
