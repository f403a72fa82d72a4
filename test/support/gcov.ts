import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { bytesOf, cNumber } from '../../src/native/c-values.js';

/** What gcov says of one file after some runs. */
export interface GcovFile {
  /** Lines with code, and whether they ran. */
  readonly lines: ReadonlyMap<number, boolean>;
  /** Per line, whether each way out of its branches was taken. */
  readonly branches: ReadonlyMap<number, readonly boolean[]>;
}

export type Input = Readonly<Record<string, unknown>>;

/**
 * Runs the entry natively on the inputs of tests, a process each, and reads gcc's own coverage of the file: the
 * opinion that shares nothing with nearmiss but the inputs. Pointers are as wide as in Wasm. Only functions that
 * are counted: what the linker threw away as unreachable is not there for us.
 */
export function gcovCoverage(
  source: string,
  entry: string,
  inputs: readonly Input[],
  isCounted: (name: string) => boolean,
): GcovFile {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-gcov-'));
  try {
    writeFileSync(join(folder, 'driver.c'), driver(source, entry, inputs));
    const flags = ['-m32', '-O0', '-std=gnu17', '-w', '-fno-builtin', '-funsigned-bitfields', '--coverage'];
    const include = `-I${resolve(dirname(source))}`;
    const options = { cwd: folder, stdio: 'pipe' } as const;
    execFileSync('gcc', [...flags, include, '-c', 'driver.c'], options);
    execFileSync('gcc', ['-m32', '--coverage', 'driver.o', '-lm', '-o', 'driver'], options);
    const run = spawnSync('./driver', { ...options, timeout: 60_000 });
    if (run.status !== 0) throw new Error(`the driver of ${source} ended with ${run.status ?? run.signal}`);
    const wanted = ['--json-format', '--branch-counts', '--branch-probabilities', '--stdout'];
    const json = execFileSync('gcov', [...wanted, 'driver.gcda'], options);
    return readGcov(JSON.parse(json.toString()) as GcovReport, basename(source), isCounted);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface GcovReport {
  readonly files: readonly {
    readonly file: string;
    readonly lines: readonly {
      readonly line_number: number;
      readonly function_name: string;
      readonly count: number;
      readonly branches: readonly { readonly count: number }[];
    }[];
  }[];
}

function readGcov({ files }: GcovReport, name: string, isCounted: (name: string) => boolean): GcovFile {
  const lines = new Map<number, boolean>();
  const branches = new Map<number, boolean[]>();
  for (const each of files.find(({ file }) => basename(file) === name)?.lines ?? []) {
    if (!isCounted(each.function_name)) continue;
    lines.set(each.line_number, lines.get(each.line_number) === true || each.count > 0);
    if (each.branches.length === 0) continue;
    const ways = each.branches.map(({ count }) => count > 0);
    branches.set(each.line_number, [...(branches.get(each.line_number) ?? []), ...ways]);
  }
  return { lines, branches };
}

function driver(source: string, entry: string, inputs: readonly Input[]): string {
  const text = readFileSync(source, 'utf8');
  const params = entry === 'LLVMFuzzerTestOneInput' ? undefined : parameters(text, entry);
  const begin = /\bLLVMFuzzerInitialize\s*\(/.test(text)
    ? 'int count = 1; char *words[] = {"driver", 0}, **list = words; LLVMFuzzerInitialize(&count, &list);'
    : '';
  return [
    '#include <fcntl.h>\n#include <signal.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>',
    '#include <string.h>\n#include <sys/resource.h>\n#include <sys/time.h>\n#include <sys/wait.h>\n#include <unistd.h>',
    `#include "${basename(source)}"`,
    'void __gcov_dump(void);',
    'static void ended(int signal) { __gcov_dump(); _exit(1); }',
    ...inputs.map((input, i) => `static void test_${i}(void) {\n${call(entry, params, input)}\n}`),
    `static void (*const tests[])(void) = {${inputs.map((_, i) => `test_${i}`).join(', ')}};`,
    'int main(void) {',
    '  int nowhere = open("/dev/null", O_RDWR);',
    '  dup2(nowhere, 0); dup2(nowhere, 1); dup2(nowhere, 2);',
    `  for (unsigned i = 0; i < ${inputs.length}; i++) {`,
    '    pid_t child = fork();',
    '    if (child == 0) {',
    '      static char spare[1 << 16];',
    '      stack_t other = {.ss_sp = spare, .ss_size = sizeof spare};',
    '      sigaltstack(&other, 0);',
    '      int signals[] = {SIGABRT, SIGFPE, SIGSEGV, SIGILL, SIGBUS, SIGTRAP, SIGALRM, SIGVTALRM};',
    '      for (unsigned s = 0; s < sizeof signals / sizeof *signals; s++)',
    '        sigaction(signals[s], &(struct sigaction){.sa_handler = ended, .sa_flags = SA_ONSTACK}, 0);',
    // One that does not end has been everywhere soon; processor time, so that a busy machine takes no part in it.
    '      setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {.tv_usec = 300000}}, 0);',
    '      alarm(10);',
    `      ${begin}`,
    '      tests[i]();',
    '      exit(0);',
    '    }',
    '    waitpid(child, 0, 0);',
    '  }',
    '  _exit(0);',
    '}',
  ].join('\n');
}

interface Parameter {
  readonly declaration: string;
  readonly name: string;
  readonly pointee: string | undefined;
}

/** Reads the entry's parameters from the source text: enough for the plain declarations test programs use. */
function parameters(source: string, entry: string): Parameter[] {
  const match = new RegExp(`^[\\w\\s*]*\\b${entry}\\s*\\(([^)]*)\\)\\s*\\{`, 'm').exec(source);
  if (!match) throw new Error(`no definition of ${entry}`);
  if (/^\s*(void)?\s*$/.test(match[1])) return [];
  return match[1].split(',').map((text) => {
    const declaration = text.trim();
    const [, type, star, name] = /^(.*?)\s*(\*?)\s*(\w+)(?:\[\w*\])?$/.exec(declaration) as RegExpExecArray;
    const isPointer = star === '*' || declaration.endsWith(']');
    return { declaration, name, pointee: isPointer ? type.replace(/\bconst\b/, '').trim() : undefined };
  });
}

function call(entry: string, params: readonly Parameter[] | undefined, input: Input): string {
  if (!params) {
    const bytes = bytesOf(input.data) ?? new Uint8Array();
    return [
      `  static const uint8_t bytes[] = {${[...bytes, 0].join(', ')}};`,
      `  uint8_t *data = malloc(${bytes.length || 1}); memcpy(data, bytes, ${bytes.length});`,
      `  ${entry}(data, ${bytes.length});`,
    ].join('\n');
  }
  const lines = params.map(({ name, declaration, pointee }) => {
    const value = input[name];
    if (!pointee) return `  ${declaration} = ${initialiser(value)};`;
    if (value === null) return `  ${pointee} *${name} = 0;`;
    // Static, so that a test without the last elements still reads zeros there, as its author expects of text.
    if (typeof value === 'object' && !Array.isArray(value) && !bytesOf(value))
      return `  static ${pointee} ${name}_value = ${initialiser(value)}; ${pointee} *${name} = &${name}_value;`;
    const elements = bytesOf(value) ?? (value as unknown[]);
    const list = [...elements].map(initialiser).join(', ');
    return `  static ${pointee} ${name}_values[${elements.length} + 64] = {${list}}; ${pointee} *${name} = ${name}_values;`;
  });
  return [...lines, `  ${entry}(${params.map(({ name }) => name).join(', ')});`].join('\n');
}

function initialiser(value: unknown): string {
  if (typeof value === 'string' && /^-?\d{16,}$/.test(value)) return cNumber(value);
  const bytes = bytesOf(value);
  if (bytes) return `{${[...bytes].join(', ')}}`;
  if (Array.isArray(value)) return `{${value.map(initialiser).join(', ')}}`;
  if (value === null || value === undefined) return '0';
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(([name, each]) => `.${name} = ${initialiser(each)}`);
    return `{${fields.join(', ')}}`;
  }
  return cNumber(String(value));
}
