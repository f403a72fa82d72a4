import { expect, test } from 'vitest';
import { takeAnnotations } from '../../src/build/ir/annotations.js';

const ir = `@limit = hidden global i32 0, align 4
@.str = private unnamed_addr constant [8 x i8] c"tainted\\00", section "llvm.metadata"
@.str.1 = private unnamed_addr constant [4 x i8] c"a.c\\00", section "llvm.metadata"
@.str.2 = private unnamed_addr constant [6 x i8] c"other\\00", section "llvm.metadata"
@.str.3 = private unnamed_addr constant [8 x i8] c"tainted\\00", align 1
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @limit, ptr @.str, ptr @.str.1, i32 3, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @"odd name", ptr @.str, ptr @.str.1, i32 4, ptr null }, { ptr, ptr, ptr, i32, ptr } { ptr @get, ptr @.str.2, ptr @.str.1, i32 5, ptr null }], section "llvm.metadata"
define hidden i32 @f(i32 noundef %n, ptr noundef byval(%struct.s) align 4 %v, ptr noundef %text) #0 {
entry:
  %n.addr = alloca i32, align 4
  %k = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  call void @llvm.var.annotation.p0.p0(ptr %n.addr, ptr @.str, ptr @.str.1, i32 9, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %v, ptr @.str, ptr @.str.1, i32 9, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %text.addr, ptr @.str.2, ptr @.str.1, i32 9, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %k, ptr @.str, ptr @.str.1, i32 9, ptr null)
  ret i32 0
}`;

test('what is annotated "tainted" is told, and the calls that say so are gone', () => {
  const { text, tainted } = takeAnnotations(ir);
  expect(tainted).toEqual(['limit', 'odd name', 'f(n', 'f(v']);
  expect(text.match(/var\.annotation.*/g)).toEqual([
    'var.annotation.p0.p0(ptr %text.addr, ptr @.str.2, ptr @.str.1, i32 9, ptr null)',
  ]);
  expect(text.split('\n').length).toBe(ir.split('\n').length - 3);
});

test('text without annotations is left as it is', () => {
  const plain = ir.replaceAll('tainted\\00", section', 'other\\00", section');
  expect(takeAnnotations(plain)).toEqual({ text: plain, tainted: [] });
});
