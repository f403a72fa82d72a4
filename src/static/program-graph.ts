import { Opcode } from '../wasm/opcodes.js';
import { Signatures } from '../wasm/signatures.js';
import { type FuncType, type Instr, importedFunctions, type Module } from '../wasm/types.js';
import { buildCfg, type Cfg } from './cfg.js';

/** Functions of the host that end the program: nothing behind a call of them runs. */
const neverReturn: ReadonlySet<string> = new Set([
  'proc_exit',
  '__nm_assert_fail',
  '__nm_abort',
  '__nm_terminate',
  '__nm_library_check',
]);

/** An instruction of the program: function and index into its code. */
export interface Point {
  readonly function: number;
  readonly index: number;
}

/**
 * Control flow of a whole module: a graph per function, and who calls whom. Function numbers are the module's, imports
 * first. A call through a pointer may go to every function of its type that stands in a table.
 */
export class ProgramGraph {
  readonly imported: number;
  /** Functions, imports included. */
  readonly count: number;
  readonly #cfgs: Cfg[];
  readonly #callees = new Map<string, readonly number[]>();
  readonly #signatures: Signatures;
  #callers: readonly ReadonlySet<number>[] | undefined;

  constructor(
    readonly module: Module,
    /** Places a block must begin at. */
    splits: readonly Point[] = [],
  ) {
    this.#signatures = new Signatures(module);
    this.imported = this.#signatures.firstDefined;
    this.count = this.#signatures.functions.length;
    const byFunction = new Map<number, number[]>();
    for (const { function: owner, index } of splits) {
      const known = byFunction.get(owner);
      if (known) known.push(index);
      else byFunction.set(owner, [index]);
    }
    this.#cfgs = module.bodies.map(({ code }, i) => buildCfg(code, byFunction.get(this.imported + i)));
    const imports = importedFunctions(module);
    this.#returningImports = imports.map(({ name }) => !neverReturn.has(name));
    for (const { functions } of module.elements) {
      for (const each of functions) {
        const key = typeKey(this.#signatures.function(each));
        const known = this.#inTables.get(key);
        if (known) known.add(each);
        else this.#inTables.set(key, new Set([each]));
      }
    }
  }

  readonly #returningImports: readonly boolean[];
  readonly #inTables = new Map<string, Set<number>>();

  /** Of a defined function. */
  cfg(owner: number): Cfg {
    return this.#cfgs[owner - this.imported];
  }

  importReturns(owner: number): boolean {
    return this.#returningImports[owner];
  }

  /** Functions that a block of kind `call` may call. */
  callees(owner: number, block: number): readonly number[] {
    const { end } = this.cfg(owner).blocks[block];
    const { op, x } = this.module.bodies[owner - this.imported].code[end - 1];
    const key = op === Opcode.Call ? `${x}` : `*${x}`;
    let found = this.#callees.get(key);
    if (!found) {
      found = op === Opcode.Call ? [x] : [...(this.#inTables.get(typeKey(this.#signatures.type(x))) ?? [])];
      this.#callees.set(key, found);
    }
    return found;
  }

  /** What a call takes and gives. */
  typeOf({ op, x }: Instr): FuncType {
    return op === Opcode.Call ? this.#signatures.function(x) : this.#signatures.type(x);
  }

  /** What a function takes and gives. */
  signature(owner: number): FuncType {
    return this.#signatures.function(owner);
  }

  /** Functions that may call a function. */
  callers(owner: number): ReadonlySet<number> {
    return (this.#callers ??= this.#findCallers())[owner];
  }

  #findCallers(): readonly ReadonlySet<number>[] {
    const callers = Array.from({ length: this.count }, () => new Set<number>());
    for (let owner = this.imported; owner < this.count; owner++) {
      this.cfg(owner).blocks.forEach(({ ends }, block) => {
        if (ends === 'call') for (const callee of this.callees(owner, block)) callers[callee].add(owner);
      });
    }
    return callers;
  }
}

const typeKey = ({ params, results }: FuncType): string => `${params.join()}:${results.join()}`;
