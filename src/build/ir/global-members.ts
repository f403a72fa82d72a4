import type { Pointee } from './debug-types.js';
import { fieldAt, memberMark, type Reached } from './struct-members.js';
import { splitOperands } from './text.js';
import type { TypeLayout } from './type-layout.js';

/** An address that is a constant, in an array inside a global. */
export interface ConstantArray {
  readonly global: string;
  /** Where the array begins in the global, and where in the array the address is. */
  readonly start: number;
  readonly delta: number;
  /** What its mark says. */
  readonly words: string;
  /** Something else may be meant: the bytes of it all, or a structure that begins there. */
  readonly isGuess: boolean;
}

interface Hints {
  /** What the address is counted in. */
  readonly element?: string;
  /** What the pointer it is kept in points to. */
  readonly pointee?: Pointee;
}

interface Address {
  readonly global: string;
  readonly offset: number;
  readonly array?: string;
  readonly isGlobal?: boolean;
  readonly isFolded?: boolean;
}

const GLOBAL = /^@(?:[-\w.$]+|"[^"]*")$/;
const CONSTANT = /^getelementptr (?:inbounds |nuw |nusw )*\((.*)\)$/;

/** Arrays inside global structures, by addresses that LLVM's text has as constants. */
export class GlobalMembers {
  constructor(
    readonly layout: TypeLayout,
    /** By name: the type of a global. */
    readonly globals: ReadonlyMap<string, string>,
  ) {}

  arrayOf(constant: string, { element, pointee }: Hints): ConstantArray | undefined {
    const at = this.#address(constant);
    const owner = at && this.globals.get(at.global);
    if (!at || owner === undefined) return undefined;
    const arrays = arraysAt(this.layout, owner, at.offset);
    const said = at.array ?? element;
    const meant = arrays.findLast(({ type }) => (at.array ? type === said : elementOf(type) === said));
    if (at.array !== undefined && meant === undefined) return undefined;
    // A structure in an array of them, or the array it begins with? LLVM writes both alike.
    const first = meant && !isScalar(scalarElement(meant.type)) ? arrays.findLast(isFirstOf(at.offset)) : undefined;
    if (first && element !== undefined)
      return this.#narrowed(at, [elementOf(first.type), first.type].includes(element) ? first : meant, false);
    if (first && pointee !== 'structure') return this.#narrowed(at, first, pointee !== 'number');
    if (meant) return this.#narrowed(at, meant, false);
    // A whole global, or one place in it counted in bytes: what it is kept in says whether the array is meant.
    const isPlain = at.isGlobal || at.isFolded;
    if (!isPlain || (at.isGlobal && (!pointee || pointee === 'structure'))) return undefined;
    const found = arrays.findLast(({ type }) => !pointee || isScalar(elementOf(type)) === (pointee !== 'structure'));
    return this.#narrowed(at, found, pointee === undefined || (pointee === 'character' && at.isGlobal === true));
  }

  #narrowed(at: Address, array: Reached | undefined, isGuess: boolean): ConstantArray | undefined {
    const words = array && memberMark(this.layout, array);
    if (!array || !words) return undefined;
    return { global: at.global, start: array.offset, delta: at.offset - array.offset, words, isGuess };
  }

  /** Where a constant leads, and, if it is by the way of an array, which that is. */
  #address(constant: string): Address | undefined {
    if (GLOBAL.test(constant)) return { global: constant, offset: 0, isGlobal: true };
    const operands = splitOperands(CONSTANT.exec(constant)?.[1] ?? '');
    const [type, base, ...indices] = operands;
    const from = base?.startsWith('ptr ') ? this.#address(base.slice('ptr '.length)) : undefined;
    const reached = from && fieldAt(this.layout, type, indices);
    if (!from || !reached) return undefined;
    const { global } = from;
    const offset = from.offset + reached.offset;
    if (type === 'i8') return { global, offset, isFolded: true };
    // `s.list` ends at an array, `&s.list[2]` goes into one.
    const array = reached.type.startsWith('[') ? reached.type : type.startsWith('[') ? type : undefined;
    return { global, offset, array: array ?? (indices.length === 1 ? from.array : undefined) };
  }
}

const elementOf = (type: string): string => /^\[\d+ x (.*)\]$/.exec(type)?.[1] ?? '';
const isScalar = (type: string): boolean => /^(?:i\d+|ptr|float|double|half|fp128)$/.test(type);

const isFirstOf =
  (offset: number) =>
  (array: Reached): boolean =>
    array.offset === offset && isScalar(scalarElement(array.type));

/** Arrays inside structs that have an element beginning at this distance from the start of a type, outermost first. */
function arraysAt(layout: TypeLayout, type: string, offset: number): Reached[] {
  const found: Reached[] = [];
  let current = type;
  let rest = offset;
  let isInside = false;
  for (;;) {
    const fields = layout.fieldsOf(current);
    if (fields) {
      const index = fields.findLastIndex((field) => field.offset <= rest);
      const field = fields[index];
      if (!field) return found;
      rest -= field.offset;
      const parent = { type: current, field: index, offset: field.offset, count: fields.length };
      const element = layout.sizeOf(scalarElement(field.type)) ?? 0;
      if (field.type.startsWith('[') && (rest === 0 || (element > 0 && rest % element === 0)))
        found.push({ offset: offset - rest, type: field.type, parent, isInside });
      isInside ||= index < fields.length - 1;
      current = field.type;
      continue;
    }
    const element = elementOf(current);
    const size = layout.sizeOf(element);
    if (!size) return found;
    rest %= size;
    current = element;
  }
}

/** Of an array of arrays what the rows are made of. */
const scalarElement = (type: string): string => (type.startsWith('[') ? scalarElement(elementOf(type)) : type);

/** The constant addresses in a line that are no part of others. */
export function constantsIn(line: string): string[] {
  const found: string[] = [];
  for (let from = 0; ; ) {
    const at = line.slice(from).search(/getelementptr (?:inbounds |nuw |nusw )*\(/);
    if (at < 0) return found;
    const start = from + at;
    let depth = 0;
    let end = line.indexOf('(', start);
    for (; end < line.length; end++) {
      if (line[end] === '(') depth++;
      else if (line[end] === ')' && --depth === 0) break;
    }
    found.push(line.slice(start, end + 1));
    from = end + 1;
  }
}
