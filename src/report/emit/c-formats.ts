import { relative } from 'node:path';
import { sortFlags } from '../../build/flags.js';
import { cFile } from './c-file.js';
import { tapMain } from './c-runner.js';
import { disabledBecause, type EmittedFile, type EmittedTests, testFunction } from './emitted-test.js';

/** One file of C with a main. */
export const plainC = (all: EmittedTests): EmittedFile[] => [[`test_${all.name}.c`, cFile(all, tapMain)]];

/** The same, and a CMakeLists.txt that has each of them as a test of CTest. */
export function ctest(all: EmittedTests): EmittedFile[] {
  const { name, tests, program, folder } = all;
  const target = `test_${name}`;
  const sources = [`${target}.c`, ...program.others.map((file) => relative(folder, file))];
  const { compile, link } = sortFlags(program.flags);
  const lines = [
    'cmake_minimum_required(VERSION 3.13)',
    `project(${target} C)`,
    'enable_testing()',
    `add_executable(${target} ${sources.join(' ')})`,
    `target_link_libraries(${target} ${[...link, 'm'].join(' ')})`,
    ...(compile.length > 0 ? [`target_compile_options(${target} PRIVATE ${compile.join(' ')})`] : []),
    ...tests.flatMap((test) => {
      const id = testFunction(all, test);
      const reason = disabledBecause(test);
      const added = `add_test(NAME ${id} COMMAND ${target} ${id})`;
      return reason === undefined
        ? [added]
        : [`# ${reason.replace(/\s+/g, ' ')}`, added, `set_tests_properties(${id} PROPERTIES DISABLED TRUE)`];
    }),
  ];
  return [...plainC(all), ['CMakeLists.txt', `${lines.join('\n')}\n`]];
}

/** A group of cmocka's tests. */
export function cmocka(all: EmittedTests): EmittedFile[] {
  const functions = all.tests.map((test, i) => {
    const reason = disabledBecause(test);
    const body =
      reason === undefined
        ? `assert_true(passes(&tests[${i}]));`
        : `print_message("%s\\n", tests[${i}].disabled);\n  skip();`;
    return `static void cmocka_${testFunction(all, test)}(void **state) {\n  (void)state;\n  ${body}\n}\n`;
  });
  const table = all.tests.map((test) => `    cmocka_unit_test(cmocka_${testFunction(all, test)}),`);
  const ending = [
    '#include <setjmp.h>\n#include <stdarg.h>\n#include <cmocka.h>\n',
    ...functions,
    'int main(void) {',
    '  const struct CMUnitTest all[] = {',
    ...table,
    '  };',
    '  return cmocka_run_group_tests(all, NULL, NULL);',
    '}\n',
  ];
  return [[`test_${all.name}_cmocka.c`, cFile(all, ending.join('\n'))]];
}

/** The tests as C, since the program is C, and a file of C++ that has each as a test of googletest. */
export function googletest(all: EmittedTests): EmittedFile[] {
  const door = `int run_${all.name}(const char *name);\n\n/* 0: it does what it did. */\nint run_${all.name}(const char *name) {\n  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {\n    if (strcmp(tests[i].name, name) == 0) return !passes(&tests[i]);\n  }\n  return 1;\n}\n`;
  const tests = all.tests.map((test) => {
    const reason = disabledBecause(test);
    const id = testFunction(all, test);
    const name = `${reason === undefined ? '' : 'DISABLED_'}${test.id.replace(/\W/g, '_')}`;
    const why = reason === undefined ? '' : `// ${reason.replace(/\s+/g, ' ')}\n`;
    return `${why}TEST(${all.name}, ${name}) { EXPECT_EQ(0, run_${all.name}("${id}")); }\n`;
  });
  const text = [
    `// Compile with test_${all.name}.c; link with gtest_main.`,
    '#include <gtest/gtest.h>\n',
    `extern "C" int run_${all.name}(const char *name);\n`,
    ...tests,
  ];
  return [
    [`test_${all.name}.c`, cFile(all, door)],
    [`test_${all.name}_gtest.cc`, `${text.join('\n')}`],
  ];
}
