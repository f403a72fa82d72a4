import type { CheckerWords, CommandPart, PageOverview } from '../../../src/report/page/page-data.js';
import { RatioBar } from '../parts/bar.js';
import { Copyable } from '../parts/copy.js';
import { TimelineChart } from '../parts/timeline.js';
import { to, toSource } from '../route.js';

/** What was asked, what came of it, and where to look. */
export function Overview({ overview }: { readonly overview: PageOverview }) {
  return (
    <>
      <h1>{overview.title}</h1>
      {overview.commands.map((command, i) => (
        <Command key={command.name} command={command} overview={overview} isFirst={i === 0} />
      ))}
      {overview.grammars?.map(({ files, input, text }) => (
        <section key={text} class="card">
          <details>
            <summary>
              <h2>Grammar {input && `of ${input} `}</h2>
              <span class="place">{files.join(' ')}</span>
            </summary>
            <Copyable text={text} label="the grammar" multiline />
          </details>
        </section>
      ))}
    </>
  );
}

interface Props {
  readonly command: CommandPart;
  readonly overview: PageOverview;
}

function Command({ command, overview, isFirst }: Props & { readonly isFirst: boolean }) {
  const { name, verdict, typed, detail } = command;
  const findings = overview.findings.filter((finding) => finding.command === name);
  return (
    <section class="command" aria-label={name}>
      {(overview.commands.length > 1 || !isFirst) && <h2 class="command-name">{name}</h2>}
      <div class={`verdict ${verdict.kind}`}>
        <p class="verdict-text">{verdict.text}</p>
        {verdict.missing.length > 0 && (
          <ul>
            {verdict.missing.map(({ text, advice }) => (
              <li key={text}>
                <b>{text}</b>
                {advice && <span> {advice}</span>}
              </li>
            ))}
          </ul>
        )}
        {detail && <a href={to([name])}>Show each</a>}
      </div>
      <div class="cards">
        {findings.length > 0 && <FindingsCard command={command} overview={overview} />}
        <AskedCard typed={typed} command={command} />
        {command.coverage && <CoverageCard command={command} overview={overview} />}
        <TimesCard command={command} />
        {command.timeline && (
          <section class="card wide">
            <h3>Over time</h3>
            <TimelineChart timeline={command.timeline} />
          </section>
        )}
      </div>
    </section>
  );
}

const titleOf = ({ checkers }: PageOverview, id: string): string =>
  (checkers as Readonly<Record<string, CheckerWords | undefined>>)[id]?.title ?? id;

function FindingsCard({ command, overview }: Props) {
  const findings = overview.findings.filter((finding) => finding.command === command.name);
  const byChecker = new Map<string, typeof findings>();
  for (const finding of findings) byChecker.set(finding.checker, [...(byChecker.get(finding.checker) ?? []), finding]);
  return (
    <section class="card wide">
      <h3>Findings</h3>
      {[...byChecker].map(([checker, some]) => (
        <div key={checker} class="by-checker">
          <h4>
            {titleOf(overview, checker)} <span class="count">{some.length}</span>
          </h4>
          <ul class="plain">
            {some.map((finding) => (
              <li key={finding.id}>
                <a href={to(['finding', finding.id])}>
                  <span class="place">
                    {finding.file}:{finding.line}
                  </span>{' '}
                  {finding.message}
                </a>
                {finding.after && <span class="tag">belongs to another</span>}
                {finding.suppressed !== undefined && <span class="tag">suppressed</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function AskedCard({
  typed,
  command: { inputs, figures },
}: {
  readonly typed: string | undefined;
  readonly command: CommandPart;
}) {
  return (
    <section class="card">
      <h3>What was asked</h3>
      {typed && <Copyable text={typed} label="the command" />}
      {inputs && (
        <dl class="facts">
          <dt>Symbolic</dt>
          <dd>{inputs.symbolic.length > 0 ? inputs.symbolic.join(', ') : 'nothing'}</dd>
          {inputs.held.length > 0 && <dt>Not symbolic</dt>}
          {inputs.held.map(({ fact, value, at, explore }) => (
            <dd key={fact + at}>
              {fact} is {value}
              {at && (
                <>
                  {' '}
                  (<a href={toSource(at.replace(/:\d+$/, ''), Number(/\d+$/.exec(at)?.[0]))}>{at}</a> asks)
                </>
              )}
              {explore && (
                <>
                  ; <code>{explore}</code> explores it
                </>
              )}
            </dd>
          ))}
        </dl>
      )}
      <dl class="figures">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function CoverageCard({ command: { coverage, verified }, overview }: Props) {
  return (
    <section class="card">
      <h3>Coverage</h3>
      <RatioBar name="lines" ratio={coverage!.lines} />
      <RatioBar name="branches" ratio={coverage!.branches} />
      {overview.files.length > 0 && <a href={to(['source'])}>By file</a>}
      {verified.length > 0 && (
        <details>
          <summary>{verified.length} checkers can’t fail on any input of this size</summary>
          <p class="names">{verified.join(', ')}</p>
        </details>
      )}
    </section>
  );
}

function TimesCard({ command: { times } }: { readonly command: CommandPart }) {
  const most = Math.max(1, ...times.map(({ ms }) => ms));
  if (times.length === 0) return null;
  return (
    <section class="card">
      <h3>Where the time went</h3>
      {times.map(({ name, ms }) => (
        <div key={name} class="ratio">
          <span class="ratio-name">{name}</span>
          <span class="ratio-track" aria-hidden="true">
            <span class="ratio-part time" style={{ width: `${(ms / most) * 100}%` }} />
          </span>
          <span class="ratio-figure">{ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`}</span>
        </div>
      ))}
      <p class="muted">Running and solving are sums over all workers.</p>
    </section>
  );
}
