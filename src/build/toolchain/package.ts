import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What npm installed as the embedded compiler. */
export function embeddedVersion(): { version: string; major: string } {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', bundle()), 'utf8')) as { version: string };
  return { version, major: version.split('.')[0] };
}

/** The tar file with libc, crt1, compiler-rt and headers that the embedded compiler carries. */
export function embeddedResources(): string {
  return fileURLToPath(new URL('llvm-resources.tar', bundle()));
}

function bundle(): URL {
  return new URL(`file://${createRequire(import.meta.url).resolve('@yowasp/clang')}`);
}
