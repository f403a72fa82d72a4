import { useEffect, useState } from 'preact/hooks';
import type { PageOverview } from '../../src/report/page/page-data.js';
import { usePiece } from './data.js';
import { LiveBar, useLive } from './live.js';
import { to, useRoute } from './route.js';
import { chooseTheme, chosenTheme, systemTheme, type Theme } from './theme.js';
import { CompareView } from './views/compare.js';
import { FindingView } from './views/finding.js';
import { FindingsView } from './views/findings.js';
import { Overview } from './views/overview.js';
import { PredictView } from './views/predict.js';
import { ReachView } from './views/reach.js';
import { SourceView } from './views/source.js';
import { TaintView } from './views/taint.js';
import { TestsView } from './views/tests.js';
import { TreeView } from './views/tree.js';
import { VerifyView } from './views/verify.js';

/** Letters that lead to a view, after `g`. */
const keys: Readonly<Record<string, string>> = { o: '', f: 'findings', s: 'source', t: 'tree', e: 'tests' };

export function App() {
  const { value: overview, error } = usePiece<PageOverview>('overview');
  const live = useLive();
  const shown = overview;
  const { words, query } = useRoute();
  useKeys();
  useEffect(() => {
    document.title = shown ? `${shown.title} – nearmiss` : 'nearmiss';
  }, [shown]);
  if (error && !shown) return <Message text={error} />;
  if (!shown) return <p class="message">Loading …</p>;
  const [view = '', name] = words;
  return (
    <>
      <a class="skip" href="#content" onClick={skipToContent}>
        Skip to the content
      </a>
      <Header overview={shown} view={view} />
      {live.isLive && <LiveBar live={live} />}
      <main id="content" tabIndex={-1}>
        {shown.notices.map((notice) => (
          <p key={notice} class="notice" role="note">
            {notice}
          </p>
        ))}
        <View overview={shown} view={view} name={name} query={query} />
      </main>
    </>
  );
}

function skipToContent(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

interface Shown {
  readonly overview: PageOverview;
  readonly view: string;
  readonly name: string | undefined;
  readonly query: URLSearchParams;
}

function View({ overview, view, name, query }: Shown) {
  switch (view) {
    case '':
      return <Overview overview={overview} />;
    case 'findings':
      return <FindingsView overview={overview} />;
    case 'finding':
      return <FindingView key={name} overview={overview} id={name ?? ''} />;
    case 'source':
      return <SourceView overview={overview} file={name} line={Number(query.get('line')) || undefined} />;
    case 'tree':
      return <TreeView overview={overview} />;
    case 'tests':
      return <TestsView overview={overview} />;
    case 'predict':
      return <PredictView overview={overview} />;
    case 'compare':
      return <CompareView overview={overview} />;
    case 'verify':
      return <VerifyView />;
    case 'taint':
      return <TaintView overview={overview} />;
    case 'reach':
      return <ReachView overview={overview} />;
    default:
      return <Message text={`There is no view “${view}”.`} />;
  }
}

const Message = ({ text }: { readonly text: string }) => <p class="message">{text}</p>;

function Header({ overview, view }: { readonly overview: PageOverview; readonly view: string }) {
  const links: [view: string, label: string, count?: number][] = [
    ['', 'Overview'],
    ['findings', 'Findings', overview.findings.length],
    ['source', 'Source', overview.files.length],
  ];
  if (overview.tree) links.push(['tree', 'Paths', overview.tree.paths]);
  if (overview.tests.count > 0) links.push(['tests', 'Tests', overview.tests.count]);
  for (const { name, detail } of overview.commands) if (detail) links.push([name, titles[name] ?? name]);
  const here = view === 'finding' ? 'findings' : view;
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label="nearmiss, overview">
        near<b>miss</b>
      </a>
      <nav aria-label="Views">
        {links.map(([name, label, count]) => (
          <a key={name} href={to([name].filter(Boolean))} aria-current={name === here ? 'page' : undefined}>
            {label}
            {count !== undefined && <span class="count">{count.toLocaleString('en')}</span>}
          </a>
        ))}
      </nav>
      <ThemeButton />
    </header>
  );
}

const titles: Readonly<Record<string, string>> = {
  predict: 'Near misses',
  compare: 'Differences',
  verify: 'Warnings',
  taint: 'Flows',
  reach: 'Target',
};

function ThemeButton() {
  const [theme, setTheme] = useState<Theme | undefined>(chosenTheme);
  useEffect(() => {
    if (theme) chooseTheme(theme);
  }, [theme]);
  const other: Theme = (theme ?? systemTheme()) === 'dark' ? 'light' : 'dark';
  return (
    <button type="button" class="theme" onClick={() => setTheme(other)}>
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  );
}

/** `g` and a letter go to a view. */
function useKeys(): void {
  useEffect(() => {
    let goes = false;
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) return;
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
      if (goes && keys[key] !== undefined) location.hash = to([keys[key]].filter(Boolean));
      goes = key === 'g';
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
