/**
 * The same text with a custom section of these texts, each ended by a NUL. The linker joins the sections of all objects
 * that have one name, so that objects in archives and linked modules have it too.
 */
export function withCustomSection(ir: string, name: string, texts: readonly string[]): string {
  if (texts.length === 0) return ir;
  let node = 0;
  for (const [, number] of ir.matchAll(/^!(\d+) = /gm)) node = Math.max(node, Number(number) + 1);
  const content = texts.map((text) => `${escaped(text)}\\00`).join('');
  return `${ir}\n!wasm.custom_sections = !{!${node}}\n!${node} = !{!"${name}", !"${content}"}\n`;
}

const escaped = (text: string): string =>
  Array.from(Buffer.from(text), (byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
      ? `\\${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte),
  ).join('');
