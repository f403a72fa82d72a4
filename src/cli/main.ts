#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Command, CommanderError } from 'commander';
import { noteHowTyped, packageVersion, UserError } from '../library/terminal.js';
import { splitCFlags } from './c-flags.js';
import { ccCommand } from './cc.js';
import { checkersCommand } from './checkers.js';
import { compareCommand } from './compare.js';
import { completionCommand } from './completion.js';
import { doctorCommand } from './doctor.js';
import { emitCommand } from './emit.js';
import { exploreCommand } from './explore.js';
import { grammarCommand } from './grammar.js';
import { initCommand } from './init.js';
import { predictCommand } from './predict.js';
import { reachCommand } from './reach.js';
import { replayCommand } from './replay.js';
import { reportCommand } from './report.js';
import { taintCommand } from './taint.js';
import type { Terminal } from './terminal.js';
import { testsCommand } from './tests.js';
import { upToUnknownCommand } from './unknown-command.js';
import { verifyCommand } from './verify.js';
import { worldCommand } from './world.js';

const ccHelp = `
Takes what a C compiler takes: -c -o -I -D -E -M -l -L, objects (*.o) and archives (*.a) that it made itself.
  nearmiss cc parser.c harness.c -Iinclude -o fuzz && nearmiss explore fuzz --size 0..12
Flags of nearmiss (--size, --entry, --time) belong to the commands that run what it made.`;

/** Runs a command line (without `node` and the script) and gives its exit code: 0 nothing found, 1 findings, 2 errors. */
export async function main(words: readonly string[], streams: Pick<Terminal, 'stdout' | 'stderr'>): Promise<number> {
  const { stdout, stderr } = streams;
  let terminal: Terminal | undefined;
  const interruption = listenForInterrupts(() => {
    if (terminal?.onForcedEnd !== undefined) stderr.write(`nearmiss: ${terminal.onForcedEnd}\n`);
  });
  try {
    // A compiler is asked for help with no other word; `cc --help f.c` is clang's to answer.
    const asksForHelp = words.length === 2 && words[1] === '--help';
    const [first, ...rest] = words;
    if ((first === 'cc' || first === 'c++') && !asksForHelp) {
      const output = { stdout, stderr, signal: interruption.signal };
      return await ccCommand(rest, output, first === 'c++' ? first : undefined);
    }
    const { own, c } = splitCFlags(words);
    terminal = { stdout, stderr, cFlags: c, signal: interruption.signal, exitCode: 0 };
    const program = new Command('nearmiss')
      .description('Finds the inputs next to the ones you tried.')
      .version(packageVersion(), '-V, --version', 'print the version')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => stdout.write(text),
        writeErr: (text) => stderr.write(text),
        outputError: (text, write) => write(withHint(text.replace(/^error: /, 'nearmiss: '))),
      });
    exploreCommand(program, terminal);
    predictCommand(program, terminal);
    reachCommand(program, terminal);
    verifyCommand(program, terminal);
    taintCommand(program, terminal);
    compareCommand(program, terminal);
    replayCommand(program, terminal);
    testsCommand(program, terminal);
    emitCommand(program, terminal);
    reportCommand(program, terminal);
    grammarCommand(program, terminal);
    checkersCommand(program, terminal);
    worldCommand(program, terminal);
    initCommand(program, terminal);
    doctorCommand(program, terminal);
    completionCommand(program, terminal);
    program
      .command('cc')
      .description('a compiler for CC=: CC="nearmiss cc" ./configure && make')
      .argument('[flags...]')
      .addHelpText('after', ccHelp);
    program
      .command('c++')
      .description('the same for CXX=: CXX="nearmiss c++" CC="nearmiss cc" cmake …')
      .argument('[flags...]')
      .addHelpText('after', ccHelp);
    program.addHelpText('after', '\nC flags (-I -D -U -std= -include -l -L) pass through; all of them after --.');
    await program.parseAsync(upToUnknownCommand(program, own), { from: 'user' });
    return terminal.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (interruption.signal.aborted) {
      stderr.write('nearmiss: interrupted before anything was explored.\n');
      return 2;
    }
    // Several lines are somebody else's words (clang's): they come through as they are.
    if (error instanceof UserError)
      stderr.write(`${error.message.includes('\n') ? '' : 'nearmiss: '}${error.message}\n`);
    else stderr.write(`nearmiss: internal error\n${error instanceof Error ? error.stack : error}\n`);
    return 2;
  } finally {
    interruption.end();
  }
}

/** The first Ctrl-C asks for a clean end, the second does not ask. */
function listenForInterrupts(onForcedEnd: () => void): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) {
      onForcedEnd();
      process.exit(130);
    }
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    end() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

/** One dash is how compilers spell their flags. */
function withHint(text: string): string {
  return /unknown option '-[^-]/.test(text) ? text.replace(/\n/, '; flags of the compiler go after --.\n') : text;
}

/** The whole process is this command line. */
export async function runProgram(): Promise<void> {
  // Who reads no further (head) has seen enough: that is no error, and what was found is still written.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout)
        process.stderr.write(`nearmiss: What was found can't be printed (${error.code}).\n`);
      process.exit(2);
    });
  }
  noteHowTyped(process.env);
  process.exitCode = await main(process.argv.slice(2), process);
}

const isProgram =
  process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
if (isProgram) await runProgram();
