import { testPrograms } from '../support/program-tests.js';

testPrograms((name) => name.startsWith('checker-'));
