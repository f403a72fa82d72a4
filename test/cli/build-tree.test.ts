import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { BuildTree, buildRoots } from '../../src/build/cc/build-tree.js';
import { Errno } from '../../src/host/errno.js';
import { cc } from '../../src/index.js';
import { cases } from '../support/cases.js';

/** What programs made by `nearmiss cc` and run by a build may touch: their tree, and nothing else. */
const all = realpathSync(mkdtempSync(join(tmpdir(), 'nearmiss-build-tree-')));
const inAll = (...names: string[]): string => join(all, ...names);

describe('where paths lead', () => {
  const names = ['a', 'b', 'in', 'out', 'up', 'root', 'file', '..', '.', 'missing'];

  beforeAll(() => {
    for (const folder of ['walk/tree/a/b', 'walk/outside/a/b', 'walk/tree-beside/a']) {
      mkdirSync(inAll(folder), { recursive: true });
      writeFileSync(inAll(folder, 'file'), folder);
    }
    symlinkSync('../outside', inAll('walk/tree/out'));
    symlinkSync(inAll('walk/outside/a'), inAll('walk/tree/a/out'));
    symlinkSync('a/b', inAll('walk/tree/in'));
    symlinkSync('../../../tree', inAll('walk/outside/a/b/in'));
    symlinkSync('..', inAll('walk/tree/a/b/up'));
    symlinkSync('/', inAll('walk/tree/root'));
    symlinkSync('circle', inAll('walk/tree/circle'));
    symlinkSync('../outside/made', inAll('walk/tree/dangling'));
  });

  const real = (path: string): string | undefined => {
    try {
      // The other one takes `x/..` out first, as no system does.
      return realpathSync.native(path);
    } catch {
      return undefined;
    }
  };

  test('the file system agrees, and nothing outside is given away', () => {
    const root = inAll('walk/tree');
    const tree = new BuildTree([root]);
    let inside = 0;
    let outside = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 8 }), fc.boolean(), (parts, whole) => {
        // Joined as a program would, not as node does, which takes `x/..` out.
        const path = (whole ? [root, ...parts] : parts).join('/');
        const located = tree.locate(root, path, 'follow');
        const exact = real(whole ? path : `${root}/${path}`);
        if (typeof located === 'string') {
          expect(located === root || located.startsWith(`${root}/`)).toBe(true);
          if (exact !== undefined) expect(located).toBe(exact);
          inside++;
        } else if (exact !== undefined) {
          // What exists is refused for one reason only, or the way there went through what is not to be asked about.
          expect(located).toBe(Errno.EACCES);
          outside++;
        }
      }),
      { numRuns: cases(2000) },
    );
    expect(inside).toBeGreaterThan(20);
    expect(outside).toBeGreaterThan(20);
  });

  test.each([
    ['a link out, at the end', 'out', Errno.EACCES],
    ['a link out, on the way', 'out/a/file', Errno.EACCES],
    ['a whole path behind a link', `root${all}/walk/outside/file`, Errno.EACCES],
    ['a folder whose name begins the same', '../tree-beside/a', Errno.EACCES],
    ['what is not there, outside', '../outside/nothing', Errno.EACCES],
    ['what is not there, behind what is not there', '/no/such/folder', Errno.EACCES],
    ['up from outside', '../outside/a/../../tree/file', Errno.EACCES],
    ['a new file by a link that leads nowhere yet', 'dangling', Errno.EACCES],
    ['a circle', 'circle', Errno.ELOOP],
    ['below a file', 'a/b/file/x', Errno.ENOTDIR],
    ['below what is missing', 'missing/x', Errno.ENOENT],
    ['nothing', '', Errno.ENOENT],
    ['a NUL', 'a\0b', Errno.EINVAL],
  ])('%s', (_what, path, errno) => {
    expect(new BuildTree([inAll('walk/tree')]).locate(inAll('walk/tree'), path, 'follow')).toBe(errno);
  });

  test('a new name, a link itself, and a tree known by a link', () => {
    const root = inAll('walk/tree');
    const tree = new BuildTree([root]);
    expect(tree.locate(root, 'a/../new', 'follow')).toBe(join(root, 'new'));
    expect(tree.locate(root, 'out', 'stay')).toBe(join(root, 'out'));
    expect(tree.locate(root, 'out/', 'stay')).toBe(Errno.EACCES);
    symlinkSync(root, inAll('walk/by-link'));
    expect(new BuildTree([inAll('walk/by-link')]).locate(root, inAll('walk/by-link/file'), 'follow')).toBe(
      join(root, 'file'),
    );
    expect(() => buildRoots(inAll('walk/no-such'))).toThrow(/NEARMISS_BUILD_ROOT names .*no-such/);
    expect(() => buildRoots(inAll('walk/tree/a/b/file'))).toThrow(/there is no such folder/);
    expect(buildRoots(`${inAll('walk')}:`)).toEqual([inAll('walk')]);
  });
});

