import type { CheckerId } from '../vocabulary/finding.js';
import type { Warning } from './warning.js';

/** What must fail at a warning's place for the warning to be right. */
export interface Meaning {
  readonly what: string;
  readonly checkers: readonly CheckerId[];
  /** An allocation of 2 GB or more is what it means, also one of an unsigned size: nothing limits it. */
  readonly hugeSizes?: true;
}

interface RuleFamily extends Meaning {
  readonly cwes: readonly number[];
  /** Rule ids of analysers that give no CWE, or a vague one. Asked before the numbers. */
  readonly ids: RegExp;
  /** What an analyser says where one rule of its stands for several. */
  readonly words?: RegExp;
}

/** Rules that say little: the message tells. */
const vague = /^unix\.Malloc$|^cplusplus\.NewDelete/;

const bounds: readonly CheckerId[] = [
  'array-overflow',
  'array-underflow',
  'string-overflow',
  'stack-smash',
  'unterminated-string',
  'null-dereference',
  'use-after-free',
];

/**
 * What analysers' rules mean in our checkers, the special before the general. Ids are those of gcc's and clang's
 * analysers, cppcheck, CodeQL and our own taint; whatever else an analyser calls its rule, its CWE tells.
 */
const families: readonly RuleFamily[] = [
  {
    what: 'a division by zero',
    checkers: ['division-by-zero'],
    cwes: [369],
    ids: /DivideZero|zerodiv|divi(de|sion).*zero|tainted-divisor|^taint\/divisor$/i,
  },
  {
    what: 'a second free',
    checkers: ['double-free', 'use-after-free', 'invalid-free'],
    cwes: [415, 1341],
    ids: /double-?free|deallocDeAlloc/i,
    words: /free released memory|double free|freed twice/i,
  },
  {
    what: 'a use after free',
    checkers: ['use-after-free', 'double-free'],
    cwes: [416, 825, 562],
    ids: /use-after-free|deallocuse|unix\.Malloc$|cplusplus\.NewDelete$|dangling|returnDanglingLifetime|use-of-pointer-in-stale-stack-frame/i,
  },
  {
    what: 'a free of something else',
    checkers: ['invalid-free', 'double-free'],
    cwes: [590, 761, 762, 763],
    ids: /free-of-non-heap|autovarInvalidDeallocation|mismatch(ed|ing)-?(dealloc|AllocDealloc)/i,
  },
  {
    what: 'a leak',
    checkers: ['memory-leak'],
    cwes: [401, 772, 775],
    ids: /leak/i,
    words: /leak/i,
  },
  {
    what: 'a size that outsiders choose, negative or of 2 GB and more',
    checkers: ['alloc-underflow', 'alloc-overflow', 'integer-overflow', 'integer-underflow'],
    hugeSizes: true,
    cwes: [789],
    ids: /tainted-allocation-size|uncontrolled-allocation|^taint\/allocation-size$/i,
  },
  {
    what: 'a size that is negative or too large',
    checkers: ['alloc-underflow', 'alloc-overflow', 'integer-overflow', 'integer-underflow'],
    cwes: [680, 131],
    ids: /tainted-size|negativeMemoryAllocationSize/i,
  },
  {
    what: 'a copy of too many bytes',
    checkers: [...bounds, 'range-overlap'],
    cwes: [805, 806, 1284],
    ids: /^taint\/copy-length$|bufferAccessOutOfBounds|cstring\.OutOfBounds|insecureAPI\./i,
  },
  {
    what: 'an access outside its object',
    checkers: bounds,
    cwes: [118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 129, 193, 466, 785, 786, 787, 788, 823, 839],
    ids: /out-of-bounds|outofbounds|ArrayBound|arrayIndex|negativeIndex|buffer-?(over|under)|overrun|tainted-array-index|^taint\/array-index$/i,
  },
  {
    what: 'overlapping memory',
    checkers: ['range-overlap'],
    cwes: [],
    ids: /overlap/i,
  },
  {
    what: 'a NULL pointer used',
    checkers: ['null-dereference', 'nonnull-argument'],
    cwes: [476, 690, 252],
    ids: /null-?(dereference|pointer|argument|param|check)|NullDereference|NonNullParam|nullPointer|missing-null/i,
  },
  {
    what: 'a string without an end',
    checkers: ['unterminated-string', ...bounds],
    cwes: [170],
    ids: /unterminated|NotNullTerm/i,
  },
  {
    what: 'an integer that overflows',
    checkers: ['integer-overflow', 'integer-underflow', 'alloc-overflow', 'alloc-underflow', 'division-by-zero'],
    cwes: [190, 191, 128, 1335, 682],
    ids: /integer-?overflow|integerOverflow|integer-multiplication|tainted-arithmetic|arithmetic-(tainted|uncontrolled|with-extreme)/i,
  },
  {
    what: 'a shift by too much',
    checkers: ['shift', 'integer-overflow'],
    cwes: [1335],
    ids: /shift/i,
  },
  {
    what: 'a value that changes in a conversion',
    checkers: ['conversion', 'sign-extension-underflow', 'sign-extension-overflow'],
    cwes: [192, 194, 195, 196, 197, 681, 704],
    ids: /conversion|sign(ed)?-?extension|truncation/i,
  },
  {
    what: 'a format from outside',
    checkers: ['format-string'],
    cwes: [134],
    ids: /format-?string|tainted-format|non-constant-format|^taint\/format$/i,
  },
  {
    what: 'a command from outside',
    checkers: ['command-injection'],
    cwes: [77, 78, 88],
    ids: /command|^taint\/command$/i,
  },
  {
    what: 'a value that was never set',
    checkers: ['uninitialised-use'],
    cwes: [457, 456, 824, 908],
    ids: /uninit|undefinedbinary|uninitvar|core\.uninitialized|UndefinedBinaryOperatorResult/i,
  },
  {
    what: 'an assertion that fails',
    checkers: ['assertion', 'abort', 'unreachable'],
    cwes: [617],
    ids: /assert/i,
  },
  {
    what: 'a recursion without end',
    checkers: ['stack-overflow'],
    cwes: [674],
    ids: /infinite-recursion/i,
  },
  {
    what: 'a loop without end',
    checkers: ['hang'],
    cwes: [835],
    ids: /infinite-loop/i,
  },
];

/** What a warning claims; undefined where no checker of ours can tell. */
export function meaningOf({
  ruleId,
  cwes,
  message,
}: Pick<Warning, 'ruleId' | 'cwes'> & { readonly message?: string }): Meaning | undefined {
  return (
    (vague.test(ruleId) ? families.find(({ words }) => words?.test(message ?? '')) : undefined) ??
    families.find(({ ids }) => ids.test(ruleId)) ??
    families.find((family) => cwes.some((cwe) => family.cwes.includes(cwe)))
  );
}
