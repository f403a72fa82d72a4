import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceLines } from '../../../src/wasm/dwarf/index.js';
import { type Built, build, lineOf, sourcesOf, VARIANTS } from './fixtures.js';

const sources = sourcesOf('calls.c', 'lib/clamp.h', 'lib/sum.h', 'lib/sum.c');
const inCalls = (marker: string) => lineOf(sources['calls.c'], marker);
const variant = VARIANTS[0];
const built = (await build(variant, sources, ['run', 'twice_called'])) as Built;
const lines = new SourceLines(built.info.lines);

describe('lines of source', () => {
  it('lists the lines that have code, and only those', () => {
    expect(lines.files).toEqual(['calls.c', 'lib/clamp.h', 'lib/sum.c']);
    const withCode = lines.linesWithCode('calls.c');
    const statements = ['twice-seen', 'quadruple-inner', 'total', 'loop', 'part', 'if', 'clamp-call', 'add', 'return'];
    for (const marker of statements) expect(withCode, marker).toContain(inCalls(marker));
    expect(withCode).not.toContain(1);
    expect(withCode).not.toContain(lineOf(sources['calls.c'], 'twice') - 2);
    // Nobody calls it, so the linker removed it: its line can't be covered.
    expect(lines.hasCode('lib/sum.c', lineOf(sources['lib/sum.c'], 'unused'))).toBe(false);
  });

  it('leaves out files that are not the user’s', () => {
    const own = new SourceLines(built.info.lines, (file) => !file.startsWith('lib/'));
    expect(own.files).toEqual(['calls.c']);
    expect(own.linesWithCode('lib/sum.c')).toEqual([]);
    expect(own.nearestLineWithCode('lib/sum.c', 5)).toBeUndefined();
  });

  it('moves a line without code to the next with code, or the last', () => {
    expect(lines.nearestLineWithCode('calls.c', 1)).toBe(inCalls('twice-seen'));
    expect(lines.nearestLineWithCode('calls.c', inCalls('add'))).toBe(inCalls('add'));
    fc.assert(
      fc.property(fc.constantFrom(...lines.files), fc.integer({ min: -3, max: 60 }), (file, line) => {
        const all = lines.linesWithCode(file);
        expect(lines.nearestLineWithCode(file, line)).toBe(all.find((candidate) => candidate >= line) ?? all.at(-1));
      }),
    );
  });

  it('understands paths as people type them', () => {
    expect(lines.filesNamed('calls.c')).toEqual(['calls.c']);
    expect(lines.filesNamed('./lib/../lib/sum.c')).toEqual(['lib/sum.c']);
    expect(lines.filesNamed('sum.c')).toEqual(['lib/sum.c']);
    expect(lines.filesNamed('/home/me/project/lib/sum.c')).toEqual(['lib/sum.c']);
    expect(lines.filesNamed('m.c')).toEqual([]);
    expect(lines.filesNamed('other.c')).toEqual([]);
  });
});
