import type { InputValue } from '../inputs/decode.js';
import { fuzzEntry } from '../inputs/fuzz.js';
import type { InputPlan } from '../inputs/plan.js';
import { bytesOf, cBytes } from './c-values.js';
import { type EntryParameter, entryCall } from './entry-call.js';

/** One test as the harness gives it to the program. */
export interface NativeTest {
  /** What the plan describes, by name. */
  readonly input: Record<string, InputValue>;
  /** What the program makes symbolic as it runs, in order. */
  readonly taken: readonly Uint8Array[];
}

/** The name a program's own main goes by. */
export const programMain = 'nearmiss_program_main';

/** Where the entry is defined, and what it takes. */
export interface NativeEntry {
  readonly file: string;
  readonly params: readonly EntryParameter[];
  /** Whether what it returns, a number, is written to the file that a run is told of. */
  readonly showsResult?: boolean;
}

/** C text with a function a test and a main that runs the one its argument names. */
export function nativeHarness(plan: InputPlan, tests: readonly NativeTest[], entry: NativeEntry | undefined): string {
  return [
    '#define _GNU_SOURCE',
    '#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>',
    // The entry's own file, whatever is static or typed in it. Its main has the name the compiler was told.
    ...(entry ? [`#include ${JSON.stringify(entry.file)}`] : []),
    '#undef main',
    support,
    ...tests.map(({ input, taken }, i) => testFunction(i, taken, body(plan, input, entry))),
    `static void (*const native_tests[])(void) = {${tests.map((_, i) => `native_test_${i}`).join(', ')}};`,
    'int main(int count, char **words) {',
    '  native_result = count > 2 ? words[2] : 0;',
    '  native_tests[count > 1 ? atoi(words[1]) : 0]();',
    '  exit(0);',
    '}\n',
  ].join('\n');
}

const support = `
extern const unsigned char *nearmiss_native_bytes;
extern const unsigned *nearmiss_native_sizes;
extern unsigned nearmiss_native_count;
extern int nearmiss_native_busy;
/* Of exactly this size, so that sanitizers see who goes beyond. */
static void *native_copy(const void *from, size_t length, size_t size) {
  int busy = nearmiss_native_busy;
  nearmiss_native_busy = 1;
  char *block = malloc(size);
  nearmiss_native_busy = busy;
  if (length > size) length = size;
  memset(block, 0, size);
  memcpy(block, from, length);
  return block;
}
static const char *native_result;
static void native_show(const void *value, size_t size) {
  nearmiss_native_busy = 1;
  FILE *file = native_result ? fopen(native_result, "wb") : 0;
  if (file) {
    fwrite(value, 1, size, file);
    fclose(file);
  }
}
static double native_float(const unsigned char *bits, size_t size) {
  float narrow;
  double wide;
  memcpy(size == 4 ? (void *)&narrow : (void *)&wide, bits, size);
  return size == 4 ? narrow : wide;
}
`;

function testFunction(index: number, taken: readonly Uint8Array[], lines: string): string {
  const all = cBytes(Buffer.concat(taken));
  return [
    `static void native_test_${index}(void) {`,
    `  static const unsigned char taken[] = ${all};`,
    `  static const unsigned sizes[] = {${[...taken.map(({ length }) => length), 0].join(', ')}};`,
    '  nearmiss_native_bytes = taken;',
    '  nearmiss_native_sizes = sizes;',
    `  nearmiss_native_count = ${taken.length};`,
    lines,
    '}',
  ].join('\n');
}

function body(plan: InputPlan, input: Record<string, InputValue>, entry: NativeEntry | undefined): string {
  if (plan.kind === 'entry') return entryCall(plan.function, entry?.params ?? [], input, entry?.showsResult);
  if (plan.kind === 'fuzz') return fuzzCall(bytesOf(input.data) ?? new Uint8Array(0));
  return mainCall(input);
}

function fuzzCall(data: Uint8Array): string {
  return [
    '  extern int LLVMFuzzerInitialize(int *, char ***) __attribute__((weak));',
    `  extern int ${fuzzEntry}(const uint8_t *, size_t);`,
    '  int count = 1;',
    '  char *words[] = {"program", 0}, **list = words;',
    '  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&count, &list);',
    `  static const unsigned char data[] = ${cBytes(data)};`,
    `  ${fuzzEntry}(native_copy(data, ${data.length}, ${data.length}), ${data.length});`,
  ].join('\n');
}

/** Arguments and variables go through C, as the shell and Node would not pass every byte. Files are in place already. */
function mainCall({ argv, env, stdin }: Record<string, InputValue>): string {
  const words = ((argv ?? []) as readonly InputValue[]).map((each) => bytesOf(each) ?? new Uint8Array(0));
  const variables = Object.entries((env ?? {}) as Record<string, InputValue>);
  const input = bytesOf(stdin) ?? new Uint8Array(0);
  return [
    `  extern int ${programMain}();`,
    '  nearmiss_native_busy = 1;',
    ...words.map((word, i) => `  static const unsigned char word_${i}[] = ${cBytes(word)};`),
    `  char *words[] = {"program", ${words.map((word, i) => `native_copy(word_${i}, ${word.length}, ${word.length + 1}), `).join('')}0};`,
    '  clearenv();',
    ...variables.map(([name, value], i) => {
      const bytes = bytesOf(value) ?? new Uint8Array(0);
      return `  static const unsigned char variable_${i}[] = ${cBytes(bytes)}; setenv(${JSON.stringify(name)}, (const char *)variable_${i}, 1);`;
    }),
    // Empty is a list too, though glibc leaves none.
    '  static char *no_variables[] = {0};',
    '  if (!environ) environ = no_variables;',
    `  static const unsigned char input[] = ${cBytes(input)};`,
    '  FILE *file = tmpfile();',
    `  if (!file || fwrite(input, 1, ${input.length}, file) != ${input.length} || fflush(file)) abort();`,
    '  lseek(fileno(file), 0, SEEK_SET);',
    '  dup2(fileno(file), 0);',
    '  nearmiss_native_busy = 0;',
    `  exit(${programMain}(${words.length + 1}, words, environ));`,
  ].join('\n');
}
