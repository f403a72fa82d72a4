import type { InputValue } from '../inputs/decode.js';
import type { FieldPlan, NamedValue, ObjectPlan } from '../inputs/plan.js';
import { bytesOf, cBytes, cNumber } from './c-values.js';

/** A parameter of the entry: what the sandbox gives it, and how its source spells its type. */
export interface EntryParameter extends NamedValue {
  readonly type: string;
}

type Value = FieldPlan['value'];

/**
 * C statements that call the entry with one test's values. Objects are written in the source's own types and names,
 * so that their layout is the machine's; only unions and bit-fields are copied byte by byte.
 */
export function entryCall(
  entry: string,
  params: readonly EntryParameter[],
  input: Record<string, InputValue>,
  showsResult = false,
): string {
  const writer = new CallWriter();
  const args = params.map(({ name, type, value }) => writer.parameter(type, value, input[name]));
  const call = `${entry}(${args.join(', ')})`;
  const shown = `  __typeof__(${call}) native_returned = ${call};\n  native_show(&native_returned, sizeof native_returned);`;
  return [...writer.lines, showsResult ? shown : `  ${call};`].join('\n');
}

interface RawBytes {
  readonly path: string;
  readonly bytes: Uint8Array;
}

class CallWriter {
  readonly lines: string[] = [];
  #next = 0;

  parameter(type: string, plan: Value, value: InputValue | undefined): string {
    if (plan.kind === 'pointer') return value === null ? '0' : `(${type})${this.#object(plan.target, value, type)}`;
    const name = this.#name();
    const raw: RawBytes[] = [];
    this.lines.push(`  ${type} ${name} = ${braced(this.#initialiser(plan, value, `${type} *`, '', raw))};`);
    for (const { path, bytes } of raw) this.#copy(`(char *)&${name} + ${path}`, bytes);
    return name;
  }

  /** An object of the heap, of exactly its size; gives the variable that points to it. `pointer`: its type. */
  #object({ fields, count, terminated }: ObjectPlan, value: InputValue | undefined, pointer: string): string {
    const bytes = fields.length === 0 ? (bytesOf(value) ?? new Uint8Array(0)) : undefined;
    const object = this.#name();
    if (bytes) {
      // Of an object of fixed size, zeros at its end are left out of what people read.
      const size = count.min === count.max ? count.max : bytes.length;
      this.lines.push(`  static const unsigned char ${object}_bytes[] = ${cBytes(bytes)};`);
      this.lines.push(
        `  void *${object} = native_copy(${object}_bytes, ${bytes.length}, ${size} + ${Number(terminated)});`,
      );
      return object;
    }
    const elements = asElements(value);
    const element = `__typeof__(*(${pointer})0)`;
    const raw: RawBytes[] = [];
    const values = elements.map((each, i) => this.#element(fields, each, pointer, `${i} * sizeof(${element}) + `, raw));
    this.lines.push(`  ${element} ${object}_values[${elements.length} + 1] = {${values.join(', ')}};`);
    const size = `${elements.length} * sizeof(${element})`;
    this.lines.push(`  void *${object} = native_copy(${object}_values, ${size}, ${size});`);
    for (const { path, bytes: content } of raw) this.#copy(`(char *)${object} + ${path}`, content);
    return object;
  }

  #element(
    fields: readonly FieldPlan[],
    value: InputValue | undefined,
    pointer: string,
    start: string,
    raw: RawBytes[],
    path = '',
  ): string {
    if (fields.length === 1 && fields[0].name === '') {
      return this.#initialiser(fields[0].value, value, pointer, `${start}${path}`, raw);
    }
    const values = (value ?? {}) as Record<string, InputValue>;
    const parts = fields.flatMap((field): string[] => {
      const each = values[field.name];
      // A union without a name goes by its members, neighbouring bit-fields by all of theirs.
      const [member] = field.name.split(/[|,]/);
      const inner = path === '' ? member : `${path}.${member}`;
      if (isRaw(field.value)) {
        const bytes = bytesOf(each) ?? new Uint8Array(0);
        const isBits = 'target' in field.value && field.value.target.bits;
        const at = isBits ? String(field.offset) : `offsetof(__typeof__(*(${pointer})0), ${inner})`;
        raw.push({ path: `${start}${at}`, bytes });
        return [];
      }
      return [`.${member} = ${this.#field(field.value, each, pointer, start, raw, inner)}`];
    });
    return `{${parts.join(', ')}}`;
  }

  #field(value: Value, each: InputValue | undefined, pointer: string, start: string, raw: RawBytes[], path: string) {
    if (value.kind !== 'struct-inline' && value.kind !== 'struct') {
      const target = `__typeof__((*(${pointer})0).${path})`;
      return this.#initialiser(value, each, value.kind === 'pointer' ? target : pointer, start, raw);
    }
    const { target } = value;
    if (target.fields.length === 0) return cBytes(bytesOf(each) ?? new Uint8Array(0)).replace(/, 0\}$/, '}');
    const isOne = target.count.max === 1 && target.fields[0].name !== '';
    if (isOne) return this.#element(target.fields, each, pointer, start, raw, path);
    return `{${asElements(each)
      .map((one, i) => this.#element(target.fields, one, pointer, start, raw, `${path}[${i}]`))
      .join(', ')}}`;
  }

  #initialiser(plan: Value, value: InputValue | undefined, pointer: string, start: string, raw: RawBytes[]): string {
    switch (plan.kind) {
      case 'int':
        return cNumber(value);
      case 'float': {
        const bits = bytesOf(typeof value === 'number' ? undefined : value);
        return bits ? `native_float((const unsigned char[])${cBytes(bits)}, ${plan.bits / 8})` : cNumber(value);
      }
      case 'null':
        return '0';
      case 'pointer':
        return value === null || value === undefined ? '0' : this.#object(plan.target, value, pointer);
      default: {
        if (plan.target.fields.length > 0) return this.#element(plan.target.fields, first(value), pointer, start, raw);
        raw.push({ path: `${start || '0'}`, bytes: bytesOf(value) ?? new Uint8Array(0) });
        return '{0}';
      }
    }
  }

  #copy(to: string, bytes: Uint8Array): void {
    if (bytes.length > 0) {
      this.lines.push(`  memcpy(${to}, (const unsigned char[])${cBytes(bytes)}, ${bytes.length});`);
    }
  }

  #name(): string {
    return `native_${this.#next++}`;
  }
}

const braced = (text: string): string => (text.startsWith('{') ? text : `{${text}}`);

function asElements(value: InputValue | undefined): readonly InputValue[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

const first = (value: InputValue | undefined): InputValue | undefined => (Array.isArray(value) ? value[0] : value);

/** Bytes that are no array of characters: a union, or bit-fields. */
function isRaw(value: Value): boolean {
  if (value.kind !== 'struct-inline' && value.kind !== 'struct') return false;
  const { fields, elementSize, bits } = value.target;
  return fields.length === 0 && (bits === true || elementSize > 1);
}
