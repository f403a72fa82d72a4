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

/** Words of `--kinds`. */
export function parseKinds(words: readonly string[]): SinkKind[] {
  if (words.length === 0) throw new UserError(`--kinds takes ${Object.keys(sinkKinds).join(', ')}.`);
  return words.map((word) => {
    const kind = word.replace(/^taint\//, '');
    if (kind in sinkKinds) return kind as SinkKind;
    throw new UserError(`--kinds takes ${Object.keys(sinkKinds).join(', ')}, not '${word}'.`);
  });
}

/** The library's models with the user's own sources and sinks. */
export function modelsWith(
  sources: readonly NamedParameter[],
  sinks: readonly NamedParameter[],
  /** Of functions of the user's own: what their result points to comes from outside, not the address. */
  returnsPointer: (name: string) => boolean = () => false,
): ReadonlyMap<string, FunctionModel> {
  const models = new Map(libraryModels);
  for (const { function: name, param } of sources) {
    const before = models.get(name);
    const allocates = before?.allocates || (param === 'return' && returnsPointer(name));
    models.set(name, { ...before, from: name, sources: [...(before?.sources ?? []), param], allocates });
  }
  for (const { function: name, param, kind = 'copy-length' } of sinks) {
    const before = models.get(name);
    models.set(name, { ...before, sinks: [...(before?.sinks ?? []), { kind, param: param as number }] });
  }
  return models;
}
