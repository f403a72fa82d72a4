import { errorCode, readFileSync, statSync } from '../platform/files.js';
import { UserError } from '../vocabulary/errors.js';
import { sarifFromCppcheck } from './from-cppcheck.js';
import { sarifFromGcc } from './from-gcc.js';
import { warningsOf } from './from-sarif.js';
import { isObject, type Json, type JsonObject, type Warning } from './warning.js';

/** Larger reports are refused: one string can't hold much more, and nobody reads that many warnings. */
const largestReport = 400 * 2 ** 20;

export interface Report {
  /** As SARIF, whatever it was: what verdicts are written into. */
  readonly log: JsonObject;
  readonly warnings: readonly Warning[];
}

/** An analyser's report: SARIF 2.1.0, cppcheck's XML, or gcc's JSON. */
export function readReport(path: string): Report {
  return parseReport(textOf(path), path);
}

export function parseReport(text: string, path: string): Report {
  const log = logOf(text, path);
  return { log, warnings: warningsOf(log) };
}

function logOf(text: string, path: string): JsonObject {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('<')) return sarifFromCppcheck(start, path);
  const json = parseJson(start, path);
  if (Array.isArray(json)) return sarifFromGcc(json);
  if (isObject(json) && Array.isArray(json.runs)) return json;
  throw new UserError(
    `${path} is not a report nearmiss can read: it takes SARIF 2.1.0, cppcheck --xml, or gcc -fdiagnostics-format=json.`,
  );
}

function parseJson(text: string, path: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (text.startsWith('[')) {
      // gcc writes a list per file it compiles, one a line.
      try {
        return text
          .split('\n')
          .filter((line) => line.startsWith('['))
          .flatMap((line) => JSON.parse(line) as Json[]);
      } catch {}
    }
    throw new UserError(`${path} is neither JSON nor XML (${(error as Error).message}): was it cut off?`);
  }
}

function textOf(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > largestReport) {
      throw new UserError(`${path} has ${Math.round(size / 2 ** 20)} MB, more than nearmiss reads: split it.`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = errorCode(error);
    if (code === 'ENOENT') throw new UserError(`There is no report ${path}.`);
    throw new UserError(`${path} can't be read (${code ?? (error as Error).message}): give the report's file.`);
  }
}
