import type { FunctionLines, FunctionRewrite } from './function-lines.js';
import { debugSuffix, OWN, splitOperands } from './text.js';
import { type TypeLayout, typeLayout } from './type-layout.js';

/**
 * Says in LLVM's text what an address is of, before anything is folded into the stack pointer plus a number: each
 * use of a local but plain loads and stores of it goes through a function that gives its argument back
 * (`__nearmiss_object.local…`), as do pointers to arrays inside structs (`member`), arrays of variable length
 * (`alloca`), the ends of scopes and the arguments behind a `…`. instrument/exact/marks.ts reads them; from the
 * modules that do not look at objects they are taken out again.
 */
export interface ObjectMarks {
  readonly rewrite: FunctionRewrite;
  declarations(): string[];
}

const NAME = String.raw`%(?:[-\w.$]+|"(?:[^"\\]|\\.)*")`;
const STATIC_ALLOCA = new RegExp(String.raw`^ {2}(${NAME}) = alloca (.+?), align \d+`);
const DYNAMIC_ALLOCA = new RegExp(String.raw`^ {2}(${NAME}) = alloca (.+?), i32 (${NAME}|\d+), align \d+`);
const GEP = new RegExp(String.raw`^ {2}(${NAME}) = getelementptr (?:inbounds |nuw |nusw )*(.+?)(?:, !dbg .*)?$`);
const LOAD = new RegExp(String.raw`^ {2}${NAME} = load (?:volatile )?(.+?), ptr (${NAME})(?:, |$)`);
const STORE = new RegExp(String.raw`^ {2}store (?:volatile )?(.+), ptr (${NAME}), align`);
const USED = new RegExp(NAME, 'g');
const DECLARED = new RegExp(String.raw`dbg[._]declare\((?:metadata )?ptr (${NAME}), (?:metadata )?!(\d+)`);
const LIFETIME = new RegExp(
  String.raw`^ {2}call void @llvm\.lifetime\.(start|end)\.p0\(.*ptr (?:nonnull )?(${NAME})\)`,
);
const CONSTANT_GEP =
  /getelementptr (?:inbounds |nuw |nusw )*\(((?:[^()]|\([^()]*\))*?), ptr (@(?:[-\w.$]+|"[^"]*"))((?:, i32 -?\d+)+)\)/g;

interface Local {
  readonly name: string;
  readonly number: number;
  readonly size: number;
  readonly line: number;
  readonly label: string;
}

export function objectMarks(moduleText: string): ObjectMarks {
  const layout = typeLayout(moduleText);
  const variables = new Map<string, { name: string; line: number }>();
  for (const [, id, name, line] of moduleText.matchAll(/^!(\d+) = !DILocalVariable\(name: "([^"]*)".*?line: (\d+)/gm))
    variables.set(id, { name, line: Number(line) });
  const globals = new Map<string, string>();
  for (const [, name, rest] of moduleText.matchAll(/^(@(?:[-\w.$]+|"[^"]*")) = (.*)$/gm)) {
    const type = /\b(?:global|constant) (.*)$/.exec(rest)?.[1];
    if (type !== undefined) globals.set(name, firstType(type));
  }
  const declared = new Map<string, string>();
  const declare = (name: string, type: string): string => {
    declared.set(name, type);
    return `@"${name}"`;
  };
  return {
    rewrite: (lines) => new FunctionMarks(lines, layout, variables, globals, declare).rewritten(),
    declarations: () =>
      [...declared].map(
        ([name, type]) =>
          `declare ${type.replace('@', `@"${name}"`)} nounwind willreturn memory(inaccessiblemem: readwrite)`,
      ),
  };
}

class FunctionMarks {
  readonly #locals = new Map<string, Local>();
  /** Where values are used: lines by name. */
  readonly #uses = new Map<string, number[]>();
  /** Lines to be put before and behind a line, and new names for what it uses. */
  readonly #before = new Map<number, string[]>();
  readonly #behind = new Map<number, string[]>();
  readonly #renamed = new Map<number, Map<string, string>>();
  readonly #marked = new Set<string>();
  #made = 0;

  constructor(
    readonly lines: FunctionLines,
    readonly layout: TypeLayout,
    readonly variables: ReadonlyMap<string, { name: string; line: number }>,
    readonly globals: ReadonlyMap<string, string>,
    readonly declare: (name: string, type: string) => string,
  ) {}

  rewritten(): FunctionLines {
    this.#collect();
    this.#members();
    for (const local of this.#locals.values()) this.#markLocal(local);
    this.#scopes();
    this.#dynamic();
    this.#varargs();
    if (this.#before.size + this.#behind.size + this.#renamed.size === 0) return this.lines;
    return this.lines.flatMap((line, i) => [
      ...(this.#before.get(i) ?? []),
      this.#withNewNames(line, i),
      ...(this.#behind.get(i) ?? []),
    ]);
  }

  #withNewNames(line: string, i: number): string {
    const names = this.#renamed.get(i);
    if (!names) return line;
    const equals = / = /.exec(line);
    // What it defines keeps its name.
    const from = equals && /^ {2}%/.test(line) ? equals.index : 0;
    return line.slice(0, from) + line.slice(from).replaceAll(USED, (name) => names.get(name) ?? name);
  }

  #put(map: Map<number, string[]>, at: number, line: string): void {
    const list = map.get(at);
    if (list) list.push(line);
    else map.set(at, [line]);
  }

  #rename(at: number, from: string, to: string): void {
    const names = this.#renamed.get(at) ?? new Map<string, string>();
    names.set(from, to);
    this.#renamed.set(at, names);
  }

  #newName(): string {
    return `%${OWN}o${this.#made++}`;
  }

  #collect(): void {
    const { lines } = this;
    const labels = new Map<string, { name: string; line: number }>();
    lines.forEach((line, i) => {
      const debug = DECLARED.exec(line);
      if (debug) {
        const variable = this.variables.get(debug[2]);
        if (variable) labels.set(debug[1], variable);
        return;
      }
      if (!line.startsWith('  ') || line.startsWith('    #dbg')) return;
      const equals = /^ {2}%\S+ = /.exec(line)?.[0].length ?? 0;
      for (const name of new Set(
        line
          .slice(equals)
          .replace(/, !dbg .*$/, '')
          .match(USED) ?? [],
      )) {
        const list = this.#uses.get(name);
        if (list) list.push(i);
        else this.#uses.set(name, [i]);
      }
    });
    const add = (name: string, type: string): void => {
      const size = this.layout.sizeOf(type);
      if (size === undefined) return;
      const { name: label, line } = labels.get(name) ?? { name: '', line: 0 };
      this.#locals.set(name, { name, number: this.#locals.size, size, line, label });
    };
    for (const [, type, name] of lines[0].matchAll(
      new RegExp(String.raw`byval\(([^()]*)\)[^,]*? (${NAME})(?=[,)])`, 'g'),
    ))
      add(name, type);
    for (const line of lines) {
      const alloca = DYNAMIC_ALLOCA.test(line) ? undefined : STATIC_ALLOCA.exec(line);
      if (alloca) add(alloca[1], alloca[2]);
    }
  }

  /** Bytes that a plain load or store of this pointer touches; undefined for any other use. */
  #direct(line: string, name: string): number | undefined {
    const load = LOAD.exec(line);
    if (load) return load[2] === name ? this.layout.sizeOf(load[1]) : undefined;
    const store = STORE.exec(line);
    if (!store || store[2] !== name) return undefined;
    const value = /^(.*) (\S+|zeroinitializer)$/.exec(store[1]);
    return !value || value[2] === name ? undefined : this.layout.sizeOf(value[1]);
  }

  /** Whether all that is done with a pointer `room` bytes before its object's end are plain loads and stores inside. */
  #isPlain(name: string, room: number): boolean {
    return (this.#uses.get(name) ?? []).every((at) => this.#isPlainUse(at, name, room));
  }

  #isPlainUse(at: number, name: string, room: number): boolean {
    const line = this.lines[at];
    if (LIFETIME.test(line)) return true;
    const size = this.#direct(line, name);
    if (size !== undefined) return size <= room;
    const gep = this.#constantGep(line, name);
    return gep !== undefined && gep.offset >= 0 && gep.offset < room && this.#isPlain(gep.result, room - gep.offset);
  }

  /** An address computed from `name` with constants alone. */
  #constantGep(line: string, name: string): { result: string; offset: number } | undefined {
    const gep = GEP.exec(line);
    if (!gep) return undefined;
    const [type, base, ...indices] = splitOperands(gep[2]);
    if (base !== `ptr ${name}`) return undefined;
    const offset = this.#offset(type, indices)?.offset;
    return offset === undefined ? undefined : { result: gep[1], offset };
  }

  /** Where indices lead, and what is there; undefined when one is no constant. */
  #offset(type: string, indices: readonly string[]): Reached | undefined {
    let current = type;
    let offset = 0;
    let parent: Reached['parent'];
    for (const [i, text] of indices.entries()) {
      const index = /^i\d+ (-?\d+)$/.exec(text)?.[1];
      if (index === undefined) return undefined;
      const number = Number(index);
      if (i === 0) offset += number * (this.layout.sizeOf(current) ?? Number.NaN);
      else {
        const fields = this.layout.fieldsOf(current);
        const element = /^\[(\d+) x (.*)\]$/.exec(current)?.[2];
        if (fields?.[number]) {
          parent = { type: current, field: number, offset: fields[number].offset, count: fields.length };
          offset += fields[number].offset;
          current = fields[number].type;
        } else if (element !== undefined) {
          parent = undefined;
          offset += number * (this.layout.sizeOf(element) ?? Number.NaN);
          current = element;
        } else return undefined;
      }
    }
    return Number.isNaN(offset) ? undefined : { offset, type: current, parent };
  }

  #markLocal(local: Local): void {
    const { name, size } = local;
    for (const at of this.#uses.get(name) ?? []) {
      const line = this.lines[at];
      if (this.#isPlainUse(at, name, size)) continue;
      const call = (result: string): string => {
        const words = ['local', local.number, size, local.line, local.label || name.slice(1).replaceAll('"', '')];
        return `  ${result} = call ptr ${this.declare(`__nearmiss_object.${words.join('.')}`, 'ptr @(ptr)')}(ptr ${name})${debugSuffix(line)}`;
      };
      this.#marked.add(name);
      if (/ = phi /.test(line)) this.#markPhi(at, name, call);
      else {
        const made = this.#newName();
        this.#put(this.#before, at, call(made));
        this.#rename(at, name, made);
      }
    }
  }

  /** Nothing may stand before a phi: the mark comes at the end of the block the value comes from. */
  #markPhi(at: number, name: string, call: (result: string) => string): void {
    const line = this.lines[at];
    let changed = line;
    for (const [whole, value, block] of line.matchAll(new RegExp(String.raw`\[ (${NAME}), (${NAME}) \]`, 'g'))) {
      if (value !== name) continue;
      const label = `${block.slice(1)}:`;
      const start = this.lines.findIndex((each) => each.startsWith(label));
      const end = this.lines.findIndex((each, i) => i > start && /^ {2}(?:br|switch|indirectbr|invoke) /.test(each));
      if (start < 0 || end < 0) continue;
      const made = this.#newName();
      this.#put(this.#before, end, call(made));
      changed = changed.replace(whole, `[ ${made}, ${block} ]`);
    }
    this.lines[at] = changed;
  }

  #scopes(): void {
    this.lines.forEach((line, i) => {
      const lifetime = LIFETIME.exec(line);
      const local = lifetime && this.#marked.has(lifetime[2]) ? this.#locals.get(lifetime[2]) : undefined;
      if (local) this.#put(this.#before, i, this.#scope(local.number));
    });
  }

  #scope(number: number): string {
    return `  call void ${this.declare(`__nearmiss_object.scope.${number}`, 'void @()')}()`;
  }

  /** Arrays of variable length and alloca(): each time the instruction is met it makes another object. */
  #dynamic(): void {
    let saved = '';
    const bySlot = new Map<string, number[]>();
    let number = this.#locals.size;
    this.lines.forEach((line, i) => {
      const save = new RegExp(String.raw`^ {2}store ptr ${NAME}, ptr (%saved_stack\w*),`).exec(line);
      if (save) saved = save[1];
      const alloca = DYNAMIC_ALLOCA.exec(line);
      if (alloca) {
        const [, name, type, count] = alloca;
        const size = this.layout.sizeOf(type);
        if (size === undefined) return;
        const own = number++;
        const list = bySlot.get(saved) ?? [];
        list.push(own);
        bySlot.set(saved, list);
        const [bytes, made] = [this.#newName(), this.#newName()];
        const variable = this.#variableOf(name);
        const words = ['alloca', own, variable.line, variable.name || 'alloca'];
        const mark = this.declare(`__nearmiss_object.${words.join('.')}`, 'ptr @(ptr, i32)');
        const debug = debugSuffix(line);
        this.#put(this.#behind, i, `  ${bytes} = mul i32 ${count}, ${size}${debug}`);
        this.#put(this.#behind, i, `  ${made} = call ptr ${mark}(ptr ${name}, i32 ${bytes})${debug}`);
        for (const at of this.#uses.get(name) ?? []) this.#rename(at, name, made);
      }
      const restore = /^ {2}call void @llvm\.stackrestore\.p0\(ptr (%\S+)\)/.exec(line);
      const slot = restore && new RegExp(`${restore[1].replaceAll('.', '\\.')} = load ptr, ptr (%saved_stack\\w*),`);
      const from = slot && this.lines.slice(0, i).findLast((each) => slot.test(each));
      for (const each of (from && bySlot.get(slot?.exec(from)?.[1] ?? '')) || [])
        this.#put(this.#before, i, this.#scope(each));
    });
  }

  #variableOf(name: string): { name: string; line: number } {
    for (const line of this.lines) {
      const debug = DECLARED.exec(line);
      if (debug?.[1] === name) return this.variables.get(debug[2]) ?? { name: '', line: 0 };
    }
    return { name: '', line: 0 };
  }

  #memberMark({ type, parent }: Reached): string | undefined {
    const size = this.layout.sizeOf(type);
    const array = /^\[(\d+) x /.exec(type);
    const structSize = parent && this.layout.sizeOf(parent.type);
    if (!array || !parent || size === undefined || structSize === undefined) return undefined;
    // An array that ends its struct may be a longer one; one of no or one element is meant to be.
    const isLast = parent.field === parent.count - 1;
    const last = isLast ? (Number(array[1]) <= 1 ? 2 : 1) : 0;
    const elementSize = Number(array[1]) > 0 ? size / Number(array[1]) : 0;
    return ['member', size, parent.offset, structSize, last, elementSize].join('.');
  }

  /** Arrays inside structs: what is made from a pointer to one may not leave it. */
  #members(): void {
    this.lines.forEach((line, i) => {
      if (!line.startsWith('  ')) return;
      const gep = GEP.exec(line);
      if (gep) {
        const [type, base, ...indices] = splitOperands(gep[2]);
        const reached =
          base?.startsWith('ptr ') && indices.length > 1 ? this.#offset(type, constantFirst(indices)) : undefined;
        const words = reached && this.#memberMark(reached);
        if (words && reached && !this.#isPlain(gep[1], this.layout.sizeOf(reached.type) ?? 0)) {
          const made = this.#newName();
          const mark = this.declare(`__nearmiss_object.${words}.${gep[1].slice(1).replace(/\d+$/, '')}`, 'ptr @(ptr)');
          this.#put(this.#behind, i, `  ${made} = call ptr ${mark}(ptr ${gep[1]})${debugSuffix(line)}`);
          for (const at of this.#uses.get(gep[1]) ?? []) this.#rename(at, gep[1], made);
        }
      }
      this.#constantMembers(line, i);
    });
  }

  /** The same for globals, whose members' addresses are constants. */
  #constantMembers(line: string, i: number): void {
    if (/ = phi |^ {2}(?:switch|br) |@llvm\.|!nosanitize/.test(line)) return;
    if (/^ {2}(?:%\S+ = load |store )/.test(line) && !/^ {2}store ptr (?:getelementptr|@)/.test(line)) return;
    let changed = line;
    for (const [whole, type, global, list] of line.matchAll(CONSTANT_GEP)) {
      const indices = splitOperands(list.slice(2));
      const offset = this.#offset(type, indices)?.offset;
      const owner = this.globals.get(global);
      const found = owner !== undefined && offset !== undefined ? this.#arrayAt(owner, offset) : undefined;
      const words = found && this.#memberMark(found);
      if (!words || !changed.includes(whole)) continue;
      const made = this.#newName();
      const mark = this.declare(`__nearmiss_object.${words}.`, 'ptr @(ptr)');
      this.#put(this.#before, i, `  ${made} = call ptr ${mark}(ptr ${whole})${debugSuffix(line)}`);
      changed = changed.replace(whole, made);
    }
    this.lines[i] = changed;
  }

  /** The array inside a struct that begins at this distance from the start of a type. */
  #arrayAt(type: string, offset: number): Reached | undefined {
    let current = type;
    let rest = offset;
    for (;;) {
      const fields = this.layout.fieldsOf(current);
      if (fields) {
        const index = fields.findLastIndex((field) => field.offset <= rest);
        const field = fields[index];
        if (!field) return undefined;
        const parent = { type: current, field: index, offset: field.offset, count: fields.length };
        if (rest === field.offset && /^\[/.test(field.type)) return { offset, type: field.type, parent };
        rest -= field.offset;
        current = field.type;
        continue;
      }
      const element = /^\[\d+ x (.*)\]$/.exec(current)?.[1];
      const size = element === undefined ? undefined : this.layout.sizeOf(element);
      if (element === undefined || !size) return undefined;
      rest %= size;
      current = element;
    }
  }

  /** How many bytes of arguments stand behind the `…` of a call. */
  #varargs(): void {
    this.lines.forEach((line, i) => {
      const call =
        /^ {2}(?:%\S+ = )?(?:tail |notail )?call .*?\(([^()]*)\.\.\.\) (?:@(?:[-\w.$]+|"[^"]*")|%\S+)\((.*)\)/.exec(
          line,
        );
      if (!call) return;
      const fixed = splitOperands(call[1]).filter((each) => each !== '').length;
      let size = 0;
      for (const argument of splitOperands(call[2]).slice(fixed)) {
        const type = /^(\[.*?\]|<.*?>|\{.*?\}|\S+)/.exec(argument)?.[1] ?? 'i32';
        const bytes = Math.max(4, this.layout.sizeOf(type) ?? 4);
        size = Math.ceil(size / Math.min(bytes, 16)) * Math.min(bytes, 16) + bytes;
      }
      if (size > 0) {
        const mark = this.declare(`__nearmiss_object.varargs.${size}`, 'void @()');
        this.#put(this.#before, i, `  call void ${mark}()`);
      }
    });
  }
}

interface Reached {
  readonly offset: number;
  readonly type: string;
  /** Of a field: the struct and which field it is. */
  readonly parent?: { readonly type: string; readonly field: number; readonly offset: number; readonly count: number };
}

/** Which of several structs is meant does not matter for where in it a field lies. */
const constantFirst = (indices: readonly string[]): string[] =>
  indices.map((index, i) => (i === 0 || /^i\d+ %/.test(index) ? 'i32 0' : index));

/** The type a global's text begins with. */
function firstType(text: string): string {
  const open = text[0];
  if (open !== '[' && open !== '{' && open !== '<') return /^\S+/.exec(text)?.[0].replace(/,$/, '') ?? '';
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if ('[{<('.includes(text[i])) depth++;
    else if (']}>)'.includes(text[i]) && --depth === 0) return text.slice(0, i + 1);
  }
  return text;
}
