import { writeFile, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** `a`: a piece that goes to the end of the file. */
export type WrittenFile = readonly [path: string, content: string | Uint8Array, how?: { readonly flag: 'a' }];

/** How long files are written before somebody who presses Ctrl-C is heard. */
const sliceMs = 20;
/** A disk that takes longer than this over a file has us wait, and does better when asked for many at once: */
const slowMs = 0.5;
/** enough to keep it busy, few enough to stay within any limit on open files. */
const atOnce = 32;

/**
 * Writes many small files. One after the other on this thread is fastest where nothing is waited for: a file that is
 * handed to Node's other threads costs twice the processor time, and the folder they all lie in lets in one at a time.
 */
export async function writeFiles(files: Iterable<WrittenFile>): Promise<void> {
  const next = files[Symbol.iterator]();
  for (let isSlow = false; !isSlow; await nextTurn()) {
    const started = performance.now();
    let elapsed = 0;
    let written = 0;
    for (; elapsed < sliceMs; elapsed = performance.now() - started, written++) {
      const file = next.next();
      if (file.done) return;
      writeFileSync(...file.value);
    }
    isSlow = elapsed > slowMs * written;
  }
  await writeManyAtOnce(next);
}

async function writeManyAtOnce(next: Iterator<WrittenFile>): Promise<void> {
  const writer = async () => {
    for (let file = next.next(); !file.done; file = next.next()) {
      const [path, content, how] = file.value;
      // Pieces have an order.
      if (how) {
        writeFileSync(path, content, how);
        continue;
      }
      await new Promise<void>((resolve, reject) => {
        writeFile(path, content, (error) => (error ? reject(error) : resolve()));
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, writer));
}
