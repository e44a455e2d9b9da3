/** A node of PostgreSQL's syntax tree: the name of its type with its properties. */
export type Tree = Readonly<Record<string, unknown>>;

export function asTree(value: unknown): Tree {
  return isTree(value) ? value : {};
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parts of a column's name: `chat.id` is `['chat', 'id']`. */
export function columnParts({ fields }: Tree): string[] {
  return [fields].flat().map((field) => String(asTree(asTree(field).String).sval));
}

/** Whether a column of the alias occurs anywhere in the tree. */
export function mentionsAlias(tree: unknown, alias: string): boolean {
  if (Array.isArray(tree)) return tree.some((item) => mentionsAlias(item, alias));
  if (!isTree(tree)) return false;
  const { ColumnRef } = tree;
  if (isTree(ColumnRef)) return columnParts(ColumnRef).at(-2) === alias;
  return Object.values(tree).some((value) => mentionsAlias(value, alias));
}
