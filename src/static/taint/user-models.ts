import { UserError } from '../../vocabulary/errors.js';
import { type FunctionModel, libraryModels, type SinkKind, sinkKinds } from './models.js';

/** `net_read:2` or `get_length:return`, as a person adds a source. */
export interface NamedParameter {
  readonly function: string;
  /** From 0. */
  readonly param: number | 'return';
  readonly kind?: SinkKind;
}

/**
 * One `function:parameter` each, parameters counted from 1, separated by commas, blanks or lines; # begins a comment.
 * Sinks may say what they are: `my_alloc:1:allocation-size`.
 */
export function parseParameters(text: string, flag: '--sources' | '--sinks'): NamedParameter[] {
  const words = text
    .replace(/#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  return words.map((word) => {
    const [, name, param, kind] = /^([A-Za-z_]\w*):(return|[1-9]\d?)(?::([\w-]+))?$/.exec(word) ?? [];
    const example =
      flag === '--sources' ? 'net_read:2 or get_length:return' : 'my_alloc:1 or my_alloc:1:allocation-size';
    if (name === undefined || (flag === '--sinks' && param === 'return')) {
      throw new UserError(`${flag} takes a function and a parameter, like ${example}, not '${word}'.`);
    }
    if (kind !== undefined && (flag === '--sources' || !(kind in sinkKinds))) {
      throw new UserError(`${flag} ${word}: a sink is one of ${Object.keys(sinkKinds).join(', ')}.`);
    }
    return {
      function: name,
      param: param === 'return' ? 'return' : Number(param) - 1,
      kind: kind as SinkKind | undefined,
    };
  });
}

/** The library's models with the user's own sources and sinks. */
export function modelsWith(
  sources: readonly NamedParameter[],
  sinks: readonly NamedParameter[],
): ReadonlyMap<string, FunctionModel> {
  const models = new Map(libraryModels);
  for (const { function: name, param } of sources) {
    const before = models.get(name);
    models.set(name, { ...before, from: name, sources: [...(before?.sources ?? []), param] });
  }
  for (const { function: name, param, kind = 'copy-length' } of sinks) {
    const before = models.get(name);
    models.set(name, { ...before, sinks: [...(before?.sinks ?? []), { kind, param: param as number }] });
  }
  return models;
}
