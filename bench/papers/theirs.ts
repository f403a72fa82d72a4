/**
 * Figures as the five papers print them, each with its place. The copies we have are scans without page numbers (except
 * the thesis), so places are sections. Times are in the papers' units.
 */

/** Cadar and Engler, *Execution generated test cases*, CSTR 2005-04. A laptop of 1.6 GHz. */
export const egt = {
  /** Table 1, section 4. */
  utf7: [
    { size: 1, time: '16 s', tests: 10, coverage: '84.0 %', largest: 5 },
    { size: 2, time: '1 min 35 s', tests: 38, coverage: '94.2 %', largest: 8 },
    { size: 3, time: '7 min 26 s', tests: 132, coverage: '94.2 %', largest: 11 },
    { size: 4, time: '34 min 12 s', tests: 458, coverage: '95.6 %', largest: 15 },
    { size: 5, time: '2 h 35 min', tests: 1569, coverage: '95.6 %', largest: 19 },
  ],
  /** Table 2, section 5: tests and time by length of the format. Pintos', an embedded one's, gccfast's. */
  printf: [
    { size: 2, cells: [[34, '21 s'], [17, '2 s'], [30, '15 s']] }, // biome-ignore format: a row of the paper a line
    { size: 3, cells: [[356, '4 min'], [75, '1 min 48 s'], [273, '3 min 10 s']] }, // biome-ignore format: see above
    { size: 4, cells: [[3234, '40 min 47 s'], [337, '21 min 6 s'], [2105, '87 min 36 s']] }, // biome-ignore format: see above
    { size: 128, cells: [[590, '123 min 56 s'], [72, '119 min 38 s'], [908, '120 min 19 s']] }, // biome-ignore format: see above
  ],
  /** Table 3, section 5. */
  mismatches: [
    { program: 'Pintos', own: '426 of 4,214', all: '624 of 8,031', coverage: '95 % of 172' },
    { program: 'embedded', own: '146 of 501', all: '6,395 of 8,031', coverage: '95 % of 101' },
    { program: 'gccfast', own: '7 of 3,316', all: '91 of 8,031', coverage: '98 % of 63' },
  ],
  /** Table 4, section 6.2: WsMp3. The last two were stopped. */
  packets: [
    { size: 1, unfinished: 0, time: '0 s', tests: 1 },
    { size: 2, unfinished: 0, time: '0 s', tests: 1 },
    { size: 3, unfinished: 0, time: '57 s', tests: 18 },
    { size: 4, unfinished: 0, time: '10 min 28 s', tests: 90 },
    { size: 5, unfinished: 8, time: '16 min 13 s', tests: 97 },
    { size: 12, unfinished: 134, time: '14 h 15 min', tests: 1173 },
    { size: 128, unfinished: 63, time: '14 h 15 min', tests: 165 },
  ],
  /** Table 5, section 6.2: statements covered by 10, 1,000 and 100,000 random tests and by EGT's. */
  random: [
    { size: 1, coverage: ['13.3 %', '13.3 %', '13.3 %', '13.3 %'] },
    { size: 2, coverage: ['13.3 %', '13.3 %', '13.3 %', '13.3 %'] },
    { size: 3, coverage: ['23.0 %', '23.1 %', '23.1 %', '23.1 %'] },
    { size: 4, coverage: ['23.1 %', '23.1 %', '23.1 %', '28.1 %'] },
    { size: 5, coverage: ['23.1 %', '23.1 %', '23.1 %', '29.6 %'] },
    { size: 128, coverage: ['23.1 %', '23.1 %', '23.4 %', '31.2 %'] },
  ],
} as const;

