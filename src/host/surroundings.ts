/**
 * What a program finds in its tree besides its symbolic files: names, contents and links that are the same in
 * every run. Names are the program's, from its root.
 */
export type PlacedEntry =
  | { readonly path: string; readonly kind: 'file'; readonly bytes: Uint8Array; readonly readOnly: boolean }
  | { readonly path: string; readonly kind: 'directory'; readonly readOnly: boolean }
  /** There unless something else is: an empty folder, and devices that have nothing, or as much as is asked for. */
  | { readonly path: string; readonly kind: 'scratch' }
  | { readonly path: string; readonly kind: 'nothing' }
  | { readonly path: string; readonly kind: 'random' }
  | { readonly path: string; readonly kind: 'symlink'; readonly target: string };
