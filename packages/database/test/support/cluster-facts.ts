/**
 * Queries whose results show whether two clusters are the same. They omit the times of migrations and the ids of their
 * records, which always differ.
 */
export const clusterFacts = [
  `select table_schema, table_name, column_name, column_default, is_nullable, data_type, udt_name
   from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, ordinal_position`,
  `select schemaname, indexname, indexdef from pg_indexes where schemaname <> 'pg_catalog' order by 1, 2`,
  `select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid) as definition
   from pg_constraint where connamespace <> 'information_schema'::regnamespace order by 1, 2`,
  `select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
   where pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace, 'parley_quiet'::regnamespace) order by 1`,
  `select tgrelid::regclass::text as relation, tgname, pg_get_triggerdef(oid) as definition
   from pg_trigger where not tgisinternal order by 1, 2`,
  `select enumtypid::regtype::text as type, enumlabel from pg_enum order by 1, enumsortorder`,
  `select migration_name, checksum, logs, rolled_back_at, applied_steps_count, finished_at >= started_at as finished
   from _prisma_migrations order by 1`,
  'select id, breaking from graphile_worker.migrations order by 1',
  `select datname, encoding, datlocprovider, datcollate, datctype, datlocale from pg_database order by 1`,
  `select rolname, rolsuper, rolcanlogin, left(rolpassword, 13) as method from pg_authid where rolcanlogin`,
  'select type, database, user_name, address, auth_method, error from pg_hba_file_rules order by rule_number',
  `select name, setting from pg_settings
   where name not in ('port', 'data_directory', 'config_file', 'hba_file', 'ident_file') order by name`,
];
