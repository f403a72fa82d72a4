import { pathOf } from './uris.js';
import { countAt, type Json, type JsonObject, listAt, objectAt, type Spot, textAt, type Warning } from './warning.js';

/** The results of a log, in its order. What is missing or of another kind is left out, never an error. */
export function warningsOf(log: JsonObject): Warning[] {
  return listAt(log, 'runs').flatMap((run, runIndex) => {
    const rules = rulesOf(run);
    return listAt(run, 'results').map((result, resultIndex): Warning => {
      const rule = rules.of(result);
      const spots = listAt(result, 'locations').flatMap((location) => spotOf(location, run) ?? []);
      const [flow] = listAt(result, 'codeFlows');
      const [thread] = listAt(flow, 'threadFlows');
      return {
        run: runIndex,
        result: resultIndex,
        ruleId: textAt(result, 'ruleId') ?? textAt(objectAt(result, 'rule'), 'id') ?? textAt(rule, 'id') ?? '?',
        message: messageOf(result, rule),
        cwes: [...new Set([...cwesOf(result), ...cwesOf(rule)])],
        spot: spots[0],
        inner: spotOf(objectAt(objectAt(objectAt(result, 'properties'), 'nearmiss'), 'inner'), run),
        flow: listAt(thread, 'locations').flatMap((step) => spotOf(objectAt(step, 'location'), run) ?? []),
      };
    });
  });
}

function messageOf(result: Json, rule: Json | undefined): string {
  const message = objectAt(result, 'message');
  const text = textAt(message, 'text') ?? textAt(message, 'markdown');
  if (text !== undefined) return text;
  const named = objectAt(objectAt(rule, 'messageStrings'), textAt(message, 'id') ?? '');
  return textAt(named, 'text') ?? '';
}

function spotOf(location: Json, run: Json): Spot | undefined {
  const physical = objectAt(location, 'physicalLocation');
  const region = objectAt(physical, 'region');
  const path = pathOf(objectAt(physical, 'artifactLocation'), run);
  const line = countAt(region, 'startLine');
  if (path === undefined || line === undefined || line === 0) return undefined;
  return {
    path,
    line,
    endLine: countAt(region, 'endLine'),
    column: countAt(region, 'startColumn'),
    text: textAt(objectAt(location, 'message'), 'text'),
  };
}

/** Rules of the driver and its extensions, by index or by id. */
function rulesOf(run: Json): { of(result: Json): Json | undefined } {
  const tool = objectAt(run, 'tool');
  const driver = listAt(objectAt(tool, 'driver'), 'rules');
  const extensions = listAt(tool, 'extensions').map((extension) => listAt(extension, 'rules'));
  const byId = new Map<string, Json>();
  for (const rule of [driver, ...extensions].flat()) {
    const id = textAt(rule, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, rule);
  }
  return {
    of(result) {
      const reference = objectAt(result, 'rule');
      const component = countAt(objectAt(reference, 'toolComponent'), 'index');
      const rules = component === undefined ? driver : extensions[component];
      const index = countAt(result, 'ruleIndex') ?? countAt(reference, 'index');
      const id = textAt(result, 'ruleId') ?? textAt(reference, 'id');
      const indexed = index === undefined ? undefined : rules?.[index];
      // Analysers number rules of several lists in one; an id that contradicts the index is right.
      if (indexed !== undefined && (id === undefined || textAt(indexed, 'id') === id)) return indexed;
      return id === undefined ? undefined : byId.get(id);
    },
  };
}

/** CWE numbers as analysers give them: taxa (gcc), tags (CodeQL), a property (cppcheck and others). */
function cwesOf(value: Json | undefined): number[] {
  const properties = objectAt(value, 'properties');
  const found = new Set<number>();
  const read = (text: string | undefined): void => {
    const number = /(?:^|\/)cwe[-_: ]?0*(\d{1,5})$/i.exec(text ?? '')?.[1];
    if (number !== undefined) found.add(Number(number));
  };
  for (const tag of listAt(properties, 'tags')) if (typeof tag === 'string') read(tag);
  const { cwe } = properties;
  for (const one of Array.isArray(cwe) ? cwe : [cwe]) {
    if (typeof one === 'number') found.add(one);
    else if (typeof one === 'string') read(/^\d+$/.test(one) ? `cwe-${one}` : one);
  }
  for (const taxon of listAt(value, 'taxa')) {
    const component = textAt(objectAt(taxon, 'toolComponent'), 'name');
    const id = textAt(taxon, 'id');
    if (id !== undefined && /^cwe$/i.test(component ?? '')) read(/^\d+$/.test(id) ? `cwe-${id}` : id);
  }
  for (const relation of listAt(value, 'relationships')) {
    const target = objectAt(relation, 'target');
    const id = textAt(target, 'id');
    const name = textAt(objectAt(target, 'toolComponent'), 'name');
    if (id !== undefined && /^cwe$/i.test(name ?? '')) read(/^\d+$/.test(id) ? `cwe-${id}` : id);
  }
  return [...found];
}
