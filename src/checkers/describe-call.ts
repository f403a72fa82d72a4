import { describeBuffer } from './describe.js';
import type { LibraryCall } from './types.js';

/** Bytes a call writes in all, NUL included, where its arguments tell. */
export function bytesWritten({ fn, args, memory }: LibraryCall): number | undefined {
  const amount = fn.writes?.amount;
  if (!amount || amount === 'line' || 'formatted' in amount || 'atMost' in amount) return undefined;
  if ('exactly' in amount)
    return (args[amount.exactly] >>> 0) * (amount.times === undefined ? 1 : args[amount.times] >>> 0);
  const length = memory.stringLength(args[amount.copyOf]);
  if (length === undefined) return undefined;
  return (amount.limit === undefined ? length : Math.min(length, args[amount.limit] >>> 0)) + 1;
}

/** `strcpy copies 1025 bytes into name[1024] (declared at line 3)` */
export function describeOverflow(call: LibraryCall): string {
  const { fn, args, memory } = call;
  const { writes } = fn;
  const object = writes && memory.object(args[writes.at]);
  if (!writes || !object) return `${fn.name} writes where it may not`;
  const offset = (args[writes.at] - object.start) | 0;
  const where = `${describeBuffer(memory.declared(object))}${offset > 0 ? ` at offset ${offset}` : ''}`;
  const bytes = bytesWritten(call);
  if (bytes === undefined) return `${fn.name} writes more than fits into ${where}`;
  const verb = writes.appends ? 'appends' : 'copies';
  return `${fn.name} ${verb} ${bytes} byte${bytes === 1 ? '' : 's'} ${writes.appends ? 'to the string in' : 'into'} ${where}`;
}
