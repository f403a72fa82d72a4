import { advanceClock, clockNow } from './clock.js';
import { Errno } from './errno.js';
import type { Guest } from './guest.js';
import { Limit } from './limits.js';
import { askWholeLength } from './origin.js';
import { isEmptyPipe } from './pipe.js';
import { Right } from './rights.js';
import { blocked, isReadable } from './socket.js';
import type { HostState } from './state.js';

const SUBSCRIPTION = 48;
const EVENT = 32;
const EventKind = { clock: 0, read: 1, write: 2 } as const;
const ABSOLUTE = 1;

interface Event {
  readonly userdata: bigint;
  readonly kind: number;
  readonly errno: Errno;
  readonly available: number;
}

interface Alarm {
  readonly event: Event;
  /** Nanoseconds from now. */
  readonly wait: bigint;
}

/**
 * Returns at once. Descriptors never block here, so each is ready (or wrong), but for sockets that nobody will
 * send to any more; with clocks alone, the virtual clock jumps to the first alarm, which is how sleep works.
 */
export function pollOneoff(
  guest: Guest,
  state: HostState,
  subscriptions: number,
  events: number,
  count: number,
  happened: number,
): Errno {
  if (count === 0 || count > Limit.subscriptions) return Errno.EINVAL;
  guest.concretize?.(subscriptions, count * SUBSCRIPTION);
  const bytes = guest.read(subscriptions, count * SUBSCRIPTION);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const ready: Event[] = [];
  const alarms: Alarm[] = [];
  for (let at = 0; at < bytes.length; at += SUBSCRIPTION) {
    const kind = view.getUint8(at + 8);
    if (kind > EventKind.write) return Errno.EINVAL;
    if (kind === EventKind.clock) readAlarm(state, view, at, ready, alarms);
    else {
      const event = descriptorEvent(guest, state, view, at, kind);
      if (event) ready.push(event);
    }
  }
  if (ready.length === 0 && alarms.length === 0) return blocked(state);
  if (ready.length === 0) {
    let first = alarms[0].wait;
    for (const alarm of alarms) if (alarm.wait < first) first = alarm.wait;
    advanceClock(state, first);
    for (const alarm of alarms) if (alarm.wait <= first) ready.push(alarm.event);
  } else {
    for (const alarm of alarms) if (alarm.wait === 0n) ready.push(alarm.event);
  }
  guest.write(events, encode(ready));
  guest.writeU32(happened, ready.length);
  return Errno.SUCCESS;
}

function readAlarm(state: HostState, view: DataView, at: number, ready: Event[], alarms: Alarm[]): void {
  const userdata = view.getBigUint64(at, true);
  const timeout = view.getBigUint64(at + 24, true);
  const now = clockNow(state, view.getUint32(at + 16, true));
  if (now === undefined) {
    ready.push({ userdata, kind: EventKind.clock, errno: Errno.EINVAL, available: 0 });
    return;
  }
  const absolute = (view.getUint16(at + 40, true) & ABSOLUTE) !== 0;
  const wait = absolute ? (timeout > now ? timeout - now : 0n) : timeout;
  alarms.push({ event: { userdata, kind: EventKind.clock, errno: Errno.SUCCESS, available: 0 }, wait });
}

function descriptorEvent(guest: Guest, state: HostState, view: DataView, at: number, kind: number): Event | undefined {
  const userdata = view.getBigUint64(at, true);
  const descriptor = state.descriptors.get(view.getUint32(at + 16, true));
  const fail = (errno: Errno): Event => ({ userdata, kind, errno, available: 0 });
  if (descriptor === undefined) return fail(Errno.EBADF);
  const right = kind === EventKind.read ? Right.FD_READ : Right.FD_WRITE;
  if ((descriptor.rights & right) === 0) return fail(Errno.ENOTCAPABLE);
  let available = 1;
  if (kind === EventKind.read && descriptor.kind === 'socket' && !isReadable(state, descriptor)) return undefined;
  if (kind === EventKind.read && descriptor.kind === 'file' && isEmptyPipe(state, descriptor)) return undefined;
  if (kind === EventKind.read) {
    const { stdin } = state.config;
    if (descriptor.kind === 'input' && !state.config.hasStdin) state.ask(guest, 'stdin');
    if (descriptor.kind === 'input') askWholeLength(guest, state, { bytes: stdin, size: stdin.length });
    if (descriptor.kind === 'file') askWholeLength(guest, state, descriptor.node);
    if (descriptor.kind === 'input') available = stdin.length - descriptor.position;
    if (descriptor.kind === 'file') available = Math.max(0, descriptor.node.size - descriptor.position);
  }
  return { userdata, kind, errno: Errno.SUCCESS, available };
}

function encode(events: readonly Event[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(events.length * EVENT));
  for (const [index, event] of events.entries()) {
    const at = index * EVENT;
    view.setBigUint64(at, event.userdata, true);
    view.setUint16(at + 8, event.errno, true);
    view.setUint8(at + 10, event.kind);
    view.setBigUint64(at + 16, BigInt(event.available), true);
  }
  return new Uint8Array(view.buffer);
}
