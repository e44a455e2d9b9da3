import { type Database, RepeatedStatements } from '@parley/database';
import type { Context } from '../context.js';
import type { Parameters } from './parameters.js';

/** Runs the statement of a search, which returns one row. */
export async function runSearch<Row>(
  { database }: Context,
  text: string,
  { values }: Parameters,
): Promise<Row> {
  const [row] = await database.sql(statementsOf(database).use<Row>(text), values);
  if (row === undefined) throw new Error('A search returned no row');
  return row;
}

const statementsByDatabase = new WeakMap<Database, RepeatedStatements>();

/** The connections of a database share the names, of which each keeps only so many. */
function statementsOf(database: Database): RepeatedStatements {
  const known = statementsByDatabase.get(database) ?? new RepeatedStatements('search');
  statementsByDatabase.set(database, known);
  return known;
}
