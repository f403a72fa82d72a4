import { Poison } from '../abi/layout.js';
import { describeAccess, describeObject } from './describe.js';
import type { Checker } from './types.js';

export const memberOverflow: Checker = {
  id: 'member-overflow',
  title: 'A block that goes past an array inside a structure',
  help: 'memcpy, memset, read and the like are given an array inside a structure and more bytes than it has, but no more than the structure has. Some programs do so on purpose.',
  cwe: 787,
  kind: 'bad access',
  native: { unseen: 'there is no redzone inside a structure' },
  severity: 'warning',
  byDefault: false,
  gap: 'What happens is reported, on the inputs that are tried; whether another input does so is not asked.',
  example:
    '#include <string.h>\nstruct pair { char name[8]; int id; };\nint f(int n) { struct pair p = {"", 1}; memset(p.name, 0, n == 7 ? sizeof p : sizeof p.name); return p.id; }',
  access: {
    fails: ({ mark }) => mark === Poison.Member,
    message: (access) => `${describeAccess(access)} at ${describeObject(access)}`,
  },
};
