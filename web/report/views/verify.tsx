import { usePiece } from '../data.js';
import { Structure } from '../parts/structure.js';
import { toSource } from '../route.js';

interface VerifySummary {
  readonly results: readonly {
    readonly ruleId: string;
    readonly file?: string;
    readonly line?: number;
    readonly verdict: 'confirmed' | 'infeasible' | 'unknown';
    readonly reason: string;
    readonly test?: string;
    readonly input?: Readonly<Record<string, unknown>>;
  }[];
}

const kinds = { confirmed: 'bad', infeasible: 'good', unknown: 'open' } as const;

/** Each warning of the analyser's, what became of it, and why. */
export function VerifyView() {
  const { value, error } = usePiece<VerifySummary>('command-verify');
  if (error) return <p class="message">{error}</p>;
  if (!value) return <p class="message">Loading …</p>;
  return (
    <>
      <h1>Warnings</h1>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Warnings">
        <table>
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              <th scope="col">Warning</th>
              <th scope="col">Place</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {value.results.map(({ ruleId, file, line, verdict, reason, input, test }, i) => (
              <tr key={i}>
                <td>
                  <span class={`tag ${kinds[verdict]}`}>{verdict}</span>
                </td>
                <td>{ruleId}</td>
                <td>
                  {file === undefined ? (
                    '?'
                  ) : (
                    <a href={toSource(file, line)}>
                      {file}:{line}
                    </a>
                  )}
                </td>
                <td>
                  {reason}
                  {input && <Structure value={input} />}
                  {test && <span class="muted">{test}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
