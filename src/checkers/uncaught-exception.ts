import type { Checker } from './types.js';

export const uncaughtException: Checker = {
  id: 'uncaught-exception',
  title: 'Exception not caught',
  help: 'A C++ exception is thrown that nobody catches, or that would leave a function that is noexcept, or std::terminate() is called for another reason.',
  cwe: 248,
  kind: 'own',
  native: { reportedAs: ['abort'], where: 'in the stack' },
  severity: 'error',
  byDefault: true,
  language: 'c++',
  example: '#include <string>\nextern "C" int f(int n) { if (n == 7) throw std::string("seven"); return n; }',
  stop: { kind: 'uncaught-exception', message: ({ detail }) => detail },
};
