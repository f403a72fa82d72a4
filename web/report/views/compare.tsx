import type { PageOverview } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';
import { Structure } from '../parts/structure.js';
import { toSource } from '../route.js';

interface CompareSummary {
  readonly programs: readonly [string, string];
  readonly differences: readonly {
    readonly what: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly a: unknown;
    readonly b: unknown;
    readonly places: readonly string[];
    readonly count: number;
    readonly test: string;
  }[];
}

/** Where two programs differ, one beside the other. */
export function CompareView({ overview }: { readonly overview: PageOverview }) {
  const { value, error } = usePiece<CompareSummary>('command-compare');
  if (error) return <p class="message">{error}</p>;
  if (!value) return <p class="message">Loading …</p>;
  const isShown = (file: string) => overview.files.some((row) => row.file === file);
  return (
    <>
      <h1>Differences</h1>
      {value.differences.length === 0 && <p class="message">There are none.</p>}
      {value.differences.map(({ what, name, input, a, b, places, count, test }, i) => (
        <section key={i} class="card difference">
          <h2>
            {what === name ? what : `${what}: ${name}`}{' '}
            <span class="muted">on {count === 1 ? 'one path' : `${count} paths`}</span>
          </h2>
          <h3>Input</h3>
          <Structure value={input} />
          <div class="sides">
            {[a, b].map((side, k) => (
              <section key={k} class="side">
                <h3>{value.programs[k]}</h3>
                <Structure value={side} />
              </section>
            ))}
          </div>
          {places.length > 0 && (
            <p>
              Where they part:{' '}
              {places.map((place) => {
                const [, file, line] = /^(.+):(\d+)$/.exec(place) ?? [];
                return file && isShown(file) ? (
                  <a key={place} class="place" href={toSource(file, Number(line))}>
                    {place}{' '}
                  </a>
                ) : (
                  <span key={place} class="place">
                    {place}{' '}
                  </span>
                );
              })}
            </p>
          )}
          <p class="muted">{test}</p>
        </section>
      ))}
    </>
  );
}