/** Godefroid, Levin and Molnar, *Active property checking*, EMSOFT 2008. Two players of media files, not named. */
export const sage = {
  /** Figure 4, section 5: the numbers of the checkers, 0 being path exploration. */
  checkers: {
    1: 'division-by-zero',
    2: 'null-dereference',
    4: 'array-underflow',
    5: 'array-overflow',
    7: 'integer-underflow',
    8: 'integer-overflow',
    9: 'sign-extension-underflow',
    10: 'sign-extension-overflow',
    11: 'stack-smash',
  },
  /** Figure 5, section 6: one task, naive combination. */
  tasks: [
    {
      ...{ program: 'Media 1', checkers: '0, 2, 4, 5, 7, 8', time: '37 s', constraints: 67, injected: 46 },
      ...{ tests: 105, instructions: 3_795_771, bytes: 65_536 },
    },
    {
      ...{ program: 'Media 2', checkers: '0, 1, 2, 4, 5, 7–11', time: '1,226 s', constraints: 2990, injected: 6080 },
      ...{ tests: 5122, instructions: 279_478_553, bytes: 27_335 },
    },
  ],
  /** Figure 6, section 6.1: without checkers, weak, strong, naive. */
  micro: [
    {
      program: 'Media 1',
      rows: [
        ['total time', '16 s', '37 s', '42 s', '37 s'],
        ['solver time', '5 s', '5 s', '10 s', '5 s'],
        ['tests made', 59, 70, 87, 105],
        ['disjunctions', undefined, 11, 11, undefined],
        ['least / mean / most in one', undefined, '2 / 4.2 / 16', '2 / 4.2 / 16', undefined],
        ['path constraints', 67, 67, 67, 67],
        ['checker constraints', undefined, 46, 46, 46],
        ['solver calls', 67, 78, 96, 113],
        ['largest list of constraints', 77, 141, 141, 141],
        ['mean list', 2.7, 2.7, 2.7, 3],
        ['local cache hits', '79 %', '81 %', '88 %', '88 %'],
      ],
    },
    {
      program: 'Media 2',
      rows: [
        ['total time', '761 s', '973 s', '1,140 s', '1,226 s'],
        ['solver time', '421 s', '463 s', '601 s', '504 s'],
        ['tests made', 1117, 1833, 2734, 5122],
        ['disjunctions', undefined, 1125, 1125, undefined],
        ['least / mean / most in one', undefined, '1 / 5.4 / 216', '1 / 5.4 / 216', undefined],
        ['path constraints', 3001, 2990, 2990, 2990],
        ['checker constraints', undefined, 6080, 6080, 6080],
        ['solver calls', 3001, 4115, 5368, 9070],
        ['largest list of constraints', 11_141, 91_739, 91_739, 91_739],
        ['mean list', 368, 373, 373, 372],
        ['local cache hits', '39 %', '19.5 %', '19.5 %', '19.5 %'],
      ],
    },
  ],
  /** Figures 7 and 8, section 6.2: crash buckets; `onPath` have an entry in the column of path exploration. */
  buckets: [
    { program: 'Media 1', tests: 41_658, crashes: 783, all: 12, onPath: 7, onlyChecks: 5 },
    { program: 'Media 2', tests: 11_849, crashes: 25, all: 4, onPath: 4, onlyChecks: 0 },
  ],
  /** Figure 9, section 6.2: by checker, over the weak and the strong search. */
  yields: [
    { program: 'Media 1', checker: 'path', injected: 27_612, solved: 18_056, crashes: 339, yield: '1.9 %' },
    { program: 'Media 1', checker: 'null-dereference', injected: 26, solved: 22, crashes: 22, yield: '100 %' },
    { program: 'Media 1', checker: 'array-underflow', injected: 13, solved: 2, crashes: 2, yield: '100 %' },
    { program: 'Media 1', checker: 'array-overflow', injected: 13, solved: 3, crashes: 3, yield: '100 %' },
    { program: 'Media 1', checker: 'integer-underflow', injected: 11_153, solved: 3179, crashes: 139, yield: '4.4 %' },
    { program: 'Media 1', checker: 'integer-overflow', injected: 11_153, solved: 5552, crashes: 136, yield: '2.4 %' },
    { program: 'Media 2', checker: 'path', injected: 13_425, solved: 4735, crashes: 7, yield: '1.4 %' },
    { program: 'Media 2', checker: 'division-by-zero', injected: 12, solved: 0, crashes: 0, yield: undefined },
    { program: 'Media 2', checker: 'null-dereference', injected: 2146, solved: 61, crashes: 0, yield: '0 %' },
    { program: 'Media 2', checker: 'array-underflow', injected: 1544, solved: 10, crashes: 0, yield: '0 %' },
    { program: 'Media 2', checker: 'array-overflow', injected: 1551, solved: 20, crashes: 0, yield: '0 %' },
    { program: 'Media 2', checker: 'integer-underflow', injected: 11_158, solved: 576, crashes: 0, yield: '0 %' },
    { program: 'Media 2', checker: 'integer-overflow', injected: 11_177, solved: 2355, crashes: 0, yield: '0 %' },
    {
      ...{ program: 'Media 2', checker: 'sign-extension-underflow', injected: 5, solved: 0, crashes: 0 },
      yield: undefined,
    },
    { program: 'Media 2', checker: 'sign-extension-overflow', injected: 5, solved: 5, crashes: 0, yield: '0 %' },
    { program: 'Media 2', checker: 'stack-smash', injected: 10, solved: 0, crashes: 0, yield: undefined },
  ],
  /** Section 6.2: queries of one search that another of its tasks had asked before. */
  globalCache: { 'Media 1': '93 %', 'Media 2': '27 %' },
} as const;

