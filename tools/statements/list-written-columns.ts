import { parse } from 'libpg-query';
import { visitQueries } from './queries.js';
import { asTree, columnParts, isTree, type Tree } from './syntax-tree.js';

/** The columns of a table that an `update`, or an `insert` in conflict with a row, can change. */
export interface WrittenColumns {
  readonly table: string;
  /** The columns, sorted. One that always keeps its value is not one of them. */
  readonly columns: readonly string[];
}

/** Lists which columns a statement changes, for each `update` in it, at any depth. */
export async function listWrittenColumns(text: string): Promise<WrittenColumns[]> {
  const { stmts = [] } = await parse(text);
  const found: WrittenColumns[] = [];
  for (const { stmt } of stmts)
    visitQueries(asTree(stmt), (query) => {
      const { relation, targetList, onConflictClause } = query;
      if (!isTree(relation)) return;
      const isInsert = 'override' in query;
      const targets = isInsert ? asTree(onConflictClause).targetList : targetList;
      if (targets !== undefined) found.push(readTargets(relation, targets));
    });
  return found;
}

function readTargets({ relname, alias }: Tree, targets: unknown): WrittenColumns {
  const table = String(relname);
  const { aliasname = table } = asTree(alias);
  const columns = [targets].flat().flatMap((target) => {
    const { name, val } = asTree(asTree(target).ResTarget);
    return keeps(val, [String(aliasname), String(name)]) ? [] : [String(name)];
  });
  return { table, columns: columns.sort() };
}

/** Whether each value that the expression can have is that of the column itself. */
function keeps(tree: unknown, own: readonly string[]): boolean {
  const { ColumnRef, CaseExpr } = asTree(tree);
  if (isTree(ColumnRef)) {
    const parts = columnParts(ColumnRef);
    return parts.at(-1) === own.at(-1) && (parts.length === 1 || parts.at(-2) === own.at(-2));
  }
  if (!isTree(CaseExpr)) return false;
  const results = [CaseExpr.args].flat().map((branch) => asTree(asTree(branch).CaseWhen).result);
  return [...results, CaseExpr.defresult].every((result) => keeps(result, own));
}
