import { useState } from 'preact/hooks';

/** A text to take along. Without a clipboard (some folders have none) it is selected instead. */
export function Copyable({
  text,
  label,
  multiline = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly multiline?: boolean;
}) {
  const [state, setState] = useState('Copy');
  const copy = async (event: Event) => {
    const code = (event.currentTarget as HTMLElement).parentElement?.querySelector('code');
    try {
      await navigator.clipboard.writeText(text);
      setState('Copied');
    } catch {
      if (code) getSelection()?.selectAllChildren(code);
      setState('Selected');
    }
    setTimeout(() => setState('Copy'), 2000);
  };
  return (
    <div class={multiline ? 'copyable multiline' : 'copyable'}>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <button type="button" onClick={copy} aria-label={`Copy ${label}`}>
        {state}
      </button>
    </div>
  );
}
