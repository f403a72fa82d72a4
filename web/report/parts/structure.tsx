/** A value of an input as what it is in C: structures by their fields, arrays by their elements, text as text. */
export function Structure({ value }: { readonly value: unknown }) {
  if (value === null) return <code class="value">NULL</code>;
  if (typeof value === 'string') return <code class="value text">"{value}"</code>;
  if (typeof value !== 'object') return <code class="value">{String(value)}</code>;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0][0] === 'hex')
    return <code class="value">{spaced(String(entries[0][1]))}</code>;
  const isList = Array.isArray(value);
  if (entries.length === 0) return <code class="value">{isList ? 'none' : '{}'}</code>;
  return (
    <ul class="structure">
      {entries.map(([name, each]) => (
        <li key={name}>
          <span class="field">{isList ? `[${name}]` : name}</span> <Structure value={each} />
        </li>
      ))}
    </ul>
  );
}

const spaced = (hex: string): string => (hex === '' ? '(empty)' : hex.replace(/(..)(?=.)/g, '$1 '));
