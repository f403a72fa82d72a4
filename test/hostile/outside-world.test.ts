import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { explore } from '../../src/index.js';

/** Programs that mean harm. Each is a fuzz harness, so that one run of it is one call. */
const folder = mkdtempSync(join(tmpdir(), 'nearmiss-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

const headers = ['errno', 'fcntl', 'stdint', 'stdio', 'stdlib', 'string', 'unistd']
  .map((name) => `#include <${name}.h>\n`)
  .join('');

async function attack(name: string, code: string, options: Partial<Parameters<typeof explore>[0]> = {}) {
  const source = join(folder, `${name}.c`);
  writeFileSync(source, headers + code);
  return explore({
    sources: [source],
    size: { min: 1, max: 1 },
    jobs: 1,
    time: 60_000,
    out: join(folder, `${name}-out`),
    ...options,
  });
}

/** A harness that aborts when the attack works: then there is a finding. */
const harness = (body: string, before = '') =>
  `${before}\nint LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n${body}\nreturn 0;\n}\n`;

const checkersOf = ({ findings }: { findings: readonly { checker: string }[] }) =>
  findings.map(({ checker }) => checker);

describe('the world outside', () => {
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'secret');

  test.each([secret, '/etc/passwd', '../../../../../../etc/passwd', '/proc/self/environ', '//etc/passwd', '.'])(
    'no host file: %s',
    async (path) => {
      const code = harness(`char c; int f = open(${JSON.stringify(path)}, O_RDONLY);
        if (f >= 0 && read(f, &c, 1) == 1) abort();`);
      expect(checkersOf(await attack('read', code))).toEqual([]);
    },
  );

  test('nothing is written, made or removed', async () => {
    const victim = join(folder, 'victim');
    mkdirSync(victim);
    writeFileSync(join(victim, 'kept'), 'kept');
    const path = JSON.stringify(victim);
    const code = harness(`FILE *f = fopen(${path} "/new", "w"); if (f) { fputs("x", f); fclose(f); }
      f = fopen(${path} "/kept", "w"); if (f) { fputs("x", f); fclose(f); }
      remove(${path} "/kept"); rename(${path} "/kept", ${path} "/moved"); rmdir(${path});`);
    await attack('write', code);
    expect(readdirSync(victim)).toEqual(['kept']);
    expect(statSync(join(victim, 'kept')).size).toBe(4);
  });

  test('no variable of the environment', async () => {
    process.env.NEARMISS_SECRET = 'secret';
    const code = harness('if (getenv("NEARMISS_SECRET") || getenv("PATH") || getenv("HOME")) abort();');
    expect(checkersOf(await attack('environment', code))).toEqual([]);
  });

  test('no process and no network: refused when linking, failing when called, or played', async () => {
    let connections = 0;
    const server = createServer(() => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const marker = join(folder, 'started');
    const attacks = {
      system: harness(`system("touch ${marker}");`),
      fork: harness('if (fork() == 0) abort();', 'int fork(void);'),
      exec: harness(`execl("/bin/touch", "touch", "${marker}", (char *)0);`, 'int execl(const char *, ...);'),
      popen: harness(`popen("touch ${marker}", "r");`, 'FILE *popen(const char *, const char *);'),
      connect: harness(
        `struct { unsigned short family, port; unsigned address; char rest[8]; } to = {2, ${((port & 255) << 8) | (port >> 8)}, 0x0100007f};
         int s = socket(2, 1, 0); connect(s, &to, sizeof to);`,
        'int socket(int, int, int); int connect(int, const void *, unsigned);',
      ),
    };
    for (const [name, code] of Object.entries(attacks)) {
      // Refused with a sentence is as good as explored without effect.
      const end = await attack(name, code).then(checkersOf, (error: Error) => error.name);
      expect([name, end === 'UserError' ? [] : end]).toEqual([name, []]);
    }
    server.close();
    expect(connections).toBe(0);
    expect(statSync(marker, { throwIfNoEntry: false })).toBeUndefined();
  });
});
