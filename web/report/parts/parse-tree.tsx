import type { ParsedNode } from '../../../src/report/page/page-data.js';

/** A string as its grammar reads it. */
export function ParseTree({
  node,
  offset,
  onBytes,
}: {
  readonly node: ParsedNode;
  readonly offset: number;
  readonly onBytes: (bytes: readonly number[]) => void;
}) {
  const bytes = Array.from({ length: node.to - node.from }, (_, i) => offset + node.from + i);
  return (
    <li class="parsed">
      <span class="parsed-name" onMouseEnter={() => onBytes(bytes)} onMouseLeave={() => onBytes([])}>
        {node.name} {node.text !== undefined && <code>{node.text === '' ? 'ε' : node.text}</code>}
      </span>
      {node.parts && node.parts.length > 0 && (
        <ul class="structure">
          {node.parts.map((part, i) => (
            <ParseTree key={i} node={part} offset={offset} onBytes={onBytes} />
          ))}
        </ul>
      )}
    </li>
  );
}
