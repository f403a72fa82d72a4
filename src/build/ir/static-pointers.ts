import type { DebugTypes } from './debug-types.js';
import type { GlobalMembers } from './global-members.js';
import { splitOperands } from './text.js';
import type { TypeLayout } from './type-layout.js';

/** A function of ours that runs before the program does. */
const CONSTRUCTOR = '__nearmiss_static_pointers';

/**
 * `static int *p = s.list;`: a pointer that is there from the start, made from an array inside a structure. The linker
 * only tells of the structure. So a function that runs before all others marks the words of the program's data that
 * have such pointers (`__nearmiss_object.pointer…`); it changes nothing but what they are known to point to.
 */
export function markStaticPointers(
  moduleText: string,
  layout: TypeLayout,
  members: GlobalMembers,
  types: DebugTypes,
  declare: (name: string, type: string) => string,
): { readonly text: string; readonly lines: readonly string[] } {
  const calls: string[] = [];
  const form = /^(@(?:[-\w.$]+|"[^"]*")) = .*?\b(?:global|constant) (.*?)(?:, !dbg !(\d+))?$/gm;
  for (const [, name, initial, debug] of moduleText.matchAll(form)) {
    if (!/getelementptr|@/.test(initial) || initial.includes('no_sanitize_address')) continue;
    const type = firstType(initial);
    // Strings may have anything in them.
    const value = initial.slice(type.length).replaceAll(/c"[^"]*"/g, 'zeroinitializer');
    const [whole] = splitOperands(value.trim());
    for (const { offset, constant } of pointersIn(layout, type, whole)) {
      const local = localOf(name);
      if (debug === undefined && local === undefined) continue;
      const pointee = debug === undefined ? types.localPointee(local!, offset) : types.globalPointee(debug, offset);
      if (pointee === 'structure') continue;
      const found = members.arrayOf(constant, { pointee });
      if (!found) continue;
      const words = ['pointer', found.delta, found.words, found.isGuess ? '?' : ''].join('.');
      const mark = declare(`__nearmiss_object.${words}`, 'ptr @(ptr)');
      const address = offset === 0 ? name : `getelementptr (i8, ptr ${name}, i32 ${offset})`;
      calls.push(`  call ptr ${mark}(ptr ${address})`);
    }
  }
  if (calls.length === 0) return { text: moduleText, lines: [] };
  const entry = `{ i32, ptr, ptr } { i32 0, ptr @${CONSTRUCTOR}, ptr null }`;
  const own = `@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [${entry}]`;
  const others = /^@llvm\.global_ctors = appending global \[(\d+) x \{ i32, ptr, ptr \}\] \[/m;
  const text = moduleText.replace(
    others,
    (_, count: string) =>
      `@llvm.global_ctors = appending global [${Number(count) + 1} x { i32, ptr, ptr }] [${entry}, `,
  );
  const body = [`define internal void @${CONSTRUCTOR}() nounwind {`, ...calls, '  ret void', '}'];
  return { text, lines: text === moduleText ? [own, ...body] : body };
}

/** What a local is filled from has no debug information of its own, but is called by the local's name. */
const localOf = (name: string): string | undefined => /^@__const\.[^.]+\.([^.]+)/.exec(name)?.[1];

interface StaticPointer {
  readonly offset: number;
  readonly constant: string;
}

/** Pointers in the value a global begins with. */
function pointersIn(layout: TypeLayout, type: string, value: string | undefined, base = 0): StaticPointer[] {
  if (value === undefined) return [];
  if (type === 'ptr') return /^(?:@|getelementptr)/.test(value) ? [{ offset: base, constant: value }] : [];
  const list = /^(?:\[|<?\{)(.*?)(?:\]|\}>?)$/s.exec(value)?.[1];
  if (list === undefined) return [];
  const fields = layout.fieldsOf(type);
  const element = layout.sizeOf(/^\[\d+ x (.*)\]$/.exec(type)?.[1] ?? '');
  return splitOperands(list.trim()).flatMap((part, i) => {
    const own = firstType(part);
    const offset = fields ? fields[i]?.offset : element === undefined ? undefined : i * element;
    return offset === undefined ? [] : pointersIn(layout, own, part.slice(own.length).trim(), base + offset);
  });
}

/** The type a text begins with. */
export function firstType(text: string): string {
  const open = text[0];
  if (open !== '[' && open !== '{' && open !== '<') return /^\S+/.exec(text)?.[0].replace(/,$/, '') ?? '';
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if ('[{<('.includes(text[i])) depth++;
    else if (']}>)'.includes(text[i]) && --depth === 0) return text.slice(0, i + 1);
  }
  return text;
}
