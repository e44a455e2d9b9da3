import pg from 'pg';
import { partitionedTables } from './partitioned-tables.js';

/** The schema of functions that run with the rights of the owner. */
export const maintenanceSchema = 'parley_maintenance';

/**
 * Installs functions with which workers create and drop partitions, which only the owner of a table may do. The
 * functions run with the rights of the owner, so that a worker needs no more than the right to call them. They accept
 * only partitions of the tables that are partitioned by time, and look up names in one schema, whatever search path the
 * caller has. Where row-level security is on, it also guards new partitions against statements that name them directly.
 */
export async function installPartitionFunctions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const definer = `security definer set search_path = ${pg.escapeIdentifier(rows[0]?.schema ?? 'public')}, pg_temp`;
  const parents = partitionedTables.map(({ table }) => pg.escapeLiteral(table)).join(', ');
  const fillfactors = partitionedTables
    .map(({ table, fillfactor }) => `when ${pg.escapeLiteral(table)} then ${fillfactor}`)
    .join(' ');
  await client.query(`
    create schema if not exists ${maintenanceSchema};

    create or replace function ${maintenanceSchema}.create_partition(parent text, name text, first_id uuid, end_id uuid)
    returns void language plpgsql ${definer} as $$
      begin
        if parent not in (${parents}) or name !~ ('^' || parent || '_\\d{8}$') then
          raise exception '% cannot be a partition of %', name, parent using errcode = 'invalid_parameter_value';
        end if;
        execute format('create table %I (like %I including all) with (fillfactor = %s)', name, parent,
          case parent ${fillfactors} end);
        if (select relrowsecurity from pg_class where oid = to_regclass(quote_ident(parent))) then
          execute format('alter table %I enable row level security', name);
        end if;
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first_id, end_id);
      end
    $$;

    -- Does nothing when another process has dropped the partition.
    create or replace function ${maintenanceSchema}.drop_partition(name text)
    returns void language plpgsql ${definer} as $$
      begin
        if exists (
          select from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
          where part.oid = to_regclass(quote_ident(name)) and parent.relname in (${parents})
            and parent.relnamespace = current_schema()::regnamespace
        ) then
          execute format('drop table %I', name);
        elsif to_regclass(quote_ident(name)) is not null then
          raise exception '% is not a partition', name using errcode = 'invalid_parameter_value';
        end if;
      end
    $$;

    revoke all on all functions in schema ${maintenanceSchema} from public;
  `);
}
