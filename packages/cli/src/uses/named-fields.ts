import ts from 'typescript';
import { findConstant, isUnchanged } from './is-unchanged.js';
import { isOfClient } from './of-client.js';
import type { Project } from './project.js';
import { readTexts } from './read-texts.js';

interface NamedField {
  /** `status`; `*` if any field can be meant. */
  readonly field: string;
  readonly node: ts.Node;
}

/**
 * The fields that functions such as `eq('status', 'open')` and `desc('createdAt')` name. Every part that is not built in
 * place or by a constant, such as a text of the filter language or the result of a function of the project, is `*`.
 */
export function listNamedFields(value: ts.Expression, file: string, project: Project): NamedField[] {
  const { checker } = project;
  const seen = new Set<ts.Node>();

  const read = (node: ts.Expression): NamedField[] => {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isSpreadElement(node)
    )
      return read(node.expression);
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(read);
    if (ts.isBinaryExpression(node)) return readEither(node);
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(read);
    if (ts.isCallExpression(node)) return readCall(node);
    if (isNothing(node, checker)) return [];
    return ts.isIdentifier(node) ? readConstant(node) : [{ field: '*', node }];
  };

  function readEither(node: ts.BinaryExpression): NamedField[] {
    const { left, right, operatorToken } = node;
    switch (operatorToken.kind) {
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return read(right);
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
        return [left, right].flatMap(read);
      default:
        return [{ field: '*', node }];
    }
  }

  function readCall(node: ts.CallExpression): NamedField[] {
    const found = checker.getSymbolAtLocation(node.expression);
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    if (!symbol || !isOfClient(symbol, file)) return [{ field: '*', node }];
    if (combining.has(symbol.name)) return node.arguments.flatMap(read);
    const [first] = node.arguments;
    const names = first ? readTexts(checker.getTypeAtLocation(first)) : [];
    return first && names.length > 0
      ? names.map((field) => ({ field, node: first }))
      : [{ field: '*', node }];
  }

  function readConstant(node: ts.Identifier): NamedField[] {
    const constant = findConstant(node, project);
    if (!constant) return [{ field: '*', node }];
    if (seen.has(constant.declaration)) return [];
    seen.add(constant.declaration);
    const fields = read(constant.initializer);
    const isWhole = !ts.isArrayLiteralExpression(constant.initializer) || isUnchanged(constant, project);
    return isWhole ? fields : [...fields, { field: '*', node }];
  }

  return read(value);
}

/** Functions whose arguments are filters or orders, and not the name of a field. */
const combining = new Set(['and', 'or', 'not', 'sort']);

/** `undefined` and `false` are no filter. */
function isNothing(node: ts.Expression, checker: ts.TypeChecker): boolean {
  const { flags } = checker.getTypeAtLocation(node);
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.BooleanLiteral)) !== 0;
}
