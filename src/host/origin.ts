import type { Guest, InputOrigin } from './guest.js';
import type { FileNode } from './nodes.js';
import type { HostState } from './state.js';
import type { ByteSource } from './transfer.js';

/** Which symbolic input these bytes are; none when they are the run's own or plain. */
export function originOf(state: HostState, source: ByteSource): InputOrigin | undefined {
  return state.config.origins?.get(source.bytes);
}

/** Before a symbolic file is changed: from here on it is the run's own copy, of a length that is known. */
export function makeOwn(guest: Guest, state: HostState, file: FileNode): void {
  const origin = originOf(state, file);
  if (!origin) return;
  askWholeLength(guest, state, file);
  if (guest.inputSymbols) file.symbols = new Map(guest.inputSymbols(origin));
}

/** Before an answer that depends on the whole length. */
export function askWholeLength(guest: Guest, state: HostState, source: ByteSource): void {
  const origin = originOf(state, source);
  if (origin?.length) guest.askLength?.(origin, 0, origin.length.max);
}
