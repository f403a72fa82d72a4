import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { explore } from '../../src/index.js';

/** Programs that mean harm. Each is a fuzz harness of one byte, so that one run of it is one call. */
export function attacks() {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-hostile-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let count = 0;
  const attack = async (body: string, before = '', options: Partial<Parameters<typeof explore>[0]> = {}) => {
    const name = `attack-${count++}`;
    const source = join(folder, `${name}.c`);
    const out = join(folder, `${name}-out`);
    writeFileSync(
      source,
      `${headers}${before}\nint LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n${body}\nreturn 0;\n}\n`,
    );
    const most = watchMemory();
    const run = explore({
      sources: [source],
      size: { min: 1, max: 1 },
      jobs: 1,
      time: 60_000,
      out,
      ...options,
    });
    const summary = await Promise.resolve(run).finally(most.end);
    return { ...summary, out, grownBy: most.grownBy };
  };
  return { folder, attack };
}

const headers = ['errno', 'fcntl', 'stdint', 'stdio', 'stdlib', 'string', 'unistd']
  .map((name) => `#include <${name}.h>\n`)
  .join('');

/** Memory of this process and its threads at its most, above what it was. */
function watchMemory() {
  const before = process.memoryUsage.rss();
  const most = { grownBy: 0, end: () => clearInterval(timer) };
  const timer = setInterval(() => {
    most.grownBy = Math.max(most.grownBy, process.memoryUsage.rss() - before);
  }, 50);
  return most;
}

export const checkersOf = ({ findings }: { findings: readonly { checker: string }[] }) =>
  findings.map(({ checker }) => checker);

export const reasonsOf = ({ incomplete }: { incomplete: readonly { reason: string }[] }) =>
  incomplete.map(({ reason }) => reason);