/** Majumdar and Xu, *Directed test generation using symbolic grammars*, ASE 2007. A laptop of 2.33 GHz. */
export const cese = {
  /** Table 1, section 2: SimpleCalc by length of the input. Cute did not end for 5 and 6 within five hours. */
  calc: [
    { length: 1, strings: 62, symbolic: 1, cese: 21, cute: 21, ceseTime: '4 s', cuteTime: '0.5 s', covered: '36 %' },
    { length: 2, strings: 124, symbolic: 2, cese: 40, cute: 247, ceseTime: '3 s', cuteTime: '2 s', covered: '52 %' },
    {
      ...{ length: 3, strings: 27_156, symbolic: 11, cese: 1711, cute: 2515, ceseTime: '24 s', cuteTime: '20 s' },
      covered: '54 %',
    },
    {
      ...{ length: 4, strings: 108_066, symbolic: 35, cese: 6611, cute: 248_532, ceseTime: '3 min' },
      ...{ cuteTime: '30 min', covered: '56 %' },
    },
    {
      ...{ length: 5, strings: 47_008_834, symbolic: 201, cese: 260_792, cute: undefined, ceseTime: '1 h' },
      ...{ cuteTime: undefined, covered: '58 %' },
    },
    {
      ...{ length: 6, strings: 187_765_078, symbolic: 652, cese: 1_492_802, cute: undefined, ceseTime: '3 h' },
      ...{ cuteTime: undefined, covered: '58 %' },
    },
  ],
  /** Tables 2 to 4, section 4.1: branches covered and inputs, in 30 minutes each; Cute also in five hours. */
  programs: [
    {
      ...{ name: 'bc', cese: ['40 %', 133_996], manual: '49 %', cute: ['35 %', 148_868] },
      ...{ cuteLong: ['35 %', 949_948], grammar: ['31 %', 262_773], random: ['25 %', 401_673] },
    },
    {
      ...{ name: 'logictree', cese: ['43 %', 16_827], manual: '53 %', cute: ['22 %', 225_103] },
      ...{ cuteLong: ['25 %', 2_133_323], grammar: ['45 %', 272_851], random: ['38 %', 461_524] },
    },
    {
      ...{ name: 'cuetools', cese: ['31 %', 99_367], manual: '27 %', cute: ['24 %', 147_915] },
      ...{ cuteLong: ['24 %', 720_384], grammar: ['23 %', 256_748], random: ['25 %', 428_672] },
    },
    {
      ...{ name: 'lua', cese: ['29 %', 1061], manual: '54 %', cute: ['24 %', 2734] },
      ...{ cuteLong: ['28 %', 22_939], grammar: ['26 %', 245_130], random: ['22 %', 390_404] },
    },
    {
      ...{ name: 'wuftpd', cese: ['43 %', 10_168], manual: undefined, cute: ['19 %', 1139] },
      ...{ cuteLong: ['19 %', 11_195], grammar: ['29 %', 290_356], random: ['5 %', 489_904] },
    },
    {
      ...{ name: 'all', cese: ['36 %', undefined], manual: '46 %', cute: ['26 %', undefined] },
      ...{ cuteLong: ['27 %', undefined], grammar: ['30 %', undefined], random: ['23 %', undefined] },
    },
  ],
  /** Section 4.2: the overflow of wuftpd's path, by technique. */
  overflow: [
    { technique: 'CESE', found: 'yes, within 4 min' },
    { technique: 'Cute', found: 'no, in 13 h and 29,116 inputs' },
  ],
} as const;

