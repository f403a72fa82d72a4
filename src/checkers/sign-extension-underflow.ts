import { arrayUnderflow } from './array-underflow.js';
import { counted, describeObject } from './describe.js';
import type { Checker } from './types.js';

export const signExtensionUnderflow: Checker = {
  id: 'sign-extension-underflow',
  title: 'Negative value extended into an offset',
  help: 'A negative char or short is widened and then used as an index, which reaches before the object.',
  cwe: 194,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  gap: 'If an index is a sum, the input that is tried may make it negative in another way.',
  example: 'int counts[128];\nint f(char c) { return counts[c]; }',
  // Nothing to ask for: whether an access may reach before its object is asked by array-underflow, whoever is on.
  access: {
    fails: (access) => access.isExtended === true && arrayUnderflow.access?.fails(access) === true,
    message(access) {
      const distance = ((access.object?.start ?? 0) - access.address) >>> 0;
      return `a negative value made wider is an index ${counted(distance, 'byte')} before ${describeObject(access)}`;
    },
  },
};
