import { control } from './control.js';
import { data } from './data.js';
import type { Dice } from './dice.js';
import { heap } from './heap.js';
import { library } from './library.js';

/**
 * A few lines of C as people write them, with holes the dice fill. They see two inputs, `a` and `b`, and two
 * variables, `x` and `y`, which they may change. `$` stands for a number of their own.
 */
export type Idiom = (dice: Dice) => { readonly outside?: string; readonly inside: string };

export const idioms: Readonly<Record<string, Idiom>> = { ...control, ...data, ...heap, ...library };

export const head = `#include <alloca.h>
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
volatile int sink;
`;

/** One function of two inputs, and what stands before it. */
export function functionOf(dice: Dice, name: string, only?: readonly string[]): string {
  const names = only ?? Object.keys(idioms);
  const outside: string[] = [];
  const inside: string[] = [];
  const count = dice.between(1, 3);
  for (let i = 0; i < count; i++) {
    const chosen = dice.pick(names);
    const made = idioms[chosen]!(dice);
    const own = (text: string) => text.replaceAll('$', `${name}_${i}`);
    if (made.outside) outside.push(own(made.outside));
    const lines = own(made.inside)
      .split('\n')
      .map((line) => `    ${line}`);
    const guard = dice.chance(3) ? `if (${dice.condition()})` : '';
    inside.push(`  ${guard} { // ${chosen}`, ...lines, '  }');
    if (dice.chance(3)) inside.push(`  assert(x != ${dice.constant()});`);
  }
  if (dice.chance(5)) inside.push(`  if (${dice.condition()})`, '    abort();');
  return [
    ...outside,
    `int ${name}(unsigned char a, signed char b) {`,
    '  b &= 15; b -= 5;',
    '  int x = 1, y = 2;',
    ...inside,
    '  return x ^ y;',
    '}',
  ].join('\n');
}
