/**
 * What functions of the C library ask of their arguments: which strings and blocks they read, how much they write
 * where. One row a function; every checker of library calls works from these rows. Numbers are parameters.
 */

/** What is read at a pointer. */
interface Reads {
  readonly at: number;
  /** To its NUL; at most as many bytes as this parameter says; or exactly as many. */
  readonly extent: 'string' | { readonly atMost: number } | { readonly exactly: number };
}

/** What is written at a pointer. */
interface Writes {
  readonly at: number;
  /** Behind the string that is there already. */
  readonly appends?: true;
  readonly amount:
    | { readonly exactly: number; readonly times?: number }
    | { readonly atMost: number }
    /** A string and its NUL; of a longer one only as many bytes as a parameter says. */
    | { readonly copyOf: number; readonly limit?: number }
    /** What a format makes of its arguments, and a NUL. */
    | { readonly formatted: number }
    /** A line of the standard input, and a NUL. */
    | 'line';
}

export interface LibraryFunction {
  readonly name: string;
  readonly reads: readonly Reads[];
  readonly writes?: Writes;
  /** Text rather than a block: what overflows is a string. */
  readonly isText: boolean;
  /** What is read and what is written may not overlap. */
  readonly isDisjoint: boolean;
  /** Pointers that may be NULL all the same. */
  readonly nullable: readonly number[];
  /** Pointers that are only looked at by others, but may not be NULL. */
  readonly nonnull: readonly number[];
  readonly format?: number;
  /** Writes through the pointers behind the format. */
  readonly scans?: true;
  /** `…` begins at this parameter (in Wasm: the address of the arguments). */
  readonly rest?: number;
  /** Asks for the environment variable that this parameter names. */
  readonly variable?: number;
  /** A command for a shell, or the name of a program to run. */
  readonly command?: { readonly at: number; readonly isShell: boolean };
}

type Row = Partial<Omit<LibraryFunction, 'name'>>;

const string = (at: number): Reads => ({ at, extent: 'string' });
const prefix = (at: number, atMost: number): Reads => ({ at, extent: { atMost } });
const block = (at: number, exactly: number): Reads => ({ at, extent: { exactly } });
const reading = (...at: number[]): Row => ({ reads: at.map(string), isText: true });

const copying = (limit?: number): Row => ({
  reads: [limit === undefined ? string(1) : prefix(1, limit)],
  writes: { at: 0, amount: limit === undefined ? { copyOf: 1 } : { exactly: limit } },
  isText: true,
  isDisjoint: true,
});
const appending = (limit?: number): Row => ({
  reads: [string(0), limit === undefined ? string(1) : prefix(1, limit)],
  writes: { at: 0, appends: true, amount: { copyOf: 1, limit } },
  isText: true,
  isDisjoint: true,
});
const printing = (format: number, variadic = true): Row => ({
  reads: [string(format)],
  format,
  rest: variadic ? format + 1 : undefined,
  isText: true,
});
const command = (at: number, isShell: boolean): Row => ({ ...reading(at), command: { at, isShell } });

