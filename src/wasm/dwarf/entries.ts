import type { Abbreviation } from './abbreviations.js';
import { Entry } from './entry.js';
import { skipForm } from './forms.js';
import type { DebugSections } from './sections.js';
import { readUnits, type Unit } from './unit.js';

/** Deeper than any program nests; below it subtrees are stepped over, so that no input exhausts our stack. */
const DEEPEST = 200;

/**
 * The tree of entries of .debug_info, read in place: entries are found by offset, children by walking on.
 * `DW_AT_sibling` is not believed (clang writes none, and a wrong one could lead in circles).
 */
export class Entries {
  readonly units: readonly Unit[];
  private depth = 0;

  constructor(private readonly sections: DebugSections) {
    this.units = readUnits(sections);
    for (const unit of this.units) {
      const root = this.root(unit);
      if (root) unit.describe(root);
    }
  }

  root(unit: Unit): Entry | undefined {
    return this.read(unit, unit.firstEntry);
  }

  /** The entry at an offset of .debug_info; undefined between units and where a list of children ends. */
  at(offset: number): Entry | undefined {
    const unit = this.unitAt(offset);
    return unit && this.read(unit, offset);
  }

  origin(entry: Entry): Entry | undefined {
    const offset = entry.originAt;
    return offset === undefined ? undefined : this.at(offset);
  }

  /**
   * Visits the children of an entry. A visitor that walks the child's own children returns the offset where
   * they ended, so that nothing is walked twice; otherwise 0. Gives the offset after the last child.
   */
  children(parent: Entry, visit: (child: Entry) => number): number {
    if (!parent.abbreviation.hasChildren) return parent.next;
    if (this.depth >= DEEPEST) return this.skipChildren(parent.unit, parent.next);
    this.depth++;
    const { unit } = parent;
    let at = parent.next;
    while (at < unit.end) {
      const child = this.read(unit, at);
      if (!child) {
        // A zero ends the list; a code nobody declared makes the rest of the unit unreadable.
        at = this.sections.info[at] === 0 ? at + 1 : unit.end;
        break;
      }
      const walkedTo = visit(child);
      at = walkedTo > 0 ? walkedTo : this.end(child);
    }
    this.depth--;
    return at;
  }

  /**
   * Visits only the children with one of these tags and steps over the others without looking at them: most of
   * a unit is types, which are read when something refers to them.
   */
  childrenTagged(parent: Entry, tags: ReadonlySet<number>, visit: (child: Entry) => void): void {
    const { unit } = parent;
    const { cursor } = unit;
    let at = parent.abbreviation.hasChildren ? parent.next : unit.end;
    while (at < unit.end) {
      const abbreviation = this.abbreviationAt(unit, at);
      if (!abbreviation) return;
      const attributesAt = cursor.position;
      if (tags.has(abbreviation.tag)) {
        visit(new Entry(unit, at, abbreviation, attributesAt));
        cursor.seek(attributesAt);
      }
      this.skipAttributes(unit, abbreviation);
      at = abbreviation.hasChildren ? this.skipChildren(unit, cursor.position) : cursor.position;
    }
  }

  /** Visits the entries with one tag anywhere below an entry, without regard to nesting. */
  descendantsTagged(parent: Entry, tag: number, visit: (entry: Entry) => void): number {
    if (!parent.abbreviation.hasChildren) return parent.next;
    return this.skipChildren(parent.unit, parent.next, tag, visit);
  }

  /** The offset behind an entry and all that is below it. */
  end(entry: Entry): number {
    return entry.abbreviation.hasChildren ? this.skipChildren(entry.unit, entry.next) : entry.next;
  }

  private read(unit: Unit, offset: number): Entry | undefined {
    const abbreviation = this.abbreviationAt(unit, offset);
    return abbreviation && new Entry(unit, offset, abbreviation, unit.cursor.position);
  }

  private abbreviationAt(unit: Unit, offset: number): Abbreviation | undefined {
    if (!this.sections.allowance.spend(4)) return undefined;
    unit.cursor.seek(offset);
    return unit.abbreviations.get(unit.cursor.uleb());
  }

  private skipAttributes(unit: Unit, abbreviation: Abbreviation): void {
    const { cursor } = unit;
    if (abbreviation.fixedSize >= 0) return cursor.skip(abbreviation.fixedSize);
    const { forms, sizes } = abbreviation;
    this.sections.allowance.spend(forms.length);
    for (let index = 0; index < forms.length; index++) {
      if (sizes[index] >= 0) cursor.skip(sizes[index]);
      else skipForm(cursor, forms[index], unit);
    }
  }

  private skipChildren(unit: Unit, from: number, tag = -1, visit?: (entry: Entry) => void): number {
    const { cursor } = unit;
    cursor.seek(from);
    let open = 1;
    while (open > 0 && !cursor.atEnd && this.sections.allowance.spend(2)) {
      const offset = cursor.position;
      const code = cursor.uleb();
      if (code === 0) {
        open--;
        continue;
      }
      const abbreviation = unit.abbreviations.get(code);
      if (!abbreviation) return unit.end;
      const attributesAt = cursor.position;
      if (visit && abbreviation.tag === tag) {
        visit(new Entry(unit, offset, abbreviation, attributesAt));
        cursor.seek(attributesAt);
      }
      this.skipAttributes(unit, abbreviation);
      if (abbreviation.hasChildren) open++;
    }
    return open > 0 ? unit.end : cursor.position;
  }

  private unitAt(offset: number): Unit | undefined {
    let low = 0;
    let high = this.units.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.units[middle].end <= offset) low = middle + 1;
      else high = middle;
    }
    const unit = this.units[low];
    return unit && offset >= unit.firstEntry ? unit : undefined;
  }
}
