import type { InputValue } from '../../inputs/decode.js';
import type { FieldPlan, NamedValue, ObjectPlan, ValuePlan } from '../../inputs/plan.js';
import type { CalledProgram } from '../../modes/emit.js';
import { bytesOf } from '../../native/c-values.js';
import { UserError } from '../../vocabulary/errors.js';
import { type DebugType, type StructMember, stripTypedefs, typeName } from '../../wasm/dwarf/index.js';
import { cArray, cName, cNumber, cString } from './c-values.js';
import type { EmittedTest } from './emitted-test.js';

type Value = FieldPlan['value'];

/** The statements of one test: its arguments, the call, and what has to hold after it. */
export function entryBody({ plan, entry }: CalledProgram, test: EmittedTest): string[] {
  if (plan.kind !== 'entry') return [];
  const writer = new EntryWriter(entry.params.map(({ name }) => name));
  const types = new Map(entry.params.map(({ name, type }) => [name, type]));
  const args = plan.params.map((param) => writer.argument(param, types.get(param.name), test.input[param.name]));
  const call = `${plan.function}(${args.join(', ')})`;
  const { returned, written = {} } = test.effects ?? {};
  const isAsked = test.failures.length === 0 && test.outcome === 'returned';
  if (isAsked && returned !== undefined && plan.returns)
    writer.returned(plan.returns, entry.returnType, call, returned);
  else writer.lines.push(`${entry.returnType ? '(void)' : ''}${call};`);
  if (isAsked) {
    for (const param of plan.params)
      writer.after(param, types.get(param.name), written[param.name] ?? test.input[param.name]);
  } else if (test.outcome === 'exited') writer.lines.push('CHECK(!"it returns");');
  return writer.lines;
}

const pointee = (type: DebugType | undefined): DebugType | undefined => {
  const plain = stripTypedefs(type);
  return plain?.kind === 'pointer' ? withoutConst(plain.target) : undefined;
};

const withoutConst = (type: DebugType | undefined): DebugType | undefined =>
  type?.kind === 'const' || type?.kind === 'volatile' ? withoutConst(type.target) : type;

class EntryWriter {
  readonly lines: string[] = [];
  readonly #names = new Set<string>();

  constructor(names: readonly string[]) {
    this.#names.add('result');
    for (const name of names) if (name === 'result') this.#names.delete('result');
  }

  /** The expression to pass. */
  argument(param: NamedValue, type: DebugType | undefined, value: InputValue | undefined): string {
    const { value: plan } = param;
    if (plan.kind === 'int' || plan.kind === 'float') return this.#scalar(plan, type, value);
    if (plan.kind === 'null' || value === null) return 'NULL';
    const name = this.#free(cName(param.name));
    if (plan.kind === 'struct') {
      this.#declare(name, type, plan.target, value, false);
      return name;
    }
    const target = plan.kind === 'pointer' ? plan.target : undefined;
    const isArray = this.#declare(name, pointee(type), target!, value, plan.kind === 'pointer');
    return isArray ? name : `&${name}`;
  }

