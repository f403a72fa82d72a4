import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's source packages by name, unpacked under a folder of our own: the machine's package lists stay as they are. */
export class Packages {
  readonly #folder: string;
  readonly #apt: string[];
  #suites: string[] | undefined;

  constructor(work: string) {
    this.#folder = join(work, 'sources');
    const state = join(work, 'apt');
    for (const name of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(state, name), { recursive: true });
    mkdirSync(this.#folder, { recursive: true });
    const options = {
      'Dir::Etc::sourcelist': join(state, 'debian.sources'),
      'Dir::Etc::sourceparts': '/dev/null',
      'Dir::State::lists': join(state, 'lists'),
      'Dir::Cache': join(state, 'cache'),
      'Debug::NoLocking': '1',
    };
    this.#apt = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  }

  /** The folder of the unpacked source; undefined when it can't be had. */
  get(name: string): string | undefined {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    const unpacked = () => readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isDirectory());
    // An older version where the newest is listed and not to be had: mirrors of the security archive lose files.
    for (const suffix of unpacked() ? [] : ['', ...this.suites().map((suite) => `/${suite}`)]) {
      if (this.#run(['source', '-q', `${name}${suffix}`], folder)) break;
    }
    const found = unpacked();
    return found && join(folder, found.name);
  }

  /** As Debian numbers it, of what was unpacked. */
  version(name: string): string {
    const folder = join(this.#folder, name);
    const description = readdirSync(folder).find((file) => file.endsWith('.dsc'));
    const text = description === undefined ? '' : readFileSync(join(folder, description), 'utf8');
    return /^Version: (.*)$/m.exec(text)?.[1] ?? '?';
  }

  /** A copy of the machine's list of sources that names sources too. */
  suites(): string[] {
    if (this.#suites) return this.#suites;
    const lists = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter((path) =>
      existsSync(path),
    );
    const list = lists.find((path) => /^(Types:|deb )/m.test(readFileSync(path, 'utf8')));
    if (list === undefined) throw new Error('No list of Debian packages: bench/real runs on Debian.');
    const text = readFileSync(list, 'utf8');
    const isNew = list.endsWith('.sources');
    const target = this.#apt[1]
      .slice('Dir::Etc::sourcelist='.length)
      .replace(/\.sources$/, isNew ? '.sources' : '.list');
    this.#apt[1] = `Dir::Etc::sourcelist=${target}`;
    const withSources = isNew
      ? text.replaceAll(/^Types: .*$/gm, 'Types: deb deb-src')
      : text.replaceAll(/^deb (.*)$/gm, 'deb $1\ndeb-src $1');
    writeFileSync(target, withSources);
    const named = isNew ? text.matchAll(/^Suites: (.*)$/gm) : text.matchAll(/^deb (?:\[.*?\] )?\S+ (\S+)/gm);
    this.#suites = [...new Set([...named].flatMap(([, suites]) => suites.split(/\s+/)))];
    this.#run(['update'], this.#folder);
    return this.#suites;
  }

  #run(words: readonly string[], cwd: string): boolean {
    return spawnSync('apt-get', [...this.#apt, ...words], { cwd, stdio: 'ignore' }).status === 0;
  }
}
