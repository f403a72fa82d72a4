import { Poison } from '../abi/layout.js';
import { describeAccess } from './describe.js';
import type { Checker } from './types.js';

/** Farther than members of a structure at NULL lie. */
const farFromNull = 1 << 16;

export const nullDereference: Checker = {
  id: 'null-dereference',
  title: 'NULL pointer dereference',
  help: 'A pointer that is NULL, or a field of a structure at NULL, or a number that is no address, is read or written.',
  cwe: 476,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  example: '#include <stdlib.h>\nint f(int n) { int *p = n == 7 ? NULL : &n; return *p; }',
  access: {
    fails: ({ mark }) => mark === Poison.NullPage,
    message: (access) =>
      access.address < 0 || access.address >= farFromNull
        ? `${describeAccess(access)} at address ${access.address >>> 0}, where there is no object`
        : access.address === 0
          ? `${describeAccess(access)} through a NULL pointer`
          : `${describeAccess(access)} at offset ${access.address} from a NULL pointer`,
  },
};