const rows: Record<string, Row> = {
  strcpy: copying(),
  stpcpy: copying(),
  strncpy: copying(2),
  stpncpy: copying(2),
  strcat: appending(),
  strncat: appending(2),
  strlcpy: { reads: [string(1)], writes: { at: 0, amount: { atMost: 2 } }, isText: true },
  strlcat: { reads: [string(1)], writes: { at: 0, amount: { atMost: 2 } }, isText: true },

  strlen: reading(0),
  strnlen: { reads: [prefix(0, 1)], isText: true },
  strchr: reading(0),
  strrchr: reading(0),
  strchrnul: reading(0),
  strstr: reading(0, 1),
  strcasestr: reading(0, 1),
  strpbrk: reading(0, 1),
  strspn: reading(0, 1),
  strcspn: reading(0, 1),
  strtok: { ...reading(0, 1), nullable: [0] },
  strtok_r: { ...reading(0, 1), nullable: [0], nonnull: [2] },
  strcmp: reading(0, 1),
  strcoll: reading(0, 1),
  strcasecmp: reading(0, 1),
  strncmp: { reads: [prefix(0, 2), prefix(1, 2)], isText: true },
  strncasecmp: { reads: [prefix(0, 2), prefix(1, 2)], isText: true },
  strdup: reading(0),
  strndup: { reads: [prefix(0, 1)], isText: true },

  memcpy: { reads: [block(1, 2)], writes: { at: 0, amount: { exactly: 2 } }, isDisjoint: true },
  mempcpy: { reads: [block(1, 2)], writes: { at: 0, amount: { exactly: 2 } }, isDisjoint: true },
  memmove: { reads: [block(1, 2)], writes: { at: 0, amount: { exactly: 2 } } },
  memset: { writes: { at: 0, amount: { exactly: 2 } } },
  memcmp: { reads: [block(0, 2), block(1, 2)] },
  bcopy: { reads: [block(0, 2)], writes: { at: 1, amount: { exactly: 2 } } },
  bzero: { writes: { at: 0, amount: { exactly: 1 } } },

  sprintf: { ...printing(1), writes: { at: 0, amount: { formatted: 1 } } },
  vsprintf: { ...printing(1, false), writes: { at: 0, amount: { formatted: 1 } } },
  snprintf: { ...printing(2), writes: { at: 0, amount: { atMost: 1 } }, nullable: [0] },
  vsnprintf: { ...printing(2, false), writes: { at: 0, amount: { atMost: 1 } }, nullable: [0] },
  printf: printing(0),
  vprintf: printing(0, false),
  fprintf: printing(1),
  vfprintf: printing(1, false),
  dprintf: printing(1),
  syslog: printing(1),
  scanf: { ...printing(0), scans: true },
  fscanf: { ...printing(1), scans: true },
  sscanf: { ...printing(1), scans: true, reads: [string(0), string(1)], nonnull: [0] },

  gets: { writes: { at: 0, amount: 'line' }, isText: true },
  fgets: { writes: { at: 0, amount: { atMost: 1 } }, isText: true, nonnull: [2] },
  read: { writes: { at: 1, amount: { atMost: 2 } } },
  recv: { writes: { at: 1, amount: { atMost: 2 } } },
  fread: { writes: { at: 0, amount: { exactly: 1, times: 2 } }, nonnull: [3] },

  puts: reading(0),
  fputs: { ...reading(0), nonnull: [1] },
  atoi: reading(0),
  atol: reading(0),
  atoll: reading(0),
  atof: reading(0),
  strtol: reading(0),
  strtoul: reading(0),
  strtoll: reading(0),
  strtoull: reading(0),
  strtod: reading(0),
  strtof: reading(0),
  getenv: { ...reading(0), variable: 0 },
  secure_getenv: { ...reading(0), variable: 0 },
  fopen: reading(0, 1),
  fclose: { nonnull: [0] },
  remove: reading(0),

  system: { ...command(0, true), nullable: [0] },
  popen: { ...command(0, true), reads: [string(0), string(1)] },
  execl: command(0, false),
  execlp: command(0, false),
  execle: command(0, false),
  execv: command(0, false),
  execvp: command(0, false),
  execve: command(0, false),
};

/** Other names the linker may know a function by. */
const aliases: Readonly<Record<string, string>> = {
  bcmp: 'memcmp',
  __stpcpy: 'stpcpy',
  __stpncpy: 'stpncpy',
  __strchrnul: 'strchrnul',
  __strdup: 'strdup',
  __strndup: 'strndup',
  __strtok_r: 'strtok_r',
};

export const libraryFunctions: readonly LibraryFunction[] = Object.entries(rows).map(([name, row]) => ({
  reads: [],
  isText: false,
  isDisjoint: false,
  nullable: [],
  nonnull: [],
  ...row,
  name,
}));

const byName = new Map(libraryFunctions.map(({ name }, index) => [name, index]));

/** A function's number in the table, by any of its names. */
export function libraryFunctionNumber(name: string): number | undefined {
  return byName.get(aliases[name] ?? name.replace(/^__(nearmiss_world|wrap)_/, ''));
}

/** What is asked of a function at each of its calls is found out once. */
function onceEach<T>(of: (fn: LibraryFunction) => T): (fn: LibraryFunction) => T {
  const known = new Map<LibraryFunction, T>();
  return (fn) => {
    let found = known.get(fn);
    if (found === undefined) known.set(fn, (found = of(fn)));
    return found;
  };
}

/** Parameters that say how many bytes are touched: not those that only limit how far a string is read. */
export const lengthParameters = onceEach(({ reads, writes }): readonly number[] => {
  const all = new Set<number>();
  for (const { extent } of reads) if (typeof extent === 'object' && 'exactly' in extent) all.add(extent.exactly);
  const amount = writes?.amount;
  if (typeof amount === 'object' && 'exactly' in amount) {
    all.add(amount.exactly);
    if (amount.times !== undefined) all.add(amount.times);
  }
  if (typeof amount === 'object' && 'atMost' in amount) all.add(amount.atMost);
  return [...all];
});

/** Every parameter that may not be NULL, and the parameter that says how much is touched there, if one does. */
export const nonnullParameters = onceEach((fn): readonly { readonly at: number; readonly size?: number }[] => {
  const all = new Map<number, number | undefined>();
  for (const { at, extent } of fn.reads) {
    all.set(at, extent === 'string' ? undefined : 'atMost' in extent ? extent.atMost : extent.exactly);
  }
  if (fn.writes && !all.has(fn.writes.at)) {
    const { at, amount } = fn.writes;
    all.set(
      at,
      amount === 'line'
        ? undefined
        : 'exactly' in amount
          ? amount.exactly
          : 'atMost' in amount
            ? amount.atMost
            : undefined,
    );
  }
  for (const at of fn.nonnull) all.set(at, undefined);
  return [...all].filter(([at]) => !fn.nullable.includes(at)).map(([at, size]) => ({ at, size }));
});
