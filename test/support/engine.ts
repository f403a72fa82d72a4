import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding, Incomplete } from '../../src/vocabulary/finding.js';
import type { ProgramCase } from './expectations.js';

/** The seam between the test programs and the engine: all that they know of it is in this file. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const commandLine = join(root, 'src/cli/main.ts');

/** False while the engine has no door yet: what needs it is skipped with a message. */
export const engineExists = existsSync(commandLine);

/** The fields of the contract's object that expectations speak of. */
export interface Summary {
  readonly complete: boolean;
  readonly incomplete: readonly Incomplete[];
  readonly paths: number;
  readonly tests: number;
  readonly verified: readonly string[];
  readonly findings: readonly Finding[];
}

export interface Outcome {
  readonly exit: number | null;
  readonly stderr: string;
  readonly summary: Summary | undefined;
  /** The inputs of the tests written, by name. */
  readonly inputs: readonly Record<string, unknown>[];
}

/** Runs a case's command as a user would. */
export function exploreCase(program: ProgramCase): Outcome {
  const out = mkdtempSync(join(tmpdir(), 'nearmiss-out-'));
  try {
    const [command, ...flags] = program.command;
    const args = ['--import', 'tsx', commandLine, command!, program.file, ...flags, '--json', '--out', out];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, maxBuffer: 1 << 30 });
    const text = stdout.toString();
    return {
      exit: status,
      stderr: stderr.toString(),
      summary: text.startsWith('{') ? (JSON.parse(text) as Summary) : undefined,
      inputs: readInputs(join(out, 'tests')),
    };
  } finally {
    rmSync(out, { recursive: true });
  }
}

function readInputs(folder: string): Record<string, unknown>[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).input as Record<string, unknown>);
}
