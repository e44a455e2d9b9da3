import type { Database, Sql } from '@parley/database';
import { type Searchable, type SearchRequest, search } from '../../src/index.js';
import { createContext } from '../test-context.js';

/** A node of a plan, as PostgreSQL describes it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'CTE Name'?: string;
  /** Only of a plan that was run. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface SearchPlan {
  /** The plan of the page. */
  readonly page: readonly PlanNode[];
  /** The plan of the count. */
  readonly count: readonly PlanNode[];
}

/** Returns the plans of a search without running it. Only the lookups before the search are run. */
export async function explainSearch(
  database: Database,
  resource: Searchable<unknown>,
  { tenantId, request }: { tenantId: string; request: SearchRequest },
): Promise<SearchPlan> {
  const looking = capturingOnly(database, isPage);
  const root = await explain(database, (capturing) =>
    search(createContext(looking(capturing), tenantId), resource, request),
  );
  const parts = root.Plans ?? [];
  const page = parts.find((node) => node['Subplan Name'] === 'CTE page');
  const count = parts.find((node) => node['Node Type'] === 'Aggregate' && !readsPage(node));
  if (page === undefined || count === undefined) throw new Error('The plan has another form');
  return { page: listNodes(page), count: listNodes(count) };
}

function isPage({ text }: { text: string }): boolean {
  return /^with (page|walked) as/.test(text);
}

/** Returns all nodes of the plan of the first statement, which is run only for `analyze`. */
export async function explainStatement(
  database: Database,
  run: (capturing: Database) => Promise<unknown>,
  mode: ExplainMode = 'plan',
): Promise<PlanNode[]> {
  return listNodes(await explain(database, run, mode));
}

/** Returns all nodes of the plan of the first chosen statement of a search, after it was run, as were those before it. */
export function explainAnalyzed(
  database: Database,
  isChosen: IsChosen,
  run: (looking: Database) => Promise<unknown>,
): Promise<PlanNode[]> {
  const looking = capturingOnly(database, isChosen);
  return explainStatement(database, (capturing) => run(looking(capturing)), 'analyze');
}

type IsChosen = (statement: Parameters<Sql>[0]) => boolean;

/** Returns a function that limits a capturing database to the chosen statements of a search; the others are run. */
export function capturingOnly(database: Database, isChosen: IsChosen): (capturing: Database) => Database {
  const { sql: run, searches } = database;
  return (capturing) => {
    const sql: Sql = (statement, values) =>
      (isChosen(statement) ? capturing : database).searches.sql(statement, values);
    return Object.create(capturing, { sql: { value: run }, searches: { value: { ...searches, sql } } });
  };
}

/** `analyze` also runs the statement. */
type ExplainMode = 'plan' | 'analyze';

async function explain(
  database: Database,
  run: (capturing: Database) => Promise<unknown>,
  mode: ExplainMode = 'plan',
): Promise<PlanNode> {
  const { text, values } = await captureStatement(database, run);
  const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (format json, analyze ${mode === 'analyze'}) ${text}`,
    values,
  });
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  if (root === undefined) throw new Error('There is no plan');
  return root;
}

class Captured extends Error {}

async function captureStatement(
  database: Database,
  run: (capturing: Database) => Promise<unknown>,
): Promise<{ text: string; values: unknown[] }> {
  let captured: { text: string; values: unknown[] } | undefined;
  const sql = ({ text }: { text: string }, values: readonly unknown[]) => {
    captured = { text, values: [...values] };
    throw new Captured();
  };
  const searches = { ...database.searches, sql };
  const capturing: Database = Object.create(database, { sql: { value: sql }, searches: { value: searches } });
  await run(capturing).catch((error) => {
    if (!(error instanceof Captured)) throw error;
  });
  if (captured === undefined) throw new Error('The search ran no statement');
  return captured;
}

/** Counts the rows that these nodes have read, with those that they have left out. */
export function countReadRows(nodes: readonly PlanNode[]): number {
  return nodes.reduce(
    (sum, node) =>
      sum +
      ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
    0,
  );
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

/** The records of the page are built from it; the count does not use it. */
function readsPage(node: PlanNode): boolean {
  return listNodes(node).some((part) => part['CTE Name'] === 'page');
}
