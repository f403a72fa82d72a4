import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ProgramExit } from '../../src/host/guest.js';
import {
  createHostState,
  defaultHostConfig,
  type HostConfig,
  type HostState,
  unmodelledFunction,
  wasiFunctions,
} from '../../src/host/wasi.js';
import { compile, Wasm } from './compile.js';
import { FakeGuest } from './fake-guest.js';

let module: object;

beforeAll(async () => {
  module = await compile(readFileSync(new URL('programs/sandbox.c', import.meta.url), 'utf8'));
});

function run(
  scene: string,
  config: Partial<HostConfig> = {},
): { code: number; out: string; err: string; state: HostState } {
  const args = ['sandbox', scene, ...(config.args ?? [])];
  const state = createHostState({ ...defaultHostConfig, ...config, args });
  const guest = new FakeGuest(() => new Uint8Array((instance.exports.memory as { buffer: ArrayBuffer }).buffer));
  const imports: Record<string, unknown> = {};
  for (const { name } of Wasm.Module.imports(module)) {
    const call = wasiFunctions[name] ?? unmodelledFunction(name);
    imports[name] = (...values: (number | bigint)[]) => call(guest, state, ...values);
  }
  const instance = new Wasm.Instance(module, { wasi_snapshot_preview1: imports });
  let code = 0;
  try {
    (instance.exports._start as () => void)();
  } catch (error) {
    if (!(error instanceof ProgramExit)) throw error;
    code = error.code;
  }
  const text = (stream: 1 | 2): string => Buffer.from(state.output.of(stream)).toString();
  return { code, out: text(1), err: text(2), state };
}

const files = new Map([
  ['data/a.txt', Buffer.from('first file')],
  ['data/b.txt', Buffer.from('second file')],
]);

describe('a C program in the sandbox', () => {
  test('prints to both streams and exits with its code', () => {
    const { code, out, err, state } = run('printf');
    expect({ code, out, err }).toEqual({ code: 7, out: '42 words 2.50 000ff\n', err: 'to stderr\n' });
    expect(state.exitCode).toBe(7);
    expect(state.unmodelled.size).toBe(0);
  });

  test('writes, seeks in, overwrites, appends to and reads a file', () => {
    expect(run('file').out).toBe('[sandbox] at 14\n[hello, sanBOXES]\n16 bytes, regular 1\n');
  });

  test('a file of 400,000 bytes comes back whole', () => {
    expect(run('large').out).toBe(`${(99999 * 100000) / 2}\n`);
  });

  test('sees its arguments', () => {
    expect(run('arguments', { args: ['', 'two words', 'ü'] }).out).toBe('0:sandbox|1:arguments|2:|3:two words|4:ü|');
  });

  test('sees the environment it was given and none of ours', () => {
    expect(run('environment').out).toBe('(none) (none)\n');
    expect(run('environment', { env: { HOME: '/root', PATH: '' } }).out).toBe('/root \n');
  });

  test('lists, makes and removes folders', () => {
    expect(run('directory', { files }).out).toBe(
      '/: . .. data made\ndata: . .. a.txt b.txt\nmade: . .. inside\nrmdir full 1 empty 0\n',
    );
  });

  test('lives in virtual time', () => {
    const before = Date.now();
    expect(run('time').out).toBe('2026-11-01 12:34\n3600\nwaited\n');
    expect(Date.now() - before).toBeLessThan(5000);
  });

  test('renames, removes and changes files, and the next run starts afresh', () => {
    const expected = 'rename 0\nold 1\nfirst file\nremove 0 again 1\nCHANGEDfile\n';
    expect(run('change', { files }).out).toBe(expected);
    expect(run('change', { files }).out).toBe(expected);
    expect(Buffer.from(files.get('data/b.txt')!).toString()).toBe('second file');
  });

  test('finds no file of the host, and a missing one is only missing', () => {
    const none = 'No such file or directory';
    expect(run('missing', { files }).out).toBe(`${Array(5).fill(none).join(', ')}\n${none}\nIs a directory\n`);
    expect(run('missing').out.split('\n')[0]).toBe(Array(5).fill(none).join(', '));
  });

  test('symbolic links stay inside and loops end', () => {
    expect(run('links', { files }).out).toBe('readlink 22 ../../../../data/a.txt\nfirst file\nSymbolic link loop\n');
  });

  test('reads stdin, which is a pipe', () => {
    expect(run('stdin', { stdin: Buffer.from('one\ntwo') }).out).toBe('1 one\n2 twotty 0 seek 1\n');
  });

  test('randomness follows the seed', () => {
    expect(run('random', { rng: 1 }).out).toBe(run('random', { rng: 1 }).out);
    expect(run('random', { rng: 1 }).out).not.toBe(run('random', { rng: 2 }).out);
  });

  test('a full disk and too many open files are errors the program can handle', () => {
    const { out, state } = run('full', { diskLimit: 1 << 20 });
    expect(out).toBe('16 blocks, No space left on device\n1020 more open, No file descriptors available\n');
    expect(Object.fromEntries(state.limits)).toEqual({ disk: 1, 'open-files': 1 });
  });

  test('runs are equal byte for byte', () => {
    for (const scene of ['file', 'directory', 'time', 'random', 'links']) {
      expect(run(scene, { files }).out).toBe(run(scene, { files }).out);
    }
  });
});
