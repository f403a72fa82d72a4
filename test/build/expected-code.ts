import { type AstNode, walk } from './ast.js';

/** What a function's source demands of its code. */
export interface Demand {
  name: string;
  /** Conditional branches: if, ?:, &&, ||, loops, switches whose condition is not a constant. */
  branches: number;
  /** Lines with a statement that does something. */
  lines: Set<number>;
}

export function demandsOf(tree: AstNode): Demand[] {
  return tree.inner
    .filter((node) => node.kind === 'FunctionDecl' && isOurs(node))
    .flatMap((node) => {
      const body = node.inner.find((child) => child.kind === 'CompoundStmt');
      return body ? [{ name: node.name!, branches: countBranches(body), lines: statementLines(body) }] : [];
    });
}

const isOurs = (node: AstNode) => node.file === '<stdin>' || node.file === '/s.c';

/** The child that decides, by kind. */
const CONDITION: Record<string, (node: AstNode) => AstNode | undefined> = {
  IfStmt: (node) => node.inner[0],
  WhileStmt: (node) => node.inner[0],
  DoStmt: (node) => node.inner[1],
  ForStmt: (node) => node.inner[2],
  ConditionalOperator: (node) => node.inner[0],
  SwitchStmt: (node) => node.inner[0],
};

function countBranches(body: AstNode): number {
  let count = 0;
  for (const node of reached(body)) {
    const condition = CONDITION[node.kind]?.(node);
    const isLogical = node.kind === 'BinaryOperator' && (node.opcode === '&&' || node.opcode === '||');
    if (isLogical && !isConstant(node.inner[0])) count++;
    else if (condition?.kind && !isConstant(condition)) count++;
  }
  return count;
}

/** Without what is never evaluated: operands of sizeof, and statements behind a jump. */
function* reached(node: AstNode): Generator<AstNode> {
  if (node.kind === 'UnaryExprOrTypeTraitExpr') return;
  yield node;
  let dead = false;
  for (const child of node.inner) {
    if (LABELS.has(child.kind)) dead = false;
    if (dead && node.kind === 'CompoundStmt') continue;
    yield* reached(child);
    if (JUMPS.has(child.kind)) dead = true;
  }
}

const JUMPS = new Set(['ReturnStmt', 'BreakStmt', 'ContinueStmt', 'GotoStmt']);
const LABELS = new Set(['LabelStmt', 'CaseStmt', 'DefaultStmt']);

function isConstant(node: AstNode): boolean {
  for (const part of walk(node)) {
    if (part.kind === 'CallExpr') return false;
    if (part.kind === 'DeclRefExpr' && part.referencedDecl?.kind !== 'EnumConstantDecl') return false;
  }
  return true;
}

function statementLines(body: AstNode): Set<number> {
  const lines = new Set<number>();
  for (const node of reached(body)) {
    if (node.kind === 'CompoundStmt') for (const child of liveChildren(node)) add(child, lines);
    else if (LABELS.has(node.kind)) add(node.inner.at(-1)!, lines);
    else if (node.kind === 'IfStmt') for (const child of node.inner.slice(1)) add(child, lines);
    else if (node.kind === 'WhileStmt' || node.kind === 'ForStmt') add(node.inner.at(-1)!, lines);
    else if (node.kind === 'DoStmt') add(node.inner[0], lines);
  }
  return lines;
}

function* liveChildren(block: AstNode): Generator<AstNode> {
  let dead = false;
  for (const child of block.inner) {
    if (LABELS.has(child.kind)) dead = false;
    if (!dead) yield child;
    if (JUMPS.has(child.kind)) dead = true;
  }
}

/** Statements that ask for nothing to be done have no code. */
const NOTHING = new Set(['NullStmt', 'CompoundStmt', ...LABELS]);

function add(statement: AstNode | undefined, lines: Set<number>): void {
  if (!statement?.kind || NOTHING.has(statement.kind)) return;
  if (statement.kind === 'DeclStmt') {
    const does = statement.inner.some(
      (one) => one.kind === 'VarDecl' && one.init !== undefined && one.storageClass !== 'static',
    );
    if (does) lines.add(statement.line);
    return;
  }
  // `(void)x;` evaluates nothing.
  if (statement.kind === 'CStyleCastExpr' && statement.castKind === 'ToVoid' && !hasLoadOrCall(statement)) return;
  if (statement.kind === 'IfStmt' && isConstant(statement.inner[0])) return;
  if (isConstant(statement) && /(Expr|Operator|Literal)$/.test(statement.kind)) return;
  if (/^(While|For|Do)Stmt$/.test(statement.kind)) {
    const condition = CONDITION[statement.kind](statement);
    if (!condition?.kind || isConstant(condition)) return;
    // What a do loop does stands at its end.
    lines.add(statement.kind === 'DoStmt' ? condition.line : statement.line);
    return;
  }
  lines.add(statement.line);
}

function hasLoadOrCall(node: AstNode): boolean {
  return [...walk(node)].some(
    ({ kind, castKind, opcode }) =>
      castKind === 'LValueToRValue' || kind === 'CallExpr' || (kind === 'BinaryOperator' && opcode === '='),
  );
}
