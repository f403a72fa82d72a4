import { spawn } from 'node:child_process';

export interface NativeRun {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly timedOut: boolean;
  readonly stderr: string;
  /** What it printed, where that was asked for: a character a byte. */
  readonly stdout?: string;
}

/** What a program may take natively, where no sandbox holds it. */
export const nativeLimits = { seconds: 10, megabytes: 1024, outputMegabytes: 64 } as const;
/** Characters that are kept of what it prints. */
const mostKept = 1 << 20;

const sanitizerOptions = {
  ASAN_OPTIONS: [
    'halt_on_error=0:handle_abort=1:handle_sigill=1:handle_sigfpe=1:detect_leaks=0:allocator_may_return_null=1',
    `hard_rss_limit_mb=${nativeLimits.megabytes}`,
  ].join(':'),
  UBSAN_OPTIONS: 'print_stacktrace=0',
};

/** A program that is out of time tells where it is, if it can, before it is ended. */
const lastWordsMs = 3000;

export interface NativeRunOptions {
  readonly seconds?: number;
  /** Further ones of AddressSanitizer; they win over the usual ones. */
  readonly sanitizerOptions?: string;
  readonly keepsOutput?: boolean;
}

/** Runs a program in `folder`, with limits on time, memory and what it writes; all it starts ends with it. */
export function runNatively(
  binary: string,
  args: readonly string[],
  folder: string,
  { seconds = nativeLimits.seconds, sanitizerOptions: further, keepsOutput = false }: NativeRunOptions = {},
): Promise<NativeRun> {
  const { outputMegabytes } = nativeLimits;
  // Soft limits of the shell's own, so that they hold for the program and its children.
  const limits = `ulimit -c 0; ulimit -t ${seconds + 10}; ulimit -f ${outputMegabytes * 2048}; exec "$0" "$@"`;
  const asanOptions = [sanitizerOptions.ASAN_OPTIONS, ...(further ? [further] : [])].join(':');
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limits, binary, ...args], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', keepsOutput ? 'pipe' : 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, ...sanitizerOptions, ASAN_OPTIONS: asanOptions },
    });
    let stderr = '';
    let stdout = '';
    let timedOut = false;
    const kill = (signal: 'SIGABRT' | 'SIGKILL' = 'SIGKILL') => {
      try {
        process.kill(-child.pid!, signal);
      } catch {
        // Nothing of it is left.
      }
    };
    let timer = setTimeout(() => {
      timedOut = true;
      kill('SIGABRT');
      timer = setTimeout(kill, lastWordsMs);
    }, seconds * 1000);
    child.stdout?.setEncoding('latin1');
    child.stdout?.on('data', (text: string) => {
      if (stdout.length < mostKept) stdout += text;
    });
    child.stderr!.setEncoding('latin1');
    child.stderr!.on('data', (text: string) => {
      if (stderr.length < mostKept) stderr += text;
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('exit', () => {
      clearTimeout(timer);
      kill();
    });
    child.on('close', (code, signal) => {
      resolve({
        exitCode: code ?? undefined,
        signal: signal ?? undefined,
        timedOut,
        stderr,
        ...(keepsOutput && { stdout }),
      });
    });
  });
}
