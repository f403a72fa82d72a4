import { expect, it } from 'vitest';
import { sizeOf, stripTypedefs, typeName } from '../../../src/wasm/dwarf/index.js';
import { type Built, build, VARIANTS } from './fixtures.js';

const sources = {
  'user.c': `struct handle; union twice; struct unlike;
int use(struct handle *h, struct unlike *u) { return h != 0 && u != 0; }`,
  'owner.c': `struct handle { int id; struct handle *parent; }; struct unlike { int a; };
int own(struct handle *h, struct unlike *u) { return h->id + u->a; }`,
  'other.c': `struct unlike { char b[9]; };
int other(struct unlike *u) { return u->b[3]; }`,
};

it('completes a struct that one file declares from the file that defines it, unless files differ', async () => {
  const built = (await build(VARIANTS[0], sources, ['use', 'own', 'other'])) as Built;
  const use = built.info.functions.find((found) => found.name === 'use');
  const [handle, unlike] = (use?.params ?? []).map(({ type }) =>
    type.kind === 'pointer' ? stripTypedefs(type.target) : undefined,
  );
  expect(handle).toMatchObject({ kind: 'struct', name: 'handle', isDeclaration: false });
  expect(sizeOf(handle)).toBe(8);
  expect(typeName(use?.params[0].type)).toBe('struct handle *');
  expect(unlike).toMatchObject({ kind: 'struct', name: 'unlike', isDeclaration: true });
});
