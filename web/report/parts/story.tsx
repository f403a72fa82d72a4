import type { FindingPiece, StoryStep } from '../../../src/report/page/page-data.js';
import { toSource } from '../route.js';

interface Props {
  readonly piece: FindingPiece;
  /** A byte the reader points at: steps that depend on it are marked. */
  readonly byte: number | undefined;
  readonly onStep: (step: StoryStep | undefined) => void;
}

/** The path as a story: what the input decided, in the order of the run, until it failed. */
export function Story({ piece, byte, onStep }: Props) {
  const { story, finding } = piece;
  if (!story) return <p class="muted">The input was not run again, so its decisions are not known.</p>;
  const groups = grouped(story.steps.slice(0, story.failsAt));
  const left = story.decided - story.steps.length;
  return (
    <ol class="story" onMouseLeave={() => onStep(undefined)}>
      {story.failsAt === 0 && <li class="muted">Nothing was decided by the input before it failed.</li>}
      {groups.map(({ name, steps }, i) => (
        <li key={i} class="scene">
          <h3>
            <span class="muted">in</span> {name}
          </h3>
          <ol>
            {steps.map(({ step, times }, k) => (
              <li
                key={k}
                class={byte !== undefined && step.bytes.includes(byte) ? 'step marked' : 'step'}
                tabIndex={0}
                onMouseEnter={() => onStep(step)}
                onFocus={() => onStep(step)}
                onBlur={() => onStep(undefined)}
              >
                <Place step={step} />
                <span class="step-words">
                  <code>{step.words ?? 'a decision of the library'}</code> <Outcome step={step} />
                  {times > 1 && <span class="tag">{times} times</span>}
                </span>
                {step.condition && (
                  <span class="condition">
                    because <code>{step.condition}</code>
                  </span>
                )}
              </li>
            ))}
          </ol>
        </li>
      ))}
      {left > 0 && <li class="muted">{left.toLocaleString('en')} decisions in between are not listed.</li>}
      <li class="fails">
        <a href={toSource(finding.file, finding.line)}>
          {finding.file}:{finding.line}
        </a>{' '}
        <b>{finding.message}</b>
      </li>
    </ol>
  );
}

function Place({ step: { file, line } }: { readonly step: StoryStep }) {
  if (file === undefined || line === undefined) return <span class="place">library</span>;
  return (
    <a class="place" href={toSource(file, line)} tabIndex={-1}>
      {line}
    </a>
  );
}

function Outcome({ step: { kind, choice, inLibrary, holds } }: { readonly step: StoryStep }) {
  if (inLibrary) return <span class="outcome">decides inside the library</span>;
  if (kind === 'switch') return <span class="outcome">goes to its target {choice}</span>;
  if (kind === 'call') return <span class="outcome">calls through a pointer</span>;
  if (kind === 'check') return <span class="outcome no">fails a check</span>;
  // Of a question that a switch is made of, or whose ways look the same, only the condition says what held.
  if (holds === undefined) return null;
  return holds ? <span class="outcome yes">is true</span> : <span class="outcome no">is false</span>;
}

interface Scene {
  readonly name: string;
  readonly steps: { readonly step: StoryStep; times: number }[];
}

/** Consecutive steps of one function; the same decision made again, on the same bytes, is one that came several times. */
function grouped(steps: readonly StoryStep[]): Scene[] {
  const scenes: Scene[] = [];
  for (const step of steps) {
    const name = step.function ? `${step.function} (${step.file})` : 'library code';
    let scene = scenes.at(-1);
    if (scene?.name !== name) scenes.push((scene = { name, steps: [] }));
    const last = scene.steps.at(-1);
    if (last && isSame(last.step, step)) last.times++;
    else scene.steps.push({ step, times: 1 });
  }
  return scenes;
}

const isSame = (a: StoryStep, b: StoryStep): boolean =>
  a.line === b.line &&
  a.column === b.column &&
  a.choice === b.choice &&
  a.condition === b.condition &&
  a.kind === b.kind &&
  a.bytes.join() === b.bytes.join();
