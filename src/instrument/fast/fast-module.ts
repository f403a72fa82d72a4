import { comparedBase, comparedWords, mostCompared, mostEdges, ownCounters } from '../../abi/fuzz-layout.js';
import { propagateConstants } from '../../static/constant-locals.js';
import { decode } from '../../wasm/decode.js';
import { type EncodedBody, encode } from '../../wasm/encode.js';
import { readNames } from '../../wasm/names.js';
import { Opcode } from '../../wasm/opcodes.js';
import { Signatures } from '../../wasm/signatures.js';
import { type FuncType, type Import, importedFunctions, ValueType } from '../../wasm/types.js';
import { branchHintSection, branchHints } from '../branch-hints.js';
import { Code } from '../code.js';
import { withoutObjectMarks } from '../exact/marks.js';
import { helperFunctions, writeShadowSetter } from '../helpers.js';
import { isMarker } from '../markers.js';
import { counter, exportsFor, memoryFor, mutableGlobals, renumbered } from '../module-parts.js';
import { plainerBodies } from '../plainer-bodies.js';
import type { Prepared } from '../prepare.js';
import { shadowSetterValue } from '../redzone-calls.js';
import { type FastContext, FastFunction } from './fast-function.js';
import { fastImportNames, fastImports, fastModule, wordFunctions } from './fast-imports.js';

export interface FastModule {
  readonly bytes: Uint8Array;
  /** Counters in use. */
  readonly counters: number;
}

interface FastOptions {
  /** Comparisons of the user's code are written down: for one run of an input that is worth it. */
  readonly logs: boolean;
  /** Accesses are held against the tags. */
  readonly checksMemory?: boolean;
}

const { i32, i64 } = ValueType;
const i32s = (count: number): ValueType[] => new Array<ValueType>(count).fill(i32);
/** Of those that stand in the shadow module. */
const usedHelpers = ['mark', 'anyTag'] as const;

/**
 * The program for the fuzzer: made of the linked module, so that there is one for whatever can be explored. Stack slots
 * are locals, checks of arithmetic are left out, edges of the user's code are counted in memory (abi/fuzz-layout.ts), and
 * nothing calls out unless something is wrong.
 */
