import { boundMarker } from './array-bounds.js';
import { type CheckedType, type Operand, operandOf, typeReader } from './checked-types.js';
import { markElements } from './element-marks.js';
import type { FunctionLines, FunctionRewrite } from './function-lines.js';
import { missingReturn } from './missing-return.js';
import { functionName, type PointerChecks, pointerChecks, returnStore } from './pointer-checks.js';
import type { SourceText } from './statement-lines.js';
import { debugSuffix, OWN, splitOperands } from './text.js';
import { pointerBits } from './type-layout.js';
import { elementsOfUnions } from './union-elements.js';
import { labelCheck, type ValueChecks, valueChecks } from './value-checks.js';
import { vectorChecks } from './vector-checks.js';

/**
 * clang says what to check by a branch to a call of `__ubsan_handle_*`. A check is no path of the program, so
 * the branch goes and a *marker* stands in its place, in a straight line with the operation it is about:
 *
 *     call void @"__nearmiss_check.add.int"(i32 %a, i32 %b)
 *     %sum = add i32 %a, %b
 *
 * The instrumenter answers markers (checks/markers.ts); nobody ever calls them. The blocks that the branch
 * had split are one again.
 */
interface CheckMarkers {
  readonly rewrite: FunctionRewrite;
  /** Declarations of the markers used so far, to stand anywhere in the module. */
  declarations(): string[];
}

interface Block {
  readonly label: string;
  readonly lines: string[];
}

interface Sum {
  readonly operation: string;
  readonly type: string;
  readonly a: string;
  readonly b: string;
  readonly isUnsigned: boolean;
}

const LABEL = /^([-\w.$]+|"(?:[^"\\]|\\.)*"):/;
const TO_HANDLER = /^ {2}br i1 ([^,]+), label %([-\w.$]+), label %(handler\.[-\w.$]+),/;
const TO_BASE_CHECK = /^ {2}br i1 [^,]+, label %(check[\d.]*), label %([-\w.$]+),.*!nosanitize/;
const HANDLER_CALL = /^ {2}call void @__ubsan_handle_([a-z]+(?:_[a-z]+)*?)(?:_v1)?(?:_abort)?\((.*)\)/;
const WITH_OVERFLOW =
  /^ {2}(%\S+) = call \{ (i\d+), i1 \} @llvm\.([su])(add|sub|mul)\.with\.overflow\.i\d+\((.+)\)[^)]*!nosanitize/;
/** Whether a function that may not return NULL got to a `return` at all. */
const TO_NULL_CHECK = /^ {2}br i1 [^,]+, label %(nullcheck[\d.]*), label %(no\.nullcheck[\d.]*),/;
const RETURN_PLACE = /^ {2}(?:(%\S+) = .*|store .*)%return\.sloc\.(?:ptr|load)\b|^ {2}%return\.sloc\.ptr = /;
const PART = /^ {2}(%\S+) = extractvalue \{ i\d+, i1 \} (%[^,]+), ([01])/;

/** What a handler is told, by the name of the check: which of its operands the marker has. */
const OPERATIONS: Readonly<Record<string, { readonly name: string; readonly operands: number }>> = {
  add_overflow: { name: 'add', operands: 2 },
  sub_overflow: { name: 'sub', operands: 2 },
  mul_overflow: { name: 'mul', operands: 2 },
  negate_overflow: { name: 'neg', operands: 1 },
  shift_out_of_bounds: { name: 'shift', operands: 2 },
  divrem_overflow: { name: 'rem', operands: 2 },
  implicit_conversion: { name: 'convert', operands: 1 },
  out_of_bounds: { name: 'index', operands: 1 },
  vla_bound_not_positive: { name: 'bound', operands: 1 },
  nonnull_arg: { name: 'nonnull', operands: 0 },
  nullability_arg: { name: 'nonnull', operands: 0 },
  nonnull_return: { name: 'nonnull', operands: 0 },
  nullability_return: { name: 'nonnull', operands: 0 },
};

