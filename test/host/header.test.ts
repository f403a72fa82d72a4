import { expect, test } from 'vitest';
import { Errno } from '../../src/host/errno.js';
import { FileType } from '../../src/host/nodes.js';
import { Right } from '../../src/host/rights.js';
import { wasiImports } from '../../src/host/wasi.js';
import { decode } from '../../src/wasm/decode.js';
import { ValueType } from '../../src/wasm/types.js';
import { compileBytes } from './compile.js';

const OURS = [
  'sock_open',
  'sock_listen',
  'sock_connect',
  'fd_dup',
  'fd_dup_to',
  'fd_chmod',
  'fd_pipe',
  'fd_read_stream',
  'fd_sync_stream',
  'unmodelled',
  'alarm_set',
];

/** libc's own header is the oracle: a wrong number or a missing function doesn't compile. */
test('numbers, records and signatures are those of wasi/api.h', async () => {
  // proc_raise is part of preview1, but wasi-libc stopped declaring it; the others are ours.
  const undeclared = ['proc_raise', ...OURS];
  const names = Object.keys(wasiImports).filter((name) => !undeclared.includes(name));
  expect(names).toHaveLength(45);
  const claims = [
    ...Object.entries(Errno).map(([name, value]) => `__WASI_ERRNO_${name.replace(/^E/, '')} == ${value}`),
    ...Object.entries(Right).map(([name, value]) => `__WASI_RIGHTS_${name} == ${value}`),
    `__WASI_FILETYPE_UNKNOWN == ${FileType.unknown}`,
    `__WASI_FILETYPE_DIRECTORY == ${FileType.directory}`,
    `__WASI_FILETYPE_REGULAR_FILE == ${FileType.file}`,
    `__WASI_FILETYPE_SYMBOLIC_LINK == ${FileType.symlink}`,
    'offsetof(__wasi_fdstat_t, fs_flags) == 2 && offsetof(__wasi_fdstat_t, fs_rights_base) == 8',
    'offsetof(__wasi_fdstat_t, fs_rights_inheriting) == 16 && sizeof(__wasi_fdstat_t) == 24',
    'offsetof(__wasi_filestat_t, ino) == 8 && offsetof(__wasi_filestat_t, filetype) == 16',
    'offsetof(__wasi_filestat_t, nlink) == 24 && offsetof(__wasi_filestat_t, size) == 32',
    'offsetof(__wasi_filestat_t, atim) == 40 && offsetof(__wasi_filestat_t, mtim) == 48',
    'offsetof(__wasi_filestat_t, ctim) == 56 && sizeof(__wasi_filestat_t) == 64',
    'offsetof(__wasi_dirent_t, d_ino) == 8 && offsetof(__wasi_dirent_t, d_namlen) == 16',
    'offsetof(__wasi_dirent_t, d_type) == 20 && sizeof(__wasi_dirent_t) == 24',
    'offsetof(__wasi_subscription_t, u.tag) == 8 && offsetof(__wasi_subscription_t, u.u.clock.id) == 16',
    'offsetof(__wasi_subscription_t, u.u.clock.timeout) == 24 && offsetof(__wasi_subscription_t, u.u.clock.flags) == 40',
    'offsetof(__wasi_subscription_t, u.u.fd_read.file_descriptor) == 16 && sizeof(__wasi_subscription_t) == 48',
    'offsetof(__wasi_event_t, error) == 8 && offsetof(__wasi_event_t, type) == 10',
    'offsetof(__wasi_event_t, fd_readwrite.nbytes) == 16 && sizeof(__wasi_event_t) == 32',
    'offsetof(__wasi_prestat_t, u.dir.pr_name_len) == 4 && sizeof(__wasi_prestat_t) == 8',
  ];
  const source = `
    #include <stddef.h>
    #include <wasi/api.h>
    ${claims.map((claim) => `_Static_assert(${claim}, "");`).join('\n')}
    void *volatile table[] = {${names.map((name) => `(void *)__wasi_${name}`).join(', ')}};
    int main(void) { return table[0] == 0; }`;
  const module = decode(await compileBytes(source));
  const seen = new Map(
    module.imports.map(({ name, desc }) => [name, desc.kind === 'func' ? module.types[desc.type] : undefined]),
  );
  for (const name of names) {
    const types = (list: readonly ('i32' | 'i64')[]): number[] => list.map((type) => ValueType[type]);
    const { parameters, results } = wasiImports[name];
    expect([name, seen.get(name)]).toEqual([
      name,
      expect.objectContaining({ params: types(parameters), results: types(results) }),
    ]);
  }
});
