/** By what can two programs differ? In the order in which differences are told. */
export const whats = ['failure', 'hang', 'exit', 'return', 'output', 'buffer', 'global', 'file'] as const;

export type What = (typeof whats)[number];
