import { basename } from 'node:path';
import { combinationCount, type Domain } from './domain.js';
import type { ProgramCase } from './expectations.js';

/**
 * C text of a main() that includes a test program and calls its entry on every combination of a brute-force
 * line, natively: the one opinion on paths and failures that shares no code with nearmiss.
 */
export function nativeHarness(program: ProgramCase, source: string, mode: 'paths' | 'failures'): string {
  const entry = flag(program, '--entry') ?? 'LLVMFuzzerTestOneInput';
  const params = parameters(source, entry);
  const pieces = (program.bruteForce ?? []).flatMap(({ name, indices, values }: Domain) =>
    (indices ?? [undefined]).map((index) => ({ name, index, values })),
  );
  return [
    '#define _GNU_SOURCE',
    '#include <setjmp.h>\n#include <signal.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>',
    '#include <string.h>\n#include <sys/wait.h>\n#include <unistd.h>\n#include <fcntl.h>',
    'static sigjmp_buf harness_return;',
    '#define exit(code) siglongjmp(harness_return, 1)',
    `#include "${basename(program.file)}"`,
    '#undef exit',
    mode === 'paths' ? pathRecorder : '#define QUIET',
    ...pieces.map(({ values }, i) => `static const long long values_${i}[] = {${values.map(cNumber).join(', ')}};`),
    'QUIET static void harness_call(unsigned long combination) {',
    ...params.map((param) => `  ${declareParameter(param, program)}`),
    ...pieces
      .map((piece, i) => ({ ...piece, i }))
      .reverse()
      .map(({ name, index, values, i }) => {
        const value = `values_${i}[combination % ${values.length}]`;
        return `  ${assign(name, index, value, params)} combination /= ${values.length};`;
      }),
    ...(entry === 'LLVMFuzzerTestOneInput' ? ['  data_length = size;'] : []),
    ...params.map((param) => `  ${finishParameter(param)}`),
    `  ${entry}(${params.map(({ name }) => name).join(', ')});`,
    ...params.filter(({ pointee }) => pointee).map(({ name }) => `  free(${name});`),
    '}',
    mode === 'paths' ? pathMain(combinationCount(program.bruteForce ?? [])) : failureMain(program),
  ].join('\n');
}

interface Parameter {
  readonly declaration: string;
  readonly name: string;
  readonly pointee: string | undefined;
}

export function flag(program: ProgramCase, name: string): string | undefined {
  const at = program.command.indexOf(name);
  return at < 0 ? undefined : program.command[at + 1];
}

/** Reads the entry's parameters from the source text: enough for the plain declarations test programs use. */
function parameters(source: string, entry: string): Parameter[] {
  const match = new RegExp(`^[\\w\\s*]*\\b${entry}\\s*\\(([^)]*)\\)\\s*\\{`, 'm').exec(source);
  if (!match) throw new Error(`no definition of ${entry}`);
  if (/^\s*(void)?\s*$/.test(match[1]!)) return [];
  return match[1]!.split(',').map((text) => {
    const declaration = text.trim();
    const [, type, star, name] = /^(.*?)\s*(\*?)\s*(\w+)(?:\[\w*\])?$/.exec(declaration)!;
    const pointer = star === '*' || declaration.endsWith(']');
    return { declaration, name: name!, pointee: pointer ? type!.replace(/\bconst\b/, '').trim() : undefined };
  });
}

function elements(param: Parameter, program: ProgramCase): number {
  for (let i = 0; i < program.command.length - 1; i++) {
    const size = new RegExp(`^${param.name}=(?:\\d+\\.\\.)?(\\d+)$`).exec(program.command[i + 1]!);
    if (program.command[i] === '--len' && size) return Number(size[1]);
  }
  if (param.name === 'data') return Number(/(\d+)$/.exec(flag(program, '--size') ?? '64')![1]);
  if (/^struct\b/.test(param.pointee!)) return 1;
  return param.pointee === 'char' ? 8 : 4;
}

/** On the heap and of exact size, so that the sanitizers see an over-read. */
function declareParameter(param: Parameter, program: ProgramCase): string {
  if (!param.pointee) return `${param.declaration} = 0;`;
  const count = elements(param, program);
  return [
    `unsigned long ${param.name}_length = ${count};`,
    `${param.pointee} ${param.name}_values[${count} + 1];`,
    `memset(${param.name}_values, 0, sizeof ${param.name}_values);`,
    `${param.pointee} *${param.name} = 0;`,
  ].join(' ');
}

