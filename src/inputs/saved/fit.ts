import { concatBytes, toHex, toLatin1 } from '../../platform/bytes.js';
import { UserError } from '../../vocabulary/errors.js';
import { asString, decodeInput } from '../decode.js';
import { encodeInput } from '../encode.js';
import { flatSize, fuzzInputName } from '../layout.js';
import { type MainPlan, mainInputs } from '../main.js';
import type { InputPlan, ObjectPlan, Size } from '../plan.js';
import { formatSize } from '../size.js';
import type { SavedInput } from './types.js';

/** A saved input as a run takes it. */
export interface FittedInput {
  readonly name: string;
  /** Flat, for the plan it was fitted to. */
  readonly input: Uint8Array;
  /** Something of it was longer than the plan allows, or has no place there. */
  readonly isCut: boolean;
  /** Something of it was shorter than the plan wants, and was filled with zeros: not a string, which ends at the first. */
  readonly isPadded: boolean;
}

export interface Fitted {
  readonly inputs: readonly FittedInput[];
  /** One sentence each. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
  /** The first thing that was cut, as a sentence's middle: `stdin is 40 bytes long, --stdin 0..16 takes 16`. */
  readonly firstCut: string | undefined;
  /** The flag that would have left the first that was filled as short as it is: `--stdin 0..16`. */
  readonly wouldFit: string | undefined;
}

/** Saved inputs as flat inputs of a plan, each once, in the order they came. */
export function fitSavedInputs(plan: InputPlan, saved: readonly SavedInput[]): Fitted {
  const inputs: FittedInput[] = [];
  const refused: { name: string; why: string }[] = [];
  const seen = new Set<string>();
  let firstCut: string | undefined;
  let wouldFit: string | undefined;
  for (const one of saved) {
    const fit = new Fit(plan);
    try {
      const input = fit.flat(one);
      firstCut ??= fit.cut;
      wouldFit ??= fit.wouldFit;
      const key = toLatin1(input);
      if (seen.has(key)) continue;
      seen.add(key);
      inputs.push({ name: one.name, input, isCut: fit.cut !== undefined, isPadded: fit.wouldFit !== undefined });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push({ name: one.name, why: error.message });
    }
  }
  return { inputs, refused, firstCut, wouldFit };
}

/** One saved input on its way into one plan. */
class Fit {
  cut: string | undefined;
  wouldFit: string | undefined;

  constructor(readonly plan: InputPlan) {}

  flat(saved: SavedInput): Uint8Array {
    const { plan } = this;
    if (plan.kind === 'entry' && saved.flat && isTestOf(plan, saved.flat, saved.values)) return saved.flat;
    const planned = encodeInput(plan, this.#values(saved));
    // What the program makes symbolic as it runs lies behind the plan, in the order it does so.
    const rest = plan.kind === 'main' ? (saved.objects ?? []).map(({ bytes }) => bytes) : [];
    if (saved.tail) rest.push(saved.tail);
    return rest.some(({ length }) => length > 0) ? concatBytes([planned, ...rest]) : planned;
  }

  #values(saved: SavedInput): Parameters<typeof encodeInput>[1] {
    const { plan } = this;
    if (plan.kind === 'main') return this.#mainValues(plan, saved);
    if (plan.kind === 'fuzz')
      return { [fuzzInputName]: this.#bytes(onlyBytes(saved), plan.size, 'the input', '--size', false) };
    if (saved.values) return saved.values;
    return this.#entryValues(plan, saved);
  }

  #mainValues(plan: MainPlan, saved: SavedInput): Parameters<typeof encodeInput>[1] {
    const inputs = mainInputs(plan);
    if (saved.values) throw new UserError('it is a test of a function, and this program starts at main.');
    // A lone stretch of bytes is stdin if there is one, else the one input there is.
    const lone = plan.stdin ? inputs.find(({ role }) => role === 'stdin') : inputs.length === 1 ? inputs[0] : undefined;
    if (saved.blob && !lone) {
      const names = inputs.map(({ name }) => name).join(', ');
      throw new UserError(
        `a plain file doesn't say which of ${names} it is: make it a folder with args (one per line), stdin and files/.`,
      );
    }
    const argv: { hex: string }[] = [];
    const values: Record<string, { hex: string } | Record<string, { hex: string }>> = {};
    for (const input of inputs) {
      const { role, key, name, target } = input;
      const given = input === lone && saved.blob ? saved.blob : partOf(saved, role, key);
      const { count, terminated } = target;
      const value = this.#bytes(given ?? new Uint8Array(0), count, name, flagOf(role, key), terminated);
      if (role === 'argv') argv.push(value);
      else if (role === 'stdin' || role === 'recv') values[role] = value;
      else values[role] = { ...(values[role] as object), [key]: value };
    }
    this.#noteMissing(plan, saved);
    return { ...values, argv };
  }

