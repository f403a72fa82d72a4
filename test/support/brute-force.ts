import { Entry } from '../../src/abi/trace.js';
import type { InputValue } from '../../src/inputs/decode.js';
import { encodeInput } from '../../src/inputs/encode.js';
import { type MainPlan, mainInputs } from '../../src/inputs/main.js';
import type { FieldPlan, InputPlan, ObjectPlan } from '../../src/inputs/plan.js';
import type { Exploration } from '../../src/modes/explore.js';
import { choiceAt, isPathEntry, RollingHash } from '../../src/search/expanding/path-hash.js';
import { type Assignment, combinations, type Domain } from './domain.js';
import type { Opened } from './opened.js';

/** What the program does on every combination: the paths it takes and where it fails, both by name. */
export interface BruteForce {
  readonly paths: ReadonlySet<string>;
  readonly failures: ReadonlySet<string>;
  /** An index was decided where it was used: what comes of it is then no branch of the path any more. */
  readonly hasForks: boolean;
}

const pathName = (low: number, high: number): string => `${low},${high}`;

/** The paths that exploring took, by the same names. */
export function exploredPaths({ tests }: Exploration): Set<string> {
  const paths = new Set<string>();
  for (let i = 0; i < tests.size; i++) {
    const { pathLow, pathHigh } = tests.at(i);
    paths.add(pathName(pathLow, pathHigh));
  }
  return paths;
}

export function bruteForce({ plan, engine }: Opened, domains: readonly Domain[]): BruteForce {
  const inputs = function* () {
    for (const combination of combinations(domains)) yield encodeInput(plan, valuesOf(plan, combination));
  };
  return runAll(engine, inputs());
}

/** Runs with shadows, but nobody asks a solver: each input is taken as it is. */
export function runAll(engine: Opened['engine'], inputs: Iterable<Uint8Array>): BruteForce {
  const paths = new Set<string>();
  const failures = new Set<string>();
  const { program } = engine;
  const hash = new RollingHash();
  let hasForks = false;
  for (const input of inputs) {
    const { outcome, trace, failures: failed } = program.run(input);
    for (const { checker, place } of failed) failures.add(`${checker} at line ${place.line}`);
    if (outcome === 'assume') continue;
    hash.reset();
    for (let i = 0; i < trace.length; i++) {
      hasForks ||= trace.kind[i] === Entry.Fork;
      if (isPathEntry(trace.kind[i]!)) hash.fold(trace.site[i]!, choiceAt(trace, i, program.sites));
    }
    paths.add(pathName(hash.low, hash.high));
    if (program.store.size > 1_000_000) engine.clear();
  }
  return { paths, failures, hasForks };
}

/** `x`, `s[2]`, `s.length`, `p.corner.x`, `p.sides[1]` → the nested values that encodeInput takes. */
function valuesOf(plan: InputPlan, combination: readonly Assignment[]): Record<string, InputValue> {
  const values: Record<string, Draft> = {};
  for (const { name, index, value } of combination) {
    const path = [...name.split('.'), ...(index === undefined ? [] : [index])];
    let at = values as Record<string | number, Draft>;
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string | number, Draft>;
    at[path.at(-1)!] = value;
  }
  if (plan.kind === 'main') return mainValues(plan, values);
  const known = plan.kind === 'fuzz' ? ['data', 'size'] : plan.params.map(({ name }) => name);
  // encodeInput takes what it knows and leaves the rest: a name it does not know would be a test of nothing.
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) throw new Error(`no input is called ${name}, only ${known.join(', ')}`);
  }
  if (plan.kind === 'fuzz') return { data: bytes(values.data, Number(values.size)) };
  return Object.fromEntries(plan.params.map(({ name, value }) => [name, shaped(values[name], value)]));
}

/** `stdin[0]`, `stdin.length`, `argv.1[0]`, `env.NAME.length`, `files.config[2]`. */
function mainValues(plan: MainPlan, values: Record<string, Draft>): Record<string, InputValue> {
  const made: Record<string, Record<string, InputValue> | InputValue> = {};
  let used = 0;
  for (const { role, key, target } of mainInputs(plan)) {
    const group = values[role] as { [key: string]: Draft } | undefined;
    const draft = (role === 'stdin' ? group : group?.[key]) as Exclude<Draft, bigint> | undefined;
    if (draft) used++;
    const value = objectValue(draft ?? {}, target);
    if (role === 'stdin') made.stdin = value;
    else made[role] = { ...(made[role] as object), [role === 'argv' ? Number(key) - 1 : key]: value };
  }
  const named = Object.entries(values).flatMap(([role, group]) => (role === 'stdin' ? [role] : Object.keys(group)));
  if (named.length !== used) throw new Error('a domain names an input the program does not have');
  return made as Record<string, InputValue>;
}

type Draft = bigint | { [key: string | number]: Draft };

function shaped(draft: Draft | undefined, plan: FieldPlan['value']): InputValue {
  if (typeof draft === 'bigint') return String(draft);
  if (!('target' in plan)) return 0;
  return objectValue(draft ?? {}, plan.target);
}

function objectValue(draft: Exclude<Draft, bigint>, { fields, count }: ObjectPlan): InputValue {
  const length = typeof draft.length === 'bigint' ? Number(draft.length) : count.max;
  if (fields.length === 0) return bytes(draft, length);
  if (fields[0]!.name === '') return Array.from({ length }, (_, i) => shaped(draft[i], fields[0]!.value));
  const one = Object.fromEntries(fields.map(({ name, value }) => [name, shaped(draft[name], value)]));
  return length === 1 ? one : Array.from({ length }, (_, i) => (i === 0 ? one : objectValue({}, oneOf(fields))));
}

/** The plan of a single element, for the elements of an array of structs that no domain names. */
const oneOf = (fields: readonly FieldPlan[]): ObjectPlan => ({
  elementSize: 0,
  count: { min: 1, max: 1 },
  terminated: false,
  fields,
});

function bytes(draft: Draft | undefined, length: number): InputValue {
  const values = (draft ?? {}) as { [key: number]: bigint };
  const hex = Array.from({ length }, (_, i) =>
    Number((values[i] ?? 0n) & 0xffn)
      .toString(16)
      .padStart(2, '0'),
  );
  return { hex: hex.join('') };
}
