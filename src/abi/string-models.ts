/**
 * Functions of the C library that a program with shadows does not run as code where their strings have symbols: their
 * result is computed from all bytes at once (runtime/string-models.ts). docs/strings.md says what each of them decides.
 * None of them calls another (runtime-c/string.c), so that calls are counted alike whether they are modelled or not.
 */
export const modelledFunctions = [
  'strcmp',
  'strncmp',
  'strcasecmp',
  'strncasecmp',
  'memcmp',
  'strchr',
  'strrchr',
  'strstr',
  'strspn',
  'strcspn',
] as const;

export type ModelledFunction = (typeof modelledFunctions)[number];

/** How many of its first parameters are strings. */
export const stringParameters = (name: ModelledFunction): 1 | 2 => (name === 'strchr' || name === 'strrchr' ? 1 : 2);
