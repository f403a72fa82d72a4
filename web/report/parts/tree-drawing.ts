import type { TreeModel } from './tree-model.js';

export const rowHeight = 22;

/** Narrower nodes are drawn with all that is below them as one. */
const narrowest = 3;
const labelled = 36;

export interface Sight {
  /** Pixels a path, and where the tree begins in the canvas. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Colours {
  readonly fill: readonly [passed: string, failed: string, unended: string, some: string];
  readonly ink: readonly [string, string, string, string];
  readonly line: string;
  readonly chosen: string;
}

/** Draws what is in sight: the work depends on the canvas and not on the tree. */
export function drawTree(
  context: CanvasRenderingContext2D,
  model: TreeModel,
  { scale, x, y }: Sight,
  size: { readonly width: number; readonly height: number },
  how: { readonly colours: Colours; readonly chosen: number | undefined; readonly byFunction: boolean },
): void {
  const { colours, chosen, byFunction } = how;
  context.clearRect(0, 0, size.width, size.height);
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const pending = [0];
  while (pending.length > 0) {
    const node = pending.pop()!;
    const left = model.from[node] * scale + x;
    const right = left + model.count[node] * scale;
    if (right < 0 || left > size.width) continue;
    const top = model.top[node] * rowHeight + y;
    if (top > size.height) continue;
    const colour = model.colour(node);
    context.fillStyle = colours.fill[colour];
    if (right - left < narrowest) {
      context.fillRect(left, top, Math.max(0.75, right - left), Math.min(size.height - top, rowHeight * 3));
      continue;
    }
    const [from, to] = [model.rows[node], model.rows[node + 1]];
    const shownFrom = Math.max(from, from + Math.floor(-top / rowHeight));
    const shownTo = Math.min(to, from + Math.ceil((size.height - top) / rowHeight));
    const width = right - left - 1;
    for (let row = shownFrom; row < shownTo; row++) {
      const at = top + (row - from) * rowHeight;
      context.fillStyle = colours.fill[colour];
      context.fillRect(left, at, width, rowHeight - 1);
      if (right - left < labelled) continue;
      const end = row + 1 < to ? model.rowDecision[row + 1] : model.first[node + 1];
      const textLeft = Math.max(left, 0) + 5;
      const room = Math.min(right, size.width) - textLeft - 4;
      if (room < 14) continue;
      context.fillStyle = colours.ink[colour];
      context.fillText(
        fitted(model.label(model.rowDecision[row], end, byFunction), room),
        textLeft,
        at + rowHeight / 2,
      );
    }
    if (node === chosen) {
      context.strokeStyle = colours.chosen;
      context.lineWidth = 2;
      context.strokeRect(left, top, width, (to - from) * rowHeight - 1);
    }
    if (top + (to - from) * rowHeight > size.height) continue;
    for (const child of model.childrenOf(node)) pending.push(child);
  }
}

/** As much of a text as fits, by what letters take on average: measuring each would take longer than drawing all. */
function fitted(text: string, room: number): string {
  const letters = Math.floor(room / 6.4);
  return text.length <= letters ? text : letters < 3 ? '' : `${text.slice(0, letters - 1)}…`;
}
