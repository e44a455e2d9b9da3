import type { AlterTableCmd, ColumnDef, Constraint, GrantStmt, IndexStmt, Node } from 'libpg-query';
import { findIndexBuild } from '../../packages/database/src/find-index-build.js';
import { findNodes } from './find-nodes.js';
import { isOutsideTransaction } from './is-outside-transaction.js';
import type { Rule } from './rules.js';

/** What earlier statements of the migration have prepared. */
export interface Prepared {
  /** Tables that the migration itself creates: they are empty, and no other process knows them. */
  readonly tables: ReadonlySet<string>;
  /** Indexes that its `online.sql` builds. */
  readonly indexes: ReadonlySet<string>;
}

/** Returns the rules that a statement of `migration.sql` violates. */
export function findViolations(statement: Node, prepared: Prepared): Rule[] {
  if (isOutsideTransaction(statement)) return ['outside-transaction'];
  if ('IndexStmt' in statement)
    return isIndexSafe(statement.IndexStmt, prepared) ? [] : ['index-blocks-writes'];
  if ('AlterTableStmt' in statement) {
    const { relation, cmds = [] } = statement.AlterTableStmt;
    if (prepared.tables.has(relation?.relname ?? '')) return [];
    return cmds.flatMap((command) => ('AlterTableCmd' in command ? judgeCommand(command.AlterTableCmd) : []));
  }
  if ('RenameStmt' in statement) return judgeRemoval(statement.RenameStmt.renameType);
  if ('DropStmt' in statement) return judgeRemoval(statement.DropStmt.removeType);
  if ('AlterEnumStmt' in statement)
    return statement.AlterEnumStmt.oldVal === undefined ? [] : ['breaks-previous-release'];
  if ('TruncateStmt' in statement) return ['breaks-previous-release'];
  if ('GrantStmt' in statement) return judgeGrant(statement.GrantStmt, prepared);
  if ('GrantRoleStmt' in statement)
    return statement.GrantRoleStmt.is_grant === true ? [] : ['breaks-previous-release'];
  if ('LockStmt' in statement) return ['locks-table'];
  if ('DoStmt' in statement) return ['unchecked-block'];
  if ('ReindexStmt' in statement) return ['index-blocks-writes'];
  if ('ClusterStmt' in statement) return ['rewrites-table'];
  return judgeRows(statement, prepared);
}

/** The transaction to which a statement of `online.sql` belongs. */
export interface OnlineTransaction {
  readonly script: string;
  /** Whether it is the only statement. */
  readonly isAlone: boolean;
}

/**
 * Returns the rules that a statement of `online.sql` violates. A statement that is a transaction of its own may lock a table,
 * since the lock is soon released, and validate a constraint, which blocks no writes.
 */
export function findOnlineViolations(
  statement: Node,
  prepared: Prepared,
  { script, isAlone }: OnlineTransaction,
): Rule[] {
  const found = findViolationsAlone(statement, prepared);
  if (found.length > 0) return found;
  if (!isAlone) return findViolations(statement, prepared).length > 0 ? ['shares-transaction'] : [];
  const isRun = !isOutsideTransaction(statement) || findIndexBuild(script) === builtIndexOf(statement);
  return isRun ? [] : ['outside-transaction'];
}

function builtIndexOf(statement: Node): string {
  return 'IndexStmt' in statement ? (statement.IndexStmt.idxname ?? '') : '';
}

function findViolationsAlone(statement: Node, prepared: Prepared): Rule[] {
  if ('LockStmt' in statement) return [];
  if ('IndexStmt' in statement) {
    const { concurrent: isConcurrent, if_not_exists: isRepeated, relation } = statement.IndexStmt;
    const isSafe = prepared.tables.has(relation?.relname ?? '') || (isConcurrent && isRepeated);
    return isSafe ? [] : ['index-blocks-writes'];
  }
  if (!('AlterTableStmt' in statement)) return findViolations(statement, prepared);
  const { cmds = [] } = statement.AlterTableStmt;
  const commands = cmds.flatMap((command) => ('AlterTableCmd' in command ? [command.AlterTableCmd] : []));
  const added = new Set(commands.flatMap(addedConstraint));
  const judged = commands.filter(
    ({ subtype, name }) =>
      subtype !== 'AT_ValidateConstraint' && !(subtype === 'AT_DropConstraint' && added.has(name ?? '')),
  );
  const rest = judged.map((command) => ({ AlterTableCmd: command }));
  return findViolations({ AlterTableStmt: { ...statement.AlterTableStmt, cmds: rest } }, prepared);
}

function addedConstraint({ subtype, def }: AlterTableCmd): string[] {
  if (subtype !== 'AT_AddConstraint' || !def || !('Constraint' in def)) return [];
  return [def.Constraint.conname ?? ''];
}

function isIndexSafe(
  { relation, idxname, if_not_exists: isRepeated }: IndexStmt,
  prepared: Prepared,
): boolean {
  if (prepared.tables.has(relation?.relname ?? '')) return true;
  return isRepeated === true && prepared.indexes.has(idxname ?? '');
}

