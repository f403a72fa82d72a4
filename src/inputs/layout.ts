/** Where in the flat input is each value of a plan? */

import { mainInputs } from './main.js';
import { type FieldPlan, type InputPlan, type InputRegion, lengthBytes, type ObjectPlan, type Size } from './plan.js';

type AnyValue = FieldPlan['value'];

/** The name the bytes of a fuzz input go by. */
export const fuzzInputName = 'data';

export const isVariable = ({ min, max }: Size): boolean => min < max;

/** Bytes one element takes in the flat input: its fields without padding, with what its pointers point to. */
export function flatElementSize(target: ObjectPlan): number {
  if (target.fields.length === 0) return target.elementSize;
  return target.fields.reduce((sum, { value }) => sum + flatValueSize(value), 0);
}

export function flatObjectSize(target: ObjectPlan): number {
  const length = isVariable(target.count) ? lengthBytes(target.count.max) : 0;
  return length + target.count.max * flatElementSize(target);
}

export function flatValueSize(value: AnyValue): number {
  switch (value.kind) {
    case 'int':
    case 'float':
      return value.bits / 8;
    case 'null':
      return 0;
    case 'pointer':
      return Number(value.nullable) + flatObjectSize(value.target);
    case 'struct':
    case 'struct-inline':
      return flatObjectSize(value.target);
  }
}

/** Bytes the plan takes of the flat input; what a program makes symbolic as it runs comes after. */
export function flatSize(plan: InputPlan): number {
  return plannedSize(plan) + (plan.reserved ?? 0);
}

/** Without what is reserved at the end. */
export function plannedSize(plan: InputPlan): number {
  if (plan.kind === 'fuzz') {
    return (isVariable(plan.size) ? lengthBytes(plan.size.max) : 0) + plan.size.max;
  }
  if (plan.kind === 'main') return mainInputs(plan).reduce((sum, { target }) => sum + flatObjectSize(target), 0);
  return plan.params.reduce((sum, { value }) => sum + flatValueSize(value), 0);
}

/** Where each value of a plan lies. Objects without pointers are one region; others one per field. */
export function layoutOf(plan: InputPlan): readonly InputRegion[] {
  const regions: InputRegion[] = [];
  let offset = 0;
  const take = (name: string, size: number, kind: InputRegion['plan']) => {
    if (size > 0) regions.push({ name, offset, size, plan: kind });
    offset += size;
  };
  const object = (name: string, target: ObjectPlan, kind: InputRegion['plan']) => {
    if (isVariable(target.count)) {
      const { min, max } = target.count;
      take(`${name} length`, lengthBytes(max), { kind: 'length', of: name, min });
    }
    if (!hasPointers(target)) take(name, target.count.max * flatElementSize(target), kind);
    else {
      for (let i = 0; i < target.count.max; i++) {
        const element = target.count.max === 1 ? name : `${name}[${i}]`;
        for (const field of target.fields) visit(field.name ? `${element}.${field.name}` : element, field.value);
      }
    }
  };
  const visit = (name: string, value: AnyValue) => {
    switch (value.kind) {
      case 'int':
      case 'float':
        return take(name, value.bits / 8, value);
      case 'null':
        return;
      case 'pointer':
        if (value.nullable) take(`${name} present`, 1, { kind: 'present', of: name });
        return object(name, value.target, value);
      case 'struct':
        return object(name, value.target, value);
      case 'struct-inline':
        return object(name, value.target, { kind: 'struct', target: value.target });
    }
  };
  if (plan.kind === 'fuzz') {
    const target: ObjectPlan = { elementSize: 1, count: plan.size, terminated: false, fields: [] };
    object(fuzzInputName, target, { kind: 'bytes' });
  } else if (plan.kind === 'main') {
    for (const { name, target } of mainInputs(plan)) object(name, target, { kind: 'bytes' });
  } else for (const { name, value } of plan.params) visit(name, value);
  return regions;
}

function hasPointers(target: ObjectPlan): boolean {
  return target.fields.some(
    ({ value }) => value.kind === 'pointer' || (value.kind === 'struct-inline' && hasPointers(value.target)),
  );
}
