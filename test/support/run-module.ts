import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleUrl } from '../../src/platform/package-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a module that imports `nearmiss`, in a process of its own at the repository's root, and gives its output. */
export async function runModule(code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nearmiss-module-'));
  const file = join(folder, 'main.mjs');
  writeFileSync(file, code.replaceAll("'nearmiss'", JSON.stringify(moduleUrl('index'))));
  try {
    return await new Promise((resolve, reject) => {
      execFile(process.execPath, [file], { cwd: root, timeout: 100_000 }, (error, stdout, stderr) => {
        if (error) reject(new Error(`${error.message}\n${stderr}`));
        else resolve(stdout);
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
