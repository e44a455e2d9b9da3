import type { DeleteStmt, FuncCall, MergeStmt, UpdateStmt } from 'libpg-query';

interface Kinds {
  readonly DeleteStmt: DeleteStmt;
  readonly FuncCall: FuncCall;
  readonly MergeStmt: MergeStmt;
  readonly UpdateStmt: UpdateStmt;
}

/** Returns the nodes of one kind anywhere in a syntax tree. */
export function findNodes<Kind extends keyof Kinds>(tree: unknown, kind: Kind): Kinds[Kind][] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, inner]) => [
    // The parser names each node by its kind.
    ...(name === kind ? [inner as Kinds[Kind]] : []),
    ...findNodes(inner, kind),
  ]);
}
