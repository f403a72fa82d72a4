import type { Language } from './languages.js';

/**
 * The one place that says how C and C++ become Wasm. Flags meant for both compilers are spelled so that clang 17
 * and later all take them (-Xclang where the driver's own spelling changed).
 */

/** Options of the compiler proper, each with its -Xclang. */
const frontend = (...options: string[]) => options.flatMap((option) => ['-Xclang', option]);
/** Options of LLVM's passes, each with its -mllvm. */
const passes = (...options: string[]) => options.flatMap((option) => ['-mllvm', option]);

/** Of a pointer: the machine a program is compiled for. */
export type Bits = 32 | 64;

/** The same instructions whatever a clang version's default processor is; Node 20 runs them all. */
const target = (bits: Bits): string[] => [
  `--target=wasm${bits}-wasip1`,
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
    'implicit-function-declaration',
    'int-conversion',
    'incompatible-pointer-types',
    'incompatible-function-pointer-types',
    'return-mismatch',
  ].map((name) => `-Wno-error=${name}`),
];

/** For sources that use setjmp: the exception handling that Node 20 runs. */
const SETJMP = passes('-wasm-enable-sjlj');

/** Exceptions of WebAssembly, in the form that Node 20 runs. */
const EXCEPTIONS = ['-fwasm-exceptions'];

/** libc++'s own checks of how it is used, all that cost no more than a comparison. */
const CXX_DEFINITIONS = ['-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_EXTENSIVE'];

/** A header that libc++ leaves to whoever ships it: what becomes of a check that fails (runtime-c/cxx hears of it). */
export const ASSERTION_HANDLER = {
  name: '__assertion_handler',
  text: [
    '#pragma GCC system_header',
    '#include <__config>',
    '#include <__verbose_abort>',
    '#define _LIBCPP_ASSERTION_HANDLER(message) _LIBCPP_VERBOSE_ABORT("%s", message)',
    '',
  ].join('\n'),
};

/** libc++ warns of clangs that are older than itself. */
const CXX_WARNINGS = ['-Wno-#warnings'];

/** What each language adds to what all are compiled with; flags of the user's come behind and win. */
const LANGUAGES: Readonly<Record<Language, { readonly code: string[]; readonly source: string[] }>> = {
  c: { code: [], source: [] },
  'c++': { code: EXCEPTIONS, source: ['-std=gnu++20', ...CXX_WARNINGS, ...CXX_DEFINITIONS] },
};

export interface UserCode {
  bits: Bits;
  language: Language;
  opt: 0 | 1;
  setjmp: boolean;
  fuzz: boolean;
  extraChecks?: readonly ExtraCheck[];
}

function forUserCode({ bits, language, opt, setjmp }: UserCode): string[] {
  return [
    ...target(bits),
    ...OPTIMISATION[opt],
    '-fno-builtin',
    ...DEBUG_INFORMATION,
    ...frontend(...SANITIZERS.map((name) => `-fsanitize=${name}`)),
    ...ADDRESS_SANITIZER,
    ...(opt === 1 ? KEEP_BRANCHES : []),
    ...LANGUAGES[language].code,
    ...(setjmp ? SETJMP : []),
  ];
}

/** Functions of these folders are not checked: a file for `-fsanitize-ignorelist`. */
export const ignoreList = (folders: readonly string[]): string => folders.map((folder) => `src:${folder}/*\n`).join('');

/** C or C++ → LLVM's text, before any pass has run. */
export function toIrOptions(code: UserCode): string[] {
  return [
    '-x',
    code.language,
    '-S',
    '-emit-llvm',
    '-fno-discard-value-names',
    ...frontend('-disable-llvm-passes'),
    ...forUserCode(code),
    ...checkOptions(code.extraChecks ?? []),
    ...ONLY_WARNINGS,
    ...DEFINITIONS,
    ...LANGUAGES[code.language].source,
    ...(code.fuzz ? FUZZ_DEFINITIONS : []),
  ];
}

/** What the preprocessor has to know to say what the compiler will see. */
export function preprocessOptions(bits: Bits, language: Language, fuzz: boolean): string[] {
  const { code, source } = LANGUAGES[language];
  return ['-x', language, ...target(bits), ...DEFINITIONS, ...code, ...source, ...(fuzz ? FUZZ_DEFINITIONS : [])];
}

/** LLVM's text → an object. */
export function toObjectOptions(code: UserCode): string[] {
  return ['-x', 'ir', '-c', ...forUserCode(code), '-Wno-override-module'];
}

/** Our own C, linked into every program: not checked, no places in the user's source. */
export const runtimeOptions = (bits: Bits): string[] => [
  '-x',
  'c',
  '-c',
  ...target(bits),
  ...OPTIMISATION[1],
  '-fno-builtin',
  ...KEEP_BRANCHES,
  ...EMULATION,
  '-std=gnu17',
];

/** The same of C++ (runtime-c/cxx). */
export const CXX_RUNTIME_OPTIONS = [
  '-x',
  'c++',
  '-c',
  ...target(32),
  ...OPTIMISATION[1],
  '-fno-builtin',
  ...EXCEPTIONS,
  ...CXX_WARNINGS,
  '-std=c++20',
];

/** Of programs that have C++ in them: a linker with its assertions on stumbles over groups that are merged. */
export const CXX_LINK_OPTIONS = ['--no-merge-data-segments'];

/** And ahead of libc. */
export const CXX_LINK_LIBRARIES = ['-lc++', '-lc++abi'];

/** Of programs that flush streams (runtime-c/musl/flush.c). Where nobody does, the linker may stumble over it. */
export const WRAP_FLUSH = '--wrap=fflush';

export const linkOptions = (bits: Bits): string[] => [
  ...(bits === 64 ? ['-mwasm64'] : []),
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
  ...['__stack_pointer', '__heap_base', '__data_end', '__wasm_call_ctors'].map((name) => `--export=${name}`),
  // The last says where the program is started (cc/run.ts).
  ...['_start', '_initialize', 'LLVMFuzzerTestOneInput', 'LLVMFuzzerInitialize', '__nearmiss_start_in'].map(
    (name) => `--export-if-defined=${name}`,
  ),
];

/** Numbers that the sysroot's scanf reads (runtime-c/musl/scan-floats.c). */
export const MUSL_LINK_OPTIONS = ['--wrap=__floatscan'];

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
