import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { Timeline } from '../../../src/report/page/page-data.js';

const [width, height, left, bottom, top] = [1000, 190, 8, 24, 12];

/** Paths and coverage over time: two lines, each on its own scale, named where it ends. */
export function TimelineChart({ timeline }: { readonly timeline: Timeline }) {
  const { ms, paths, covered } = timeline;
  const end = ms.at(-1) ?? 0;
  if (ms.length < 2 || end === 0) return <p class="muted">It was over before there was anything to draw.</p>;
  const x = scaleLinear([0, end], [left, width - left]);
  const scaleOf = (values: readonly number[]) =>
    scaleLinear([0, Math.max(1, ...values)], [height - bottom, top]).nice();
  const draw = (values: readonly number[]) => {
    const y = scaleOf(values);
    return line<number>(
      (_, i) => x(ms[i]),
      (value) => y(value),
    ).curve(curveStepAfter)(values as number[])!;
  };
  const ticks = x.ticks(5);
  const last = (values: readonly number[]) => (values.at(-1) ?? 0).toLocaleString('en');
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Paths and coverage over ${seconds(end)}: ${last(paths)} paths and ${last(covered)} coverage points at the end.`}
      >
        {ticks.map((tick) => (
          <g key={tick} class="tick">
            <line x1={x(tick)} x2={x(tick)} y1={top} y2={height - bottom} />
            <text x={x(tick)} y={height - 6} text-anchor={tick === 0 ? 'start' : 'middle'}>
              {seconds(tick)}
            </text>
          </g>
        ))}
        <path class="line-covered" d={draw(covered)} />
        <path class="line-paths" d={draw(paths)} />
      </svg>
      <figcaption>
        <span class="key key-paths">paths, {last(paths)} at the end</span>
        <span class="key key-covered">coverage points, {last(covered)}</span>
      </figcaption>
    </figure>
  );
}

const seconds = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
