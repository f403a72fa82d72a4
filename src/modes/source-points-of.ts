import type { Built } from '../build/types.js';
import { withoutObjectMarks } from '../instrument/exact/marks.js';
import { userFiles } from '../instrument/user-code.js';
import { currentFolder } from '../platform/machine.js';
import { SourcePoints } from '../static/source-points.js';
import { decode } from '../wasm/decode.js';
import { readDebugInfo } from '../wasm/dwarf/index.js';
import type { Module } from '../wasm/types.js';

/** The program as the analyses take it, and where the lines of its sources are. */
export function sourcePointsOf({ wasm }: Built): { module: Module; points: SourcePoints } {
  const module = withoutObjectMarks(decode(wasm));
  const debug = readDebugInfo(module.customs, currentFolder());
  const files = userFiles(module, debug);
  return { module, points: new SourcePoints(module, debug, (file) => files.has(file)) };
}
