import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildReportPage } from '../../scripts/build-web.js';
import { packageFile } from '../../src/platform/package-files.js';

const executablePath = '/usr/bin/chromium';
export const hasChromium = existsSync(executablePath);

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/**
 * The page as `npm run build` makes it, for the modules that tests run. Files run side by side: whoever is first puts it
 * in its place as a whole.
 */
export async function buildPage(): Promise<void> {
  const modules = process.env.NEARMISS_MODULES!;
  const place = packageFile(`${modules}/web`);
  if (existsSync(place)) return;
  const own = `${modules}/page-${process.pid}`;
  await buildReportPage(own);
  try {
    renameSync(packageFile(`${own}/web`), place);
  } catch {
    // Somebody else was first.
  }
}

/** A page that keeps all that a browser would complain about. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

export async function openPage(
  browser: Browser,
  { width = 1280, height = 900, scheme = 'light' as 'light' | 'dark' } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints };
}

export const addressOf = (file: string, route = ''): string => `${pathToFileURL(file).href}#/${route}`;

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe has to say against what is on the page: nothing, or rules and where they are broken. */
export async function axeViolations(page: Page): Promise<string[]> {
  // A page that allows no foreign script takes none from a tag either: it is evaluated instead.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource());
  return page.evaluate(`axe.run(document, { preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ': ' + failureSummary)))`);
}

let source: string | undefined;
const axeSource = (): string => (source ??= readFileSync(axeFile, 'utf8'));

/** Where screenshots go: artefacts of a run, not part of the repository. */
export function shotFile(name: string): string {
  const folder = process.env.NEARMISS_SHOTS ?? packageFile('node_modules/.nearmiss-shots');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.png`);
}
