import { libraryFunctionNumber, libraryFunctions } from '../../abi/library-functions.js';
import type { DebugTypes, Pointee } from './debug-types.js';
import type { FunctionLines } from './function-lines.js';
import { type ConstantArray, constantsIn, type GlobalMembers } from './global-members.js';
import type { UnnamedLives } from './literal-scopes.js';
import { constantFirst, fieldAt, memberMark } from './struct-members.js';
import { debugSuffix, OWN, splitOperands } from './text.js';
import type { TypeLayout } from './type-layout.js';

const NAME = String.raw`%(?:[-\w.$]+|"(?:[^"\\]|\\.)*")`;
const STATIC_ALLOCA = new RegExp(String.raw`^ {2}(${NAME}) = alloca (.+?), align \d+`);
const DYNAMIC_ALLOCA = new RegExp(String.raw`^ {2}(${NAME}) = alloca (.+?), (i32|i64) (${NAME}|\d+), align \d+`);
const GEP = new RegExp(`^ {2}(${NAME}) = getelementptr (?:inbounds |nuw |nusw )*(.+?)(?:, !dbg .*)?$`);
const LOAD = new RegExp(`^ {2}${NAME} = load (?:volatile )?(.+?), ptr (${NAME})(?:, |$)`);
const STORE = new RegExp(`^ {2}store (?:volatile )?(.+), ptr (${NAME}), align`);
const USED = new RegExp(NAME, 'g');
const CALL = /^ {2}(?:%\S+ = )?(?:tail |notail )?(?:call|invoke) [^@]*@(\w+)\(/;
const DECLARED = new RegExp(String.raw`dbg[._]declare\((?:metadata )?ptr (${NAME}), (?:metadata )?!(\d+)`);
const LIFETIME = new RegExp(
  String.raw`^ {2}call void @llvm\.lifetime\.(start|end)\.p0\(.*ptr (?:nonnull )?(${NAME})\)`,
);

/** What a mark is called that may be meant for the whole object (runtime/exact-program.ts). */
const GUESS = '?';

/** What clang calls compound literals, and values of functions that have members. */
const LITERAL = '%.compoundliteral';
const TEMPORARY = /^%(?:tmp|ref\.tmp|agg\.tmp\.ensured)\d*$/;

interface Local {
  readonly name: string;
  readonly number: number;
  readonly size: number;
  readonly line: number;
  readonly label: string;
  /** Of one declared const: the number of the object it is for all but who gives it its value. */
  readonly constant?: number;
}

export interface Variable {
  readonly name: string;
  readonly line: number;
  readonly pointsTo?: Pointee;
  readonly isConstant?: boolean;
}

/** Marks the objects of one function. */
export class FunctionMarks {
  readonly #locals = new Map<string, Local>();
  /** Where values are used: lines by name. */
  readonly #uses = new Map<string, number[]>();
  /** Lines to be put before and behind a line, and new names for what it uses. */
  readonly #before = new Map<number, string[]>();
  readonly #behind = new Map<number, string[]>();
  readonly #renamed = new Map<number, Map<string, string>>();
  readonly #marked = new Set<string>();
  /** Literals of which nobody can tell how long they live. */
  readonly #unknown = new Set<string>();
  #made = 0;
  /** Objects of the function have numbers. */
  #numbered = 0;

  constructor(
    readonly lines: FunctionLines,
    readonly layout: TypeLayout,
    readonly variables: ReadonlyMap<string, Variable>,
    readonly constants: GlobalMembers,
    readonly declare: (name: string, type: string) => string,
    readonly types: DebugTypes,
    readonly lives: UnnamedLives,
  ) {}

  rewritten(): FunctionLines {
    this.#collect();
    this.#members();
    for (const local of this.#locals.values()) this.#unnamed(local);
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
    const labels = new Map<string, Variable>();
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
      const { name: label, line, isConstant } = labels.get(name) ?? { name: '', line: 0 };
      const number = this.#numbered++;
      const constant = isConstant ? this.#numbered++ : undefined;
      this.#locals.set(name, { name, number, constant, size, line, label });
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
    const offset = fieldAt(this.layout, type, indices)?.offset;
    return offset === undefined ? undefined : { result: gep[1], offset };
  }

  /** Whether this gives a value to a local, or to a part of it that is known. */
  #isFilling(at: number, name: string): boolean {
    const line = this.lines[at];
    // The rest of an array is filled by a loop of clang's.
    if (line.startsWith('  %arrayinit.')) return true;
    const escaped = name.replaceAll(/[.$]/g, String.raw`\$&`);
    if (new RegExp(String.raw`call void @llvm\.mem(?:cpy|set)[^(]*\(ptr [^,]*${escaped},`).test(line)) return true;
    if (new RegExp(String.raw`sret\([^()]*\)[^,]*? ${escaped}[,)]`).test(line)) return true;
    const gep = this.#constantGep(line, name);
    if (!gep) return this.#direct(line, name) !== undefined && STORE.test(line);
    const uses = this.#uses.get(gep.result) ?? [];
    return uses.length > 0 && uses.every((each) => this.#isFilling(each, gep.result));
  }

  #markLocal(local: Local): void {
    const { name, size } = local;
    for (const at of this.#uses.get(name) ?? []) {
      const line = this.lines[at];
      if (this.#isPlainUse(at, name, size)) continue;
      const call = (result: string): string => {
        const label = local.label || name.slice(1).replaceAll('"', '');
        const isWritable = local.constant === undefined || this.#isFilling(at, name);
        const words = this.#unknown.has(name)
          ? ['unknown']
          : [isWritable ? 'local' : 'constant', isWritable ? local.number : local.constant, size, local.line, label];
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
      const end = this.#endOf(block);
      if (end < 0) continue;
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
      if (!local) return;
      this.#put(this.#before, i, this.#scope(local.number, i));
      if (local.constant !== undefined) this.#put(this.#before, i, this.#scope(local.constant, i));
    });
  }

  /** Objects without a name: how long they live. */
  #unnamed(local: Local): void {
    const { name, number, label } = local;
    const [first] = this.#uses.get(name) ?? [];
    if (first === undefined || label !== '') return;
    const isLiteral = name.startsWith(LITERAL);
    if (!isLiteral && !TEMPORARY.test(name)) return;
    const ends = isLiteral
      ? this.lives.linesBehindLiteral(this.lines, first)
      : this.lives.linesBehindExpression(this.lines, first);
    if (ends === 'unknown') this.#unknown.add(name);
    else for (const at of ends) this.#put(this.#before, at, this.#scope(number, at));
  }

  /** A life begins or ends before this line; nobody is to take it for the line before. */
  #scope(number: number, at: number): string {
    const mark = this.declare(`__nearmiss_object.scope.${number}`, 'void @()');
    return `  call void ${mark}()${debugSuffix(this.lines[at])}`;
  }

  /** Arrays of variable length and alloca(): each time the instruction is met it makes another object. */
  #dynamic(): void {
    let saved = '';
    const bySlot = new Map<string, number[]>();
    this.lines.forEach((line, i) => {
      const save = new RegExp(String.raw`^ {2}store ptr ${NAME}, ptr (%saved_stack\w*),`).exec(line);
      if (save) saved = save[1];
      const alloca = DYNAMIC_ALLOCA.exec(line);
      if (alloca) {
        const [, name, type, word, count] = alloca;
        const size = this.layout.sizeOf(type);
        if (size === undefined) return;
        const own = this.#numbered++;
        const list = bySlot.get(saved) ?? [];
        list.push(own);
        bySlot.set(saved, list);
        const [bytes, made] = [this.#newName(), this.#newName()];
        const variable = this.#variableOf(name);
        const words = ['alloca', own, variable.line, variable.name || 'alloca'];
        const mark = this.declare(`__nearmiss_object.${words.join('.')}`, `ptr @(ptr, ${word})`);
        const debug = debugSuffix(line);
        this.#put(this.#behind, i, `  ${bytes} = mul ${word} ${count}, ${size}${debug}`);
        this.#put(this.#behind, i, `  ${made} = call ptr ${mark}(ptr ${name}, ${word} ${bytes})${debug}`);
        for (const at of this.#uses.get(name) ?? []) this.#rename(at, name, made);
      }
      const restore = /^ {2}call void @llvm\.stackrestore\.p0\(ptr (%\S+)\)/.exec(line);
      const slot = restore && new RegExp(`${restore[1].replaceAll('.', '\\.')} = load ptr, ptr (%saved_stack\\w*),`);
      const from = slot && this.lines.slice(0, i).findLast((each) => slot.test(each));
      for (const each of (from && bySlot.get(slot?.exec(from)?.[1] ?? '')) || [])
        this.#put(this.#before, i, this.#scope(each, i));
    });
  }

  #variableOf(name: string): { name: string; line: number } {
    for (const line of this.lines) {
      const debug = DECLARED.exec(line);
      if (debug?.[1] === name) return this.variables.get(debug[2]) ?? { name: '', line: 0 };
    }
    return { name: '', line: 0 };
  }

  /** Arrays inside structs: what is made from a pointer to one may not leave it. */
  #members(): void {
    this.lines.forEach((line, i) => {
      if (!line.startsWith('  ')) return;
      const gep = GEP.exec(line);
      if (gep) {
        const [type, base, ...indices] = splitOperands(gep[2]);
        const reached =
          base?.startsWith('ptr ') && indices.length > 1
            ? fieldAt(this.layout, type, constantFirst(indices))
            : undefined;
        const isInside = reached?.isInside || (reached !== undefined && this.#isBeforeOthers(base.slice(4)));
        const words = reached && memberMark(this.layout, { ...reached, isInside });
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

  /** Is this the address of a field that has others behind it, or of something at the end of such a field? */
  #isBeforeOthers(name: string): boolean {
    const line = this.lines.find((each) => each.startsWith(`  ${name} = getelementptr `));
    const gep = line === undefined ? null : GEP.exec(line);
    if (!gep) return false;
    const [type, base, ...indices] = splitOperands(gep[2]);
    const reached = indices.length > 1 ? fieldAt(this.layout, type, constantFirst(indices)) : undefined;
    if (!reached?.parent) return false;
    const { parent, isInside } = reached;
    return isInside === true || parent.field < parent.count - 1 || this.#isBeforeOthers(base.slice(4));
  }

  /** The same for globals, whose members' addresses are constants. */
  #constantMembers(line: string, i: number): void {
    if (/ = phi ptr /.test(line)) return this.#phiOfMembers(line, i);
    if (/ = phi |^ {2}(?:switch|br) |@llvm\.|!nosanitize/.test(line)) return;
    if (/^ {2}(?:%\S+ = load |store )/.test(line) && !/^ {2}store ptr (?:getelementptr|@)/.test(line)) return;
    const element = GEP.exec(line) ? splitOperands(GEP.exec(line)![2])[0] : undefined;
    let changed = line;
    for (const whole of constantsIn(line)) {
      const found = this.constants.arrayOf(whole, { element, pointee: this.#useOf(whole, line) });
      const made = found && this.#narrowed(found, i, line);
      if (made) changed = changed.replace(whole, made);
    }
    this.lines[i] = this.#firstMember(changed, i);
  }

  /** What a constant address in a line is meant to point to, by what it is kept in, given to or returned from. */
  #useOf(constant: string, line: string): Pointee | undefined {
    const stored = /^ {2}store ptr .*, ptr (%[-\w.$]+), align/.exec(line)?.[1];
    if (stored !== undefined) return this.#pointeeOf(stored) ?? this.#fieldPointee(stored);
    if (line.startsWith('  ret ')) return this.types.results.get(/ @(\w+)\(/.exec(this.lines[0])?.[1] ?? '');
    const called = CALL.exec(line);
    if (!called) return undefined;
    const given = splitOperands(line.slice(called[0].length, line.lastIndexOf(')')));
    return this.#taken(
      called[1],
      given.findIndex((each) => each.endsWith(constant)),
    );
  }

  /** What a function's parameter points to. */
  #taken(name: string, parameter: number): Pointee | undefined {
    if (libraryFunctions[libraryFunctionNumber(name) ?? -1]?.isText) return 'number';
    return this.types.parameters.get(name)?.[parameter];
  }

  /** What a pointer inside a structure points to. */
  #fieldPointee(name: string): Pointee | undefined {
    const line = this.lines.find((each) => each.startsWith(`  ${name} = getelementptr `));
    const gep = line === undefined ? null : GEP.exec(line);
    const [type, , ...indices] = gep ? splitOperands(gep[2]) : [];
    const reached = type === undefined ? undefined : fieldAt(this.layout, type, constantFirst(indices));
    const tag = /^%struct\.([\w$]+)$/.exec(type ?? '')?.[1];
    return reached && tag !== undefined ? this.types.fieldPointee(tag, reached.offset) : undefined;
  }

  /** One array or another: `c ? s.one : s.other`. */
  #phiOfMembers(line: string, i: number): void {
    const result = /^ {2}(%\S+) = /.exec(line)?.[1] ?? '';
    const kept = new RegExp(String.raw`^ {2}store ptr ${result.replaceAll('.', '\\.')}, ptr (%[-\w.$]+),`);
    const slot = (this.#uses.get(result) ?? []).map((at) => kept.exec(this.lines[at])?.[1]).find((each) => each);
    const pointee = slot === undefined ? undefined : this.#pointeeOf(slot);
    let changed = line;
    for (const [whole, value, block] of line.matchAll(/\[ (getelementptr .*?\)|@[-\w.$]+), (%[-\w.$]+) \]/g)) {
      const found = this.constants.arrayOf(value, { pointee });
      const end = found ? this.#endOf(block) : -1;
      if (!found || end < 0) continue;
      changed = changed.replace(whole, `[ ${this.#narrowed(found, end, line)}, ${block} ]`);
    }
    this.lines[i] = changed;
  }

  /** Before a line: the address of a place in an array inside a global, as a pointer to that array. */
  #narrowed({ global, start, delta, words, isGuess }: ConstantArray, at: number, line: string): string {
    const made = this.#newName();
    const mark = this.declare(`__nearmiss_object.${words}.${isGuess ? GUESS : ''}`, 'ptr @(ptr)');
    const address = start === 0 ? global : `getelementptr (i8, ptr ${global}, i32 ${start})`;
    const debug = debugSuffix(line);
    this.#put(this.#before, at, `  ${made} = call ptr ${mark}(ptr ${address})${debug}`);
    if (delta === 0) return made;
    const moved = this.#newName();
    this.#put(this.#before, at, `  ${moved} = getelementptr i8, ptr ${made}, i32 ${delta}${debug}`);
    return moved;
  }

  /** The line that a block of the function ends with. */
  #endOf(block: string): number {
    const start = this.lines.findIndex((each) => each.startsWith(`${block.slice(1)}:`));
    if (start < 0) return -1;
    return this.lines.findIndex((each, i) => i > start && /^ {2}(?:br|switch|indirectbr|invoke) /.test(each));
  }

  /**
   * The address of a global is that of an array it begins with, too, and LLVM writes both alike. What a string function
   * is given is the array, and so is what a pointer to numbers is set to. With characters that is a guess: they may be
   * the bytes of it all.
   */
  #firstMember(line: string, i: number): string {
    const form = /ptr (?:noundef )?(@(?:[-\w.$]+|"[^"]*"))(?=[,)]|$)/;
    const narrowed = (text: string, pointee: Pointee | undefined): string =>
      text.replace(form, (whole, global: string) => {
        const found = this.constants.arrayOf(global, { pointee });
        return found ? whole.replace(global, this.#narrowed(found, i, line)) : whole;
      });
    if (/^ {2}(?:store|ret) ptr @/.test(line)) return narrowed(line, this.#useOf('', line));
    const called = CALL.exec(line);
    if (!called || !form.test(line)) return line;
    const [from, end] = [called[0].length, line.lastIndexOf(')')];
    const given = splitOperands(line.slice(from, end)).map((each, at) => narrowed(each, this.#taken(called[1], at)));
    return line.slice(0, from) + given.join(', ') + line.slice(end);
  }

  /** What a local variable that is a pointer points to. */
  #pointeeOf(name: string): Pointee | undefined {
    for (const line of this.lines) {
      const debug = DECLARED.exec(line);
      if (debug?.[1] === name) return this.variables.get(debug[2])?.pointsTo;
    }
    return undefined;
  }

  /** How many bytes of arguments stand behind the `…` of a call. */
  #varargs(): void {
    this.lines.forEach((line, i) => {
      const call =
        /^ {2}(?:%\S+ = )?(?:tail |notail )?(?:call|invoke) .*?\(([^()]*)\.\.\.\) (?:@(?:[-\w.$]+|"[^"]*")|%\S+)\((.*)\)/.exec(
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
        this.#put(this.#before, i, `  call void ${mark}()${debugSuffix(line)}`);
      }
    });
  }
}
