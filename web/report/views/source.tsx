import { useMemo, useState } from 'preact/hooks';
import type { FileRow, PageOverview, SourcePiece } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';
import { RatioBar } from '../parts/bar.js';
import { Code, type LineNote, type LineSign } from '../parts/code.js';
import { to, toSource } from '../route.js';

interface Props {
  readonly overview: PageOverview;
  readonly file: string | undefined;
  readonly line: number | undefined;
}

/** The files in a tree with their figures, and one of them with what ran. */
export function SourceView({ overview, file, line }: Props) {
  const { files } = overview;
  const row = files.find((each) => each.file === file);
  if (files.length === 0) {
    return (
      <>
        <h1>Source</h1>
        <p class="message">
          {overview.live ? 'Sources are shown when the search is over.' : 'No source can be shown.'}
        </p>
      </>
    );
  }
  if (file !== undefined && !row) {
    return (
      <>
        <h1>Source</h1>
        <p class="message">{file} is not among the files of this report.</p>
        <FileTree files={files} current={undefined} />
      </>
    );
  }
  return (
    <>
      <h1 class={row ? 'file-title' : ''}>{row?.file ?? 'Source'}</h1>
      <div class={row ? 'source-columns' : ''}>
        <FileTree files={files} current={row?.file} />
        {row && <File key={row.file} overview={overview} row={row} line={line} />}
      </div>
    </>
  );
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: FileRow[];
}

function treeOf(files: readonly FileRow[]): Folder {
  const root: Folder = { folders: new Map(), files: [] };
  for (const row of files) {
    let folder = root;
    for (const name of row.file.split('/').slice(0, -1)) {
      let next = folder.folders.get(name);
      if (!next) folder.folders.set(name, (next = { folders: new Map(), files: [] }));
      folder = next;
    }
    folder.files.push(row);
  }
  return root;
}

function FileTree({ files, current }: { readonly files: readonly FileRow[]; readonly current: string | undefined }) {
  const root = useMemo(() => treeOf(files), [files]);
  return (
    <nav class="files card" aria-label="Files">
      <FolderItems folder={root} current={current} />
    </nav>
  );
}

const sum = ({ folders, files }: Folder, of: (row: FileRow) => number): number =>
  files.reduce((all, row) => all + of(row), 0) + [...folders.values()].reduce((all, each) => all + sum(each, of), 0);

function FolderItems({ folder, current }: { readonly folder: Folder; readonly current: string | undefined }) {
  return (
    <ul class="plain">
      {[...folder.folders].map(([name, inner]) => (
        <li key={name}>
          <details open>
            <summary>
              {name}/{' '}
              <span class="muted">
                {sum(inner, ({ lines }) => lines.covered)}/{sum(inner, ({ lines }) => lines.total)}
              </span>
            </summary>
            <FolderItems folder={inner} current={current} />
          </details>
        </li>
      ))}
      {folder.files.map((row) => (
        <li key={row.file}>
          <a href={toSource(row.file)} aria-current={row.file === current ? 'page' : undefined}>
            <span class="file-name">{row.file.split('/').at(-1)}</span>
            {row.lines.total > 0 && (
              <span class="muted">
                {row.lines.covered}/{row.lines.total}
              </span>
            )}
            {row.findings > 0 && (
              <span class="count bad" title="findings">
                {row.findings}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function File({
  overview,
  row,
  line,
}: {
  readonly overview: PageOverview;
  readonly row: FileRow;
  readonly line: number | undefined;
}) {
  const { value: piece, error } = usePiece<SourcePiece>(row.data);
  const [chosen, setChosen] = useState(line);
  const notes = useMemo(() => findingNotes(overview, row.file), [overview, row.file]);
  const signs = useMemo(() => (piece ? signsOf(piece) : []), [piece]);
  if (error) return <p class="message">{error}</p>;
  if (!piece) return <p class="message">Loading …</p>;
  return (
    <div class="file">
      <div class="file-figures">
        <RatioBar name="lines" ratio={row.lines} />
        <RatioBar name="branches" ratio={row.branches} />
        <p class="legend">
          <span class="sign covered">✓</span> covered <span class="sign never">✗</span> never{' '}
          <span class="sign failing">!</span> only by failing runs
        </p>
      </div>
      <LinePanel piece={piece} line={chosen} />
      <Code
        text={piece.text}
        label={`source of ${row.file}`}
        line={line}
        signs={signs}
        notes={notes}
        onLine={setChosen}
      />
    </div>
  );
}

/** What is known of the line the reader is on. */
function LinePanel({ piece, line }: { readonly piece: SourcePiece; readonly line: number | undefined }) {
  const known = line === undefined ? undefined : piece.lines.find(([number]) => number === line);
  const branches = piece.branches.filter((branch) => branch.line === line);
  return (
    <p class="line-panel" role="status">
      {line === undefined ? (
        'Choose a line to see the shortest input that reaches it.'
      ) : !known ? (
        `Line ${line} has no code.`
      ) : known[2] < 0 ? (
        `Line ${line}: no test reaches it.`
      ) : (
        <>
          Line {line}, shortest input: <code>{piece.tests[known[2]].input}</code>{' '}
          <span class="muted">
            (test {piece.tests[known[2]].id}, {piece.tests[known[2]].outcome})
          </span>
        </>
      )}
      {branches.map(({ arms, column }) => (
        <span key={column} class="muted">
          {' '}
          Branch at column {column}: {arms.filter((arm) => arm > 0).length} of {arms.length} ways taken.
        </span>
      ))}
    </p>
  );
}

const findingNotes = ({ findings }: PageOverview, file: string): LineNote[] =>
  findings
    .filter((finding) => finding.file === file)
    .map(({ line, message, checker, id }) => ({
      line,
      text: `${message} [${checker}]`,
      href: to(['finding', id]),
      kind: 'bad',
    }));

const states = ['never', 'covered', 'failing'] as const;
const meanings = ['no run comes here', 'covered', 'only failing runs come here'] as const;

function signsOf({ lines, branches }: SourcePiece): LineSign[] {
  const arms = new Map<number, (0 | 1 | 2)[]>();
  for (const branch of branches) arms.set(branch.line, [...(arms.get(branch.line) ?? []), ...branch.arms]);
  return lines.map(([line, state]) => {
    const own = arms.get(line) ?? [];
    const taken = own.filter((arm) => arm > 0).length;
    const only = own.filter((arm) => arm === 2).length;
    const ways =
      own.length > 0 ? `; ${taken} of ${own.length} ways taken${only > 0 ? `, ${only} only by failing runs` : ''}` : '';
    return {
      line,
      state: states[state],
      branches: own.length > 0 ? `${taken}/${own.length}` : '',
      title: `${meanings[state]}${ways}`,
    };
  });
}
