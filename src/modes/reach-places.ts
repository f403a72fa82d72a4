import { UserError } from '../vocabulary/errors.js';

/** A place a run is to pass, as people write it. */
export interface WantedPlace {
  /** `f.c:18`. */
  readonly place: string;
  /** A C expression over what is in scope before that line. */
  readonly when?: string;
  /** The way a branch of that line goes. */
  readonly arm?: boolean;
}

/** Where a run is to go. */
export interface Destination {
  readonly to: WantedPlace;
  /** In order, before the target. */
  readonly via?: readonly WantedPlace[];
  readonly avoid?: readonly string[];
}

/** `f.c:14`, `f.c:14:true`, `f.c:14:false`. */
export function parseWantedPlace(text: string, flag: string): WantedPlace {
  const [, place, arm] = /^(.+:\d+)(?::(true|false))?$/.exec(text) ?? [];
  if (place === undefined) {
    throw new UserError(`${flag} takes a file and a line, like f.c:18 or f.c:14:true, not '${text}'.`);
  }
  return arm === undefined ? { place } : { place, arm: arm === 'true' };
}

export function describePlace({ place, when, arm }: WantedPlace): string {
  return `${place}${arm === undefined ? '' : `:${arm}`}${when === undefined ? '' : ` when ${when}`}`;
}

export const samePlace = (a: WantedPlace, b: WantedPlace): boolean =>
  a.place === b.place && a.when === b.when && a.arm === b.arm;
