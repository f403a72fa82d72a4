import { type Block, type Condition, type Expr, inputs, type Statement, table } from './language.js';

/** Where each statement that may fail stands, once its program is printed. */
export type Lines = Map<Statement, number>;

/** C text of a file with one function a program, `f0`, `f1`, …; `lines` learns where statements went. */
export function printFile(programs: readonly Block[], lines: Lines): string {
  const out: string[] = [
    '#include <assert.h>',
    '#include <stdlib.h>',
    `static const unsigned short table[16] = {${table.join(', ')}};`,
    'static volatile unsigned char sink;',
  ];
  programs.forEach((program, i) => {
    out.push(`unsigned f${i}(unsigned char a, unsigned char b) {`);
    out.push(`  b &= ${inputs.b - 1};`);
    out.push('  unsigned v0 = 0, v1 = 1, v2 = 2;');
    out.push('  unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};');
    out.push('  union { unsigned bits[4]; float floats[4]; double doubles[2]; } cells = {{0}};');
    printBlock(program, '  ', out, lines);
    out.push('  return v0 ^ v1 ^ v2 ^ bytes[0];');
    out.push('}');
  });
  return `${out.join('\n')}\n`;
}

function printBlock(block: Block, indent: string, out: string[], lines: Lines): void {
  for (const statement of block) printStatement(statement, indent, out, lines);
}

function printStatement(statement: Statement, indent: string, out: string[], lines: Lines): void {
  const put = (text: string) => void out.push(indent + text);
  lines.set(statement, out.length + 1);
  const inner = `${indent}  `;
  switch (statement.kind) {
    case 'assign':
      return put(`v${statement.index} = ${text(statement.value)};`);
    case 'store':
      return put(`bytes[(${text(statement.index)}) & 7] = ${text(statement.value)};`);
    case 'store-float':
      return statement.isDouble
        ? put(`cells.doubles[(${text(statement.index)}) & 1] = ${statement.value};`)
        : put(`cells.floats[(${text(statement.index)}) & 3] = ${statement.value}f;`);
    case 'divide':
      return put(`v${statement.index} = (${text(statement.left)}) ${statement.op} (${text(statement.right)});`);
    case 'risky-read':
      return put(`sink = bytes[(${text(statement.index)}) & ${statement.mask}];`);
    case 'risky-write':
      return put(`bytes[(${text(statement.index)}) & ${statement.mask}] = ${text(statement.value)};`);
    case 'assert':
      return put(`assert(${conditionText(statement.condition)});`);
    case 'abort':
      put(`if (${conditionText(statement.condition)})`);
      lines.set(statement, out.length + 1);
      return put('  abort();');
    case 'if':
      put(`if (${conditionText(statement.condition)}) {`);
      printBlock(statement.yes, inner, out, lines);
      if (statement.no.length > 0) {
        put('} else {');
        printBlock(statement.no, inner, out, lines);
      }
      return put('}');
    case 'repeat':
      put(`for (unsigned i = 0, n = (${text(statement.times)}) & 3; i < n; i++) {`);
      printBlock(statement.body, inner, out, lines);
      return put('}');
    case 'switch':
      put(`switch ((${text(statement.on)}) & 7) {`);
      statement.cases.forEach((each, i) => {
        put(`case ${i}:`);
        printBlock(each, inner, out, lines);
        put('  break;');
      });
      return put('}');
  }
}

function text(expr: Expr): string {
  switch (expr.kind) {
    case 'number':
      return `${expr.value}u`;
    case 'input':
      return `(unsigned)${expr.which}`;
    case 'variable':
      return `v${expr.index}`;
    case 'binary':
      return `(${text(expr.left)} ${expr.op} ${text(expr.right)})`;
    case 'shift':
      return `(${text(expr.left)} ${expr.op} ${expr.by})`;
    case 'byte':
      return `(unsigned)bytes[(${text(expr.index)}) & 7]`;
    case 'bits':
      return `cells.bits[(${text(expr.index)}) & 3]`;
    case 'table':
      return `(unsigned)table[(${text(expr.index)}) & 15]`;
    case 'choice':
      return `(${conditionText(expr.condition)} ? ${text(expr.yes)} : ${text(expr.no)})`;
  }
}

function conditionText(condition: Condition): string {
  if (condition.kind !== 'compare') {
    const op = condition.kind === 'and' ? '&&' : '||';
    return `(${conditionText(condition.left)} ${op} ${conditionText(condition.right)})`;
  }
  const cast = condition.signed ? '(int)' : '';
  return `(${cast}${text(condition.left)} ${condition.op} ${cast}${text(condition.right)})`;
}
