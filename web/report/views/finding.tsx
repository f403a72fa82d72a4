import { useState } from 'preact/hooks';
import type { FindingPiece, PageOverview, StoryStep } from '../../../src/report/page/page-data.js';
import { usePiece } from '../data.js';
import { Copyable } from '../parts/copy.js';
import { Hex } from '../parts/hex.js';
import { ParseTree } from '../parts/parse-tree.js';
import { Story } from '../parts/story.js';
import { AccessStrip } from '../parts/strip.js';
import { Structure } from '../parts/structure.js';
import { to, toSource } from '../route.js';

/** One bug: its input, the way there, and how to see it again. */
export function FindingView({ overview, id }: { readonly overview: PageOverview; readonly id: string }) {
  const row = overview.findings.find((finding) => finding.id === id);
  const { value: piece, error } = usePiece<FindingPiece>(row?.data);
  if (!row) return <p class="message">There is no finding of this name.</p>;
  if (error) return <p class="message">{error}</p>;
  if (!piece) return <p class="message">Loading …</p>;
  return <Finding piece={piece} overview={overview} />;
}

function Finding({ piece, overview }: { readonly piece: FindingPiece; readonly overview: PageOverview }) {
  const [step, setStep] = useState<StoryStep>();
  const [byte, setByte] = useState<number>();
  const [bytes, setBytes] = useState<readonly number[]>([]);
  const { finding, access, passing, test, parsed } = piece;
  const words = overview.checkers[finding.checker];
  const marked = new Set(bytes.length > 0 ? bytes : (step?.bytes ?? (byte === undefined ? [] : [byte])));
  return (
    <article class="finding">
      <h1>{finding.message}</h1>
      <p class="lead">
        <span class="tag bad">{finding.checker}</span>{' '}
        <a href={toSource(finding.file, finding.line)}>
          {finding.file}:{finding.line}
        </a>{' '}
        in <b>{finding.function}</b>
        {words && (
          <span class="muted">
            {' '}
            · {words.title} · CWE-{words.cwe} ·{' '}
            {finding.count > 1 ? `seen in ${finding.count} runs` : 'seen in one run'}
          </span>
        )}
      </p>
      {finding.after && (
        <p class="notice">
          Happens after <a href={to(['finding', finding.after])}>{finding.after}</a>, and perhaps because of it.
        </p>
      )}
      <div class="finding-columns">
        <section class="card">
          <h2>The input</h2>
          <Hex piece={piece} marked={marked} onByte={setByte} />
          {passing ? (
            <p class="muted">
              <span class="swatch changed" /> {passing.changed.length} byte{passing.changed.length === 1 ? '' : 's'}{' '}
              changed against the nearest input that passes: <code>{passing.input}</code>
            </p>
          ) : (
            <p class="muted">No input is known that passes.</p>
          )}
          <h3>As the program sees it</h3>
          <Structure value={finding.input} />
          {parsed && (
            <>
              <h3>As its grammar reads {parsed.input}</h3>
              <ul class="structure parse-tree">
                <ParseTree node={parsed.tree} offset={parsed.offset} onBytes={setBytes} />
              </ul>
            </>
          )}
        </section>
        <section class="card story-card">
          <h2>The way there</h2>
          <p class="muted">Point at a decision to see its bytes, or at a byte to see its decisions.</p>
          <Story piece={piece} byte={step ? undefined : byte} onStep={setStep} />
        </section>
      </div>
      {access?.extent && (
        <section class="card">
          <h2>The access</h2>
          <AccessStrip access={access} />
        </section>
      )}
      <div class="cards">
        <section class="card">
          <h2>Stack</h2>
          <Stack stack={finding.stack} />
          {finding.stacks?.map((stack) => (
            <details key={stack.join()}>
              <summary>Other calls that lead there</summary>
              <Stack stack={stack} />
            </details>
          ))}
        </section>
        <section class="card">
          <h2>Again</h2>
          <Copyable text={piece.replay} label="the command that replays it" />
          <dl class="facts">
            <dt>Fingerprint</dt>
            <dd>
              <code>{finding.fingerprint}</code>
            </dd>
            <dt>How it was found</dt>
            <dd>{finding.how === 'active' ? 'a checker asked for such an input' : 'a run met it'}</dd>
          </dl>
          {words && <p class="muted">{words.help}</p>}
        </section>
      </div>
      {test && (
        <section class="card">
          <details>
            <summary>
              <h2>The C test to copy</h2>
            </summary>
            <Copyable text={test.text} label={test.name} multiline />
          </details>
        </section>
      )}
    </article>
  );
}

function Stack({ stack }: { readonly stack: readonly string[] }) {
  return (
    <ol class="stack">
      {stack.map((frame, i) => {
        const parts = /^(.*) (.+):(\d+)$/.exec(frame);
        return (
          <li key={i}>
            {parts ? (
              <>
                {parts[1]}{' '}
                <a href={toSource(parts[2], Number(parts[3]))}>
                  {parts[2]}:{parts[3]}
                </a>
              </>
            ) : (
              frame
            )}
          </li>
        );
      })}
    </ol>
  );
}
