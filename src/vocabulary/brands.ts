/**
 * Numbers that mean something. They cost nothing at run time and keep an expression id from being
 * taken for an address.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = number & { readonly [brand]?: Name };

/** An expression in an ExprStore. 0 is never an expression: beside a value it means *concrete*. */
export type ExprId = Branded<'ExprId'>;
/** An entry of the site table: a branch, access, call or check of the program. */
export type SiteId = Branded<'SiteId'>;
/** A byte address in the program's linear memory. */
export type Address = Branded<'Address'>;
/** An input variable. Every variable is one byte; it is byte `VarId` of the flat input. */
export type VarId = Branded<'VarId'>;
