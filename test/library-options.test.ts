import { expect, test } from 'vitest';
import { cc, explore, grammar, predict, reach, replay, taint, UserError, verify } from '../src/index.js';

/** Callers without types: what is no option, or no value of one, is refused by its name before anything is built. */
type Call = () => unknown;
const untyped = <T>(call: (options: never) => T, options: unknown) => call(options as never);
const tlv = { sources: ['examples/tlv.c'] };

const refused: [Call, string][] = [
  [() => untyped(explore, { ...tlv, sise: 6 }), "explore has no option 'sise'; did you mean size?"],
  [() => untyped(explore, { ...tlv, '--size': 6 }), "explore has no option '--size'; did you mean size?"],
  [() => untyped(explore, { ...tlv, colour: 'red' }), "explore has no option 'colour'."],
  [
    () => untyped(explore, { sources: 'tlv.c' }),
    "explore: sources takes a list of C files and folders, like ['tlv.c'], not 'tlv.c'.",
  ],
  [() => untyped(explore, {}), "explore needs sources: a list of C files and folders, like ['tlv.c']."],
  [() => untyped(explore, 'tlv.c'), "explore takes an object of options, not 'tlv.c'."],
  [() => untyped(explore, { ...tlv, jobs: 0 }), 'explore: jobs takes a whole number from 1 on, not 0.'],
  [() => untyped(explore, { ...tlv, jobs: '2' }), "explore: jobs takes a whole number from 1 on, not '2'."],
  [() => untyped(explore, { ...tlv, maxRuns: 1.5 }), 'explore: maxRuns takes a whole number from 1 on, not 1.5.'],
  [() => untyped(explore, { ...tlv, time: '30s' }), "explore: time takes milliseconds above 0, not '30s'."],
  [() => untyped(explore, { ...tlv, time: Number.NaN }), 'explore: time takes milliseconds above 0, not NaN.'],
  [() => untyped(explore, { ...tlv, memory: 0 }), 'explore: memory takes bytes above 0, not 0.'],
  [
    () => untyped(explore, { ...tlv, search: 'bfs' }),
    'explore: search takes "generational", "dfs", "random", "directed", not \'bfs\'.',
  ],
  [() => untyped(explore, { ...tlv, stopOnFirst: 1 }), 'explore: stopOnFirst takes true or false, not 1.'],
  [() => untyped(explore, { ...tlv, flags: '-Iinclude' }), /flags takes a list of C flags/],
  [
    () => untyped(explore, { ...tlv, size: { min: 4, max: 2 } }),
    /size takes a size like 8 .*, not {"min":4,"max":2}\./,
  ],
  [() => untyped(explore, { ...tlv, size: 'six' }), /size takes a size like 8/],
  [
    () => untyped(explore, { ...tlv, entry: 'f', len: '8' }),
    /len takes sizes by name, like { text: '0\.\.6', buf: 'len' }, not '8'/,
  ],
  [() => untyped(explore, { ...tlv, args: 4 }), /args takes a list, each a size/],
  [() => untyped(explore, { ...tlv, checkers: 'abort' }), /checkers takes 'all', 'none' or a list of checkers/],
  [() => untyped(explore, { ...tlv, signal: 'now' }), "explore: signal takes an AbortSignal, not 'now'."],
  [() => untyped(explore, { ...tlv, onEvent: true }), 'explore: onEvent takes a function, not true.'],
  [() => untyped(predict, { ...tlv, test: ['tests'] }), "predict has no option 'test'; did you mean tests?"],
  [() => untyped(predict, { ...tlv, tests: 'tests' }), /predict: tests takes a list of files and folders/],
  [() => untyped(reach, { ...tlv, line: 8 }), /reach has no option 'line'/],
  [() => untyped(reach, tlv), "reach needs to: a place, like 'f.c:18'."],
  [() => untyped(reach, { ...tlv, to: 'f.c:1', avoid: 'f.c:2' }), /reach: avoid takes a list of places/],
  [
    () => untyped(verify, { ...tlv, report: ['a.sarif'] }),
    'verify: report takes the path of a report, not ["a.sarif"].',
  ],
  [() => untyped(verify, tlv), 'verify needs report: the path of a report.'],
  [() => untyped(taint, { ...tlv, sinks: ['f:1'] }), "taint has no option 'sinks'"],
  [() => untyped(taint, { ...tlv, from: 'f:1' }), /taint: from takes a list/],
  [() => replay('tests' as never), "replay takes a list of tests and folders, not 'tests'."],
  [() => replay([], { nativ: true } as never), "replay has no option 'nativ'; did you mean native?"],
  [() => grammar('calc.y', { keep: [] } as never), /grammar takes the path of a lex file/],
  [() => grammar('calc.y', 'calc.l', { max: 3 } as never), /grammar has no option 'max'/],
  [() => cc('-c a.c' as never), /cc takes a list of words/],
] as [Call, string][];

test.each(refused.map(([call, message]) => [String(message), call, message] as const))(
  '%s',
  async (_, call, message) => {
    const error = await (async () => call())().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(message);
  },
);

test('an option that is undefined is one that is not given', async () => {
  const error = await explore({ sources: ['no-such-file.c'], jobs: undefined, size: undefined }).then(String, String);
  expect(error).toContain('There is no file or folder no-such-file.c');
});
