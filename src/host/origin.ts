import type { Guest, InputOrigin } from './guest.js';
import type { HostState } from './state.js';
import type { ByteSource } from './transfer.js';

/** Which symbolic input these bytes are; none when they are the run's own or plain. */
export function originOf(state: HostState, source: ByteSource): InputOrigin | undefined {
  return state.config.origins?.get(source.bytes);
}

/** Before a symbolic file is changed: from here on it is the run's own copy, of concrete bytes. */
export function keepWithoutSymbols(guest: Guest, state: HostState, source: ByteSource): void {
  const origin = originOf(state, source);
  if (origin) guest.pinInput?.(origin);
}

/** Before an answer that depends on the whole length. */
export function askWholeLength(guest: Guest, state: HostState, source: ByteSource): void {
  const origin = originOf(state, source);
  if (origin?.length) guest.askLength?.(origin, 0, origin.length.max);
}
