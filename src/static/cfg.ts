import { type Blocks, matchBlocks } from '../wasm/blocks.js';
import { Opcode } from '../wasm/opcodes.js';
import type { Instr } from '../wasm/types.js';

/** How control leaves a block. */
type BlockEnd = 'next' | 'jump' | 'branch' | 'switch' | 'call' | 'return' | 'throw' | 'trap';

/** Instructions that are executed one after the other: only the last can send control elsewhere. */
interface Block {
  /** Indices into the function's code, `end` excluded. */
  readonly start: number;
  readonly end: number;
  readonly ends: BlockEnd;
  /**
   * Blocks control may go to, by number. `branch`: where the condition holds, where it doesn't. `switch`: by index, the
   * default last. `call`: behind the call, for a callee that returns.
   */
  readonly successors: readonly number[];
  /** `call` and `throw`: blocks that may catch what is thrown. What they don't catch leaves the function. */
  readonly handlers: readonly number[];
}

/** One function's control flow. Block 0 is its entry. */
export interface Cfg {
  readonly blocks: readonly Block[];
  /** The block an instruction belongs to. */
  blockAt(index: number): number;
}

interface Frame {
  readonly opener: number;
  readonly isLoop: boolean;
  /** A try whose body control is still in: what is thrown here comes to its handlers. */
  isTryBody: boolean;
}

/**
 * The control flow of a function's code. A block begins wherever control can come from elsewhere, behind each call, and
 * at `splits`, so that what is asked about a place of interest is asked about a block. Exceptions are taken broadly:
 * whatever is thrown may come to every handler around it and may leave the function.
 */
export function buildCfg(code: readonly Instr[], splits: Iterable<number> = []): Cfg {
  const plan = planBlocks(code, matchBlocks(code));
  const isLeader = new Uint8Array(code.length + 1);
  isLeader[0] = 1;
  // Where a branch to the function's own label goes: behind its last instruction.
  isLeader[code.length] = 1;
  for (const index of splits) isLeader[index] = 1;
  for (const [index, { targets, handlers }] of plan) {
    isLeader[index + 1] = 1;
    for (const target of targets) isLeader[target] = 1;
    for (const handler of handlers) isLeader[handler] = 1;
  }
  const numbers = new Int32Array(code.length + 1);
  const starts: number[] = [];
  for (let i = 0; i <= code.length; i++) {
    if (isLeader[i]) starts.push(i);
    numbers[i] = starts.length - 1;
  }
  const blocks = starts.map((start, number): Block => {
    if (start === code.length) return { start, end: start, ends: 'return', successors: [], handlers: [] };
    const end = starts[number + 1];
    const step = plan.get(end - 1);
    if (!step) return { start, end, ends: 'next', successors: [number + 1], handlers: [] };
    return {
      start,
      end,
      ends: step.ends,
      successors: step.targets.map((target) => numbers[target]),
      handlers: step.handlers.map((handler) => numbers[handler]),
    };
  });
  return { blocks, blockAt: (index) => numbers[index] };
}

interface Step {
  readonly ends: BlockEnd;
  /** Indices of instructions. */
  readonly targets: readonly number[];
  readonly handlers: readonly number[];
}

/** What each instruction that ends a block does, by its index. */
function planBlocks(code: readonly Instr[], { endOf, elseOf, catchesOf }: Blocks): ReadonlyMap<number, Step> {
  const plan = new Map<number, Step>();
  const frames: Frame[] = [];
  const targetOf = (label: number): number => {
    const frame = frames[frames.length - 1 - label];
    if (!frame) return code.length;
    return (frame.isLoop ? frame.opener : endOf[frame.opener]) + 1;
  };
  const handlersHere = (): number[] =>
    frames
      .filter(({ isTryBody }) => isTryBody)
      .flatMap(({ opener }) => catchesOf.get(opener) ?? [])
      .map((index) => index + 1);
  const put = (index: number, ends: BlockEnd, targets: readonly number[], handlers: readonly number[] = []): void => {
    plan.set(index, { ends, targets, handlers });
  };
  const step = ({ op, x, list }: Instr, index: number): void => {
    switch (op) {
      case Opcode.Unreachable:
        return put(index, 'trap', []);
      case Opcode.Block:
      case Opcode.Loop:
      case Opcode.Try:
        frames.push({ opener: index, isLoop: op === Opcode.Loop, isTryBody: op === Opcode.Try });
        // A loop's head is the instruction behind it: whoever jumps back comes there.
        if (op === Opcode.Loop) put(index, 'next', [index + 1]);
        return;
      case Opcode.If:
        frames.push({ opener: index, isLoop: false, isTryBody: false });
        return put(index, 'branch', [index + 1, (elseOf[index] || endOf[index]) + 1]);
      case Opcode.Else:
      case Opcode.Catch:
      case Opcode.CatchAll: {
        const frame = frames[frames.length - 1];
        frame.isTryBody = false;
        return put(index, 'jump', [endOf[frame.opener] + 1]);
      }
      case Opcode.Throw:
      case Opcode.Rethrow:
        return put(index, 'throw', [], handlersHere());
      case Opcode.End:
      case Opcode.Delegate:
        if (frames.pop() === undefined) put(index, 'jump', [code.length]);
        return;
      case Opcode.Br:
        return put(index, 'jump', [targetOf(x)]);
      case Opcode.BrIf:
        return put(index, 'branch', [targetOf(x), index + 1]);
      case Opcode.BrTable:
        return put(index, 'switch', (list as readonly number[]).map(targetOf));
      case Opcode.Return:
        return put(index, 'return', []);
      case Opcode.Call:
      case Opcode.CallIndirect:
        return put(index, 'call', [index + 1], handlersHere());
    }
  };
  code.forEach(step);
  return plan;
}