  /** Parts the plan has no place for. */
  #noteMissing(plan: MainPlan, { args = [], stdin, files, env, recv }: SavedInput): void {
    if (args.length > plan.args.length) {
      this.cut ??= `it has ${args.length} arguments and the program gets ${plan.args.length}: add --arg <size>`;
    }
    if (stdin && stdin.length > 0 && !plan.stdin)
      this.cut ??= 'it has a stdin but the program has none: add --stdin <size>';
    if (recv && recv.length > 0 && !plan.recv)
      this.cut ??= 'it received data but the program receives none: add --recv <size>';
    const lacks = (names: Iterable<string>, known: readonly { readonly name: string }[]) =>
      [...names].find((name) => !known.some((each) => each.name === name));
    const file = lacks(files?.keys() ?? [], plan.files);
    if (file !== undefined) this.cut ??= `it has a file ${file} but the program has none: add --file ${file}=<size>`;
    const variable = lacks(env?.keys() ?? [], plan.env);
    if (variable !== undefined)
      this.cut ??= `it sets ${variable} but the program does not have it: add --env ${variable}=<size>`;
  }

  #entryValues(plan: InputPlan & { kind: 'entry' }, saved: SavedInput): Parameters<typeof encodeInput>[1] {
    const buffers = plan.params.flatMap(({ name, value }) =>
      value.kind === 'pointer' && value.target.fields.length === 0 ? [{ name, target: value.target }] : [],
    );
    const bytes = saved.blob ?? saved.stdin;
    if (bytes) {
      if (buffers.length !== 1) {
        throw new UserError(
          `a plain file doesn't say which parameter of ${plan.function} it is: use a tests/*.json of an earlier run.`,
        );
      }
      return { [buffers[0].name]: this.#object(bytes, buffers[0].target, buffers[0].name) };
    }
    const values: Record<string, { hex: string } | string> = {};
    for (const { name, value } of plan.params) {
      const object = saved.objects?.find((each) => each.name === name);
      if (!object) continue;
      if (value.kind === 'int') values[name] = littleEndian(object.bytes.subarray(0, value.bits / 8), value.signed);
      else if (value.kind === 'pointer' && value.target.fields.length === 0) {
        values[name] = this.#object(object.bytes, value.target, name);
      }
    }
    if (Object.keys(values).length === 0) {
      throw new UserError(`none of its values has the name of a parameter of ${plan.function}.`);
    }
    return values;
  }

  #object(bytes: Uint8Array, { count, elementSize, terminated }: ObjectPlan, name: string): { hex: string } {
    const size = { min: count.min * elementSize, max: count.max * elementSize };
    return this.#bytes(bytes, size, name, `--len ${name}=`, terminated);
  }

  #bytes(bytes: Uint8Array, size: Size, name: string, flag: string, isText: boolean): { hex: string } {
    const sized = (each: Size): string => `${flag}${flag.endsWith('=') ? '' : ' '}${formatSize(each)}`;
    if (bytes.length > size.max) {
      this.cut ??= `${name} is ${bytes.length} bytes long and ${sized(size)} takes ${size.max}`;
    }
    const least = Math.max(bytes.length, size.min);
    if (bytes.length < size.min && !isText) this.wouldFit ??= sized({ min: 0, max: size.max });
    const fitted = new Uint8Array(Math.min(least, size.max));
    fitted.set(bytes.subarray(0, fitted.length));
    return { hex: toHex(fitted) };
  }
}

/** A test of a function with the same sizes goes in as it was, with what the program made symbolic as it ran. */
function isTestOf(plan: InputPlan, flat: Uint8Array, values: SavedInput['values'] = {}): boolean {
  if (flat.length < flatSize(plan)) return false;
  return Object.entries(decodeInput(plan, flat)).every(([name, value]) => isSame(value, values[name]));
}

function partOf({ args, env, stdin, files, recv }: SavedInput, role: string, key: string): Uint8Array | undefined {
  const string = role === 'argv' ? args?.[Number(key) - 1] : role === 'env' ? env?.get(key) : undefined;
  if (role === 'argv' || role === 'env') return string && asString(string);
  if (role === 'recv') return recv;
  return role === 'stdin' ? stdin : files?.get(key);
}

function flagOf(role: string, key: string): string {
  if (role === 'argv') return '--arg';
  if (role === 'stdin' || role === 'recv') return `--${role}`;
  return role === 'env' ? `--env ${key}=` : `--file ${key}=`;
}

/** What a fuzz harness would be given. */
function onlyBytes(saved: SavedInput): Uint8Array {
  const { blob, stdin, args = [], files, objects = [], values } = saved;
  if (values) throw new UserError('it is a test of a function, and this program is a fuzz harness.');
  const all = [blob, stdin, ...args, ...(files?.values() ?? []), ...objects.map(({ bytes }) => bytes)];
  const found = all.filter((bytes) => bytes !== undefined);
  if (blob) return blob;
  if (found.length === 1) return found[0];
  throw new UserError('a fuzz harness takes one sequence of bytes, and this has several or none.');
}

function littleEndian(bytes: Uint8Array, signed: boolean): string {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  return String(signed ? BigInt.asIntN(bytes.length * 8, value) : value);
}

/** Of what JSON can say; names may stand in any order. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b) || Object.keys(a).length !== Object.keys(b).length) return false;
  return Object.entries(a).every(
    ([name, value]) => Object.hasOwn(b, name) && isSame(value, (b as Record<string, unknown>)[name]),
  );
}
