import ts from 'typescript';
import type { Change, Mutator } from './mutator.js';

/** Feeds a field of an object from its sibling, and leaves out a condition of a query. */
export const mutateFields: Mutator = (node, source) => {
  if (ts.isObjectLiteralExpression(node) && isWhere(node)) return dropConditions(node, source);
  return ts.isPropertyAccessExpression(node) ? swapField(node, source) : [];
};

/** `id: chat.id` becomes `id: chat.status` if the next field of the object is read from `chat.status`. */
function swapField(node: ts.PropertyAccessExpression, source: ts.SourceFile): Change[] {
  const { parent } = node;
  if (!ts.isPropertyAssignment(parent) || parent.initializer !== node) return [];
  const record = node.expression.getText(source);
  const siblings = parent.parent.properties.flatMap((property) => {
    if (!ts.isPropertyAssignment(property) || property === parent) return [];
    const value = property.initializer;
    const isSibling = ts.isPropertyAccessExpression(value) && value.expression.getText(source) === record;
    const text = value.getText(source);
    // Two fields can be read from the same one, and a mutant must change something.
    return isSibling && text !== node.getText(source) ? [{ text, isLater: property.pos > parent.pos }] : [];
  });
  const sibling = siblings.find(({ isLater }) => isLater) ?? siblings[0];
  return sibling ? [{ kind: 'sibling-field', after: sibling.text }] : [];
}

function isWhere({ parent }: ts.Node): boolean {
  return ts.isPropertyAssignment(parent) && /^where\b/i.test(parent.name.getText());
}

function dropConditions(node: ts.ObjectLiteralExpression, source: ts.SourceFile): Change[] {
  return node.properties.map((dropped) => {
    const kept = node.properties.filter((property) => property !== dropped);
    return {
      kind: 'drop-where',
      after: `{ ${kept.map((property) => property.getText(source)).join(', ')} }`,
      part: { from: dropped.getText(source), to: '' },
    };
  });
}
