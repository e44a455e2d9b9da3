import pg from 'pg';
import { type Migration, readMigrations } from './read-migrations.js';

export type MigrationDiagnosis = {
  /** True when the database has exactly the migrations of this release. */
  upToDate: boolean;
  /** The migrations that are complete, oldest first. */
  applied: string[];
  pending: string[];
  /** Migrations that were begun and neither finished nor rolled back. */
  failed: string[];
  /** Migrations whose SQL on disk differs from the SQL that was applied. */
  edited: string[];
  /** Migrations that were applied but are not on disk: the database is ahead of this release. */
  unknown: string[];
};

/** Compares the database with `prisma/migrations`; cheap enough for a readiness probe. */
export async function diagnoseMigrations(
  database: string | pg.Pool | pg.Client,
): Promise<MigrationDiagnosis> {
  const migrations = await readMigrations();
  if (typeof database !== 'string') return compare(migrations, await readApplied(database));
  const client = new pg.Client({ connectionString: database, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return compare(migrations, await readApplied(client));
  } finally {
    await client.end();
  }
}

type Applied = { name: string; checksum: string; finished: boolean };

async function readApplied(database: pg.Pool | pg.Client): Promise<Applied[]> {
  const table = await database.query(`select to_regclass('_prisma_migrations') is not null as present`);
  if (!table.rows[0]?.present) return [];
  const applied = await database.query<Applied>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from _prisma_migrations where rolled_back_at is null`,
  );
  return applied.rows;
}

function compare(migrations: Migration[], applied: Applied[]): MigrationDiagnosis {
  const onDisk = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  const inDatabase = new Set(applied.map(({ name }) => name));
  const pending = migrations.map(({ name }) => name).filter((name) => !inDatabase.has(name));
  const complete = applied.filter(({ finished }) => finished).map(({ name }) => name);
  const failed = applied.filter(({ finished }) => !finished).map(({ name }) => name);
  const unknown = applied.map(({ name }) => name).filter((name) => !onDisk.has(name));
  const edited = applied
    .filter(({ name, checksum }) => onDisk.has(name) && onDisk.get(name) !== checksum)
    .map(({ name }) => name);
  const upToDate = [pending, failed, edited, unknown].every((names) => names.length === 0);
  return { upToDate, applied: complete.sort(), pending, failed, edited, unknown };
}
