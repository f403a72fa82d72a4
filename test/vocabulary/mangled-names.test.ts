import { expect, test } from 'vitest';
import { readable } from '../../src/vocabulary/mangled-names.js';

const functions: Readonly<Record<string, string>> = {
  _ZNK6Parser4nextEv: 'Parser::next',
  _ZN12_GLOBAL__N_11AC1Ev: '(anonymous namespace)::A::A',
  _ZN1AD2Ev: 'A::~A',
  _ZNSt3__26vectorIiNS_9allocatorIiEEE9push_backB8ne220100ERKi: 'std::vector<int>::push_back',
  _Z3maxIiET_S0_S0_: 'max<int>',
  _ZN4RingIiLj4EE4pushEi: 'Ring<int, 4>::push',
  _ZZ3foovENKUlvE_clEv: 'foo::lambda::operator()',
  _ZeqRK1AS1_: 'operator==',
  _ZN1AplEi: 'A::operator+',
  _ZNSt3__24stoiERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEPmi: 'std::stoi',
  // A C function keeps its name, and so does what nobody can read.
  main: 'main',
  '_Z?': '_Z?',
  _ZN3foo: '_ZN3foo',
};

const types: Readonly<Record<string, string>> = {
  i: 'int',
  PKc: 'char const*',
  '11SyntaxError': 'SyntaxError',
  St12out_of_range: 'std::out_of_range',
  NSt3__212basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEE: 'std::string',
  NSt3__26vectorIiNS_9allocatorIiEEEE: 'std::vector<int>',
  NSt3__23mapINS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEiNS_4lessIS6_EENS4_INS_4pairIKS6_iEEEEEE:
    'std::map<std::string, int>',
  NSt3__210unique_ptrI4NodeNS_14default_deleteIS1_EEEE: 'std::unique_ptr<Node>',
  N4json5ErrorE: 'json::Error',
};

test.each(Object.entries(functions))('function %s', (name, words) => {
  expect(readable(name, 'function')).toBe(words);
});

test.each(Object.entries(types))('type %s', (name, words) => {
  expect(readable(name, 'type')).toBe(words);
});
