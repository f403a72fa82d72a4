import { useRef, useState } from 'preact/hooks';
import type { FindingPiece, PieceRegion } from '../../../src/report/page/page-data.js';

interface Props {
  readonly piece: FindingPiece;
  /** Bytes to mark, as something elsewhere depends on them. */
  readonly marked: ReadonlySet<number>;
  readonly onByte: (offset: number | undefined) => void;
}

/** The input by its parts, a byte a cell: what changed against an input that passes is marked. */
export function Hex({ piece, marked, onByte }: Props) {
  const bytes = bytesOf(piece.bytes);
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const changed = new Set(piece.passing?.changed);
  const unused = new Set(piece.unused);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(bytes.length - 1, Math.max(0, current + step));
    setCurrent(next);
    grid.current?.querySelector<HTMLElement>(`[data-offset="${next}"]`)?.focus();
  };
  const before = piece.passing && bytesOf(piece.passing.bytes);
  return (
    <div class="hex" ref={grid} onKeyDown={move} onMouseLeave={() => onByte(undefined)}>
      {regionsOf(piece, bytes.length).map((region) => (
        <div class="region" key={region.offset}>
          <span class="region-name">
            {region.name} <span class="muted">{kinds[region.kind] ?? region.kind}</span>
          </span>
          <span class="bytes">
            {Array.from({ length: Math.min(region.size, mostBytes) }, (_, i) => {
              const offset = region.offset + i;
              const byte = bytes[offset] ?? 0;
              const names = ['byte'];
              if (marked.has(offset)) names.push('marked');
              if (changed.has(offset)) names.push('changed');
              if (unused.has(offset)) names.push('unused');
              const was = changed.has(offset) && before ? `, ${hex(before[offset] ?? 0)} in the input that passes` : '';
              return (
                <button
                  key={offset}
                  type="button"
                  class={names.join(' ')}
                  data-offset={offset}
                  tabIndex={offset === current ? 0 : -1}
                  aria-label={`${region.name} byte ${i}: ${hex(byte)}${unused.has(offset) ? ', not used' : ''}${was}`}
                  onMouseEnter={() => onByte(offset)}
                  onFocus={() => {
                    setCurrent(offset);
                    onByte(offset);
                  }}
                  onBlur={() => onByte(undefined)}
                >
                  <span class="byte-hex">{hex(byte)}</span>
                  <span class="byte-text">{letter(byte)}</span>
                </button>
              );
            })}
            {region.size > mostBytes && <span class="muted">and {region.size - mostBytes} more</span>}
          </span>
        </div>
      ))}
    </div>
  );
}

/** More cells than anybody looks at. */
const mostBytes = 4096;

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 };

const kinds: Readonly<Record<string, string>> = {
  int: 'integer',
  float: 'floating point',
  bytes: 'bytes',
  pointer: 'what it points to',
  struct: 'structure',
  length: '',
  present: '0 is NULL',
};

/** Without regions the input is one stretch of bytes. */
const regionsOf = ({ regions }: FindingPiece, size: number): readonly PieceRegion[] =>
  regions.length > 0 ? regions : [{ name: 'input', offset: 0, size, kind: 'bytes' }];

const bytesOf = (text: string): number[] => text.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const letter = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·');
