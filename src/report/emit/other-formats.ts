import type { InputValue } from '../../inputs/decode.js';
import { blobOf } from '../../inputs/decode.js';
import { flatSize, layoutOf } from '../../inputs/layout.js';
import { bytesOf } from '../../native/c-values.js';
import { fromHex } from '../../platform/bytes.js';
import { UserError } from '../../vocabulary/errors.js';
import { unescapeBytes } from '../../vocabulary/escape.js';
import { disabledBecause, type EmittedFile, type EmittedTest, type EmittedTests } from './emitted-test.js';

const named = (value: InputValue | undefined): [string, Uint8Array][] =>
  Object.entries((value ?? {}) as Record<string, InputValue>).map(([name, each]) => [
    name,
    bytesOf(each) ?? new Uint8Array(0),
  ]);

const script = `#!/bin/sh
# Runs the tests beside it on a program: ./run.sh <program>. A test is a folder: args (one a line), env, stdin, files/,
# and what came of it: stdout, stderr, exit. One with a file "disabled" is not run: its first line says why.
program=$(realpath "\${1:?usage: run.sh <program>}")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for test in "$here"/*/; do
  name=$(basename "$test")
  if [ -f "$test/disabled" ]; then
    echo "ok $name # SKIP $(head -n 1 "$test/disabled")"
    continue
  fi
  rm -rf "$work/run" && mkdir "$work/run"
  if [ -d "$test/files" ]; then cp -r "$test/files/." "$work/run"; fi
  set --
  while IFS= read -r word || [ -n "$word" ]; do set -- "$@" "$word"; done < "$test/args"
  (
    cd "$work/run" || exit 126
    if [ -f "$test/env" ]; then
      while IFS= read -r variable; do export "\${variable?}"; done < "$test/env"
    fi
    exec "$program" "$@" < "$test/stdin" > "$work/stdout" 2> "$work/stderr"
  )
  code=$?
  why=
  [ "$code" = "$(cat "$test/exit")" ] || why="exit code $code"
  cmp -s "$work/stdout" "$test/stdout" || why="$why stdout"
  cmp -s "$work/stderr" "$test/stderr" || why="$why stderr"
  if [ -z "$why" ]; then echo "ok $name"; else echo "not ok $name # $why"; failed=1; fi
done
exit $failed
`;

/** A folder a test, and a script that runs them. */
export function shell({ tests, program: { plan } }: EmittedTests): EmittedFile[] {
  if (plan.kind !== 'main' || plan.recv)
    throw new UserError(
      '--emit shell is for programs with main that read files, arguments and standard input: use --emit c.',
    );
  return [
    ['run.sh', script, true],
    ...tests.flatMap((test): EmittedFile[] => {
      const { id, input, exitCode, effects = {} } = test;
      const args = ((input.argv ?? []) as readonly InputValue[]).map((each) => bytesOf(each) ?? new Uint8Array(0));
      const whole = (text: unknown): Uint8Array => unescapeBytes(typeof text === 'string' ? text : '');
      const isLong = [effects.stdout, effects.stderr].some((text) => typeof text === 'object');
      const isOdd = args.some((word) => word.includes(10) || word.includes(0));
      const reason =
        disabledBecause(test) ??
        (isLong ? 'it prints more than is recorded' : isOdd ? 'an argument has a line end' : undefined);
      const env = named(input.env).map(([name, value]) =>
        Buffer.concat([Buffer.from(`${name}=`), value, Buffer.from('\n')]),
      );
      return [
        [`${id}/args`, Buffer.concat(args.map((word) => Buffer.concat([word, Buffer.from('\n')])))],
        ...(env.length > 0 ? [[`${id}/env`, Buffer.concat(env)] as const] : []),
        [`${id}/stdin`, bytesOf(input.stdin) ?? ''],
        ...named(input.files).map(([name, bytes]) => [`${id}/files/${name}`, bytes] as const),
        [`${id}/stdout`, whole(effects.stdout)],
        [`${id}/stderr`, whole(effects.stderr)],
        [`${id}/exit`, `${exitCode & 0xff}\n`],
        ...(reason === undefined ? [] : [[`${id}/disabled`, `${reason}\n`] as const]),
      ];
    }),
  ];
}

/** The parts of an input by name: what KLEE calls objects. */
function objectsOf({ plan }: EmittedTests['program'], test: EmittedTest): { name: string; bytes: Uint8Array }[] {
  const input = fromHex(test.bytes);
  const end = flatSize(plan);
  const planned = layoutOf(plan).filter(({ offset }) => offset < end);
  const regions = planned.map(({ name, offset, size }) => ({ name, bytes: input.slice(offset, offset + size) }));
  return [...regions, ...test.taken];
}

/** KLEE's own format: version 3, big-endian. */
export function ktest({ tests, program }: EmittedTests): EmittedFile[] {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const text = (bytes: Uint8Array): Buffer[] => [number(bytes.length), Buffer.from(bytes)];
  return tests.map((test) => {
    const objects = objectsOf(program, test);
    const content = [
      Buffer.from('KTEST'),
      number(3),
      number(1),
      ...text(Buffer.from('program')),
      number(0),
      number(0),
      number(objects.length),
      ...objects.flatMap(({ name, bytes }) => [...text(Buffer.from(name)), ...text(bytes)]),
    ];
    return [`${test.id}.ktest`, Buffer.concat(content)];
  });
}

/** Files for a queue, by AFL's names. */
export function afl({ tests, program: { plan } }: EmittedTests): EmittedFile[] {
  const files = tests.flatMap((test, i): EmittedFile[] => {
    const blob = blobOf(plan, fromHex(test.bytes));
    return blob ? [[`id:${String(i).padStart(6, '0')},orig:${test.id}`, blob]] : [];
  });
  if (files.length === 0)
    throw new UserError(
      '--emit afl is for programs with one input, standard input or a fuzz harness: use --emit shell or c.',
    );
  return files;
}

/** Test-Comp's exchange format: metadata, and an XML file a test with its inputs in order. */
export function testComp(all: EmittedTests): EmittedFile[] {
  const { tests, program } = all;
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n';
  const doctype = (root: string) =>
    `<!DOCTYPE ${root} PUBLIC "+//IDN sosy-lab.org//DTD test-format ${root} 1.1//EN" "https://sosy-lab.org/test-format/${root}-1.1.dtd">\n`;
  const metadata = [
    ['sourcecodelang', 'C'],
    ['producer', 'nearmiss'],
    ['specification', 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )'],
    ['programfile', escaped(program.file.replace(/.*\//, ''))],
    ['entryfunction', escaped(all.name)],
    ['architecture', '32bit'],
  ].map(([name, value]) => `  <${name}>${value}</${name}>\n`);
  const test = (each: EmittedTest): string => {
    const inputs = objectsOf(program, each).map(({ name, bytes }) => {
      const isNumber = [1, 2, 4, 8].includes(bytes.length);
      const value = isNumber
        ? String(bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n))
        : `0x${Buffer.from(bytes).toString('hex')}`;
      return `  <input variable="${escaped(name)}">${value}</input>\n`;
    });
    return `${head}${doctype('testcase')}<testcase${each.failures.length > 0 ? ' coversError="true"' : ''}>\n${inputs.join('')}</testcase>\n`;
  };
  return [
    ['metadata.xml', `${head}${doctype('test-metadata')}<test-metadata>\n${metadata.join('')}</test-metadata>\n`],
    ...tests.map((each) => [`${each.id}.xml`, test(each)] as const),
  ];
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!);
