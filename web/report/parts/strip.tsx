import { scaleLinear } from 'd3-scale';
import type { FindingPiece } from '../../../src/report/page/page-data.js';

const [width, height] = [640, 96];

/** The object and the access that leaves it, to scale. What lies too far off is drawn at the edge, and said. */
export function AccessStrip({ access }: { readonly access: NonNullable<FindingPiece['access']> }) {
  const { extent, isWrite } = access;
  if (!extent) return null;
  const { size, from, width: bytes, name = 'the object' } = extent;
  const isFar = from > size * 4 + 64 || from + bytes < -size * 4 - 64;
  const reach = Math.max(size, 4);
  const [low, high] = isFar
    ? from > size
      ? [0, size + reach]
      : [-reach, size]
    : [Math.min(0, from), Math.max(size, from + bytes)];
  const margin = Math.max(1, (high - low) * 0.06);
  const x = scaleLinear([low - margin, high + margin], [0, width]);
  const start = isFar ? (from > size ? high + margin / 2 : low - margin) : from;
  const end = isFar ? start + margin / 2 : from + bytes;
  const what = `${isWrite ? 'Write' : 'Read'} of ${bytes} byte${bytes === 1 ? '' : 's'} at ${placeOf(from, size)} ${name}, which has ${size} byte${size === 1 ? '' : 's'}`;
  const cells = size <= 64 ? Array.from({ length: size + 1 }, (_, i) => i) : [0, size];
  return (
    <figure class="strip" tabIndex={0} aria-label="The object and the access">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={what}>
        <rect class="object" x={x(0)} y={34} width={Math.max(1, x(size) - x(0))} height={34} />
        {cells.map((cell) => (
          <line key={cell} class="cell" x1={x(cell)} x2={x(cell)} y1={34} y2={68} />
        ))}
        <rect
          class={isWrite ? 'access write' : 'access'}
          x={x(start)}
          y={28}
          width={Math.max(4, x(end) - x(start))}
          height={46}
        />
        <text x={x(0)} y={88} class="strip-label">
          0
        </text>
        <text x={x(size)} y={88} class="strip-label" text-anchor="end">
          {size}
        </text>
        <text
          x={Math.min(width - 8, Math.max(8, x((start + end) / 2)))}
          y={20}
          class="strip-access"
          text-anchor={anchor(x(start))}
        >
          {isWrite ? 'write' : 'read'} {bytes} at {from}
          {isFar ? ' (not to scale)' : ''}
        </text>
      </svg>
      <figcaption>{what}.</figcaption>
    </figure>
  );
}

const anchor = (at: number): 'start' | 'middle' | 'end' =>
  at < width * 0.2 ? 'start' : at > width * 0.8 ? 'end' : 'middle';

function placeOf(from: number, size: number): string {
  if (from < 0) return `${-from} byte${from === -1 ? '' : 's'} before`;
  if (from >= size)
    return from === size ? 'the end of' : `${from - size} byte${from - size === 1 ? '' : 's'} past the end of`;
  return `byte ${from} of`;
}