function finishParameter(param: Parameter): string {
  if (!param.pointee) return '';
  const { name, pointee } = param;
  const size = `(${name}_length ${pointee === 'char' ? '+ 1' : ''}) * sizeof(${pointee})`;
  const terminate = pointee === 'char' ? `${name}[${name}_length] = 0;` : '';
  return `${name} = malloc(${size}); memcpy(${name}, ${name}_values, ${size}); ${terminate}`;
}

function assign(name: string, index: number | undefined, value: string, params: readonly Parameter[]): string {
  const [base, ...fields] = name.split('.');
  const param = params.find((each) => each.name === base);
  if (!param) throw new Error(`no parameter called ${base}`);
  const suffix = index === undefined ? '' : `[${index}]`;
  if (!param.pointee) return `${name}${suffix} = ${value};`;
  if (fields[0] === 'length') return `${base}_length = ${value};`;
  if (fields.length === 0) return `${base}_values${suffix} = ${value};`;
  return `${base}_values[0].${fields.join('.')}${suffix} = ${value};`;
}

function cNumber(value: bigint): string {
  return value === -(2n ** 63n) ? '(-9223372036854775807LL - 1)' : `${value}LL`;
}

const pathRecorder = `
#define QUIET __attribute__((no_sanitize("coverage")))
#define SLOTS (1u << 21)
static uint64_t path_hash, completed[SLOTS], cut_short[SLOTS];
static char went_on[SLOTS];
static int second_pass;
QUIET static uint32_t slot_of(const uint64_t *set, uint64_t key) {
  uint32_t slot = (uint32_t)(key >> 32) & (SLOTS - 1);
  while (set[slot] && set[slot] != key) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}
QUIET static int remember(uint64_t *set, uint64_t key) {
  uint32_t slot = slot_of(set, key);
  int isNew = !set[slot];
  set[slot] = key;
  return isNew;
}
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  static uint32_t next;
  for (uint32_t *guard = start; guard < stop; guard++) if (!*guard) *guard = ++next;
}
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  if (second_pass) went_on[slot_of(cut_short, path_hash)] = 1;
  path_hash = (path_hash ^ *guard) * 0x9E3779B97F4A7C15ull;
  path_hash ^= path_hash >> 29;
}`;

/** A run that trapped has a path of its own only if no other run went the same way and on: a second pass tells. */
const pathMain = (total: number): string => `
QUIET static void harness_failed(int signal) { (void)signal; siglongjmp(harness_return, 2); }
QUIET static unsigned every_combination(void) {
  static volatile unsigned paths, traps;
  paths = traps = 0;
  for (volatile unsigned long combination = 0; combination < ${total}ul; combination++) {
    path_hash = 0x243F6A8885A308D3ull;
    int outcome = sigsetjmp(harness_return, 1);
    if (!outcome) harness_call(combination);
    if (second_pass) continue;
    if (outcome < 2) paths += remember(completed, path_hash);
    else traps += remember(cut_short, path_hash);
  }
  if (traps && !second_pass) {
    unsigned before = paths;
    second_pass = 1;
    every_combination();
    paths = before;
    for (uint32_t slot = 0; slot < SLOTS; slot++)
      if (cut_short[slot] && !went_on[slot] && remember(completed, cut_short[slot])) paths++;
  }
  return paths;
}
QUIET int main(void) {
  int report = dup(1);
  int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, 1); dup2(nowhere, 2);
  static char signal_stack[65536];
  stack_t alternate = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&alternate, 0);
  int signals[] = {SIGABRT, SIGFPE, SIGSEGV, SIGILL, SIGBUS, SIGTRAP};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action = {.sa_handler = harness_failed, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigaction(signals[i], &action, 0);
  }
  dprintf(report, "%u\\n", every_combination());
  _exit(0);
}`;

/** A process each, so that globals start anew and one failure does not hide the next. At most ~1,000 are tried. */
const failureMain = (program: ProgramCase): string => {
  const total = combinationCount(program.bruteForce ?? []);
  return `
int main(void) {
  unsigned long step = ${Math.max(1, Math.ceil(total / 1000))};
  if (step > 1 && ${total}ul % step == 0) step++;
  for (unsigned long combination = 0; combination < ${total}ul; combination += step) {
    pid_t child = fork();
    if (child == 0) {
      if (!sigsetjmp(harness_return, 1)) harness_call(combination);
      fflush(0);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    dprintf(2, "@@end %lu\\n", combination);
  }
  return 0;
}`;
};
