import { countAt, type Json, type JsonObject, listAt, objectAt, textAt } from './warning.js';

/** gcc -fdiagnostics-format=json (all gcc has before version 13) as a SARIF log. */
export function sarifFromGcc(diagnostics: readonly Json[]): JsonObject {
  const results = diagnostics
    .filter((one) => textAt(one, 'kind') === 'warning' || textAt(one, 'kind') === 'error')
    .map((one): JsonObject => {
      const cwe = countAt(objectAt(one, 'metadata'), 'cwe');
      const [place] = listAt(one, 'locations');
      const steps = listAt(one, 'path').map(
        (step): JsonObject => ({
          location: {
            ...location(objectAt(step, 'location')),
            message: { text: textAt(step, 'description') ?? '' },
          },
        }),
      );
      return {
        ruleId: textAt(one, 'option') ?? 'gcc',
        level: textAt(one, 'kind')!,
        message: { text: textAt(one, 'message') ?? '' },
        locations: [location(objectAt(place, 'caret'))],
        ...(steps.length > 0 && { codeFlows: [{ threadFlows: [{ locations: steps }] }] }),
        ...(cwe !== undefined && { properties: { cwe } }),
      };
    });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'gcc', rules: [] } }, results }],
  };
}

function location(place: JsonObject): JsonObject {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(textAt(place, 'file') ?? '') },
      region: { startLine: countAt(place, 'line') ?? 1, startColumn: Math.max(1, countAt(place, 'column') ?? 1) },
    },
  };
}
