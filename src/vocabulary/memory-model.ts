/**
 * How accesses are judged: `exact` by the object each pointer came from, `redzones` by what lies around the objects
 * (docs/memory.md).
 */
export const memoryModels = ['exact', 'redzones'] as const;
export type MemoryModel = (typeof memoryModels)[number];
export const defaultMemoryModel: MemoryModel = 'exact';