export function checkMarkers(moduleText: string, source: SourceText): CheckMarkers {
  const pointers = pointerChecks(moduleText, source);
  const types = typeReader(moduleText);
  const isCxx = /^!\d+ = distinct !DICompileUnit\(language: DW_LANG_C_plus_plus/m.test(moduleText);
  const bits = pointerBits(moduleText);
  const declared = new Map<string, string>();
  const marker = (name: string, operands: readonly Operand[]): string => {
    declared.set(name, `declare void @"${name}"(${operands.map(({ type }) => type).join(', ')}) ${ATTRIBUTES}`);
    return `  call void @"${name}"(${operands.map(({ type, value }) => `${type} ${value}`).join(', ')})`;
  };
  let names = 0;
  const ownMarker: MakeMarker = (operation, operands) => marker(MARKER + operation, operands);
  const fresh = (): string => `%${OWN}value${names++}`;
  const values = valueChecks(moduleText, ownMarker, fresh);
  const vectors = vectorChecks(moduleText, ownMarker, fresh);
  const rewrite: FunctionRewrite = (lines) =>
    elementsOfUnions(
      lines.some((line) => TO_HANDLER.test(line))
        ? straighten(lines, types, marker, pointers, values, bits, isCxx)
        : lines,
      pointers,
      (about, operands) =>
        marker(
          `${MARKER}index.${wordName(bits)}.${about}`,
          operands.map((value) => ({ type: `i${bits}`, value })),
        ),
    );
  const rest = (line: string, name: string): string[] => [
    ...oddDivision(line, marker),
    ...magnitude(line, moduleText, marker),
    ...labelCheck(line, name, ownMarker, fresh),
    line,
  ];
  return {
    rewrite(lines) {
      const name = /@[-\w.$]+|@"[^"]*"/.exec(lines[0])?.[0] ?? '';
      return missingReturn(
        vectors(rewrite(lines)).flatMap((line) => rest(line, name)),
        ownMarker,
      );
    },
    declarations: () => [...declared.values()],
  };
}

/** An operation that nobody looks at, as its width is none of Wasm's: what is said of the program must not rest on it. */
function unchecked(name: string, kind: 'signed' | 'unsigned', marker: MakeMarker, debug: string): string[] {
  return [`${marker(`${MARKER}unchecked.${name}.${kind}`, [])}${debug}`];
}

/** A division of 128 bits, say, is a function of the compiler's: it does not trap. */
function oddDivision(line: string, marker: MakeMarker): string[] {
  const division = /^ {2}%\S+ = ([su])(?:div|rem) (?:exact )?i(\d+) /.exec(line);
  if (!division || [8, 16, 32, 64].includes(Number(division[2]))) return [];
  return unchecked('div', division[1] === 's' ? 'signed' : 'unsigned', marker, debugSuffix(line));
}

/** Functions of the C library that negate what is negative, where nobody checks, and the type they do it in. */
const MAGNITUDES = new Map([
  ['i32 @abs', 'int'],
  ['i32 @labs', 'long'],
  ['i64 @labs', 'long_long'],
  ['i64 @llabs', 'long_long'],
  ['i64 @imaxabs', 'long_long'],
]);
const MAGNITUDE = /^ {2}%\S+ = (?:tail )?call (i\d+) @(\w+)\(i\d+ (?:noundef )?([^ ,()]+)\)/;

/** The least integer has no magnitude of its type; of any other the negation that is checked does no harm. */
function magnitude(line: string, moduleText: string, marker: MakeMarker): string[] {
  const [, type, name, value] = MAGNITUDE.exec(line) ?? [];
  const signature = `${type} @${name}`;
  const negated = MAGNITUDES.get(signature);
  if (negated === undefined || !moduleText.includes(`declare ${signature}(`)) return [];
  return [`${marker(`${MARKER}neg.${negated}`, [{ type, value }])}${debugSuffix(line)}`];
}

type MakeMarker = (name: string, operands: readonly Operand[]) => string;

