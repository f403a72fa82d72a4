import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalize, SourceFiles } from '../../../src/wasm/dwarf/file-names.js';

function nameOf(compileDirectory: string, directory: string, name: string): string {
  const files = new SourceFiles();
  return files.nameOf(files.intern(compileDirectory, directory, name));
}

describe('names of source files', () => {
  it.each([
    ['/home/me/project', '', 'main.c', 'main.c'],
    ['/home/me/project', '', './main.c', 'main.c'],
    ['/home/me/project', '/home/me/project/src', 'main.c', 'src/main.c'],
    ['/home/me/project', 'src/../lib', 'a.h', 'lib/a.h'],
    ['/home/me/project', '../other', 'a.h', '../other/a.h'],
    ['/home/me/project', '/usr/include', 'stdio.h', '/usr/include/stdio.h'],
    ['/home/me/project', '', '/home/me/project2/a.c', '/home/me/project2/a.c'],
    ['/', '', 'main.c', 'main.c'],
    ['/', '/usr/include', 'stdio.h', '/usr/include/stdio.h'],
    ['.', 'src', 'main.c', 'src/main.c'],
    ['.', '..', 'main.c', '../main.c'],
    ['', '', 'main.c', 'main.c'],
  ])('in %s, %s + %s is %s', (compileDirectory, directory, name, expected) => {
    expect(nameOf(compileDirectory, directory, name)).toBe(expected);
  });

  it('gives a file one name, whoever mentions it, and the best one', () => {
    const files = new SourceFiles();
    const first = files.intern('/p/src', '../include', 'a.h');
    expect(files.intern('/p', 'include', 'a.h')).toBe(first);
    expect(files.intern('/elsewhere', '/p/include', 'a.h')).toBe(first);
    expect(files.nameOf(first)).toBe('include/a.h');
  });

  it.each([
    ['/p', '/p/src', '', 'a.c', 'src/a.c'],
    ['/p', '/p/build', '../src', 'a.c', 'src/a.c'],
    ['/p', '/p/build', '', '/p/src/a.c', 'src/a.c'],
    ['/p/out', '/p/src', '', 'a.c', '/p/src/a.c'],
    ['/p', '.', 'src', 'a.c', 'src/a.c'],
    ['/p', '.', '', '/p/src/a.c', '/p/src/a.c'],
    ['/p', '/', '', 'a.c', 'a.c'],
  ])('seen from %s, what was compiled in %s as %s + %s is %s', (here, compileDirectory, directory, name, expected) => {
    const files = new SourceFiles(here);
    expect(files.nameOf(files.intern(compileDirectory, directory, name))).toBe(expected);
  });

  it('tells two files of the same name apart', () => {
    const files = new SourceFiles();
    const one = files.intern('/p/one', '', 'util.c');
    const two = files.intern('/p/two', '', 'util.c');
    expect([files.nameOf(one), files.nameOf(two)]).toEqual(['/p/one/util.c', '/p/two/util.c']);
  });

  it('maps full paths to names one to one, whatever the order of units', () => {
    const segment = fc.constantFrom('a', 'b', '.', '..');
    const path = fc.array(segment, { maxLength: 4 }).map((parts) => parts.join('/'));
    const mention = fc.tuple(path, path, fc.constantFrom('x.c', 'y.h', '/a/x.c'), fc.boolean());
    fc.assert(
      fc.property(fc.array(mention, { minLength: 1, maxLength: 8 }), (mentions) => {
        const read = (order: typeof mentions) => {
          const files = new SourceFiles();
          const ids = order.map(([root, folder, name, rooted]) =>
            files.intern(`/${root}`, rooted ? `/${folder}` : folder, name),
          );
          return new Map(order.map((one, index) => [one, files.nameOf(ids[index])]));
        };
        const forward = read(mentions);
        const backward = read(mentions.toReversed());
        const fullPath = ([root, folder, name, rooted]: (typeof mentions)[number]) =>
          normalize(name.startsWith('/') ? name : rooted ? `/${folder}/${name}` : `/${root}/${folder}/${name}`);
        for (const one of mentions) {
          expect(backward.get(one)).toBe(forward.get(one));
          for (const other of mentions) {
            expect(forward.get(one) === forward.get(other)).toBe(fullPath(one) === fullPath(other));
          }
        }
      }),
    );
  });
});
