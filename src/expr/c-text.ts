import type { ExprId } from '../vocabulary/brands.js';
import type { CByte, CNames } from './c-names.js';
import { smallSum } from './c-sums.js';
import { Op } from './ops.js';
import type { ExprStore } from './store.js';

/** More is no precondition anybody reads. */
const longest = 600;

interface Text {
  readonly text: string;
  /** Needs no parentheses as an operand. */
  readonly atom: boolean;
  /** How C sees it; undefined for a constant, which fits either way. */
  readonly signed: boolean | undefined;
}

/** What can't be said in C, or not briefly. */
class Unspeakable extends Error {}

/**
 * A condition (width 1) as a C expression, or undefined when it has none that is short. Means the same as the
 * expression for every value: operands are cast so that C's promotions, signs and undefined shifts don't matter.
 */
export function printC(store: ExprStore, root: ExprId, names: CNames): string | undefined {
  return orUndefined(() => new CPrinter(store, names).condition(root).text);
}

/** The same of its negation, pushed inward where that reads better: `x != 100` for `x == 100`. */
export function printNegatedC(store: ExprStore, root: ExprId, names: CNames): string | undefined {
  return orUndefined(() => new CPrinter(store, names).negated(root).text);
}

function orUndefined(print: () => string): string | undefined {
  try {
    return print();
  } catch (error) {
    if (error instanceof Unspeakable) return undefined;
    throw error;
  }
}

const containerOf = (width: number): 8 | 16 | 32 | 64 => (width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64);
const unsignedType = (width: number): string => `uint${containerOf(width)}_t`;
const signedType = (width: number): string => `int${containerOf(width)}_t`;

const comparisons: Readonly<Record<number, readonly [string, string]>> = {
  [Op.Eq]: ['==', '!='],
  [Op.Ult]: ['<', '>='],
  [Op.Ule]: ['<=', '>'],
  [Op.Slt]: ['<', '>='],
  [Op.Sle]: ['<=', '>'],
};

class CPrinter {
  readonly #known = new Map<ExprId, Text>();

  constructor(
    readonly store: ExprStore,
    readonly names: CNames,
  ) {}

  condition(id: ExprId): Text {
    return this.#equality(id, '==') ?? this.#compare(id, 0) ?? this.#boolean(id);
  }

  /** The simplifier cuts `n == 100` and `n == m` into bytes: put together again where all bytes of an object are there. */
  #equality(id: ExprId, sign: '==' | '!='): Text | undefined {
    const { op, a, b, width } = this.store;
    const values: { byte: CByte; value: number }[] = [];
    const pairs: [CByte, CByte][] = [];
    const visit = (part: ExprId): boolean => {
      if (op[part] === Op.And && width[part] === 1) return visit(a[part]) && visit(b[part]);
      if (op[part] !== Op.Eq) return false;
      const [left, right] = this.store.isConst(a[part]) ? [b[part], a[part]] : [a[part], b[part]];
      const [one, other] = [this.#bytes(left), this.#bytes(right)];
      if (one && other) {
        one.forEach((byte, k) => void pairs.push([byte, other[k]]));
        return true;
      }
      if (!this.store.isConst(right) || width[left] > 32) return false;
      const bytes = this.#bytes(left);
      bytes?.forEach((byte, k) => void values.push({ byte, value: (a[right] >>> (8 * k)) & 0xff }));
      return bytes !== undefined;
    };
    if (op[id] !== Op.And || !visit(id)) return undefined;
    if (pairs.length > 0) return values.length === 0 ? this.#sameObjects(pairs, sign) : undefined;
    const [{ byte: first }] = values;
    values.sort((one, other) => one.byte.byte - other.byte.byte);
    const isWhole = values.every(({ byte }, k) => byte.name === first.name && byte.byte === k);
    if (!isWhole || values.length !== first.size) return undefined;
    const bits = 8 * first.size;
    const raw = values.reduceRight((sum, { value }) => (sum << 8n) | BigInt(value), 0n);
    const whole = first.signed ? BigInt.asIntN(bits, raw) : raw;
    return loose(`${first.name} ${sign} ${valueText(whole, bits, first.signed, isText(first)).text}`);
  }

