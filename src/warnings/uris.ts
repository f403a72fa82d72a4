import { countAt, type Json, type JsonObject, listAt, objectAt, textAt } from './warning.js';

/** Bases may refer to bases; no honest log nests deeper. */
const deepestBase = 16;

/** The path an artifact location means, its bases resolved as far as the log knows them. */
export function pathOf(location: JsonObject, run: Json): string | undefined {
  const index = countAt(location, 'index');
  const listed = index === undefined ? {} : objectAt(listAt(run, 'artifacts')[index], 'location');
  const uri = textAt(location, 'uri') ?? textAt(listed, 'uri');
  if (uri === undefined) return undefined;
  const baseId = textAt(location, 'uriBaseId') ?? textAt(listed, 'uriBaseId');
  return plainPath(isAbsolute(uri) ? uri : baseOf(baseId, run, 0) + uri);
}

function baseOf(id: string | undefined, run: Json, depth: number): string {
  if (id === undefined || depth > deepestBase) return '';
  const base = objectAt(objectAt(run, 'originalUriBaseIds'), id);
  const uri = textAt(base, 'uri') ?? '';
  if (uri === '') return '';
  const whole = isAbsolute(uri) ? uri : baseOf(textAt(base, 'uriBaseId'), run, depth + 1) + uri;
  return whole.endsWith('/') ? whole : `${whole}/`;
}

const isAbsolute = (uri: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(uri);

/** `file:///a/b%20c.c` → `/a/b c.c`. */
function plainPath(uri: string): string {
  const path = uri.replace(/^file:(?:\/\/[^/]*)?/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
