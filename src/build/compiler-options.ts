/**
 * The one place that says how C becomes Wasm. Flags meant for both compilers are spelled so that clang 17
 * and later all take them (-Xclang where the driver's own spelling changed).
 */

/** Options of the compiler proper, each with its -Xclang. */
const frontend = (...options: string[]) => options.flatMap((option) => ['-Xclang', option]);
/** Options of LLVM's passes, each with its -mllvm. */
const passes = (...options: string[]) => options.flatMap((option) => ['-mllvm', option]);

/** The same instructions whatever a clang version's default processor is; Node 20 runs them all. */
const TARGET = [
  '--target=wasm32-wasip1',
  '-mcpu=mvp',
  '-mmutable-globals',
  '-msign-ext',
  '-mbulk-memory',
  '-mmultivalue',
  // Without it a conversion from float is a range test with branches nobody wrote.
  '-mnontrapping-fptoint',
];

/** The sanitizers that users' code is compiled with: -fsanitize names, and the passes' own options. */
const SANITIZERS = ['address', 'unreachable'];

/** Those whose branches become markers (ir/checks.ts). They need to come back, else their handlers end the block. */
const CHECKS = [
  'signed-integer-overflow',
  'unsigned-integer-overflow',
  'implicit-integer-sign-change',
  'implicit-signed-integer-truncation',
  'implicit-unsigned-integer-truncation',
  'shift-base',
  'shift-exponent',
  'array-bounds',
  'vla-bound',
  'nonnull-attribute',
  'returns-nonnull-attribute',
  'nullability-arg',
  'nullability-return',
  'nullability-assign',
  'builtin',
  'bool',
  'float-cast-overflow',
  'float-divide-by-zero',
];
/** Those that stand beside every access or pointer, so that they are put in only where they are asked for. */
export const EXTRA_CHECKS = ['alignment', 'pointer-overflow'] as const;
export type ExtraCheck = (typeof EXTRA_CHECKS)[number];

const checkOptions = (extra: readonly ExtraCheck[]): string[] =>
  frontend(...[...CHECKS, ...extra].flatMap((name) => [`-fsanitize=${name}`, `-fsanitize-recover=${name}`]));

const ADDRESS_SANITIZER = [
  ...frontend(
    '-fsanitize-address-use-after-scope',
    '-fsanitize-address-use-after-return=never',
    // Nobody is left to tell at exit.
    '-fsanitize-address-destructor=none',
  ),
  ...passes(
    '-asan-mapping-offset=0',
    '-asan-instrumentation-with-call-threshold=0',
    // Redzones are always announced by a call, never written by the program itself.
    '-asan-max-inline-poisoning-size=0',
    // The engine's own shadow checks accesses.
    '-asan-instrument-reads=0',
    '-asan-instrument-writes=0',
    '-asan-instrument-atomics=0',
    '-asan-instrument-byval=0',
    // Every local whose address is taken gets redzones, even one LLVM thinks is used safely.
    '-asan-use-stack-safety=0',
    '-asan-use-odr-indicator=0',
    '-asan-use-private-alias=0',
  ),
];

const OPTIMISATION: Record<0 | 1, string[]> = {
  0: ['-O0'],
  1: ['-O1', '-fno-finite-loops', '-fno-unroll-loops', '-fno-vectorize', '-fno-slp-vectorize'],
};

/** Keeps branches from being folded into selects (the attribute `optforfuzzing`). */
const KEEP_BRANCHES = frontend('-fsanitize=fuzzer-no-link');

const DEBUG_INFORMATION = ['-g', '-gdwarf-4', '-gcolumn-info', '-fdebug-compilation-dir=.'];

/** wasi-libc has these only for who asks. */
const EMULATION = ['SIGNAL', 'PROCESS_CLOCKS', 'MMAN', 'GETPID'].map((part) => `-D_WASI_EMULATED_${part}`);

const DEFINITIONS = [...EMULATION, '-D__NEARMISS__=1'];

