/** What a migration must not do while the service and processes of the previous release run. */
export const rules = {
  'index-blocks-writes':
    'an index on an existing table blocks writes while it is built. Build it in online.sql with CREATE INDEX CONCURRENTLY IF NOT EXISTS, and repeat it here with IF NOT EXISTS',
  'required-column':
    'the previous release inserts rows without this column. Give it a default, or allow null and require it in a later release',
  'rewrites-table':
    'the whole table is rewritten under a lock. Add a new column, fill it in a data migration, and use it from the next release on',
  'scans-table':
    'the whole table is read under a lock. Add the constraint with NOT VALID and validate it, both in online.sql',
  'breaks-previous-release':
    'processes of the previous release still use what is removed, renamed or denied. Remove it in contract.sql of the first release that does not use it; add a new name instead of renaming',
  'slows-previous-release':
    'processes of the previous release still use the index or the constraint until they are replaced. Remove it in contract.sql',
  'not-a-removal':
    'contract.sql runs after the rollout, and only removes: DROP … IF EXISTS, or ALTER TABLE … DROP … IF EXISTS, or ALTER COLUMN … DROP. Add and change in migration.sql',
  'changes-many-rows':
    'all rows are changed in one transaction, also in online.sql. Change them in batches, in a data migration',
  'locks-table':
    'the lock lasts until the end of the migration. Leave it out; each statement takes the lock that it needs',
  'shares-transaction':
    'the statements of online.sql run as one transaction up to a semicolon before an empty line. Put an empty line before and after this one',
  'outside-transaction':
    'PostgreSQL refuses this statement in a transaction, in which every statement runs. Only online.sql can have one: CREATE INDEX CONCURRENTLY IF NOT EXISTS "name" ON …, between empty lines',
  'unchecked-block':
    'what a DO block executes cannot be checked. Write its statements out, or allow it and say what it locks, and for how long',
} as const;

export type Rule = keyof typeof rules;

export function isRule(name: string): name is Rule {
  return Object.hasOwn(rules, name);
}
