import type { DebugLocation } from './locations.js';
import type { Range } from './ranges.js';
import type { DebugType } from './types.js';

export interface DebugParam {
  readonly name: string;
  readonly type: DebugType;
  readonly file: string;
  readonly line: number;
  readonly location: DebugLocation | undefined;
}

export interface DebugVariable extends DebugParam {
  /** The code of the block that declares it. */
  readonly scope: readonly Range[];
}
