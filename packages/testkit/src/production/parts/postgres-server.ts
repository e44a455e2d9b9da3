import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../crash/cluster.js';
import { type Account, runTool } from '../debian/run-tool.js';
import type { Certificates } from './certificates.js';

export type StopMode = 'fast' | 'immediate';

/** A PostgreSQL of the operating system, with stock settings, that accepts only connections with TLS and a password. */
export interface PostgresServer {
  readonly port: number;
  /** The URL of a role, whose password is its name. */
  urlOf(role: string): string;
  start(): Promise<void>;
  /** `fast` ends the sessions and checkpoints; `immediate` is a crash, from which the next start recovers. */
  stop(mode: StopMode): Promise<void>;
}

export interface PostgresOptions {
  readonly folder: string;
  readonly programs: string;
  readonly account: Account;
  readonly certificates: Certificates;
}

export const ownerRole = 'parley_owner';
export const serviceRole = 'parley_app';

export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { folder, programs, account, certificates } = options;
  const data = join(folder, 'data');
  const port = await findFreePort();
  const control = (...args: string[]) =>
    runTool(join(programs, 'pg_ctl'), ['-D', data, '-w', '-t', '60', ...args], { as: account, cwd: folder });
  await writeFile(join(folder, 'password'), 'postgres');
  await mkdir(join(folder, 'sockets'));
  await runTool('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  const initialize = [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    '--pwfile=password',
    '-E',
    'UTF8',
  ];
  await runTool(join(programs, 'initdb'), initialize, { as: account, cwd: folder });
  await appendFile(join(data, 'postgresql.conf'), settings({ port, folder, certificates }));
  await writeFile(join(data, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
  const server: PostgresServer = {
    port,
    urlOf: (role) => urlOf({ role, port, certificates, name: role === 'postgres' ? 'postgres' : 'parley' }),
    start: async () => void (await control('-l', join(folder, 'postgres.log'), 'start')),
    stop: async (mode) => void (await control('-m', mode, 'stop')),
  };
  await server.start();
  try {
    await createRoles(server.urlOf('postgres'));
  } catch (error) {
    // No caller has the server yet, so nobody else can stop it.
    await server.stop('immediate');
    throw error;
  }
  return server;
}

/** The URL of a server or of a pooler, whose certificate and name are checked. */
export function urlOf(at: {
  readonly role: string;
  readonly port: number;
  readonly name: string;
  readonly certificates: Certificates;
}): string {
  const parameters = new URLSearchParams({
    sslmode: 'verify-full',
    sslrootcert: at.certificates.authority,
  });
  return `postgres://${at.role}:${at.role}@localhost:${at.port}/${at.name}?${parameters}`;
}

function settings(at: { port: number; folder: string; certificates: Certificates }): string {
  return [
    `listen_addresses = 'localhost'`,
    `port = ${at.port}`,
    `unix_socket_directories = '${join(at.folder, 'sockets')}'`,
    'ssl = on',
    `ssl_cert_file = '${at.certificates.certificate}'`,
    `ssl_key_file = '${at.certificates.key}'`,
    '',
  ].join('\n');
}

async function createRoles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const role of [ownerRole, serviceRole])
      await client.query(`create role ${role} login password '${role}'`);
    await client.query(`create database parley owner ${ownerRole}`);
  } finally {
    await client.end();
  }
}
