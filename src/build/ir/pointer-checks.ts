import { declaredArray } from './array-bounds.js';
import { placeReader, type SourceText } from './statement-lines.js';
import { debugSuffix, splitOperands } from './text.js';

/**
 * What clang's handlers for NULL and for array bounds were told, as the words a marker has in its name: the array
 * in the source's own text, the function whose argument may not be NULL.
 */
export interface PointerChecks {
  /** `%index` against the array it is used on, and `write f.a[4]` of that; undefined where the whole object is that array, as accesses are checked. */
  index(check: CheckInContext): { index: string; count: string; about: string } | undefined;
  /**
   * The same of an element that clang does not ask about, as its array is the last of a union and might be longer,
   * though more of the structure follows behind the union; `line` is where its address is computed.
   */
  elementOfUnion(line: string, all: readonly string[]): { index: string; count: string; about: string } | undefined;
  /** The array of variable length whose size is checked, in the source's own text. */
  bound(check: CheckInContext): string | undefined;
  /** A pointer given to a function or returned. */
  nonnull(check: CheckInContext): { pointer: string; about: string } | undefined;
}

/** A check as it stands in its function. */
interface CheckInContext {
  /** The handler's name, and the global that describes the check. */
  readonly kind: string;
  readonly descriptor: string;
  /** What the branch to the handler tests: `%14`, `true`, `false`. */
  readonly condition: string;
  /** The operands that the handler is told, as they are called outside. */
  readonly told: readonly string[];
  /** Lines before the branch, those of the block behind it, and all of the function. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly all: readonly string[];
}

const FIELD = /= getelementptr (?:inbounds |nuw |nusw )*(%[^,]+), ptr [^,]+, i\d+ 0, i32 (\d+)/;
const ELEMENT = /= getelementptr (?:inbounds |nuw |nusw )*\[(\d+) x .*\], ptr (%[^,]+), i\d+ 0, i\d+ (%[^,\s]+|\d+)/;

const definition = (lines: readonly string[], name: string): string | undefined =>
  lines.findLast((line) => line.startsWith(`  ${name} = `));

export function pointerChecks(moduleText: string, source: SourceText): PointerChecks {
  const place = placeReader(moduleText);
  const placeOf = (line: string | undefined) => {
    const id = line && /!dbg !(\d+)/.exec(line)?.[1];
    return id ? place(id) : undefined;
  };

  const descriptionOf = (global: string): string => {
    const start = moduleText.indexOf(`\n${global} = `);
    return start < 0 ? '' : moduleText.slice(start + 1, moduleText.indexOf('\n', start + 1));
  };

  function arrayText({ after, before, told, descriptor }: CheckInContext, length: string): string {
    const count = length.startsWith('%') ? 'variable' : length;
    const file = placeOf(after.find((line) => line.includes(' = getelementptr ')))?.file;
    const at = /\{ ptr @[^,]+, i32 (\d+), i32 (\d+) \}/.exec(descriptionOf(descriptor));
    const start = { line: Number(at?.[1]), column: Number(at?.[2]) };
    const text = file && at && source(file, start.line)?.slice(start.column - 1);
    if (!text) return `an array of ${count} elements`;
    const index = placeOf(sourceOf(before, told[0] ?? ''));
    const column = index?.line === start.line ? index.column - start.column : -1;
    const array = arrayBefore(text, column);
    if (array === undefined) return `an array of ${count} elements`;
    return `${array}[${count}]${declared(/(\w+)$/.exec(array)?.[1])}`;
  }

  /** A member of a struct, where only one has that name. */
  function declared(member: string | undefined): string {
    if (!member) return '';
    const found = [
      ...moduleText.matchAll(
        new RegExp(`tag: DW_TAG_member, name: "${member}", .*?file: !(\\d+), line: (\\d+), .*$`, 'gm'),
      ),
    ];
    if (found.length !== 1) return '';
    const [, file, line] = found[0];
    const name = new RegExp(`^!${file} = !DIFile\\(filename: "([^"\\\\]*)"`, 'm').exec(moduleText)?.[1];
    return name ? ` (declared ${name}:${line})` : '';
  }

