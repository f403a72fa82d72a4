import { Poison } from '../abi/layout.js';
import type { Checker } from './types.js';

export const vararg: Checker = {
  id: 'vararg',
  title: 'va_arg past the arguments',
  help: 'More arguments are taken from a list than the call was given, or wider ones.',
  cwe: 685,
  kind: 'bad access',
  native: { unseen: 'what a call was given behind its dots is marked for nobody' },
  severity: 'error',
  byDefault: true,
  example:
    '#include <stdarg.h>\nstatic int sum(int n, ...) { va_list a; int s = 0; va_start(a, n); while (n-- > 0) s += va_arg(a, int); va_end(a); return s; }\nint f(unsigned char n) { return sum(n == 7 ? 3 : 2, 1, 2); }',
  access: {
    fails: ({ mark }) => mark === Poison.Arguments,
    message: ({ address, object }) =>
      `an argument is taken at offset ${address - (object?.start ?? 0)} of ${object?.size ?? 0} bytes of arguments`,
  },
};