/** Neither removed nor moved, but no reason to forget what memory holds. */
const ATTRIBUTES = 'nounwind willreturn memory(inaccessiblemem: readwrite)';

function straighten(
  lines: FunctionLines,
  types: (descriptor: string) => CheckedType[],
  marker: MakeMarker,
  pointers: PointerChecks,
  values: ValueChecks,
  bits: 32 | 64,
  isCxx: boolean,
): FunctionLines {
  const { head, blocks } = blocksOf(lines);
  const byLabel = new Map(blocks.map((block) => [block.label, block]));
  const merged = new Map<string, string>();
  const gone = new Set<string>();
  /** Slots that only a handler was told of. */
  const spilled = new Set<string>();
  /** Results of unsigned operations. */
  const computed = new Set<string>();
  let names = 0;
  const fresh = (): string => `%${OWN}amount${names++}`;
  const result = [...head];
  const word = wordName(bits);
  const nonnull = (pointer: string, about: string, debug: string): string =>
    `${marker(`${MARKER}nonnull.${word}.${about}`, [{ type: 'ptr', value: pointer }])}${debug}`;
  const returnsNonnull = lines.some((line) => /__ubsan_handle_(nonnull|nullability)_return/.test(line));
  const isStored = lines.some((line) => line.startsWith('  %retval = '));
  const unused = new Set<string>();
  const wordTypes = new Set(bits === 64 ? ['i32', 'i64'] : ['i32']);
  for (const first of blocks) {
    if (gone.has(first.label)) continue;
    if (first !== blocks[0]) result.push('', `${first.label}:`);
    const sums = new Map<string, Sum>();
    const flags = new Set<string>();
    let body: readonly string[] = first.lines;
    let isBaseAsked = false;
    const join = (label: string): void => {
      gone.add(label);
      merged.set(label, first.label);
      body = byLabel.get(label)!.lines;
    };
    for (let i = 0; i < body.length; i++) {
      const line = body[i];
      const base = TO_BASE_CHECK.exec(line);
      if (base && byLabel.get(base[1])?.lines[0]?.startsWith('  %shl.zeros')) {
        // Is anything shifted out? The marker asks that itself. What joins the two answers goes too.
        isBaseAsked = true;
        gone.add(base[1]);
        join(base[2]);
        i = body.findIndex((each) => TO_HANDLER.test(each)) - 1;
        continue;
      }
      const returned = returnsNonnull ? returnStore(line) : undefined;
      if (returned) result.push(nonnull(returned.value, `returned.${functionName(lines[0])}`, returned.debug));
      const place = returnsNonnull && RETURN_PLACE.exec(line);
      if (place) {
        unused.add(place[1] ?? '');
        continue;
      }
      if (unused.size > 0 && unused.has(/^ {2}%\S+ = and i1 (%[^,]+), /.exec(line)?.[1] ?? '-')) continue;
      const toNullCheck = TO_NULL_CHECK.exec(line);
      if (toNullCheck) {
        join(toNullCheck[1]);
        i = -1;
        continue;
      }
      const check = TO_HANDLER.exec(line);
      const handler = check && byLabel.get(check[3])!;
      if (handler && (isKnown(handler) || values.has(kindOf(handler)))) {
        gone.add(handler.label);
        const after = byLabel.get(check[2])!;
        const call = handlerCall(handler.lines);
        const context = { ...call, condition: check[1], before: result, after: after.lines, all: lines };
        const name = OPERATIONS[call.kind]?.name;
        const isTest = result.at(-1)?.startsWith(`  ${check[1]} = icmp `) && result.at(-1)?.includes('!nosanitize');
        if (values.has(call.kind) || isQuotient(result)) {
          result.push(...values.lines({ ...call, condition: check[1], before: result, all: lines }));
        } else if (name === 'nonnull') {
          const found = isStored && call.kind.endsWith('return') ? undefined : pointers.nonnull(context);
          if (isTest) result.pop();
          if (found) result.push(nonnull(found.pointer, found.about, call.debug));
        } else if (name === 'bound') {
          const test = isTest ? result.pop() : undefined;
          const bound = { test, about: pointers.bound(context), debug: call.debug };
          result.push(...boundMarker(bound, (operation, operands) => marker(MARKER + operation, operands), fresh));
        } else if (name === 'index') {
          const found = pointers.index(context);
          if (isTest) result.pop();
          const type = types(call.descriptor).at(-1)?.signed === false ? `unsigned_${word}` : word;
          const operands = found && [found.index, found.count].map((value) => ({ type: `i${bits}`, value }));
          if (operands) result.push(`${marker(`${MARKER}index.${type}.${found.about}`, operands)}${call.debug}`);
        } else {
          const asksBase = isBaseAsked || !isCxx;
          for (const each of markerLines(handler.lines, after.lines, types, marker, fresh, asksBase)) result.push(each);
          isBaseAsked = false;
        }
        for (const each of handler.lines) spilled.add(/^ {2}store .*, ptr (%tmp\d*),/.exec(each)?.[1] ?? '');
        join(check[2]);
        i = -1;
        continue;
      }
      const sum = WITH_OVERFLOW.exec(line);
      // What is computed of a pointer's way is read as it stands.
      if (sum && !isOfPointer(body, i)) {
        const [a, b] = splitOperands(sum[5]).map((each) => operandOf(each).value);
        sums.set(sum[1], { operation: sum[4], type: sum[2], a, b, isUnsigned: sum[3] === 'u' });
        continue;
      }
      const part = PART.exec(line);
      const parts = part && sums.get(part[2]);
      if (part && parts) {
        if (part[3] === '1') flags.add(part[1]);
        else {
          if (parts.isUnsigned && wordTypes.has(parts.type) && !isCount(parts)) computed.add(part[1]);
          result.push(`  ${part[1]} = ${parts.operation} ${parts.type} ${parts.a}, ${parts.b}${debugSuffix(line)}`);
        }
        continue;
      }
      const inverted = /^ {2}%\S+ = xor i1 (%[^,]+), true/.exec(line);
      if (inverted && flags.has(inverted[1])) continue;
      result.push(line);
    }
  }
  const isNeeded = (line: string): boolean => !spilled.has(/^ {2}(%tmp\d*) = alloca/.exec(line)?.[1] ?? '-');
  const element = (value: string, type: string): string =>
    marker(`${MARKER}element.unsigned_${wordName(type === 'i64' ? 64 : 32)}`, [{ type, value }]);
  const marked = markElements(result.filter(isNeeded), computed, element, bits);
  return [...marked.map((line) => renumbered(renameIncoming(line, merged))), '}'];
}

