/** A grammar whose strings are an input. */
export interface GrammarFor {
  /** A yacc or EBNF file. */
  readonly grammar: string;
  /** The lex file of a yacc file. */
  readonly tokens?: string;
  /** Which input; the only one there is, if not said. */
  readonly input?: string;
}
