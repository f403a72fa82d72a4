import { cmocka, ctest, googletest, plainC } from './c-formats.js';
import type { EmittedFile, EmittedTests } from './emitted-test.js';
import type { EmitFormat } from './names.js';
import { afl, ktest, shell, testComp } from './other-formats.js';

interface Format {
  files(tests: EmittedTests): readonly EmittedFile[];
  /** Files that a run before may have left: those it does not write again are taken away. */
  readonly perTest?: RegExp;
}

/** All that tests are written as. A new format is a function that makes its files, a row here, and its name in names.ts. */
export const emitFormats: Readonly<Record<EmitFormat, Format>> = {
  c: { files: plainC },
  cmocka: { files: cmocka },
  ctest: { files: ctest },
  googletest: { files: googletest },
  shell: { files: shell, perTest: /^[0-9a-f]{8}$/ },
  ktest: { files: ktest, perTest: /^[0-9a-f]{8}\.ktest$/ },
  afl: { files: afl, perTest: /^id:\d{6},orig:[0-9a-f]{8}$/ },
  'test-comp': { files: testComp, perTest: /^[0-9a-f]{8}\.xml$/ },
};
