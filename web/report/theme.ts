/** Light or dark as the reader chose; as the system says until then. */
export type Theme = 'light' | 'dark';

const key = 'nearmiss-theme';

/** A folder may have no storage: then the choice lasts as long as the page. */
export function chosenTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // See above.
  }
}
