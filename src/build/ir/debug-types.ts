/** What the debug information of LLVM's text says of pointers, which LLVM itself takes for all the same. */
export interface DebugTypes {
  /** By number of a type: what pointers point to. */
  readonly pointees: ReadonlyMap<string | undefined, Pointee>;
  /** The same of the parameters of the functions defined here. */
  readonly parameters: ReadonlyMap<string, readonly (Pointee | undefined)[]>;
  /** And of what they return. */
  readonly results: ReadonlyMap<string, Pointee | undefined>;
  /** Of a pointer at this offset of a structure, by its tag. */
  fieldPointee(tag: string, offset: number): Pointee | undefined;
  /** Is a type const, or an array of what is? */
  isConstant(type: string | undefined): boolean;
  /** What the pointer at this offset of a global points to, by the number of its `!dbg`. */
  globalPointee(debug: string, offset: number): Pointee | undefined;
  /** The same of a local, by its name. */
  localPointee(name: string, offset: number): Pointee | undefined;
}

/** Undefined, where one is asked for: nobody knows. */
export type Pointee = 'number' | 'character' | 'structure';

export function debugTypes(moduleText: string): DebugTypes {
  const all = (form: RegExp): Map<string, string> =>
    new Map([...moduleText.matchAll(form)].map(([, id, rest]) => [id, rest] as const));
  const basic = all(/^!(\d+) = !DIBasicType\(.*?size: (\d+)/gm);
  const tags = all(/^!(\d+) = (?:distinct )?!DI(?:Derived|Composite)Type\(tag: DW_TAG_(\w+)/gm);
  const bases = all(/^!(\d+) = (?:distinct )?!DI(?:Derived|Composite)Type\(.*?baseType: !(\d+)/gm);
  const stripped = (id: string): string =>
    /^(?:typedef|const_type|volatile_type)$/.test(tags.get(id) ?? '') ? stripped(bases.get(id) ?? '') : id;
  const pointeeOf = (id: string): Pointee | undefined => {
    const pointer = stripped(id);
    if (tags.get(pointer) !== 'pointer_type') return undefined;
    const base = bases.get(pointer);
    // `void *` may be meant for the bytes of it all.
    if (base === undefined) return 'character';
    const target = stripped(base);
    const bits = basic.get(target);
    if (bits !== undefined) return bits === '8' ? 'character' : 'number';
    const tag = tags.get(target) ?? '';
    if (/^(?:pointer_type|enumeration_type)$/.test(tag)) return 'number';
    return /^(?:structure|union|array)_type$/.test(tag) ? 'structure' : undefined;
  };
  const pointees = new Map<string | undefined, Pointee>();
  for (const id of tags.keys()) {
    const pointee = pointeeOf(id);
    if (pointee !== undefined) pointees.set(id, pointee);
  }
  const programs = all(/^!(\d+) = distinct !DISubprogram\(.*?\btype: !(\d+)/gm);
  const signatures = all(/^!(\d+) = !DISubroutineType\(.*?types: !(\d+)/gm);
  const lists = all(/^!(\d+) = !\{(.*)\}$/gm);
  const parameters = new Map<string, (Pointee | undefined)[]>();
  const results = new Map<string, Pointee | undefined>();
  for (const [, name, id] of moduleText.matchAll(/^define [^@]*@(\w+)\(.* !dbg !(\d+)/gm)) {
    const list = lists.get(signatures.get(programs.get(id) ?? '') ?? '');
    if (list === undefined) continue;
    const [result, ...types] = list.split(', ').map((type) => pointees.get(type.slice(1)));
    results.set(name, result);
    parameters.set(name, types);
  }
  const isConstant = (type: string | undefined): boolean => {
    const tag = type === undefined ? undefined : tags.get(type);
    if (tag === 'const_type') return true;
    return /^(?:typedef|volatile_type|array_type)$/.test(tag ?? '') && isConstant(bases.get(type ?? ''));
  };

  const bits = all(/^!(\d+) = (?:distinct )?!DI(?:Basic|Derived|Composite)Type\(.*?\bsize: (\d+)/gm);
  const offsets = all(/^!(\d+) = !DIDerivedType\(tag: DW_TAG_member,.*?\boffset: (\d+)/gm);
  const elements = all(/^!(\d+) = (?:distinct )?!DICompositeType\(.*?elements: !(\d+)/gm);
  /** What stands at an offset, in bytes, of a type; undefined where there is no telling. */
  const typeAt = (type: string, offset: number): string | undefined => {
    const own = stripped(type);
    const tag = tags.get(own);
    if (tag === 'array_type') {
      const base = bases.get(own) ?? '';
      const size = Number(bits.get(stripped(base)) ?? 0) / 8;
      return size > 0 ? typeAt(base, offset % size) : undefined;
    }
    if (tag !== 'structure_type') return tag === 'union_type' ? undefined : own;
    const fields = (lists.get(elements.get(own) ?? '') ?? '').split(', ').map((field) => field.slice(1));
    const start = (field: string): number => Number(offsets.get(field) ?? 0) / 8;
    const field = fields.findLast((each) => start(each) <= offset);
    return field === undefined ? undefined : typeAt(bases.get(field) ?? '', offset - start(field));
  };
  const pointeeAt = (type: string | undefined, offset: number): Pointee | undefined => {
    const found = type === undefined ? undefined : typeAt(type, offset);
    return found === undefined ? undefined : pointeeOf(found);
  };
  const structures = new Map<string, string>();
  for (const [, id, name] of moduleText.matchAll(
    /^!(\d+) = (?:distinct )?!DICompositeType\(tag: DW_TAG_structure_type, name: "([^"]*)"/gm,
  ))
    structures.set(name, id);
  const variables = all(/^!(\d+) = !DIGlobalVariableExpression\(var: !(\d+)/gm);
  const globals = all(/^!(\d+) = distinct !DIGlobalVariable\(.*?\btype: !(\d+)/gm);
  const locals = new Map<string, string>();
  for (const [, name, type] of moduleText.matchAll(/^!\d+ = !DILocalVariable\(name: "([^"]*)".*?type: !(\d+)/gm))
    locals.set(name, type);
  return {
    pointees,
    parameters,
    results,
    fieldPointee: (tag, offset) => pointeeAt(structures.get(tag), offset),
    isConstant,
    globalPointee: (debug, offset) => pointeeAt(globals.get(variables.get(debug) ?? ''), offset),
    localPointee: (name, offset) => pointeeAt(locals.get(name), offset),
  };
}
