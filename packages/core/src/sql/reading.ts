import { type Statement, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { Transaction } from './transact.js';

/** For checks: the same look-ups as in a transaction, without locks and writes. */
export function readingOnly({ database }: Pick<Context, 'database'>): Transaction {
  return { sql: database.sql, isReadOnly: true };
}

/** A statement that locks or changes what it finds, and one that finds the same and leaves it alone. */
export interface TwoForms<Row> {
  readonly holding: Statement<Row>;
  readonly reading: Statement<Row>;
}

export function formFor<Row>({ isReadOnly = false }: Transaction, forms: TwoForms<Row>): Statement<Row> {
  return isReadOnly ? forms.reading : forms.holding;
}

/** Both forms of a look-up that keeps what it finds from being deleted. */
export function holdingStatement<Row>(
  name: string,
  text: (keyShare: 'for key share' | '') => string,
): TwoForms<Row> {
  return { holding: statement(name, text('for key share')), reading: statement(`${name}-to-read`, text('')) };
}
