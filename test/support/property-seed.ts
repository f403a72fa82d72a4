import fc from 'fast-check';

/**
 * `npm test` draws the same cases on every machine, so that a change is judged by what it changed. Fresh cases are
 * drawn by the nightly run; a property that fails there prints the seed that shows it again.
 */
if (process.env.NEARMISS_NIGHTLY !== '1') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_118 });
