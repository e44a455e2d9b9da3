import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalPostgres, runMigrations, startLocalPostgres } from '@parley/database';
import { chooseParent } from './choose-parent.js';

export interface ReplicatedServers {
  readonly primary: LocalPostgres;
  /** A streaming replica of the primary. Like every local server, it is started again when it is killed. */
  readonly replica: LocalPostgres;
  stop(): Promise<void>;
}

/** Both servers need the same values. */
const settings = {
  wal_level: 'replica',
  max_wal_senders: '4',
  fsync: 'off',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '100ms',
};

/** Starts a migrated PostgreSQL and its streaming replica, which begins as a copy of the stopped primary. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const parent = await mkdtemp(join(await chooseParent(), 'parley-replica-'));
  const [primaryDir, replicaDir] = [join(parent, 'primary'), join(parent, 'replica')];
  const first = await startLocalPostgres({ dataDir: primaryDir, settings });
  await runMigrations(first.url);
  await first.stop();
  await cp(join(primaryDir, 'postgres'), join(replicaDir, 'postgres'), { recursive: true });
  const primary = await startLocalPostgres({ dataDir: primaryDir, settings });
  await follow(join(replicaDir, 'postgres'), primary.url);
  const replica = await startLocalPostgres({ dataDir: replicaDir, settings, port: primary.port + 1 });
  return {
    primary,
    replica,
    async stop() {
      await replica.stop();
      await primary.stop();
      await rm(parent, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function follow(cluster: string, primaryUrl: string): Promise<void> {
  await writeFile(join(cluster, 'standby.signal'), '');
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
}
