import { execFileSync, spawnSync } from 'node:child_process';

/** csmith's program for a seed, small, without floats, with its integer globals made parameters of an entry. */
export interface CsmithProgram {
  readonly source: string;
  readonly entry: string;
  readonly globals: readonly CsmithGlobal[];
}

export interface CsmithGlobal {
  readonly type: string;
  readonly name: string;
  /** What the program itself starts from. */
  readonly initial: bigint;
}

const options = [
  '--no-argc --concise --no-float --no-packed-struct',
  '--max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 5',
  '--max-array-dim 2 --max-array-len-per-dim 5 --max-struct-fields 4 --max-union-fields 3',
].flatMap((line) => line.split(' '));

/** Undefined when csmith is there, else how to get it. */
export const csmithMissing = (): string | undefined =>
  spawnSync('csmith', ['--version']).status === 0 ? undefined : 'csmith is missing: apt-get install csmith';

export function csmithProgram(seed: number): CsmithProgram {
  const text = execFileSync('csmith', ['--seed', String(seed), ...options], { timeout: 20_000 }).toString();
  const globals = [...text.matchAll(/^static (u?int(?:8|16|32|64)_t) (g_\d+) = (.*);$/gm)]
    .map(([, type, name, initial]) => ({ type: type!, name: name!, initial: literal(initial!, type!) }))
    .slice(0, 6);
  const params = globals.map(({ type, name }) => `${type} start_${name}`).join(', ') || 'void';
  const assignments = globals.map(({ name }) => `  ${name} = start_${name};\n`).join('');
  const source = text.replace(/^int main \(void\)/m, 'static int csmith_main(void)');
  const entry = `int csmith_entry(${params})\n{\n${assignments}  return csmith_main();\n}\n`;
  return { source: `${source}\n${entry}`, entry: 'csmith_entry', globals };
}

/** A main that calls the entry with numbers from the command line, for the native build. */
export function nativeMain({ globals, entry }: CsmithProgram): string {
  const args = globals.map(({ type }, i) => `(${type})strtoull(argv[${i + 1}], 0, 0)`).join(', ');
  return `#include <stdlib.h>\nint main(int argc, char **argv)\n{\n  (void)argc;\n  return ${entry}(${args});\n}\n`;
}

/** `0xA44198D7L`, `(-1L)`, `18446744073709551615UL`, as the type keeps it. */
function literal(text: string, type: string): bigint {
  const match = /^\(?(-?)(0x[0-9A-Fa-f]+|\d+)U?L{0,2}\)?$/.exec(text);
  if (!match) throw new Error(`not a literal csmith writes: ${text}`);
  return truncated(match[1] === '-' ? -BigInt(match[2]!) : BigInt(match[2]!), type);
}

export function truncated(value: bigint, type: string): bigint {
  const bits = Number(/\d+/.exec(type)![0]);
  return type.startsWith('u') ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
}
