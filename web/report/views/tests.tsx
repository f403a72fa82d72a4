import { useState } from 'preact/hooks';
import type { PageOverview, TestRow } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';

/** All tests, a thousand at a time. */
export function TestsView({ overview: { tests } }: { readonly overview: PageOverview }) {
  const [chunk, setChunk] = useState(0);
  const { value: rows, error } = usePiece<readonly TestRow[]>(tests.chunks[chunk]);
  if (error) return <p class="message">{error}</p>;
  return (
    <>
      <h1>Tests</h1>
      {tests.listed < tests.count && (
        <p class="notice">
          {tests.listed.toLocaleString('en')} of {tests.count.toLocaleString('en')} are listed:{' '}
          <code>nearmiss tests</code> lists all.
        </p>
      )}
      {tests.chunks.length > 1 && (
        <nav class="pages" aria-label="Parts">
          {tests.chunks.map((name, i) => (
            <button key={name} type="button" aria-pressed={i === chunk} onClick={() => setChunk(i)}>
              {i * 1000 + 1}
            </button>
          ))}
        </nav>
      )}
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Tests">
        <table>
          <thead>
            <tr>
              <th scope="col">Test</th>
              <th scope="col">What it does</th>
              <th scope="col">Input</th>
            </tr>
          </thead>
          <tbody>
            {rows?.map(({ id, outcome, input, failures }) => (
              <tr key={id}>
                <td>
                  <code>{id}</code>
                </td>
                <td class={failures.length > 0 ? 'bad-text' : ''}>{outcome}</td>
                <td>
                  <code class="wrap">{input}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
