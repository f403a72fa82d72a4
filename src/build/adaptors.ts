import { ByteReader, unsignedBytes } from './bytes.js';
import { type FunctionSymbol, type FunctionType, importsOf, wantedFunctions } from './object-file.js';

/** C's names of Wasm's value types. */
const names = new Map([
  [0x7f, 'int'],
  [0x7e, 'long long'],
  [0x7d, 'float'],
  [0x7c, 'double'],
]);

interface Adaptor {
  readonly name: string;
  readonly wanted: FunctionType;
  readonly defined: FunctionSymbol;
}

export interface AdaptedObjects {
  readonly objects: readonly Uint8Array[];
  /** C that the objects call instead; undefined if every call fits. */
  readonly source: string | undefined;
}

/**
 * Functions that one file declares otherwise than another defines them. Wasm has no call between the two. A machine
 * does not mind a result that nobody takes, nor an argument too many, and old libraries count on that: their calls go
 * through a function in between. What a machine would make up (a result, an argument) stays an error.
 */
export function adaptCalls(objects: readonly Uint8Array[], functions: readonly FunctionSymbol[]): AdaptedObjects {
  const defined = new Map(functions.filter(({ local }) => !local).map((each) => [each.name, each]));
  const adaptors = new Map<string, Adaptor>();
  const adapted = objects.map((object) => {
    const renamed = new Map<string, string>();
    for (const { name, type } of wantedFunctions(object)) {
      const target = defined.get(name);
      if (!target || !isHarmless(type, target.type)) continue;
      const words = ['__nearmiss', ...type.parameters, 'to', ...type.results, 'calls', name];
      const adaptor = { name: words.join('_'), wanted: type, defined: target };
      adaptors.set(adaptor.name, adaptor);
      renamed.set(name, adaptor.name);
    }
    return renamed.size === 0 ? object : withImportsRenamed(object, renamed);
  });
  return { objects: adapted, source: adaptors.size === 0 ? undefined : [...adaptors.values()].map(textOf).join('\n') };
}

/** It differs, and no value is missing. */
function isHarmless(wanted: FunctionType, { parameters, results }: FunctionType): boolean {
  if (![...wanted.parameters, ...results].every((type) => names.has(type)) || results.length > 1) return false;
  const startsWith = (all: readonly number[], some: readonly number[]) => some.every((type, i) => all[i] === type);
  const ignoresResult = wanted.results.length < results.length;
  const passesMore = wanted.parameters.length > parameters.length;
  // Both at once may be a structure's address taken for a number: a result that C returns through a hidden argument.
  if (ignoresResult === passesMore) return false;
  return startsWith(wanted.parameters, parameters) && startsWith(results, wanted.results);
}

function textOf({ name, wanted, defined }: Adaptor): string {
  const { parameters, results } = defined.type;
  const typeOf = (type: number | undefined) => (type === undefined ? 'void' : names.get(type));
  const list = (words: readonly string[]) => words.join(', ') || 'void';
  const own = list(parameters.map((type) => typeOf(type)!));
  const theirs = list(wanted.parameters.map((type, i) => `${typeOf(type)} a${i}`));
  const call = `${name}_target(${parameters.map((_, i) => `a${i}`).join(', ')})`;
  // Under another name: the program's may be one of C's own, whose type the compiler knows.
  return [
    `${typeOf(wanted.results[0])} ${name}(${theirs}) {`,
    `  extern ${typeOf(results[0])} ${name}_target(${own}) __asm__("${defined.name}");`,
    `  ${wanted.results.length > 0 ? 'return ' : ''}${call};`,
    '}',
  ].join('\n');
}

/** The linker knows what an object lacks by the names of its imports; nothing in an object depends on where they stand. */
function withImportsRenamed(object: Uint8Array, renamed: ReadonlyMap<string, string>): Uint8Array {
  const reader = new ByteReader(object, 8);
  for (;;) {
    const start = reader.at;
    const id = reader.byte();
    const content = reader.part(reader.unsigned());
    if (id !== importSection) continue;
    const pieces: Uint8Array[] = [];
    let copied = content.at;
    for (const { name, nameAt, type } of importsOf(object)) {
      const other = type === undefined ? undefined : renamed.get(name);
      if (other === undefined) continue;
      pieces.push(object.subarray(copied, nameAt[0]), withLength(new TextEncoder().encode(other)));
      copied = nameAt[1];
    }
    pieces.push(object.subarray(copied, content.end));
    const section = [Uint8Array.of(importSection), withLength(Buffer.concat(pieces))];
    return new Uint8Array(Buffer.concat([object.subarray(0, start), ...section, object.subarray(content.end)]));
  }
}

const importSection = 2;

const withLength = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.from(unsignedBytes(bytes.length)), bytes]);
