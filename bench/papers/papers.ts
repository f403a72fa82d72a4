import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cese } from './cese.js';
import { replaceSection, sections } from './document.js';
import { egt } from './egt.js';
import { measured, ours } from './measured.js';
import { pretex } from './pretex.js';
import { sage } from './sage.js';
import { type Exhibit, renderExhibit } from './table.js';
import { thesis } from './thesis.js';

const exhibits: Readonly<Record<(typeof sections)[number]['key'], readonly (() => Promise<Exhibit>)[]>> = {
  egt,
  sage,
  cese,
  thesis,
  pretex,
};

/**
 * `npm run bench -- papers [egt|sage|cese|thesis|pretex …]`: the papers' tables and figures on programs of ours, theirs
 * beside ours, into docs/papers.md. A paper that is not asked for keeps its section.
 */
export async function papersBench(words: readonly string[]): Promise<void> {
  const chosen = sections.filter(({ key }) => words.includes(key));
  const file = ours('docs/papers.md');
  let total = 0;
  for (const { key } of chosen.length > 0 ? chosen : sections) {
    const texts: string[] = [];
    const { time } = await measured(async () => {
      for (const make of exhibits[key]) {
        const text = renderExhibit(await make());
        console.log(`\n${text}`);
        texts.push(text);
      }
    });
    total += time;
    texts.push(`Processor time of this section: ${time.toFixed(0)} s, compiling excepted.`);
    console.log(`\n${texts.at(-1)}`);
    writeFileSync(file, replaceSection(existsSync(file) ? readFileSync(file, 'utf8') : '', key, texts.join('\n\n')));
  }
  console.log(`\nProcessor time of all: ${(total / 60).toFixed(1)} minutes`);
}
