import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { decodeInput, type InputValue } from '../../src/inputs/decode.js';
import { unescapeBytes } from '../../src/vocabulary/escape.js';
import { isAskedOf } from '../support/cases.js';
import { describeWith } from '../support/describe-with.js';
import { type ProgramCase, parseExpectations } from '../support/expectations.js';
import { exploreHere, openOptions, openProgram } from '../support/opened.js';

/**
 * Programs with main on the inputs that were found for them, natively: arguments, environment, standard input
 * and files as a shell would give them. Exit codes and output must be the sandbox's.
 */
const noGcc = spawnSync('gcc', ['--version']).status === 0 ? undefined : 'gcc is missing: apt-get install gcc';
const folder = fileURLToPath(new URL('../programs/', import.meta.url));
const programs = readdirSync(folder)
  .filter((name) => name.startsWith('main-'))
  .flatMap((name) => parseExpectations(folder + name, readFileSync(folder + name, 'utf8')))
  .filter(({ name }) => isAskedOf(name, 2));
const most = 20;
const work = mkdtempSync(join(tmpdir(), 'nearmiss-native-'));
afterAll(() => rmSync(work, { recursive: true }));

describeWith(noGcc, 'native runs end as those in the sandbox', () => {
  for (const program of programs) {
    test(program.name, async () => {
      const options = openOptions(program.command.slice(1));
      const opened = await openProgram(program.file, options);
      const { plan, tests } = exploreHere(opened);
      const binary = compile(program, options.flags ?? []);
      let compared = 0;
      for (let i = 0; i < tests.size && compared < most; i += Math.ceil(tests.size / most)) {
        const replay = opened.engine.replay().replay(tests.at(i).input);
        const input = decodeInput(plan, tests.at(i).input);
        // What fails is not defined natively.
        if (replay.failures.length > 0 || !canBePassed(input)) continue;
        expect({ input, ...run(binary, input) }).toEqual({
          input,
          exitCode: replay.exitCode,
          output: Buffer.from(replay.output).toString('latin1'),
        });
        compared++;
      }
      expect(compared).toBeGreaterThan(0);
    });
  }
});

function compile({ file }: ProgramCase, flags: readonly string[]): string {
  const binary = join(work, 'program');
  const { status, stderr } = spawnSync('gcc', ['-w', '-o', binary, file, ...flags]);
  if (status !== 0) throw new Error(stderr.toString());
  return binary;
}

type Inputs = Record<string, InputValue>;
const slash = '/'.charCodeAt(0);

function run(binary: string, { argv, env, stdin, files }: Inputs): { exitCode: number | null; output: string } {
  const place = mkdtempSync(join(work, 'run-'));
  for (const [name, value] of Object.entries((files ?? {}) as Inputs)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), bytes(value));
  }
  const { status, stdout, stderr } = spawnSync(binary, ((argv ?? []) as readonly InputValue[]).map(text), {
    cwd: place,
    env: Object.fromEntries(Object.entries((env ?? {}) as Inputs).map(([name, value]) => [name, text(value)])),
    input: bytes(stdin ?? ''),
  });
  return { exitCode: status, output: Buffer.concat([stdout, stderr]).toString('latin1') };
}

function bytes(value: InputValue): Uint8Array {
  return typeof value === 'string' ? unescapeBytes(value) : Buffer.from((value as { readonly hex: string }).hex, 'hex');
}

/** An argument as far as a kernel takes it. */
function text(value: InputValue): string {
  const all = Buffer.from(bytes(value));
  const end = all.indexOf(0);
  return all.subarray(0, end < 0 ? all.length : end).toString('latin1');
}

/** Node would pass other characters than ASCII as two bytes; and the sandbox's root is not the machine's. */
function canBePassed({ argv = [], env = {} }: Inputs): boolean {
  const strings = [...(argv as readonly InputValue[]), ...Object.values(env as Inputs)];
  return strings.map(bytes).every((each) => each.every((byte) => byte < 0x80) && each[0] !== slash);
}
