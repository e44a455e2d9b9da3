import type { AlterTableCmd, ColumnDef, Constraint, IndexStmt, Node } from 'libpg-query';
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
  if ('UpdateStmt' in statement) return judgeRows(statement.UpdateStmt.relation?.relname, prepared);
  if ('DeleteStmt' in statement) return judgeRows(statement.DeleteStmt.relation?.relname, prepared);
  if ('TruncateStmt' in statement) return ['breaks-previous-release'];
  if ('LockStmt' in statement) return ['locks-table'];
  return [];
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
      return ['rewrites-table'];
    case 'AT_SetNotNull':
    case 'AT_ValidateConstraint':
      return ['scans-table'];
    case 'AT_DropColumn':
      return ['breaks-previous-release'];
    case 'AT_DropConstraint':
      return ['slows-previous-release'];
    default:
      return [];
  }
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

function isVolatile(start: Node | undefined): boolean {
  if (!start || !('FuncCall' in start)) return false;
  const last = start.FuncCall.funcname?.at(-1);
  return !(last && 'String' in last && stableFunctions.has(last.String.sval ?? ''));
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
]);

function judgeRemoval(kind: string | undefined): Rule[] {
  if (kind === 'OBJECT_INDEX') return ['slows-previous-release'];
  return removable.has(kind ?? '') ? ['breaks-previous-release'] : [];
}

/** Returns the rule that a statement of `contract.sql` violates. */
export function findContractViolations(statement: Node): Rule[] {
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

function isRemovingCommand({ subtype, missing_ok: isRepeatable }: AlterTableCmd): boolean {
  switch (subtype) {
    case 'AT_DropColumn':
    case 'AT_DropConstraint':
      return isRepeatable === true;
    case 'AT_DropNotNull':
      return true;
    default:
      return false;
  }
}

function judgeRows(table: string | undefined, { tables }: Prepared): Rule[] {
  return tables.has(table ?? '') ? [] : ['changes-many-rows'];
}
