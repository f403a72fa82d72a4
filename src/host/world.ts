/**
 * Everything a program can ask of the world: which facts there are, what the sandbox says, and how another answer is
 * explored. This table drives what counts as assumed, `inputs.held`, `--world`, `--faults` and `nearmiss world`.
 */

import type { Place } from '../vocabulary/place.js';

/**
 * `input`: what nobody declared, assumed as soon as the program's own code asks for it. `resource`: a call that may
 * fail; what needs it to succeed is not proved. `fact`: a value; assumed where the program's own code asks for it.
 */
export type FactKind = 'input' | 'resource' | 'fact';

export interface WorldFact {
  readonly id: string;
  readonly kind: FactKind;
  /** What the sandbox says, as a sentence without its full stop; NAME is what was asked for. */
  readonly held: string;
  /** The same in a word or two. */
  readonly value: string;
  /** The flag that explores other answers; NAME as above. None: nothing does. */
  readonly explore?: string;
  /** Functions of the C library that ask for it when the user's code calls them. */
  readonly functions?: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

const table = [
  { id: 'argv', kind: 'input', held: 'argv is empty', value: 'none', explore: '--arg 8' },
  { id: 'stdin', kind: 'input', held: 'stdin is empty', value: 'empty', explore: '--stdin 0..16' },
  { id: 'env', kind: 'input', held: 'NAME is not set', value: 'not set', explore: '--env NAME=8' },
  { id: 'environ', kind: 'input', held: 'no variable is set', value: 'empty', explore: '--env NAME=8' },
  { id: 'file', kind: 'input', held: 'there is no file NAME', value: 'missing', explore: '--file NAME=0..16' },
  { id: 'files', kind: 'input', held: 'there are no files', value: 'none', explore: '--file NAME=0..16' },
  {
    id: 'urandom',
    kind: 'input',
    held: '/dev/urandom has what --rng says',
    value: 'by --rng',
    explore: '--file dev/urandom=64',
  },
  { id: 'network', kind: 'input', held: 'nobody sends anything', value: 'silent', explore: '--recv 0..64' },
  { id: 'length', kind: 'input', held: 'NAME, guessed from the names', value: 'guessed', explore: '--no-guess' },
  {
    id: 'null',
    kind: 'resource',
    held: 'no pointer that a function is given is NULL',
    value: 'not NULL',
    explore: '--nullable',
  },
  {
    id: 'malloc',
    kind: 'resource',
    held: 'memory is there',
    value: 'succeeds',
    explore: '--faults malloc',
    functions: words('malloc calloc strdup strndup aligned_alloc posix_memalign memalign valloc asprintf vasprintf'),
  },
  {
    id: 'realloc',
    kind: 'resource',
    held: 'memory is there',
    value: 'succeeds',
    explore: '--faults realloc',
    functions: words('realloc reallocarray'),
  },
  {
    id: 'open',
    kind: 'resource',
    held: 'files that are there can be opened, others can be made',
    value: 'succeeds',
    explore: '--faults open',
    functions: words('open openat creat fopen freopen fdopen opendir mkstemp mkdtemp tmpfile'),
  },
  {
    id: 'read',
    kind: 'resource',
    held: 'reading gives what is there',
    value: 'succeeds, whole',
    explore: '--faults read',
    functions: words('read pread fread fgets fgetc getc getchar getline getdelim scanf fscanf recv recvfrom'),
  },
  {
    id: 'write',
    kind: 'resource',
    held: 'the disk has room',
    value: 'succeeds, whole',
    explore: '--faults write',
    functions: words('write pwrite fwrite fflush fclose fputs fputc putc putchar puts printf fprintf send sendto'),
  },
  {
    id: 'system',
    kind: 'resource',
    held: 'other calls on files succeed',
    value: 'succeeds',
    explore: '--faults system',
    functions: words(
      'close dup dup2 lseek fseek ftell ftruncate fstat pipe mkdir rmdir unlink remove rename chdir getcwd',
    ),
  },
  {
    id: 'socket',
    kind: 'resource',
    held: 'the network is up',
    value: 'succeeds',
    explore: '--faults socket',
    functions: words('socket bind listen accept connect'),
  },
  {
    id: 'time',
    kind: 'fact',
    held: 'the clock starts on 2026-11-01 12:34:56 UTC',
    value: '2026-11-01',
    explore: '--world time',
    functions: words('time clock_gettime gettimeofday clock'),
  },
  {
    id: 'pid',
    kind: 'fact',
    held: 'the process is 42, its parent 1',
    value: '42',
    explore: '--world pid',
    functions: words('getpid getppid'),
  },
  {
    id: 'random',
    kind: 'fact',
    held: 'random numbers are those of --rng',
    value: 'by --rng',
    explore: '--world random',
    functions: words('rand random arc4random arc4random_uniform arc4random_buf getrandom getentropy'),
  },
  {
    id: 'user',
    kind: 'fact',
    held: 'user and group are 1000',
    value: '1000',
    explore: '--world user',
    functions: words('getuid geteuid getgid getegid'),
  },
  {
    id: 'terminal',
    kind: 'fact',
    held: 'there is no terminal',
    value: 'none',
    explore: '--world terminal',
    functions: words('isatty'),
  },
  {
    id: 'machine',
    kind: 'fact',
    held: 'the machine is called localhost',
    value: 'localhost',
    explore: '--world machine',
    functions: words('gethostname sysconf'),
  },
  {
    id: 'locale',
    kind: 'fact',
    held: 'the locale is C',
    value: 'C',
    explore: '--world locale',
    functions: words('setlocale'),
  },
  {
    id: 'addresses',
    kind: 'fact',
    held: 'objects lie where the sandbox puts them',
    value: "the sandbox's",
  },
  {
    id: 'fork',
    kind: 'resource',
    held: 'no process is started',
    value: 'ends the run',
    functions: words('fork vfork daemon popen'),
  },
  {
    id: 'threads',
    kind: 'resource',
    held: 'no thread is started',
    value: 'ends the run',
    functions: words('pthread_create'),
  },
] as const satisfies readonly WorldFact[];

export const worldFacts: readonly WorldFact[] = table;

export type InputFact = Extract<(typeof table)[number], { kind: 'input' }>['id'];

/** Something the program's own code asked of the world that nobody had said. */
export interface Asked {
  readonly fact: InputFact | 'addresses';
  /** Which one, where there are several: a variable, a file. */
  readonly name: string;
  readonly place: Place | undefined;
  /** What it does there; it asks for the fact, unless told. */
  readonly how?: string;
  /** A function was called, not main: only programs with main are given such inputs. */
  readonly needsMain?: boolean;
}

const byId = new Map(worldFacts.map((fact) => [fact.id, fact]));

export function worldFact(id: string): WorldFact {
  const fact = byId.get(id);
  if (!fact) throw new Error(`no fact ${id}`);
  return fact;
}

const byFunction = new Map(
  worldFacts.flatMap(({ id, functions = [] }) => functions.map((name) => [name, id] as const)),
);

/** Functions of runtime-c/world.c: the C library's name with this before it. */
export const redirected = '__nearmiss_world_';

/** The fact that a function of the C library asks for, if it does. */
export function factOfFunction(name: string): string | undefined {
  return byFunction.get(name) ?? byFunction.get(plainName(name));
}

/** `getpid` for libc's own `__getpid`, `fflush` for what the linker puts before it. */
export const plainName = (name: string): string => name.replace(/^__(wrap_)?/, '');

const named = (text: string, name: string): string => (name === '' ? text : text.replace('NAME', name));

/** How runtime-c/world.c calls a fact that is explored. */
const inputNames: readonly (readonly [form: RegExp, fact: string])[] = [
  [/^time$/, 'time'],
  [/^(parent )?pid$/, 'pid'],
  [/^(effective )?[ug]id$/, 'user'],
  [/^(rand|random|arc4random|getrandom|getentropy)$/, 'random'],
  [/^machine$/, 'machine'],
  [/^terminal \d$/, 'terminal'],
  [/^locale is unknown$/, 'locale'],
];

/** The fact that an input of this name is. */
export function factOfInput(name: string): string | undefined {
  return inputNames.find(([form]) => form.test(name))?.[1];
}

/** Names that `--faults` or `--world` take. */
export function factsExploredBy(flag: '--faults' | '--world'): string[] {
  return worldFacts.flatMap(({ id, explore }) => (explore?.startsWith(`${flag} `) ? [id] : []));
}

/** Functions whose calls by the user's code go to runtime-c/world.c when these facts are explored. */
export function redirectedFunctions(facts: readonly string[]): string[] {
  return facts.flatMap((fact) => worldFact(fact).functions ?? []).sort();
}

/** `argv is empty (tool.c:12 looks at argc); --arg 8 explores it`. */
export function assumedSentence(
  fact: string,
  name: string,
  at: string | undefined,
  how = 'asks for it',
  needsMain = false,
): string {
  const { kind, held, explore } = worldFact(fact);
  const where = at === undefined ? '' : ` (${at} ${how})`;
  if (kind === 'resource') return `unless ${name} ${fact === 'null' ? 'is NULL' : 'fails'}${where}: ${explore}`;
  const way = needsMain ? ' in a program with main' : '';
  return `${named(held, name)}${where}${explore ? `; ${named(explore, name)} explores it${way}` : ''}`;
}

/** The flag that explores a fact. */
export function exploredBy(fact: string, name: string): string | undefined {
  const { explore } = worldFact(fact);
  return explore && named(explore, name);
}
