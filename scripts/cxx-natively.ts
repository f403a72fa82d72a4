/**
 * The harnesses of test/cxx, natively: the input of each finding fails a build by clang++ with sanitizers, and the twin
 * without the bug runs all inputs that the exploration kept. `npx tsx scripts/cxx-natively.ts [name…]`
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explore } from '../src/index.js';

const harnesses = fileURLToPath(new URL('../test/cxx/harnesses/', import.meta.url));
const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-natively-'));
const compiler = ['clang++', 'clang++-19', 'clang++-20', 'clang++-21'].find(
  (each) => spawnSync(each, ['--version']).status === 0,
);
if (compiler === undefined) throw new Error('There is no clang++: apt-get install clang');

const main = join(folder, 'main.cc');
writeFileSync(
  main,
  `#include <cstdint>
#include <cstdio>
#include <cstdlib>
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
int main(int, char **argv) {
  for (char **each = argv + 1; *each; each++) {
    FILE *file = std::fopen(*each, "rb");
    uint8_t *data = static_cast<uint8_t *>(std::malloc(1 << 16));
    size_t size = std::fread(data, 1, 1 << 16, file);
    std::fclose(file);
    uint8_t *exact = static_cast<uint8_t *>(std::malloc(size));
    for (size_t i = 0; i < size; i++) exact[i] = data[i];
    std::free(data);
    LLVMFuzzerTestOneInput(exact, size);
    std::free(exact);
  }
}
`,
);

function built(source: string, flags: readonly string[]): string {
  const program = join(folder, 'program');
  const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
  execFileSync(compiler!, [
    '-std=c++20',
    '-g',
    '-stdlib=libstdc++',
    ...sanitizers,
    ...flags,
    source,
    main,
    '-o',
    program,
  ]);
  return program;
}

/** Summaries show bytes as C writes them. */
function unescaped(text: string): string {
  const letters: Readonly<Record<string, string>> = {
    0: '\0',
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\x07',
    b: '\b',
    f: '\f',
    v: '\v',
    e: '\x1b',
  };
  return text.replaceAll(/\\(?:x([0-9a-fA-F]{2})|(.))/g, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (letters[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function bytesOf(data: unknown): Buffer {
  if (typeof data === 'string') return Buffer.from(unescaped(data), 'latin1');
  return Buffer.from((data as { hex: string }).hex, 'hex');
}

let wrong = 0;
for (const name of readdirSync(harnesses).filter((each) => asked.length === 0 || asked.includes(each))) {
  const source = harnesses + name;
  const [, most = '4'] = /--size 0\.\.(\d+)/.exec(readFileSync(source, 'utf8')) ?? [];
  const size = `0..${most}`;
  const outDir = join(folder, 'out');
  const found = await explore({ sources: [source], size, out: outDir, jobs: 1 });
  const bytes = found.findings.map(({ input }) => input.data);
  const failed = bytes.map((data, i) => {
    const file = join(folder, `input-${i}`);
    writeFileSync(file, bytesOf(data));
    return spawnSync(built(source, []), [file], { encoding: 'utf8' });
  });
  const says = failed.map(({ status, stderr }) =>
    status === 0
      ? 'nothing'
      : (/ERROR: .*|runtime error: .*|terminate called.*|Assertion.*/.exec(stderr)?.[0] ?? 'an end').slice(0, 70),
  );
  const twin = await explore({ sources: [source], size, out: outDir, jobs: 1, flags: ['-DFIXED'] });
  const corpus = readdirSync(join(outDir, 'corpus')).map((each) => join(outDir, 'corpus', each));
  const clean = spawnSync(built(source, ['-DFIXED']), corpus, { encoding: 'utf8' });
  const isGood =
    bytes.length > 0 && failed.every(({ status }) => status !== 0) && twin.findings.length === 0 && clean.status === 0;
  if (!isGood) wrong++;
  const kinds = found.findings.map(({ checker }) => checker).join(', ');
  console.log(
    `${isGood ? 'ok   ' : 'WRONG'} ${name}: ${kinds}; natively ${says.join(', ')}; twin: ${twin.findings.length} findings, ${corpus.length} inputs natively ${clean.status === 0 ? 'fine' : 'NOT fine'}`,
  );
  rmSync(outDir, { recursive: true });
}
rmSync(folder, { recursive: true });
process.exitCode = wrong === 0 ? 0 : 1;