function judgeCommand({ subtype, def }: AlterTableCmd): Rule[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? judgeColumn(def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? judgeConstraint(def.Constraint) : [];
    case 'AT_AlterColumnType':
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetAccessMethod':
    case 'AT_SetTableSpace':
      return ['rewrites-table'];
    case 'AT_SetNotNull':
    case 'AT_AttachPartition':
    case 'AT_ValidateConstraint':
      return ['scans-table'];
    case 'AT_DropColumn':
    case 'AT_DisableTrig':
    case 'AT_DisableTrigAll':
    case 'AT_DisableTrigUser':
    // The rows of the partition disappear from the table.
    case 'AT_DetachPartition':
    // A process that declares no tenant then sees no rows.
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
      return ['breaks-previous-release'];
    // The statement does not say whether the column is required. Only `SET DEFAULT` has an expression.
    case 'AT_ColumnDefault':
      return def === undefined ? ['breaks-previous-release'] : [];
    case 'AT_DropConstraint':
      return ['slows-previous-release'];
    default:
      return [];
  }
}

function judgeGrant({ is_grant: isGrant, objects = [] }: GrantStmt, { tables }: Prepared): Rule[] {
  const isNew = (object: Node) => 'RangeVar' in object && tables.has(object.RangeVar.relname ?? '');
  return isGrant === true || objects.every(isNew) ? [] : ['breaks-previous-release'];
}

function judgeColumn({ constraints = [] }: ColumnDef): Rule[] {
  const found = constraints.flatMap((constraint) =>
    'Constraint' in constraint ? [constraint.Constraint] : [],
  );
  const kinds = found.map(({ contype }) => contype);
  const start = found.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const isRequired = kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_PRIMARY');
  return [
    ...(isRequired && start === undefined && !kinds.includes('CONSTR_IDENTITY')
      ? (['required-column'] as const)
      : []),
    ...(kinds.some((kind) => kind === 'CONSTR_GENERATED' || kind === 'CONSTR_IDENTITY') || isVolatile(start)
      ? (['rewrites-table'] as const)
      : []),
    ...found.filter(({ contype }) => contype !== 'CONSTR_NOTNULL').flatMap(judgeConstraint),
  ];
}

/** The functions whose value PostgreSQL computes once for all existing rows. */
const stableFunctions = new Set(['now', 'current_setting']);

/** A volatile function can be anywhere in the expression, such as in `gen_random_uuid()::text`. */
function isVolatile(start: Node | undefined): boolean {
  return findNodes(start, 'FuncCall').some(({ funcname }) => {
    const last = funcname?.at(-1);
    return !(last && 'String' in last && stableFunctions.has(last.String.sval ?? ''));
  });
}

function judgeConstraint({ contype, skip_validation: isNotValid, indexname }: Constraint): Rule[] {
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    case 'CONSTR_NOTNULL':
      return isNotValid === true ? [] : ['scans-table'];
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
    case 'CONSTR_EXCLUSION':
      return indexname === undefined ? ['index-blocks-writes'] : [];
    default:
      return [];
  }
}

const removable = new Set([
  'OBJECT_TABLE',
  'OBJECT_COLUMN',
  'OBJECT_VIEW',
  'OBJECT_TYPE',
  'OBJECT_FUNCTION',
  'OBJECT_SCHEMA',
  'OBJECT_SEQUENCE',
  'OBJECT_TRIGGER',
  'OBJECT_POLICY',
  'OBJECT_MATVIEW',
  'OBJECT_PROCEDURE',
  'OBJECT_DOMAIN',
]);

function judgeRemoval(kind: string | undefined): Rule[] {
  if (kind === 'OBJECT_INDEX') return ['slows-previous-release'];
  return removable.has(kind ?? '') ? ['breaks-previous-release'] : [];
}

/** Returns the rule that a statement of `contract.sql` violates. */
export function findContractViolations(statement: Node): Rule[] {
  if (isOutsideTransaction(statement)) return ['outside-transaction'];
  return isRemoval(statement) ? [] : ['not-a-removal'];
}

/**
 * Every statement needs `IF EXISTS`: a step is repeated when its transaction did not get its locks, or when somebody
 * has already run it by hand.
 */
function isRemoval(statement: Node): boolean {
  if ('DropStmt' in statement) return statement.DropStmt.missing_ok === true;
  if (!('AlterTableStmt' in statement)) return false;
  return (statement.AlterTableStmt.cmds ?? []).every(
    (command) => 'AlterTableCmd' in command && isRemovingCommand(command.AlterTableCmd),
  );
}

function isRemovingCommand({ subtype, def, missing_ok: isRepeatable }: AlterTableCmd): boolean {
  switch (subtype) {
    case 'AT_DropColumn':
    case 'AT_DropConstraint':
      return isRepeatable === true;
    case 'AT_DropNotNull':
      return true;
    case 'AT_ColumnDefault':
      return def === undefined;
    default:
      return false;
  }
}

/** The change can also be a part of another statement: `WITH changed AS (UPDATE …) INSERT …`. */
function judgeRows(statement: Node, { tables }: Prepared): Rule[] {
  // The body of a function runs later.
  if ('CreateFunctionStmt' in statement) return [];
  const changed = (['UpdateStmt', 'DeleteStmt', 'MergeStmt'] as const).flatMap((kind) =>
    findNodes(statement, kind),
  );
  return changed
    .filter(({ relation }) => !tables.has(relation?.relname ?? ''))
    .map(() => 'changes-many-rows');
}
