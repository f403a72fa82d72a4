/**
 * The only place where instrumented code and the runtime meet: what the code calls when a value is
 * symbolic or an access looks odd. All parameters and results are i32; 64-bit values are split into low
 * and high halves because a BigInt across the border costs ten times as much. An id of 0 means concrete.
 * `site` indexes the site table.
 */
const abi = {
  /** A conditional branch: the condition's id, its concrete value. */
  branch: ['id', 'value', 'site'],
  /** A br_table: the index. */
  choose: ['id', 'value', 'site'],
  /** Gives the id of a unary operation. */
  unary: ['op', 'id', '->id'],
  binary32: ['op', 'aId', 'a', 'bId', 'b', '->id'],
  binary64: ['op', 'aId', 'aLow', 'aHigh', 'bId', 'bLow', 'bHigh', '->id'],
  select32: ['conditionId', 'condition', 'aId', 'a', 'bId', 'b', '->id'],
  select64: ['conditionId', 'condition', 'aId', 'aLow', 'aHigh', 'bId', 'bLow', 'bHigh', '->id'],
  /** Division and remainder, before they are computed (they may trap). */
  divide32: ['op', 'aId', 'a', 'bId', 'b', 'site', '->id'],
  divide64: ['op', 'aId', 'aLow', 'aHigh', 'bId', 'bLow', 'bHigh', 'site', '->id'],
  /** An operation that may fail: symbolic, or its concrete operands look as if it did. */
  check32: ['aId', 'a', 'bId', 'b', 'site'],
  check64: ['aId', 'aLow', 'aHigh', 'bId', 'bLow', 'bHigh', 'site'],
  /** Before a load whose shadow or address is not plain: gives the id of what will be loaded. */
  load: ['address', 'addressId', 'site', '->id'],
  /** Before a store whose old shadow, address or value is not plain: updates the shadow. */
  store: ['address', 'addressId', 'valueId', 'low', 'high', 'site'],
  copy: ['to', 'toId', 'from', 'fromId', 'size', 'sizeId', 'site'],
  fill: ['to', 'toId', 'value', 'valueId', 'size', 'sizeId', 'site'],
  /** A value that must be concrete from here on: call targets, stack sizes, arguments of host functions. */
  concretize: ['id', 'value', 'site'],
  /** … of 64 bits: where in a file to read next. */
  concretizeWide: ['id', 'low', 'high', 'site'],
  /** The target of a call through a pointer. */
  target: ['id', 'value', 'site'],
  /** An integer that becomes a float. */
  becomesFloat: ['id', 'low', 'high'],
  /** What it was given has to be concrete: the same, and decided by at once. */
  concretizeFloat: ['id', 'low', 'high', 'site'],
  /** Before a float decides something, if integers with symbols became floats. */
  decideFloat: ['site'],
  /** Before a call of a library function with a symbolic argument, or of one that is always examined. */
  library: ['site', 'a', 'aId', 'b', 'bId', 'c', 'cId', 'd', 'dId'],
  /** The program ends with a code that has a symbol. */
  exits: ['id'],
  /**
   * On entry of a function that may be modelled: its number, its first three parameters and their ids. Gives 0 where
   * it is to run as code; else its value and the value's id are asked for and returned.
   */
  model: ['function', 'a', 'b', 'c', 'aId', 'bId', 'cId', '->isModelled'],
  modelValue: ['->value'],
  modelId: ['->id'],
  /** A pointer to an array inside a structure, where the structure's address is symbolic. */
  member: ['id', 'address'],
  fuelOut: ['site'],
  /** On entry of libc's own halves of setjmp and longjmp: the jmp_buf and the stack pointer. */
  setjmp: ['buffer', 'stackPointer'],
  longjmp: ['buffer', 'stackPointer'],
  stackOverflow: ['stackPointer'],
  /** On entry of a watched function: its integer parameters one by one, then that it is entered. */
  argument: ['index', 'low', 'high', 'id'],
  enter: ['watched', 'site'],
  /** A goal that may be the next one, or a place to avoid (-1). */
  mark: ['goal'],
  /** The next goal can't be reached from here. */
  lost: [],
} as const;

export type AbiName = keyof typeof abi;
export const abiNames = Object.keys(abi) as AbiName[];
export const abiModule = 'nearmiss';

export const abiParams = (name: AbiName): number => abi[name].filter((each) => !each.startsWith('->')).length;
export const abiHasResult = (name: AbiName): boolean => abi[name].some((each) => each.startsWith('->'));
