/**
 * Small random C++ programs that say what they do: classes with virtual functions, templates, containers, and
 * exceptions thrown through frames with something to clean up. A parameter of the entry decides on the way; nothing in
 * them is undefined or depends on how wide `long` is.
 */
export function cxxProgram(seed: number): string {
  const random = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)];
  const classes = 2 + random(3);
  const thrown = ['int', 'std::string', 'std::out_of_range', 'Failure'] as const;
  const throwOf = (what: (typeof thrown)[number], number: number): string =>
    ({
      int: `throw ${number}`,
      'std::string': `throw std::string("text ${number}")`,
      'std::out_of_range': `std::vector<int>(${1 + (number % 3)}).at(${3 + number})`,
      Failure: `throw Failure(${number})`,
    })[what];
  const statement = (depth: number): string => {
    const n = random(90) + 1;
    const some: readonly (() => string)[] = [
      () => `total = total * ${1 + (n % 7)}u + ${n}u;`,
      () => `words.push_back("w" + std::to_string(n + ${n})); total += words.back().size();`,
      () => `counts[words.empty() ? "none" : words.front()] += ${n};`,
      () => `if (n % ${2 + (n % 4)}u == ${n % 2}u) { ${depth > 0 ? statement(depth - 1) : `total ^= ${n}u;`} }`,
      () => `for (unsigned i = 0; i < ${1 + (n % 4)}; i++) { Trace t("loop", i); total += i * n; }`,
      () => `if ((n + total) % ${3 + (n % 5)}u == 0u) { Trace t("throws", ${n}); ${throwOf(pick(thrown), n)}; }`,
      () => `total += largest<${pick(['int', 'unsigned char', 'long long'])}>(${n % 100}, static_cast<int>(n % 50));`,
      () => (depth > 0 ? `try { ${statement(depth - 1)} ${statement(depth - 1)} } ${handlers()}` : `total ^= ${n}u;`),
      () => `{ auto twice = [&](unsigned x) { return x * 2u + total; }; total = twice(${n}u); }`,
      () => `std::sort(words.begin(), words.end()); if (!words.empty()) say(words.back().c_str(), total);`,
    ];
    return pick(some)();
  };
  const handlers = (): string => {
    const all = [
      'catch (int i) { say("int", i); }',
      'catch (const std::string &s) { say(s.c_str(), total); }',
      'catch (const std::logic_error &e) { say("logic_error", ++total); }',
      'catch (Failure &f) { say(f.what(), f.number()); if (f.number() % 3 == 0) throw; }',
    ].filter(() => random(3) > 0);
    return [...all, random(2) === 0 || all.length === 0 ? 'catch (...) { say("anything", total); }' : ''].join(' ');
  };
  const made = Array.from({ length: classes }, (_, i) => {
    const base = i === 0 ? 'Shape' : `Class${random(i)}`;
    const body = Array.from({ length: 3 + random(3) }, () => `    ${statement(2)}`).join('\n');
    return [
      `struct Class${i} : ${i === 0 || random(2) === 0 ? 'Shape' : base} {`,
      `  Trace member{"member", ${i}};`,
      `  void work(unsigned n) override {\n    Trace trace("Class${i}", n);\n${body}\n  }`,
      '};',
    ].join('\n');
  });
  return [
    '#include <algorithm>\n#include <cstdio>\n#include <map>\n#include <memory>\n#include <stdexcept>\n#include <string>\n#include <vector>',
    'static void say(const char *text, unsigned number) { std::printf("%s %u\\n", text, number); }',
    'struct Trace { const char *name; unsigned number; Trace(const char *a, unsigned b) : name(a), number(b) {} ~Trace() { std::printf("~%s %u\\n", name, number); } };',
    'class Failure : public std::exception { int number_; public: explicit Failure(int n) : number_(n) {} const char *what() const noexcept override { return "Failure"; } int number() const { return number_; } };',
    'template <class T> T largest(T a, int b) { return a < static_cast<T>(b) ? static_cast<T>(b) : a; }',
    'struct Shape { unsigned total = 1; std::vector<std::string> words; std::map<std::string, int> counts; virtual ~Shape() { say("gone", total); } virtual void work(unsigned n) = 0; };',
    ...made,
    'static void all(unsigned n) {',
    '  std::vector<std::unique_ptr<Shape>> shapes;',
    ...Array.from({ length: classes }, (_, i) => `  shapes.push_back(std::make_unique<Class${i}>());`),
    '  for (auto &shape : shapes) {',
    '    try { shape->work(n); shape->work(n / 3u); }',
    '    catch (const std::exception &e) { say("exception", shape->total); }',
    '    catch (...) { say("other", shape->total); }',
    '    for (auto &[word, count] : shape->counts) say(word.c_str(), static_cast<unsigned>(count));',
    '  }',
    // In an order that both libraries have.
    '  while (!shapes.empty()) shapes.pop_back();',
    '}',
    'extern "C" void run(unsigned char n) { all(n); std::fflush(stdout); }',
    '',
  ].join('\n');
}

/** A linear congruential generator: the same programs everywhere. */
function numbers(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}
