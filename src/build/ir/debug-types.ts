/** What the debug information of LLVM's text says of pointers, which LLVM itself takes for all the same. */
export interface DebugTypes {
  /** By number of a type: of pointers to numbers or characters. */
  readonly pointees: ReadonlyMap<string | undefined, Pointee>;
  /** The same of the parameters of the functions defined here. */
  readonly parameters: ReadonlyMap<string, readonly (Pointee | undefined)[]>;
}

export type Pointee = 'number' | 'character';

export function debugTypes(moduleText: string): DebugTypes {
  const all = (form: RegExp): Map<string, string> =>
    new Map([...moduleText.matchAll(form)].map(([, id, rest]) => [id, rest] as const));
  const basic = all(/^!(\d+) = !DIBasicType\(.*?size: (\d+)/gm);
  const tags = all(/^!(\d+) = (?:distinct )?!DIDerivedType\(tag: DW_TAG_(\w+)/gm);
  const bases = all(/^!(\d+) = (?:distinct )?!DIDerivedType\(.*?baseType: !(\d+)/gm);
  const stripped = (id: string): string =>
    /^(?:typedef|const_type|volatile_type)$/.test(tags.get(id) ?? '') ? stripped(bases.get(id) ?? '') : id;
  const pointees = new Map<string | undefined, Pointee>();
  for (const id of tags.keys()) {
    const pointer = stripped(id);
    const bits = tags.get(pointer) === 'pointer_type' ? basic.get(stripped(bases.get(pointer) ?? '')) : undefined;
    if (bits !== undefined) pointees.set(id, bits === '8' ? 'character' : 'number');
  }
  const programs = all(/^!(\d+) = distinct !DISubprogram\(.*?\btype: !(\d+)/gm);
  const signatures = all(/^!(\d+) = !DISubroutineType\(.*?types: !(\d+)/gm);
  const lists = all(/^!(\d+) = !\{(.*)\}$/gm);
  const parameters = new Map<string, (Pointee | undefined)[]>();
  for (const [, name, id] of moduleText.matchAll(/^define [^@]*@(\w+)\(.* !dbg !(\d+)/gm)) {
    const list = lists.get(signatures.get(programs.get(id) ?? '') ?? '');
    if (list === undefined) continue;
    const types = list.split(', ').slice(1);
    parameters.set(
      name,
      types.map((type) => pointees.get(type.slice(1))),
    );
  }
  return { pointees, parameters };
}
