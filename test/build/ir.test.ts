import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteIr } from '../../src/build/ir/rewrite.js';
import { buildFiles, compilers, startReactor } from './support.js';

describe('rewriting LLVM text', () => {
  it('leaves text alone that has nothing to put back', () => {
    const text = 'source_filename = "f.c"\n\ndefine hidden i32 @f(i32 %x) {\nentry:\n  ret i32 %x\n}\n';
    expect(rewriteIr(text, 0, () => undefined)).toBe(text);
  });

  it('renames the block a phi comes from when a select split it', () => {
    const text = `define i32 @f(i1 %c, i1 %d) {
entry:
  %s = select i1 %c, ptr getelementptr inbounds ([3 x i8], ptr @a, i32 0, i32 1), ptr @b, !dbg !7
  br i1 %d, label %more, label %end

more:
  br label %end

end:
  %p = phi ptr [ %s, %entry ], [ null, %more ]
  ret i32 0
}`;
    const result = rewriteIr(text, 0, () => undefined);
    expect(result).not.toContain('select');
    expect(result).toContain(
      '%s = phi ptr [ getelementptr inbounds ([3 x i8], ptr @a, i32 0, i32 1), %nearmiss.true0 ], [ @b, %nearmiss.false0 ], !dbg !7',
    );
    expect(result).toContain('%p = phi ptr [ %s, %nearmiss.after0 ], [ null, %more ]');
  });
});

const guarded = (condition: string) => `declare i32 @feature(ptr, ...)

define i32 @f(i1 %c, i1 %d, ptr %x) {
entry:
  br i1 %c, label %right, label %after

right:
  br label %after

after:
  %known = phi i1 [ ${condition}, %entry ], [ false, %right ], !dbg !7
  br i1 %known, label %then, label %end, !dbg !8

then:
  %r = call i32 (ptr, ...) @feature(ptr noundef %x, i32 noundef 1), !dbg !9
  br label %end

end:
  ret i32 0
}`;

describe('calls behind a condition', () => {
  it('that is false whatever came before lose their name, not their place', () => {
    const result = rewriteIr(guarded('false'), 0, () => undefined);
    expect(result).toContain('%r = call i32 (ptr, ...) null(ptr noundef %x, i32 noundef 1), !dbg !9');
  });

  it.each(['true', '%d'])('that may be %s stay', (condition) => {
    expect(rewriteIr(guarded(condition), 0, () => undefined)).toContain('@feature(ptr noundef %x, i32 noundef 1)');
  });
});

/** C functions of one int, and what they must return. */
interface Sample {
  source: string;
  meaning: (x: number) => number;
}

const switchSample = fc
  .uniqueArray(
    fc.oneof(
      fc.integer({ min: -5, max: 30 }),
      fc.integer({ min: -2147483648, max: 2147483647 }),
      fc.constantFrom(-2147483648, 2147483647, 0),
    ),
    { maxLength: 12 },
  )
  .chain((values) =>
    fc.record({
      values: fc.constant(values),
      targets: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: values.length, maxLength: values.length }),
      wide: fc.boolean(),
    }),
  )
  .map(({ values, targets, wide }): Sample & { values: number[] } => {
    // Target 0 is the default's own.
    const groups = [0, 1, 2, 3, 4].map((target) => values.filter((_, i) => targets[i] === target));
    const arms = groups.map((group, target) => {
      const labels = group.map((value) => `case ${value === -2147483648 ? '(-2147483647 - 1)' : value}:`).join(' ');
      return `${target === 0 ? 'default: ' : ''}${labels} ${labels || target === 0 ? `return ${target * 10 + 1};` : ''}`;
    });
    return {
      values,
      source: `{ switch (${wide ? '(long long)' : ''}x) { ${arms.join('\n')} } return -1; }`,
      meaning: (x) => 10 * Math.max(0, targets[values.indexOf(x)] ?? 0) + 1,
    };
  });

const selectSample = fc
  .array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer(), fc.integer()), { minLength: 1, maxLength: 4 })
  .map(
    (parts): Sample => ({
      source: `{ int sum = 0; ${parts.map(([k, a, b]) => `sum ^= (x > ${k} ? ${a} : ${b}) + (x ? 1 : 0);`).join('\n')} return sum; }`,
      meaning: (x) => parts.reduce((sum, [k, a, b]) => sum ^ (((x > k ? a : b) + (x ? 1 : 0)) | 0), 0),
    }),
  );

describe.each(compilers)('rewritten code of the %s compiler means what the source says', (compiler) => {
  it('for switches and constant conditionals', async () => {
    const samples = fc.sample(fc.oneof(switchSample as fc.Arbitrary<Sample>, selectSample), { numRuns: 150, seed: 7 });
    const source = [
      ...samples.map(({ source }, i) => `int f${i}(int x) ${source}`),
      `int all(int which, int x) { switch (which) { ${samples.map((_, i) => `case ${i}: return f${i}(x);`).join('\n')} } return -1; }`,
    ].join('\n');
    const { exports } = startReactor((await buildFiles({ 'all.c': source }, { compiler, entry: 'all' })).wasm);
    const anyway = [-2147483648, -6, -1, 0, 1, 2, 3, 31, 32, 2147483647];
    samples.forEach((sample, i) => {
      const values = (sample as { values?: number[] }).values ?? [];
      for (const x of [...anyway, ...values, ...values.map((v) => (v + 1) | 0)]) {
        expect([i, x, exports.all(i, x)]).toEqual([i, x, sample.meaning(x)]);
      }
    });
  });
});
