import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type LocalPostgres, refuseUnlessMigrated } from '@parley/database';
import { testEncryptionKeys } from '@parley/testkit';
import { parse } from 'yaml';
import { findOwner, migrateAsOwner } from '../../../apps/local/src/owner-database.js';
import { refuseMissingSettings } from '../../../packages/database/src/connections/inspect-pooler.js';
import { withClient } from '../../../packages/database/test/support/sessions.js';
import { startTemporaryServer } from '../../../packages/database/test/support/temporary-server.js';

jest.setTimeout(120_000);

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
interface Service {
  readonly environment: Record<string, string>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Record<string, { condition: string }>;
}
const { services }: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true });
const secrets: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'of-the-owner',
  DATABASE_PASSWORD: 'of-the-service',
  ENCRYPTION_KEYS: testEncryptionKeys,
};
const users = ['api-1', 'api-2', 'worker-1', 'worker-2'];

/** The server has a database with the name of the one in compose.yaml. */
const databaseName = 'composed';

let server: LocalPostgres;

/** Creates what PostgreSQL's image creates when the volume is empty: the owner and its database. */
beforeAll(async () => {
  server = await startTemporaryServer();
  const { POSTGRES_USER: owner = '' } = services.postgres?.environment ?? {};
  await run(server.url, `create database ${databaseName} owner ${owner}`);
  // The owner is the superuser of the server, which has the same name here.
  await run(server.url, `alter role ${owner} password '${secrets.POSTGRES_PASSWORD}'`);
});
afterAll(() => server?.stop());

test('the owner has the name that it has in the volumes of earlier releases', () => {
  const { POSTGRES_USER: owner } = services.postgres?.environment ?? {};
  expect(owner).toBe('parley');
  expect(services.role?.environment.PGUSER).toBe(owner);
});

test('before the migration, the role of the service is created, or gets the password that .env has now', async () => {
  expect(services.migrate?.depends_on).toEqual({ role: { condition: 'service_completed_successfully' } });
  expect(services.role?.volumes).toEqual(['./deploy/compose/create-role.sql:/create-role.sql:ro']);
  expect(services.role?.command).toContain('--file=/create-role.sql');
  await createRole({ DATABASE_PASSWORD: 'of-an-earlier-file' });
  await createRole(secrets);
  await run(urlOf('migrate', 'DATABASE_URL'), 'select 1');
});

test('the migration of compose.yaml prepares the role that the pooler, the API and the workers use', async () => {
  await createRole(secrets);
  const environment = {
    DATABASE_ADMIN_URL: urlOf('migrate', 'DATABASE_ADMIN_URL'),
    DATABASE_URL: urlOf('migrate', 'DATABASE_URL'),
  };
  const owner = findOwner({ ...services.migrate?.environment, ...environment });
  if (owner === undefined) throw new Error('The migration has no URL.');
  const { notes } = await migrateAsOwner(owner, { ...services.migrate?.environment, ...environment });
  expect(notes).toEqual(['The role "parley_app" has the rights that the API and the workers need.']);

  const urls = [
    urlOf('pgbouncer', 'DATABASE_URL'),
    ...users.flatMap((name) => [urlOf(name, 'DATABASE_URL'), urlOf(name, 'DATABASE_DIRECT_URL')]),
  ];
  for (const url of new Set(urls)) {
    await refuseUnlessMigrated(url);
    // Like the session of a pooler, this one sets nothing itself.
    await withClient(url, refuseMissingSettings);
  }
});

/** Runs the script as psql does. */
async function createRole(values: Readonly<Record<string, string>>): Promise<void> {
  const script = read('deploy/compose/create-role.sql');
  const [, variable = '', source = ''] = /^\\getenv (\w+) (\w+)$/m.exec(script) ?? [];
  expect(services.role?.environment).toHaveProperty(source);
  const sql = script.replace(/^\\getenv .*$/m, '').replaceAll(`:'${variable}'`, `'${values[source]}'`);
  await run(urlOf('migrate', 'DATABASE_ADMIN_URL'), sql);
}

/** The URL of a service, on the server of this test instead of the container that it names. */
function urlOf(name: string, variable: string): string {
  const template = services[name]?.environment[variable] ?? '';
  const url = new URL(
    template.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, secret: string) => secrets[secret] ?? ''),
  );
  url.host = new URL(server.url).host;
  url.pathname = `/${databaseName}`;
  return url.href;
}

async function run(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql));
}
