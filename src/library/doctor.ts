import { defaultCacheFolder } from '../build/cache/folder.js';
import { whyNotWritable } from '../build/cache/writable.js';
import { findNativeTools } from '../build/toolchain/find-native.js';
import { embeddedVersion } from '../build/toolchain/package.js';
import { findNativeCompiler } from '../native/compiler.js';
import { availableParallelism, nodeVersion, totalMemory } from '../platform/machine.js';
import { packageVersion, wantedNode } from '../platform/package-files.js';
import { packageFolder } from '../platform/packages.js';

/** One thing that was looked at. */
export interface Diagnosis {
  readonly what: string;
  /** `missing`: nearmiss can't work. `worse`: it can, but slower. `optional`: one flag can't. */
  readonly state: 'well' | 'optional' | 'worse' | 'missing';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** What nearmiss needs of this machine, and whether it is there. */
export function doctor(): Diagnosis[] {
  const cache = defaultCacheFolder();
  return [
    diagnoseNode(nodeVersion()),
    { what: 'nearmiss', state: 'well', found: packageVersion() },
    diagnoseMachine(),
    diagnoseCache(cache, whyNotWritable(cache)),
    diagnoseEmbedded(),
    diagnoseClang(),
    diagnosePackage('z3-solver'),
    diagnoseNative(findNativeCompiler()),
  ];
}

export function diagnoseNode(version: string, wanted = wantedNode()): Diagnosis {
  const least = Number(/\d+/.exec(wanted)?.[0]);
  const isEnough = Number(/\d+/.exec(version)?.[0]) >= least;
  const advice = `nearmiss needs Node ${least} or later`;
  return { what: 'Node', found: version, ...(isEnough ? { state: 'well' } : { state: 'missing', advice }) };
}

function diagnoseMachine(): Diagnosis {
  const cores = availableParallelism();
  const gigabytes = totalMemory() / 2 ** 30;
  const found = `${cores} core${cores === 1 ? '' : 's'}, ${gigabytes.toFixed(1)} GB of memory`;
  if (gigabytes >= 2) return { what: 'machine', state: 'well', found };
  return {
    what: 'machine',
    state: 'worse',
    found,
    advice: 'searches stop early: give them less with --memory and --jobs 1',
  };
}

export function diagnoseCache(folder: string, why: string | undefined): Diagnosis {
  if (why === undefined) return { what: 'cache', state: 'well', found: folder };
  return {
    what: 'cache',
    state: 'worse',
    found: `${folder} can't be written (${why})`,
    advice: 'every run compiles everything again: let XDG_CACHE_HOME name a folder that can be written',
  };
}

function diagnoseEmbedded(): Diagnosis {
  const what = 'embedded clang';
  try {
    return { what, state: 'well', found: embeddedVersion().version };
  } catch {
    return { what, state: 'missing', found: 'not installed', advice: 'install nearmiss again, with its dependencies' };
  }
}

/** Asked anew: what a cache remembers may be what is wrong. */
function diagnoseClang(): Diagnosis {
  const what = 'native clang';
  const tools = findNativeTools({ folder: '', read: () => undefined, write: () => {} });
  if (tools) return { what, state: 'well', found: `${tools.clang} with ${tools.linker}` };
  return {
    what,
    state: 'optional',
    found: 'no clang 17 or later with wasm-ld',
    advice: 'the embedded one is used; for a faster first build: apt install clang lld',
  };
}

function diagnosePackage(name: string): Diagnosis {
  try {
    packageFolder(name);
    return { what: name, state: 'well', found: 'installed' };
  } catch {
    return {
      what: name,
      state: 'missing',
      found: 'not installed',
      advice: 'install nearmiss again, with its dependencies',
    };
  }
}

export function diagnoseNative(compiler: ReturnType<typeof findNativeCompiler>): Diagnosis {
  const what = 'replay --native';
  if (!compiler) {
    return {
      what,
      state: 'optional',
      found: 'no gcc or clang whose programs run with -fsanitize=address,undefined',
      advice: 'apt install gcc gcc-multilib',
    };
  }
  if (compiler.is32Bit) return { what, state: 'well', found: `${compiler.command} -m32, with sanitizers` };
  return {
    what,
    state: 'optional',
    found: `${compiler.command} with sanitizers, but without -m32: long and pointers have 64 bits there`,
    advice: 'apt install gcc-multilib',
  };
}
