import { writeFile } from 'node:fs';

/** Writes under way at once: enough to keep a slow disk busy, few enough to stay within any limit on open files. */
const atOnce = 32;

/** Writes many small files. Much faster than one after the other where each write waits for a busy disk. */
export async function writeFiles(
  files: Iterable<readonly [path: string, content: string | Uint8Array]>,
): Promise<void> {
  const next = files[Symbol.iterator]();
  const writer = async () => {
    for (let file = next.next(); !file.done; file = next.next()) {
      const [path, content] = file.value;
      await new Promise<void>((resolve, reject) => {
        writeFile(path, content, (error) => (error ? reject(error) : resolve()));
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, writer));
}
