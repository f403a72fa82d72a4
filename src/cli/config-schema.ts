import { checkers } from '../library/checkers.js';
import { harnessName, settingsOf } from './config-file.js';
import type { FlagShape } from './flags/shapes.js';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON schema of nearmiss.config.json, for editors: made of explore's own table of flags. */
export function configSchema(shapes: readonly FlagShape[]): Schema {
  const settings = Object.fromEntries(settingsOf(shapes).map((shape) => [shape.name, settingSchema(shape)]));
  const flags = { ...listOf({ type: 'string' }), description: 'C flags: -I -D -U -std= -include -l -L and others' };
  const sources = {
    ...listOf({ type: 'string' }),
    minItems: 1,
    description: 'C files, folders, or a .wasm that nearmiss cc made',
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'nearmiss.config.json',
    description: 'What `nearmiss explore` runs in this folder. Flags on the command line win over these settings.',
    type: 'object',
    additionalProperties: false,
    required: ['harnesses'],
    properties: {
      $schema: { type: 'string' },
      defaults: {
        description: 'Settings of all harnesses',
        ...objectOf({ flags, ...settings }),
      },
      harnesses: {
        description: 'Programs and fuzz harnesses, by name',
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: harnessName.source },
        additionalProperties: { ...objectOf({ sources, flags, ...settings }), required: ['sources'] },
      },
    },
  };
}

const objectOf = (properties: Schema): Schema => ({ type: 'object', additionalProperties: false, properties });
const listOf = (items: Schema): Schema => ({ type: 'array', items });

function settingSchema(shape: FlagShape): Schema {
  return { description: `${shape.long}: ${shape.description}`, ...valueSchema(shape) };
}

function valueSchema(shape: FlagShape): Schema {
  const { kind, name } = shape;
  if (kind === 'switch') return { type: 'boolean' };
  const one = oneValue(shape);
  if (kind === 'named') return { type: 'object', additionalProperties: one };
  if (kind === 'list') return { anyOf: [one, listOf(one)] };
  if (name === 'checkers') {
    return { anyOf: [{ type: 'string' }, listOf({ type: 'string', enum: checkers().map(({ id }) => id) })] };
  }
  return shape.value === 'list' ? { anyOf: [one, listOf(one)] } : one;
}

const size: Schema = {
  type: ['integer', 'string'],
  minimum: 0,
  pattern: '^\\d+(\\.\\.\\d+)?$',
};

function oneValue({ value, choices }: FlagShape): Schema {
  if (choices.length > 0) {
    const numbers = choices.filter((each) => /^\d+$/.test(each)).map(Number);
    return { enum: [...choices, ...numbers] };
  }
  if (value === 'n' || value === 'h') return { type: ['integer', 'string'], minimum: 0, pattern: '^\\d+$' };
  if (value === 'size' || value.endsWith('=size')) return size;
  if (value === 'time') return { type: ['number', 'string'], pattern: '^\\d+(\\.\\d+)?(ms|s|m|h)?$' };
  if (value === 'amount') return { type: ['number', 'string'], pattern: '^\\d+(\\.\\d+)?[kmgKMG]?[bB]?$' };
  return { type: ['string', 'number'] };
}
