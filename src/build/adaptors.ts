import { decode } from '../wasm/decode.js';
import { type FunctionSymbol, wantedFunctions, withImportsRenamed } from '../wasm/object-file.js';
import { Opcode } from '../wasm/opcodes.js';
import { type FuncType, ValueType } from '../wasm/types.js';

/** C's names of Wasm's value types. */
const names = new Map<ValueType, string>([
  [ValueType.i32, 'int'],
  [ValueType.i64, 'long long'],
  [ValueType.f32, 'float'],
  [ValueType.f64, 'double'],
]);

interface Adaptor {
  readonly name: string;
  readonly wanted: FuncType;
  readonly defined: FunctionSymbol;
}

interface AdaptedObjects {
  readonly objects: readonly Uint8Array[];
  /** C that the objects call instead; undefined if every call fits. */
  readonly source: string | undefined;
}

/**
 * Functions that one file declares otherwise than another defines them. Wasm has no call between the two. A machine
 * does not mind a result that nobody takes, nor an argument too many, and old libraries count on that: their calls go
 * through a function in between. What a machine would make up (a result, an argument) stays an error, unless it is a
 * result that nobody takes: a function without a declaration is said to return an int.
 */
export function adaptCalls(objects: readonly Uint8Array[], functions: readonly FunctionSymbol[]): AdaptedObjects {
  const defined = new Map<string, FunctionSymbol>();
  for (const each of functions) if (!each.local && !defined.has(each.name)) defined.set(each.name, each);
  const adaptors = new Map<string, Adaptor>();
  const adapted = objects.map((object) => {
    const renamed = new Map<string, string>();
    for (const { name, type } of wantedFunctions(object)) {
      const target = defined.get(name);
      if (!target || !(isHarmless(type, target.type) || isUntaken(object, name, type, target.type))) continue;
      const words = ['__nearmiss', ...type.params, 'to', ...type.results, 'calls', name];
      const adaptor = { name: words.join('_'), wanted: type, defined: target };
      adaptors.set(adaptor.name, adaptor);
      renamed.set(name, adaptor.name);
    }
    return renamed.size === 0 ? object : withImportsRenamed(object, renamed);
  });
  return { objects: adapted, source: adaptors.size === 0 ? undefined : [...adaptors.values()].map(textOf).join('\n') };
}

/** It differs, and no value is missing. */
function isHarmless(wanted: FuncType, { params, results }: FuncType): boolean {
  if (![...wanted.params, ...results].every((type) => names.has(type)) || results.length > 1) return false;
  const startsWith = (all: readonly number[], some: readonly number[]) => some.every((type, i) => all[i] === type);
  const ignoresResult = wanted.results.length < results.length;
  const passesMore = wanted.params.length > params.length;
  // Both at once may be a structure's address taken for a number: a result that C returns through a hidden argument.
  if (ignoresResult === passesMore) return false;
  return startsWith(wanted.params, params) && startsWith(results, wanted.results);
}

/** A result is missing, and every call throws it away. */
function isUntaken(object: Uint8Array, name: string, wanted: FuncType, { params, results }: FuncType): boolean {
  if (wanted.results.length !== 1 || results.length > 0 || wanted.params.length !== params.length) return false;
  if (!params.every((type, i) => type === wanted.params[i] && names.has(type)) || !names.has(wanted.results[0]))
    return false;
  const { imports, bodies } = decode(object);
  const called = imports.filter(({ desc }) => desc.kind === 'func').findIndex((each) => each.name === name);
  return bodies.every(({ code }) =>
    code.every(({ op, x }, i) => op !== Opcode.Call || x !== called || code[i + 1].op === Opcode.Drop),
  );
}

function textOf({ name, wanted, defined }: Adaptor): string {
  const { params, results } = defined.type;
  const typeOf = (type: number | undefined) => (type === undefined ? 'void' : names.get(type));
  const list = (words: readonly string[]) => words.join(', ') || 'void';
  const own = list(params.map((type) => typeOf(type)!));
  const theirs = list(wanted.params.map((type, i) => `${typeOf(type)} a${i}`));
  const call = `${name}_target(${params.map((_, i) => `a${i}`).join(', ')})`;
  // Under another name: the program's may be one of C's own, whose type the compiler knows.
  return [
    `${typeOf(wanted.results[0])} ${name}(${theirs}) {`,
    `  extern ${typeOf(results[0])} ${name}_target(${own}) __asm__("${defined.name}");`,
    `  ${wanted.results.length > 0 && results.length > 0 ? 'return ' : ''}${call};`,
    ...(wanted.results.length > results.length ? ['  return 0;'] : []),
    '}',
  ].join('\n');
}
