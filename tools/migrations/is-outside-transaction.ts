import type { AlterTableCmd, Node, ReindexStmt } from 'libpg-query';

/** Whether PostgreSQL refuses the statement inside a transaction. */
export function isOutsideTransaction(statement: Node): boolean {
  if ('IndexStmt' in statement) return statement.IndexStmt.concurrent === true;
  if ('ReindexStmt' in statement) return isReindexOutside(statement.ReindexStmt);
  if ('DropStmt' in statement) return statement.DropStmt.concurrent === true;
  if ('VacuumStmt' in statement) return statement.VacuumStmt.is_vacuumcmd === true;
  if ('AlterTableStmt' in statement) {
    const { cmds = [] } = statement.AlterTableStmt;
    return cmds.some(
      (command) => 'AlterTableCmd' in command && isDetachedConcurrently(command.AlterTableCmd),
    );
  }
  return 'AlterSystemStmt' in statement || 'CreatedbStmt' in statement || 'DropdbStmt' in statement;
}

function isReindexOutside({ kind, params = [] }: ReindexStmt): boolean {
  const isOfManyTables = kind !== 'REINDEX_OBJECT_INDEX' && kind !== 'REINDEX_OBJECT_TABLE';
  return (
    isOfManyTables || params.some((param) => 'DefElem' in param && param.DefElem.defname === 'concurrently')
  );
}

function isDetachedConcurrently({ def }: AlterTableCmd): boolean {
  return def !== undefined && 'PartitionCmd' in def && def.PartitionCmd.concurrent === true;
}