  #sameObjects(pairs: [CByte, CByte][], sign: '==' | '!='): Text | undefined {
    const { name } = pairs[0][0];
    const sorted = pairs.map(([one, other]) => (one.name === name ? [one, other] : [other, one]));
    sorted.sort(([one], [other]) => one.byte - other.byte);
    const [[left, right]] = sorted;
    const isWhole = sorted.every(
      ([one, other], k) => one.name === name && other.name === right.name && one.byte === k && other.byte === k,
    );
    const isComparable = left.size === right.size && left.signed === right.signed && sorted.length === left.size;
    return isWhole && isComparable ? loose(`${left.name} ${sign} ${right.name}`) : undefined;
  }

  negated(id: ExprId): Text {
    const { op, width, a, b } = this.store;
    const compared = this.#equality(id, '!=') ?? this.#compare(id, 1);
    if (compared) return compared;
    if (op[id] === Op.Xor && width[id] === 1 && this.store.isConst(b[id])) return this.condition(a[id]);
    if ((op[id] === Op.And || op[id] === Op.Or) && width[id] === 1) {
      const word = op[id] === Op.And ? '||' : '&&';
      return loose(`${operand(this.negated(a[id]))} ${word} ${operand(this.negated(b[id]))}`);
    }
    return atom(`!${operand(this.#boolean(id))}`);
  }

  #compare(id: ExprId, side: 0 | 1): Text | undefined {
    const { op, a, b } = this.store;
    const sign = comparisons[op[id]]?.[side];
    if (sign === undefined) return undefined;
    const [left, right] = this.#operands(op[id], a[id], b[id]);
    // A constant stands on the right, as people write it.
    if (!this.store.isConst(a[id])) return loose(`${operand(left)} ${sign} ${operand(right)}`);
    return loose(`${operand(right)} ${mirrored[sign]} ${operand(left)}`);
  }

  #operands(op: number, a: ExprId, b: ExprId): [Text, Text] {
    if (this.store.width[a] === 1) return [this.condition(a), this.condition(b)];
    const [x, y] = [this.#named(a), this.#named(b)];
    const small = this.#smallOperands(op, a, b);
    if (small && !(x || y)) return small;
    // Two plain values, or one and a constant: no cast where C compares as we do.
    const signs = [x, y].flatMap((each) => (each ? [each.signed] : []));
    const isPlain = (x || this.store.isConst(a)) && (y || this.store.isConst(b)) && new Set(signs).size === 1;
    const wanted = op === Op.Slt || op === Op.Sle ? true : op === Op.Eq ? signs[0] : false;
    if (isPlain && wanted === signs[0]) {
      const byte = this.#bytes(x ? a : b)?.[0];
      const character = byte !== undefined && isText(byte);
      return [x ?? this.#constant(a, wanted, character), y ?? this.#constant(b, wanted, character)];
    }
    return op === Op.Slt || op === Op.Sle ? [this.#signed(a), this.#signed(b)] : [this.#unsigned(a), this.#unsigned(b)];
  }

  /** Sums of short values need no casts: C computes them as int, and so do we. */
  #smallOperands(op: number, a: ExprId, b: ExprId): [Text, Text] | undefined {
    const [one, other] = [smallSum(this.store, a, this.names), smallSum(this.store, b, this.names)];
    if (!one || !other || this.store.width[a] !== 32) return undefined;
    // As unsigned numbers only what is not negative compares alike.
    const isUnsigned = op === Op.Ult || op === Op.Ule;
    if (isUnsigned && (one.min < 0n || other.min < 0n)) return undefined;
    return [loose(one.text), loose(other.text)].map((text, i) =>
      this.store.isConst([a, b][i]) ? atom(text.text) : text,
    ) as [Text, Text];
  }

  #boolean(id: ExprId): Text {
    const { op, width, a, b, c } = this.store;
    if (width[id] !== 1) throw new Unspeakable();
    switch (op[id]) {
      case Op.Const:
        return atom(a[id] === 0 ? '0' : '1');
      case Op.And:
        return loose(`${operand(this.condition(a[id]))} && ${operand(this.condition(b[id]))}`);
      case Op.Or:
        return loose(`${operand(this.condition(a[id]))} || ${operand(this.condition(b[id]))}`);
      case Op.Xor:
        if (this.store.isConst(b[id])) return this.negated(a[id]);
        return loose(`!${operand(this.condition(a[id]))} != !${operand(this.condition(b[id]))}`);
      case Op.Ite:
        return loose(
          `${operand(this.condition(a[id]))} ? ${operand(this.condition(b[id]))} : ${operand(this.condition(c[id]))}`,
        );
      case Op.Extract:
        return loose(`${operand(this.#unsigned(a[id]))} >> ${c[id]} & 1`);
      default:
        throw new Unspeakable();
    }
  }

  /** A whole C object. */
  #named(id: ExprId): Text | undefined {
    const run = this.#bytes(id);
    const first = run?.[0];
    if (!run || !first || first.byte !== 0 || run.length !== first.size) return undefined;
    return { text: first.name, atom: true, signed: first.signed };
  }

  /** The bytes of one object, lowest first, when the expression is nothing but neighbouring ones. */
  #bytes(id: ExprId): CByte[] | undefined {
    const { op, a, b } = this.store;
    if (op[id] === Op.Var) {
      const byte = this.names(a[id]);
      if (!byte) throw new Unspeakable();
      return [byte];
    }
    if (op[id] !== Op.Concat) return undefined;
    const low = this.#bytes(b[id]);
    const high = low && this.#bytes(a[id]);
    const last = low?.[low.length - 1];
    return high && last && high[0].name === last.name && high[0].byte === last.byte + 1 ? [...low, ...high] : undefined;
  }

  /** Its value, zero-extended, in the unsigned type that holds it. */
  #unsigned(id: ExprId): Text {
    let text = this.#known.get(id);
    if (!text) {
      text = this.#value(id);
      if (text.text.length > longest) throw new Unspeakable();
      this.#known.set(id, text);
    }
    return text;
  }

  #signed(id: ExprId): Text {
    const width = this.store.width[id];
    if (this.store.isConst(id)) return this.#constant(id, true);
    const named = this.#named(id);
    if (named?.signed) return named;
    const bits = containerOf(width);
    const value = operand(this.#unsigned(id));
    if (bits === width) return cast(signedType(width), value);
    // The sign bit goes to the top and comes back down.
    const up = Math.max(32, bits) - width;
    const type = up + width === 64 ? 64 : 32;
    return loose(`(int${type}_t)((uint${type}_t)${value} << ${up}) >> ${up}`);
  }

  #constant(id: ExprId, signed: boolean | undefined, character = false): Text {
    const { a, b, width } = this.store;
    const bits = width[id];
    const raw = (BigInt(b[id] >>> 0) << 32n) | BigInt(a[id] >>> 0);
    const value = signed ? BigInt.asIntN(bits, raw) : BigInt.asUintN(bits, raw);
    return valueText(value, bits, signed === true, character);
  }

  #value(id: ExprId): Text {
    const { op, width, a, b, c } = this.store;
    const bits = width[id];
    if (bits === 1) return this.condition(id);
    if (op[id] === Op.Const) return this.#constant(id, false);
    const bytes = this.#bytes(id);
    if (bytes) return this.#partOf(bytes, bits);
    const one = () => operand(this.#unsigned(a[id]));
    const two = () => operand(this.#unsigned(b[id]));
    switch (op[id]) {
      case Op.Add:
        return this.#cut(`${one()} + ${two()}`, bits);
      case Op.Sub:
        return this.#cut(`${one()} - ${two()}`, bits);
      case Op.Mul:
        return this.#cut(`${bits < 32 ? `(uint32_t)${one()}` : one()} * ${two()}`, bits);
      case Op.And:
        return this.#bitwise(`${one()} & ${two()}`);
      case Op.Or:
        return this.#bitwise(`${one()} | ${two()}`);
      case Op.Xor:
        return this.#bitwise(`${one()} ^ ${two()}`);
      case Op.UDiv:
      case Op.URem: {
        if (!this.store.isConst(b[id]) || this.#isZero(b[id])) throw new Unspeakable();
        return loose(`${one()} ${op[id] === Op.UDiv ? '/' : '%'} ${two()}`);
      }
      case Op.SDiv:
      case Op.SRem: {
        const divisor = this.store.isConst(b[id]) ? this.#constant(b[id], true).text : '0';
        if (divisor === '0' || divisor.startsWith('-1')) throw new Unspeakable();
        const sign = op[id] === Op.SDiv ? '/' : '%';
        return this.#cut(`${operand(this.#signed(a[id]))} ${sign} ${divisor}`, bits);
      }
      case Op.Shl:
      case Op.LShr:
      case Op.AShr:
        return this.#shift(op[id], id);
      case Op.Ite: {
        const arms = `${operand(this.#unsigned(b[id]))} : ${operand(this.#unsigned(c[id]))}`;
        return loose(`${operand(this.condition(a[id]))} ? ${arms}`);
      }
      case Op.Concat: {
        const low = width[b[id]];
        return this.#cut(`(${unsignedType(bits)})${one()} << ${low} | ${two()}`, bits);
      }
      case Op.Extract:
        return this.#cut(c[id] === 0 ? one() : `${one()} >> ${c[id]}`, bits);
      case Op.ZExt:
        return width[a[id]] === 1 ? loose(`${one()} ? 1 : 0`) : cast(unsignedType(bits), one());
      case Op.SExt: {
        const value = width[a[id]] === 1 ? `-(int)(${one()})` : operand(this.#signed(a[id]));
        return this.#cut(value, bits);
      }
      default:
        throw new Unspeakable();
    }
  }

  #isZero(id: ExprId): boolean {
    return this.store.a[id] === 0 && this.store.b[id] === 0;
  }

  #partOf(bytes: readonly CByte[], bits: number): Text {
    const [{ name, byte, size, signed }] = bytes;
    if (byte === 0 && bytes.length === size) {
      if (!signed) return { text: name, atom: true, signed: false };
      return cast(unsignedType(bits), name);
    }
    const whole = signed ? `(uint${size * 8}_t)${name}` : name;
    return this.#cut(byte === 0 ? whole : `${whole} >> ${8 * byte}`, bits);
  }

  #shift(op: number, id: ExprId): Text {
    const { a, b, width } = this.store;
    const bits = width[id];
    const amount = this.store.isConst(b[id]) && this.store.b[b[id]] === 0 ? this.store.a[b[id]] >>> 0 : -1;
    if (amount < 0 || amount >= bits) throw new Unspeakable();
    if (op === Op.AShr) return this.#cut(`${operand(this.#signed(a[id]))} >> ${amount}`, bits);
    const value = operand(this.#unsigned(a[id]));
    if (op === Op.LShr) return loose(`${value} >> ${amount}`);
    return this.#cut(`${bits < 32 ? `(uint32_t)${value}` : value} << ${amount}`, bits);
  }

  /** Back into its width after an operation that may have left it. */
  #cut(text: string, bits: number): Text {
    const container = containerOf(bits);
    const whole = cast(unsignedType(bits), `(${text})`);
    if (container === bits) return whole;
    const mask = bits > 32 ? `0x${((1n << BigInt(bits)) - 1n).toString(16)}ULL` : `0x${(2 ** bits - 1).toString(16)}u`;
    return loose(`${whole.text} & ${mask}`);
  }

  #bitwise(text: string): Text {
    return loose(text);
  }
}

