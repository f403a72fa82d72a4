import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { build } from '../../src/build/build.js';
import { decode } from '../../src/wasm/decode.js';
import { readRelocations } from '../../src/wasm/relocations.js';
import type { Instr, Module } from '../../src/wasm/types.js';

const folder = mkdtempSync(join(tmpdir(), 'nearmiss-relocations-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = `
static int table[20];
static char zeroes[1 << 20];
const char *words[] = {"first", "second"};
int pick(int i) { return table[i] + zeroes[i] + *words[i & 1]; }
`;

async function linked(): Promise<{ module: Module; size: number }> {
  const file = join(folder, 'data.c');
  writeFileSync(file, source);
  const { wasm } = await build({ sources: [file], flags: [], opt: 0, compiler: 'auto', entry: 'pick' });
  return { module: decode(wasm), size: wasm.length };
}

const i32Const = 0x41;
const isAccess = ({ op }: Instr): boolean => op >= 0x28 && op <= 0x3e;

test('every address in code and data is known with its object', async () => {
  const { module, size } = await linked();
  const found = readRelocations(module.customs);
  expect(found).toBeDefined();
  const { objects, code, data } = found!;
  const named = (name: string) => objects.find((each) => each.name === name)!;
  expect(named('table').size).toBeGreaterThanOrEqual(80);
  // All stand at an immediate, and the number there lies in the object.
  let seen = 0;
  const used = new Set<string>();
  for (const body of module.bodies) {
    for (const each of body.code) {
      const index = each.op === i32Const ? code.get(each.at + 1) : isAccess(each) ? code.get(each.at + 2) : undefined;
      if (index === undefined) continue;
      seen++;
      const { name, address, size: bytes } = objects[index];
      const value = each.op === i32Const ? each.x : each.y;
      used.add(name);
      expect(value - address).toBeGreaterThanOrEqual(0);
      expect(value - address).toBeLessThanOrEqual(bytes);
    }
  }
  expect(seen).toBe(code.size);
  expect([...used]).toEqual(expect.arrayContaining(['table', 'zeroes', 'words']));
  const words = named('words').address;
  const [first, second] = [words, words + 4].map((at) => objects[data.get(at) as number]);
  const text = ({ address }: { address: number }, length: number) => {
    const segment = module.data.find(({ offset, bytes }) => {
      const at = address - offset[0].x;
      return at >= 0 && at < bytes.length;
    })!;
    const at = address - segment.offset[0].x;
    return Buffer.from(segment.bytes.subarray(at, at + length)).toString();
  };
  expect(text(first, 6)).toBe('first\0');
  expect(text(second, 7)).toBe('second\0');
  // What the linker writes out to describe it is not kept.
  expect(size).toBeLessThan(200_000);
  expect([...module.customs.keys()].filter((name) => name === 'linking' || name.startsWith('reloc.'))).toEqual([]);
});
