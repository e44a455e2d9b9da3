import pg from 'pg';
import { diagnoseMigrations } from './diagnose-migrations.js';
import { MigrationError } from './migration-error.js';
import { type MigrationLockOptions, withMigrationLock } from './migration-lock.js';
import { type Migration, readMigrations } from './read-migrations.js';
import { persistent, withShortLocks } from './with-short-locks.js';

/**
 * Removes what only processes of the previous release used: runs the `contract.sql` of every applied migration that has
 * not run yet. The operator calls it when the last of these processes has stopped. Returns the names of the migrations.
 */
export function runContractSteps(url: string, options: MigrationLockOptions = {}): Promise<string[]> {
  return withMigrationLock(url, options, async (client) => {
    const { waiting, unapplied } = await findContractSteps(client);
    if (unapplied !== undefined)
      throw new MigrationError(`Migration ${unapplied} is not applied yet. Run npm run migrate first.`);
    return contract(client, waiting, options.report);
  });
}

/**
 * Runs the steps of the migrations with which the previous release has run. No process that needs what they remove is
 * left, because going back by two releases is not supported. Steps that are held wait for a later release.
 */
export async function runReleasedContractSteps(
  client: pg.Client,
  newestReleased: string,
  report: MigrationLockOptions['report'],
): Promise<string[]> {
  const { waiting } = await findContractSteps(client);
  const held = await readHeld(client);
  const isHeld = ({ name }: Migration) => newestReleased <= (held.get(name) ?? '');
  return contract(
    client,
    waiting.filter((step) => step.name <= newestReleased && !isHeld(step)),
    report,
  );
}

/**
 * Returns the SQL that holds the step of a released migration that is applied only now, because the operator has skipped
 * the previous release: processes of the release before it still use what the step removes. A repeated run of the same
 * release must not run the step either, so the record names the newest migration that was released.
 */
export function recordHeld({ name, contract }: Migration, newestReleased: string): string {
  if (contract === undefined || name > newestReleased) return '';
  const values = [holdOf(name), JSON.stringify({ newestReleased })].map((value) => pg.escapeLiteral(value));
  return `insert into data_migrations (name, cursor) values (${values.join(', ')}) on conflict (name) do nothing;`;
}

/** Returns the names of the migrations whose `contract.sql` has not run. */
export async function listContractSteps(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { waiting } = await findContractSteps(client);
    return waiting.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Returns the SQL that records that the step of a migration has run. */
export function recordContracted({ name }: Pick<Migration, 'name'>): string {
  return `insert into data_migrations (name, finished_at) values (${pg.escapeLiteral(recordOf(name))}, now());`;
}

const recordOf = (name: string) => `contract ${name}`;
const holdOf = (name: string) => `hold contract ${name}`;

interface ContractSteps {
  readonly waiting: readonly Migration[];
  /** The first migration with a step that is not applied. */
  readonly unapplied: string | undefined;
}

async function findContractSteps(client: pg.Client): Promise<ContractSteps> {
  const steps = (await readMigrations()).filter(({ contract }) => contract !== undefined);
  const { applied } = await diagnoseMigrations(client);
  const done = await readContracted(client);
  return {
    waiting: steps.filter(({ name }) => applied.includes(name) && !done.has(recordOf(name))),
    unapplied: steps.find(({ name }) => !applied.includes(name))?.name,
  };
}

/** Returns the names of all records. */
async function readContracted(client: pg.Client): Promise<ReadonlySet<string>> {
  return new Set((await readRecords(client)).map(({ name }) => name));
}

/** Returns the newest migration that was released when a migration with a step was applied, by the migration. */
async function readHeld(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const records = (await readRecords(client)).filter(({ name }) => name.startsWith(holdOf('')));
  return new Map(
    records.map(({ name, newestReleased }) => [name.slice(holdOf('').length), newestReleased ?? '']),
  );
}

interface ContractRecord {
  readonly name: string;
  readonly newestReleased: string | null;
}

/** An empty or a very old database lacks the table. */
async function readRecords(client: pg.Client): Promise<ContractRecord[]> {
  const table = await client.query(`select to_regclass('data_migrations') is not null as present`);
  if (!table.rows[0]?.present) return [];
  const { rows } = await client.query<ContractRecord>(
    `select name, cursor ->> 'newestReleased' as "newestReleased" from data_migrations`,
  );
  return rows;
}

async function contract(
  client: pg.Client,
  steps: readonly Migration[],
  report: MigrationLockOptions['report'],
): Promise<string[]> {
  for (const step of steps) {
    report?.(`Removing what only the previous release used: ${step.name}`);
    const script = `${step.contract}\n;${recordContracted(step)}`;
    await withShortLocks(client, () => client.query(script), persistent).catch((error: Error) => {
      throw new MigrationError(
        `The contract step of ${step.name} failed: ${error.message}. It was rolled back, and the service runs without it. Run it again: npm run migrate -- contract`,
        { cause: error },
      );
    });
  }
  return steps.map(({ name }) => name);
}
