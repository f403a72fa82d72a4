import { shareLocals } from '../static/shared-locals.js';
import type { Signatures } from '../wasm/signatures.js';
import type { FuncBody, FuncType } from '../wasm/types.js';
import { maybeSymbolicLocals } from './maybe-symbolic.js';

/** The function with as few locals as it needs, and which of them need a shadow: what needs none shares with its like. */
export function withFewerLocals(
  signatures: Signatures,
  type: FuncType,
  body: FuncBody,
): { readonly body: FuncBody; readonly maybe: readonly boolean[] } {
  const types = [...type.params, ...body.locals];
  const maybe = maybeSymbolicLocals(signatures, type, body);
  const shared = shareLocals(body, type.params.length, (local) => types[local] * 2 + Number(maybe[local]));
  return { body: shared.body, maybe: shared.kinds.map((kind) => kind % 2 === 1) };
}
