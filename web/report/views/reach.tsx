import type { PageOverview } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';
import { Structure } from '../parts/structure.js';
import { toSource } from '../route.js';

interface ReachSummary {
  readonly verdict: string;
  readonly target: string;
  readonly when?: string;
  readonly via?: readonly string[];
  readonly avoid?: readonly string[];
  readonly input?: Readonly<Record<string, unknown>>;
  readonly test?: string;
  readonly stack?: readonly string[];
  readonly nearest?: { readonly at: string; readonly blocksToGo: number };
}

/** Whether a point can be reached, and how. */
export function ReachView({ overview }: { readonly overview: PageOverview }) {
  const { value, error } = usePiece<ReachSummary>('command-reach');
  if (error) return <p class="message">{error}</p>;
  if (!value) return <p class="message">Loading …</p>;
  return (
    <>
      <h1>
        <Place overview={overview} place={value.target} /> <span class="tag">{value.verdict}</span>
      </h1>
      {value.when && (
        <p>
          when <code>{value.when}</code>
        </p>
      )}
      {value.input && (
        <section class="card">
          <h2>An input that gets there</h2>
          <Structure value={value.input} />
          <p class="muted">{value.test}</p>
          <ol class="stack">
            {value.stack?.map((frame) => (
              <li key={frame}>{frame}</li>
            ))}
          </ol>
        </section>
      )}
      {value.nearest && (
        <p>
          The nearest a run came was <Place overview={overview} place={value.nearest.at} />, {value.nearest.blocksToGo}{' '}
          blocks away.
        </p>
      )}
    </>
  );
}

function Place({ overview, place }: { readonly overview: PageOverview; readonly place: string }) {
  const [, file, line] = /^(.+):(\d+)$/.exec(place) ?? [];
  const isShown = overview.files.some((row) => row.file === file);
  return isShown ? <a href={toSource(file, Number(line))}>{place}</a> : <span>{place}</span>;
}
