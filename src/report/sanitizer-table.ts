import { checkers } from '../checkers/index.js';
import type { CheckerId } from '../vocabulary/finding.js';

interface SanitizerCheck {
  /** As clang calls it. */
  readonly flag: string;
  readonly checkers: readonly CheckerId[];
  /** Whether inputs that fail are asked for, or only failures of runs that happen are seen. */
  readonly how: 'active' | 'passive';
  /** In test/programs: one that fails and one that does not. */
  readonly program: string;
  readonly note?: string;
}

/** Each check of clang's UBSan for C and of its ASan, and who looks for it here. */
const sanitizerChecks: readonly SanitizerCheck[] = [
  row('alignment', ['misaligned'], 'ubsan/alignment.c'),
  row(
    'array-bounds, local-bounds',
    ['array-overflow', 'array-underflow'],
    'checker-member-overflow.c',
    'elements of vectors, too: `ubsan/vector.c`',
  ),
  row('bool', ['invalid-value'], 'ubsan/bool.c'),
  row('builtin', ['builtin-argument'], 'ubsan/builtin.c'),
  row('enum', [], '', 'C++ alone: in C an enum has every value of its integer type'),
  row('float-cast-overflow', ['conversion'], 'ubsan/float.c', 'floats are concrete', 'passive'),
  row(
    'float-divide-by-zero',
    ['division-by-zero'],
    'ubsan/float.c',
    'only where `conversion` is enabled too, as the quotient has a value; floats are concrete',
    'passive',
  ),
  row(
    'function',
    ['function-type'],
    'triplets/function-type.c',
    'where WebAssembly tells the two types apart',
    'passive',
  ),
  row('implicit-conversion', ['conversion'], 'checker-conversion.c'),
  row('implicit-bitfield-conversion', [], '', 'not checked'),
  row('integer-divide-by-zero', ['division-by-zero'], 'checker-division.c'),
  row('nonnull-attribute, nullability-arg', ['nonnull-argument'], 'checker-nonnull-attribute.c'),
  row('returns-nonnull-attribute, nullability-return', ['nonnull-argument'], 'checker-nonnull-attribute.c'),
  row('nullability-assign', ['nonnull-argument'], 'ubsan/nullability-assign.c'),
  row('null', ['null-dereference'], 'checker-null-dereference.c'),
  row(
    'object-size',
    ['array-overflow', 'array-underflow'],
    'checker-heap-overflow.c',
    'each access is judged by the object its pointer came from',
  ),
  row('pointer-overflow', ['pointer-arithmetic'], 'ubsan/pointer-overflow.c'),
  row('return', ['missing-return'], 'ubsan/return.c', 'a check of our own: clang has it for C++ alone', 'passive'),
  row('shift-base, shift-exponent', ['shift'], 'checker-shift.c'),
  row(
    'signed-integer-overflow',
    ['integer-overflow', 'integer-underflow'],
    'checker-integer-overflow.c',
    'elements of vectors, too, which clang does not check: `ubsan/vector-overflow.c`',
  ),
  row(
    'unreachable',
    ['unreachable'],
    'checker-unreachable.c',
    'a computed goto to no label, too: `ubsan/computed-goto.c`',
    'passive',
  ),
  row('unsigned-integer-overflow', ['unsigned-wrap'], 'checker-unsigned-wrap.c'),
  row('unsigned-shift-base', [], '', 'not checked: C defines it'),
  row('vla-bound', ['alloc-underflow'], 'checker-variable-length.c'),
  row('vptr', [], '', 'C++ alone'),
  row(
    'address: heap-, stack-, global-buffer-overflow',
    ['array-overflow', 'array-underflow', 'stack-smash'],
    'checker-heap-overflow.c',
  ),
  row('address: use-after-free, use-after-scope', ['use-after-free'], 'checker-use-after-free.c'),
  row('address: stack-use-after-return', ['use-after-return'], 'triplets/use-after-return.c', undefined, 'passive'),
  row('address: double-free', ['double-free'], 'checker-double-free.c', undefined, 'passive'),
  row('address: bad-free', ['invalid-free'], 'triplets/invalid-free.c', undefined, 'passive'),
  row('address: memory leaks', ['memory-leak'], 'checker-memory-leak.c', undefined, 'passive'),
  row('address: param-overlap', ['range-overlap'], 'checker-range-overlap.c'),
  row('address: allocation-size-too-big', ['alloc-overflow', 'alloc-underflow'], 'checker-alloc-overflow.c'),
  row('address: calloc-overflow', [], '', 'no error: calloc refuses, and the NULL is followed'),
  row('address: negative-size-param', ['integer-underflow', 'sign-extension-overflow'], 'checker-memcpy.c'),
  row('address: stack-overflow', ['stack-overflow'], 'triplets/stack-overflow.c', undefined, 'passive'),
  row('address: SEGV', ['null-dereference'], 'checker-null-dereference.c'),
  row('address: alloc-dealloc-mismatch', ['mismatched-delete'], 'triplets/mismatched-delete.cc', undefined, 'passive'),
  row('address: odr-violation', [], '', 'several modules: not checked'),
];

function row(
  flag: string,
  by: readonly CheckerId[],
  program: string,
  note?: string,
  how: 'active' | 'passive' = 'active',
): SanitizerCheck {
  return { flag, checkers: by, how, program, note };
}

/** For docs/checkers.md. */
export function sanitizerTable(): string[] {
  const isOn = (ids: readonly CheckerId[]): boolean =>
    checkers.some(({ id, byDefault }) => byDefault && ids.includes(id));
  return [
    '| `-fsanitize=` | checker | by default | how | program | note |',
    '|---|---|---|---|---|---|',
    ...sanitizerChecks.map(({ flag, checkers: ids, how, program, note }) => {
      const names = ids.map((id) => `[\`${id}\`](#${id})`).join(', ') || '—';
      const known = ids.length > 0 ? [isOn(ids) ? 'on' : 'off', how, `\`${program}\``] : ['—', '—', '—'];
      return `| ${flag} | ${names} | ${known.join(' | ')} | ${note ?? ''} |`;
    }),
  ];
}

/** The programs that the table names. */
export const sanitizerPrograms: readonly string[] = sanitizerChecks.flatMap(({ program }) => program || []);
