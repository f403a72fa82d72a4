import { useEffect, useState } from 'preact/hooks';

/** Where the reader is: `#/source/f.c?line=7` as its words and what is asked for. */
export interface Route {
  readonly words: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Route {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { words: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const onChange = () => {
      setRoute(read());
      window.scrollTo(0, 0);
    };
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return route;
}

/** An address in the page. */
export function to(words: readonly (string | number)[], query: Readonly<Record<string, string | number>> = {}): string {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `#/${words.map((word) => encodeURIComponent(word)).join('/')}${asked && `?${asked}`}`;
}

export const toSource = (file: string, line?: number): string => to(['source', file], line ? { line } : {});
