/**
 * What functions outside the user's code do with data. Parameters are numbered from 0. `contents`: what a
 * pointer points to, the rest: the value itself.
 */
export interface FunctionModel {
  /** Bytes from outside come in here: the contents of these parameters, or the result. */
  readonly sources?: readonly (number | 'return')[];
  /** The name people know the source by. */
  readonly from?: string;
  /** The value of these is dangerous if it comes from outside. */
  readonly sinks?: readonly { readonly kind: SinkKind; readonly param: number }[];
  /** [to, from]: the contents go over. */
  readonly copies?: readonly (readonly [number, number])[];
  /** The result is (or points into) this argument. */
  readonly returns?: number;
  /** The result depends on the contents of these arguments. */
  readonly reads?: readonly number[];
  /** What a source reads, if it reads an input of the program. */
  readonly input?: 'stdin' | 'recv' | 'environment';
  /** It reads this argument, a stream or a descriptor; if nobody is seen to open one, it is standard input. */
  readonly stream?: number;
  readonly isDescriptor?: true;
  /** The arguments whose product is the most that is read. */
  readonly most?: readonly number[];
  /** The result is a stream: of the file that this argument names, or of what comes over a socket. */
  readonly opens?: number | 'recv';
  /** A new object. */
  readonly allocates?: boolean;
  /** A new object, full of what comes from outside, is put where this argument points to. */
  readonly allocatesInto?: number;
  /** From this parameter on, pointers are written through, from what the others hold (sscanf). */
  readonly scans?: { readonly from: number; readonly into: number };
  /** Does nothing with data. */
  readonly ignored?: boolean;
}

export const sinkKinds = {
  'allocation-size': { what: 'the size of an allocation', cwe: 789, contents: false },
  'array-index': { what: 'an index', cwe: 129, contents: false },
  'copy-length': { what: 'the length of a copy', cwe: 805, contents: false },
  divisor: { what: 'a divisor', cwe: 369, contents: false },
  format: { what: 'a format string', cwe: 134, contents: true },
  command: { what: 'a command', cwe: 78, contents: true },
} as const satisfies Record<string, { what: string; cwe: number; contents: boolean }>;
export type SinkKind = keyof typeof sinkKinds;

const sink = (kind: SinkKind, ...params: number[]): FunctionModel['sinks'] => params.map((param) => ({ kind, param }));
const copy = (to: number, from: number, length?: number): FunctionModel => ({
  copies: [[to, from]],
  returns: to,
  sinks: length === undefined ? undefined : sink('copy-length', length),
});
const number = (...reads: number[]): FunctionModel => ({ reads });

/** What is asked about a file, said to a stream or done at the end tells nothing of what names it or is said. */
const withoutData = Object.fromEntries(
  (
    'stat lstat fstat fstatat access open creat close opendir closedir fdopen freopen remove unlink rename mkdir rmdir ' +
    'chmod chown chdir perror putc fputc putwchar fflush feof ferror clearerr fileno rewind fseek ftell setvbuf setbuf ' +
    'time isatty setlocale signal sigaction sigemptyset atexit qsort'
  )
    .split(' ')
    .map((name) => [name, { ignored: true }]),
) as Readonly<Record<string, FunctionModel>>;

