import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageFiles, pieceText } from './write-page.js';

const host = '127.0.0.1';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * Shows a page to whoever has its address: on this machine alone, and with a token in it that nobody guesses. A page of
 * somebody else in the same browser can send requests here, but names another Host or Origin, and is refused.
 */
export class LiveServer {
  readonly #token = randomBytes(24).toString('hex');
  readonly #nonce = randomBytes(12).toString('hex');
  readonly #server: Server;
  readonly #files: ReadonlyMap<string, string>;
  readonly #pieces = new Map<string, string>();
  readonly #listeners = new Set<ServerResponse>();
  #last = '';

  private constructor(readonly onStop: () => void) {
    this.#files = pageFiles(this.#nonce, { connects: true });
    this.#server = createServer((request, response) => this.#answer(request, response));
    // Nobody waits for a browser that keeps a connection.
    this.#server.keepAliveTimeout = 1000;
  }

  /** `onStop`: somebody pressed the button. */
  static open(onStop: () => void): Promise<LiveServer> {
    const live = new LiveServer(onStop);
    return new Promise((resolve, reject) => {
      live.#server.once('error', reject);
      live.#server.listen(0, host, () => resolve(live));
    });
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get address(): string {
    return `http://${host}:${this.#port}/${this.#token}/`;
  }

  /** A piece of the page's data, for those who look now and those who come later. */
  piece(name: string, value: unknown): void {
    this.#pieces.set(`data/${name}.js`, pieceText(name, value));
    this.#send('piece', [name, value]);
  }

  progress(line: string): void {
    this.#last = line;
    this.#send('progress', line);
  }

  #send(event: string, data: unknown): void {
    const text = message(event, data);
    for (const listener of this.#listeners) listener.write(text);
  }

  /** Whoever looks has all there is; nothing is left that keeps the process alive. */
  async end(): Promise<void> {
    const listeners = [...this.#listeners];
    await Promise.all(
      listeners.map((listener) => new Promise<void>((resolve) => listener.end(message('over', true), () => resolve()))),
    );
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = this.#pathOf(request);
    if (path === undefined) return refuse(response, 403);
    if (path === 'stop') {
      if (request.method !== 'POST') return refuse(response, 405);
      this.onStop();
      response.writeHead(204, headers).end();
      return;
    }
    if (request.method !== 'GET') return refuse(response, 405);
    if (path === 'events') return this.#listen(request, response);
    const text = this.#files.get(path === '' ? 'index.html' : path) ?? this.#pieces.get(path);
    if (text === undefined) return refuse(response, 404);
    const ending = path === '' ? 'html' : path.slice(path.lastIndexOf('.') + 1);
    response.writeHead(200, { ...headers, 'content-type': types[ending] ?? 'text/plain' }).end(text);
  }

  /** What is asked for, behind the token; undefined for who may not ask. */
  #pathOf({ url = '', headers: { host: named, origin } }: IncomingMessage): string | undefined {
    const here = `${host}:${this.#port}`;
    if (named !== here || (origin !== undefined && origin !== `http://${here}`)) return undefined;
    const [, token = '', path] = /^\/([^/?#]*)\/([^?#]*)/.exec(url) ?? [];
    const [given, wanted] = [Buffer.from(token), Buffer.from(this.#token)];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? path : undefined;
  }

  #listen(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
    response.write(this.#last === '' ? ':\n\n' : message('progress', this.#last));
    this.#listeners.add(response);
    request.on('close', () => this.#listeners.delete(response));
  }
}

const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, headers).end();
}

const message = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
