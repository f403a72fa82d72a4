import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageOverview, TreePiece } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';
import { type Colours, drawTree, rowHeight, type Sight } from '../parts/tree-drawing.js';
import { TreeModel } from '../parts/tree-model.js';
import { toSource } from '../route.js';

/** All paths as one tree: wide is what many paths share, and below it where they part. */
export function TreeView({ overview }: { readonly overview: PageOverview }) {
  const { value: piece, error } = usePiece<TreePiece>(overview.tree && 'tree');
  if (!overview.tree) return <p class="message">There is no tree of paths here.</p>;
  if (error) return <p class="message">{error}</p>;
  if (!piece) return <p class="message">Loading …</p>;
  return <Tree piece={piece} />;
}

function Tree({ piece }: { readonly piece: TreePiece }) {
  const model = useMemo(() => new TreeModel(piece), [piece]);
  const [byFunction, setByFunction] = useState(true);
  const [chosen, setChosen] = useState<number>(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(undefined);
  useEffect(() => {
    const made = new Stage(canvas.current!, model, setChosen);
    stage.current = made;
    return () => made.end();
  }, [model]);
  useEffect(() => stage.current?.fold(byFunction), [byFunction, model]);
  useEffect(() => stage.current?.choose(chosen), [chosen]);
  const onKey = (event: KeyboardEvent) => {
    const next = moved(model, chosen, event.key);
    if (next !== undefined) setChosen(next);
    else if (event.key === 'Enter') stage.current?.show(chosen);
    else if (event.key === 'Escape') stage.current?.show(0);
    else if (event.key === '+' || event.key === '-') stage.current?.zoom(event.key === '+' ? 2 : 0.5);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <h1>Paths</h1>
      <div class="tree-tools">
        <label>
          <input type="checkbox" checked={byFunction} onChange={() => setByFunction(!byFunction)} /> fold by function
        </label>
        <button type="button" onClick={() => stage.current?.zoom(2)}>
          Zoom in
        </button>
        <button type="button" onClick={() => stage.current?.zoom(0.5)}>
          Zoom out
        </button>
        <button type="button" onClick={() => stage.current?.show(0)}>
          Whole tree
        </button>
        <span class="legend">
          <span class="swatch passed" /> pass <span class="swatch failed" /> fail <span class="swatch some" /> some fail{' '}
          <span class="swatch unended" /> do not end
        </span>
      </div>
      <canvas
        ref={canvas}
        class="tree"
        tabIndex={0}
        role="application"
        aria-label={`Tree of ${piece.paths} paths. Arrow keys move, Enter zooms to a node, Escape shows all.`}
        onKeyDown={onKey}
      />
      <Chosen model={model} node={chosen} />
    </>
  );
}

/** Where an arrow key leads: up to the parent, down to the first child, to the sides among siblings. */
function moved(model: TreeModel, node: number, key: string): number | undefined {
  if (key === 'ArrowUp') return Math.max(0, model.parent[node]);
  if (key === 'ArrowDown') return model.childrenOf(node)[0] ?? node;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const above = model.parent[node];
  if (above < 0) return node;
  const siblings = model.childrenOf(above);
  return siblings[siblings.indexOf(node) + (key === 'ArrowRight' ? 1 : -1)] ?? node;
}

/** Rows of decisions that are listed of a node. */
const mostListed = 40;

function Chosen({ model, node }: { readonly model: TreeModel; readonly node: number }) {
  const [passed, failed, unended] = model.outcomes.map((outcome) => outcome[node]);
  const decisions = Array.from(
    { length: Math.min(mostListed, model.first[node + 1] - model.first[node]) },
    (_, i) => model.first[node] + i,
  );
  const test = model.failing.get(node);
  return (
    <section class="card chosen" aria-live="polite">
      <h2>
        {model.count[node].toLocaleString('en')} path{model.count[node] === 1 ? '' : 's'}{' '}
        <span class="muted">
          {passed} pass, {failed} fail{unended > 0 && `, ${unended} do not end`}
        </span>
      </h2>
      {test && (
        <p>
          Ends here: test <code>{test}</code>
        </p>
      )}
      {decisions.length === 0 && (
        <p class="muted">{node === 0 ? 'All paths begin here.' : 'No decision of its own.'}</p>
      )}
      <ol class="decisions">
        {decisions.map((decision) => {
          const { file, line, function: name } = model.piece.sites[model.site[decision]];
          return (
            <li key={decision}>
              <code>{model.label(decision, decision + 1, false)}</code>{' '}
              {file !== undefined && (
                <a class="place" href={toSource(file, line)}>
                  {name} {file}:{line}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The canvas, what of the tree is in sight, and when it is drawn. */
class Stage {
  readonly #zoom: ZoomBehavior<HTMLCanvasElement, unknown>;
  readonly #observer: ResizeObserver;
  readonly #media = matchMedia('(prefers-color-scheme: dark)');
  readonly #themes: MutationObserver;
  #colours: Colours;
  #sight: Sight = { scale: 1, x: 0, y: 0 };
  #transform = zoomIdentity;
  #chosen = 0;
  #byFunction = true;
  #frame = 0;
  #width = 0;
  #height = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly model: TreeModel,
    onChoose: (node: number) => void,
  ) {
    this.#colours = coloursOf(canvas);
    this.#zoom = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([1, Math.max(4, model.count[0] / 4)])
      .on('zoom', ({ transform }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        this.#transform = transform;
        this.#draw();
      });
    select(canvas).call(this.#zoom).on('dblclick.zoom', null);
    canvas.addEventListener('click', (event) => {
      const node = this.#nodeAt(event.offsetX, event.offsetY);
      if (node !== undefined) onChoose(node);
    });
    canvas.addEventListener('dblclick', (event) => {
      const node = this.#nodeAt(event.offsetX, event.offsetY);
      if (node !== undefined) this.show(node);
    });
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(canvas);
    this.#themes = new MutationObserver(this.#onTheme);
    this.#themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#media.addEventListener('change', this.#onTheme);
    this.#resize();
  }

  readonly #onTheme = (): void => {
    this.#colours = coloursOf(this.canvas);
    this.#draw();
  };

  end(): void {
    this.#observer.disconnect();
    this.#themes.disconnect();
    this.#media.removeEventListener('change', this.#onTheme);
    cancelAnimationFrame(this.#frame);
  }

  fold(byFunction: boolean): void {
    this.#byFunction = byFunction;
    this.model.fold(byFunction);
    this.#resize();
  }

  choose(node: number): void {
    this.#chosen = node;
    this.#bringIntoSight(node);
    this.#draw();
  }

  zoom(factor: number): void {
    select(this.canvas).call(this.#zoom.scaleBy, factor);
  }

  /** As large as the canvas. */
  show(node: number): void {
    const { model } = this;
    const scale = Math.min(model.count[0] / model.count[node], Math.max(4, model.count[0] / 4));
    const perPath = (this.#width / model.count[0]) * scale;
    const above = node === 0 ? 0 : model.top[node] - 1;
    const transform = zoomIdentity.translate(-model.from[node] * perPath, -above * rowHeight).scale(scale);
    select(this.canvas).call(this.#zoom.transform, transform);
  }

  #bringIntoSight(node: number): void {
    const { model } = this;
    const { scale, x, y } = this.#sight;
    const top = model.top[node] * rowHeight + y;
    const left = model.from[node] * scale + x;
    const isSeen =
      top >= 0 && top < this.#height - rowHeight && left < this.#width && left + model.count[node] * scale > 0;
    if (!isSeen) this.show(node);
  }

  #nodeAt(x: number, y: number): number | undefined {
    const { scale, x: left, y: top } = this.#sight;
    return this.model.at(Math.floor((x - left) / scale), Math.floor((y - top) / rowHeight));
  }

  #resize(): void {
    const { canvas, model } = this;
    const ratio = devicePixelRatio || 1;
    this.#width = canvas.clientWidth;
    this.#height = canvas.clientHeight;
    canvas.width = Math.round(this.#width * ratio);
    canvas.height = Math.round(this.#height * ratio);
    canvas.getContext('2d')!.setTransform(ratio, 0, 0, ratio, 0, 0);
    const bottom = Math.max(this.#height, (model.height + 2) * rowHeight);
    this.#zoom.extent([
      [0, 0],
      [this.#width, this.#height],
    ]);
    this.#zoom.translateExtent([
      [0, 0],
      [this.#width, bottom],
    ]);
    this.#draw();
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const { x, y, k } = this.#transform;
      this.#sight = { scale: (this.#width / Math.max(1, this.model.count[0])) * k, x, y: Math.min(0, y) };
      drawTree(
        this.canvas.getContext('2d')!,
        this.model,
        this.#sight,
        { width: this.#width, height: this.#height },
        { colours: this.#colours, chosen: this.#chosen, byFunction: this.#byFunction },
      );
      performance.mark('nearmiss-tree-drawn');
    });
  }
}

function coloursOf(canvas: HTMLCanvasElement): Colours {
  const style = getComputedStyle(canvas);
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    fill: [of('passed'), of('failed'), of('unended'), of('some')],
    ink: [of('on-passed'), of('on-failed'), of('on-unended'), of('on-some')],
    line: of('line'),
    chosen: of('ink'),
  };
}
