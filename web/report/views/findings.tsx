import type { PageOverview } from '../../../src/report/page/page-data.js';
import { to } from '../route.js';

/** All findings, one a row. */
export function FindingsView({ overview }: { readonly overview: PageOverview }) {
  const { findings } = overview;
  if (findings.length === 0) {
    return (
      <>
        <h1>Findings</h1>
        <p class="message">{overview.live ? 'Nothing was found yet.' : 'Nothing was found.'}</p>
      </>
    );
  }
  return (
    <>
      <h1>Findings</h1>
      <ul class="plain rows">
        {findings.map((finding) => (
          <li key={finding.id} class="row">
            <a href={to(['finding', finding.id])}>
              <span class="tag bad">{finding.checker}</span>
              <span class="row-title">{finding.message}</span>
            </a>
            <span class="place">
              {finding.function} {finding.file}:{finding.line}
            </span>
            <code class="row-input">{finding.input}</code>
            {finding.after && <span class="tag">belongs to another</span>}
            {finding.suppressed !== undefined && <span class="tag">suppressed {finding.suppressed}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
