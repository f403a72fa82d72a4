/**
 * How many cases a property is asked: as many as it usually wants, a twentieth in the fast run, and with
 * NEARMISS_EFFORT=10 ten times as many.
 */
export const cases = (usual: number): number => Math.ceil(usual * Number(process.env.NEARMISS_EFFORT ?? 1));
