import { type Circuit, Gate, type Literal, no, yes } from './gates.js';

/** What a SAT solver takes: literals, each clause ended by 0. Variables are numbered 1, 2, … in the order of gates. */
export interface Clauses {
  /** Literals and zeros; only the first `length` are meant. */
  readonly data: Int32Array;
  readonly length: number;
  readonly variables: number;
  /** The SAT variable of a gate, 0 if the query doesn't need it. */
  readonly variableOf: Int32Array;
}

let data = new Int32Array(1 << 16);
let variableOf = new Int32Array(1 << 12);

/**
 * Clauses that say "all roots are true", for the gates the roots depend on. `undefined` if a root is
 * constantly false. The arrays are good until the next call.
 */
export function clausesOf(circuit: Circuit, roots: readonly Literal[]): Clauses | undefined {
  const { kind, x, y, z, size } = circuit;
  if (variableOf.length < size) variableOf = new Int32Array(circuit.kind.length);
  variableOf.fill(0, 0, size);
  let top = 0;
  for (const root of roots) {
    if (root === no) return undefined;
    variableOf[root >> 1] = 1;
    if (root >> 1 > top) top = root >> 1;
  }
  for (let node = top; node > 0; node--) {
    if (variableOf[node] === 0 || kind[node] === Gate.Input) continue;
    variableOf[x[node] >> 1] = 1;
    variableOf[y[node] >> 1] = 1;
    if (kind[node] >= Gate.Mux) variableOf[z[node] >> 1] = 1;
  }
  variableOf[0] = 0;
  let variables = 0;
  let length = 0;
  for (let node = 1; node <= top; node++) {
    if (variableOf[node] === 0) continue;
    const o = ++variables;
    variableOf[node] = o;
    if (length + 64 > data.length) {
      const bigger = new Int32Array(data.length * 2);
      bigger.set(data);
      data = bigger;
    }
    if (kind[node] === Gate.Input) continue;
    const a = signed(x[node]);
    const b = signed(y[node]);
    switch (kind[node]) {
      case Gate.And:
        length = clause2(length, -o, a);
        length = clause2(length, -o, b);
        length = clause3(length, o, -a, -b);
        break;
      case Gate.Xor:
        length = clause3(length, -o, a, b);
        length = clause3(length, -o, -a, -b);
        length = clause3(length, o, -a, b);
        length = clause3(length, o, a, -b);
        break;
      case Gate.Mux: {
        const c = signed(z[node]);
        length = clause3(length, -a, -b, o);
        length = clause3(length, -a, b, -o);
        length = clause3(length, a, -c, o);
        length = clause3(length, a, c, -o);
        length = clause3(length, -b, -c, o);
        length = clause3(length, b, c, -o);
        break;
      }
      case Gate.Majority: {
        const c = signed(z[node]);
        length = clause3(length, -a, -b, o);
        length = clause3(length, -a, -c, o);
        length = clause3(length, -b, -c, o);
        length = clause3(length, a, b, -o);
        length = clause3(length, a, c, -o);
        length = clause3(length, b, c, -o);
        break;
      }
      default: {
        const c = signed(z[node]);
        length = clause4(length, o, a, b, -c);
        length = clause4(length, o, a, -b, c);
        length = clause4(length, o, -a, b, c);
        length = clause4(length, o, -a, -b, -c);
        length = clause4(length, -o, a, b, c);
        length = clause4(length, -o, a, -b, -c);
        length = clause4(length, -o, -a, b, -c);
        length = clause4(length, -o, -a, -b, c);
      }
    }
  }
  for (const root of roots) {
    if (root === yes) continue;
    if (length + 2 > data.length) {
      const bigger = new Int32Array(data.length * 2);
      bigger.set(data);
      data = bigger;
    }
    data[length++] = signed(root);
    data[length++] = 0;
  }
  return { data, length, variables, variableOf };
}

function signed(literal: Literal): number {
  const variable = variableOf[literal >> 1];
  return literal & 1 ? -variable : variable;
}

function clause2(length: number, a: number, b: number): number {
  data[length] = a;
  data[length + 1] = b;
  data[length + 2] = 0;
  return length + 3;
}

function clause3(length: number, a: number, b: number, c: number): number {
  data[length] = a;
  data[length + 1] = b;
  data[length + 2] = c;
  data[length + 3] = 0;
  return length + 4;
}

function clause4(length: number, a: number, b: number, c: number, d: number): number {
  data[length] = a;
  data[length + 1] = b;
  data[length + 2] = c;
  data[length + 3] = d;
  data[length + 4] = 0;
  return length + 5;
}
