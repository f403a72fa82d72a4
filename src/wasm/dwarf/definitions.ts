import { Attribute, Tag } from './constants.js';
import type { Entries } from './entries.js';
import type { Entry } from './entry.js';

const AGGREGATES: ReadonlySet<number> = new Set([Tag.structureType, Tag.unionType, Tag.classType]);

/**
 * Where structs that a unit only declares (`struct list;`, a handle to its callers) are defined by another. C says
 * a tag means compatible types in all files of a program; where it doesn't, by their sizes, the declaration stays.
 */
export class Definitions {
  private byTag: Map<string, Entry | undefined> | undefined;

  constructor(private readonly entries: Entries) {}

  of(declaration: Entry): Entry | undefined {
    const name = declaration.string(Attribute.name);
    return name ? this.index().get(key(declaration, name)) : undefined;
  }

  private index(): Map<string, Entry | undefined> {
    if (this.byTag) return this.byTag;
    const byTag = new Map<string, Entry | undefined>();
    this.byTag = byTag;
    for (const unit of this.entries.units) {
      const root = this.entries.root(unit);
      if (!root) continue;
      this.entries.childrenTagged(root, AGGREGATES, (entry) => {
        const name = entry.string(Attribute.name);
        if (!name || entry.flag(Attribute.declaration)) return;
        const tag = key(entry, name);
        if (!byTag.has(tag)) byTag.set(tag, entry);
        else if (byTag.get(tag)?.number(Attribute.byteSize) !== entry.number(Attribute.byteSize))
          byTag.set(tag, undefined);
      });
    }
    return byTag;
  }
}

function key(entry: Entry, name: string): string {
  return `${entry.tag} ${name}`;
}