/** Liu, *Target directed random testing for feasible state generation*, NCTU 2007. */
export const thesis = {
  /** Section 5, pages 37 to 41 (Figures 24 to 27): Antiword 0.37. */
  sinks: [
    { sink: 'xmalloc at stylesheet.c:636', verdict: 'reached', tests: 3 },
    { sink: 'malloc at summary.c:544', verdict: 'infeasible', tests: 24 },
  ],
  /** Table 1, page 41. */
  tools: [
    { what: 'objective', cute: 'full coverage', own: 'a feasible state' },
    { what: 'constraints', cute: 'of bytes', own: 'of bit vectors' },
    { what: 'solving', cute: 'linear', own: 'linear, partly non-linear' },
    { what: 'search', cute: 'depth first', own: 'depth first, guided by the control-flow graph' },
  ],
} as const;

/** Joshi, Sen and Shlimovich, *Predictive testing*, UCB/EECS-2007-35. */
export const pretex = {
  /** Section 2, Figures 2 to 4: tests that pass, and what is predicted from them. */
  figures: [
    { figure: 'Figure 2', tests: 'x = 3, y = 9; x = -6, y = -100', predicted: 'assertion', input: 'x = 2, y = 1' },
    { figure: 'Figure 3', tests: 'size = 5, index = 3', predicted: 'array index', input: 'size = 5, index = 6' },
    { figure: 'Figure 4, without units', tests: 'i = 2, x = -1; i = 9, x = 8', predicted: 'nothing', input: undefined },
    { figure: 'Figure 4, with units', tests: 'and set(1, 0), set(3, 100)', predicted: 'array index', input: undefined },
  ],
  /** Table 1, section 3.5: what is asserted before a call. */
  strings: [
    { call: 'strcpy(to, from)', asserts: 'from ends; it fits' },
    { call: 'strncpy(to, from, n)', asserts: 'from ends; n bytes of it fit' },
    { call: 'strcat(to, from)', asserts: 'both end; together they fit' },
    { call: 'strncat(to, from, n)', asserts: 'both end; n bytes more fit' },
    { call: 'strchr(from, n)', asserts: 'from ends' },
    { call: 'strrchr(from, n)', asserts: 'from ends' },
    { call: 'strstr(from, other)', asserts: 'both end' },
    { call: 'strpbrk(from, other)', asserts: 'both end' },
    { call: 'strtok(from, other)', asserts: 'both end' },
    { call: 'strdup(from)', asserts: 'from ends' },
  ],
  /** Table 2, section 4: plain, with checks, with PRETEX; calls of the prover; bugs predicted. */
  runs: [
    { program: 'gzip 1.2.4', plain: '0.350 s', checks: '2.712 s', whole: '18.328 s', calls: 177, bugs: 1 },
    { program: 'bc 1.06', plain: '0.148 s', checks: '10.357 s', whole: '47.930 s', calls: 20, bugs: 0 },
    { program: 'hoc', plain: '0.350 s', checks: '2.300 s', whole: '3.500 s', calls: 83, bugs: 0 },
    { program: 'space', plain: '0.269 s', checks: '2.132 s', whole: '6.497 s', calls: 11, bugs: 1 },
    { program: 'printtokens', plain: '0.750 s', checks: '30.892 s', whole: '4.3 min', calls: 3142, bugs: 3 },
  ],
} as const;
