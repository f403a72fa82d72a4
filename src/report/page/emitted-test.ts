import { basename } from 'node:path';
import { flatSize } from '../../inputs/layout.js';
import type { CalledProgram } from '../../modes/emit.js';
import type { SavedTest } from '../../modes/saved-test.js';
import { plainC } from '../emit/c-formats.js';
import type { SavedTestObject } from '../saved-test.js';
import type { FindingPiece } from './page-data.js';

/** One test as a C file to copy; undefined where its input was made as the program ran, which C can't do again. */
export function emittedOf(test: SavedTestObject, program: CalledProgram, folder: string): FindingPiece['test'] {
  if (test.bytes.length / 2 > flatSize(program.plan)) return undefined;
  const name = basename(program.file)
    .replace(/\.\w+$/, '')
    .replace(/\W+/g, '_');
  const one = { ...(test as SavedTestObject & SavedTest), taken: [] };
  const [[path, text]] = plainC({ tests: [one], program, folder, name });
  return { name: path, text: String(text) };
}
