import type { Database } from '@parley/database';
import type { PlanNode } from './explain-search.js';

/** What the catalogue of the database says about the indexes and partitions that a plan names. */
export interface IndexFacts {
  /** Returns the conditions by which the indexes are read, and those of partial indexes. */
  readBy(nodes: readonly PlanNode[]): string;
  /** Returns the tables that would be read completely. */
  fullReads(nodes: readonly PlanNode[]): string[];
}

export async function loadIndexFacts({ pool }: Database): Promise<IndexFacts> {
  const { rows } = await pool.query<{ name: string; predicate: string }>(
    `select indexrelid::regclass::text as name, pg_get_expr(indpred, indrelid) as predicate
     from pg_index where indpred is not null`,
  );
  const predicates = new Map(rows.map(({ name, predicate }) => [name, predicate]));
  const partitions = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relispartition and relkind = 'r' and pg_relation_size(oid) = 0`,
  );
  // Partitions of the coming weeks are empty, so that reading them completely costs nothing.
  const empty = new Set(partitions.rows.map(({ name }) => name));
  return {
    readBy: (nodes) =>
      nodes
        .map((node) => `${node['Index Cond'] ?? ''} ${predicates.get(node['Index Name'] ?? '') ?? ''}`)
        .join(' '),
    fullReads: (nodes) =>
      nodes
        .flatMap((node) => (node['Node Type'].endsWith('Seq Scan') ? [node['Relation Name'] ?? ''] : []))
        .filter((table) => !empty.has(table)),
  };
}