  /** A struct of one number goes by that number. */
  #scalar(plan: ValuePlan, type: DebugType | undefined, value: InputValue | undefined): string {
    const plain = stripTypedefs(type);
    const text = cNumber(value, plan);
    return plain?.kind === 'struct' || plain?.kind === 'union' ? `(${spelled(type)}){${text}}` : text;
  }

  /** Declares an object; whether it is an array. */
  #declare(
    name: string,
    type: DebugType | undefined,
    target: ObjectPlan,
    value: InputValue | undefined,
    isPointee: boolean,
  ): boolean {
    const plain = stripTypedefs(type);
    const { fields, count, terminated } = target;
    if (fields.length === 0 && plain?.kind !== 'struct' && plain?.kind !== 'union') {
      const bytes = bytesOf(value) ?? new Uint8Array(0);
      const length = count.min === count.max ? count.max * target.elementSize : bytes.length;
      const size = Math.max(1, length + Number(terminated));
      const element = plain === undefined ? 'unsigned char' : spelled(type);
      this.lines.push(`${element} ${name}[${size}] = ${cArray(bytes, size)};`);
      return true;
    }
    const raw: string[] = [];
    const isOne =
      !isPointee || (count.min === 1 && count.max === 1 && (fields[0]?.name ?? '') !== '') || fields.length === 0;
    const text = isOne
      ? this.#element(fields, first(value), type, name, name, raw)
      : `{${elements(value)
          .map((each, i) => this.#element(fields, each, type, name, `${name}[${i}]`, raw))
          .join(', ')}}`;
    const size = isOne ? '' : `[${Math.max(1, elements(value).length)}]`;
    this.lines.push(`${declared(type, `${name}${size}`)} = ${text === '{}' ? '{0}' : text};`);
    if (fields.length === 0) this.#copy(name, bytesOf(value) ?? new Uint8Array(0), raw);
    this.lines.push(...raw);
    return !isOne;
  }

  #element(
    fields: readonly FieldPlan[],
    value: InputValue | undefined,
    type: DebugType | undefined,
    owner: string,
    path: string,
    raw: string[],
  ): string {
    if (fields.length === 0) return '{0}';
    if (fields.length === 1 && fields[0].name === '')
      return this.#initialiser(fields[0].value, value, type, owner, path, raw);
    const values = (value ?? {}) as Record<string, InputValue>;
    const parts = fields.flatMap((field): string[] => {
      const member = memberOf(type, field.name);
      const at = `${path}.${field.name}`;
      if (!member) {
        this.#copyAt(path, field, bytesOf(values[field.name]), raw);
        return [];
      }
      const text = this.#initialiser(field.value, values[field.name], member.type, `${owner}_${field.name}`, at, raw);
      return /^(0|0\.0f?|NULL|\{0\}|"")$/.test(text) ? [] : [`.${field.name} = ${text}`];
    });
    return parts.length === 0 ? '{0}' : `{${parts.join(', ')}}`;
  }

  #initialiser(
    plan: Value,
    value: InputValue | undefined,
    type: DebugType | undefined,
    owner: string,
    path: string,
    raw: string[],
  ): string {
    if (plan.kind === 'int' || plan.kind === 'float') return cNumber(value, plan);
    if (plan.kind === 'null' || value === null || value === undefined)
      return plan.kind === 'struct-inline' ? '{0}' : 'NULL';
    if (plan.kind === 'pointer') {
      const name = this.#free(cName(owner));
      return this.#declare(name, pointee(type), plan.target, value, true) ? name : `&${name}`;
    }
    const { target } = plan;
    const plain = stripTypedefs(type);
    if (plain?.kind === 'array') {
      if (target.fields.length === 0) {
        const bytes = bytesOf(value) ?? new Uint8Array(0);
        if (target.elementSize === 1) return cArray(bytes, target.count.max);
        this.#copy(path, bytes, raw);
        return '{0}';
      }
      const parts = elements(value).map((each, i) =>
        this.#element(target.fields, each, plain.element, owner, `${path}[${i}]`, raw),
      );
      return parts.every((part) => part === '0' || part === '{0}') ? '{0}' : `{${parts.join(', ')}}`;
    }
    if (target.fields.length === 0) {
      this.#copy(path, bytesOf(value) ?? new Uint8Array(0), raw);
      return '{0}';
    }
    return this.#element(target.fields, first(value), type, owner, path, raw);
  }

  /** Unions: what they hold is known by its bytes. */
  #copy(path: string, bytes: Uint8Array, raw: string[]): void {
    if (bytes.length > 0) raw.push(`memcpy(&${path}, ${cString(bytes)}, ${bytes.length});`);
  }

  /** Bit-fields, and unions without a name. */
  #copyAt(path: string, { offset }: FieldPlan, bytes: Uint8Array | undefined, raw: string[]): void {
    if (bytes?.some((byte) => byte !== 0)) {
      raw.push(`memcpy((char *)&${path} + ${offset}, ${cString(bytes)}, ${bytes.length});`);
    }
  }

  returned(plan: ValuePlan, type: DebugType | undefined, call: string, value: InputValue): void {
    if (plan.kind === 'int' || plan.kind === 'float') {
      const plain = stripTypedefs(type);
      if (plain?.kind !== 'struct' && plain?.kind !== 'union') {
        const number = cNumber(value, plan);
        if (number !== 'NAN') this.lines.push(`CHECK(${call} == ${number});`);
        else this.lines.push(`CHECK(isnan(${call}));`);
        return;
      }
    }
    this.lines.push(`${declared(type, 'result')} = ${call};`);
    if (plan.kind === 'pointer' || plan.kind === 'null') this.#pointer('result', plan, value);
    else if (plan.kind === 'struct') this.#fields(plan.target.fields, first(value), type, 'result');
    else this.lines.push('(void)result;');
  }

  #pointer(path: string, plan: Value, value: InputValue | undefined): void {
    if (value === null) this.lines.push(`CHECK(${path} == NULL);`);
    else if (typeof value === 'string') {
      this.lines.push(`CHECK(${path} != NULL && strcmp(${path}, ${cString(bytesOf(value)!)}) == 0);`);
    } else if (value && typeof value === 'object' && 'in' in value) {
      const { in: name, offset } = value as { in: string; offset: number };
      if (this.#names.has(cName(name)))
        this.lines.push(`CHECK((const char *)${path} == (const char *)&${cName(name)} + ${offset});`);
      else this.lines.push(`CHECK(${path} != NULL);`);
    } else if (plan.kind === 'pointer' || plan.kind === 'null') this.lines.push(`CHECK(${path} != NULL);`);
  }

  /** What an argument's object holds in the end. */
  after(param: NamedValue, type: DebugType | undefined, value: InputValue | undefined): void {
    const { value: plan, isConst, name } = param;
    if (plan.kind !== 'pointer' || isConst || value === null || value === undefined) return;
    this.#object(plan.target, value, pointee(type), cName(name));
  }

  #object(target: ObjectPlan, value: InputValue, type: DebugType | undefined, path: string): void {
    const { fields, count } = target;
    const plain = stripTypedefs(type);
    if (fields.length === 0) {
      const bytes = bytesOf(value) ?? new Uint8Array(0);
      const isText = target.terminated && !bytes.includes(0);
      if (isText) this.lines.push(`CHECK(strcmp(${path}, ${cString(bytes)}) == 0);`);
      else if (bytes.length > 0) {
        const at = plain?.kind === 'struct' || plain?.kind === 'union' ? `&${path}` : path;
        this.lines.push(`CHECK(memcmp(${at}, ${cString(bytes)}, ${bytes.length}) == 0);`);
      }
      return;
    }
    const isOne = count.min === 1 && count.max === 1 && fields[0].name !== '';
    if (isOne) this.#fields(fields, first(value), type, path);
    else elements(value).forEach((each, i) => void this.#fields(fields, each, type, `${path}[${i}]`));
  }

  #fields(
    fields: readonly FieldPlan[],
    value: InputValue | undefined,
    type: DebugType | undefined,
    path: string,
  ): void {
    const isBare = fields.length === 1 && fields[0].name === '';
    for (const { name, value: plan } of fields) {
      const member = isBare ? type : memberOf(type, name)?.type;
      const each = isBare ? value : (value as Record<string, InputValue> | undefined)?.[name];
      if (member === undefined || each === undefined) continue;
      const at = isBare ? path : `${path}.${name}`;
      if (plan.kind === 'int' || plan.kind === 'float') {
        const number = cNumber(each, plan);
        this.lines.push(number === 'NAN' ? `CHECK(isnan(${at}));` : `CHECK(${at} == ${number});`);
      } else if (plan.kind === 'struct-inline' || plan.kind === 'struct') this.#inline(plan.target, each, member, at);
      else if (each === null || (typeof each === 'object' && ('in' in each || 'pointer' in each)))
        this.#pointer(at, plan, each);
      else if (plan.kind === 'pointer' && plan.target.fields.length === 0 && plan.target.terminated)
        this.#pointer(at, plan, each);
    }
  }

  #inline(target: ObjectPlan, value: InputValue, type: DebugType, path: string): void {
    const plain = stripTypedefs(type);
    if (target.fields.length === 0) {
      const bytes = bytesOf(value) ?? new Uint8Array(0);
      const size = target.count.max * target.elementSize;
      const whole = new Uint8Array(size);
      whole.set(bytes.subarray(0, size));
      const isText = plain?.kind === 'array' && target.elementSize === 1 && bytes.length < size && !bytes.includes(0);
      if (isText) this.lines.push(`CHECK(strcmp(${path}, ${cString(bytes)}) == 0);`);
      else this.lines.push(`CHECK(memcmp(&${path}, ${cString(whole)}, ${size}) == 0);`);
    } else if (plain?.kind === 'array') {
      elements(value).forEach((each, i) => void this.#fields(target.fields, each, plain.element, `${path}[${i}]`));
    } else this.#fields(target.fields, first(value), type, path);
  }

  #free(name: string): string {
    let free = name;
    for (let n = 2; this.#names.has(free); n++) free = `${name}_${n}`;
    this.#names.add(free);
    return free;
  }
}

function memberOf(type: DebugType | undefined, name: string): StructMember | undefined {
  const plain = stripTypedefs(type);
  if (plain?.kind !== 'struct' && plain?.kind !== 'union') return undefined;
  for (const member of plain.members) {
    if (member.name === name && member.bitSize === undefined) return member;
    const inner = member.name === '' ? memberOf(member.type, name) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

const spelled = (type: DebugType | undefined): string => known(typeName(withoutConst(type)));

/** `struct item item`, `const char *result`. */
function declared(type: DebugType | undefined, name: string): string {
  const text = known(typeName(withoutConst(type)));
  return text.endsWith('*') ? `${text}${name}` : `${text} ${name}`;
}

function known(text: string): string {
  if (/[?…[(]/.test(text))
    throw new UserError(`A parameter has the type ${text}, which has no name that C could call it by.`);
  return text;
}

function elements(value: InputValue | undefined): readonly InputValue[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

const first = (value: InputValue | undefined): InputValue | undefined => (Array.isArray(value) ? value[0] : value);