  function isWholeObject(type: string, base: string, all: readonly string[]): boolean {
    if (/^\[\d+ x \[/.test(type)) return false;
    // Of an array of variable length the whole is what was allocated; a row of one is found by its address.
    if (base.startsWith('%')) return definition(all, base)?.startsWith(`  ${base} = alloca ${type},`) ?? false;
    if (!base.startsWith('@')) return false;
    const global = moduleText.indexOf(`\n${base} = `);
    const line = moduleText.slice(global + 1, moduleText.indexOf('\n', global + 1));
    return global >= 0 && /(?:global|constant) (.*)$/.exec(line)?.[1].startsWith(`${type} `) === true;
  }

  /** Is it a field that is a union, with others behind it? */
  function isUnionInside(pointer: string, all: readonly string[]): boolean {
    const [, type, field] = FIELD.exec(definition(all, pointer) ?? '') ?? [];
    if (type === undefined) return false;
    const at = moduleText.indexOf(`\n${type} = type `);
    const body = /^\n\S+ = type <?\{ (.*) \}>?$/m.exec(moduleText.slice(at, moduleText.indexOf('\n', at + 1)))?.[1];
    const fields = at < 0 || body === undefined ? [] : splitOperands(body);
    return Number(field) < fields.length - 1 && /^%"?union\./.test(fields[Number(field)] ?? '');
  }

  return {
    elementOfUnion(line, all) {
      const [, count, base, index] = ELEMENT.exec(line) ?? [];
      if (index === undefined || !isUnionInside(base, all)) return undefined;
      const use = useOf(line, all);
      if (use === '' || (/^\d/.test(index) && Number(index) < Number(count))) return undefined;
      const at = placeOf(line);
      // Its place is that of the assignment, so its name is told where the line has but one.
      const arrays = at && source(at.file, at.line)?.match(/\w[\w.]*(?:->[\w.]+)*(?=\[)/g);
      const array = arrays?.length === 1 ? arrays[0] : undefined;
      const name = array && `${array}[${count}]${declared(/(\w+)$/.exec(array)?.[1])}`;
      return { index, count, about: `${use}${name ?? `an array of ${count} elements`}` };
    },
    index(check) {
      const access = check.after.slice(0, 3).find((line) => line.includes(' = getelementptr '));
      if (!access) return vectorIndex(check);
      if (check.condition === 'true') return undefined;
      const operands = splitOperands(access.replace(/^.*? = getelementptr (?:inbounds |nuw |nusw )*/, ''));
      const type = operands[0];
      const base = operands[1]?.replace(/^ptr /, '');
      // An address may point behind the last element, as long as nobody looks there.
      const test = definition(check.before, check.condition);
      if (test && !/ = icmp ult i(?:32|64) /.test(test)) return undefined;
      const count = /^\[(\d+) x /.exec(type)?.[1] ?? (test && / = icmp ult i(?:32|64) [^,]+, (%[^,]+)/.exec(test)?.[1]);
      if (!count || !base || isWholeObject(type, base, check.all)) return undefined;
      const index = test ? /icmp ult i(?:32|64) ([^,]+),/.exec(test)?.[1] : check.told[0];
      if (index === undefined || (!test && !/^-?\d+$/.test(index))) return undefined;
      return { index, count, about: `${useOf(access, check.all)}${arrayText(check, count)}` };
    },
    bound({ descriptor }) {
      const [, name, line, column] = /\{ ptr (@[^,]+), i32 (\d+), i32 (\d+) \}/.exec(descriptionOf(descriptor)) ?? [];
      const file = name && /c"(.*)\\00"/.exec(descriptionOf(name))?.[1];
      return file ? declaredArray(source(file, Number(line)), Number(column)) : undefined;
    },
    nonnull({ kind, descriptor, condition, before, after, all }) {
      if (condition === 'true') return undefined;
      const test = definition(before, condition);
      const pointer = test ? /icmp ne ptr ([^,]+), null/.exec(test)?.[1] : 'null';
      if (pointer === undefined) return undefined;
      if (kind.endsWith('_return')) return { pointer, about: `returned.${functionName(all[0])}` };
      const description = descriptionOf(descriptor);
      // What headers of the system say: the C library has a table of its own, which lets memcpy copy nothing from NULL.
      const declared = /\}, \{ ptr, i32, i32 \} \{ ptr (@[^,]+), i32 (\d+),/.exec(description);
      const file = declared && /c"(.*)\\00"/.exec(descriptionOf(declared[1]))?.[1];
      if (!file || source(file, Number(declared[2])) === undefined) return undefined;
      const at = Number(/i32 (\d+) \}[^}]*$/.exec(description)?.[1] ?? 1);
      const following = [...after, ...all.slice(all.indexOf(after.at(-1) ?? '') + 1)];
      return { pointer, about: `${at}.${calleeOf(following, pointer, at) ?? 'a function'}` };
    },
  };
}

/** `read ` or `write `: what is done first with an element, or with a part of it; empty where that is not seen. */
function useOf(access: string, lines: readonly string[]): string {
  let name = /^ {2}(%\S+) = /.exec(access)?.[1];
  for (let i = lines.indexOf(access) + 1; name !== undefined && i > 0 && i < lines.length; i++) {
    const line = lines[i];
    if (!mentions(line, name)) continue;
    if (/^ {2}store /.test(line)) return line.includes(`, ptr ${name},`) ? 'write ' : '';
    if (/ = load /.test(line)) return 'read ';
    name = / = getelementptr /.test(line) ? /^ {2}(%\S+) = /.exec(line)?.[1] : undefined;
  }
  return '';
}

/** `%a` is part of `%a4`, too. */
const mentions = (line: string, name: string): boolean =>
  line
    .split(name)
    .slice(1)
    .some((rest) => !/^[-\w.$]/.test(rest));

/** An element of a vector: no memory is touched, so that nothing else is checked. */
function vectorIndex({ after, before, condition, told }: CheckInContext): ReturnType<PointerChecks['index']> {
  const line = after.slice(0, 3).find((each) => / = (?:extract|insert)element /.test(each));
  const count = line && /element <(\d+) x /.exec(line)?.[1];
  const test = definition(before, condition);
  const index = test ? / = icmp ult i(?:32|64) ([^,]+),/.exec(test)?.[1] : told[0];
  if (count === undefined || index === undefined || condition === 'true') return undefined;
  return { index, count, about: `a vector of ${count} elements` };
}

/** The name a `define` line gives. */
export const functionName = (define: string): string => /@"?([\w.$]+)"?\(/.exec(define)?.[1] ?? 'a function';

/** Who is called with this value as its nth argument. */
function calleeOf(lines: readonly string[], value: string, nth: number): string | undefined {
  for (const line of lines) {
    const call = /\b(?:call|invoke) .*?@"?([\w.$]+)"?\((.*)\)/.exec(line);
    if (call && splitOperands(call[2])[nth - 1]?.endsWith(` ${value}`)) return call[1];
  }
  return undefined;
}

/** The line that computes a value in the source's own place, behind what the sanitizer adds. */
function sourceOf(lines: readonly string[], name: string): string | undefined {
  const line = definition(lines, name);
  if (!line?.includes('!nosanitize')) return line;
  const from = / = (?:zext|sext|trunc) \S+ (%\S+) to /.exec(line)?.[1];
  return from ? definition(lines, from) : undefined;
}

/**
 * `u->name` of `u->name[i] = 1`: what stands before the brackets that hold a column, or before the last ones when no
 * column is known. Undefined for text that is no such expression, as where a macro made it.
 */
function arrayBefore(text: string, column: number): string | undefined {
  let best: string | undefined;
  for (let i = 0; i < text.length; ) {
    const step = /^(?:\w+|\.|->|\s+(?=[.[-]))/.exec(text.slice(i))?.[0];
    if (step) {
      i += step.length;
      continue;
    }
    const end = closing(text, i);
    if (end < 0) break;
    if (text[i] === '[') {
      best = text.slice(0, i).trim();
      if (column > i && column < end) return best;
    } else if (i > 0) break;
    i = end + 1;
  }
  return best !== undefined && /^[\w(][\w.\->[\]()* +]*$/.test(best) ? best : undefined;
}

/** Where the bracket closes that stands at `from`; -1 if none does. */
function closing(text: string, from: number): number {
  if (text[from] !== '[' && text[from] !== '(') return -1;
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '[' || text[i] === '(') depth++;
    else if ((text[i] === ']' || text[i] === ')') && --depth === 0) return i;
  }
  return -1;
}

/** A value that leaves a function which may not return NULL, where the source says `return`. */
export const returnStore = (line: string): { value: string; debug: string } | undefined => {
  const value = /^ {2}store ptr (.*), ptr %retval,/.exec(line)?.[1];
  return value === undefined ? undefined : { value, debug: debugSuffix(line) };
};
