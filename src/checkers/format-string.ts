import { Op } from '../expr/ops.js';
import { conversionsOf } from './format.js';
import type { Checker } from './types.js';

export const formatString: Checker = {
  id: 'format-string',
  title: 'Format string taken from input',
  help: 'Input text is used as a format string: a % in it makes printf read, or with %n write, arbitrary memory. Print it with "%s".',
  cwe: 134,
  kind: 'own',
  native: { unseen: 'a format that comes from input is no error for sanitizers' },
  severity: 'error',
  byDefault: true,
  gap: 'Calls through function pointers are not checked.',
  example: '#include <stdio.h>\nvoid f(char *s) { printf(s); }',
  call: {
    fails({ fn, args, memory }) {
      if (fn.format === undefined || args[fn.format] === 0 || memory.isConstant(args[fn.format])) return undefined;
      const chosen = conversionsOf(memory.string(args[fn.format])).find(({ at }) =>
        memory.isInput(args[fn.format ?? 0] + at, 2),
      );
      return chosen && `${fn.name} takes %${chosen.letter} from a format that comes from input`;
    },
    questions(call) {
      const { fn, args, builder } = call;
      if (fn.format === undefined || args[fn.format] === 0) return [];
      const { store } = builder;
      const is = (byte: number, character: string): number =>
        builder.binary(Op.Eq, byte, store.constant(8, character.charCodeAt(0)));
      // `%d`: what any program would trip over.
      const condition = call.someByte(args[fn.format], (byte, next) =>
        next === undefined ? store.constant(1, 0) : builder.binary(Op.And, is(byte, '%'), is(next, 'd')),
      );
      if (store.isConst(condition)) return [];
      const text = call.memory.string(args[fn.format]);
      return [{ condition, failed: call.holds(condition), near: 0, isAboutString: text.length > 0 }];
    },
  },
};
