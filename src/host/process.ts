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

/** Calls that a healthy machine grants and the sandbox can't: what the program would do then is not known. */
const ENDS_RUN: ReadonlySet<string> = new Set(['fork', 'vfork', 'daemon', 'popen', 'pthread_create']);
/** An alarm may be set again and again. */
const mostRings = 4;
/** … and those whose effect comes later. */
const RINGS_LATER: ReadonlySet<string> = new Set(['alarm', 'setitimer']);

/**
 * Beyond WASI: runtime-c tells of a call it can't follow. No failure may come of it that a healthy machine would not
 * show, so the run ends here, or nothing it does later proves that it would go on for ever.
 */
export function unmodelled(guest: Guest, state: HostState, name: number, length: number): Errno {
  if (length === 0 || length > 64) return Errno.EINVAL;
  const called = toUtf8(guest.read(name as Address, length));
  if (ENDS_RUN.has(called)) endUnmodelled(state, called);
  state.noteUnmodelled(called);
  if (RINGS_LATER.has(called)) {
    state.isUnsettled = true;
    state.alarms = mostRings;
  }
  return Errno.SUCCESS;
}

/** Beyond WASI: here an alarm rings where the program waits, or where its fuel ends; no clock is needed for that. */
export function alarmSet(): Errno {
  return Errno.SUCCESS;
}

/** Ends the run where a healthy machine would grant what the sandbox can't. */
export function endUnmodelled(state: HostState, name: string): never {
  state.noteUnmodelled(name);
  state.exitCode = 0;
  throw new ProgramExit(0);
}
