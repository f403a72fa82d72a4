import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../platform/make-folder.js';
import { asideName, type MadeFiles, namesIn, noteMade, readMade, workshop } from './made-files.js';
import { writers } from './writers.js';

/** In the order of the table: the summary goes first and comes last. */
const results = writers.map(({ name }) => name);

/**
 * Has `write` fill an empty folder, then puts what is there in the place of what the same command left before. Files
 * of other commands stay; one that would be in the way (summary.json, as a rule) gets its command's name in front.
 */
export async function replaceResults(
  folder: string,
  command: string,
  write: (fresh: string) => Promise<void>,
): Promise<void> {
  const [fresh, old] = ['new', 'old'].map((name) => join(folder, workshop, name));
  try {
    for (const each of [fresh, old]) {
      await rm(each, { recursive: true, force: true });
      makeFolder(each);
    }
    await write(fresh);
    const made = readMade(folder) ?? new Map<string, ReadonlySet<string>>();
    const before = made.get(command) ?? new Set<string>();
    const now = filesIn(fresh);
    const others = othersAfter(made, command, now);
    // Whatever ends us from here on, each file is on its maker's list.
    noteMade(folder, command, new Set([...before, ...now]));
    for (const { command: owner, files, aside } of others) noteMade(folder, owner, [...files, ...aside.keys()]);
    const kept = new Set(others.flatMap(({ files }) => [...files]));
    takeAway(folder, old, new Set([...before].filter((path) => !kept.has(path))), now);
    for (const { aside } of others) {
      for (const [path, plain] of aside) {
        if (existsSync(join(folder, plain))) renameSync(join(folder, plain), join(folder, path));
      }
    }
    putInPlace(folder, fresh);
    noteMade(folder, command, now);
    for (const { command: owner, files, aside } of others) {
      const plain = new Set(aside.values());
      noteMade(folder, owner, [...[...files].filter((path) => !plain.has(path)), ...aside.keys()]);
    }
  } finally {
    for (const each of [fresh, old]) {
      // A hundred thousand old tests take a while, and who presses Ctrl-C twice does not wait for them. If this fails,
      // the error that matters is on its way.
      await rm(each, { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** The other commands' files, and which of them have to make room for a new one of the same name. */
function othersAfter(made: MadeFiles, command: string, now: ReadonlySet<string>) {
  return [...made]
    .filter(([owner]) => owner !== command)
    .map(([owner, files]) => ({
      command: owner,
      files,
      aside: new Map(
        results.filter((name) => now.has(name) && files.has(name)).map((name) => [asideName(owner, name), name]),
      ),
    }));
}

/** Files of a folder and of the folders in it. */
function filesIn(folder: string): Set<string> {
  const unknown = readdirSync(folder).filter((name) => !results.includes(name));
  if (unknown.length > 0) throw new Error(`not known as results: ${unknown.join(', ')}`);
  return new Set(
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`) : [entry.name],
    ),
  );
}

/** Moves the files of an earlier run out of the way: a folder that holds nothing else as one. */
function takeAway(folder: string, old: string, gone: Set<string>, now: ReadonlySet<string>): void {
  const remove = (path: string): void => {
    if (!gone.delete(path) || !existsSync(join(folder, path))) return;
    makeFolder(dirname(join(old, path)));
    renameSync(join(folder, path), join(old, path));
  };
  for (const name of [...results].reverse()) {
    remove(name);
    const path = join(folder, name);
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    const paths = namesIn(path).map((each) => `${name}/${each}`);
    if (paths.every((each) => gone.has(each))) {
      renameSync(path, join(old, name));
      for (const each of paths) gone.delete(each);
    } else {
      // Those that come again are replaced where they are.
      for (const each of paths) if (!now.has(each)) remove(each);
    }
  }
  // Put aside by another command: `explore.summary.json`.
  for (const path of [...gone]) if (!now.has(path)) remove(path);
}

function putInPlace(folder: string, fresh: string): void {
  for (const name of results) {
    const [from, to] = [join(fresh, name), join(folder, name)];
    const kind = statSync(from, { throwIfNoEntry: false });
    if (!kind) continue;
    if (!kind.isDirectory() || !existsSync(to)) renameSync(from, to);
    else for (const each of readdirSync(from)) renameSync(join(from, each), join(to, each));
  }
}
