import type { DebugType, FunctionType, QualifiedType } from './types.js';

/** Parts of a type that are spelled out; types that broken input knots through pointers end in `…`. */
const MOST_PARTS = 200;

const QUALIFIERS = { const: 'const', volatile: 'volatile', restrict: 'restrict', atomic: '_Atomic' } as const;

/** A type as C spells it: `char *`, `struct node *`, `unsigned int[4]`, `int (*)(const char *, ...)`. */
export function typeName(type: DebugType | undefined): string {
  return new Speller().spell(type, '');
}

class Speller {
  private parts = 0;

  /** `inner` is the declarator built so far: C writes a type around the name, from the inside out. */
  spell(type: DebugType | undefined, inner: string): string {
    if (++this.parts > MOST_PARTS) return attach('…', inner);
    if (type === undefined) return attach('void', inner);
    switch (type.kind) {
      case 'base':
      case 'typedef':
      case 'unknown':
        return attach(type.name || '?', inner);
      case 'struct':
      case 'union':
      case 'enum':
        return attach(`${type.kind} ${type.name || '{…}'}`, inner);
      case 'pointer':
        return this.spellPointer(type.target, `*${inner}`);
      case 'array':
        return this.spell(type.element, inner + type.counts.map((count) => `[${count ?? ''}]`).join(''));
      case 'function':
        return this.spell(type.returnType, `${inner}(${this.parameters(type)})`);
      default:
        return this.spellQualified(type, inner);
    }
  }

  private spellPointer(target: DebugType | undefined, declarator: string): string {
    const bindsTighter = target?.kind === 'array' || target?.kind === 'function';
    return this.spell(target, bindsTighter ? `(${declarator})` : declarator);
  }

  /** A qualifier of a pointer stands behind its star, any other before the type. */
  private spellQualified(type: QualifiedType, inner: string): string {
    const word = QUALIFIERS[type.kind];
    if (type.target?.kind !== 'pointer') return `${word} ${this.spell(type.target, inner)}`;
    return this.spellPointer(type.target.target, `*${attach(word, inner)}`);
  }

  private parameters(type: FunctionType): string {
    const names: string[] = [];
    for (const param of type.params) if (this.parts <= MOST_PARTS) names.push(this.spell(param, ''));
    if (type.isVariadic && type.isPrototyped) names.push('...');
    return names.length === 0 && type.isPrototyped ? 'void' : names.join(', ');
  }
}

function attach(name: string, inner: string): string {
  return inner === '' || inner.startsWith('[') ? name + inner : `${name} ${inner}`;
}
