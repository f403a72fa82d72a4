import { UserError } from '../vocabulary/errors.js';
import type { JsonObject } from './warning.js';
import { elementsOf, type XmlElement } from './xml.js';

/** cppcheck --xml (version 2) as a SARIF log. cppcheck puts the error itself first and the way to it behind, last step first. */
export function sarifFromCppcheck(text: string, path: string): JsonObject {
  const results: JsonObject[] = [];
  let isCppcheck = false;
  let error: XmlElement | undefined;
  let locations: XmlElement[] = [];
  for (const event of elementsOf(text)) {
    if (event.name === 'results' || event.name === 'cppcheck') isCppcheck = true;
    else if (event.name === 'error' && event.isStart) {
      error = event;
      locations = [];
    } else if (event.name === 'location' && error && event.isStart) locations.push(event);
    if (event.name === 'error' && event.isEnd && error) {
      results.push(resultOf(error, locations));
      error = undefined;
    }
  }
  if (!isCppcheck) {
    throw new UserError(`${path} is XML but not cppcheck's: make it with cppcheck --xml 2> report.xml.`);
  }
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'cppcheck', rules: [] } }, results }],
  };
}

const levels: Readonly<Record<string, string>> = { error: 'error', warning: 'warning' };

function resultOf({ attributes }: XmlElement, locations: readonly XmlElement[]): JsonObject {
  const cwe = Number(attributes.get('cwe'));
  const steps = locations.map(locationOf);
  return {
    ruleId: attributes.get('id') ?? '?',
    level: levels[attributes.get('severity') ?? ''] ?? 'note',
    message: { text: attributes.get('msg') ?? '' },
    locations: steps.slice(0, 1),
    ...(steps.length > 1 && {
      codeFlows: [{ threadFlows: [{ locations: steps.toReversed().map((location) => ({ location })) }] }],
    }),
    ...(cwe > 0 && { properties: { cwe } }),
  };
}

function locationOf({ attributes }: XmlElement): JsonObject {
  const info = attributes.get('info');
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(attributes.get('file') ?? '') },
      region: {
        startLine: Math.max(1, Number(attributes.get('line')) || 1),
        startColumn: Math.max(1, Number(attributes.get('column')) || 1),
      },
    },
    ...(info !== undefined && { message: { text: info } }),
  };
}
