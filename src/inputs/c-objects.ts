import { flatValueSize, isVariable } from './layout.js';
import type { FieldPlan, InputPlan, ObjectPlan } from './plan.js';

/** What one byte of a function's flat input is, in the words of its source and in memory when it is called. */
export interface ParameterByte {
  /** Which parameter, counted as the plan has them. */
  readonly param: number;
  /** The C object it belongs to: `i`, `s[3]`, `p->size`. */
  readonly name: string;
  readonly byte: number;
  readonly size: 1 | 2 | 4 | 8;
  readonly signed: boolean;
  /** Where the parameter points, this many bytes on; undefined when the byte is the parameter's own. */
  readonly offset: number | undefined;
}

/**
 * Every byte of a function's flat input that C has a name for; undefined for the others: lengths, whether a pointer
 * is NULL, floats, and what lies behind a second pointer.
 */
export function parameterBytes(plan: InputPlan): readonly (ParameterByte | undefined)[] {
  if (plan.kind !== 'entry') return [];
  const bytes: (ParameterByte | undefined)[] = [];
  for (const [param, { name, value }] of plan.params.entries()) {
    const scalar = (text: string, size: number, signed: boolean, offset: number | undefined): void => {
      for (let byte = 0; byte < size; byte++) {
        bytes.push({ param, name: text, byte, size: size as ParameterByte['size'], signed, offset });
      }
    };
    const nameless = (count: number): void => {
      for (let i = 0; i < count; i++) bytes.push(undefined);
    };
    const object = (target: ObjectPlan, from: number, element: (index: number) => string, dot: string): void => {
      const { count, elementSize, fields, terminated } = target;
      for (let i = 0; i < count.max; i++) {
        const at = from + i * elementSize;
        if (fields.length > 0) for (const field of fields) visit(field, at, element(i), dot);
        else if (elementSize === 1) scalar(element(i), 1, terminated, at);
        else raw(at, elementSize);
      }
    };
    const raw = (at: number, size: number): void => {
      for (let k = 0; k < size; k++) scalar(`((const unsigned char *)${name})[${at + k}]`, 1, false, at + k);
    };
    const visit = ({ name: member, offset, value: field }: FieldPlan, from: number, owner: string, dot: string) => {
      const at = from + offset;
      const text = member === '' ? owner : `${owner}${dot}${member}`;
      if (field.kind === 'int') scalar(text, field.bits / 8, field.signed, at);
      else if (field.kind !== 'struct-inline' || member.includes('|') || member.includes(',')) {
        nameless(flatValueSize(field));
      } else if (field.target.fields.length === 0 && field.target.elementSize > 1) raw(at, field.target.elementSize);
      else {
        const { target } = field;
        const isOne = target.count.max === 1 && target.fields.length > 0 && target.fields[0].name !== '';
        object(target, at, (i) => (isOne ? text : `${text}[${i}]`), '.');
      }
    };
    switch (value.kind) {
      case 'int':
        scalar(name, value.bits / 8, value.signed, undefined);
        break;
      case 'struct':
        object(value.target, 0, () => name, '.');
        break;
      case 'pointer': {
        const { target } = value;
        if (value.nullable || isVariable(target.count)) {
          nameless(flatValueSize(value));
          break;
        }
        const isOne = target.count.max === 1 && target.fields.length > 0 && target.fields[0].name !== '';
        // Bytes that are no text have no element type to name them by.
        const isRaw = target.fields.length === 0 && !target.terminated;
        const element = (i: number) => (isRaw ? `((const unsigned char *)${name})[${i}]` : `${name}[${i}]`);
        object(target, 0, isOne ? () => name : element, isOne ? '->' : '.');
        break;
      }
      default:
        nameless(flatValueSize(value));
    }
  }
  return bytes;
}
