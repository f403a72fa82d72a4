import type { Ratio } from '../../../src/report/coverage.js';

/** How much of something, as a bar with its figures. */
export function RatioBar({ name, ratio: { covered, total } }: { readonly name: string; readonly ratio: Ratio }) {
  const share = total === 0 ? 0 : covered / total;
  return (
    <div class="ratio">
      <span class="ratio-name">{name}</span>
      <span class="ratio-track" aria-hidden="true">
        <span class="ratio-part" style={{ width: `${share * 100}%` }} />
      </span>
      <span class="ratio-figure">
        {covered}/{total}
        {total > 0 && <span class="muted"> {Math.floor(share * 100)} %</span>}
      </span>
    </div>
  );
}
