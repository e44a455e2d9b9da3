import ts from 'typescript';
import type { Change, Mutator } from './mutator.js';

/** Leaves out a field that a presenter shows, shows null instead, negates a flag, or shows the field beside it. */
export const mutatePresentedFields: Mutator = (node, source) => {
  if (!source.fileName.startsWith('packages/presenters/')) return [];
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(node)) return [...changeValue(node.name), ...readSibling(node)];
  if (ts.isSpreadAssignment(parent) && parent.expression === node)
    return [{ kind: 'omit-field', after: 'undefined' }];
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) return changeValue(parent.name, node);
  return [];
};

/** JSON has no undefined value, so the field is then missing. */
function changeValue(name: ts.PropertyName, value: ts.Node = name): Change[] {
  const isNull = value.kind === ts.SyntaxKind.NullKeyword;
  return [
    { kind: 'omit-field', after: 'undefined' },
    ...(isNull ? [] : [{ kind: 'null-field', after: 'null' } as const]),
    ...(isFlag(name, value) ? [{ kind: 'negate-flag', after: `!(${value.getText()})` } as const] : []),
  ];
}

function isFlag(name: ts.PropertyName, { kind }: ts.Node): boolean {
  const isBoolean = kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
  return isBoolean || /^(?:is|has|can)[A-Z]/.test(name.getText());
}

/** `{ id, name }` becomes `{ id: name, name }`. Fields that are read from a record are in `fields.ts`. */
function readSibling(node: ts.ShorthandPropertyAssignment): Change[] {
  const siblings = node.parent.properties.filter(ts.isShorthandPropertyAssignment);
  const index = siblings.indexOf(node);
  const sibling = siblings[index + 1] ?? siblings[index - 1];
  return sibling ? [{ kind: 'sibling-field', after: sibling.name.text }] : [];
}
