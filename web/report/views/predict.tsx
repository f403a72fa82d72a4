import type { PageOverview } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';
import { distanceOf } from '../parts/distance.js';
import { Structure } from '../parts/structure.js';
import { to } from '../route.js';

interface Predicted {
  readonly id: string;
  readonly checker: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly from?: { readonly test: string; readonly input: Readonly<Record<string, unknown>> };
}

interface PredictSummary {
  readonly suite: readonly {
    readonly test: string;
    readonly verdict: string;
    readonly findings: readonly string[];
    readonly because: readonly string[];
  }[];
  readonly findings: readonly Predicted[];
  readonly preconditions: readonly {
    readonly function: string;
    readonly tests: number;
    readonly requires: readonly { readonly text?: string; readonly checker: string; readonly at: string }[];
  }[];
}

/** How far each test was from failing. */
export function PredictView({ overview }: { readonly overview: PageOverview }) {
  const { value, error } = usePiece<PredictSummary>('command-predict');
  if (error) return <p class="message">{error}</p>;
  if (!value) return <p class="message">Loading …</p>;
  const byId = new Map(value.findings.map((finding) => [finding.id, finding]));
  const isShown = (id: string) => overview.findings.some((finding) => finding.id === id);
  return (
    <>
      <h1>Near misses</h1>
      <ul class="plain rows">
        {value.suite.map(({ test, verdict, findings, because }) => (
          <li key={test} class="card">
            <h2>
              <code>{test}</code> <span class={findings.length > 0 ? 'tag bad' : 'tag good'}>{verdict}</span>
            </h2>
            {because.length > 0 && <p class="muted">{because.join('; ')}</p>}
            {findings.map((id) => {
              const finding = byId.get(id);
              if (!finding) return null;
              return (
                <div key={id} class="near-miss">
                  <p>
                    {isShown(id) ? <a href={to(['finding', id])}>{finding.message}</a> : finding.message}{' '}
                    <span class="place">
                      {finding.file}:{finding.line}
                    </span>
                  </p>
                  {finding.from && <Distance from={finding.from} finding={finding} test={test} />}
                </div>
              );
            })}
          </li>
        ))}
      </ul>
      {value.preconditions.length > 0 && <h2>What callers have to see to</h2>}
      {value.preconditions.map(({ function: name, tests, requires }) => (
        <section key={name} class="card">
          <h3>
            {name} <span class="muted">from {tests} unit tests</span>
          </h3>
          <ul>
            {requires.map(({ text, checker, at }) => (
              <li key={at + text}>
                <code>{text ?? '(too long to print)'}</code>{' '}
                <span class="muted">
                  else {checker} at {at}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Distance({
  from,
  finding,
  test,
}: {
  readonly from: NonNullable<Predicted['from']>;
  readonly finding: Predicted;
  readonly test: string;
}) {
  const { changed, words } = distanceOf(from.input, finding.input);
  return (
    <div class="sides">
      <section class="side">
        <h3>{from.test === test ? 'The test' : `The test ${from.test}`}</h3>
        <Structure value={from.input} />
      </section>
      <section class="side">
        <h3>
          Fails <span class="tag bad">{changed === 0 ? 'as it is' : words}</span>
        </h3>
        <Structure value={finding.input} />
      </section>
    </div>
  );
}
