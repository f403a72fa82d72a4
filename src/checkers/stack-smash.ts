import { Op } from '../expr/ops.js';
import { describeAccess, describeBuffer } from './describe.js';
import { isOutside } from './outside.js';
import type { Access, Checker } from './types.js';

export const stackSmash: Checker = {
  id: 'stack-smash',
  title: 'Write outside the stack frame',
  help: "A write to a local leaves the function's stack frame and reaches the frames of its callers.",
  cwe: 121,
  kind: 'bad access',
  native: {},
  severity: 'error',
  byDefault: true,
  example:
    'static void set(char *to, int i) { to[i] = 1; }\nint f(int i) { char a[8] = {0}; if (i > 99 && i < 9999) set(a, i); return a[0]; }',
  access: {
    fails: (access) => access.isWrite && leavesFrame(access),
    message: (access) => {
      const object = objectMeant(access);
      return object
        ? `${describeAccess(access)} at offset ${access.address - object.start} of ${describeBuffer(access.call?.memory.declared(object) ?? object)}, outside the frame it lies in`
        : '';
    },
    /** Where it is sure to be noticed: what else lies behind the frame may be anybody's, and usable. */
    condition(builder, { offset, offsetLimit, size, object, frame }) {
      if (!frame || frame.poisonEnd - frame.poison < size) return 0;
      const first = frame.poison - object.start;
      if (offsetLimit < first) return 0;
      const { store } = builder;
      const bits = store.width[offset];
      const distance = builder.binary(Op.Sub, offset, store.constant(bits, first));
      return builder.binary(Op.Ule, distance, store.constant(bits, frame.poisonEnd - frame.poison - size));
    },
    isOutside: ({ size, object, frame }, offset) =>
      frame !== undefined && object.start + offset >= frame.poison && object.start + offset + size <= frame.poisonEnd,
  },
};

/** What a library function was told to write to, or what the address was made from. */
function objectMeant({ call, object }: Access): Access['object'] {
  return call?.fn.writes ? call.memory.object(call.args[call.fn.writes.at]) : object;
}

function leavesFrame(access: Access): boolean {
  const object = objectMeant(access);
  const frame = object && access.frameOf?.(object);
  return frame !== undefined && access.address >= frame.end && isOutside(access.mark);
}