const mirrored: Readonly<Record<string, string>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** An element of a text. */
export const isText = ({ name, size, signed }: Omit<CByte, 'byte'>): boolean =>
  size === 1 && signed && name.endsWith(']');

/** A constant as it is written beside an object: `'#'` beside a character. */
export function valueText(value: bigint, bits: number, signed: boolean, character: boolean): Text {
  const code = Number(value);
  const isPlain = character && code > 0x20 && code < 0x7f && code !== 0x27 && code !== 0x5c;
  return isPlain ? atom(`'${String.fromCharCode(code)}'`) : constantText(value, bits, signed);
}

/** The smallest integer has no literal of its own in C. */
function constantText(value: bigint, bits: number, signed: boolean): Text {
  const suffix = bits > 32 ? (signed ? 'LL' : 'ULL') : !signed && value > 0x7fffffffn ? 'u' : '';
  if (signed && bits >= 32 && value === -(1n << BigInt(bits - 1))) return atom(`(${value + 1n}${suffix} - 1)`);
  return { text: `${value}${suffix}`, atom: value >= 0n, signed: undefined };
}

const atom = (text: string): Text => ({ text, atom: true, signed: false });
const loose = (text: string): Text => ({ text, atom: false, signed: false });
const cast = (type: string, text: string): Text => ({ text: `(${type})${text}`, atom: true, signed: false });
const operand = ({ text, atom: isAtom }: Text): string => (isAtom ? text : `(${text})`);
