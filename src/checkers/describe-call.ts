/** How does a finding describe a call of a library function? */

import { counted, describeBuffer } from './describe.js';
import type { Access, LibraryCall } from './types.js';

type MemoryObject = NonNullable<Access['object']>;

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
  const verb = writes.appends ? 'appends' : fn.reads.length > 0 ? 'copies' : 'writes';
  return `${fn.name} ${verb} ${bytes} byte${bytes === 1 ? '' : 's'} ${writes.appends ? 'to the string in' : 'into'} ${where}`;
}

/** `memcpy reads 20 bytes from key[16] (declared at line 3)` — what a call that was told how much to read does wrong. */
export function describeRead({ fn, args, memory }: LibraryCall, object: MemoryObject): string | undefined {
  for (const { at, extent } of fn.reads) {
    if (extent === 'string' || !('exactly' in extent)) continue;
    const meant = memory.object(args[at]);
    if (!meant || meant.start !== object.start) continue;
    const bytes = counted(args[extent.exactly] >>> 0, 'byte');
    const offset = args[at] - meant.start;
    return `${fn.name} reads ${bytes} from ${describeBuffer(memory.declared(meant))}${offset > 0 ? ` at offset ${offset}` : ''}`;
  }
  return undefined;
}