/** By name. Functions that are not here give back, and write through their pointers, whatever they were given. */
export const libraryModels: ReadonlyMap<string, FunctionModel> = new Map(
  Object.entries({
    // where bytes come in
    read: {
      input: 'stdin',
      stream: 0,
      isDescriptor: true,
      most: [2],
      sources: [1],
      from: 'read',
      sinks: sink('copy-length', 2),
    },
    pread: {
      input: 'stdin',
      stream: 0,
      isDescriptor: true,
      most: [2],
      sources: [1],
      from: 'pread',
      sinks: sink('copy-length', 2),
    },
    recv: { input: 'recv', sources: [1], from: 'recv', sinks: sink('copy-length', 2) },
    recvfrom: { input: 'recv', sources: [1], from: 'recvfrom', sinks: sink('copy-length', 2) },
    fread: { input: 'stdin', stream: 3, most: [1, 2], sources: [0], from: 'fread', sinks: sink('copy-length', 1, 2) },
    fgets: {
      input: 'stdin',
      stream: 2,
      most: [1],
      sources: [0],
      from: 'fgets',
      returns: 0,
      sinks: sink('copy-length', 1),
    },
    gets: { input: 'stdin', sources: [0], from: 'gets', returns: 0 },
    getline: { input: 'stdin', stream: 2, sources: [], allocatesInto: 0, from: 'getline' },
    getchar: { input: 'stdin', sources: ['return'], from: 'getchar' },
    getc: { input: 'stdin', stream: 0, sources: ['return'], from: 'getc' },
    fgetc: { input: 'stdin', stream: 0, sources: ['return'], from: 'fgetc' },
    getchar_unlocked: { input: 'stdin', sources: ['return'], from: 'getchar' },
    getenv: { input: 'environment', sources: ['return'], from: 'getenv', allocates: true },
    scanf: { input: 'stdin', scans: { from: -1, into: 1 }, from: 'scanf', sinks: sink('format', 0) },
    fscanf: { stream: 0, input: 'stdin', scans: { from: -1, into: 2 }, from: 'fscanf', sinks: sink('format', 1) },
    sscanf: { scans: { from: 0, into: 2 }, sinks: sink('format', 1) },
    nearmiss_symbolic: { sources: [0], from: 'nearmiss_symbolic' },
    klee_make_symbolic: { sources: [0], from: 'klee_make_symbolic' },
    // memory
    malloc: { allocates: true, sinks: sink('allocation-size', 0) },
    calloc: { allocates: true, sinks: sink('allocation-size', 0, 1) },
    realloc: { returns: 0, allocates: true, sinks: sink('allocation-size', 1) },
    reallocarray: { returns: 0, allocates: true, sinks: sink('allocation-size', 1, 2) },
    aligned_alloc: { allocates: true, sinks: sink('allocation-size', 1) },
    free: { ignored: true },
    // copies
    memcpy: copy(0, 1, 2),
    memmove: copy(0, 1, 2),
    mempcpy: copy(0, 1, 2),
    memset: { returns: 0, sinks: sink('copy-length', 2) },
    strcpy: copy(0, 1),
    stpcpy: copy(0, 1),
    strcat: copy(0, 1),
    strncpy: copy(0, 1, 2),
    strncat: copy(0, 1, 2),
    strdup: { allocates: true, copies: [[-1, 0]] },
    strndup: { allocates: true, copies: [[-1, 0]], sinks: sink('allocation-size', 1) },
    sprintf: { copies: [[0, 2]], sinks: sink('format', 1) },
    snprintf: { copies: [[0, 3]], sinks: [...sink('copy-length', 1)!, ...sink('format', 2)!] },
    vsnprintf: { copies: [[0, 3]], sinks: [...sink('copy-length', 1)!, ...sink('format', 2)!] },
    // what comes out of strings
    strlen: number(0),
    strnlen: number(0),
    atoi: number(0),
    atol: number(0),
    atoll: number(0),
    strtol: number(0),
    strtoul: number(0),
    strtoll: number(0),
    strtoull: number(0),
    strcmp: { ignored: true },
    strncmp: { ignored: true },
    memcmp: { ignored: true },
    strcasecmp: { ignored: true },
    strchr: { returns: 0 },
    strrchr: { returns: 0 },
    strstr: { returns: 0 },
    strpbrk: { returns: 0 },
    strtok: { returns: 0 },
    memchr: { returns: 0 },
    strspn: number(0),
    strcspn: number(0),
    // formats and commands
    printf: { sinks: sink('format', 0) },
    fprintf: { sinks: sink('format', 1) },
    dprintf: { sinks: sink('format', 1) },
    vprintf: { sinks: sink('format', 0) },
    vfprintf: { sinks: sink('format', 1) },
    syslog: { sinks: sink('format', 1) },
    err: { sinks: sink('format', 1) },
    errx: { sinks: sink('format', 1) },
    warn: { sinks: sink('format', 0) },
    warnx: { sinks: sink('format', 0) },
    error: { sinks: sink('format', 2) },
    system: { sinks: sink('command', 0) },
    popen: { sinks: sink('command', 0) },
    execl: { sinks: sink('command', 0, 1, 2, 3) },
    execlp: { sinks: sink('command', 0, 1, 2, 3) },
    execv: { sinks: sink('command', 0) },
    execvp: { sinks: sink('command', 0) },
    // no data
    puts: { ignored: true },
    fputs: { ignored: true },
    putchar: { ignored: true },
    fwrite: { ignored: true },
    write: { ignored: true },
    send: { ignored: true },
    fclose: { ignored: true },
    exit: { ignored: true },
    abort: { ignored: true },
    ...withoutData,
    fopen: { opens: 0 },
    freopen: { opens: 0 },
    open: { opens: 0 },
    fdopen: { returns: 0 },
    accept: { opens: 'recv' },
    socket: { opens: 'recv' },
    isalpha: { ignored: true },
    isdigit: { ignored: true },
    isspace: { ignored: true },
    isalnum: { ignored: true },
    isupper: { ignored: true },
    islower: { ignored: true },
    isprint: { ignored: true },
    isxdigit: { ignored: true },
    toupper: { returns: 0 },
    tolower: { returns: 0 },
  } satisfies Record<string, FunctionModel>),
);
