import pg from 'pg';
import { runNpm } from '../service/run-program.js';
import type { Scenario } from '../service/scenario.js';

/** What only an owner or a superuser may do. */
const forbidden = [
  'create table public.intruder ()',
  'drop table public.contacts',
  'alter table public.contacts disable trigger all',
  'truncate public.contacts',
  'create role intruder',
  'set role parley_owner',
  'select rolpassword from pg_authid',
  'delete from public._prisma_migrations',
];

/** The role of the service can neither change the schema nor read passwords, and nothing is sent in clear text. */
export const scenario: Scenario = {
  name: 'restricted-role-and-tls',
  async run({ env, postgres }) {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const allowed: string[] = [];
    for (const statement of forbidden) {
      await client.query('begin');
      if (await client.query(statement).catch(() => undefined)) allowed.push(statement);
      await client.query('rollback');
    }
    await client.end();
    for (const statement of allowed) console.log(`  the role may: ${statement}`);
    const { all, plain } = await countSessions(postgres.urlOf('postgres'));
    await refuseOtherName(env);
    return [
      { name: 'statements of an owner that the role may run', measured: allowed.length, atMost: 0 },
      { name: 'sessions of the service on the server', measured: all },
      { name: 'sessions without TLS', measured: plain, atMost: 0 },
    ];
  },
};

/** Only a superuser sees whether the sessions of others are encrypted. */
async function countSessions(url: string): Promise<{ all: number; plain: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ all: number; plain: number }>(
    `select count(*)::int as "all", count(*) filter (where ssl is not true)::int as plain
     from pg_stat_activity left join pg_stat_ssl using (pid) where usename in ('parley_app', 'parley_owner')`,
  );
  await client.end();
  const [counts] = rows;
  if (counts === undefined || counts.all === 0) throw new Error('The service has no session on the server.');
  return counts;
}

/** The certificate is for `localhost`, so a client that checks names must refuse the same server by its address. */
async function refuseOtherName(env: Readonly<Record<string, string>>): Promise<void> {
  const url = Object.assign(new URL(env.DATABASE_DIRECT_URL ?? ''), { hostname: '127.0.0.1' }).href;
  const { exitCode, output } = await runNpm('migrate', ['check'], { ...env, DATABASE_DIRECT_URL: url });
  if (exitCode === 0 || !output.includes('Use the host name of the certificate'))
    throw new Error(`A server with another name was not refused in one line: ${output}`);
}
