import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that take longest, as measured on two cores; the order of those that take seconds does not matter. */
const longest = [
  'programs/others',
  'programs/checkers',
  'verify/seeded',
  'cli/resume',
  'grammar/baselines',
  'build/cache',
  'readers/fuzz',
  'oracles/verified',
  'hostile/machine',
  'build/invariants',
  'verify/verify',
  'native/replay',
  'grammar/explore',
  'cli/determinism',
  'predict/predict',
  'oracles/random-programs',
].map((name) => `/test/${name}.test.ts`);

const rank = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? longest.length : place;
};

/** Two processes end at about the same time if neither has a long file left: without this a fresh clone goes by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
