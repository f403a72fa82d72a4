import { debugSuffix, splitOperands } from './text.js';
import { pointerBits } from './type-layout.js';

/**
 * Checks of clang's that are about one value: what a builtin is given, a bool that is neither 0 nor 1, an address that
 * is not aligned, a pointer that is moved out of the address space, a float that no integer holds. Each says which
 * marker stands in its place (checks.ts), and what of clang's own computation has to stay.
 */
interface ValueCheck {
  /** The handler's name, and the global that describes the check. */
  readonly kind: string;
  readonly descriptor: string;
  /** What the branch to the handler tests. */
  readonly condition: string;
  readonly debug: string;
  /** Lines before the branch: what clang computed for the check alone is taken away from their end. */
  readonly before: string[];
  readonly all: readonly string[];
}

type MakeMarker = (operation: string, operands: readonly { type: string; value: string }[]) => string;

export interface ValueChecks {
  /** Is it one of these? */
  has(kind: string): boolean;
  lines(check: ValueCheck): string[];
}

const KINDS = new Set([
  'invalid_builtin',
  'load_invalid_value',
  'type_mismatch',
  'pointer_overflow',
  'float_cast_overflow',
]);

/** As clang numbers what a pointer is about to be used for: something declared _Nonnull gets it. */
const NONNULL_ASSIGN = 10;

export function valueChecks(moduleText: string, marker: MakeMarker, fresh: () => string): ValueChecks {
  const bits = pointerBits(moduleText);
  const word = bits === 64 ? 'long_long' : 'int';
  const descriptionOf = (global: string): string => {
    const start = moduleText.indexOf(`\n${global} = `);
    return start < 0 ? '' : moduleText.slice(start + 1, moduleText.indexOf('\n', start + 1));
  };
  /** The types that a descriptor names, in C's words. */
  const typesOf = (description: string): string[] =>
    [...description.replace(/^.*?\}, /, '').matchAll(/ptr (@\d+)/g)].flatMap(([, type]) => {
      const [, spelled = '', aka] = /c"'(.*?)'(?: \(aka '(.*?)'\))?\\00"/.exec(descriptionOf(type)) ?? [];
      const text = aka ?? spelled;
      // It becomes part of a name in LLVM's text.
      return text === '' || /["\\]/.test(text) ? [] : [text];
    });

  /** The condition itself as a number, where clang has computed all there is to know. */
  function judged(name: string, { condition, debug }: ValueCheck, about: string): string[] {
    if (condition === 'true') return [];
    const ok = fresh();
    return [
      `  ${ok} = zext i1 ${condition} to i32${debug}`,
      `${marker(`${name}.int.${about}`, [{ type: 'i32', value: ok }])}${debug}`,
    ];
  }

  function builtin({ before, descriptor, debug }: ValueCheck): string[] {
    const [, type, value] = matchIn(taken(before), / = icmp ne (i\d+) ([^,]+), 0\b/);
    if (type === undefined) return [];
    const which = / i8 (\d) \}/.exec(descriptionOf(descriptor))?.[1];
    const name = which === '0' ? 'ctz' : 'clz';
    if (type !== 'i64' && type !== 'i32') {
      const wide = fresh();
      return [
        `  ${wide} = zext ${type} ${value} to i32${debug}`,
        `${marker(`builtin.unsigned_int.${name}`, [{ type: 'i32', value: wide }])}${debug}`,
      ];
    }
    const operand = type === 'i64' ? 'unsigned_long_long' : 'unsigned_int';
    return [`${marker(`builtin.${operand}.${name}`, [{ type, value }])}${debug}`];
  }

  function bool({ before, descriptor, debug, all }: ValueCheck): string[] {
    const [, type, value] = matchIn(taken(before), / = icmp ule (i\d+) ([^,]+), 1\b/);
    const load = before.findLast((line) => line.startsWith(`  ${value} = load `));
    const from = /, ptr (%[-\w.$]+),/.exec(load ?? '')?.[1];
    if (type === undefined || (from && isOwn(from, all))) return [];
    const wide = fresh();
    const about = typesOf(descriptionOf(descriptor))[0] ?? 'bool';
    return [
      `  ${wide} = zext ${type} ${value} to i32${debug}`,
      `${marker(`value.unsigned_int.${about}`, [{ type: 'i32', value: wide }])}${debug}`,
    ];
  }

  function mismatch({ before, condition, descriptor, debug }: ValueCheck): string[] {
    const lines = taken(before);
    const description = descriptionOf(descriptor);
    const [, exponent, use] = /, i8 (\d+), i8 (\d+) \}/.exec(description) ?? [];
    const about = typesOf(description)[0] ?? '';
    if (condition === 'true') return [];
    if (Number(use) === NONNULL_ASSIGN) {
      const pointer = matchIn(lines, / = icmp ne ptr ([^,]+), null/)[1] ?? 'null';
      return [`${marker(`nonnull.${word}.stored.${about}`, [{ type: 'ptr', value: pointer }])}${debug}`];
    }
    const pointer = matchIn(lines, / = ptrtoint ptr (.+?) to i(?:32|64)/)[1];
    if (pointer === undefined || Number(exponent) === 0) return [];
    const operands = [
      { type: 'ptr', value: pointer },
      { type: `i${bits}`, value: String(2 ** Number(exponent)) },
    ];
    return [`${marker(`aligned.unsigned_${word}.${about}`, operands)}${debug}`];
  }

  /** The exact sum, in 64 bits: what Wasm makes of a pointer has wrapped already. */
  function moved({ before, debug }: ValueCheck): string[] {
    const lines = taken(before);
    const access = before.at(-1) ?? '';
    const gep = /^ {2}%\S+ = getelementptr (.*)$/.exec(access);
    const base = gep && splitOperands(gep[1])[1]?.replace(/^ptr /, '');
    if (!base) return [];
    const extension = / nuw /.test(access) ? 'zext' : 'sext';
    const start = fresh();
    const result = [`  ${start} = ptrtoint ptr ${base} to i64${debug}`];
    let sum = start;
    const add = (line: (name: string) => string): string => {
      const name = fresh();
      result.push(line(name));
      return name;
    };
    for (const line of lines) {
      const [, size, index] = /with\.overflow\.i(?:32|64)\(i(?:32|64) (\d+), i(?:32|64) ([^)]+)\)/.exec(line) ?? [];
      const [, constant] = / = add i(?:32|64) [^,]+, (-?\d+)\b/.exec(line) ?? [];
      let distance = constant;
      if (index !== undefined) {
        const wide = bits === 64 ? index : add((name) => `  ${name} = ${extension} i32 ${index} to i64${debug}`);
        distance = add((name) => `  ${name} = mul i64 ${wide}, ${size}${debug}`);
      } else if (constant === undefined) continue;
      const from = sum;
      sum = add((name) => `  ${name} = add i64 ${from}, ${distance}${debug}`);
    }
    if (sum === start) return [];
    const operands = [start, sum].map((value) => ({ type: 'i64', value }));
    // Signed where all addresses have 32 bits: it is the exact sum.
    return [...result, `${marker(bits === 64 ? 'moved.unsigned_long_long' : 'moved.long_long', operands)}${debug}`];
  }

  return {
    has: (kind) => KINDS.has(kind),
    lines(check) {
      switch (check.kind) {
        case 'invalid_builtin':
          return builtin(check);
        case 'load_invalid_value':
          return bool(check);
        case 'type_mismatch':
          return mismatch(check);
        case 'pointer_overflow':
          return moved(check);
        case 'divrem_overflow':
          return judged('quotient', check, typesOf(descriptionOf(check.descriptor))[0] ?? 'double');
        default:
          return judged('fits', check, typesOf(descriptionOf(check.descriptor)).join('.'));
      }
    },
  };
}

