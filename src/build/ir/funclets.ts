import type { FunctionLines } from './function-lines.js';

const LABEL = /^([-\w.$]+|"(?:[^"\\]|\\.)*"):/;
const TARGET = /\blabel %([-\w.$]+|"(?:[^"\\]|\\.)*")/g;
const PAD = /^ {2}(%\S+) = (?:catchpad|cleanuppad) within (none|%\S+)/;
const SWITCH = /^ {2}(%\S+) = catchswitch within (none|%\S+)/;
const BUNDLE = / \[ "funclet"\(token %[^)]*\) \]/;
const CALL = /^ {2}(?:%\S+ = )?(?:tail |notail |musttail )?(?:call|invoke) /;
/** What is no call once it is code; these two end what they stand in. */
const INTRINSIC = /^[^"]*?@llvm\.(?!wasm\.(?:re)?throw)/;

/**
 * In handlers and cleanups of exceptions (funclets) every call names the pad that it belongs to; LLVM takes one that
 * does not for impossible, and makes all that follows unreachable. Passes put calls in and read others by their text,
 * so the names are taken off before them and put on again behind them.
 */
export const hasFunclets = (lines: FunctionLines): boolean => lines.some((line) => PAD.test(line));

export const withoutBundles = (lines: FunctionLines): FunctionLines => lines.map((line) => line.replace(BUNDLE, ''));

export function withBundles(lines: FunctionLines): FunctionLines {
  const { blocks, parents } = blocksOf(lines);
  const pads = padsOf(blocks, parents);
  let block = '';
  return lines.map((line) => {
    block = LABEL.exec(line)?.[1] ?? block;
    const pad = pads.get(block);
    if (pad === undefined || !CALL.test(line) || INTRINSIC.test(line)) return line;
    return line.replace(/(?:, ![-\w.]+ !\d+)*$/, (metadata) => ` [ "funclet"(token ${pad}) ]${metadata}`);
  });
}

interface Block {
  /** The pad it begins with. */
  own?: string;
  /** Where control goes, and from which pad it then has come back. */
  readonly next: { readonly label: string; readonly leaves?: string }[];
}

interface Funclets {
  /** The first is the function's own. */
  readonly blocks: ReadonlyMap<string, Block>;
  /** What a pad or a switch of them stands in. */
  readonly parents: ReadonlyMap<string, string>;
}

function blocksOf(lines: FunctionLines): Funclets {
  const blocks = new Map<string, Block>();
  const parents = new Map<string, string>();
  let block: Block = { next: [] };
  for (const line of lines) {
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined || blocks.size === 0) {
      block = { next: [] };
      blocks.set(label ?? '', block);
      if (label === undefined) continue;
      // The `define` stands before the first label.
      if (blocks.size === 2 && blocks.has('')) blocks.get('')!.next.push({ label });
    }
    const pad = PAD.exec(line);
    if (pad) block.own = pad[1];
    const outer = pad ?? SWITCH.exec(line);
    if (outer) parents.set(outer[1], outer[2]);
    const leaves = /^ {2}(?:catchret|cleanupret) from (%\S+)/.exec(line)?.[1];
    for (const [, target] of line.matchAll(TARGET)) block.next.push({ label: target, leaves });
  }
  return { blocks, parents };
}

/** The pad of each block that is in one. */
function padsOf(blocks: ReadonlyMap<string, Block>, parents: ReadonlyMap<string, string>): Map<string, string> {
  const around = (pad: string): string | undefined => {
    const parent = parents.get(pad);
    if (parent === undefined || parent === 'none') return undefined;
    // A handler stands in its switch, which is in no block of its own.
    return isPad(parent) ? parent : around(parent);
  };
  const own = new Set([...blocks.values()].map((each) => each.own));
  const isPad = (name: string): boolean => own.has(name);
  const pads = new Map<string, string>();
  const seen = new Set<string>();
  const waiting: { label: string; pad: string | undefined }[] = [{ label: [...blocks.keys()][0], pad: undefined }];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    const block = blocks.get(each.label);
    if (!block || seen.has(each.label)) continue;
    seen.add(each.label);
    const pad = block.own ?? each.pad;
    if (pad !== undefined) pads.set(each.label, pad);
    for (const { label, leaves } of block.next) {
      waiting.push({ label, pad: leaves === undefined ? pad : around(leaves) });
    }
  }
  return pads;
}
