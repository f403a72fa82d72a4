import { useEffect, useState } from 'preact/hooks';

/** Of a search that `explore --serve` shows while it runs. */
export interface Live {
  readonly isLive: boolean;
  readonly state: 'running' | 'over' | 'lost';
  readonly line: string;
}

/** A page in a folder has nobody to listen to. */
const isServed = document.querySelector('meta[name="nearmiss-live"]') !== null;

/** Pieces that come are there for all views; the last ones are those of the whole report. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>({ isLive: isServed, state: 'running', line: '' });
  useEffect(() => {
    if (!isServed) return;
    const events = new EventSource('events');
    const change = (part: Partial<Live>) => setLive((before) => ({ ...before, ...part }));
    events.addEventListener('piece', ({ data }) => {
      const [name, value] = JSON.parse(data) as [string, unknown];
      window.nearmiss.add(name, value);
    });
    events.addEventListener('progress', ({ data }) => change({ line: JSON.parse(data) as string }));
    events.addEventListener('over', () => {
      events.close();
      change({ state: 'over' });
    });
    events.onerror = () => {
      events.close();
      setLive((before) => (before.state === 'over' ? before : { ...before, state: 'lost' }));
    };
    return () => events.close();
  }, []);
  return live;
}

export function LiveBar({ live: { state, line } }: { readonly live: Live }) {
  const [asked, setAsked] = useState(false);
  const stop = () => {
    setAsked(true);
    fetch('stop', { method: 'POST' }).catch(() => setAsked(false));
  };
  return (
    <div class="live" role="status">
      <span>{state === 'running' ? line || 'The search is running.' : words[state]}</span>
      {state === 'running' && (
        <button type="button" onClick={stop} disabled={asked}>
          {asked ? 'Stopping …' : 'Stop'}
        </button>
      )}
    </div>
  );
}

const words: Readonly<Record<Exclude<Live['state'], 'running'>, string>> = {
  over: 'The search is over; this is its report.',
  lost: 'The connection to the search was lost.',
};
