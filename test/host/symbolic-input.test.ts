import { describe, expect, test } from 'vitest';
import type { ByteSymbols, InputOrigin } from '../../src/host/guest.js';
import { createHostState, defaultHostConfig, wasiFunctions } from '../../src/host/wasi.js';
import { Caller, FakeGuest, Open } from './fake-guest.js';

/** A guest that names the symbol of each byte by a number: 100 + place in the flat input. */
class SymbolGuest extends FakeGuest {
  readonly asked: [number, number][] = [];
  readonly symbols = new Map<number, number>();

  override write(address: number, bytes: Uint8Array): void {
    super.write(address, bytes);
    for (let i = 0; i < bytes.length; i++) this.symbols.delete(address + i);
  }
  writeInput(address: number, bytes: Uint8Array, { from }: InputOrigin, offset: number): void {
    this.write(address, bytes);
    for (let i = 0; i < bytes.length; i++) this.symbols.set(address + i, 100 + from + offset + i);
  }
  askLength(_origin: InputOrigin, from: number, to: number): void {
    this.asked.push([from, to]);
  }
  writeLength(address: number): void {
    this.symbols.set(address, 99);
  }
  inputSymbols({ from, size }: InputOrigin): ByteSymbols {
    return new Map(Array.from({ length: size }, (_, i) => [i, 100 + from + i]));
  }
  symbolsAt(address: number, size: number): ByteSymbols | undefined {
    const found = [...this.symbols].filter(([at]) => at >= address && at < address + size);
    return found.length > 0 ? new Map(found.map(([at, symbol]) => [at - address, symbol])) : undefined;
  }
  giveSymbols(address: number, size: number, symbols: ByteSymbols, offset: number): void {
    for (let i = 0; i < size; i++) {
      const symbol = symbols.get(offset + i);
      if (symbol !== undefined) this.symbols.set(address + i, symbol);
    }
  }
}

const stdin = Buffer.from('hello');
const data = Buffer.from('abcd');
const origins = new Map<Uint8Array, InputOrigin>([
  [stdin, { from: 10, size: 5, length: { from: 9, bytes: 1, min: 0, max: 8 } }],
  [data, { from: 30, size: 4, length: { from: 29, bytes: 1, min: 2, max: 6 } }],
]);

function world() {
  const caller = new Caller({ stdin, files: new Map([['data', data]]), origins });
  const guest = new SymbolGuest(caller.memory);
  Object.assign(caller, { guest });
  const buffer = (size: number) =>
    Array.from({ length: size }, (_, i) => guest.symbols.get(caller.bufferAddress + i) ?? 0);
  return { caller, guest, buffer };
}

describe('bytes that are read', () => {
  test('from stdin come with their symbols, and the length is asked as far as it matters', () => {
    const { caller, guest, buffer } = world();
    expect(caller.read(0, 3)).toBe('hel');
    expect(buffer(4)).toEqual([110, 111, 112, 0]);
    expect(caller.read(0, 9)).toBe('lo');
    expect(buffer(2)).toEqual([113, 114]);
    expect(guest.asked).toEqual([
      [0, 3],
      [3, 12],
    ]);
  });

  test('from a file too, and seeking to its end asks for all of its length', () => {
    const { caller, guest, buffer } = world();
    const fd = caller.open('data');
    expect(caller.read(fd, 2, 1n)).toBe('bc');
    expect(buffer(2)).toEqual([131, 132]);
    expect(guest.asked).toEqual([[1, 3]]);
    expect(caller.seek(fd, -1n, 2)).toBe(3n);
    expect(guest.asked.at(-1)).toEqual([0, 6]);
    expect(caller.stat('data').size).toBe(4n);
    expect(guest.symbols.get(caller.bufferAddress + 32)).toBe(99);
  });
});

describe('a symbolic file that is written', () => {
  test('keeps the symbols of what stays', () => {
    const { caller, guest, buffer } = world();
    const fd = caller.open('data');
    caller.seek(fd, 1n, 0);
    expect(caller.write(fd, 'X')).toBe(1);
    expect(guest.asked.at(-1)).toEqual([0, 6]);
    expect(caller.read(fd, 4, 0n)).toBe('aXcd');
    expect(buffer(4)).toEqual([130, 0, 132, 133]);
  });

  test('loses what is cut off, for good', () => {
    const { caller, buffer } = world();
    const fd = caller.open('data');
    expect(caller.call('fd_filestat_set_size', fd, 1n)).toBe(0);
    expect(caller.call('fd_filestat_set_size', fd, 3n)).toBe(0);
    expect(caller.read(fd, 4, 0n)).toBe('a\0\0');
    expect(buffer(3)).toEqual([130, 0, 0]);
  });

  test('emptied when opened, says nothing of its length any more', () => {
    const { caller, guest } = world();
    const fd = caller.open('data', Open.truncate);
    expect(caller.read(fd, 4)).toBe('');
    expect(guest.asked).toEqual([]);
  });

  test('takes symbols from memory and gives them back', () => {
    const { caller, guest, buffer } = world();
    caller.read(0, 2);
    const fd = caller.open('new', Open.create);
    guest.writeU32(caller.vectorAddress, caller.bufferAddress);
    guest.writeU32(caller.vectorAddress + 4, 3);
    caller.call('fd_write', fd, caller.vectorAddress, 1, caller.resultAddress);
    guest.write(caller.bufferAddress, new Uint8Array(8));
    expect(caller.read(fd, 2, 1n)).toBe('e\0');
    expect(buffer(2)).toEqual([111, 0]);
  });
});

test('strings that lie in memory already are pointed to, after the others', () => {
  const memory = new Uint8Array(256);
  const guest = new FakeGuest(memory);
  const state = createHostState({ ...defaultHostConfig, args: ['me'], placed: { args: [200, 210], env: [220] } });
  expect(wasiFunctions.args_sizes_get(guest, state, 0, 4)).toBe(0);
  expect([guest.readU32(0), guest.readU32(4)]).toEqual([3, 3]);
  expect(wasiFunctions.args_get(guest, state, 16, 64)).toBe(0);
  expect([16, 20, 24].map((at) => guest.readU32(at))).toEqual([64, 200, 210]);
  expect(wasiFunctions.environ_sizes_get(guest, state, 0, 4)).toBe(0);
  expect([guest.readU32(0), guest.readU32(4)]).toEqual([1, 0]);
  expect(wasiFunctions.environ_get(guest, state, 16, 64)).toBe(0);
  expect(guest.readU32(16)).toBe(220);
});