/** Takes away what clang computed for a check: the lines at the end that are not the program's. */
function taken(lines: string[]): string[] {
  let from = lines.length;
  while (from > 0 && lines[from - 1].includes('!nosanitize')) from--;
  return lines.splice(from);
}

/** What the first line that has it says. */
function matchIn(lines: readonly string[], form: RegExp): string[] {
  for (const line of lines) {
    const match = form.exec(line);
    if (match) return match;
  }
  return [];
}

/** A variable that is only ever loaded and stored by its name, and bools alone: it holds what was put there. */
function isOwn(name: string, lines: readonly string[]): boolean {
  const uses = lines.filter((line) => new RegExp(`${name.replaceAll(/[.$]/g, '\\$&')}(?![-\\w.$])`).test(line));
  const isBool = (value: string): boolean =>
    /^[01]$/.test(value) || lines.some((line) => line.startsWith(`  ${value} = zext i1 `));
  return uses.every((line) => {
    const stored = /^ {2}store i8 (.*), ptr /.exec(line)?.[1];
    if (stored !== undefined) return isBool(stored);
    return line.startsWith(`  ${name} = alloca `) || / = load i8, ptr |#dbg_|@llvm\.(?:dbg|lifetime)\./.test(line);
  });
}

/** Marks a computed goto: does it lead to one of the labels that it can lead to? */
export function labelCheck(line: string, functionName: string, marker: MakeMarker, fresh: () => string): string[] {
  const [, target, list] = /^ {2}indirectbr ptr ([^,]+), \[(.*)\]/.exec(line) ?? [];
  if (target === undefined) return [];
  const debug = debugSuffix(line);
  const lines: string[] = [];
  let found = 'false';
  for (const label of list.matchAll(/label (%[-\w.$]+)/g)) {
    const [is, any] = [fresh(), fresh()];
    lines.push(
      `  ${is} = icmp eq ptr ${target}, blockaddress(${functionName}, ${label[1]})${debug}`,
      `  ${any} = or i1 ${found}, ${is}${debug}`,
    );
    found = any;
  }
  const ok = fresh();
  return [
    ...lines,
    `  ${ok} = zext i1 ${found} to i32${debug}`,
    `${marker('label.int', [{ type: 'i32', value: ok }])}${debug}`,
  ];
}
