/** Pairs of small functions over one byte, as C and as what they compute: what `compare` says of them can be counted out. */
interface RandomFunction {
  readonly text: string;
  value(x: number): number;
}

type Node = { readonly text: string; readonly value: (x: number) => number };

/** C's unsigned arithmetic. */
const operators: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => (a + b) >>> 0,
  '-': (a, b) => (a - b) >>> 0,
  '*': (a, b) => Math.imul(a, b) >>> 0,
  '&': (a, b) => (a & b) >>> 0,
  '|': (a, b) => (a | b) >>> 0,
  '^': (a, b) => (a ^ b) >>> 0,
  '%': (a, b) => a % (b | 1),
  '<': (a, b) => Number(a < b),
  '==': (a, b) => Number(a === b),
};
const names = Object.keys(operators);

export function randomPair(seed: number): { a: RandomFunction; b: RandomFunction; differing: number[] } {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  const next = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) % below;
  };
  const leaf = (): Node => {
    if (next(3) > 0) return { text: 'x', value: (x) => x };
    const constant = [0, 1, 2, 3, 7, 16, 97, 128, 255, 1000][next(10)];
    return { text: `${constant}u`, value: () => constant };
  };
  const node = (depth: number): Node => {
    if (depth === 0) return leaf();
    const [left, right] = [node(depth - 1), node(next(depth))];
    if (next(4) === 0) {
      const other = node(depth - 1);
      const condition = binary('<', left, leaf());
      const text = `(${condition.text} ? ${right.text} : ${other.text})`;
      return { text, value: (x) => (condition.value(x) ? right.value(x) : other.value(x)) };
    }
    return binary(names[next(names.length)], left, right);
  };
  const whole = node(3);
  // The same written otherwise; or almost the same, which may or may not show.
  const changed: Node =
    next(2) === 0
      ? binary('-', binary('+', whole, leaf7), leaf7)
      : binary('^', whole, binary('==', binary('&', node(1), leaf7), node(1)));
  const [a, b] = [inFunction(whole), inFunction(changed)];
  const differing = Array.from({ length: 256 }, (_, x) => x).filter((x) => a.value(x) !== b.value(x));
  return { a, b, differing };
}

const leaf7: Node = { text: '7u', value: () => 7 };

function binary(name: string, a: Node, b: Node): Node {
  const right = name === '%' ? `(${b.text} | 1u)` : b.text;
  return { text: `(${a.text} ${name} ${right})`, value: (x) => operators[name](a.value(x), b.value(x)) };
}

const inFunction = ({ text, value }: Node): RandomFunction => ({
  text: `unsigned f(unsigned char x) { return ${text}; }\n`,
  value,
});
