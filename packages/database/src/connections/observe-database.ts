import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { SlowStatements } from './slow-statements.js';

interface Observed {
  readonly pool: pg.Pool;
  readonly searches: { readonly pool: pg.Pool };
  readonly slowStatements: Pick<SlowStatements, 'counts'>;
}

/** The databases of each registry: the API and the worker of one process share a registry. */
const observed = new WeakMap<Registry, Set<Observed>>();

/** Shows the connections of this process and its slow statements. */
export function observeDatabase(registry: Registry, database: Observed): void {
  const known = observed.get(registry);
  if (known) {
    known.add(database);
    return;
  }
  const databases = new Set([database]);
  observed.set(registry, databases);
  const registers = [registry];
  new Gauge({
    name: 'parley_database_connections',
    help: 'Connections by pool: all (total), those that are not used (idle), and the callers that wait for one (waiting).',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { name, pool } of listPools(databases)) {
        this.inc({ pool: name, state: 'total' }, pool.totalCount);
        this.inc({ pool: name, state: 'idle' }, pool.idleCount);
        this.inc({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  new Gauge({
    name: 'parley_database_connections_max',
    help: 'The largest number of connections of a pool (POOL_SIZE, SEARCH_POOL_SIZE).',
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset();
      for (const { name, pool } of listPools(databases)) this.inc({ pool: name }, pool.options.max);
    },
  });
  new Counter({
    name: 'parley_slow_statements_total',
    help: 'Statements that took longer than SLOW_STATEMENT_MS, by statement.',
    labelNames: ['statement'],
    registers,
    collect() {
      this.reset();
      for (const { slowStatements } of databases)
        for (const [statement, count] of slowStatements.counts()) this.inc({ statement }, count);
    },
  });
}

function listPools(databases: ReadonlySet<Observed>) {
  return [...databases].flatMap(({ pool, searches }) => [
    { name: 'main', pool },
    { name: 'searches', pool: searches.pool },
  ]);
}