/** `i++` goes wrong only where nothing else has for four thousand million rounds. */
const isCount = ({ operation, b }: Sum): boolean => operation === 'add' && b === '1';

const kindOf = ({ lines }: Block): string => lines.flatMap((line) => HANDLER_CALL.exec(line)?.[1] ?? []).at(0) ?? '';
const isKnown = (block: Block): boolean => kindOf(block) in OPERATIONS;

/** Is the next check of a block about where a pointer is moved to? */
const isOfPointer = (lines: readonly string[], from: number): boolean =>
  lines.find((line, i) => i > from && TO_HANDLER.test(line))?.includes('label %handler.pointer_overflow') ?? false;

/** Is a float divided? clang asks as it does about integers. */
const isQuotient = (lines: readonly string[]): boolean => / = fcmp une .*!nosanitize/.test(lines.at(-1) ?? '');

/** What a handler is told: the global that describes the check, and operands by the names they have outside. */
function handlerCall(lines: readonly string[]): { kind: string; descriptor: string; told: string[]; debug: string } {
  const outside = new Map<string, string>();
  for (const line of lines) {
    const store = /^ {2}store \S+ (.+), ptr (%[^,]+)/.exec(line);
    if (store) outside.set(store[2], store[1]);
    const made = /^ {2}(%\S+) = (?:zext|sext|ptrtoint) \S+ (\S+) to /.exec(line);
    if (made) outside.set(made[1], outside.get(made[2]) ?? made[2]);
    const call = HANDLER_CALL.exec(line);
    if (!call) continue;
    const [descriptor, ...told] = splitOperands(call[2]).map((each) => operandOf(each).value);
    return { kind: call[1], descriptor, told: told.map((each) => outside.get(each) ?? each), debug: debugSuffix(line) };
  }
  throw new Error('no call of a handler');
}

