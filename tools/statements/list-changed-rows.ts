import { parse } from 'libpg-query';
import { asTree, columnParts, isTree, type Tree } from './syntax-tree.js';

/** The rows of a table that an `update` or `delete` changes: those whose columns equal given values. */
export interface ChangedRows {
  readonly table: string;
  /** The columns, sorted. A comparison that is not combined with `and` only, or is not an equality, is not one of them. */
  readonly columns: readonly string[];
}

/** Lists which rows a statement changes, for each `update` and `delete` in it, at any depth. */
export async function listChangedRows(text: string): Promise<ChangedRows[]> {
  const { stmts = [] } = await parse(text);
  const found: ChangedRows[] = [];
  for (const { stmt } of stmts) visit(stmt, (change) => found.push(readChange(change)));
  return found;
}

function visit(tree: unknown, onChange: (change: Tree) => void): void {
  if (Array.isArray(tree)) for (const item of tree) visit(item, onChange);
  if (!isTree(tree)) return;
  for (const [key, value] of Object.entries(tree)) {
    if ((key === 'UpdateStmt' || key === 'DeleteStmt') && isTree(value)) onChange(value);
    visit(value, onChange);
  }
}

function readChange({ relation, whereClause, fromClause, usingClause }: Tree): ChangedRows {
  const { relname, alias } = asTree(relation);
  const table = String(relname);
  const { aliasname = table } = asTree(alias);
  const isAlone = [fromClause, usingClause].every((clause) => clause === undefined);
  const columns = listEqualities(whereClause).flatMap((column) => {
    const [name, owner] = [column.at(-1), column.at(-2)];
    const isOwn = owner === undefined ? isAlone : owner === aliasname;
    return isOwn && name !== undefined ? [name] : [];
  });
  return { table, columns: [...new Set(columns)].sort() };
}

/** Lists the columns that must equal something, each as the parts of its name. */
function listEqualities(tree: unknown): string[][] {
  const { BoolExpr, A_Expr, SubLink } = asTree(tree);
  if (isTree(BoolExpr) && BoolExpr.boolop === 'AND_EXPR')
    return [BoolExpr.args].flat().flatMap(listEqualities);
  if (isTree(A_Expr) && isEquality(A_Expr)) return [A_Expr.lexpr, A_Expr.rexpr].flatMap(listColumns);
  // `(tenant_id, id) in (select …)`
  if (isTree(SubLink) && SubLink.subLinkType === 'ANY_SUBLINK') return listColumns(SubLink.testexpr);
  return [];
}

function isEquality({ kind, name }: Tree): boolean {
  return /^AEXPR_(?:OP|OP_ANY|IN)$/.test(String(kind)) && /"="/.test(JSON.stringify(name));
}

function listColumns(tree: unknown): string[][] {
  const { ColumnRef, RowExpr } = asTree(tree);
  if (isTree(RowExpr)) return [RowExpr.args].flat().flatMap(listColumns);
  return isTree(ColumnRef) ? [columnParts(ColumnRef)] : [];
}
