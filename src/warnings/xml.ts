/** A tag of an XML document. `<a/>` is both start and end. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * The tags of a document in order: as much of XML as analysers write. No document types and so no entities of a
 * document's own, which is where XML gets dangerous; each character is looked at once.
 */
export function* elementsOf(text: string): Generator<XmlElement> {
  const tag = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipTo = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : undefined;
    if (skipTo !== undefined) {
      const end = text.indexOf(skipTo, at);
      if (end < 0) return;
      at = end + skipTo.length;
      continue;
    }
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (found) {
      const [whole, slash, name, attributes, closing] = found;
      yield {
        name,
        attributes: attributesOf(attributes),
        isStart: slash === '',
        isEnd: slash !== '' || closing !== '',
      };
      at += whole.length;
    } else at++;
  }
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes.set(name, decoded(double ?? single));
  }
  return attributes;
}

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