function markerLines(
  handler: readonly string[],
  after: readonly string[],
  types: (descriptor: string) => CheckedType[],
  marker: MakeMarker,
  fresh: () => string,
  /** C++20 lets a shift to the left lose what it loses. */
  asksBase: boolean,
): string[] {
  const stored = new Map<string, Operand>();
  /** Values that were made wider for the handler's sake. */
  const widened = new Map<string, Operand>();
  const addresses = new Map<string, string>();
  for (const line of handler) {
    const store = /^ {2}store (i\d+) (.+), ptr (%[^,]+)/.exec(line);
    if (store) stored.set(store[3], { type: store[1], value: store[2] });
    const address = /^ {2}(%\S+) = ptrtoint ptr (%\S+) to i(?:32|64)/.exec(line);
    if (address) addresses.set(address[1], address[2]);
    const extension = /^ {2}(%\S+) = zext (i\d+) (\S+) to i(?:32|64)/.exec(line);
    if (extension) widened.set(extension[1], { type: extension[2], value: extension[3] });
    const call = HANDLER_CALL.exec(line);
    if (!call) continue;
    const operation = OPERATIONS[call[1]];
    const [descriptor, ...args] = splitOperands(call[2]).map(operandOf);
    const [described, amountType] = types(descriptor.value);
    if (!operation) return [];
    const debug = debugSuffix(line);
    // `small >>= 1` is described as what it is stored to; what is shifted is an int.
    const type = operation.name === 'shift' && isPromoted(described) ? INT : described;
    if (!type) return unchecked(operation.name, 'signed', marker, debug);
    if (operation.name === 'convert') {
      const given = args[0];
      const source = stored.get(addresses.get(given.value) ?? '') ?? widened.get(given.value) ?? narrowed(given, type);
      return conversion(type, amountType, source, marker, fresh, debug);
    }
    const kind = type.signed ? 'signed' : 'unsigned';
    if (type.width !== 32 && type.width !== 64) return unchecked(operation.name, kind, marker, debug);
    const operands = args.slice(0, operation.operands).map((arg, i) => {
      const told = stored.get(addresses.get(arg.value) ?? '') ?? widenedWord(widened.get(arg.value)) ?? arg;
      return narrowed(told, operation.name === 'shift' && i === 1 ? amountType : type);
    });
    const lines: string[] = [];
    let { name } = operation;
    if (name === 'shift') {
      name = after.some((each, i) => i < 3 && / = shl /.test(each)) || !isRightShift(after) ? 'shl' : 'shr';
      operands[1] = sameWidth(operands[1], `i${type.width}`, amountType, fresh, lines, debug);
    }
    if (name === 'neg' && !type.signed) return [];
    // A division that can't be represented traps by itself; the remainder does not.
    if (name === 'rem' && !after.some((each, i) => i < 3 && / = srem /.test(each))) return [];
    if (operands.some((each) => each.type !== `i${type.width}`)) return unchecked(name, kind, marker, debug);
    const isUnasked = name === 'shl' && type.signed && !asksBase;
    lines.push(`${marker(`${MARKER}${name}.${isUnasked ? 'unsigned_' : ''}${type.name}`, operands)}${debug}`);
    return lines;
  }
  return [];
}

