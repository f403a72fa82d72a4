import { describeBlock } from './describe.js';
import type { Checker } from './types.js';

/** As runtime-c/cxx/new.cc numbers them. */
const made = ['malloc()', 'new', 'new[]'];
const given = ['free()', 'delete', 'delete[]'];

export const mismatchedDelete: Checker = {
  id: 'mismatched-delete',
  title: 'Memory given back in another form than it was made in',
  help: 'What new made is given to free() or delete[], what new[] made to delete, or what malloc() made to delete.',
  cwe: 762,
  kind: 'own',
  native: { options: 'alloc_dealloc_mismatch=1' },
  severity: 'error',
  byDefault: true,
  language: 'c++',
  example: 'extern "C" void f(int n) { int *p = new int[2]; if (n == 7) delete p; else delete[] p; }',
  release: {
    fails: ({ block, form }) => block !== undefined && form !== undefined,
    message: ({ block, form }) =>
      `${block && describeBlock(block)}, made by ${made[block?.form ?? 0]}, is given back by ${given[form ?? 0]}`,
  },
};
