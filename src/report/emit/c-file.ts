import { relative } from 'node:path';
import type { InputValue } from '../../inputs/decode.js';
import { fuzzEntry } from '../../inputs/fuzz.js';
import { bytesOf } from '../../native/c-values.js';
import type { Printed } from '../../runtime/effects.js';
import { UserError } from '../../vocabulary/errors.js';
import { unescapeBytes } from '../../vocabulary/escape.js';
import { entryBody } from './c-entry.js';
import { runner } from './c-runner.js';
import { cString } from './c-values.js';
import { disabledBecause, type EmittedTest, type EmittedTests, testFunction } from './emitted-test.js';

/** Warnings of the source itself are its own business. */
const quiet = [
  'unused-parameter',
  'unused-function',
  'unused-variable',
  'unused-but-set-variable',
  'sign-compare',
  'missing-field-initializers',
  'implicit-fallthrough',
  'type-limits',
];

/** One file of C: the program's source, a function a test, a table of what each does, and who runs them. */
export function cFile(all: EmittedTests, ending: string): string {
  const { program, tests, folder } = all;
  const { plan, entry } = program;
  if (plan.kind === 'main' && plan.recv)
    throw new UserError("Tests with data of a connection can't be written as C: keep them for nearmiss replay.");
  if (tests.some(({ taken }) => taken.length > 0)) {
    throw new UserError(
      "The program makes inputs symbolic as it runs, which plain C can't: use --emit ktest, or keep the tests for nearmiss replay.",
    );
  }
  const include = relative(folder, program.file);
  const bodies = tests.map((test) => {
    const lines =
      plan.kind === 'entry'
        ? entryBody(program, test)
        : plan.kind === 'fuzz'
          ? fuzzBody(test)
          : mainBody(test, entry.params.length);
    return `static void ${testFunction(all, test)}(void) {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
  });
  return [
    `/* Tests of ${all.name}, written by nearmiss. To change them, change the program and write them again. */`,
    compileLine(all),
    '#define _GNU_SOURCE',
    ...['math', 'stddef', 'stdint', 'stdio', 'stdlib', 'string', 'sys/wait', 'unistd'].map(
      (name) => `#include <${name}.h>`,
    ),
    '',
    ...quiet.map(
      (warning, i) => `${i === 0 ? '#pragma GCC diagnostic push\n' : ''}#pragma GCC diagnostic ignored "-W${warning}"`,
    ),
    '#define main program_main',
    `#include ${JSON.stringify(include)}`,
    '#undef main',
    '#pragma GCC diagnostic pop',
    '',
    runner,
    ...bodies,
    `static const struct test tests[] = {`,
    ...tests.map((test) => `  ${row(all, test)},`),
    '};',
    '',
    ending,
  ].join('\n');
}

/** How to compile it by hand. */
function compileLine({ program: { others, flags }, folder }: EmittedTests): string {
  const words = [...flags, ...others.map((file) => relative(folder, file))].map((word) => ` ${word}`).join('');
  return `/* cc -o tests THIS${words} -lm && ./tests */`.replace('*/ *', '* /');
}

function row(all: EmittedTests, test: EmittedTest): string {
  const { effects = {}, outcome, exitCode } = test;
  const reason = disabledBecause(test);
  const name = testFunction(all, test);
  const isMain = all.program.plan.kind === 'main';
  const parts = [
    `.name = "${name}"`,
    `.run = ${name}`,
    ...(outcome === 'exited' || isMain ? [`.exits = 1, .code = ${exitCode & 0xff}`] : []),
    ...(reason === undefined ? [printed('out', effects.stdout), printed('err', effects.stderr)] : []),
    ...(reason === undefined ? [] : [`.disabled = ${cString(Buffer.from(reason))}`]),
  ];
  return `{${parts.filter(Boolean).join(', ')}}`;
}

/** Of a long output how it starts. */
function printed(name: string, text: Printed | undefined): string {
  if (text === undefined) return '';
  const bytes = unescapeBytes(typeof text === 'string' ? text : text.start);
  return `.${name} = ${cString(bytes)}, .${name}_size = ${bytes.length}${typeof text === 'string' ? '' : `, .${name}_goes_on = 1`}`;
}

function fuzzBody({ input, exitCode }: EmittedTest): string[] {
  const data = bytesOf(input.data) ?? new Uint8Array(0);
  const relation = exitCode === -1 ? '==' : '!=';
  return [
    `static const char data[] = ${cString(data)};`,
    `CHECK(${fuzzEntry}((const uint8_t *)data, ${data.length}) ${relation} -1);`,
  ];
}

/** In a folder of its own, with its files, arguments and standard input in place. */
function mainBody({ input }: EmittedTest, params: number): string[] {
  const text = (value: InputValue | undefined): string => cString(bytesOf(value) ?? new Uint8Array(0));
  const size = (value: InputValue | undefined): number => bytesOf(value)?.length ?? 0;
  const args = ((input.argv ?? []) as readonly InputValue[]).map(text);
  const named = (value: InputValue | undefined) => Object.entries((value ?? {}) as Record<string, InputValue>);
  const words = [
    'program_main()',
    'program_main(count)',
    'program_main(count, words)',
    'program_main(count, words, environ)',
  ];
  return [
    ...named(input.files).map(
      ([name, value]) => `put_file(${cString(Buffer.from(name))}, ${text(value)}, ${size(value)});`,
    ),
    ...named(input.env).map(([name, value]) => `setenv(${cString(Buffer.from(name))}, ${text(value)}, 1);`),
    `put_input(${text(input.stdin)}, ${size(input.stdin)});`,
    ...(params === 0
      ? []
      : [`char *words[] = {${['"program"', ...args, 'NULL'].join(', ')}};`, `int count = ${args.length + 1};`]),
    `exit(${words[Math.min(params, 3)]});`,
  ];
}
