import { useMemo, useState } from 'preact/hooks';
import type { PageOverview, SourcePiece } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';
import { Code, type LineNote } from '../parts/code.js';

interface Flow {
  readonly rule: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly sink: string;
  readonly steps: readonly { readonly file: string; readonly line: number; readonly text: string }[];
  readonly comparisons: readonly string[];
  readonly guarded: boolean;
}

/** Flows from input to dangerous arguments, each as arrows from line to line. */
export function TaintView({ overview }: { readonly overview: PageOverview }) {
  const { value, error } = usePiece<{ readonly flows: readonly Flow[] }>('command-taint');
  const [chosen, setChosen] = useState(0);
  if (error) return <p class="message">{error}</p>;
  if (!value) return <p class="message">Loading …</p>;
  const flow = value.flows[chosen];
  return (
    <>
      <h1>Flows</h1>
      {!flow && <p class="message">No data flows from input to a dangerous argument.</p>}
      {flow && (
        <div class="source-columns">
          <nav class="files card" aria-label="Flows">
            <ul class="plain">
              {value.flows.map((each, i) => (
                <li key={i}>
                  <button type="button" class="choice" aria-pressed={i === chosen} onClick={() => setChosen(i)}>
                    <span class={each.guarded ? 'tag' : 'tag bad'}>{each.rule.replace(/^taint\//, '')}</span>{' '}
                    {each.source} → {each.sink}
                    <span class="place">
                      {each.file}:{each.line}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <div class="file">
            <p>{flow.message}</p>
            {stretches(flow).map(({ file, steps }, i) => (
              <Stretch key={`${chosen} ${i}`} overview={overview} file={file} steps={steps} />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

interface Step {
  readonly line: number;
  readonly text: string;
  readonly number: number;
}

/** The steps of a flow, as long as they stay in one file. */
function stretches({ steps }: Flow): { readonly file: string; readonly steps: Step[] }[] {
  const all: { file: string; steps: Step[] }[] = [];
  steps.forEach(({ file, line, text }, i) => {
    if (all.at(-1)?.file !== file) all.push({ file, steps: [] });
    all.at(-1)!.steps.push({ line, text, number: i + 1 });
  });
  return all;
}

function Stretch({
  overview,
  file,
  steps,
}: {
  readonly overview: PageOverview;
  readonly file: string;
  readonly steps: readonly Step[];
}) {
  const row = overview.files.find((each) => each.file === file);
  const { value: piece } = usePiece<SourcePiece>(row?.data);
  const notes = useMemo(
    () =>
      steps.map(
        ({ line, text, number }, i): LineNote => ({
          line,
          text: `${number}. ${text} ${i === steps.length - 1 ? '●' : steps[i + 1].line >= line ? '↓' : '↑'}`,
          kind: i === steps.length - 1 ? 'bad' : 'info',
        }),
      ),
    [steps],
  );
  const lines = useMemo(() => steps.map(({ line }) => line), [steps]);
  const none = useMemo(() => [], []);
  return (
    <section>
      <h2 class="place">{file}</h2>
      {piece ? (
        <Code
          text={piece.text}
          label={`source of ${file} with the flow`}
          line={steps[0].line}
          signs={none}
          notes={notes}
          flow={lines}
        />
      ) : (
        <ol>
          {steps.map(({ line, text, number }) => (
            <li key={number}>
              {line}: {text}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
