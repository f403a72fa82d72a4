/** The sections of docs/papers.md, in their order, and what each must show. */
export const sections = [
  {
    key: 'egt',
    title: 'EGT',
    paper: 'C. Cadar, D. Engler: *Execution generated test cases: how to make systems code crash itself* (2005)',
    exhibits: ['Table 1', 'Table 2', 'Table 3', 'Table 4', 'Table 5'],
  },
  {
    key: 'sage',
    title: 'SAGE',
    paper: 'P. Godefroid, M. Levin, D. Molnar: *Active property checking* (EMSOFT 2008)',
    exhibits: ['Figure 3', 'Figure 5', 'Figure 6', 'Figures 7 and 8', 'Figure 9'],
  },
  {
    key: 'cese',
    title: 'CESE',
    paper: 'R. Majumdar, R.-G. Xu: *Directed test generation using symbolic grammars* (ASE 2007)',
    exhibits: ['Table 1', 'Table 2', 'Table 3', 'Table 4', 'Section 4.2'],
  },
  {
    key: 'thesis',
    title: 'Target-directed testing',
    paper:
      'Y.-Y. Liu, advised by S.-K. Huang: *Target directed random testing for feasible state generation* (thesis, NCTU 2007)',
    exhibits: ['Figure 1', 'Figures 24 to 27', 'Table 1'],
  },
  {
    key: 'pretex',
    title: 'PRETEX',
    paper:
      'P. Joshi, K. Sen, M. Shlimovich: *Predictive testing: amplifying the effectiveness of software testing* (UCB/EECS-2007-35)',
    exhibits: ['Figures 2, 3 and 4', 'Table 1', 'Table 2'],
  },
] as const;

export const marker = '<!-- Made by `npm run bench -- papers`: what is changed by hand is lost. -->';

const intro = `${marker}

# The papers' tables, theirs and ours

nearmiss is built from five papers. Here are their tables and figures, as far as they can be redone: what they printed, and what nearmiss does on a program of the same kind at the time \`npm run bench -- papers\` was run. Their programs are not ours to copy, so ours are other programs, and their machines are gone, so times compare decades rather than tools. The counts are facts; the sentences below each table say what keeps two of them from being compared.

\`npm run bench -- papers sage\` redoes one section. Times of ours are processor time of a search on one worker, unless a table says otherwise; what it takes to compile is not in them.

Left out are figures that are listings, algorithms or drawings (EGT's Figures 1 to 9, SAGE's 1, 2 and 4, the thesis's 2 to 23, PRETEX's 1 and 5 to 7), and CESE's Table 5: it says up to which height of derivations each grammar was listed, and nearmiss lists by the number of symbolic constants and by length instead.`;

const begin = (key: string): string => `<!-- begin ${key} -->`;
const end = (key: string): string => `<!-- end ${key} -->`;

/** The document with one section made anew and the others as they are. */
export function replaceSection(document: string, key: string, text: string): string {
  const parts = sections.map((section) => {
    const from = document.indexOf(begin(section.key));
    const to = document.indexOf(end(section.key));
    if (section.key === key) return `${begin(key)}\n## ${section.title}\n\n${section.paper}.\n\n${text}\n${end(key)}`;
    return from >= 0 && to > from ? document.slice(from, to + end(section.key).length) : '';
  });
  return `${[intro, ...parts.filter(Boolean)].join('\n\n')}\n`;
}
