import type { Descriptor, SocketDescriptor } from './descriptors.js';
import { Errno, failed } from './errno.js';
import { type Guest, ProgramExit } from './guest.js';
import { originOf } from './origin.js';
import { SOCKET_RIGHTS } from './rights.js';
import type { HostState } from './state.js';
import { readVector, type Span, scatter, totalLength } from './transfer.js';

/**
 * A network of one other side, which the program never sees: it connects once, or is connected to, sends
 * the bytes of `--recv` and closes; what it is sent is thrown away. sock_open, sock_listen and sock_connect
 * are ours, beyond WASI: runtime-c/socket.c makes POSIX of them.
 */

const STREAM = 6;
const NONBLOCKING = 4;
const ReceiveFlag = { peek: 1 } as const;

export function sockOpen(guest: Guest, state: HostState, type: number, flags: number, result: number): Errno {
  // A program that asks for a network without being given one may be steered by what is missing.
  if (!state.config.received) state.ask(guest, 'network');
  return add(guest, state, result, { type: type === STREAM ? 'stream' : 'datagram', state: 'new' }, flags);
}

export function sockListen(_guest: Guest, state: HostState, fd: number): Errno {
  const socket = socketAt(state, fd);
  if (failed(socket)) return socket;
  if (socket.type === 'datagram') return Errno.ENOTSUP;
  if (socket.state === 'connected') return Errno.EINVAL;
  socket.state = 'listening';
  state.version++;
  return Errno.SUCCESS;
}

export function sockConnect(_guest: Guest, state: HostState, fd: number): Errno {
  const socket = socketAt(state, fd);
  if (failed(socket)) return socket;
  if (socket.state === 'listening') return Errno.EINVAL;
  if (socket.state === 'connected' && socket.type === 'stream') return Errno.EISCONN;
  if (socket.state !== 'connected') connect(state, socket);
  return Errno.SUCCESS;
}

export function sockAccept(guest: Guest, state: HostState, fd: number, flags: number, result: number): Errno {
  const socket = socketAt(state, fd);
  if (failed(socket)) return socket;
  if (socket.state !== 'listening') return Errno.EINVAL;
  if (state.connections > 0) return blocked(state, socket);
  const errno = add(guest, state, result, { type: 'stream', state: 'new' }, flags, (one) => connect(state, one));
  return errno;
}

export function sockRecv(
  guest: Guest,
  state: HostState,
  fd: number,
  vector: number,
  count: number,
  flags: number,
  done: number,
  outFlags: number,
): Errno {
  const socket = socketAt(state, fd);
  if (failed(socket)) return socket;
  const spans = readVector(guest, vector, count);
  if (failed(spans)) return spans;
  const moved = receive(guest, state, socket, spans, (flags & ReceiveFlag.peek) !== 0);
  if (typeof moved !== 'number') return moved.errno;
  guest.writeU32(done, moved);
  guest.write(outFlags, Uint8Array.of(0, 0));
  return Errno.SUCCESS;
}

export function sockSend(
  guest: Guest,
  state: HostState,
  fd: number,
  vector: number,
  count: number,
  _flags: number,
  done: number,
): Errno {
  const socket = socketAt(state, fd);
  if (failed(socket)) return socket;
  const spans = readVector(guest, vector, count);
  if (failed(spans)) return spans;
  const errno = send(guest, socket, spans);
  if (errno === Errno.SUCCESS) guest.writeU32(done, totalLength(spans));
  return errno;
}

export function sockShutdown(_guest: Guest, state: HostState, fd: number): Errno {
  const socket = socketAt(state, fd);
  if (failed(socket)) return socket;
  return socket.state === 'connected' ? Errno.SUCCESS : Errno.ENOTCONN;
}

/** For recv and read alike. */
export function receive(
  guest: Guest,
  state: HostState,
  socket: SocketDescriptor,
  spans: readonly Span[],
  isPeek: boolean,
): number | { errno: Errno } {
  if (socket.state !== 'connected') {
    if (socket.type === 'stream') return { errno: Errno.ENOTCONN };
    // A datagram needs no connection: the first one comes to whoever asks first.
    connect(state, socket);
  }
  const { received } = state.config;
  if (!received || !socket.hasInput) return 0;
  const isOver = socket.type === 'datagram' && socket.position > 0;
  if (isOver) return { errno: blocked(state, socket) };
  const source = { bytes: received, size: received.length };
  const moved = scatter(guest, spans, source, socket.position, originOf(state, source));
  if (isPeek) return moved;
  // What of a datagram is not taken at once is lost.
  socket.position = socket.type === 'datagram' ? received.length + 1 : socket.position + moved;
  state.version++;
  return moved;
}

/** For send and write alike: the bytes are looked at, as an access, and forgotten. */
export function send(guest: Guest, socket: SocketDescriptor, spans: readonly Span[]): Errno {
  if (socket.state !== 'connected' && socket.type === 'stream') return Errno.ENOTCONN;
  for (const { address, length } of spans) guest.read(address, length);
  return Errno.SUCCESS;
}

/** Whether a read (or accept) would return at once. */
export function isReadable(state: HostState, socket: SocketDescriptor): boolean {
  if (socket.state === 'listening') return state.connections === 0;
  return socket.type === 'stream' || !socket.hasInput || socket.position === 0;
}

/** Nobody will ever come: the run is over, unless the program said it would not wait. */
export function blocked(state: HostState, socket?: SocketDescriptor): Errno {
  if (socket && (socket.flags & NONBLOCKING) !== 0) return Errno.EAGAIN;
  state.exitCode = 0;
  throw new ProgramExit(0);
}

function socketAt(state: HostState, fd: number): SocketDescriptor | Errno {
  const descriptor: Descriptor | undefined = state.descriptors.get(fd);
  if (descriptor === undefined) return Errno.EBADF;
  return descriptor.kind === 'socket' ? descriptor : Errno.ENOTSOCK;
}

function connect(state: HostState, socket: SocketDescriptor): void {
  socket.state = 'connected';
  socket.hasInput = state.connections++ === 0;
  state.version++;
}

function add(
  guest: Guest,
  state: HostState,
  result: number,
  { type, state: first }: Pick<SocketDescriptor, 'type' | 'state'>,
  flags: number,
  then: (socket: SocketDescriptor) => void = () => {},
): Errno {
  if (state.descriptors.full) {
    state.noteLimit('open-files');
    return Errno.EMFILE;
  }
  const socket: SocketDescriptor = {
    kind: 'socket',
    rights: SOCKET_RIGHTS,
    inheriting: 0,
    flags: flags & NONBLOCKING,
    type,
    state: first,
    hasInput: false,
    position: 0,
  };
  then(socket);
  guest.writeU32(result, state.descriptors.add(socket));
  state.version++;
  return Errno.SUCCESS;
}
