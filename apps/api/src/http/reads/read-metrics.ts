import type { Replica } from '@parley/database';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts a read that may lag, with the reason for its target. */
export type CountRead = (
  target: 'replica' | 'primary',
  reason: 'may_lag' | 'own_write' | 'replica_unusable' | 'failed_on_replica',
) => void;

export function observeReplica(registry: Registry, replica: Replica): CountRead {
  const registers = [registry];
  new Gauge({
    name: 'parley_replica_lag_seconds',
    help: 'The largest number of seconds by which the replica may be behind the primary. It grows while the replica cannot be reached.',
    registers,
    collect() {
      this.set(Math.round(replica.lagMs()) / 1_000);
    },
  });
  new Gauge({
    name: 'parley_replica_usable',
    help: 'Whether reads that may lag use the replica: 1 or 0.',
    registers,
    collect() {
      this.set(replica.isUsable() ? 1 : 0);
    },
  });
  const reads = new Counter({
    name: 'parley_database_reads_total',
    help: 'Requests whose reads may lag, by the server that they used and the reason.',
    labelNames: ['target', 'reason'],
    registers,
  });
  return (target, reason) => reads.inc({ target, reason });
}