describe('a program that a build runs', () => {
  const folder = inAll('run/build/sub');
  const run = (words: string[], root?: string, name = 'tool') => {
    const { NEARMISS_BUILD_ROOT: _, ...env } = process.env;
    const { status, signal, stdout, stderr } = spawnSync(join(folder, name), words, {
      cwd: folder,
      encoding: 'utf8',
      env: root === undefined ? env : { ...env, NEARMISS_BUILD_ROOT: root },
    });
    return { status, signal, lines: stdout.trimEnd().split('\n'), stderr };
  };

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    for (const name of ['run/build/source', 'run/outside']) writeFileSync(inAll(name), `${name}\n`);
    mkdirSync(inAll('run/outside-folder'));
    writeFileSync(inAll('run/outside-folder/kept'), 'kept');
    symlinkSync('../../outside', join(folder, 'link'));
    symlinkSync('../../outside-folder', join(folder, 'folder'));
    writeFileSync(join(folder, 'tool.c'), tool);
    await cc([join(folder, 'tool.c'), '-o', join(folder, 'tool')]);
  }, 120_000);

  test('reads and writes the folder it is started in, and says where it is', () => {
    expect(run(['write', 'new', 'read', './new', 'read', join(folder, 'new'), 'where', '']).lines).toEqual([
      'write new: done',
      'read ./new: written',
      `read ${join(folder, 'new')}: written`,
      `where : ${folder}`,
    ]);
  });

  test('what lies beside is there for who names it, by any path', () => {
    const source = inAll('run/build/source');
    expect(run(['read', '../source', 'read', source])).toMatchObject({
      status: 1,
      lines: ['read ../source: Permission denied', `read ${source}: Permission denied`],
      stderr: `tool: ${folder}/../source is not in the build's tree; NEARMISS_BUILD_ROOT=${inAll('run/build')} would let it in.\n`,
    });
    expect(run(['read', '../source', 'read', source, 'write', '../made'], inAll('run/build'))).toMatchObject({
      status: 0,
      lines: ['read ../source: run/build/source', `read ${source}: run/build/source`, 'write ../made: done'],
      stderr: '',
    });
    expect(readFileSync(inAll('run/build/made'), 'utf8')).toBe('written\n');
    expect(run([], inAll('run/no-such'))).toMatchObject({ status: 2, stderr: /NEARMISS_BUILD_ROOT names/ });
  });

  test('nothing else, whatever it tries', () => {
    const outside = inAll('run/outside');
    const before = statSync(outside);
    const tried = [
      ...['read', 'write', 'remove', 'status', 'mode'].flatMap((what) =>
        [outside, '../../outside', 'link', 'folder/kept', '../../../../../../../etc/hostname'].map((path) => [
          what,
          path,
        ]),
      ),
      ...['list', 'make', 'times'].flatMap((what) =>
        [inAll('run/outside-folder'), 'folder/new', '/'].map((path) => [what, path]),
      ),
      ...['name', 'take', 'share'].map((what) => [what, outside]),
      ['at', '../outside'],
      ...['close', 'number', 'entries', 'about'].map((what) => [what, '']),
    ];
    // Removing a link, and looking at it, is the tree's own affair.
    const isOwn = ([what, path]: string[]): boolean => path === 'link' && what === 'remove';
    const { lines } = run(tried.filter((each) => !isOwn(each)).flat(), inAll('run/build'));
    for (const line of lines) expect(line).toMatch(/: Permission denied$/);
    expect(lines).toHaveLength(tried.length - 1);
    expect(readFileSync(outside, 'utf8')).toBe('run/outside\n');
    expect(statSync(outside)).toMatchObject({ mode: before.mode, mtimeMs: before.mtimeMs, nlink: 1 });
    expect(readdirSync(inAll('run/outside-folder'))).toEqual(['kept']);
    // A link that it makes is a text; what it leads to is asked when somebody goes there.
    expect(run(['link', '../../outside', 'read', 'made-link']).lines).toEqual([
      'link ../../outside: done',
      'read made-link: Permission denied',
    ]);
    expect(run(['read', '/dev/null', 'write', '/dev/null']).lines).toEqual([
      'read /dev/null: ',
      'write /dev/null: done',
    ]);
    expect(run(['remove', '/dev/null']).lines).toEqual(['remove /dev/null: Permission denied']);
    expect(existsSync('/dev/null')).toBe(true);
  });

  test.each([
    ['--bits', '64'],
    ['--libc', 'own'],
  ])(
    'the same with %s %s',
    async (...words) => {
      const name = `tool${words.join('')}`;
      await cc([...words, '-DOWN_LIBC', join(folder, 'tool.c'), '-o', join(folder, name)]);
      const tried = ['read', '../source', 'where', '', 'status', inAll('run/outside'), 'sleep', ''];
      expect(run(tried, inAll('run/build'), name).lines).toEqual([
        'read ../source: run/build/source',
        `where : ${folder}`,
        `status ${inAll('run/outside')}: Permission denied`,
        'sleep : woken',
      ]);
    },
    120_000,
  );

  test('modes are those of the file', () => {
    writeFileSync(join(folder, 'script'), '');
    chmodSync(join(folder, 'script'), 0o750);
    expect(run(['status', 'script', 'mode', 'script', 'status', 'script']).lines).toEqual([
      'status script: 750',
      'mode script: done',
      'status script: 600',
    ]);
    expect(statSync(join(folder, 'script')).mode & 0o777).toBe(0o600);
  });

  test('an alarm ends a program that works on, and wakes one that sleeps', () => {
    expect(run(['work', '']).signal).toBe('SIGALRM');
    expect(run(['sleep', ''])).toMatchObject({ status: 0, lines: ['sleep : woken'] });
  });

  test('80,000 blocks are freed in no time, and come back', () => {
    const start = performance.now();
    expect(run(['blocks', '']).lines).toEqual(['blocks : done']);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

/** Words in pairs: what to do, and with which path. Each says what came of it; 1 if something was refused. */
const tool = String.raw`
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef OWN_LIBC
#include <wasi/api.h>
#endif

static char text[4096];

#ifndef OWN_LIBC
static int wasi(int error) {
  errno = error;
  return error ? -1 : 0;
}
#endif

static int blocks(void) {
  static char *all[80000];
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < 80000; i++) {
      if (!(all[i] = malloc(24))) return -1;
      all[i][0] = 1;
    }
    for (int i = 0; i < 80000; i++) free(all[i]);
  }
  errno = ENOMEM;
  if (calloc(0x10000, 0x10001)) return -1;
  return 0;
}

static void ring(int number) { strcpy(text, "woken"); }

static int attempt(const char *what, const char *path) {
  struct stat status;
  FILE *stream;
  DIR *folder;
  strcpy(text, "done");
  if (!strcmp(what, "read")) {
    if (!(stream = fopen(path, "r"))) return -1;
    if (!fgets(text, sizeof text, stream)) text[0] = 0;
    text[strcspn(text, "\n")] = 0;
    return fclose(stream);
  }
  if (!strcmp(what, "write")) {
    if (!(stream = fopen(path, "w"))) return -1;
    return fputs("written\n", stream) < 0 ? -1 : fclose(stream);
  }
  if (!strcmp(what, "remove")) return unlink(path);
  if (!strcmp(what, "status")) {
    if (stat(path, &status)) return -1;
    sprintf(text, "%o", status.st_mode & 0777);
    return 0;
  }
  if (!strcmp(what, "mode")) return chmod(path, 0600);
  if (!strcmp(what, "make")) return mkdir(path, 0777);
  if (!strcmp(what, "times")) return utimensat(AT_FDCWD, path, NULL, 0);
  if (!strcmp(what, "list")) {
    if (!(folder = opendir(path))) return -1;
    return closedir(folder);
  }
  if (!strcmp(what, "name")) return rename("tool.c", path);
  if (!strcmp(what, "take")) return rename(path, "taken");
  if (!strcmp(what, "share")) return link(path, "shared");
  if (!strcmp(what, "link")) return symlink(path, "made-link");
  if (!strcmp(what, "where")) return getcwd(text, sizeof text) ? 0 : -1;
  if (!strcmp(what, "blocks")) return blocks();
  if (!strcmp(what, "work")) {
    alarm(1);
    for (;;) __asm__ volatile("");
  }
  if (!strcmp(what, "sleep")) {
    signal(SIGALRM, ring);
    alarm(1);
    return sleep(100) == 0 ? -1 : 0;
  }
  if (!strcmp(what, "at")) {
    int start = open("..", O_RDONLY | O_DIRECTORY);
    if (start < 0) return -1;
    int file = openat(start, path, O_RDONLY);
    int error = errno;
    close(start);
    errno = error;
    return file;
  }
#ifndef OWN_LIBC
  __wasi_filestat_t about;
  __wasi_size_t used;
  if (!strcmp(what, "close")) return wasi(__wasi_fd_close(3));
  if (!strcmp(what, "number")) {
    int file = open(".", O_RDONLY | O_DIRECTORY);
    return file < 0 ? -1 : wasi(__wasi_fd_renumber(file, 3));
  }
  if (!strcmp(what, "entries")) return wasi(__wasi_fd_readdir(3, (unsigned char *)text, sizeof text, 0, &used));
  if (!strcmp(what, "about")) return wasi(__wasi_fd_filestat_get(3, &about));
#endif
  errno = EINVAL;
  return -1;
}

int main(int count, char **words) {
  int refused = 0;
  for (int i = 1; i + 1 < count; i += 2) {
    errno = 0;
    int failed = attempt(words[i], words[i + 1]) < 0;
    printf("%s %s: %s\n", words[i], words[i + 1], failed ? strerror(errno) : text);
    refused |= failed;
  }
  return refused;
}
`;
