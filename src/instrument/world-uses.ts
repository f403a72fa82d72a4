/** Where does the user's own code ask the world for something? */

import { factOfFunction, plainName } from '../host/world.js';
import type { Place } from '../vocabulary/place.js';
import { Lowered, Opcode } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import { type Instr, importedFunctions, type Module } from '../wasm/types.js';

/** A place of the user's code that asks for a fact of host/world.ts. */
export interface WorldUse {
  readonly fact: string;
  /** The function of the C library that is called; '' for what main is given. */
  readonly function: string;
  readonly place: Place | undefined;
  readonly how: string;
}

interface Surroundings {
  readonly indexByName: ReadonlyMap<string, number>;
  placeAt(at: number): Place | undefined;
  /** The global that is the stack pointer. */
  readonly stackPointer: number;
}

export function worldUses(module: Module, surroundings: Surroundings): WorldUse[] {
  return [...mainLooks(module, surroundings), ...libraryCalls(module, surroundings)];
}

/** Functions that start a program, as they are named in a module. */
const mains = ['main', '__main_argc_argv'];
const mainFacts = [
  { fact: 'argv', how: 'looks at argc' },
  { fact: 'argv', how: 'looks at argv' },
  { fact: 'environ', how: 'looks at envp' },
] as const;

/** Linked only into programs that use the variable `environ`. */
const environUsed = '__wasilibc_initialize_environ_eagerly';

function mainLooks(module: Module, { indexByName, placeAt, stackPointer }: Surroundings): WorldUse[] {
  const imported = importedFunctions(module).length;
  const signatures = new Signatures(module);
  const uses: WorldUse[] = [];
  let takesEnvironment = false;
  for (const name of mains) {
    const index = indexByName.get(name) ?? -1;
    const code = module.bodies[index - imported]?.code.filter(({ op }) => !module.is64 || !isWidth(op));
    if (!code || !placeAt(code[0].at)) continue;
    const { params } = signatures.function(index);
    takesEnvironment = params.length > 2;
    const looks = mainFacts.slice(0, params.length).flatMap(({ fact, how }, parameter) => {
      const at = firstLook(code, parameter, stackPointer);
      return at === undefined ? [] : [{ fact, function: '', how, place: placeAt(at) ?? placeAt(code[0].at) }];
    });
    // One look at the arguments is enough: at their number, by preference.
    uses.push(...looks.filter(({ fact }, i) => looks.findIndex((each) => each.fact === fact) === i));
  }
  if (indexByName.has(environUsed) && !takesEnvironment) {
    uses.push({ fact: 'environ', function: '', how: 'uses environ', place: undefined });
  }
  return uses;
}

/**
 * The first use of a parameter. `clang -O0` stores it in a slot of the frame and loads it from there; a slot that lies
 * anywhere else had its address taken. `argv[0]` is the program's name, which says nothing of its arguments.
 */
function firstLook(code: readonly Instr[], parameter: number, stackPointer: number): number | undefined {
  const frame = code.findIndex(({ op, x }) => op === Opcode.GlobalSet && x === stackPointer);
  const base = frame > 0 && code[frame - 1].op === Opcode.LocalGet ? code[frame - 1].x : -1;
  let slot = -1;
  for (let i = 0; i < code.length; i++) {
    const { op, x, at } = code[i];
    if (op !== Opcode.LocalGet) continue;
    const next = code[i + 1];
    if (x === parameter) {
      if (next?.op !== Opcode.I32Store && next?.op !== Opcode.I64Store) return at;
      if (code[i - 1]?.op !== Opcode.LocalGet || code[i - 1].x !== base) return at;
      slot = next.y ?? 0;
    } else if (x === base && isLoadOf(next) && next.y === slot && slot >= 0) {
      if (!(parameter === 1 && readsFirstElement(code, i + 2))) return next.at;
    }
  }
  return undefined;
}

/** Between the widths of pointers and of addresses (wasm/lower64.ts). */
const isWidth = (op: number): boolean =>
  op === Lowered.Address || op === Opcode.I32WrapI64 || op === Opcode.I64ExtendI32U;

/** Of an int or a pointer. */
const isLoadOf = (instr: Instr | undefined): instr is Instr =>
  instr?.op === Opcode.I32Load || instr?.op === Opcode.I64Load;

/** The value on the stack is loaded from, at once and nothing else: `argv[0]`. */
function readsFirstElement(code: readonly Instr[], from: number): boolean {
  const isFirst = (instr: Instr | undefined) => isLoadOf(instr) && (instr.y ?? 0) === 0;
  if (isFirst(code[from])) return true;
  const { op, x } = code[from];
  if (op !== Opcode.LocalSet) return false;
  const isUse = (i: number) => code[i].op === Opcode.LocalGet && code[i].x === x;
  const uses = code.flatMap((_, i) => (isUse(i) ? [i] : []));
  return uses.length === 1 && uses[0] === from + 1 && isFirst(code[from + 2]);
}

/** Calls that do nothing but say whether they succeeded: who does not listen can't tell. */
const isMute = (fact: string, name: string): boolean => fact === 'write' || name === 'close';
/** … except here. */
const tells = ['__errno_location', 'ferror', 'perror'];

/**
 * Calls by the user's code, and functions whose address is taken; a program's own function of such a name is none of
 * the library's.
 */
function libraryCalls(module: Module, { indexByName, placeAt }: Surroundings): WorldUse[] {
  const imported = importedFunctions(module).length;
  const byFunction = new Map<number, { fact: string; name: string }>();
  for (const [name, index] of indexByName) {
    const fact = factOfFunction(name);
    const first = module.bodies[index - imported]?.code[0];
    if (fact !== undefined && !(first && placeAt(first.at))) byFunction.set(index, { fact, name: plainName(name) });
  }
  if (byFunction.size === 0) return [];
  const users = module.bodies.filter(({ code }) => placeAt(code[0].at));
  const tellers = new Set(tells.map((name) => indexByName.get(name)));
  const listens = users.some(({ code }) => code.some(({ op, x }) => op === Opcode.Call && tellers.has(x)));
  const uses = new Map<string, WorldUse>();
  for (const { code } of users) {
    for (let i = 0; i < code.length; i++) {
      const { op, x, at } = code[i];
      const called = op === Opcode.Call ? byFunction.get(x) : undefined;
      const place = called && placeAt(at);
      if (!called || !place) continue;
      const { fact, name } = called;
      if (!listens && isMute(fact, name) && code[i + 1]?.op === Opcode.Drop) continue;
      uses.set(`${fact} ${name} ${place.file}:${place.line}`, { fact, function: name, place, how: `calls ${name}` });
    }
  }
  for (const index of module.elements.flatMap(({ functions }) => functions)) {
    const taken = byFunction.get(index);
    if (!taken) continue;
    const { fact, name } = taken;
    uses.set(`${fact} ${name}`, { fact, function: name, place: undefined, how: `calls ${name}` });
  }
  return [...uses.values()];
}
