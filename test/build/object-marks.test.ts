import { describe, expect, test } from 'vitest';
import { objectMarks } from '../../src/build/ir/object-marks.js';

/** What is marked in a function, and how its lines look then. */
function marked(lines: string[], module = ''): { lines: string[]; declarations: string[] } {
  const text = [module, ...lines].join('\n');
  const marks = objectMarks(text);
  return { lines: marks.rewrite([...lines]), declarations: marks.declarations() };
}

const fn = (...body: string[]): string[] => ['define i32 @f(i32 %n) {', 'entry:', ...body, '}'];

describe('marks of objects', () => {
  test('plain loads and stores of a local are left alone', () => {
    const lines = fn(
      '  %a = alloca [4 x i32], align 16',
      '  %x = alloca i32, align 4',
      '  store i32 1, ptr %x, align 4',
      '  %at = getelementptr inbounds [4 x i32], ptr %a, i32 0, i32 3',
      '  %v = load i32, ptr %at, align 4',
      '  ret i32 %v',
    );
    expect(marked(lines)).toEqual({ lines, declarations: [] });
  });

  test('an index that is no constant, or leads outside, goes through a mark', () => {
    const { lines } = marked(
      fn(
        '  %a = alloca [4 x i32], align 16',
        '  %b = alloca [4 x i32], align 16',
        '  %at = getelementptr inbounds [4 x i32], ptr %a, i32 0, i32 %n',
        '  %v = load i32, ptr %at, align 4',
        '  %far = getelementptr inbounds [4 x i32], ptr %b, i32 0, i32 4',
        '  store i32 1, ptr %far, align 4',
        '  ret i32 %v',
      ),
    );
    expect(lines).toContain('  %nearmiss.o0 = call ptr @"__nearmiss_object.local.0.16.0.a"(ptr %a)');
    expect(lines).toContain('  %at = getelementptr inbounds [4 x i32], ptr %nearmiss.o0, i32 0, i32 %n');
    expect(lines).toContain('  %far = getelementptr inbounds [4 x i32], ptr %nearmiss.o1, i32 0, i32 4');
  });

  test('a scope is told of where its local is marked', () => {
    const start = '  call void @llvm.lifetime.start.p0(i64 4, ptr %x)';
    const end = '  call void @llvm.lifetime.end.p0(i64 4, ptr %x)';
    const alloca = '  %x = alloca i32, align 4';
    const told = marked(fn(alloca, start, '  call void @g(ptr %x)', end, '  ret i32 0')).lines;
    const scope = '  call void @"__nearmiss_object.scope.0"()';
    expect(told.filter((line) => line === scope)).toHaveLength(2);
    expect(told[told.indexOf(end) - 1]).toBe(scope);
    const quiet = fn(alloca, start, '  store i32 1, ptr %x, align 4', end, '  ret i32 0');
    expect(marked(quiet).lines).toEqual(quiet);
  });

  test('an array inside a structure is narrowed to: its size, place and structure', () => {
    const { lines } = marked(
      fn(
        '  %name = getelementptr inbounds %struct.r, ptr %p, i32 0, i32 1',
        '  %at = getelementptr inbounds [8 x i8], ptr %name, i32 0, i32 %n',
        '  %v = load i8, ptr %at, align 1',
        '  ret i32 0',
      ),
      '%struct.r = type { i32, [8 x i8], i64 }',
    );
    expect(lines).toContain('  %nearmiss.o0 = call ptr @"__nearmiss_object.member.8.4.24.0.1.name"(ptr %name)');
    expect(lines).toContain('  %at = getelementptr inbounds [8 x i8], ptr %nearmiss.o0, i32 0, i32 %n');
  });

  test('a phi takes its mark from the block its value comes from', () => {
    const { lines } = marked([
      'define ptr @f(i1 %c) {',
      'entry:',
      '  %x = alloca i32, align 4',
      '  %y = alloca i32, align 4',
      '  br i1 %c, label %left, label %end',
      'left:',
      '  br label %end',
      'end:',
      '  %p = phi ptr [ %x, %entry ], [ %y, %left ]',
      '  ret ptr %p',
      '}',
    ]);
    expect(lines).toContain('  %p = phi ptr [ %nearmiss.o0, %entry ], [ %nearmiss.o1, %left ]');
    expect(lines.indexOf('  %nearmiss.o1 = call ptr @"__nearmiss_object.local.1.4.0.y"(ptr %y)')).toBe(
      lines.indexOf('left:') + 1,
    );
  });

  test('bytes behind the dots of a call', () => {
    const { lines } = marked(
      fn('  %v = call i32 (ptr, ...) @printf(ptr @s, i32 1, double 2.0, ptr null)', '  ret i32 %v'),
    );
    expect(lines).toContain('  call void @"__nearmiss_object.varargs.20"()');
  });
});