export function buildFastModule(prepared: Prepared, { logs, checksMemory = true }: FastOptions): FastModule {
  const module = withoutObjectMarks(decode(prepared.wasm));
  const options = prepared.replayOptions;
  const signatures = new Signatures(module);
  const types: FuncType[] = [...module.types];
  const typeIndex = (params: readonly ValueType[], results: readonly ValueType[] = []): number =>
    types.push({ params, results }) - 1;
  const abi: Import[] = fastImportNames.map((name) => ({
    module: fastModule,
    name,
    desc: { kind: 'func', type: typeIndex(i32s(fastImports[name][0]), i32s(fastImports[name][1])) },
  }));
  const functionImports = importedFunctions(module);
  const setters = functionImports.map(shadowSetterValue);
  const markers = functionImports.map(isMarker);
  // Redzone calls become functions of the module, after all others; marks of checks go.
  const imports = [...abi, ...functionImports.filter((_, i) => setters[i] === undefined && !markers[i])];
  const firstDefined = imports.length;
  const firstSetter = firstDefined + module.bodies.length;
  let kept = abi.length;
  let answered = firstSetter;
  const importTargets = setters.map((value, i) => (value !== undefined ? answered++ : markers[i] ? -1 : kept++));
  const mapFunction = (index: number): number =>
    index < functionImports.length ? importTargets[index] : firstDefined + index - functionImports.length;
  const helpers = new Map(usedHelpers.map((name) => [name as string, answered++]));
  const helper = (name: string): number => helpers.get(name) ?? -1;
  const logCompare = logs ? answered : undefined;
  const fuel = module.globals.length;
  const stackLow = fuel + 1;
  const words = new Map(
    [...readNames(module).functions].flatMap(([index, name]) => {
      const word = (wordFunctions as readonly string[]).indexOf(name);
      return word < 0 || options.users.has(index) ? [] : [[index, word] as const];
    }),
  );
  let edges = 0;
  const { stackTop, heapBase } = prepared.layout;
  const context: FastContext = {
    stackPointer: options.stackPointer,
    globals: { fuel, stackLow },
    data: { from: stackTop, to: heapBase },
    ...{ logCompare, checksMemory, mapFunction },
    anyTag: helper('anyTag'),
    paramsOf: (index) => signatures.function(index).params,
    isMarker: (index) => markers[index] ?? false,
    isHost: (index) => index < functionImports.length && setters[index] === undefined,
    wordFunction: (index) => words.get(index),
    addEdge: () => edges++,
  };
  const plainer = plainerBodies(signatures, options);
  const written = module.bodies.map((original, i) => {
    const index = functionImports.length + i;
    const type = signatures.function(index);
    const isUsers = options.users.has(index);
    const body = isUsers ? plainer(index).body : propagateConstants(original, type.params.length);
    const fn = new FastFunction(context, type, body, isUsers);
    const { locals, code } = fn.write(options.jumps.get(index), options.recursive.has(index));
    return { index: firstDefined + i, type: module.functions[i], locals, code };
  });
  setters.forEach((value, i) => {
    if (value === undefined) return;
    const code = new Code();
    writeShadowSetter(code, value, { helper, abi: () => -1, fuel });
    code.end();
    written.push({ index: importTargets[i], type: signatures.functions[i], locals: [], code });
  });
  for (const name of usedHelpers) {
    const { params, results, locals, write } = helperFunctions[name];
    const code = new Code();
    write(code, { helper, abi: () => -1, fuel });
    code.end();
    const type = typeIndex(i32s(params), i32s(results));
    written.push({ index: helper(name), type, locals: i32s(locals), code });
  }
  if (logCompare !== undefined) {
    const code = new Code();
    writeLogCompare(code);
    written.push({ index: logCompare, type: typeIndex([i32, i32, i64, i64]), locals: [i32, i32], code });
  }
  const bodies: EncodedBody[] = written.map(({ locals, code }) => ({ locals, code: code.writer.finish() }));
  const { bytes } = encode(
    {
      ...module,
      types,
      imports,
      functions: written.map(({ type }) => type),
      memories: [memoryFor(options)],
      globals: [...module.globals, counter(), counter()],
      exports: exportsFor(module, options, mapFunction, { ...mutableGlobals(module), fuel, stackLow }),
      ...renumbered(module, mapFunction),
      customs: new Map([[branchHintSection, branchHints(written)]]),
    },
    bodies,
  );
  return { bytes, counters: Math.min(mostEdges, edges + ownCounters) };
}

/** log(site, bytes, left, right): nothing when the log is full. */
function writeLogCompare(code: Code): void {
  const [site, size, left, right, count, at] = [0, 1, 2, 3, 4, 5];
  const entries = comparedBase + 4 * comparedWords;
  code.i32(comparedBase);
  code.memory(Opcode.I32Load, 0);
  code.tee(count);
  code.i32(mostCompared);
  code.op(Opcode.I32GeU);
  code.block(Opcode.If);
  code.op(Opcode.Return);
  code.end();
  code.i32(comparedBase);
  code.get(count);
  code.i32(1);
  code.op(Opcode.I32Add);
  code.memory(Opcode.I32Store, 0);
  code.get(count);
  code.i32(4 * comparedWords);
  code.op(Opcode.I32Mul);
  code.set(at);
  const store = (local: number, op: Opcode, offset: number): void => {
    code.get(at);
    code.get(local);
    code.memory(op, entries + offset);
  };
  store(site, Opcode.I32Store, 0);
  store(size, Opcode.I32Store, 4);
  store(left, Opcode.I64Store, 8);
  store(right, Opcode.I64Store, 16);
  code.end();
}
