import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import type { HostState } from './state.js';

/** Nanoseconds the virtual clock moves each time somebody looks at it: loops that wait for time to pass end. */
const CLOCK_STEP = 1_000_000n;

const REALTIME = 0;
const LAST_CLOCK = 3;
const END_OF_TIME = 2n ** 64n - 1n;

/** What a clock shows now: the time of day, or for monotonic and CPU clocks the time since the run began. */
export function clockNow(state: HostState, clock: number): bigint | undefined {
  if (clock > LAST_CLOCK) return undefined;
  return clock === REALTIME ? state.clock : state.clock - state.config.clockStart;
}

/** Stands still at the end of time, so that it never goes backwards. */
export function advanceClock(state: HostState, nanoseconds: bigint): void {
  state.clock += nanoseconds;
  if (state.clock > END_OF_TIME) state.clock = END_OF_TIME;
  state.version++;
}

export function clockResGet(guest: Guest, _state: HostState, clock: number, resolution: number): Errno {
  if (clock > LAST_CLOCK) return Errno.EINVAL;
  guest.writeU64(resolution, CLOCK_STEP);
  return Errno.SUCCESS;
}

export function clockTimeGet(guest: Guest, state: HostState, clock: number, _precision: bigint, time: number): Errno {
  const now = clockNow(state, clock);
  if (now === undefined) return Errno.EINVAL;
  guest.writeU64(time, now);
  advanceClock(state, CLOCK_STEP);
  return Errno.SUCCESS;
}
