import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { useResource } from '../../testkit/src/hooks/index.js';
import { makeTestFolder } from '../../testkit/src/make-test-folder.js';
import { openDatabase, refuseUnlessMigrated, runMigrations } from '../src/index.js';
import { startTemporaryServer } from './support/temporary-server.js';
import { throwAwayCertificates } from './support/throw-away-certificates.js';

const server = useResource(startTemporaryServer, ({ stop }) => stop());
const folder = makeTestFolder('tls');

beforeAll(async () => {
  await runMigrations(server.url);
  for (const [name, text] of Object.entries(throwAwayCertificates))
    await writeFile(join(folder, name), `${text}\n`, { mode: 0o600 });
  await withAdmin(async (client) => {
    const { rows } = await client.query<{ folder: string; hba: string }>(
      `select current_setting('data_directory') as folder, current_setting('hba_file') as hba`,
    );
    const [place = { folder: '', hba: '' }] = rows;
    // The server runs as another user, and can read only its own folder.
    for (const name of ['ca', 'server', 'serverKey'] as const)
      await writeFile(join(place.folder, name), `${throwAwayCertificates[name]}\n`, { mode: 0o600 });
    await client.query(`alter system set ssl_cert_file = 'server'`);
    await client.query(`alter system set ssl_key_file = 'serverKey'`);
    await client.query(`alter system set ssl_ca_file = 'ca'`);
    await client.query('alter system set ssl = on');
    await client.query(`create role guarded login`);
    await writeFile(
      place.hba,
      'hostssl all guarded all cert map=ours\nhost all guarded all reject\nhost all all all scram-sha-256\n',
    );
    await writeFile(join(place.folder, 'pg_ident.conf'), 'ours parley guarded\n');
    await client.query('select pg_reload_conf()');
    for (let isOn = false; !isOn; ) isOn = (await client.query('show ssl')).rows[0]?.ssl === 'on';
  });
});

async function withAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await work(client).finally(() => client.end());
}

function withParameters(parameters: Readonly<Record<string, string>>, host = 'localhost'): string {
  const url = new URL(server.url);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function isEncrypted(url: string): Promise<boolean> {
  const { pool, close } = openDatabase({ url, poolSize: 1 });
  try {
    const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    return rows[0].ssl;
  } finally {
    await close();
  }
}

describe('TLS to PostgreSQL', () => {
  const file = (name: keyof typeof throwAwayCertificates) => join(folder, name);

  test('sslmode=verify-full accepts the server by its authority and its name', async () => {
    const url = withParameters({ sslmode: 'verify-full', sslrootcert: file('ca') });
    await refuseUnlessMigrated(url);
    expect(await isEncrypted(url)).toBe(true);
  });

  test('migrations use the same parameters', async () => {
    expect(await runMigrations(withParameters({ sslmode: 'verify-full', sslrootcert: file('ca') }))).toEqual(
      [],
    );
  });

  test('sslmode=no-verify encrypts and accepts every certificate; sslmode=disable does not encrypt', async () => {
    expect(await isEncrypted(withParameters({ sslmode: 'no-verify' }))).toBe(true);
    expect(await isEncrypted(withParameters({ sslmode: 'disable' }))).toBe(false);
  });

  test('uselibpqcompat=true gives verify-ca its meaning of libpq: any name', async () => {
    const compatible = { uselibpqcompat: 'true', sslrootcert: file('ca') };
    expect(await isEncrypted(withParameters({ ...compatible, sslmode: 'verify-ca' }, '127.0.0.1'))).toBe(
      true,
    );
  });

  test.each([
    [
      'an unknown authority',
      () => withParameters({ sslmode: 'verify-full' }),
      /Add sslrootcert=.+ to DATABASE_URL\.$/,
    ],
    [
      'another name',
      () => withParameters({ sslmode: 'verify-full', sslrootcert: file('ca') }, '127.0.0.1'),
      /Use the host name of the certificate in DATABASE_URL/,
    ],
    [
      'a missing file',
      () => withParameters({ sslmode: 'verify-full', sslrootcert: '/nowhere.pem' }),
      /\/nowhere\.pem.+ Correct sslrootcert, sslcert and sslkey in DATABASE_URL\.$/,
    ],
  ])('says in one line what to do about %s', async (_, url, advice) => {
    await expect(refuseUnlessMigrated(url())).rejects.toThrow(advice);
  });

  test('a client certificate is the login of a role; without it, the role is refused', async () => {
    const url = new URL(withParameters({ sslmode: 'verify-full', sslrootcert: file('ca') }));
    url.username = 'guarded';
    url.password = '';
    await expect(isEncrypted(url.href)).rejects.toMatchObject({ code: '28000' });
    url.searchParams.set('sslcert', file('client'));
    url.searchParams.set('sslkey', file('clientKey'));
    expect(await isEncrypted(url.href)).toBe(true);
  });
});
