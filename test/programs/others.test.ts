import { testPrograms } from '../support/program-tests.js';

/** In a file of their own, so that two processes share the work. */
testPrograms((name) => !name.startsWith('checker-') && !name.startsWith('world/'));
