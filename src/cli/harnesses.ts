import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { nearest, typedAs, UserError } from '../library/terminal.js';
import { type ConfiguredHarness, configName, harnessName, hasConfig, readConfig, wrong } from './config-file.js';
import { flagShapes } from './flags/shapes.js';
import type { Terminal } from './terminal.js';

/** A harness with what the command line says about it too. */
export interface Harness<Flags> {
  readonly name: string;
  readonly sources: readonly string[];
  readonly cFlags: readonly string[];
  readonly flags: Flags;
}

interface OwnFlags {
  readonly out: string;
  readonly json?: boolean;
}

/**
 * The harnesses of nearmiss.config.json that a command line means: all of them without a word, else those whose names
 * its words are. Undefined: its words are sources. Flags that were typed win over those of the file.
 */
export function harnessesFor<Flags extends OwnFlags>(
  words: readonly string[],
  typed: Command,
  /** A command with the same flags that has read nothing yet. */
  fresh: () => Command,
): Harness<Flags>[] | undefined {
  if (words.length === 0 && !hasConfig()) {
    throw new UserError(
      `Name C files or folders, like ${typedAs()} explore parser.c; or have ${typedAs()} init write a ${configName} that names them.`,
    );
  }
  if (!words.every((word) => harnessName.test(word)) || !hasConfig()) return undefined;
  const configured = readConfig(flagShapes(typed));
  const chosen = words.length === 0 ? configured : chooseBy(words, configured);
  return chosen?.map((harness) => withTyped(harness, typed, fresh()));
}

function chooseBy(words: readonly string[], configured: readonly ConfiguredHarness[]): ConfiguredHarness[] | undefined {
  const found = words.map((word) => configured.find(({ name }) => name === word));
  const missing = words.find((word, i) => found[i] === undefined && !existsSync(word));
  if (missing !== undefined) {
    const names = configured.map(({ name }) => name);
    const meant = nearest(missing, names);
    const hint = meant ? `did you mean ${meant}?` : `its harnesses are ${names.join(', ')}.`;
    throw new UserError(`There is no file ${missing}, and ${configName} has no harness of that name; ${hint}`);
  }
  return found.every((harness) => harness !== undefined) ? found : undefined;
}

function withTyped<Flags extends OwnFlags>(
  { name, sources, cFlags, words }: ConfiguredHarness,
  typed: Command,
  fresh: Command,
): Harness<Flags> {
  const given = Object.entries(typed.opts()).filter(([key]) => typed.getOptionValueSource(key) === 'cli');
  const isGiven = (key: string) => given.some(([other]) => other === key);
  const read = [...words].flatMap(([key, some]) => (isGiven(key) ? [] : some));
  try {
    fresh.exitOverride().parse(read, { from: 'user' });
  } catch (error) {
    if (error instanceof UserError) throw wrong(`harness ${name}: ${error.message}`);
    throw error;
  }
  const flags = { ...fresh.opts<Flags>(), ...Object.fromEntries(given) };
  // Each has a folder of its own, unless the file names one for it.
  const out = words.has('out') && !isGiven('out') ? flags.out : join(flags.out, name);
  return { name, sources, cFlags, flags: { ...flags, out } };
}

/**
 * Runs them one after the other. One that can't be used doesn't keep the others from running; the exit code is that of
 * the worst. With --json there is one object for all.
 */
export async function runHarnesses<Flags extends OwnFlags>(
  harnesses: readonly Harness<Flags>[],
  terminal: Terminal,
  { json }: OwnFlags,
  run: (sources: string[], flags: Flags, terminal: Terminal) => Promise<void>,
): Promise<void> {
  const { stdout, stderr, signal } = terminal;
  const programs: object[] = [];
  for (const { name, sources, cFlags, flags } of harnesses) {
    if (signal.aborted) break;
    if (!json && harnesses.length > 1) stdout.write(`${programs.length > 0 ? '\n' : ''}${name}:\n`);
    let said = '';
    const own = json ? { write: (text: string) => (said += text) } : stdout;
    const inner: Terminal = {
      stdout: own,
      stderr,
      signal,
      cFlags: [...cFlags, ...terminal.cFlags],
      exitCode: 0,
      // The harness that runs says how to go on with it.
      set onForcedEnd(sentence: string | undefined) {
        terminal.onForcedEnd = sentence;
      },
    };
    try {
      await run([...sources], flags, inner);
      programs.push({ harness: name, ...(json && JSON.parse(said)) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      stderr.write(`nearmiss: ${name}: ${error.message}\n`);
      programs.push({ harness: name, error: error.message });
      inner.exitCode = 2;
    }
    terminal.exitCode = Math.max(terminal.exitCode, inner.exitCode);
  }
  if (json) stdout.write(`${JSON.stringify({ programs }, undefined, 2)}\n`);
}
