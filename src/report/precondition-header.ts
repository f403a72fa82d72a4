import type { FunctionPrecondition } from '../modes/hoist.js';

/** Preconditions as a header: a checked function per function, whose asserts can also be pasted. */
export function preconditionHeader(functions: readonly FunctionPrecondition[]): string {
  const parts = functions.map(headerPart);
  return `/*
 * Preconditions derived from unit tests by nearmiss predict --units. Call a function's _requires first in its body,
 * or paste the asserts there. They hold what the unit tests' paths check, with globals as the program starts;
 * other paths may require more.
 */
#ifndef NEARMISS_PRECONDITIONS_H
#define NEARMISS_PRECONDITIONS_H
#include <assert.h>
#include <stdint.h>

${parts.join('\n')}
#endif
`;
}

function headerPart({ function: name, params, tests, requirements, approximated }: FunctionPrecondition): string {
  const from = `${tests} unit test${tests === 1 ? '' : 's'}`;
  const said = requirements.filter(({ text }) => text !== undefined);
  const note = approximated ? '; some values were followed as the tests had them' : '';
  if (requirements.length === 0) return `/* ${name}: ${from}, nothing to require${note}. */\n`;
  const unsaid = requirements
    .filter(({ text }) => text === undefined)
    .map(({ checker, at }) => `  /* ${checker} at ${at}: a condition too long to read. */`);
  const list = params.length > 0 ? params.join(', ') : 'void';
  const asserts = said.map(({ text, checker, at }) => `  assert(${text}); /* ${checker} at ${at} */`);
  return `/* From ${from}${note}. */
static inline void ${name}_requires(${list}) {
${[...asserts, ...unsaid].join('\n')}
}
`;
}
