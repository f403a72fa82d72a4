/**
 * How many cases a property is asked: as many as it usually wants, a twentieth in the fast run, and with
 * NEARMISS_EFFORT=10 ten times as many.
 */
export const cases = (usual: number): number => Math.ceil(usual * Number(process.env.NEARMISS_EFFORT ?? 1));

/** Where `npm run test:nightly` has the time for more than `npm test` has. */
export const nightly = <T>(more: T, usual: T): T => (process.env.NEARMISS_NIGHTLY === '1' ? more : usual);

/** One in so many in `npm test`, by name, so that it is always the same; all of them in the nightly run. */
export function isAskedOf(name: string, oneIn: number): boolean {
  let hash = 7;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0;
  return nightly(true, (hash >>> 4) % oneIn === 0);
}
