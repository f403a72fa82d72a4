import { useEffect, useState } from 'preact/hooks';

/**
 * Pieces of data are classic scripts beside the page that call `nearmiss.add(name, value)`: from a folder browsers load
 * nothing else. A piece is loaded when a view asks for it, once.
 */
const known = new Map<string, unknown>();
const loading = new Map<string, Promise<unknown>>();

declare global {
  interface Window {
    nearmiss: { add(name: string, value: unknown): void };
  }
}

const listeners = new Map<string, Set<(value: unknown) => void>>();

function add(name: string, value: unknown): void {
  known.set(name, value);
  for (const listener of listeners.get(name) ?? []) listener(value);
}

window.nearmiss = { add };

/** Calls back whenever a piece is there anew: of a search that is still running, pieces change. */
function listen(name: string, listener: (value: unknown) => void): () => void {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(listener));
  return () => known.delete(listener);
}

/** A number that the page's own scripts and styles are known by. */
export const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce ?? '';

export function load<T>(name: string): Promise<T> {
  if (known.has(name)) return Promise.resolve(known.get(name) as T);
  let promise = loading.get(name);
  if (!promise) loading.set(name, (promise = request(name)));
  return promise as Promise<T>;
}

function request(name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `data/${name}.js`;
    script.nonce = nonce;
    script.onload = () => {
      script.remove();
      if (known.has(name)) resolve(known.get(name));
      else reject(new Error(`data/${name}.js holds something else`));
    };
    script.onerror = () => {
      script.remove();
      loading.delete(name);
      reject(new Error(`data/${name}.js can’t be loaded: keep the page and its folder together`));
    };
    document.head.append(script);
  });
}

export interface Loaded<T> {
  readonly value?: T;
  readonly error?: string;
}

/** A piece, when it is there. */
export function usePiece<T>(name: string | undefined): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { name?: string }>({});
  useEffect(() => {
    if (name === undefined) return;
    let isWanted = true;
    const deaf = listen(name, (value) => setLoaded({ value: value as T, name }));
    load<T>(name).then(
      (value) => isWanted && setLoaded({ value, name }),
      (error: Error) => isWanted && setLoaded({ error: error.message, name }),
    );
    return () => {
      isWanted = false;
      deaf();
    };
  }, [name]);
  return loaded.name === name ? loaded : {};
}