/** The value before a conversion, as wide as C computes with. */
function conversion(
  from: CheckedType,
  to: CheckedType | undefined,
  source: Operand,
  marker: MakeMarker,
  fresh: () => string,
  debug: string,
): string[] {
  const isWide = from.width === 64;
  if (!to || to.width > 64 || from.width > 64 || source.type !== `i${from.width}`) {
    return unchecked('convert', from.signed ? 'signed' : 'unsigned', marker, debug);
  }
  const name = (type: string): string => `${MARKER}convert.${type}.${to.name}`;
  if (isWide || from.width === 32) return [`${marker(name(from.name), [source])}${debug}`];
  const promoted = fresh();
  return [
    `  ${promoted} = ${from.signed ? 'sext' : 'zext'} ${source.type} ${source.value} to i32${debug}`,
    `${marker(name(from.signed ? 'int' : 'unsigned_int'), [{ type: 'i32', value: promoted }])}${debug}`,
  ];
}

/** On a machine of 64 bits a handler is told of an int as a number of 64. */
const widenedWord = (operand: Operand | undefined): Operand | undefined =>
  operand?.type === 'i32' ? operand : undefined;

/** A constant that a handler is told is as wide as its parameter: as wide as its own type again. */
function narrowed(operand: Operand, type: CheckedType | undefined): Operand {
  if (operand.type !== 'i64' || type?.width !== 32 || !/^-?\d+$/.test(operand.value)) return operand;
  return { type: 'i32', value: String(BigInt.asIntN(32, BigInt(operand.value))) };
}

/** An integer as wide as a pointer, as C calls it. */
const wordName = (bits: 32 | 64): string => (bits === 64 ? 'long_long' : 'int');

const MARKER = '__nearmiss_check.';

const isRightShift = (lines: readonly string[]): boolean => lines.some((each, i) => i < 3 && / = [al]shr /.test(each));

/** An amount in the type of what is shifted; one too large for that type stays too large. */
function sameWidth(
  amount: Operand,
  type: string,
  amountType: CheckedType | undefined,
  fresh: () => string,
  lines: string[],
  debug: string,
): Operand {
  if (amount.type === type) return amount;
  if (!amount.value.startsWith('%')) return { type, value: amount.value };
  const name = fresh();
  if (amount.type === 'i32' && type === 'i64') {
    lines.push(`  ${name} = ${amountType?.signed ? 'sext' : 'zext'} i32 ${amount.value} to i64${debug}`);
    return { type, value: name };
  }
  if (amount.type !== 'i64') return amount;
  lines.push(
    `  ${name}.high = lshr i64 ${amount.value}, 32${debug}`,
    `  ${name}.any = icmp ne i64 ${name}.high, 0${debug}`,
    `  ${name}.far = sext i1 ${name}.any to i32${debug}`,
    `  ${name}.low = trunc i64 ${amount.value} to i32${debug}`,
    `  ${name} = or i32 ${name}.low, ${name}.far${debug}`,
  );
  return { type, value: name };
}

function blocksOf(lines: FunctionLines): { head: string[]; blocks: Block[] } {
  const head: string[] = [];
  const blocks: Block[] = [];
  for (const line of lines) {
    const label = LABEL.exec(line);
    if (label) {
      blocks.push({ label: label[1], lines: [] });
      if (blocks.length === 1) head.push(line);
    } else if (blocks.length === 0) head.push(line);
    else if (line !== '}' && line !== '') blocks[blocks.length - 1].lines.push(line);
  }
  return { head, blocks };
}

function renameIncoming(line: string, merged: ReadonlyMap<string, string>): string {
  if (!line.includes(' = phi ')) return line;
  return line.replaceAll(/, %([-\w.$]+|"(?:[^"\\]|\\.)*") \]/g, (whole, block) => {
    const into = merged.get(block);
    return into ? `, %${into} ]` : whole;
  });
}

/** Numbered values must have no gaps: where lines have gone they get names instead. */
function renumbered(line: string): string {
  return line.replace(/^(\d+):/, `${OWN}$1:`).replaceAll(/%(\d+)\b/g, `%${OWN}$1`);
}

const INT: CheckedType = { name: 'int', width: 32, signed: true };

/** Whether C computes with values of this type as ints. */
function isPromoted(type: CheckedType | undefined): boolean {
  return type?.width === 8 || type?.width === 16;
}
