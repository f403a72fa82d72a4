import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/vocabulary/errors.js';
import { parseReport } from '../../src/warnings/read-report.js';
import { meaningOf } from '../../src/warnings/rules.js';
import { cases } from '../support/cases.js';

const sarif = (run: object): string => JSON.stringify({ version: '2.1.0', runs: [run] });

const clang = sarif({
  tool: { driver: { name: 'clang', rules: [{ id: 'core.DivideZero' }, { id: 'unix.Malloc' }] } },
  originalUriBaseIds: { ROOT: { uri: 'file:///home/me/' }, SRC: { uri: 'src/', uriBaseId: 'ROOT' } },
  artifacts: [{ location: { uri: 'a%20b.c', uriBaseId: 'SRC' } }],
  results: [
    {
      ruleIndex: 0,
      message: { text: 'Division by zero' },
      locations: [
        { physicalLocation: { artifactLocation: { index: 0 }, region: { startLine: 7, startColumn: 3, endLine: 8 } } },
      ],
      codeFlows: [
        {
          threadFlows: [
            {
              locations: [
                {
                  location: {
                    physicalLocation: { artifactLocation: { uri: 'file:///x/y.c' }, region: { startLine: 2 } },
                    message: { text: 'Assuming' },
                  },
                },
                { location: { physicalLocation: { region: { startLine: 3 } } } },
              ],
            },
          ],
        },
      ],
    },
    { ruleId: 'unix.Malloc', message: { text: 'Potential leak of memory' } },
  ],
});

const cppcheck = `<?xml version="1.0"?><results version="2"><cppcheck version="2.10"/><errors>
<error id="doubleFree" severity="error" msg="&apos;p&apos; &lt;twice&gt; &#65;" cwe="415">
  <location file="t.c" line="10" column="3"/><location file="t.c" line="7" column="14" info="first"/>
</error><error id="missingInclude" severity="information" msg="none"/></errors></results>`;

const gcc = JSON.stringify([
  {
    kind: 'warning',
    option: '-Wanalyzer-null-dereference',
    message: 'dereference of NULL',
    metadata: { cwe: 476 },
    locations: [{ caret: { file: 'g.c', line: 6, column: 8 } }],
    path: [{ location: { file: 'g.c', line: 5, column: 1 }, description: 'here' }],
  },
  { kind: 'note', message: 'not this' },
]);

describe('reports are read', () => {
  test('SARIF: bases, artifacts by index, rules by index, flows', () => {
    const { warnings } = parseReport(clang, 'c.sarif');
    expect(warnings[0]).toMatchObject({
      ruleId: 'core.DivideZero',
      spot: { path: '/home/me/src/a b.c', line: 7, endLine: 8, column: 3 },
      flow: [{ path: '/x/y.c', line: 2, text: 'Assuming' }],
    });
    expect(warnings[1]).toMatchObject({ ruleId: 'unix.Malloc', spot: undefined, flow: [] });
  });

  test('cppcheck: the error first, the way to it behind', () => {
    const { warnings } = parseReport(cppcheck, 'c.xml');
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatchObject({
      ruleId: 'doubleFree',
      message: "'p' <twice> A",
      cwes: [415],
      spot: { path: 't.c', line: 10, column: 3 },
      flow: [{ line: 7 }, { line: 10 }],
    });
  });

  test('gcc: JSON of versions before 13', () => {
    expect(parseReport(gcc, 'g.json').warnings).toMatchObject([
      { ruleId: '-Wanalyzer-null-dereference', cwes: [476], spot: { path: 'g.c', line: 6 }, flow: [{ line: 5 }] },
    ]);
  });

  test('CWEs from tags, taxa, properties', () => {
    const results = [
      { ruleId: 'cpp/x', properties: { tags: ['security', 'external/cwe/cwe-190'] } },
      { ruleId: 'y', taxa: [{ id: '416', toolComponent: { name: 'cwe' } }] },
      { ruleId: 'z', properties: { cwe: 'CWE-369' } },
    ];
    const { warnings } = parseReport(sarif({ results }), 'r');
    expect(warnings.map(({ cwes }) => cwes)).toEqual([[190], [416], [369]]);
    expect(warnings.map((each) => meaningOf(each)?.checkers[0])).toEqual([
      'integer-overflow',
      'use-after-free',
      'division-by-zero',
    ]);
  });

  test('what is no report gets a sentence', () => {
    for (const text of ['', '{', '{"a":1}', '<html/>', 'hello', '[1, 2', 'null']) {
      expect(() => parseReport(text, 'x.sarif'), text).toThrow(UserError);
    }
  });

  test('100,000 results take seconds, not minutes', () => {
    const one = JSON.parse(clang).runs[0].results[0];
    const started = performance.now();
    const { warnings } = parseReport(sarif({ results: Array.from({ length: cases(100_000) }, () => one) }), 'big');
    expect(warnings).toHaveLength(cases(100_000));
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('broken reports never crash it', () => {
    const mutated = (text: string) =>
      fc.tuple(fc.nat(text.length), fc.nat(12), fc.string({ maxLength: 6 })).map(([at, cut, put]) => {
        return text.slice(0, at) + put + text.slice(at + cut);
      });
    fc.assert(
      fc.property(fc.oneof(mutated(clang), mutated(cppcheck), mutated(gcc)), (text) => {
        try {
          parseReport(text, 'x');
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
        }
      }),
      { numRuns: cases(3000) },
    );
    // Whatever a log holds in place of what is expected.
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        parseReport(
          JSON.stringify({
            runs: [{ results: [value, { locations: value, codeFlows: [value] }], tool: value }, value],
          }),
          'x',
        );
      }),
      { numRuns: cases(500) },
    );
  });
});