/** What libFuzzer's users are told to expect of a fuzz build, and only there: it changes what programs do. */
const FUZZ_DEFINITIONS = ['-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'];

/**
 * Mistakes that gcc before 14 only warns about, so that libraries are full of them; clang refuses more of
 * them with every version. What a wrong type does to a call is seen when it is linked and when it runs.
 */
const ONLY_WARNINGS = [
  '-Wno-unknown-warning-option',
  ...[
    'implicit-int',
    'int-conversion',
    'incompatible-pointer-types',
    'incompatible-function-pointer-types',
    'return-mismatch',
  ].map((name) => `-Wno-error=${name}`),
];

/** For sources that use setjmp: the exception handling that Node 20 runs. */
const SETJMP = passes('-wasm-enable-sjlj');

export interface UserCode {
  opt: 0 | 1;
  setjmp: boolean;
  fuzz: boolean;
  extraChecks?: readonly ExtraCheck[];
}

function forUserCode({ opt, setjmp }: UserCode): string[] {
  return [
    ...TARGET,
    ...OPTIMISATION[opt],
    '-fno-builtin',
    ...DEBUG_INFORMATION,
    ...frontend(...SANITIZERS.map((name) => `-fsanitize=${name}`)),
    ...ADDRESS_SANITIZER,
    ...(opt === 1 ? KEEP_BRANCHES : []),
    ...(setjmp ? SETJMP : []),
  ];
}

/** C → LLVM's text, before any pass has run. */
export function toIrOptions(code: UserCode): string[] {
  return [
    '-x',
    'c',
    '-S',
    '-emit-llvm',
    '-fno-discard-value-names',
    ...frontend('-disable-llvm-passes'),
    ...forUserCode(code),
    ...checkOptions(code.extraChecks ?? []),
    ...ONLY_WARNINGS,
    ...DEFINITIONS,
    ...(code.fuzz ? FUZZ_DEFINITIONS : []),
  ];
}

/** What the preprocessor has to know to say what the compiler will see. */
export function preprocessOptions(fuzz: boolean): string[] {
  return ['-x', 'c', ...TARGET, ...DEFINITIONS, ...(fuzz ? FUZZ_DEFINITIONS : [])];
}

/** LLVM's text → an object. */
export function toObjectOptions(code: UserCode): string[] {
  return ['-x', 'ir', '-c', ...forUserCode(code), '-Wno-override-module'];
}

/** Our own C, linked into every program: not checked, no places in the user's source. */
export const RUNTIME_OPTIONS = [
  '-x',
  'c',
  '-c',
  ...TARGET,
  ...OPTIMISATION[1],
  '-fno-builtin',
  ...KEEP_BRANCHES,
  ...EMULATION,
  '-std=gnu17',
];

export const LINK_OPTIONS = [
  // The stack lies below the data, so that running out of it is a wild address.
  '-z',
  'stack-size=8388608',
  '--stack-first',
  // Functions become imports, to be checked; undefined data stays an error.
  '--import-undefined',
  '--export-table',
  '--no-demangle',
  // Which constants are addresses, and of what: wasm/relocations.ts.
  '--emit-relocs',
  // Numbers that scanf reads (runtime-c/scan-floats.c).
  '--wrap=__floatscan',
  ...['__stack_pointer', '__heap_base', '__data_end', '__wasm_call_ctors'].map((name) => `--export=${name}`),
  ...['_start', '_initialize', 'LLVMFuzzerTestOneInput', 'LLVMFuzzerInitialize'].map(
    (name) => `--export-if-defined=${name}`,
  ),
];

/** Ahead of libc: the printf that knows long double, and what wasi-libc keeps apart. */
export const LINK_LIBRARIES = [
  '-lc-printscan-long-double',
  '-lsetjmp',
  '-lwasi-emulated-signal',
  '-lwasi-emulated-process-clocks',
  '-lwasi-emulated-mman',
  '-lwasi-emulated-getpid',
  '-lm',
  '-lc',
];
