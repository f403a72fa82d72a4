import { type EntryOptions, entryPlan } from '../inputs/entry.js';
import { withResults } from '../inputs/entry-results.js';
import { withinLargest } from '../inputs/largest.js';
import { withMissingParams } from '../inputs/missing-params.js';
import type { InputPlan } from '../inputs/plan.js';
import { currentFolder } from '../platform/machine.js';
import { decode } from '../wasm/decode.js';
import { type DebugFunction, readDebugInfo } from '../wasm/dwarf/index.js';
import { readNames } from '../wasm/names.js';
import { Signatures } from '../wasm/signatures.js';

/** Plans for functions of one program; its debug information is read once, however many plans are made. */
export class EntryPlanner {
  readonly functions: readonly DebugFunction[];
  readonly #signatures: Signatures;
  readonly #indices: ReadonlyMap<string, number>;

  constructor(wasm: Uint8Array) {
    const module = decode(wasm);
    this.functions = readDebugInfo(module.customs, currentFolder()).functions;
    this.#signatures = new Signatures(module);
    this.#indices = new Map([...readNames(module).functions].map(([index, name]) => [name, index]));
  }

  plan(name: string, options: EntryOptions): InputPlan {
    const plan = withinLargest(entryPlan(this.functions, name, options));
    const entry = this.functions.find((each) => each.name === name);
    const index = this.#indices.get(name);
    if (!entry || index === undefined) return plan;
    return withResults(withMissingParams(plan, entry, this.#signatures.function(index)), entry);
  }

  /** Parameters of WebAssembly's that C does not write: where a struct result goes. */
  hiddenParams(name: string, plan: InputPlan): number {
    const index = this.#indices.get(name);
    if (index === undefined || plan.kind !== 'entry') return 0;
    return Math.max(0, this.#signatures.function(index).params.length - plan.params.length);
  }
}
